"""What goes wrong with a request to an engine, and what is said of a pass, in Chinese."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cranfield.words.telling import Template

__all__ = ["FAILURES", "LIVE"]

FAILURES: dict[str, Template] = {
    "live-refused": "查询 {query}：{url:clip 160} 拒绝连接；引擎在运行吗，端口对吗？",
    "live-unreachable": "查询 {query}：无法连到 {url:clip 160}（{why:clip 120}）",
    "live-no-host": "查询 {query}：{url:clip 160}：没有这台主机",
    "live-bad-url": "查询 {query}：{url:clip 160} 不是地址",
    "live-tls": "查询 {query}：{url:clip 160} 的证书不被本机信任（{why:clip 160}）；请用 ca 指明其签发者，"
    "若是自己的机器也可写 verify = false",
    "live-no-tls": "查询 {query}：{url:clip 160} 不使用 TLS；它的地址是否以 http:// 开头？",
    "live-timeout": "查询 {query}：{url:clip 160} 未在 {timeout:g} 秒内回答完整；若允许更久，请调大 timeout",
    "live-cut-off": "查询 {query}：{url:clip 160} 的回答中断（{why:clip 120}）",
    "live-redirect": "查询 {query}：{url:clip 160} 回答 {status}，重定向到 {location:quoted 120}；"
    "不会跟随，请写最终地址",
    "live-unauthorized": "查询 {query}：{url:clip 160} 回答 {status}：需要其他凭据[（{said:clip 160}）]；"
    "请用请求头发送，例如 {example}",
    "live-too-many": "查询 {query}：{url:clip 160} 回答 429：请求过多[；要求等待 {wait} 秒]；"
    "请降低 {=rate} 或加长 {=pause}",
    "live-status": "查询 {query}：{url:clip 160} 回答 {status}[：{said:clip 160}]",
    "live-error": "查询 {query}：{url:clip 160} 回答 {status}，却报告错误：{said:clip 160}",
    "live-partial": "查询 {query}：{url:clip 160} 只搜索了索引的一部分（{said:clip 80}）",
    "live-no-body": "查询 {query}：{url:clip 160} 的回答是空的",
    "live-not-json": "查询 {query}：{url:clip 160}：回答不是 JSON（{why}，第 {at:,} 个字符）"
    "[；开头是 {begins:quoted 60}]",
    "live-no-path": "查询 {query}：{url:clip 160}：回答中没有 {path}[；根部有 {names:listed}]；请改正引擎文件中的路径",
    "live-no-id": "查询 {query}：{url:clip 160}：第 {place} 条结果没有文本或整数的 id；请改正引擎文件中的 answer.ids",
    "live-strange-id": "查询 {query}：{url:clip 160}：第 {place} 条结果的 id 不是 UTF-8 能容纳的文本",
    "live-duplicate-id": "查询 {query}：{url:clip 160}：id {id:quoted 60} 在回答中出现 {times} 次，首次是第 {first} 条",
    "live-scores-differ": "查询 {query}：{url:clip 160}：回答有 {ids:,} 条结果，却有 {scores:,} 个分数",
    "live-score": "查询 {query}：{url:clip 160}：{id:quoted 60} 的分数不是数，而是 {given:quoted 40}；"
    "请改正引擎文件中的 answer.scores，或去掉它，以名次为分数",
    "live-too-large": "查询 {query}：{url:clip 160}：回答超过 {most:,} 字节；请少要一些，或在引擎文件中调大 largest",
    "live-encoding": "查询 {query}：{url:clip 160}：回答用 {encoding:quoted 40} 压缩，而并未这样要求",
    "live-unpacked": "查询 {query}：{url:clip 160}：回答无法按 {encoding} 解压",
    "live-not-fresh": "{query}：{url:clip 160}：{limit:g} 秒内没有搜索显示这一变化",
    "live-function": "查询 {query}：{url} 抛出 {why:clip 160}",
    "live-function-answer": "查询 {query}：{url} 给出 {given}；应给出 id、id 与分数的对，或字典",
}

LIVE: dict[str, Template] = {
    "live-failed": "{total:,} 个请求中有 {count:,} 个失败（计时按其超时计，若实际耗时更长则按实际耗时计）；"
    "例如：{what:said}",
    "live-partly": "{total:,} 个请求中有 {count:,} 个只搜索了索引的一部分（{said:clip 80}），"
    "例如查询 {query}：{url:clip 160}；{=whole} 把它们算作失败",
    "live-all-empty": "{count:,} 个查询都没有任何结果；索引是空的吗，还是搜索了别的字段？",
    "live-unanswered": "{total:,} 个查询中有 {count:,} 个没有回答；在结果文件中它们什么也没有找到",
    "live-changed": "{total:,} 个查询中有 {count:,} 个再问时回答不同，例如 {examples:few}；结果文件保留第一次的回答",
    "live-turned": "{total:,} 个查询中有 {count:,} 个把分数较低的结果排在前面，例如 {examples:few}；评测按分数排序："
    "去掉 answer.scores 即改写名次",
    "live-rate-found": "{system} 在每秒 {rate:,.4g} 个请求以内满足 {objective}",
    "live-rate-highest": "{system} 在每秒 {rate:,.4g} 个请求时满足 {objective}，这是试过的最高速率",
    "live-unwritten": "未写入 {files:all}：要写入的是满足条件的最高速率下的那一趟，而没有这样的速率",
    "live-rate-none": "{system} 在试过的任何速率下都不满足 {objective}",
    "live-rate-interrupted": "已中断：{system} 满足 {objective} 的最高速率尚不知道"
    "[rate?；每秒 {rate:,.4g} 个请求时满足]",
    "live-rate-limited": "{system} [rate?在每秒 {rate:,.4g} 个请求时满足 {objective}][rate!未能满足 {objective}]；"
    "再高则受本客户端限制，引擎也许能承受更多",
    "live-cold": "{system}：第一遍（冷）平均每个请求 {mean:.1f} 毫秒，共 {count:,} 个请求[；"
    "此后直到耗时稳定的 {warm:,} 个请求未计入]",
    "live-interrupted": "向 {system} 发出 {count:,} 个请求后中断；已测得的保留",
    "live-changes": "{system}：{told:all}",
    "live-change": "{kind:said} {mean:.0f} 毫秒",
    "live-add": "新增",
    "live-update": "更新",
    "live-delete": "删除",
    "live-so-far": "{total:,} 个中的 {done:,} 个[，{speed}]，{errors:,} 个失败",
    "live-space": "{system}：{bytes:,} 字节[documents?，{documents:,} 个文档]",
    "live-rates-title": "{system}，为 {objective} 试过的速率",
    "live-head-rate": "速率",
    "live-head-share": "p{share:g} 毫秒",
    "live-head-errors": "错误",
    "live-head-requests": "请求数",
    "live-step-holds": "满足",
    "live-step-fails": "不满足",
    "live-step-limited": "受本客户端限制",
    "sweep-title": "{count:,} 种设置，在 {train:,} 个查询上选出其一",
    "sweep-head-setting": "设置",
    "sweep-head-value": "{measure}",
    "sweep-head-difference": "差别",
    "sweep-head-p": "p（已校正）",
    "sweep-head-time": "中位数 毫秒",
    "sweep-best": "{setting} 最好；在留出的 {held:,} 个查询上其 {measure} 为 {value}[low?（95 %：{low} 至 {high}）]；"
    "在选择所用的查询上为 {train}",
    "sweep-stay": "没有其他设置胜过引擎原来的设置",
    "sweep-gain": "与引擎原来的设置相比差 {difference}[from?（95 %：{from} 至 {to}）][p?，p {p}]",
    "sweep-no-gain": "与引擎原来的设置相比看不出差别：{difference}[from?（95 %：{from} 至 {to}）][p?，p {p}]",
    "live-demo-start": "一个小的 BM25 引擎在本机运行，收录一家户外用品店的帮助页面；以下都是问它的，文件在 {folder}。",
    "live-demo-pass": "引擎的两种设置轮流回答，一个请求接一个请求：同一批请求的质量与成本。",
    "live-demo-load": "同样的查询按时间表发出，每秒一百个，不管回答如何。",
    "live-demo-rate": "95 % 的请求在 50 毫秒内得到回答的最高速率。",
    "live-demo-fresh": "变化多久能被搜到；引擎每十分之一秒刷新一次。",
    "live-demo-space": "索引有多大。",
    "live-demo-sweep": "标题中的词该算多重：在一半查询上选择，在另一半上检验。",
    "live-demo-replay": "用记录下来的回答再来一遍；不问任何引擎。",
    "live-demo-cost": "此后任何时候，两种设置的成本并排比较。",
    "live-demo-end": "全部文件在 {folder}：{files:all}。",
}
