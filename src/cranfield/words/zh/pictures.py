"""What stands in pictures, in Chinese."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["PICTURES"]

PICTURES: dict[str, Template] = {
    "picture-pr": "各召回率水平上的插值查准率，{units:,} 个{noun:noun}的平均",
    "picture-pr-query": "查询 {query} 的查准率与召回率",
    "picture-gain": "{measures:and}随名次的变化[units?，{units:,} 个{noun:noun}的平均][query?，查询 {query}]",
    "picture-roc": "{positive} 对其余类别的 ROC 曲线",
    "picture-prc": "各阈值下 {positive} 的查准率与召回率",
    "picture-calibration": "校准：{positive} 的预测概率与实际发生的比例",
    "picture-scores": "各类别的得分分布",
    "picture-confusion": "混淆矩阵",
    "picture-queries": "{units:,} 个{noun:noun}各自的 {measure}，与 {baseline} 比较",
    "picture-robustness": "判定减少后[systems? {systems:,} 个]系统的排序还剩多少",
    "picture-intervals": "{measures:and} 及其 {confidence:.0%} 置信区间",
    "picture-differences": "{measures:and} 与 {baselines:and} 之差及其 {confidence:.0%} 置信区间",
    "picture-rates": "{system} 的响应时间与请求速率",
    "picture-sweep": "{measure} 随 {parameters:and} 的变化",
    "picture-timeline": "{system} 每个请求的响应时间",
    "axis-rate": "每秒请求数",
    "axis-milliseconds": "毫秒",
    "axis-seconds": "开始后的秒数",
    "line-train": "用于选择（{count:,}）",
    "line-held-out": "留出（{count:,}）：{value:.3f}",
    "line-share": "99% 不超过 {value:,.0f} 毫秒",
    "axis-recall": "召回率",
    "axis-precision": "查准率",
    "axis-mean-precision": "查准率（插值）",
    "axis-rank": "名次",
    "axis-value": "值",
    "axis-fpr": "假正例率",
    "axis-tpr": "真正例率",
    "axis-predicted": "预测概率",
    "axis-happened": "实际为 {positive} 的比例",
    "axis-score": "得分",
    "axis-share-of-class": "占该类的比例",
    "axis-truth": "真实类别",
    "axis-guess": "预测类别",
    "axis-of-system": "{system} 的 {measure}",
    "axis-difference": "{measure}：{system} 减 {baseline}",
    "axis-gain-over": "{measure} 与 {baseline} 之差",
    "axis-by-difference": "{units:,} 个{noun:noun}，按差值排列",
    "axis-judgments": "保留的判定",
    "axis-order": "与全部判定下排序的一致程度（{how}）",
    "line-raw": "原始",
    "line-interpolated": "插值",
    "line-break-even": "P = R：{value:.3f}",
    "line-better": "更好（{count:,}）",
    "line-worse": "更差（{count:,}）",
    "line-same": "相同（{count:,}）",
    "picture-more": "及另外 {count:,} 个",
    "picture-empty": "没有可显示的内容。",
    "told-line": "{name}：从 {start:.4g} 处的 {first:.4g} 到 {end:.4g} 处的 {last:.4g}",
    "told-counts": "{name}：{better:,} 个更好，{worse:,} 个更差，{same:,} 个相同",
    "told-span": "{name}：{value:.4g}[bounded?，区间 {low:.4g} 至 {high:.4g}]",
    "told-cells": "{name}：{total:,} 个中 {right:,} 个正确",
    "told-classes": "{name}：{total:,.0f}，多数得分在 {low:.4g} 至 {high:.4g} 之间",
    "picture-told": "{title}。{parts}。",
    "told-between": "；",
}
