"""What parameters of measures mean and may be, in Chinese, by the English."""

from __future__ import annotations

__all__ = ["TEXTS"]

_MEANINGS = {
    # 代价
    "the percentile: p of 100 requests are at most this; or mean": (
        "百分位：100 个请求中有 p 个不超过此值；或 mean（平均）"
    ),
    "which changes: all, or only documents added, updated or deleted": (
        "哪些变化：all 为全部，或只看新增（add）、更新（update）、删除（delete）的文档"
    ),
    "of the whole index, or of one of its documents": "整个索引的，或平均每篇文档的",
    # 排序
    "how many documents the collection has; must be given": "文档集共有多少文档；必须给出",
    "the lowest grade that counts as relevant; 0 counts every judged document": (
        "算作相关的最低等级；0 表示凡已判定的都算"
    ),
    "remove unjudged documents from the ranking first": "先从排序中去掉未判定的文档",
    "how the values of the units are averaged": "各单元的值怎样取平均",
    "look only at the first k results": "只看前 k 个结果",
    "divide by all relevant documents or by those returned": "除以全部相关文档数，还是只除以返回的相关文档数",
    "trec_eval's: n / min(R, N); original: n / R; 10: n / (10 + R)": (
        "trec 为 trec_eval 的定义 n / min(R, N)；original 为 n / R；10 为 n / (10 + R)"
    ),
    "if given, count only documents of this grade or higher": "给出时只数不低于该等级的文档",
    "the highest grade of the scale; if not given, that of the judgments": "等级的最高分；不给时取判定中的最高等级",
    "look only at the first k results, with precision over k": "只看前 k 个结果，查准率除以 k",
    "how many times more recall matters than precision": "召回率的重要程度是查准率的多少倍",
    "mean of the queries' values, or one quotient of the pooled counts": "各查询的值取平均，还是把计数汇总后只除一次",
    "how many times more precision matters than recall": "查准率的重要程度是召回率的多少倍",
    "the recall level; must be given": "召回率水平；必须给出",
    "how many recall levels, from 0 to 1": "从 0 到 1 取多少个召回率水平",
    "a document with a negative grade, pooled but not judged, counts too; so in ir_measures": (
        "等级为负（已入池但未判定）的文档也算；ir_measures 如此"
    ),
    "grades below this one are worth nothing": "低于该等级的没有增益",
    "the grade itself, 2^grade - 1, or a map; a grade that the map leaves out is worth itself": (
        "等级本身、2^等级 - 1，或一个映射；映射中没有的等级取其本身"
    ),
    "log2(rank + 1), or none before rank `base` and then log_base(rank)": (
        "log2(名次 + 1)；或第 base 名之前不打折，之后为以 base 为底的 log(名次)"
    ),
    "the base of the jarvelin discount (2 if not given)": "jarvelin 折损的底（不给时为 2）",
    "if given, a query without a document of this grade has no value": "给出时，没有该等级文档的查询没有值",
    "look only at the first k results and divide by k": "只看前 k 个结果，并除以 k",
    "the probability of going on to the next result": "继续看下一个结果的概率",
    "divide by the highest grade of all queries or of each": "除以全部查询的最高等级，还是各查询自己的最高等级",
    "if given, the gain is 1 from this grade on, else 0": "给出时，不低于该等级的增益为 1，其余为 0",
    "count what lies beyond the last result always, or only if a result is unjudged, as trec_eval does": (
        "总是计入列表末尾之后的部分，还是像 trec_eval 那样仅当有未判定的结果时才计入"
    ),
    "how many times R; must be given": "R 的多少倍；必须给出",
    "worth of a relevant document that is returned": "返回一个相关文档的价值",
    "worth of a non-relevant document that is returned": "返回一个不相关文档的价值",
    "worth of a relevant document that is not returned": "漏掉一个相关文档的价值",
    "worth of a non-relevant document that is not returned": "没有返回一个不相关文档的价值",
    "how many documents the collection has; needed for d, unused without": "文档集共有多少文档；只有用到 d 时才需要",
    # 评分
    "what values are: names, an order, numbers with equal steps, or numbers with a true zero": (
        "值的性质：名称、次序、等距的数，或有真正零点的数"
    ),
    "how agreement falls with distance: evenly, with its square, or by the pairs of values between": (
        "一致程度随距离怎样下降：均匀、按平方，或按中间的值对数"
    ),
    "what a disagreement costs: always the same, the distance of the values, or its square": (
        "分歧的代价：总是相同、等于值的距离，或距离的平方"
    ),
    "what a mistake costs: always the same, how many places labels are apart, or the square of that": (
        "错误的代价：总是相同、等于类别相隔的位数，或其平方"
    ),
    "the part of the examples that counts as the top, such as 0.1": "样本中算作前部的比例，例如 0.1",
    "straight lines from point to point, which flatter, or the best precision at that recall or a higher one": (
        "用直线连接各点（偏高），或取该召回率及更高处的最高精确率"
    ),
    "into how many bins probabilities are put": "把概率分成多少个箱",
    "bins that are equally wide, or that hold equally many examples": "等宽的分箱，或样本数相等的分箱",
    "the mean over bins by their examples, or the worst bin (MCE)": "各箱按样本数平均，或取最差的箱（MCE）",
    "how far apart two ratings may be and still agree": "两个评分相差多少仍算一致",
    "1: other raters for each item; A: the same raters, absolute agreement; C: whether they order items alike": (
        "1：各条目的评分者不同；A：评分者相同，要求绝对一致；C：只看对条目的排序是否一致"
    ),
    "of the mean of all raters of an item instead of a single rating": "针对条目全部评分者的平均，而不是单个评分",
    "the system that it is about; the batch may be about one": "针对哪个系统；数据本身可能只针对一个",
    # 分类
    "0 for guessing at random instead of 1 / labels": "使随机猜测得 0，而不是 1 / 类别数",
    "for several labels: each against the rest, or each pair, averaged evenly": (
        "多个类别时：一对其余，或两两相对，再平均"
    ),
    "False looks only at 65,536 bins of scores and gives the value with a certified error bound": (
        "False 表示只用 65,536 个得分分箱近似，并给出有保证的误差界"
    ),
    "the label that counts as positive; 1 of 0 and 1 need not be named": "算作正例的类别；类别为 0 和 1 时默认为 1",
    "for several labels: the mean over labels, even or weighted by true examples": (
        "多个类别时：各类的简单平均，或按各类样本数加权平均"
    ),
    "what a session weighs: none for 1, its rows, or its positive rows": "会话的权重：不给时为 1，或取其行数、正例数",
    "the positive label alone, the mean over labels, pooled counts, or the mean weighted by true examples": (
        "只看正例类别、宏平均、微平均（汇总计数），或按各类样本数加权平均"
    ),
    "the smallest probability that is believed; not given: the precision of the scores": (
        "概率的下限；不给时取得分类型的精度"
    ),
    "how many labels are looked at": "看得分最高的几个类别",
    # 文本
    "the longest n-grams that count": "计入的 n 元组的最大长度",
    "how text is cut into tokens": "文本怎样切分成词元",
    "compare in lower case": "不区分大小写",
    "what an order without a match counts as": "某一阶没有命中时怎样平滑",
    "the floor (0.1 if not given) or the k of add-k (1 if not given)": (
        "floor 的下限（不给时为 0.1）或 add-k 的 k（不给时为 1）"
    ),
    "leave out orders that the text is too short for: auto does so for a single segment, not for the corpus": (
        "是否略去文本太短而没有的阶：auto 表示单句略去，整个语料不略去"
    ),
    "the weight of each order, the same for all if not given": "各阶的权重，不给时相同",
    "as many numbers of at least 0 as there are orders, not all 0": "与阶数一样多的非负数，不全为 0",
    "how much lengths may differ": "长度可以相差多少",
    "leave blanks out, as for Chinese; otherwise those inside a text are characters too": (
        "不计空格，用于中文等；否则文本内部的空格也是字符"
    ),
    "compare without case, punctuation and articles (squad), or as it is written": (
        "不计大小写、标点和冠词进行比较（squad），或按原样比较"
    ),
    "which of the given values": "用哪一列给定的数值",
    "the name of a column": "列的名称",
    "vital nuggets only, all of them, or all with okay ones as half": "只看关键信息点、看全部，或看全部而次要的计一半",
    "partial support counts nothing, or half": "部分支持不计，或计一半",
    "one of 'squad', 'none'": "'squad'、'none' 之一",
    "one of 'vital', 'all', 'weighted'": "'vital'、'all'、'weighted' 之一",
    "one of 'strict', 'partial'": "'strict'、'partial' 之一",
    "how much more recall counts than precision": "召回率的重要程度是精确率的多少倍",
    "the longest character n-grams": "字符 n 元组的最大长度",
    "the longest word n-grams, 2 for chrF++": "词 n 元组的最大长度，chrF++ 为 2",
    "blanks are characters too": "空格也算字符",
    "average F over all orders, as chrF++.py does, not only over those that occur": (
        "像 chrF++.py 那样对所有阶的 F 取平均，而不只是出现的阶"
    ),
    "the longest word n-grams": "词 n 元组的最大长度",
    "the length of the n-grams": "n 元组的长度",
    "what is divided by: all n-grams, all tokens, or the number expected of a text of this length": (
        "除以什么：n 元组总数、词元总数，或这一长度的文本期望的不同数"
    ),
    "over all candidates together, or each text and then the mean": "全部候选合在一起算，还是逐个文本算再平均",
    "how many n-grams there are to choose from, for over='expected'": "可供选择的 n 元组总数，用于 over='expected'",
    "of the logarithm; natural if not given, 2 for bits": "对数的底；不给时为自然对数，2 则单位为比特",
    "how much recall counts; 0.9 gives 10PR / (R + 9P)": "召回率所占的比重；0.9 即 10PR / (R + 9P)",
    "how sharply the penalty grows with the number of chunks": "惩罚随块数增长的陡峭程度",
    "the largest penalty": "惩罚的最大值",
    "the last of the stages exact, stem and synonym (English)": "匹配进行到哪一步：原词、词干、同义词（英语）",
    "F, precision or recall": "F 值、精确率或召回率",
    "compare stems of words (Porter, as in rouge-score)": "按词干比较（Porter 算法，与 rouge-score 相同）",
    "how text is cut into tokens; for Chinese 'zh', 'char' or 'jieba'": (
        "文本怎样切分成词元；中文用 'zh'、'char' 或 'jieba'"
    ),
    "of several references: the one with the best F, the mean, or all counts added up as in ROUGE-1.5.5": (
        "有多个参考时：取 F 最高的一个、取平均，还是像 ROUGE-1.5.5 那样把计数相加"
    ),
    "as in the paper of 2004, or as the program ROUGE-1.5.5 counts": "按 2004 年论文计数，还是按程序 ROUGE-1.5.5 计数",
    "every single word as in the paper of 2004, or all but the last as in ROUGE-1.5.5": (
        "像 2004 年论文那样计入每个单词，还是像 ROUGE-1.5.5 那样不计最后一个"
    ),
    "the most words between the two": "两个词之间最多隔几个词",
    "a run of k matches is worth k^weight; 1 gives ROUGE-L": "连续 k 个匹配计 k^weight；1 即 ROUGE-L",
    "set punctuation apart first, as tercom does": "先像 tercom 那样把标点分开",
    "remove punctuation first": "先去掉标点",
    "let normalized and no_punct treat Chinese and Japanese characters too": (
        "normalized 与 no_punct 也处理中日文字符"
    ),
    "do not compare in lower case": "区分大小写",
}

