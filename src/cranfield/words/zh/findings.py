"""What the user should know, in Chinese."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from cranfield.words.telling import Template

__all__ = ["FINDINGS", "NOUNS"]

NOUNS: dict[str, str] = {
    "documents": "文档",
    "queries": "查询",
    "segments": "片段",
    "examples": "样本",
    "labels": "类别",
    "pairs": "类别对",
    "sessions": "会话",
    "items": "条目",
    "requests": "请求",
    "changes": "变化",
    "ratings": "评分",
    "raters": "评分者",
    "dimensions": "维度",
    "pairs of raters": "评分者对",
    "units": "单元",
    "rows": "行",
    "positives": "正例",
    "error_bound": "误差上限",
}


def _place(source: str | None, line: int | None, row: int | None) -> str:
    where = "" if source is None else source if line is None else f"{source} 第 {line} 行"
    return (f"{where}：" if where else "") + ("" if row is None else f"第 {row} 行：")


def _lines(lines: Sequence[int], most: int = 3) -> str:
    return f"（第 {'、'.join(map(str, lines[:most]))} {'等' if len(lines) > most else ''}行）"


def _details(details: Mapping[str, str], **_: object) -> str:
    return "，".join(f"{NOUNS.get(name, name)} {value}" for name, value in details.items())


FINDINGS: dict[str, Template] = {
    # 位置与对象
    "place": _place,
    "lines": _lines,
    "about": "{about}：",
    "some-names": "{names:all}[ 及另外 {rest:,} 个]",
    # 评估
    "no-group": "{total:,} 个{noun:noun}中有 {count:,} 个没有分组，不计入任何组的平均",
    "group-without-unit": "分组文件中有 {count:,} 个{noun:noun}没有参与评估",
    "undefined": "{total:,} 个{noun:noun}中有 {count:,} 个无定义（{why:said}），{treatment:said}",
    "details": _details,
    "max-grade": "max_grade={top:g}，即判定中的最高等级",
    "max-grade-of-profile": "max_grade={top:g}，与 {profile} 相同",
    "tie-across-cutoff": "{count:,} 个查询在第 {k} 名处有已判定的文档并列；由 {ties:=ties} 决定次序",
    "low-threshold": "等级最高到 {top:g}，而 {names:few} 把不低于 1 的等级都算作相关；若只有更高的等级才算，请设置 rel",
    "unspaced-text": "{total:,} 个参考中有 {count:,} 个是中文或日文，tokenize={tokenize!r} [lost?从中得不到任何词]"
    "[lost!不会切分]；请用 tokenize='zh'",
    "large-session": "会话 {name:quoted} 有 {count:,} 行（共 {total:,} 行），"
    "是 {sessions:,} 个会话平均值的 {times:,} 倍；若是机器流量，请去掉",
    "bounded-search": "{total:,} 个片段中有 {count:,} 个的最佳对齐没有搜索到底；它们的得分可能略低",
    # 为什么没有值，以及如何处理
    "when-no-relevant": "没有判定为相关的文档",
    "when-none-known": "用户没有已知的相关文档",
    "when-none-found": "没有找到相关文档",
    "when-no-gain": "已判定的文档都没有价值",
    "when-no-gain-or-grade": "已判定的文档都没有价值，或没有等级达到 rel 的文档",
    "when-nothing-returned": "没有返回任何结果",
    "when-no-gram": "没有这一长度的 n 元组",
    "when-candidate-too-short": "候选没有这一长度的 n 元组",
    "when-empty-reference": "参考为空",
    "when-single-segment": "只有一个段，n 元组无从比较稀有程度",
    "when-not-given": "没有给出数值",
    "when-no-nugget": "没有这样的信息点",
    "when-alone": "没有其他候选",
    "when-no-example": "没有属于该类的样本",
    "when-none-positive": "没有正例",
    "when-none-negative": "没有负例",
    "when-never-guessed": "没有样本被判为该类",
    "when-neither": "没有样本属于该类或被判为该类",
    "when-all-equal": "所有真实值或所有预测值都相等",
    "when-no-chance": "所有样本都属于并被判为该类，或都不属于也都不被判为该类",
    "when-no-spread": "所有样本都属于或都不属于该类，或者都被判为或都不被判为该类",
    "when-one-class": "样本都属于同一类",
    "when-one-class-session": "会话中只有一类样本",
    "edits-count": "其中的插入仍计入整体",
    "adds-nothing": "对整体没有影响",
    "counted-as": "计为 {worst:exact}",
    "shown-as": "显示为 {worst:exact}",
    "left-out": "不计入",
    # 判定与排序
    "unjudged-top-10": "前 10 个文档中有 {share:.1%} 未判定[（{shown:,} 个中的 {count:,} 个）]",
    # 多个系统，以及某种格式写不下的内容
    "options-without-effect": "{options:and} 对 {names:all} 没有影响[one?]",
    "rel-without-effect": "{=rel=...} 对 {names:all} 没有影响",
    "positive-without-effect": "{=positive=...} 没有影响；这些指标针对所有类别，或自己指定了类别",
    "different-units": "各系统在不同的{noun:noun}上取平均；请用 {=missing=zero} 比较",
    "same-run": "{first} 与 {second} 是同一份结果，逐字节相同",
    "undefined-without-line": "有 {count:,} 个无定义的值在这种格式中没有对应的行",
    "groups-without-lines": "这种格式中没有分组的行；请换一种格式，例如 csv",
    "query-named-all": "有一个查询名为 all，与汇总行同名；请换一种格式，例如 csv",
    # 解释
    "no-answer": "系统没有回答 {unit}",
    "unjudged-documents": "前 {end:,} 个结果中有 {count:,} 个未判定，按不相关计",
    "unjudged-seen": "前 {end:,} 个结果中有 {count:,} 个未判定",
    "beyond-cutoff": "第 {k} 名之后的 {count:,} 个结果不看[，其中 {judged:,} 个已判定]",
    "judged-not-returned": "有 {count:,} 个已判定的文档没有返回[，其中 {relevant:,} 个相关（等级 >= {rel:exact}）]",
    "unjudged-removed": "排序之前先去掉未判定的文档",
    "ties-averaged": "已判定的文档有并列（名次 {ranks:all}[，另有 {more} 处]）；每个数都是并列文档所有排法的平均",
    "ties-ordered": "已判定的文档有并列（名次 {ranks:all}[，另有 {more} 处]）；由 {ties:=ties} 排成这一次序",
    "as-it-counts": "计入平均的值",
}
