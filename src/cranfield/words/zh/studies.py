"""What pages say of a study when something cannot be done; the rest is told in English."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["STUDIES"]

STUDIES: dict[str, Template] = {
    "study-busy": "正被他人使用，{seconds:exact} 秒内未能释放；没有任何改动，请重试",
    "study-full": "磁盘已满；没有任何改动，请腾出空间后重试",
    "study-disk": "无法读写（{why}）；没有任何改动，请检查磁盘后重试",
    "study-server": "服务器没有应答（{why:clip 200}）；没有任何改动，请重试",
    "study-read-only": "无法写入；请复制到可写的位置并打开副本",
    "item-not-yours": "条目 {name!r} 没有分配给您",
    "annotator-name": "姓名为一行，1 到 {most} 个字符，而不是 {name!r}",
    "annotator-there": "{name} 已经参加；请为每个人取不同的名字",
    "annotator-alike": "{known} 已经参加，而 {name} 与其只有大小写不同；请为每个人取不同的名字",
    "annotator-none": "没有名为 {name!r} 的参加者[；您是指 {near} 吗？]",
    "answer-value": "{dimension}：必须是 {choices:listed} 之一，而不是 {value!r}",
    "answer-reason": "请说明为什么无法评判",
}
