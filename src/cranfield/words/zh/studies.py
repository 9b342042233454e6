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
    "adjudicator-role": "{name} 不能裁定：只有裁定者和管理员可以",
    "annotator-revoked": "{number} 号参加者已不再参加",
    "annotator-role": "角色必须是 {roles:all} 之一，而不是 {role!r}",
    "annotator-unknown": "没有 {number} 号参加者",
    "answer-dimension": "没有维度 {name!r}；现有 {names:all}",
    "answer-event": "每个答案需要自己的键，最多 200 个字符",
    "answer-event-again": "键 {event!r} 已用于另一个答案；每个答案需要自己的键",
    "answer-kind": "答案是评分、跳过或无法评判，而不是 {kind!r}",
    "answer-long": "{name} 最多 {most} 个字符",
    "answer-side": "两个输出并不是以 {side!r} 显示的",
    "answer-span": "文本中没有从 {start} 到 {end} 的片段",
    "answer-time": "时间必须是不小于 0 的数，而不是 {value!r}",
    "export-dimension": "有多个维度；请从 {names:all} 中选择一个",
    "export-names": "{dimension}：其选项是没有次序的名称，没有 {rule}；请改用“多数”规则",
    "export-preferences": "是偏好而不是等级；请导出原始答案",
    "export-rule": "规则必须是 {rules:all} 之一，而不是 {rule!r}",
    "item-unknown": "没有条目 {name!r}",
    "study-damaged": "已损坏（{why}）；请恢复备份",
    "study-newer": "由更新版本写成（格式 {version}，本版本只认识 {known}）；请安装更新版本",
    "study-no-study": "不是一项评判研究",
    "study-not-opened": "无法打开；请检查文件和所在目录的权限",
    "study-setting": "{name} 必须是 {least:exact} 到 {most:exact} 之间的数，而不是 {value!r}",
}
