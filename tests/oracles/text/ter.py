"""TER (Snover et al. 2006) of two short token lists: blocks are moved, best first, while that saves edits.

The paper leaves open which of equally good moves is made; tercom takes the longest block, then the one that begins
first, then the target that is nearest to the front. Alignments prefer keeping or replacing, then dropping, then adding.
"""

LONGEST, FARTHEST = 10, 50


def distances(words, wanted):
    table = [[i + j if 0 in (i, j) else 0 for j in range(len(wanted) + 1)] for i in range(len(words) + 1)]
    for i, word in enumerate(words, 1):
        for j, other in enumerate(wanted, 1):
            table[i][j] = min(table[i - 1][j - 1] + (word != other), table[i - 1][j] + 1, table[i][j - 1] + 1)
    return table


def aligned(words, wanted):
    """For each word of the reference the place in the candidate it meets, and which words on both sides are wrong."""
    table = distances(words, wanted)
    i, j = len(words), len(wanted)
    meets, wrong, missing = {}, [False] * len(words), [False] * len(wanted)
    while i or j:
        if i and j and table[i][j] == table[i - 1][j - 1] + (words[i - 1] != wanted[j - 1]):
            i, j = i - 1, j - 1
            meets[j] = i
            wrong[i] = missing[j] = words[i] != wanted[j]
        elif i and table[i][j] == table[i - 1][j] + 1:
            i -= 1
            wrong[i] = True
        else:
            j -= 1
            meets[j] = i - 1  # it would stand behind the word before
            missing[j] = True
    return meets, wrong, missing


def moved(words, start, size, target):
    block, rest = words[start : start + size], words[:start] + words[start + size :]
    at = target if target <= start else target - size if target > start + size else start
    return rest[:at] + block + rest[at:]


def best_move(words, wanted):
    before = distances(words, wanted)[-1][-1]
    meets, wrong, missing = aligned(words, wanted)
    best = None
    for start in range(len(words)):
        for goal in range(len(wanted)):
            if abs(goal - start) > FARTHEST:
                continue
            for size in range(1, LONGEST + 1):
                if start + size > len(words) or words[start : start + size] != wanted[goal : goal + size]:
                    break
                if not any(wrong[start : start + size]) or not any(missing[goal : goal + size]):
                    continue
                if start <= meets[goal] < start + size:
                    continue
                for before_goal in range(-1, size):
                    place = goal + before_goal
                    target = 0 if place == -1 else meets[place] + 1 if place in meets else None
                    if target is None:
                        break
                    again = moved(words, start, size, target)
                    saved = before - distances(again, wanted)[-1][-1]
                    best = max(best or (0,), (saved, size, -start, -target, again))
    return best


def edits(words, wanted):
    moves = 0
    while wanted and words:
        found = best_move(words, wanted)
        if found is None or found[0] <= 0:
            break
        moves, words = moves + 1, found[-1]
    return moves + distances(words, wanted)[-1][-1]


def oracle(segments):
    """100 times the fewest edits to a reference over the mean length of the references, of (words, references)."""
    fewest = sum(min(edits(words, each) for each in references) for words, references in segments)
    length = sum(sum(map(len, references)) / len(references) for _, references in segments)
    return 100 * fewest / length if length else 100.0 * (fewest > 0)
