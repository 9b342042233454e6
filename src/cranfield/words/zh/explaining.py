"""What stands on the pages of explanations, in Chinese."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["EXPLAINING"]

EXPLAINING: dict[str, Template] = {
    # 单个单元
    "told-of-unit": "[{whose}：]{noun} {unit} 的 {measure}",
    "told-data": "数据",
    "told-steps": "计算过程",
    "told-left-out": "哪些没有计入，为什么",
    "told-elsewhere": "别处可能给出不同的数",
    "elsewhere": "[{tools}：]{why:said}[；写作 {way}][written?；在这里写作 {written}，结果为 {value}]",
    "told-how": "{name}：{how}",
    "told-row": "{name}：{values}（{how}）",
    "told-more-rows": "另有 {count:,} 行",
    "told-more-judged": "另有 {count:,} 个已判定的文档",
    "told-unjudged": "[{many:,} 个]未判定",
    "told-best-order": "最佳次序下的增益：{gains}[，另有 {rest:,} 个]",
    # 指标展示的内容
    "shown-gains-by-rank": "逐个名次累计，与全部已判定文档的最佳次序对照",
    "shown-curve": "每个相关文档处的查准率与召回率（●），以及插值后的曲线（─）",
    "shown-curve-of-scores": "每个得分处的精确率与召回率（●）",
    "shown-grams": "计入的 n 元组；“截去”表示候选中出现的次数超过任何一个参考",
    "shown-unmatched": "任何参考中都没有",
    "shown-sentences": "实际参与比较的句子，每行一句",
    "shown-sentence-pairs": "各对句子的最长公共子序列",
    "shown-unions": "每个参考句中命中的词：与候选各句的最长公共子序列的并集[several?（{several} 个参考中最好的一个）]",
    "shown-hits": "命中的词各计多少次；“截去”表示命中次数超过该词在候选中出现的次数",
    "shown-orders-of-characters": "各种长度的字符 n 元组[several?（{several} 个参考中最好的一个）]",
    "shown-orders-of-words": "各种长度的词 n 元组[several?（{several} 个参考中最好的一个）]",
    "shown-matched": "计入的 n 元组及次数",
    "shown-clipped": "截去的 n 元组：候选中的次数超过参考",
    "shown-only-candidate": "参考中没有",
    "shown-common-words": "最长公共子序列[several?（{several} 个参考中最好的一个）]",
    "shown-links": "匹配上的词[several?（{several} 个参考中最好的一个）]；共 {chunks} 块：{listed:all}",
    "shown-nuggets": "各信息点，以及回答被判定支持的程度",
    "shown-tokens": "实际参与比较的文本",
    "shown-cells": "按真实类别与预测类别统计的样本数",
    "shown-matrix": "混淆矩阵：行为真实类别，列为预测类别",
    "shown-pairs": "所有正例与负例组成的样本对；得分相同算一半",
    "shown-pairs-of-two": "所有由 {label:quoted} 类样本（正例）与 {other:quoted} 类样本组成的样本对，"
    "按 {label:quoted} 的得分比较；得分相同算一半",
    "shown-bins": "概率的分箱",
    "shown-examples": "属于该类的样本",
    "shown-thresholds": "从每个得分起判为正例",
    "shown-frequent": "出现最多的 n 元组",
    "shown-edits": "从候选改成最接近的参考：= 为保留，~ 为替换，单独的词为删除或插入[；此前移动了 {shifts} 个词块]",
    # 平均
    "told-of-mean": "[{whose}：]{count:,} 个{noun:noun}的 {measure}",
    "told-values": "各值概况",
    "told-spread": "分布",
    "told-worst": "最差的",
    "told-best": "最好的",
    "told-lowest": "最低的",
    "told-highest": "最高的",
    "told-arithmetic": "总体的值是这些值的算术平均。",
    "told-geometric": "总体的值是这些值的几何平均。",
    "told-sum": "总体的值是这些值之和。",
    "told-weighted": "总体的值是这些值的加权平均。",
    "told-added-up": "总体的值：先把全部{noun:noun}的计数相加。",
    "told-floored": "计算几何平均时，{count:,} 个{noun:noun}的值低于 {floor:.5f}，按 {floor:.5f} 计。",
    "told-whole": "总体的值由全部{noun:noun}合在一起算出，不一定等于这些值的平均。",
    "told-undefined": "{total:,} 个{noun:noun}中有 {count:,} 个没有值（{why:said}），{treatment:said}：{names:listed}",
    "told-missing": "有 {count:,} 个{noun:noun}没有得到回答：{names:listed}",
    # 两个系统
    "told-two-of-unit": "{noun} {unit} 的 {measure}：{second} 与 {first} 相比",
    "told-two-of-mean": "{count:,} 个{noun:noun}的 {measure}：{second} 与 {first} 相比",
    "told-rank-in": "{system} 中的名次",
    "told-adds-in": "{system} 中的贡献",
    "told-contributions": "每个文档对值的贡献，变化最大的在前",
    "told-rounding": "舍入",
    "told-difference": "差",
    "told-no-contributions": "这个值不是逐行相加得到的；下面把各步骤并列：",
    "told-side-by-side": "各步骤对照",
    "told-counts-of-changes": "{total:,} 个{noun:noun}中，{second} 有 {better:,} 个更好、{worse:,} 个更差、"
    "{same:,} 个相同[；{alone:,} 个只在一个系统中有值]",
    "told-changes": "变化最大的",
    # 页末
    "signed-units": "{count:,} 个{noun:noun}",
    "signed-policy": "策略：{policy}",
    "signed-partial": "{count:,} 个请求只搜索了索引的一部分",
    "signed-tool": "{measure} 在 {tool} 中：{line}",
    "signed-changed": "（与读入时已不同）",
    # 单个指标与全部指标
    "range-of-values": "{low} 到 {high}[up?，越高越好][down?，越低越好]",
    "undefined-when": "{why:said}时",
    "name-in-tool": "在 {tool} 中",
    "alias-of-one": "{name} 即 {names:all}",
    "alias-of-many": "{name} 代表 {count:,} 个指标：",
    "parameter-rule": "{rule}",
    "list-hint": "cranfield measures NAME 详细介绍一个指标。参数写在括号里：P(rel=2)@5。其他工具的名称也可以用："
    "map、ndcg_cut_10、recip_rank、official。",
    "spread-of-units": "{count:,} 个{noun:noun}的取值，从 {low:.4f} 到 {high:.4f}",
    # 选择指标
    "choose-title": "我的问题该用哪个指标？",
    "choose-hint": "cranfield measures NAME 详细介绍其中一个；cranfield explain 说明一个数是怎么来的。"
    "没有判定时，cranfield overlap 比较两个结果有多相似；cranfield judges 检验模型给出的判定是否可靠。",
}
