import numpy as np

# Threads that Cython's regions have as well: with more, the order of what they do to the same elements is not known.
ALONE = 1


def pairs():
    """Views of one array that threads read and add to."""
    for first, second in (((0, 6), (0, 2)), ((0, 6), (0, 6)), ((0, 6), (4, 6)), ((2, 6), (0, 4)), ((0, 4), (4, 6))):
        base = np.arange(1.0, 9.0)
        yield base, base[slice(*first)], base[slice(*second)]


def cases(module):
    for number, (base, x, sums) in enumerate(pairs()):
        keys = np.arange(len(x)) % 2
        yield f"added_up {number}", [module.added_up(x, keys, sums, ALONE), base]
    for number, (base, x, weights) in enumerate(pairs()):
        sums = np.zeros(2)
        yield f"weighed {number}", [module.weighed(x, weights, sums, ALONE), base, sums]
    for number, (base, x, sums) in enumerate(pairs()):
        yield f"locked {number}", [module.locked(x, sums, ALONE), base]
    for number, (base, x, least) in enumerate(pairs()):
        yield f"extreme {number}", [module.extreme(x, least, ALONE), base]
    for number, (base, x, sums) in enumerate(pairs()):
        yield f"kept {number}", [module.kept(x, sums, ALONE), base]
    base = np.arange(1.0, 9.0)
    try:
        module.fails(base[:4], np.array([1, 0, 7, 0]), base[:4], ALONE)
    except IndexError as error:
        yield "fails", str(error)
    yield "after", module.after(np.arange(5.0))


BYTES = {
    "added_up": {},
    "weighed": {},
    "locked": {},
    "extreme": {},
    "kept": {"sums": (0, 0), "x": (64, 64)},
    "fails": {},
}


def traced(module):
    base = np.arange(1.0, 9.0)
    module.added_up(base, np.arange(8) % 2, base[:2], ALONE)
    module.weighed(base, base[:2], np.zeros(2), ALONE)
    module.locked(base, base, ALONE)
    module.extreme(base, base, ALONE)
    module.kept(base, base[:2], ALONE)
    try:
        module.fails(base[:4], np.array([1, 0, 7, 0]), base[:4], ALONE)
    except IndexError:
        pass
