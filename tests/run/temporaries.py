import ctypes
import weakref

import numpy as np
from attempts import attempt


def vector(n=37):
    return np.linspace(-2, 3, n)


def cached(array):
    return lambda n: array


def in_a_list(arrays):
    def allocate(n):
        arrays.append(np.zeros(n))
        return arrays[-1]

    return allocate


def part_of(arrays):
    """A view of an array, which somebody else has."""

    def allocate(n):
        arrays.append(np.zeros(2 * n))
        return arrays[-1][:n]

    return allocate


def looked_at(looking):
    """An array of which somebody has a view."""

    def allocate(n):
        array = np.zeros(n)
        looking.append(array[::2])
        return array

    return allocate


def known_weakly(known):
    def allocate(n):
        array = np.zeros(n)
        known.append(weakref.ref(array))
        return array

    return allocate


def by_address():
    """Keeps no reference to an array that it looks at later."""
    found = []

    def note(array):
        found.append(array.ctypes.data)

    def look():
        return list((ctypes.c_double * 4).from_address(found[0]))

    return note, look


class Subclass(np.ndarray):
    """Says `np.asarray` of itself to whoever listens."""

    last = None

    def __array_finalize__(self, base):
        if isinstance(base, np.ndarray):
            Subclass.last = base


def cases(module):
    def changed(name, *arguments):
        arrays = [a for a in arguments if isinstance(a, np.ndarray)]
        return name, [attempt(getattr(module, name), *arguments), arrays]

    yield changed("scratch", vector(), vector())
    yield changed("scratch", vector(0), vector(0))
    yield changed("rounds", vector(), 4)
    yield changed("two_regions", vector(), vector())
    yield changed("carried", vector(), 4)
    yield changed("read_later", vector(), True)
    yield changed("read_later", vector(), False)
    yield changed("read_through_a_slice", vector())
    yield changed("swapped", vector(), 3)
    yield changed("swapped", vector(), 4)
    yield changed("swapped_once", vector(), vector())
    yield changed("made_by_a_function", vector())
    yield changed("kept_by_a_function", vector())
    yield changed("called_with_a_temporary", vector())
    yield changed("scattered", vector(), np.arange(37)[::-1].copy())
    yield changed("partly_filled", vector(), np.arange(37)[::-1].copy())
    yield "fails", attempt(module.fails, vector(5), np.array([1, 2, 0, 1, 1]))
    yield changed("no_longer_seen", vector())
    yield "known by address", module.known_by_address(vector(), *by_address())
    yield changed("lent", vector())

    own = np.ones(37)
    yield "cached", [attempt(module.from_anywhere, cached(own), vector()), own]
    yield "cached, again", [attempt(module.from_anywhere, cached(own), vector()), own]
    for how in in_a_list, part_of, looked_at:
        arrays = []
        yield how.__name__, [attempt(module.from_anywhere, how(arrays), vector()), arrays]
    known = []
    yield "known weakly", [attempt(module.from_anywhere, known_weakly(known), vector()), known[0]() is None]
    base = np.ones(37)
    yield "subclass", [attempt(module.from_anywhere, lambda n: base.view(Subclass), vector()), base]
    memory = bytearray(37 * 8)
    yield "bytes", [attempt(module.from_anywhere, lambda n: np.frombuffer(memory), vector()), bytes(memory)]
    yield "nobody", attempt(module.from_anywhere, np.zeros, vector())
    yield "no array", attempt(module.from_anywhere, lambda n: None, vector(0))
    looking = []
    yield "seen", [attempt(module.seen, vector(), looking), looking]


def traced(module):
    n = 32
    module.scratch(vector(n), vector(n))
    module.rounds(vector(n), 3)
    module.two_regions(vector(n), vector(n))
    module.carried(vector(n), 3)
    module.read_later(vector(n), False)
    module.read_through_a_slice(vector(n))
    module.swapped(vector(n), 3)
    module.swapped_once(vector(n), vector(n))
    module.made_by_a_function(vector(n))
    module.kept_by_a_function(vector(n))
    module.called_with_a_temporary(vector(n))
    module.scattered(vector(n), np.arange(n))
    module.known_by_address(vector(n), *by_address())
    module.lent(vector(n))
    module.partly_filled(vector(n), np.arange(n))
    module.no_longer_seen(vector(n))
    module.seen(vector(n), [])
    attempt(module.fails, vector(n), np.zeros(n, dtype=int))
    # Twice: an array that nobody else has, and one that somebody has.
    module.from_anywhere(np.zeros, vector(n))
    own = np.zeros(n)
    module.from_anywhere(lambda _: own, vector(n))


V = 32 * 8

BYTES = {
    "scratch": {"x": (V, 0), "tmp": (0, 0), "y": (0, V)},
    "rounds": {"x": (3 * V, 3 * V), "tmp": (0, 0)},
    "two_regions": {"x": (2 * V, 0), "tmp": (V, V), "y": (V, V)},
    "carried": {"x": (3 * V, 3 * V), "tmp": (3 * V, 3 * V)},
    "read_later": {"x": (V, 0), "tmp": (V, V)},
    "read_through_a_slice": {"x": (V, 0), "tmp": (V, V)},
    "swapped": {"x": (3 * V, V), "u": (4 * V, 0), "v": (0, 3 * V)},
    # What the first region writes to `v` is overwritten as `u`.
    "swapped_once": {"x": (2 * V, 0), "u": (2 * V, 2 * V), "v": (2 * V, 0), "y": (0, V)},
    "made_by_a_function": {"x": (V, V), "tmp": (V, 0)},
    "kept_by_a_function": {"x": (V, 0), "tmp": (V, V)},
    "added": {"x": (V, 0), "other": (V, V)},
    "scattered": {"x": (V, 0), "at": (V, 0), "out": (0, V)},
    "partly_filled": {"x": (V // 2, 0), "at": (V // 2, 0), "out": (V, V)},
    "no_longer_seen": {"x": (V, 0), "tmp": (V, V)},
    "known_by_address": {"x": (V, 0), "tmp": (V, V)},
    "lent": {"x": (V, V), "tmp": (V, 0), "other": (0, 0)},
    "seen": {"x": (V, 0), "tmp": (V, V)},
    "fails": {"x": (0, 0), "at": (V, 0), "tmp": (0, 0)},
    "from_anywhere": {"x": (2 * V, 0), "tmp": (2 * V, V)},
}
