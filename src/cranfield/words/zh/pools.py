"""What is said of pools, in Chinese."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["POOLS"]

POOLS: dict[str, Template] = {
    "pool-told": "{queries:,} 个查询共 {count:,} 篇文档待判定，{method:said}，来自 {systems:,} 个结果文件"
    "[，看到第 {depth:,} 名][；池中 {judged:,} 篇已判定][；{beyond:,} 篇超出预算][；{held:,} 篇已在研究中]"
    "[；{idle:,} 篇不会改变任何未定的次序]",
    "pool-by-depth": "最好名次在前",
    "pool-by-rrf": "按倒数排名融合",
    "pool-by-rbp": "按 RBP 的名次权重",
    "pool-by-decisive": "最能决定次序的在前",
    "pool-query-without-text": "{total:,} 个查询中有 {count:,} 个在其中没有文字：{examples:few}",
    "pool-document-without-text": "{total:,} 篇文档中有 {count:,} 篇在其中没有文字：{examples:few}",
    "race-done": "次序已定：{order}[；无论未判定的 {count:,} 篇文档如何]",
    "race-next": "[已定：{settled}；]最少再判定 {count:,} 篇即可能定出 {one} 与 {two} 的次序"
    "[more?；另有 {more:,} 对相邻系统未定][；{unjudged:,} 篇文档未判定]",
    "race-open": "[已定：{settled}；]{one} 与 {two} 的次序未定[more?，另有 {more:,} 对相邻系统未定]"
    "[；{unjudged:,} 篇文档未判定]",
}
