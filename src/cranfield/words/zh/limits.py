"""What a report leaves out, and why, in Chinese; sentences that its scripts fill in have plain fields only."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["LIMITS"]

LIMITS: dict[str, Template] = {
    "report-no-panels": "{what:said}：从略，因为每个系统各需一幅图，而系统有 {count:,} 个，多于 {most:,} 个；可用"
    " `cranfield plot {kind}` 绘制。",
    "report-no-bars-of-systems": "没有画出每个{noun:noun}的得失，因为系统有 {count:,} 个，多于 {most:,} 个；"
    "{noun:noun}的表格中有这些数值。",
    "report-no-bars-of-units": "没有画出每个{noun:noun}的得失，因为{noun:noun}有 {count:,} 个，多于 {most:,} 个；"
    "{noun:noun}的表格中有这些数值。",
    "report-first-measure": "区间图只画第一个指标 {measure}；总览中有全部指标的区间。",
    "report-top": "每个排序只显示前 {top:,} 个文档；可用 {=top=...} 显示更多。",
    "report-titles-clipped": "为控制页面大小，文档标题只保留前 {length:,} 个字符。",
    "report-titles-left": "为控制页面大小，名次较后的 {count:,} 个文档未附标题。",
    # 笔记本中的比较表
    "beside-zero": "与 0 相比",
    "report-more-alike": "另有 {count:,} 条与此类似",
    # 数据中的发现
    "report-severity-error": "错误",
    "report-severity-warning": "警告",
    "report-severity-note": "提示",
    # 页面脚本使用的文字
    "report-more-happened": "{system}：另有 {count} 处影响较小的变化",
    "report-too-long": "这些文本太长，没有标出各系统之间不同的词。",
}
