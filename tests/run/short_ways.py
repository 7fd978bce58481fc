import fractions
import math
import sys

from attempts import attempt

NAN = math.nan
BIG = 2**70
EDGE = 2**30


class Text(str):
    def __eq__(self, other):
        return "own"

    __hash__ = str.__hash__

    def upper(self):
        return "own upper"


class Number(int):
    def __lt__(self, other):
        return [1]

    def __add__(self, other):
        return "own add"


class Falsy:
    def __bool__(self):
        raise ValueError("no truth")


class Pretender:
    __class__ = property(lambda self: list)


NUMBERS = [0, 1, -1, 7, -7, EDGE - 1, EDGE, -EDGE, BIG, -BIG, 0.0, -0.0, 2.5, -2.5, NAN, math.inf, True, fractions.Fraction(1, 2)]


def pairs():
    # Cython's sum of -0.0 and 0 is -0.0.
    for a in [0, 3, -7, EDGE - 1, EDGE, BIG, 2.5, NAN, True]:
        for b in [0, 2, -2, 31, 40, EDGE, -BIG, 0.5, 0.0, NAN]:
            yield a, b


def cases(module):
    yield "made", [module.made(1), module.made(1, 2, scale=3), attempt(module.made), attempt(module.made, "wrong"), attempt(module.made, 1, k=2)]
    yield "made_directly", module.made_directly("x")
    yield "derived", module.derived_in_python(4)
    for a, b in pairs():
        yield f"compared {a} {b}", module.compared(a, b)
        yield f"arithmetic {a} {b}", module.arithmetic(a, b if abs(b) < 100 or b != b else b % 100)
        yield f"in_place {a} {b}", attempt(module.in_place, a, b)
    for a, b in [("a", "a"), ("a", "b"), ("a", "\u0101"), ("\u0101", "\u0101"), (Text("a"), "a"), ("a", 1), (Number(1), 2), ([1], [1])]:
        yield f"compared {a!r} {b!r}", attempt(module.compared, a, b)
    for a, b in [(6, 3), (-6, 3), (EDGE - 1, 32), (BIG, 5), (1, 40), (True, 1)]:
        yield f"bits {a} {b}", module.bits_in_place(a, b)
    yield "bits wrong", [attempt(module.bits_in_place, 1, -1), attempt(module.bits_in_place, 1.5, 1)]
    for values in [(1, 2, 3), (3, 3.0, 2), (NAN, 1, 2), ("a", "b", "c"), (BIG, 1, -BIG), (1, "a", 2)]:
        yield f"largest {values}", attempt(module.largest, *values)
    yield "absolute", [attempt(module.absolute, x) for x in [*NUMBERS[:-1], 3 + 4j, "a", None]]
    for x in [1, True, 2.5, "a", b"a", [1], (1,), {}, Text("a"), Number(1), None, int, module.Counter(1)]:
        yield f"is_instance {x!r:.20}", module.is_instance(x)
    yield "pretender", module.is_instance(Pretender())
    for x in ["abcdef", "\u0101b", [1, 2, 3], (1, 2, 3, 4), b"bytes", bytearray(b"abc"), Text("own"), range(5)]:
        for start, stop in [(0, 2), (1, None), (None, -1), (-100, 100), (3, 1), (BIG, -BIG)]:
            yield f"slices {x!r} {start} {stop}", module.slices(x, start, stop)
    # The words of the other two are Python's here.
    # Slices have hashes from Python 3.12 on.
    yield "slices of a dict", isinstance(attempt(module.slices, {1: 2}, 1, 2), (TypeError, KeyError))
    yield "slices wrong", attempt(module.slices, [1], "a", 2)
    yield "unsliceable", [type(attempt(module.slices, x, 1, 2)).__name__ for x in (1, None)]
    for start, stop in [(0, 2), (2, 1), (None, None), (-1, 100), (BIG, None)]:
        yield f"assigned_slice {start} {stop}", module.assigned_slice([1, 2, 3], start, stop, [7, 8])
    # Later Pythons have other words for it, by their slots.
    if sys.version_info < (3, 13):
        yield "assigned_slice wrong", attempt(module.assigned_slice, [1], 0, 1, 5)
    yield "assigned_slice of a tuple", type(attempt(module.assigned_slice, (1,), 0, 1, [5])).__name__
    for x in [[1, 2, 3], (4, 5, 6), "abc", {0: "z", -1: "n", 1: "o"}, range(3), b"abc"]:
        yield f"items {x!r}", [attempt(module.items, x, k) for k in (0, 1, -1, 5, -7)]
    yield "assigned_item", [attempt(module.assigned_item, [1, 2], k, 5) for k in (0, -1, 2)] + [module.assigned_item({}, 3, 4)]
    yield "items wrong", [attempt(module.items, None, 0), attempt(module.items, 3, 0)]
    for x in [[1, 2], (3,), [], "ab", {1: 2}, iter([5, 6]), range(3), b"ab"]:
        yield f"iterated {type(x).__name__}", module.iterated(x)
    yield "iterated wrong", attempt(module.iterated, 3)
    yield "changed", module.changed_while_iterated([1, 2])
    for start, stop in [(0, 3), (2, 2), (-2, 1), (5, 3), (EDGE - 1, 3), (True, 3), (BIG, 3)]:
        yield f"ranges {start} {stop}", module.ranges(start, stop)
    yield "ranges wrong", [type(attempt(module.ranges, 0, "a")).__name__, type(attempt(module.ranges, 1.5, 3)).__name__]
    yield "numbered", [module.numbered([7, 8, 9]), module.numbered("a")]
    for x in [1, 1.0, "a", None, 3, NAN, Text("a")]:
        for items in [[1, "a"], (NAN, 2), {1: 2}, {"a"}, "abc", range(2)]:
            yield f"contained {x!r} {items!r}", attempt(module.contained, x, items)
    yield "contained wrong", attempt(module.contained, [1], {1})
    yield "lengths", module.lengths([1], (1, 2), "\u0101b", {1: 2}, {1, 2, 3}, "abcd")
    yield "length_of_none", attempt(module.length_of_none, None)
    yield "texts", [module.texts("a", "b", 3), module.texts("a", "\u0101", 2), module.texts("", "", 2), attempt(module.texts, "a", 1, 1)]
    yield "extended", module.extended("q")
    for x in [*NUMBERS, "text", "", Text("own"), Number(5), None, [1], 10**9, -(10**9), 999999999, -999999999]:
        yield f"formatted {x!r}", module.formatted(x)
    for x in ["a b", Text("a b"), [1, 2], [], {"k": 1}, {1, 2}, 5, 2.5, None, b"a b", bytearray(b"ab")]:
        yield f"methods {x!r}", module.methods(x)
        yield f"methods {x!r} again", module.methods(x, " ")
    searched = [("abcab", "ab"), ("abc", "c"), ("", ""), ("\u0101b", "b"), (b"ab", b"b"), ("abc", "\u0101"), ("abc", Text("a"))]
    # Letters of one, two and four bytes.
    searched += [("ab", "abc"), ("\u0101b\u0102", "\u0101b"), ("\u0101b\u0102", "b\u0102"), ("\U0001f600a", "\U0001f600")]
    searched += [("b\U0001f600a", "\u0101"), ("\xe9a", "a"), ("a\xe9", "\xe9"), ("a", "\U0001f600")]
    for x, part in searched:
        yield f"searched {x!r} {part!r}", module.searched(x, part)
    yield "searched wrong", [attempt(module.searched, "a", 1), attempt(module.searched, None, "a")]
    yield "named", module.named("{0}{k}", 5)
    yield "called", module.called(module.Methods())
    yield "attribute", [module.attributes(module.Methods(), 4), attempt(module.attributes, 3, 4)]
    yield "without_attribute", [module.without_attribute(x) for x in (3, "a", None)]
    for error in [KeyError(1), IndexError(2), ValueError(3), TypeError(4), ZeroDivisionError(5)]:
        yield f"caught {error!r}", [module.caught(error), module.caught(error, TypeError, (ZeroDivisionError,))]
    yield "tracebacks", [module.tracebacks(0), module.tracebacks(3)]
    yield "written_frames", module.written_frames()
    for iterable in [[1, 2], range(2), iter("ab"), (x for x in (1, 2)), {}]:
        yield f"delegated {type(iterable).__name__}", module.delegated(iterable)
    for how in [StopIteration, StopIteration(5), ValueError("inside"), KeyError("inside")]:
        yield f"delegated to one that raises {how!r}", module.delegated(module.Ending(how))
    yield "delegated wrong", module.delegated(3)
    yield "in steps", [module.delegated_in_steps([1, 2]), module.delegated_in_steps(iter((1, 2))), module.delegated_in_steps(x for x in (1, 2))]
    yield "handled_while_waiting", module.handled_while_waiting()
    yield "truths", module.truths([0, 1, -1, BIG, 0.0, NAN, "", "a", [], [0], None, True, False, Number(0)])
    yield "no truth", attempt(module.truths, [Falsy()])
    for x in [0, 1, -1, 255, 2**31 - 1, -(2**31), EDGE, True]:
        yield f"to_c {x}", module.to_c(x)
    yield "to_c wrong", [attempt(module.to_c, x) for x in (2**31, "a", BIG, None)]
    yield "narrow", [attempt(module.narrow, x) for x in (127, -128, 128, -129, BIG, 1.5)]
    yield "unsigned", [attempt(module.unsigned, x) for x in (0, 2**32 - 1, 2**32, -1, -BIG)]
    for x in [(1, 2, 3), [1, 2, 3], "abc", iter((1, 2, 3)), (1, 2), [1, 2, 3, 4], 5]:
        yield f"unpacked {type(x).__name__}", attempt(module.unpacked, x)
    yield "gathered", [module.gathered([3, 1, 3]), attempt(module.gathered, [[1]])]
