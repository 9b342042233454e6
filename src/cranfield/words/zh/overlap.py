"""How alike two runs are: what is said of it, in Chinese."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["OVERLAP"]

OVERLAP: dict[str, Template] = {
    "overlap-told": "在 {queries:,} 个查询上，{first} 与 {second} 返回的文档重合度为 {rbo:.3f}（RBO，p = {p:exact}）；"
    "若两者继续往下，至少为 {low:.3f}，至多为 {high:.3f}",
    "overlap-title": "{first} 与 {second}，{queries:,} 个查询",
    "overlap-queries": "逐个查询",
    "overlap-head": "相似度",
    "overlap-mean": "平均",
    "overlap-defined": "查询数",
    "overlap-returned": "{first} 返回 {one:,} 篇文档，{second} 返回 {other:,} 篇，其中 {shared:,} 篇相同"
    "[；每个回答只看前 {depth:,} 名]",
    "overlap-rbo": "RBO：前 1、2、3……篇文档的重合比例，按读者以概率 {p:exact} 继续往下看加权平均，末尾之后按原样外推；"
    "{variant:said}",
    "overlap-bounds": "RBO_min、RBO_res：RBO 的下限，以及再往下看时还可能增加多少",
    "overlap-tau": "tau、tau_AP：两者都返回的文档，其次序是否一致，从 -1 到 1；tau_AP 更看重排在前面的文档",
    "overlap-jaccard": "Jaccard@k：两者前 k 篇中共有的文档数，除以任一者前 k 篇中的文档数",
    "overlap-ties-w": "得分相同的文档共享名次",
    "overlap-ties-a": "得分相同的文档取其所有次序的平均",
    "overlap-ties-b": "得分相同的文档视为任意次序，并校正并列所掩盖的信息",
    "overlap-alone": "{total} 个查询中有 {count} 个只有一方回答，[zero?重合度计为 0][zero!不计入]（{examples:few}）",
}
