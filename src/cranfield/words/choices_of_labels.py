"""Which measure suits which question about labels and scores; the rest of the catalogue is in `choices`."""

from __future__ import annotations

from cranfield.words.choice import Choice

__all__ = ["CHOICES"]

CHOICES = (
    Choice(
        "labels", ("Accuracy",),
        ("How many guesses are right?", "判对了多少？"),
        ("which labels are confused, and how sure the guesses are", "混淆了哪些类别，以及预测有多大把握"),
        (
            "one label is rare: saying the common one always looks good; use BalancedAccuracy, F1 or MCC",
            "类别不平衡时：总猜多数类也显得很好；改用 BalancedAccuracy、F1 或 MCC",
        ),
    ),
    Choice(
        "labels", ("Precision", "Recall", "F1"),
        ("Is the positive label found, and is what is found right?", "正例找全了吗，找到的对吗？"),
        ("true negatives, and the scores behind the guesses", "真负例，以及预测背后的得分"),
        (
            "the threshold was chosen on the same data, or F1 hides which of the two failed",
            "阈值是在同一份数据上选的；F1 也看不出是哪一方面差",
        ),
    ),
    Choice(
        "labels", ("F1(average='macro')", "F1(average='micro')"),
        (
            "How good is it over many labels: each label alike, or each example alike?",
            "多个类别整体如何：各类同等重要，还是各样本同等重要？",
        ),
        ("macro: how large labels are; micro: how small labels do", "宏平均不看类别大小；微平均看不出小类的表现"),
        (
            "rare labels decide (macro), or micro F1 is plain accuracy because each example has one label",
            "小类左右结果（宏平均）；单标签时微平均 F1 就等于准确率",
        ),
    ),
    Choice(
        "labels", ("MCC", "BalancedAccuracy"),
        ("Is it better than chance when labels are uneven?", "类别不平衡时，是否比随机好？"),
        ("the scores", "得分"),
        ("a label has only a few examples: both jump from one to the next", "某一类只有几个样本时：两者都很不稳定"),
    ),
    Choice(
        "labels", ("AUC",),
        ("Do positive examples score higher than negative ones?", "正例的得分是否高于负例？"),
        ("the threshold, and whether scores are probabilities", "阈值，以及得分是不是概率"),
        (
            "positives are rare and only the top counts (AveragePrecision), or users see their own list only (GAUC)",
            "正例很少而只关心最前面时（用 AveragePrecision）；用户只看到自己的列表时（用 GAUC）",
        ),
    ),
    Choice(
        "labels", ("GAUC",),
        ("Are clicks ranked well inside each session or user?", "在每个会话或用户内部，点击排得好不好？"),
        ("comparisons between sessions; sessions with one class", "会话之间的比较；只有一类的会话"),
        ("few sessions have both classes: read how many took part", "同时含两类的会话很少时：要看有多少会话参与"),
    ),
    Choice(
        "labels", ("AveragePrecision",),
        ("How pure is the top when positives are rare?", "正例很少时，排在最前面的有多纯？"),
        ("true negatives", "真负例"),
        (
            "data sets have other shares of positives: the value of chance is that share",
            "正例比例不同的数据集之间比较时：随机水平就是该比例",
        ),
    ),
    Choice(
        "labels", ("LogLoss", "Brier"),
        ("Can I believe the probabilities?", "预测的概率可信吗？"),
        ("which guess would be made", "最终会判为哪一类"),
        (
            "a single sure mistake outweighs much (LogLoss); use Brier to see without it",
            "一次极有把握的错误影响过大（LogLoss）；可对照 Brier",
        ),
    ),
    Choice(
        "labels", ("TopK",),
        ("Is the true label among the k best guesses?", "真实类别在得分最高的 k 个之中吗？"),
        ("the order inside the first k", "前 k 个内部的次序"),
        ("there are hardly more than k labels", "类别总数并不比 k 多多少时"),
    ),
    Choice(
        "labels", ("ECE",),
        ("Does 0.8 happen in 80% of cases?", "预测为 0.8 的，真有八成发生吗？"),
        (
            "whether the scores tell examples apart: always saying the base rate is calibrated",
            "得分能否区分样本：一律预测总体比例也是校准的",
        ),
        (
            "bins are few or hold few examples: other bins give another number; look at Brier too",
            "分箱太少或箱内样本太少时：换一种分箱结果就变；应对照 Brier",
        ),
    ),
    Choice(
        "labels", ("KS", "Lift@0.1"),
        (
            "How well does the score split the two classes (KS), and how rich is the best tenth (Lift)?",
            "得分把两类分得多开（KS），得分最高的一成中正例多了几倍（Lift）？",
        ),
        (
            "everything away from the best threshold (KS) or below the share (Lift)",
            "最佳阈值以外的得分（KS）；所取比例以下的样本（Lift）",
        ),
        (
            "shares of positives differ: Lift can be at most 1 / that share; KS is chosen on the same data",
            "正例比例不同时：Lift 至多为该比例的倒数；KS 的阈值是在同一份数据上取的",
        ),
    ),
    Choice(
        "labels", ("Kappa", "Kappa(weights='quadratic')"),
        (
            "How far beyond chance do guesses agree with the truth, also for grades?",
            "预测与真实（也可以是等级）的一致程度比随机高多少？",
        ),
        ("the scores; unless weighted, how far a wrong grade is off", "得分；不加权时也不看等级错了多少"),
        (
            "data sets with other shares of labels are compared: what chance gives is another",
            "比较类别比例不同的数据集时：随机水平不同",
        ),
    ),
    Choice(
        "labels", ("MAE", "RMSE", "R2"),
        ("How far are predicted numbers from the true ones?", "预测的数值与真实值相差多少？"),
        ("which way they are wrong", "误差的方向"),
        (
            "a few examples are far off (RMSE and R2 follow them), or truths hardly vary: R2 is then low or below 0",
            "少数样本误差极大时（RMSE 与 R2 受其左右）；真实值几乎不变时 R2 很低，甚至小于 0",
        ),
    ),
    Choice(
        "labels", ("Spearman", "Pearson"),
        (
            "Do scores rise and fall with the true numbers, on whatever scale?",
            "不论尺度如何，得分是否与真实值同升同降？",
        ),
        ("whether the numbers themselves are right", "数值本身对不对"),
        (
            "one far point makes a line (Pearson), or many numbers are equal (Spearman)",
            "一个离群点就能造成相关（Pearson）；许多数值相同时（Spearman）",
        ),
    ),
)  # fmt: skip
