from attempts import attempt


def cases(module):
    yield "last_of", module.last_of(b"a\xffb")
    yield "unsigned", module.unsigned(b"a\xffb")
    yield "letters", module.letters("aé")
    yield "typed", module.typed(b"abc", "abc", [1, 2, 3], (1, 2, 3), bytearray(b"abc"), {1}, frozenset([2]), {1: 2}, 2, 1)
    yield "formatted", module.formatted("%s", b"", 1, [1])
    yield "methods", module.methods("ab", b"ab", {1, 2}, frozenset([2]), {}, [1])
    yield "calls", module.calls(3)
    yield "none", [module.none_slice(None, None, None, None), module.none_slice([1, 2], "ab", b"", (1, 2))]
    yield "wrong", module.wrong([1], "a", b"a", {}, {1}, 1)
    yield "in_place", module.in_place(b"abc", "ab", [1, 2], (1, 2, 3))
    yield "rebound", [module.rebound([1, 2], None), module.rebound([1, 2], 3)]
    yield "c_texts", module.c_texts()
    yield "parts", module.parts_of_parts("abc", b"abc", [1, 2])
    yield "given", module.parts_are_given([1, 2, 3], bytearray(b"xyz"), (4,), {5: 6})
    yield "not_given", attempt(module.parts_are_given, [1, 2, 3], bytearray(b"xyz"), 4, {})
