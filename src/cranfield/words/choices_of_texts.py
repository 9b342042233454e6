"""Which measure suits which question about texts and ratings; the rest of the catalogue is in `choices`."""

from __future__ import annotations

from cranfield.words.choice import Choice

__all__ = ["CHOICES"]

CHOICES = (
    # texts
    Choice(
        "text", ("BLEU",),
        ("Is the translation near the references, over a corpus?", "整个语料上，译文与参考译文接近吗？"),
        ("meaning, synonyms, and which words matter", "语义、同义词，以及哪些词更重要"),
        (
            "single sentences are compared, or tokenisers differ: read the signature; for Chinese use tokenize='zh'",
            "比较单个句子时，或分词方式不同时：要看签名；中文请用 tokenize='zh'",
        ),
    ),
    Choice(
        "text", ("chrF", "chrF++"),
        ("The same for languages with many word forms, or without blanks?", "词形变化多或不用空格的语言呢？"),
        ("the order of words, nearly; meaning", "词序（几乎不计）；语义"),
        (
            "texts share letters by chance: values of unrelated texts are not near 0",
            "不相关的文本也会有相同的字母：它们的值并不接近 0",
        ),
    ),
    Choice(
        "text", ("ROUGE-1", "ROUGE-2", "ROUGE-L"),
        ("Does a summary hold what the reference holds?", "摘要包含了参考摘要的内容吗？"),
        ("meaning, truth, and whether it reads well", "语义、事实是否正确，以及是否通顺"),
        (
            "summaries differ in length (look at P and R apart), or say it in other words",
            "摘要长度不同时（应分看 P 与 R），或换了说法时",
        ),
    ),
    Choice(
        "text", ("METEOR",),
        (
            "Are the right words there, also as stems or synonyms, and in order?",
            "该有的词（含词干、同义词）都在吗，次序对吗？",
        ),
        (
            "words that no list of synonyms knows; for other languages than English synonyms at all",
            "同义词表之外的说法；英语以外没有同义词",
        ),
        (
            "languages are compared: matches by stem and synonym exist for English only",
            "跨语言比较时：词干与同义词匹配只适用于英语",
        ),
    ),
    Choice(
        "text", ("TER",),
        ("How much would an editor have to change?", "译后编辑需要改多少？"),
        ("how hard each change is", "每处修改的难易"),
        (
            "a reference is only one of many good ones: the nearest may be far",
            "参考只是众多好译文之一时：最近的也可能很远",
        ),
    ),
    Choice(
        "text", ("Distinct-1", "Distinct-2", "SelfBLEU", "Entropy-2"),
        ("Does the generator repeat itself?", "生成的内容是否单调重复？"),
        ("whether what is said is right", "内容对不对"),
        (
            "amounts of text differ: Distinct falls with length; compare equal amounts or use over='expected'",
            "文本量不同时：Distinct 随长度下降；应比较等量的文本，或用 over='expected'",
        ),
    ),
    Choice(
        "text", ("WER", "CER"),
        ("How much of what was said is written down wrong (speech, scans)?", "语音识别或文字识别错了多少？"),
        ("which errors change the meaning", "哪些错误改变了意思"),
        (
            "case, punctuation or numbers are written otherwise: each counts as an error; use CER for Chinese",
            "大小写、标点或数字写法不同时：都算错误；中文请用 CER",
        ),
    ),
    Choice(
        "text", ("ExactMatch", "TokenF1"),
        ("Is the short answer to a question right, or nearly?", "问题的简短回答对不对，或接近吗？"),
        ("other words for the same answer", "同一答案的其他说法"),
        (
            "answers are sentences, or not English: only English articles are left out, and words are cut at blanks",
            "回答是整句，或不是英语时：只去掉英语冠词，并且只按空格切词",
        ),
    ),
    Choice(
        "text", ("NuggetRecall", "NuggetRecall(support='partial')"),
        ("Does a long answer hold the facts that it should?", "长回答包含了应有的事实吗？"),
        ("what else it says, true or not, and at what length", "其余内容的真假与长短"),
        (
            "a model assigned the nuggets and nobody checked it against people",
            "信息点由模型判定，而没有与人工判定核对时",
        ),
    ),
    Choice(
        "text", ("CIDEr-D",),
        ("Does a caption say what most people say of the picture?", "图片描述是否说出了多数人会说的内容？"),
        ("truth, and words that all pictures share", "内容是否属实，以及所有图片共有的词"),
        (
            "there are few segments or one reference each: weights of words come from the data itself",
            "片段很少或只有一个参考时：词的权重取自数据本身",
        ),
    ),
    Choice(
        "text", ("Given(column='COMET')", "GivenLoss(column='perplexity')"),
        (
            "Another tool scored each segment: do the systems really differ?",
            "别的工具已给每个片段打分：系统之间真的有差别吗？",
        ),
        ("how the values came about", "这些值是怎么来的"),
        ("systems were scored by different versions or settings of the tool", "各系统打分所用的版本或设置不同时"),
    ),
    # ratings
    Choice(
        "ratings", ("Mean", "MeanZ"),
        ("How good do people find the outputs of a system?", "人们觉得系统的输出有多好？"),
        ("whether raters mean the same by a rating", "评分者对评分的理解是否相同"),
        (
            "raters rated different systems, or few items each: z-scores then hide or invent differences",
            "评分者评的系统不同，或每人只评了很少条目时：z 分数会掩盖或制造差异",
        ),
    ),
    Choice(
        "ratings", ("Alpha", "Agreement"),
        ("Do raters agree on grades or ratings, with some missing?", "等级或评分有缺失时，评分者是否一致？"),
        ("which raters disagree", "是哪些评分者不一致"),
        (
            "nearly all ratings are one value: chance agrees often, and alpha is low although raters agree",
            "绝大多数评分都是同一个值时：随机也常常一致，评分者一致而系数仍然很低",
        ),
    ),
    Choice(
        "ratings", ("Kappa", "Pi", "FleissKappa", "CongerKappa"),
        ("Do two or more raters agree on labels, as papers report it?", "按论文的习惯，评分者给出的类别是否一致？"),
        ("how far two grades are apart, unless they are weighted", "等级之间相差多少（加权时除外）"),
        (
            "one value dominates, or raters differ in how often they use it: the kappa paradox",
            "某个值占绝大多数，或评分者使用各值的频率不同时：所谓一致性悖论",
        ),
    ),
    Choice(
        "ratings", ("AC1", "AC2"),
        ("Do raters agree where one grade dominates, as in pools?", "某个等级占绝大多数时，评分者是否一致？"),
        ("whether raters agree on the rare values, which may be those that matter", "在少见而重要的值上是否一致"),
        ("it is compared with kappa: it is higher by definition", "与 Kappa 相比时：按定义它就更高"),
    ),
    Choice(
        "ratings", ("Kappa(weights='quadratic')", "AC2"),
        (
            "Does a language model grade as people do, near misses counting less? (cranfield judges says more)",
            "语言模型的判定与人一致吗（差得近的扣得少；详见 cranfield judges）？",
        ),
        ("whether the order of systems stays the same under its judgments", "用它的判定时，系统的排名是否不变"),
        (
            "most documents are not relevant: a judge who always says 0 agrees often too",
            "多数文档不相关时：一律判 0 的评判者也常常一致",
        ),
    ),
    Choice(
        "ratings", ("ICC", "ICC(average=True)"),
        ("Is a single rating reliable, and is the mean of all raters?", "单个评分可靠吗？全部评分者的平均可靠吗？"),
        ("items that not all raters rated", "不是所有评分者都评过的条目"),
        ("items hardly differ: it is low however well raters agree", "条目之间几乎没有差别时：评分再一致也很低"),
    ),
    Choice(
        "ratings", ("IntraRater",),
        ("Do raters agree with themselves?", "评分者自己前后一致吗？"),
        ("whether different raters agree", "不同评分者之间是否一致"),
        ("a rater remembers what was said before", "评分者还记得之前的评分时"),
    ),
    Choice(
        "ratings", ("BradleyTerry", "WinRate"),
        ("Which system do people prefer side by side?", "并排比较时，人们更喜欢哪个系统？"),
        ("by how much an output is better", "好多少"),
        (
            "systems met different opponents: the share of wins then depends on whom they met",
            "各系统遇到的对手不同时：胜率取决于遇到了谁",
        ),
    ),
)  # fmt: skip
