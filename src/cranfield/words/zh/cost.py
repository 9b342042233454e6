"""Cost in Chinese: steps of explanations, what is shown beside them, and what the user should know."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["COST", "STEPS"]

STEPS: dict[str, tuple[Template, Template]] = {
    "moment-intended": ("预定", "本应发出的时刻，自测量开始起的毫秒数"),
    "moment-sent": ("发出", "实际发出的时刻"),
    "moment-ended": ("结束", "收到回答最后一个字节的时刻，或放弃的时刻"),
    "moment-timeout": ("超时", "多少毫秒后放弃；失败的请求至少算这么久"),
    "response-time": ("{name}", "结束 - 预定，毫秒；失败则至少为超时"),
    "service-time": ("{name}", "结束 - 发出，毫秒；失败则至少为超时"),
    "lag-time": ("{name}", "发出 - 预定，毫秒"),
    "engine-time": ("{name}", "引擎自己报告的毫秒数"),
    "freshness-time": ("{name}", "首次搜到变化的时刻 - 写入被确认的时刻，毫秒"),
    "answer-bytes": ("{name}", "回答的字节数"),
    "request-failed": ("{name}", "失败为 1，否则为 0"),
    "results-of-request": ("结果数", "有多少条结果；失败则没有"),
    "any-result": ("{name}", "至少一条为 1，否则为 0"),
    "index-bytes": ("字节", "索引的字节数，由引擎报告"),
    "index-documents": ("文档", "索引中的文档数，由引擎报告"),
    "space-taken": ("{name}", "字节，或 字节 / 文档"),
    "answered-in-its-time": ("{name}", "若得到回答，1 / (结束 - 预定)，以秒计"),
    "answered-requests": ("已回答", "没有错误的请求数"),
    "seconds-passed": ("秒", "从最早的预定时刻到最后的结束时刻"),
    "answered-over-seconds": ("{name}", "已回答 / 秒"),
    "requests-in-order": ("请求数", "有多少个请求，从最快到最慢排列"),
    "rank-of-percentile": ("名次", "其中的百分之 {p:exact}，向上取整"),
    "value-at-rank": ("{name}", "该名次的值"),
}

COST: dict[str, Template] = {
    # 数据
    "left-out-part": "有 {count:,} 行是关于 {part} 的，未计入；用 {part:=part} 来测量",
    "left-out-phase": "{phase} 阶段的 {count:,} 个请求未计入；用 {phase:=phase} 来测量",
    "left-out-warm-up": "预热引擎的 {count:,} 个请求未计入",
    "failed-requests": "{total:,} 个请求中有 {count:,} 个失败（{why:all}）；计时时每个按其超时计，若实际更久则按实际",
    "partial-answers": "{total:,} 个请求中有 {count:,} 个只搜索了索引的一部分，结果和耗时都不代表整个索引",
    "run-times-vary": "有 {count:,} 个查询的各行在 {column} 上不一致；取最大者",
    "freshness-resolution": "每 {milliseconds:.3g} 毫秒搜索一次，时间不会比这更精确",
    "pooled-passes": "这 {count:,} 个文件来自条件不同的测量；其请求仍合在一起",
    "too-few-requests": "没有值：至少需要 {needed:,} 个{noun:noun}，而只有 {count:,} 个；"
    "请多发请求，或改用较低的百分位",
    "cost-units": "时间以毫秒计，Throughput 为每秒请求数，Bytes 与 Space 为字节数",
    # 数字是否说明引擎
    "limited-by-lag": "受客户端限制，无效：其迟发的 p99 为 {lag:,.3g} 毫秒，超过响应 p99（{response:,.3g} 毫秒）的"
    " {percent:g} %；请降低速率、换更快的机器或增加连接",
    "limited-by-rate": "受客户端限制，无效：每秒只发出 {achieved:,.4g} 个请求，不到预定 {rate:,.4g} 个的"
    " {percent:g} %；请降低速率，或换更快的机器",
    "limited-as-said": "受客户端限制，无效：测量时客户端自己如此报告",
    # 两次测量能否比较
    "passes-other-queries": "{one} 与 {other} 的查询不同，差别可能由此而来",
    "passes-other-template": "{one} 与 {other} 的模板不同；若比较的不是模板，请重新测量",
    "passes-other-parameters": "{one} 与 {other} 的参数不同；若比较的不是参数，请重新测量",
    "passes-other-fact": "{one} 与 {other} 的 {name} 不同：{mine} 与 {theirs}",
    "passes-other-index": "{one} 与 {other} 的索引不同，据引擎所述",
    "passes-apart": "{name}：各系统的请求并不相同，因此作为各自独立的样本来比较",
    # 请求为何没有值
    "when-no-end": "不知道何时结束",
    "when-never-sent": "不知道何时发出",
    "when-engine-silent": "引擎没有报告耗时",
    "when-no-answer": "不知道回答有多长",
    "when-results-unknown": "不知道有多少条结果",
    "when-other-change": "是另一种变化，或不知道何时被搜到",
    "when-space-unknown": "引擎没有报告",
    # 步骤之外
    "shown-request": "关于该请求所知道的；时间以毫秒计",
    # 其他工具
    "elsewhere-omitted": "等待前一个请求的时间不计入，因此卡住的引擎看起来很快",
    "elsewhere-between": "百分位在两个值之间插值，而这里总是其中一个值；并且无论请求多少都给出",
}
