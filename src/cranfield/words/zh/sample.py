"""The words of the study that `cranfield serve --demo` shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["SAMPLE"]

SAMPLE: dict[str, Template] = {
    "demo-title": "户外用品店的帮助页面",
    "demo-guide-ask": "顾客在商店的搜索框中输入了这个查询。这个页面有帮助吗？",
    "demo-guide-alone": "只看这个页面本身，不考虑还找到了什么：看内容，不看文笔。",
    "demo-guide-skip": "拿不准时可以跳过，最后会再次出现。",
    "demo-grade-0": "没有帮助",
    "demo-grade-1": "沾边",
    "demo-grade-2": "有帮助",
    "demo-grade-3": "完全回答",
    "demo-helpful": "有用",
    "demo-clear": "清楚",
    "demo-complete": "完整",
    "demo-comment": "拿不准：只有最后一句与此有关。",
}
