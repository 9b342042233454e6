"""How far a study is, in Chinese."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["STATUS"]

STATUS: dict[str, Template] = {
    "status-items": "{name:clip 100}：{items:,} 个条目[，另有 {gold} 个已知答案]；{complete:,} 个已完成，"
    "[{begun:,} 个已开始，]{untouched:,} 个尚无回答",
    "status-given": "已有 {given:,} 个回答，共需 {wanted:,} 个（{share:.0%}）[，目前分发中 {leased} 个]",
    "status-disputed": "{disputed:,} 个条目有分歧，{decided:,} 个已裁定",
    "status-nobody": "{count:,} 个条目无人能判断",
    "status-no-people": "还没有人参加；用 cranfield serve {study} {=annotators=NAME,NAME} 邀请",
    "status-behind": "进度落后：{names:listed}",
    "status-agreement": "{dimension}：{values:all}，依据多人判断的 {count:,} 个条目",
    "status-annotator": "标注者",
    "status-done": "回答",
    "status-cannot": "无法判断",
    "status-skipped": "跳过",
    "status-undone": "撤销",
    "status-late": "迟到",
    "status-gold": "已知答案",
    "status-repeats": "重复",
    "status-seconds": "秒/条",
    "status-revoked": "已停用",
}
