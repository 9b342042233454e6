"""Which measure suits which question: the one catalogue, in both languages.

A row names a family, the question, the measures that answer it, what they do not look at, and when they mislead.
"""

from __future__ import annotations

from cranfield.words import choices_of_labels, choices_of_texts
from cranfield.words.choice import Choice

__all__ = ["CHOICES", "Choice"]

CHOICES = (
    # rankings
    Choice(
        "ranking", ("nDCG@10",),
        ("How good is the first page, with grades of relevance?", "结果首页排得好不好（相关性有多个等级）？"),
        ("what comes after rank k; how long the user really looks", "第 k 名以后的结果；用户实际会看多少"),
        (
            "many results are unjudged, or tools differ in the gain: linear here, exponential elsewhere",
            "未判定的结果很多时；不同工具的增益定义不同（这里是线性，别处可能是指数）",
        ),
    ),
    Choice(
        "ranking", ("AP",),
        (
            "How good is the whole ranking, when every relevant document matters?",
            "每个相关文档都重要时，整个排序好不好？",
        ),
        ("grades: a document is relevant or not", "相关程度：只分相关与不相关"),
        (
            "judgments are incomplete: an unjudged document counts as not relevant; use Bpref or infAP then",
            "判定不完整时：未判定的文档按不相关计；这时改用 Bpref 或 infAP",
        ),
    ),
    Choice(
        "ranking", ("RR@10",),
        ("Is the one answer near the top (questions, home pages)?", "唯一的答案排得够靠前吗（问答、主页查找）？"),
        ("everything after the first relevant document", "第一个相关文档之后的一切"),
        (
            "several documents are needed, or few queries decide: 1 and 1/2 are far apart, 1/9 and 1/10 are not",
            "用户需要多个文档时；查询很少时也不稳定：1 与 1/2 相差很大，1/9 与 1/10 几乎没有差别",
        ),
    ),
    Choice(
        "ranking", ("P@5", "P@10"),
        ("How much of what is shown is useful?", "展示的结果中有多少有用？"),
        ("the order inside the first k, and what was not found", "前 k 个结果内部的次序，以及没有找到的文档"),
        (
            "queries have fewer than k relevant documents: even a perfect ranking stays below 1; see Rprec",
            "查询的相关文档不足 k 个时：完美的排序也达不到 1；可看 Rprec",
        ),
    ),
    Choice(
        "ranking", ("R@100", "R@1000"),
        ("Does the first stage find everything that a reranker needs?", "召回阶段有没有把重排所需的文档都找出来？"),
        ("the order, and how much else was returned", "次序，以及一并返回了多少无关文档"),
        (
            "the relevant documents are not all known, as in pools: recall is then too high",
            "相关文档没有全部标出（例如只标注了文档池）时：召回率会偏高",
        ),
    ),
    Choice(
        "ranking", ("Success@5",),
        ("For how many queries is there any useful result?", "有多少查询至少得到一个有用的结果？"),
        ("how many useful results there are, and where in the first k", "有用结果的个数及其在前 k 名中的位置"),
        (
            "queries are easy: nearly all succeed, and systems look alike",
            "查询太容易时：几乎全部命中，看不出系统差别",
        ),
    ),
    Choice(
        "ranking", ("Bpref", "infAP", "Judged@10"),
        ("Can I compare new systems with old, incomplete judgments?", "判定是旧的、不完整的，还能比较新系统吗？"),
        ("unjudged documents, except in their share (Judged)", "未判定的文档（Judged 只看其比例）"),
        (
            "hardly any non-relevant documents were judged, or Judged@10 is low: then judge more",
            "几乎没有判定过不相关文档，或 Judged@10 很低时：应当先补充判定",
        ),
    ),
    Choice(
        "ranking", ("GMAP",),
        ("Do the hard queries get better?", "难查询有没有改善？"),
        ("gains on easy queries, nearly", "简单查询上的提升（几乎不计）"),
        ("some values are 0: the floor of 0.00001 then decides", "有的查询值为 0 时：结果由下限 0.00001 决定"),
    ),
    Choice(
        "ranking", ("ERR@20", "RBP(p=0.8)"),
        (
            "What does a user get who stops when satisfied, or loses patience?",
            "满意就停或逐渐失去耐心的用户能得到什么？",
        ),
        ("results far down, by the model of the user", "按用户模型几乎看不到的靠后结果"),
        (
            "the model does not fit: several documents are needed (ERR), or p was not measured (RBP)",
            "用户模型不符时：需要多个文档（ERR），或 p 没有依据（RBP）",
        ),
    ),
    Choice(
        "ranking", ("F", "T11SU"),
        ("Is the returned set right (filtering, boolean search)?", "返回的集合对不对（过滤、布尔检索）？"),
        ("the order", "次序"),
        (
            "systems return a fixed number of documents: precision then depends on it",
            "系统固定返回若干文档时：查准率由返回数决定",
        ),
    ),
    Choice(
        "ranking", ("alpha_nDCG@10", "nERR_IA@10", "nNRBP"),
        (
            "The query means several things: do the first results serve all of them, without saying one thing twice?",
            "查询有多种含义时：前面的结果是否都照顾到，又不重复？",
        ),
        ("how relevant a document is to a subtopic: it covers it or not", "文档与子话题的相关程度：只分覆盖与不覆盖"),
        (
            "judgments have no subtopics (it is refused), or queries have one each: nothing is left to diversify",
            "判定中没有子话题时（会拒绝计算）；每个查询只有一个子话题时：没有多样性可言",
        ),
    ),
    Choice(
        "ranking", ("StRecall@10", "P_IA@10", "AP_IA"),
        ("How many meanings of a query are served, and how well on average?", "查询的多种含义覆盖了多少，平均有多好？"),
        (
            "how often the same is said again (StRecall: also where in the first k)",
            "同样的内容重复了多少次（StRecall 还不看在前 k 名中的位置）",
        ),
        (
            "subtopics are not equally likely: each counts alike here",
            "各子话题的可能性并不相同时：这里一律同等看待",
        ),
    ),
    Choice(
        "ranking", ("AWRF", "EE_L"),
        (
            "Do groups of documents (sellers, regions) get the attention that they deserve?",
            "各组文档（卖家、地区等）得到了应得的关注吗？",
        ),
        ("which documents of a group are shown; documents without a group", "展示的是组内哪些文档；没有分组的文档"),
        (
            "groups of many documents are missing, or the judged documents are unevenly pooled: they set the target",
            "许多文档没有分组时；已判定的文档本身偏向某些组时：应得份额由它们决定",
        ),
    ),
    Choice(
        "ranking", ("INST@10", "BPM@10"),
        (
            "How good is each result looked at, if the user wants a certain amount?",
            "用户想要一定的量时，所看的每个结果平均有多好？",
        ),
        ("what is found after the user has enough", "用户满足之后的结果"),
        (
            "T, the amount wanted, was not set for the task: users who want one answer and many then look alike",
            "没有按任务设定期望的量 T 时：只要一个答案与要很多答案的用户便没有区别",
        ),
    ),
    Choice(
        "ranking", ("Q", "nERR@10", "O"),
        (
            "Do grades matter as well as finding everything (Q), or the one best document (O)?",
            "既看等级又要找全（Q），或只要一个最好的文档（O）？",
        ),
        (
            "unjudged documents; for O everything after the first relevant one",
            "未判定的文档；O 还不看第一个相关文档之后的一切",
        ),
        (
            "values are set beside others: the gain of a grade and beta differ between tools",
            "与别处的值并列比较时：各工具的等级增益与 beta 可能不同",
        ),
    ),
    Choice(
        "ranking", ("Compat",),
        (
            "How near is the ranking to the best one, when only the top few documents are known to be best?",
            "只知道哪几个文档最好时，排序与理想排序有多接近？",
        ),
        ("how much better one grade is than the next", "等级之间相差多少"),
        (
            "it is taken for a share of what is relevant: p alone decides how deep it looks",
            "把它当作相关文档的比例时：看多深完全由 p 决定",
        ),
    ),
    *choices_of_labels.CHOICES,
    *choices_of_texts.CHOICES,
    # cost
    Choice(
        "cost", ("Latency(p=99)", "Latency(mean)"),
        ("How long do people wait for an answer?", "用户要等多久才得到回答？"),
        ("whether the answer is any good", "回答好不好"),
        (
            "the client was the limit, requests waited for each other, or there are too few of them",
            "受客户端限制、请求互相等待或请求太少时",
        ),
    ),
    Choice(
        "cost", ("Service", "EngineTime", "Lag"),
        ("Where does the time go: client, network or engine?", "时间花在哪里：客户端、网络还是引擎？"),
        ("what somebody waits in all", "总共等了多久"),
        ("a single one of them is taken for the latency", "把其中之一当作延迟时"),
    ),
    Choice(
        "cost", ("Throughput", "ErrorRate", "Coverage"),
        ("How much does it answer, and how much not?", "能回答多少请求，又有多少没有回答？"),
        ("how long each request took", "每个请求用了多久"),
        ("the rate was not the largest that it can bear", "所用速率并非其所能承受的最大速率时"),
    ),
    Choice(
        "cost", ("Space", "Bytes", "Freshness(p=95)"),
        ("How large is the index, and how soon does it show a change?", "索引有多大，变化多久能搜到？"),
        ("what a search costs", "一次搜索的代价"),
        (
            "the index was still merging, or searching itself made changes visible",
            "索引仍在合并，或搜索本身使变化可见时",
        ),
    ),
)  # fmt: skip
