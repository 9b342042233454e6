"""Recall, counted by hand (Cleverdon 1967)."""


def oracle(qrels, ranking, k=None, rel=1):
    wanted = [doc for doc, grade in qrels.items() if grade >= rel]
    if not wanted:
        return None
    looked_at = ranking if k is None else ranking[:k]
    return len([doc for doc in wanted if doc in looked_at]) / len(wanted)
