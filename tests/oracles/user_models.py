"""C/W/L users, compatibility, and the measures of NTCIR as plain loops, written from the papers."""

import math

FAR = 200_000


def _gains(qrels, ranking, max_grade):
    return [max(qrels.get(doc, 0), 0) / max_grade for doc in ranking]


def _walk(gains, going_on, k):
    """The expected gain over the expected number of results; without k the walk has no end."""
    chance = total = visits = cumulated = 0.0
    chance = 1.0
    for rank in range(1, (FAR if k is None else k) + 1):
        gain = gains[rank - 1] if rank <= len(gains) else 0.0
        cumulated += gain
        total, visits = total + chance * gain, visits + chance
        if k is None and rank == FAR:  # what is left is nearly the integral of chance x (rank / x)^2
            visits += chance * FAR
        chance *= going_on(rank, cumulated)
        if rank > len(gains) + 50 and k is not None and chance == 0:
            break
    return total / visits


def insq(qrels, ranking, max_grade, T=1.0, k=None):  # noqa: N803 (its name)
    return _walk(_gains(qrels, ranking, max_grade), lambda rank, _: ((rank + 2 * T - 1) / (rank + 2 * T)) ** 2, k)


def inst(qrels, ranking, max_grade, T=1.0, k=None):  # noqa: N803 (its name)
    def going_on(rank, gained):
        left = T - gained
        return ((rank + T + left - 1) / (rank + T + left)) ** 2

    return _walk(_gains(qrels, ranking, max_grade), going_on, k)


def bpm(qrels, ranking, max_grade, T=1.0, k=1000):  # noqa: N803 (its name)
    gains, total = _gains(qrels, ranking, max_grade), 0.0
    for rank in range(1, k + 1):
        total += gains[rank - 1] if rank <= len(gains) else 0.0
        if total >= T:
            return total / rank
    return total / k


def _overlap(one, other, p, depth):
    weight = total = norm = 0.0
    weight = 1.0
    for at in range(depth):
        total += weight * len(set(one[: at + 1]) & set(other[: at + 1])) / (at + 1)
        norm += weight
        weight *= p
    return total / norm


def compat(qrels, ranking, p=0.95, normalize=True):  # noqa: FBT002 (as the parameter is)
    place = {doc: at for at, doc in enumerate(ranking)}
    ideal = sorted((doc for doc in qrels if qrels[doc] > 0), key=lambda doc: (-qrels[doc], place.get(doc, math.inf)))
    if not ideal:
        return None
    depth = max(len(ranking), len(ideal))
    value = _overlap(ranking, ideal, p, depth)
    return value / _overlap(ideal, ideal, p, depth) if normalize else value


def _worth(grade, gain):
    if grade < 0:
        return 0.0
    if gain == "exp":
        return 2**grade - 1
    return grade if gain == "linear" else gain.get(grade, grade)


def _ideal(qrels, gain):
    return sorted((_worth(grade, gain) for grade in qrels.values() if grade >= 0), reverse=True)


def q(qrels, ranking, k=None, gain="linear", beta=1.0, rel=1):
    wanted = sum(grade >= rel for grade in qrels.values())
    if not wanted:
        return None
    best, total, count, gained = _ideal(qrels, gain), 0.0, 0, 0.0
    for rank, doc in enumerate(ranking[:k], 1):
        gained += _worth(qrels.get(doc, -1), gain)
        if qrels.get(doc, -1) >= rel:
            count += 1
            total += (count + beta * gained) / (rank + beta * sum(best[:rank]))
    return total / (wanted if k is None else min(wanted, k))


def o(qrels, ranking, k=None, gain="linear", beta=1.0, rel=1):
    if not any(grade >= rel for grade in qrels.values()):
        return None
    best = _ideal(qrels, gain)
    for rank, doc in enumerate(ranking[:k], 1):
        if qrels.get(doc, -1) >= rel:
            return (1 + beta * _worth(qrels[doc], gain)) / (rank + beta * sum(best[:rank]))
    return 0.0


def nerr(qrels, ranking, max_grade, k=None, gain="exp"):
    best = _ideal(qrels, gain)
    mapped = [] if isinstance(gain, str) else [each for grade, each in gain.items() if grade <= max_grade]
    top = max([_worth(max_grade, gain), *mapped])

    def expected(gains):
        left, total = 1.0, 0.0
        for rank, each in enumerate(gains[:k], 1):
            stop = min(each / (top + 1), 1.0)
            total += left * stop / rank
            left *= 1 - stop
        return total

    ideal = expected(best)
    return expected([_worth(qrels.get(doc, -1), gain) for doc in ranking]) / ideal if ideal else None


ORACLES = {"INSQ": insq, "INST": inst, "BPM": bpm, "Compat": compat, "Q": q, "O": o, "nERR": nerr}
SCALED = ("INSQ", "INST", "BPM", "nERR")
