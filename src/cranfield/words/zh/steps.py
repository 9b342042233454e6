"""What the steps of any measure are called, and how each comes about, in Chinese."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["STEPS"]

STEPS: dict[str, tuple[Template, Template]] = {
    "undefined-value": ("{name}", "无定义：{why:said}；按策略计为 {worst:exact}"),
    "floored": ("取下限", "至少为 0.00001，否则没有对数"),
    "by-formula": ("{name}", "{formula}"),
}
