"""METEOR (Banerjee and Lavie 2005) by trying every alignment; `kind` says 0, 1, 2 for the stage of a link or None."""


def best_alignment(candidate, reference, kind):
    """Matches and chunks of the alignment with most matches stage by stage and then fewest chunks."""
    best = (0, 0, 0, 0)

    def go_on(at, used, counts, links):
        nonlocal best
        if at == len(candidate):
            chunks = sum(n == 0 or links[n - 1] != (i - 1, j - 1) for n, (i, j) in enumerate(links))
            best = max(best, (*counts, -chunks))
            return
        go_on(at + 1, used, counts, links)
        for place, word in enumerate(reference):
            stage = kind(candidate[at], word)
            if place not in used and stage is not None:
                more = tuple(count + (each == stage) for each, count in enumerate(counts))
                go_on(at + 1, used | {place}, more, [*links, (at, place)])

    go_on(0, frozenset(), (0, 0, 0), [])
    return sum(best[:3]), -best[3]


def oracle(candidate, reference, kind, alpha=0.9, beta=3, gamma=0.5):
    matches, chunks = best_alignment(candidate, reference, kind)
    if not matches:
        return 0.0
    p, r = matches / len(candidate), matches / len(reference)
    return p * r / (alpha * p + (1 - alpha) * r) * (1 - gamma * (chunks / matches) ** beta)
