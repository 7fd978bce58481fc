"""What the programs of `tests/run` ask of a call: what it gives, or what it raises."""

import re


def attempt(function, *arguments, **keywords):
    try:
        return function(*arguments, **keywords)
    except Exception as error:
        return error


def attempt_indices(function, *arguments):
    """What a call raises, or what it did to its arguments. Where several indices are wrong, which of them is told is
    open."""
    try:
        return [function(*arguments), *arguments]
    except Exception as error:
        return type(error)(re.sub(r" \(axis \d\)", "", str(error)))
