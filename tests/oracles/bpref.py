"""Bpref (Buckley and Voorhees 2004, and trec_eval's form with min(R, N))."""


def oracle(qrels, ranking, variant="trec", rel=1):
    wanted = sum(1 for grade in qrels.values() if grade >= rel)
    unwanted = sum(1 for grade in qrels.values() if 0 <= grade < rel)
    if not wanted:
        return None
    above, total = 0, 0.0
    for doc in ranking:
        grade = qrels.get(doc, -1)
        if 0 <= grade < rel:
            above += 1
        elif grade >= rel and above == 0:
            total += 1
        elif grade >= rel and variant == "trec":
            total += 1 - min(above, wanted) / min(wanted, unwanted)
        elif grade >= rel:
            first = wanted + 10 if variant == "10" else wanted
            total += 1 - min(above, first) / first
    return total / wanted
