"""What clicks say: sentences about interleaving and judgments from logs, in Chinese."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["CLICKED"]

CLICKED: dict[str, Template] = {
    "interleaved-differ": "{better} 更好：{impressions:,} 次展示中，{first} 胜 {wins_first:,} 次，{second} 胜"
    " {wins_second:,} 次，{ties:,} 次平局（其中 {silent:,} 次没有点击）；在分出胜负的 {decided:,} 次中 {first} 占"
    " {share:.3f}，{percent:g}% 区间 {low:.3f} 至 {high:.3f}，p = {p:.3g}（双侧符号检验）",
    "interleaved-alike": "没有显示出差异：{impressions:,} 次展示中，{first} 胜 {wins_first:,} 次，{second} 胜"
    " {wins_second:,} 次，{ties:,} 次平局（其中 {silent:,} 次没有点击）；在分出胜负的 {decided:,} 次中 {first} 占"
    " {share:.3f}，{percent:g}% 区间 {low:.3f} 至 {high:.3f}，p = {p:.3g}（双侧符号检验）",
    "interleaved-undecided": "没有一次展示分出胜负：{impressions:,} 次都是平局，其中 {silent:,} 次没有点击",
    "clicked-told": "按点击与期望点击之比，{pairs:,} 个（查询，文档）对得到等级，阈值为 {thresholds:all}"
    "（{grades:all}）[；{few:,} 个展示不足 {least:,} 次，没有等级]",
    "clicked-lost": "[；{clicks:,} 次点击不在任何一次搜索的结果上，未计入]"
    "[；{repeated:,} 次搜索与之前的标识相同，未计入][；{nameless:,} 次搜索没有标识或查询，未计入]",
}
