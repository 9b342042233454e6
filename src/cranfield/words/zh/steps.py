"""What the steps of any measure are called, and how each comes about, in Chinese."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["STEPS"]

STEPS: dict[str, tuple[Template, Template]] = {
    "undefined-value": ("{name}", "无定义：{why:said}；按策略计为 {worst:exact}"),
    "floored": ("取下限", "至少为 0.00001，否则没有对数"),
    "pooled-above": ("分子", "全部分子之和"),
    "pooled-below": ("分母", "全部分母之和"),
    "pooled-quotient": ("{name}", "分子 / 分母"),
    "sum-by-weights": ("加权和", "权重 x 值之和"),
    "sum-of-weights": ("权重和", "有值者的权重之和"),
    "mean-by-weights": ("{name}", "加权和 / 权重和"),
    "by-formula": ("{name}", "{formula}"),
}
