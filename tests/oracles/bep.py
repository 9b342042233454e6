"""The break-even point: walk along the P-R curve until recall is no longer below precision."""


def oracle(qrels, ranking, rel=1):
    wanted = sum(1 for grade in qrels.values() if grade >= rel)
    if not wanted:
        return None
    found = 0
    for rank, doc in enumerate(ranking, 1):
        if qrels.get(doc, -1) >= rel:
            found += 1
        precision, recall = found / rank, found / wanted
        if found and recall >= precision:
            return recall
        if rank >= wanted:
            return 0.0
    return found / wanted  # the ranking ended: from here the curve falls straight down to precision 0
