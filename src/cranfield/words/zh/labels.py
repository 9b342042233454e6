"""What the steps of explanations about labels are called, and how each comes about, in Chinese."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["FORMULAS", "STEPS"]

# parts of what is said below, by the key in a field
FORMULAS: dict[str, Template] = {
    "right-over-guessed": "判对 / 判为",
    "right-over-true": "判对 / 实为",
    "twice-right-over-both": "2 × 判对 / (实为 + 判为)",
    "weighted-right-over-both": "(1 + beta^2) × 判对 / (beta^2 × 实为 + 判为)，beta = {beta:exact}",
    "wrong-over-others": "(判为 - 判对) / (n - 实为)",
    "correlation-of-label": "(n × 判对 - 实为 × 判为) / sqrt(实为 (n - 实为) 判为 (n - 判为))",
    "kappa-of-label": "2 (n × 判对 - 实为 × 判为) / (实为 (n - 判为) + 判为 (n - 实为))",
    "right-over-either": "判对 / (实为 + 判为 - 判对)",
    "apart-places": "两个类别相隔的位数",
    "apart-places-squared": "两个类别相隔位数的平方",
    "quotient-by-formula": "{formula}",
}

STEPS: dict[str, tuple[Template, Template]] = {
    "n": ("n", "全部样本数"),
    "true": ("实为", "属于该类的样本数"),
    "guessed": ("判为", "被判为该类的样本数"),
    "rightly-guessed": ("判对", "被正确判为该类的样本数"),
    "above": ("分子", "相除的分子"),
    "below": ("分母", "相除的分母"),
    "quotient-of-label": ("{name}", "分子 / 分母：{quotient:said}[；0 / 0 计为 {zero}]"),
    "sum-of-values": ("总和", "该类各样本的值[weighted?乘以权重]之和"),
    "examples-of-label": ("样本数", "[weighted!该类的样本数][weighted?该类样本的权重之和]"),
    "sum-over-examples": ("{name}", "总和 / 样本数"),
    "sum-over-all-examples": ("总和", "全部样本的值之和，有权重时乘以权重"),
    "all-examples": ("样本数", "样本的个数，有权重时为权重之和"),
    "mean-over-labels": ("平均", "有样本的各类别的平均"),
    "share-by-chance": ("随机水平", "1 / 类别数：随机猜测的结果"),
    "adjusted-for-chance": ("{name}", "(平均 - 随机水平) / (1 - 随机水平)"),
    "right-beyond-chance": ("协方差", "n x 判对数 - 各类别（真实数 x 预测数）之和"),
    "spread-of-truth": ("真实的离散", "各类别真实数 x (n - 真实数) 之和"),
    "spread-of-guesses": ("预测的离散", "各类别预测数 x (n - 预测数) 之和"),
    "correlation-of-spreads": ("{name}", "协方差 / sqrt(真实的离散 × 预测的离散)"),
    "cost-of-mistakes": ("错误的代价", "各样本代价的平均：{how_far:said}"),
    "cost-by-chance": ("随机的代价", "若预测与真实无关时的代价"),
    "larger-share": ("较大比例", "两者相差最大的得分处，达到该得分的正例或负例的比例"),
    "smaller-share": ("较小比例", "该处另一方的比例"),
    "gap-of-shares": ("{name}", "较大比例 - 较小比例"),
    "found-in-top": ("命中", "得分最高部分中的正例数，处于截断得分的样本按比例计入"),
    "size-of-top": ("前部", "{share:exact} × 样本数"),
    "lift-of-top": ("{name}", "(命中 / 前部) / (正例数 / 样本数)"),
    "area-of-curve": (
        "{name}",
        "对各得分求 (召回率 - 上一处的召回率) × [straight?与上一处精确率的平均][straight!此后最高的精确率] 之和",
    ),
    "off-in-bins": ("偏差", "|概率之和 - 正例数|：[worst!各分箱之和][worst?最差的分箱]"),
    "examples-of-bins": ("样本数", "[worst!全部样本数，有权重时为权重之和][worst?最差分箱的样本数]"),
    "error-of-bins": ("{name}", "偏差 / 样本数"),
    "root-over-examples": ("{name}", "sqrt(总和 / 样本数)"),
    "squares-left": ("剩余", "各样本 (预测值 - 真实值)^2 之和，有权重时乘以权重"),
    "squares-of-truth": ("离散", "各样本 (真实值 - 真实值的平均)^2 之和，有权重时乘以权重"),
    "explained-share": ("{name}", "1 - 剩余 / 离散"),
    "numbers-together": ("共变", "两者[ranks?名次]减去各自平均后乘积的平均，缩放到 1 以内"),
    "spread-of-true-numbers": ("真实值的离散", "真实值的标准差，同样缩放"),
    "spread-of-scores": ("预测值的离散", "预测值的标准差"),
    "correlation-of-numbers": ("{name}", "共变 / (真实值的离散 × 预测值的离散)"),
    "positives": ("正例数", "属于该类的样本数"),
    "negatives": ("负例数", "不属于该类的样本数"),
    "positives-of-session": ("正例数", "会话中的正例数"),
    "negatives-of-session": ("负例数", "会话中的负例数"),
    "won-and-half-tied": ("胜", "正例得分更高的样本对数，加上得分相同[binned?或落在同一分箱]的对数的一半"),
    "won-over-pairs": ("{name}", "胜 / (正例数 × 负例数)"),
    "of-first-label": ("第一类", "第一类的样本数"),
    "of-second-label": ("第二类", "第二类的样本数"),
    "won-by-first": (
        "第一类胜",
        "按第一类的得分，第一类样本更高的样本对数，加上得分相同[binned?或落在同一分箱]的对数的一半",
    ),
    "won-by-second": ("第二类胜", "按第二类的得分对第二类同样计数[binned?，也按分箱]"),
    "won-both-ways": ("{name}", "(第一类胜 + 第二类胜) / 2 / (第一类 × 第二类)"),
    "area-by-thresholds": ("{name}", "对各阈值求 (召回率 - 上一处的召回率) × 精确率 之和"),
}
