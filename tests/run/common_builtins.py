import numpy as np

from attempts import attempt


def cases(module):
    for name in ("present", "missing", "made", "nothing", "key", "broken", "real", "é"):
        for x in (module.Odd(), 1, module, None):
            yield f"attributes {name} {type(x).__name__}", attempt(module.attributes, x, name)
    yield "names", [attempt(module.attributes, 1, name) for name in (1, None, b"a")]
    yield "raised before", module.raised_before(3)
    values = [0, 1, -1, 2 ** 40, 2 ** 70, True, None, 1.5, -1.5, 1e300, float("inf"), float("nan"), "12", " 7 ", "x", "",
              "1.5", b"3", bytearray(b"4"), module.Odd(), module.Bad(), module.Sub(9), 1j, [], np.int32(4), np.float64(2.5)]
    for number, x in enumerate(values):
        yield f"numbers {number}", module.numbers(x)
    parts = ["a", ("a", "b"), (), ("abc", b"x"), b"a", ("", 3), 3, ["a"], ("xyz", "zz", "yz")]
    for number, part in enumerate(parts):
        yield f"texts {number}", [attempt(module.texts, x, part) for x in ("abc", "", "xyz", "aé", b"abc", 3)]
    yield "constant texts", [attempt(module.constant_texts, x) for x in ("abc", "", "yx", "aaa", "bc\u4e00", b"abc", None)]
    yield "counted", [attempt(module.counted, x, part) for x in ("abab", "", b"abab", [1, 1, 2], (1, "a"), 3)
                      for part in ("a", "", "ab", b"a", 1)]
    for number, items in enumerate([[1, 2], (), (1,), range(3), "ab", list(range(20)), {1: 2}, 3, module.Words([5])]):
        for make in (list, module.Words, bytearray, lambda: [0] * 3):
            yield f"extended {number}", attempt(module.extended, make(), items)
    x = [1, 2]
    yield "by itself", module.extended(x, x)
    yield "extended by", module.extended_by([0], "a", None)
    T = module.Traced
    for a, b, c in ((1, 2, 3), (2, 1, 3), (1, 3, 2)):
        yield f"chain {a}{b}{c}", module.chain(T(a), T(b), T(c))
        yield f"chains {a}{b}{c}", module.chains(a, b, c)
        yield f"floats {a}{b}{c}", [module.of_floats(a, b), module.of_floats(a + 0.5, c)]
    yield "answers", [module.chain(T(1, answer), T(2), T(3)) for answer in (True, False, 0, "x", [], T(0), T(4))]
    yield "errors", [attempt(module.chain, T(1), T(2, "error"), T(3)), attempt(module.chain, T(1, "error"), T(2), 3),
                     attempt(module.chain, 1, "a", 2), attempt(module.chain, 1, 2, "a"), module.trace]
    yield "arrays", [attempt(module.chain, np.arange(2), 3, 4), attempt(module.chain, np.arange(1), 3, np.array([5]))]
