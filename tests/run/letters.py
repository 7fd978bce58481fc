from attempts import attempt


def cases(module):
    for a, b in (("A", "B"), ("\u20ac", 65), (0x1F600, "\xe9")):
        yield f"both {a} {b}", attempt(module.both, a, b)
    for a in ("a", "Z", "3", "\xdf", "\U0001f600"):
        yield f"operators {a}", attempt(module.operators, a, 3)
        yield f"mixed {a}", attempt(module.mixed, a, 3)
        yield f"methods {a}", attempt(module.methods, a)
        yield f"numbers {a}", attempt(module.numbers, a)
        yield f"chosen {a}", [module.chosen(True, a), module.chosen(False, a)]
    for bad in ("", "ab", -1, 0x110000, 1.5, None, b"a"):
        yield f"bad {bad}", attempt(module.methods, bad)
    yield "counted", module.counted("aBcD\u20acE")
    yield "made", [module.made(65), attempt(module.made, 0x10FFFF)]
    for text in b"", b"a1\x0029z":
        yield f"codes {text}", module.codes(text)
    yield "sum of codes", [module.sum_of_codes("aB\u20ac\U0001f600"), module.sum_of_codes("")]
    for text, i in (("abc", 0), ("abc", -1), ("a\xe9\U0001f600", 1), ("a\xe9\U0001f600", 2), ("ab", 2), ("ab", -3), ("", 0)):
        yield f"items {text!r} {i}", attempt(module.items, text, i)
    for i in (0, 1, -3, -1):
        yield f"bytes {i}", (module.byte(b"a\xffc", i), module.byte_as_numbers(b"a\xffc", i))
    for i in (3, -4, 2**31 - 1, -2**31):
        yield f"no bytes {i}", [attempt(module.byte, b"a\xffc", i), attempt(module.byte_as_numbers, b"a\xffc", i)]
    for i in (0, 2**63, 2**64 - 1):
        # Which text is meant is in Cython's message alone.
        found = [attempt(function, text, i) for function, text in ((module.byte_at_huge, b"abc"), (module.letter_at_huge, "abc"))]
        yield f"huge {i}", [type(each) if isinstance(each, Exception) else each for each in found]
    yield "each byte", list(module.each_byte(b"a\xff\0c"))
    yield "literal arguments", module.literal_arguments()
    yield "compared", [module.compared("abc"), module.compared("aca"), module.compared("")]
    for values in [1, 2], [300], ["a"], [2.5], []:
        yield f"own types {values}", attempt(module.own_types, values)
    yield "overflown", module.overflown


def traced(module):
    module.codes(b"a1")


BYTES = {"codes": {"text": (2, 0)}}
