"""What a report says about how long queries took, in Chinese."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["LATENCY"]

LATENCY: dict[str, Template] = {
    "report-latency": "延迟与质量",
    "report-latency-hint": "各查询的耗时取自结果文件本身（{columns:all}）；这里不作测量。",
    "report-median": "中位数",
    "report-p95": "95% 不超过",
    "report-longest": "最长",
    "report-timed": "有耗时的查询数",
    "report-latency-varied": "{system}：{count:,} 个查询的各行在 {column} 上不一致；取最大值。",
    "report-latency-no-unit": "{system}：{column} 没有说明单位；数值按原样显示。",
    "report-latency-unread": "{system}：无法读取查询的耗时：{why}。",
    # 页面脚本使用的文字
    "report-took": "延迟",
}
