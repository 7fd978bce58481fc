"""Random programs that are written as text: threads with memory of their own, locks, pointers from callers, chosen functions.

Each shape draws from a stream of chance of its own, so that a change of one leaves the programs of all others as they are.
`reading.py` is their model.
"""

import tree
from calls import Calls
from chance import Chance
from generate import Drafting
from memory import Invalid
from lending import Lending
from pointing import Elements, Given, Own
from reading import Model
from threads import Block, Chosen, Extremes, Numbered, Rows, Sums

HEAD = """\
# cython: language_level=3
import numpy as np
cimport cython
cimport openmp
from cython.parallel import parallel, prange, threadid
from libc.math cimport fabs
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset
"""

CALLS = 4
SHAPES = [Block, Sums, Numbered, Chosen, Given, Elements, Own, Extremes, Rows, Lending]


def generate(seed, number, name):
    """A program of the shape whose turn it is, with calls that are tests, and what each must give; None where there are too few."""
    shape = SHAPES[number % len(SHAPES)]
    chance = Chance(seed, number // len(SHAPES), *map(ord, shape.__name__))
    writer = shape(chance, name)
    writer.write()
    drafted = Drafting(name, [tree.Function(name, writer.params, [], [])], [], writer.plain, writer.finished())
    drafted.dims = {"main": writer.dims}
    model, makes = Model(drafted), Calls(chance, drafted)
    calls, expectations = [], []
    for _ in range(4 * CALLS):
        calling = makes.call()
        try:
            expectations.append(model.run(calling))
        except Invalid:
            continue
        calls.append(calling)
        if len(calls) == CALLS:
            break
    if not calls:
        return None
    return tree.Program(name, [], calls, writer.plain, drafted.source, HEAD), expectations
