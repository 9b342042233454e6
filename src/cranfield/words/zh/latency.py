"""What a report says about how long queries took, in Chinese."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["LATENCY"]

LATENCY: dict[str, Template] = {
    "report-latency": "延迟与质量",
    "report-latency-hint": "各请求的耗时[columns?，取自结果文件本身（{columns:all}）]；这里不作测量。",
    "report-mean": "平均",
    "report-median": "中位数",
    "report-p95": "95% 不超过",
    "report-p99": "99% 不超过",
    "report-timed": "请求数",
    "report-latency-unread": "{system}：无法读取查询的耗时：{why}。",
    # 页面脚本使用的文字
    "report-took": "延迟",
}
