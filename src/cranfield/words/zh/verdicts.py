"""What became of rules, what is to be known of a baseline, and what unjudged documents could do."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["VERDICTS"]

VERDICTS: dict[str, Template] = {
    # baselines
    "baseline-unchecked": "无法确认判定或参考文本是否仍然相同，因为并非两份结果都有其哈希值",
    "baseline-version": "基线由版本 {then} 生成，当前为 {now}",
    # verdicts of a gate
    "gate-summary": "门禁：{total:,} 条规则中 {passed:,} 条通过[，{failed:,} 条未通过][，{undecided:,} 条无法判定]",
    "gate-column-rule": "规则",
    "gate-column-numbers": "数值",
    "gate-fail-if": "出现则不通过：“{rule}”[，系统 {system}][，对照 {baseline}]",
    "gate-require": "必须满足：“{rule}”[，系统 {system}][，对照 {baseline}]",
    "gate-passed": "通过——{title}[：{because}]",
    "gate-failed": "未通过——{title}[：{because}]",
    "gate-undecided": "无法判定——{title}[：{because}]",
    "gate-value": "{system} 的 {measure} 为 {value:.4f}；规则为 {operator} {limit}",
    "gate-baseline": "{baseline} 的 {measure} 为 {baseline_value:.4f}；规则为 {operator} {limit}",
    "gate-difference": "{measure}：{system} 减 {baseline} 为 {difference:+.4g}；规则为 {operator} {limit}",
    "gate-change": "{measure}：{system} 相对 {baseline} 的变化为 {change:+.2%}；规则为 {operator} {limit}",
    "gate-low": "{measure}：{system} 减 {baseline} 之差的 {confidence:.0%} 区间下端为 {low:+.4g}；"
    "规则为 {operator} {limit}",
    "gate-high": "{measure}：{system} 减 {baseline} 之差的 {confidence:.0%} 区间上端为 {high:+.4g}；"
    "规则为 {operator} {limit}",
    "gate-p": "{measure}：{system} 对 {baseline} 的 p 值为 {p:.4g}；规则为 {operator} {limit}",
    "gate-moved": "{measure}：{system} 为 {value:.4f}，{baseline} 为 {baseline_value:.4f}"
    "（{difference:+.4g}[，{change:+.2%}]）",
    "gate-within-margin": "{measure}：{system} 为 {value:.4f}，{baseline} 为 {baseline_value:.4f}（{difference:+.4g}）"
    "；差的 {confidence:.0%} 区间 {low:+.4g} 到 {high:+.4g} 未达到 {margin:+.4g}",
    "gate-beyond-margin": "{measure}：{system} 为 {value:.4f}，{baseline} 为 {baseline_value:.4f}（{difference:+.4g}）"
    "；差的 {confidence:.0%} 区间 {low:+.4g} 到 {high:+.4g} 达到或超出 {margin:+.4g}",
    "gate-no-value": "{system} 的 {measure} 没有值",
    "gate-no-baseline": "{baseline} 的 {measure} 没有值",
    "gate-no-difference": "{system} 或 {baseline} 的 {measure} 没有值",
    "gate-no-change": "{baseline} 的 {measure} 为 0 或没有值，无法计算相对变化",
    "gate-no-interval": "{measure}：{system} 减 {baseline} 之差没有区间[，因为{why:said}]",
    "gate-no-p": "{measure}：{system} 对 {baseline} 没有 p 值[，因为{why:said}]",
    "why-values-only": "基线文件没有各单元的值；请用 -q 重新生成",
    "why-whole-only": "结果文件不保存检验 {measure} 所需的数据；请改为给出两个系统的数据（两个检索结果、文件或得分列）",
    # bounds
    "bounds-told": "{system} 的 {measure} 为 {value:.4f}；"
    "若判定其 {unjudged:,} 个未判定文档，将在 {low:.4f} 与 {high:.4f} 之间",
    "bounds-told-outer": "{system} 的 {measure} 为 {value:.4f}；"
    "若判定其 {unjudged:,} 个未判定文档，不会超出 {low:.4f} 与 {high:.4f} 之间，实际范围可能更窄",
    "settle-firm": "{measure}：{system} 减 {baseline} 为 {difference:+.4g}；判定 {unjudged:,} 个未判定文档"
    "不可能使其反转，始终在 {low:+.4g} 与 {high:+.4g} 之间",
    "settle-turns": "{measure}：{system} 减 {baseline} 为 {difference:+.4g}；判定 {unjudged:,} 个未判定文档"
    "可能使其反转，范围为 {low:+.4g} 到 {high:+.4g}[；最少 {judgments:,} 个判定即可定论]",
    "settle-open": "{measure}：{system} 减 {baseline} 为 {difference:+.4g}；判定 {unjudged:,} 个未判定文档"
    "能否使其反转尚不清楚，范围为 {low:+.4g} 到 {high:+.4g}[；最少 {judgments:,} 个判定即可定论]",
}
