"""Success: is there a relevant document?"""


def oracle(qrels, ranking, k=None, rel=1):
    looked_at = ranking if k is None else ranking[:k]
    return 1.0 if any(qrels.get(doc, -1) >= rel for doc in looked_at) else 0.0
