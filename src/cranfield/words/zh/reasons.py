"""Errors that a report shows as the reason why something is not there, in Chinese; others are told in English."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["REASONS"]

REASONS: dict[str, Template] = {
    # 曲线
    "no-probability": "{measure}：得分应为 0 到 1 之间的概率，而不是 {given:.6g}（第 {row} 行）",
    "curve-infinite": "直方图需要有限的得分，而第 {row} 行的得分是无穷大",
    "no-expected-ties": "{measure}：在 {=ties='expected'} 下没有封闭形式；请选择其他并列规则",
    "no-label": "{who}：数据中没有类别 {given!r}；现有 {names:quotes}[；是不是 {near}？]",
    "several-labels": "{who}：数据有 {count} 个类别（{names:quotes}）；[{way_out:said}，或]用 {example!r:=positive}"
    " 指定一个",
    "choose-any-average": "请选择一种平均",
    "which-positive": "{who}：{names:quotes} 中哪一个是正类？请用 {example!r:=positive} 指定",
    "no-score-of-label": "类别 {label!r} 没有得分；有得分的是 {names:quotes}",
    # 未判定的文档
    "bounds-unproved": "{measure}：尚未证明判定未判定的文档后其值在什么范围内，因此没有上下界：{why:said}；nDCG、"
    "AP、P、R、RR、Bpref 等大多数指标都有",
    "bounds-ties": "{measure}：在 {=ties='expected'} 下没有上下界，因为没有保留并列中未判定的文档；请选择其他并列规则",
    "bounds-judged-only": "{measure}：排序之前已去掉未判定的文档，因此没有上下界；请不要设置 {=judged_only=True}",
    "bounds-too-long": "{measure}：一个查询有 {count} 个未判定的文档，需要逐一尝试其中相关文档的个数，因此不求上下界；"
    "请读取较短的排序，例如 {=depth=1000}",
    "settle-apart": "{measure}：其文档不止一个等级，因此不判断再判定能否反转差异；各系统的范围另见上下界",
    "bounds-not-separate": "{measure}：其分母取决于全部未判定的文档，因此上下界未知；请使用各查询的平均，并设"
    " {=undefined=zero}",
}