_RULES = {
    "True or False": "True 或 False",
    "a label": "一个类别",
    "a number": "一个数",
    "a number above 0": "大于 0 的数",
    "a number above 0 and below 1": "大于 0 且小于 1 的数",
    "a whole number of at least 1 and of at most 100000": "1 到 100000 的整数",
    "a number above 0 and of at most 1": "大于 0 且不超过 1 的数",
    "a number above 0 and of at most 1000000": "大于 0 且不超过 1000000 的数",
    "a number above 1": "大于 1 的数",
    "a number of at least 0": "不小于 0 的数",
    "a number of at least 0 and of at most 0.5": "0 到 0.5 之间的数",
    "a number of at least 0 and of at most 1": "0 到 1 之间的数",
    "a number of at least 1 and of at most 10": "不小于 1 且不大于 10 的数",
    "a whole number of at least 0 and of at most 100": "不小于 0 且不大于 100 的整数",
    "a whole number of at least 1 and of at most 100": "不小于 1 且不大于 100 的整数",
    "a whole number of at least 0, or 'any'": "不小于 0 的整数，或 'any'",
    "a whole number of at least 1": "不小于 1 的整数",
    "the name of a system": "系统的名称",
    "a number above 0 and below 100, or 'mean'": "大于 0 且小于 100 的数，或 'mean'",
    "a whole number of at least 2 and of at most 100001": "2 到 100001 之间的整数",
    "'linear', 'exp' or a map of grades to gains such as {1: 3, 2: 9}": (
        "'linear'、'exp' 或从等级到增益的映射，如 {1: 3, 2: 9}"
    ),
    "one of 'none', '13a', 'intl', 'char', 'zh', 'jieba', 'ja-mecab', 'ko-mecab', 'rouge', 'spm:FILE' or a function"
    " from text to tokens": (
        "'none'、'13a'、'intl'、'char'、'zh'、'jieba'、'ja-mecab'、'ko-mecab'、'rouge' 之一，'spm:文件'，"
        "或把文本变成词元的函数"
    ),
}


