"""Arrays with the same elements in different places, and what calls leave in arrays."""

import numpy as np


def tried(function, *arguments):
    """What a call gives, or its exception, and what it has left in the arrays."""
    try:
        given = function(*arguments)
    except Exception as error:
        given = type(error).__name__, str(error)
    return given, [argument.copy() for argument in arguments if isinstance(argument, np.ndarray)]


def layouts(array):
    wide = np.zeros(tuple(2 * extent for extent in array.shape), array.dtype)
    part = wide[tuple(slice(None, None, 2) for _ in array.shape)]
    part[...] = array
    yield "alone", array.copy()
    yield "every second", part
    yield "turned", np.asfortranarray(array)
    yield "backwards", array[tuple(slice(None, None, -1) for _ in array.shape)]
