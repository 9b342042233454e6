"""A call with odd values in the place of good ones: what it raises must be ours, in one short line."""

from cranfield import CranfieldError
from public.odd_values import ODD

LONGEST = 1600  # characters of a sentence, of which a path may take 1,000


def outcome(call, arguments, keywords):
    """The sentence of a refusal, or nothing; everything else that is raised comes through."""
    try:
        call(*arguments, **keywords)
    except CranfieldError as error:
        return str(error)
    return ""


def places(arguments, keywords):
    return [*range(len(arguments)), *keywords]


def replaced(arguments, keywords, place, value):
    if isinstance(place, int):
        return (*arguments[:place], value, *arguments[place + 1 :]), keywords
    return arguments, {**keywords, place: value}


def is_for_the_user(place, value):
    """A function of the user's is called as it is, and what it raises is for whoever gave it."""
    return place in ("progress", "adapt") and callable(value)


def try_every_place(name, call, arguments, keywords, outcome=outcome):
    """Every odd value in every place."""
    for place in places(arguments, keywords):
        for label, value in ODD.items():
            if is_for_the_user(place, value):
                continue
            try:
                told = outcome(call, *replaced(arguments, keywords, place, value))
            except Exception as error:
                error.add_note(f"{name}: {place} given {label}")
                raise
            assert "\n" not in told, (place, label)
            assert len(told) < LONGEST, (place, label)