def _choices(*words: str) -> dict[str, str]:
    """One of several words, in both languages."""
    return {"one of " + ", ".join(map(repr, words)): "、".join(map(repr, words)) + " 之一"}


TEXTS = _MEANINGS | _RULES
for _each in (
    ("arithmetic", "geometric"), ("relevant", "retrieved"), ("trec", "original", "10"), ("macro", "micro"),
    ("log2", "jarvelin"), ("collection", "topic"), ("always", "if-unjudged"), ("ovr", "ovo"), ("macro", "weighted"),
    ("rows", "positives"), ("binary", "macro", "micro", "weighted"), ("none", "floor", "add-k", "exp"),
    ("auto", "yes", "no"), ("ngrams", "tokens", "expected"), ("corpus", "text"), ("exact", "stem", "synonym"),
    ("f", "p", "r"), ("best", "average", "pooled"), ("paper", "1.5.5"), ("none", "exp"),
    ("nominal", "ordinal", "interval", "ratio"), ("linear", "quadratic", "ordinal"), ("none", "linear", "quadratic"),
    ("1", "A", "C"), ("all", "add", "update", "delete"), ("index", "document"),
    ("trapezoid", "interpolated"), ("width", "count"), ("mean", "worst"),
):  # fmt: skip
    TEXTS |= _choices(*_each)
