"""What is odd about data that was read, in Chinese."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["DATA"]

DATA: dict[str, Template] = {
    "missing-query": "{total:,} 个已判定的查询中有 {count:,} 个[（{examples:few}）]没有结果"
    "[zero?，计为 0][zero!，不计入]",
    "unjudged-query": "{count:,} 个查询没有判定，不计入[（{examples:few}）]"
    "[；{given:quoted} 与没有得到回答的 {judged:quoted} 相似：请检查两个文件中编号的写法是否一致]",
    "duplicate-document": "{count:,} 行重复了同一查询的文档，{duplicates:=duplicates}",
    "duplicate-judgment": "{count:,} 条判定与同一查询的前一条重复，{duplicates:=duplicates}",
    "nonfinite-score": "{count:,} 个得分不是有限数；无穷大按数值排序，nan 排在最后",
    "rank-contradicts-score": "{count:,} 个查询的名次与得分矛盾；以得分为准",
    "no-judged-document": "其中没有一篇文档被判定（这里有 {theirs:clip}，判定中有 {ours:clip}）；请检查两者是"
    "否使用相同的文档编号[vespa?；Vespa 的应答可以改读其中的字段，例如 {vespa:columns}]",
    "unrated-line": "{count:,} 行没有评分，已略去；其中的文档视为未判定",
    "subtopics": "{queries:,} 个查询共有 {count:,} 个子话题的判定；不区分子话题的指标对每篇文档取{rule:said}",
    "best": "其最高等级",
    "count": "其大于 0 的等级个数",
    "sum": "其等级之和",
    "document-without-group": "靠前的结果中有 {count:,} 篇文档没有组（共看了 {total:,} 篇），不计入曝光",
    "negative-grade": "{count:,} 条判定的等级为负，[unjudged?视为未判定][unjudged!计为 0]",
    "fractional-grade": "{count:,} 个等级带小数[cut?，已截为整数][cut!；它们是不是某次检索的得分？]",
    "known-unjudged": "{count:,} 篇已知文档中没有一篇在其查询下被判定",
    "empty-candidate": "{total:,} 个候选中有 {count:,} 个为空；与其他候选一样计分",
    "empty-reference": "{count:,} 个参考为空，[kept?按空文本计；若表示没有该参考，请设 {=blank_references=skip}]"
    "[kept!不计入]",
    "same-number": "{names:and} 是同一个数，算作一个类别[，另有 {more:,} 个类别也是如此]",
    "no-common-label": "预测与真实没有共同的类别（真实 {truth!r:.30}，预测 {guess!r:.30}）；请检查两者的名称是否一致",
    "unknown-label": "预测中有 {labels:,} 个类别在真实中从未出现（{names:all}），涉及 {total:,} 个样本中的 {count:,}"
    " 个；都算作错误",
    "nonfinite-grade": "{count:,} 个等级不是有限数",
    "check-negative-grade": "{count:,} 条判定的等级为负，除非策略另有规定，视为未判定",
    "check-fractional-grade": "{count:,} 个等级带小数，trec_eval 会截掉小数",
    "no-relevant": "{total} 个查询中有 {count} 个没有相关文档（{examples:few}）",
    "subtopic-judgments": "含有子话题的判定（{count:,} 篇文档因另一子话题被再次判定）",
    "subtopics-repeated": "{count:,} 条判定重复了已判定过的文档与子话题",
    "judges-twice": "查询 {query:clip} 对文档 {doc:clip} 判定了两次",
    "lists-twice": "查询 {query:clip} 把文档 {doc:clip} 列出了两次",
    "more-repeats": "另有 {count:,} 行重复了同一查询的文档",
    "check-nonfinite-score": "{count:,} 个得分是 nan 或无穷大",
    "ties": "{rows:,} 行中有 {count:,} 行与同一查询的另一行得分相同",
    "check-tie-across-cutoff": "{total} 个查询中有 {count} 个在第 10 名处并列；由并列规则决定前 10 名",
    "check-contradicting-ranks": "{total} 个查询中有 {count} 个的名次与得分矛盾；以得分为准",
    "odd-rank": "{count:,} 个名次不是整数；以得分为准",
    "check-missing": "{total} 个已判定的查询中有 {count} 个没有结果（{examples:few}）",
    "check-unjudged": "{total} 个查询中有 {count} 个没有判定（{examples:few}）",
    "interleaved": "{count:,} 个查询的行不在一起，读取会慢一些",
    "byte-order-mark": "以字节顺序标记开头，已跳过",
    "more-bad-lines": "还有 {count} 行也是如此",
    "carriage-return": "{count:,} 行以 CR LF 结尾，这是 Windows 的写法",
    "comment": "{count:,} 行是注释，已跳过",
    "blank-line": "{count:,} 行是空行，已跳过",
    "several-tags": "有 {count} 个运行标签（{examples:few}）；是不是混合了几次检索？",
}
