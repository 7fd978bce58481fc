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


def driven(generator, *steps):
    """What a generator does when it is driven so."""
    found = []
    for step in steps:
        try:
            if step == "next":
                found.append(next(generator))
            elif step == "close":
                found.append(generator.close())
            elif isinstance(step, tuple):
                found.append(generator.send(*step))
            else:
                found.append(generator.throw(step))
        except BaseException as error:
            found.append((type(error).__name__, error.args, type(error.__cause__).__name__))
    return found
