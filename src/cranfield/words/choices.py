"""Which measure suits which question: the one catalogue, in both languages.

A row names a family, the question, the measures that answer it, what they do not look at, and when they mislead.
"""

from __future__ import annotations

from cranfield.words import choices_of_texts
from cranfield.words.choice import Choice

__all__ = ["CHOICES", "Choice"]

CHOICES = (
    # rankings
    Choice(
        "ranking", ("nDCG@10",),
        ("How good is the first page, with grades of relevance?", "结果首页排得好不好（相关性有多个等级）？"),
        ("what comes after rank k; how long the user really looks", "第 k 名以后的结果；用户实际会看多少"),
        (
            "many results are unjudged, or tools differ in the gain: linear here, exponential elsewhere",
            "未判定的结果很多时；不同工具的增益定义不同（这里是线性，别处可能是指数）",
        ),
    ),
    Choice(
        "ranking", ("AP",),
        (
            "How good is the whole ranking, when every relevant document matters?",
            "每个相关文档都重要时，整个排序好不好？",
        ),
        ("grades: a document is relevant or not", "相关程度：只分相关与不相关"),
        (
            "judgments are incomplete: an unjudged document counts as not relevant; use Bpref or infAP then",
            "判定不完整时：未判定的文档按不相关计；这时改用 Bpref 或 infAP",
        ),
    ),
    Choice(
        "ranking", ("RR@10",),
        ("Is the one answer near the top (questions, home pages)?", "唯一的答案排得够靠前吗（问答、主页查找）？"),
        ("everything after the first relevant document", "第一个相关文档之后的一切"),
        (
            "several documents are needed, or few queries decide: 1 and 1/2 are far apart, 1/9 and 1/10 are not",
            "用户需要多个文档时；查询很少时也不稳定：1 与 1/2 相差很大，1/9 与 1/10 几乎没有差别",
        ),
    ),
    Choice(
        "ranking", ("P@5", "P@10"),
        ("How much of what is shown is useful?", "展示的结果中有多少有用？"),
        ("the order inside the first k, and what was not found", "前 k 个结果内部的次序，以及没有找到的文档"),
        (
            "queries have fewer than k relevant documents: even a perfect ranking stays below 1; see Rprec",
            "查询的相关文档不足 k 个时：完美的排序也达不到 1；可看 Rprec",
        ),
    ),
    Choice(
        "ranking", ("R@100", "R@1000"),
        ("Does the first stage find everything that a reranker needs?", "召回阶段有没有把重排所需的文档都找出来？"),
        ("the order, and how much else was returned", "次序，以及一并返回了多少无关文档"),
        (
            "the relevant documents are not all known, as in pools: recall is then too high",
            "相关文档没有全部标出（例如只标注了文档池）时：召回率会偏高",
        ),
    ),
    Choice(
        "ranking", ("Success@5",),
        ("For how many queries is there any useful result?", "有多少查询至少得到一个有用的结果？"),
        ("how many useful results there are, and where in the first k", "有用结果的个数及其在前 k 名中的位置"),
        (
            "queries are easy: nearly all succeed, and systems look alike",
            "查询太容易时：几乎全部命中，看不出系统差别",
        ),
    ),
    Choice(
        "ranking", ("Bpref", "infAP", "Judged@10"),
        ("Can I compare new systems with old, incomplete judgments?", "判定是旧的、不完整的，还能比较新系统吗？"),
        ("unjudged documents, except in their share (Judged)", "未判定的文档（Judged 只看其比例）"),
        (
            "hardly any non-relevant documents were judged, or Judged@10 is low: then judge more",
            "几乎没有判定过不相关文档，或 Judged@10 很低时：应当先补充判定",
        ),
    ),
    Choice(
        "ranking", ("GMAP",),
        ("Do the hard queries get better?", "难查询有没有改善？"),
        ("gains on easy queries, nearly", "简单查询上的提升（几乎不计）"),
        ("some values are 0: the floor of 0.00001 then decides", "有的查询值为 0 时：结果由下限 0.00001 决定"),
    ),
    Choice(
        "ranking", ("ERR@20", "RBP(p=0.8)"),
        (
            "What does a user get who stops when satisfied, or loses patience?",
            "满意就停或逐渐失去耐心的用户能得到什么？",
        ),
        ("results far down, by the model of the user", "按用户模型几乎看不到的靠后结果"),
        (
            "the model does not fit: several documents are needed (ERR), or p was not measured (RBP)",
            "用户模型不符时：需要多个文档（ERR），或 p 没有依据（RBP）",
        ),
    ),
    Choice(
        "ranking", ("F", "T11SU"),
        ("Is the returned set right (filtering, boolean search)?", "返回的集合对不对（过滤、布尔检索）？"),
        ("the order", "次序"),
        (
            "systems return a fixed number of documents: precision then depends on it",
            "系统固定返回若干文档时：查准率由返回数决定",
        ),
    ),
    # labels
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
    *choices_of_texts.CHOICES,
    # cost
    Choice(
        "cost", ("Latency(p=99)", "Latency(mean)"),
        ("How long do people wait for an answer?", "用户要等多久才得到回答？"),
        ("whether the answer is any good", "回答好不好"),
        (
            "the client was the limit, requests waited for each other, or there are too few of them",
            "受客户端限制、请求互相等待或请求太少时",
        ),
    ),
    Choice(
        "cost", ("Service", "EngineTime", "Lag"),
        ("Where does the time go: client, network or engine?", "时间花在哪里：客户端、网络还是引擎？"),
        ("what somebody waits in all", "总共等了多久"),
        ("a single one of them is taken for the latency", "把其中之一当作延迟时"),
    ),
    Choice(
        "cost", ("Throughput", "ErrorRate", "Coverage"),
        ("How much does it answer, and how much not?", "能回答多少请求，又有多少没有回答？"),
        ("how long each request took", "每个请求用了多久"),
        ("the rate was not the largest that it can bear", "所用速率并非其所能承受的最大速率时"),
    ),
    Choice(
        "cost", ("Space", "Bytes", "Freshness(p=95)"),
        ("How large is the index, and how soon does it show a change?", "索引有多大，变化多久能搜到？"),
        ("what a search costs", "一次搜索的代价"),
        (
            "the index was still merging, or searching itself made changes visible",
            "索引仍在合并，或搜索本身使变化可见时",
        ),
    ),
)  # fmt: skip
