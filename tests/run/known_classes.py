from attempts import attempt

TEXTS = ("", "a", "abxyb", "\u00e9t\u00e9", "\u20acx", "\U0001f600b", None)


def cases(module):
    for text in TEXTS:
        for name in ("letters", "letters_counted", "rebound_text"):
            yield f"{name} {text}", attempt(getattr(module, name), text)
    for data in (b"", b"\x00\xff", b"abc", None):
        yield f"bytes_of {data}", attempt(module.bytes_of, data)
    yield from stores(module)
    yield from lists(module)
    yield from comparisons(module)
    yield from classes(module)
    yield from texts(module)
    yield from numbers(module)
    for n in (0, 1, 3, 20):
        yield f"kept_in_turn {n}", module.kept_in_turn(n)
        yield f"cycles {n}", module.cycles(n)
        yield f"mixed_classes {n}", module.mixed_classes(n)
    for n in range(15):
        error = attempt(module.raising, n)
        yield f"raising {n}", [error, type(error).__name__, getattr(error, "args", None), repr(getattr(error, "__cause__", None))]
        yield f"in_context {n}", attempt(module.in_context, n)
    yield "sum_of_small", [module.sum_of_small(n) for n in (0, 1, 100)]
    yield "small_negative", [module.small_negative(n) for n in (-1, 0, 5)]


def stores(module):
    for at in (0, 2, -1, -3, 3, -4, 2**31 - 1):
        for value in (0, 255, 256, -1):
            yield f"store {at} {value}", attempt(module.store, bytearray(b"abc"), at, value)
            yield f"store_object {at} {value}", attempt(module.store_object, bytearray(b"abc"), at, value)
    for at in (-(2**63), 2**63 - 1, 1):
        for value in (2**63 - 1, -(2**63), 7):
            yield f"store_wide {at} {value}", attempt(module.store_wide, bytearray(b"abc"), at, value)
    for value in (2**64 - 1, 2**63, 256, 255):
        yield f"store_unsigned {value}", attempt(module.store_unsigned, bytearray(b"abc"), 1, value)
    yield "store_in_order", module.store_in_order(bytearray(b"abcdef"))


def lists(module):
    for items in ([], [5, 6], None):
        for name in ("extend", "extend_failing", "extend_value"):
            for n in (0, 3):
                given = None if items is None else list(items)
                yield f"{name} {items} {n}", attempt(getattr(module, name), given, n)
    yield "extend_self", module.extend_self([1])


def comparisons(module):
    word = module.Word("ab")
    others = ("ab", "abc", "b", "", "\u00e9", "ab\u20ac", None, 3, b"ab", ["ab"], word)
    for a in ("ab", "", "\u00e9", "ab\u20ac", None):
        for k, b in enumerate(others):
            for name in ("compare", "order", "order_holds"):
                yield f"{name} {a} {k}", attempt(getattr(module, name), a, b)
    for a in ([], [1], [float("nan")], None):
        for b in ([], [1], (1,), None, 3):
            yield f"compare_lists {a} {b}", module.compare_lists(a, b)


def classes(module):
    objects = [module.Base(1), module.Heir(1), module.Both(1), module.Mixed(), None, 3, "x", [], module.Heir(2)]
    for k, one in enumerate(objects):
        yield f"instance {k}", module.instance(one)
        yield f"checked {k}", attempt(module.checked, one)
        yield f"checked_cast {k}", attempt(module.checked_cast, one)
        for at, other in enumerate(objects):
            yield f"compare_objects {k} {at}", attempt(module.compare_objects, one, other)


def texts(module):
    names = (None, "ascii", "ASCII", "utf-8", "utf8", "UTF-8", "latin-1", "latin1", "utf-16", "no-such", "", 3, "as\x00cii", "\u00e9")
    for data in (b"", b"abc", b"\xe9", b"\xc3\xa9", None):
        for name in names:
            yield f"decoded {data} {name!r}", attempt(module.decoded, data, name)
        yield f"decoded_by_name {data}", attempt(module.decoded_by_name, data)
    for data in (b"abc", bytearray(b"abc"), "abc", None, memoryview(b"abc")):
        yield f"decoded_untyped {type(data).__name__}", attempt(module.decoded_untyped, data)
    for text in ("", "abc", "\u00e9", "\u20ac", "\ud800", None):
        for name in names:
            yield f"encoded {text!r} {name!r}", attempt(module.encoded, text, name)
        yield f"encoded_by_name {text!r}", attempt(module.encoded_by_name, text)
    # Of texts of other lengths, Cython has words of its own.
    for letter in ("a", "\u20ac", b"a", b"ab", bytearray(b"z"), 3, None):
        yield f"ordinal {letter!r}", attempt(module.ordinal, letter)
    for container in ([1, 2, 3], {0: 1, -1: 2, "a": 3}, (1, 2), None, bytearray(b"abc")):
        for key in (0, -1, 2, 3, -4, 2**70, "a", slice(1), None, [1]):
            given = container.copy() if hasattr(container, "copy") else container
            yield f"deleted {container} {key}", attempt(module.deleted, given, key)


def numbers(module):
    for value in (1, 1.5, True, "2.5", b"3", "x", None, 2**70, 10**400, [1], float("inf")):
        yield f"as_float {type(value).__name__} {str(value)[:9]}", attempt(module.as_float, value)
    yield "sum_of_floats", module.sum_of_floats([1, 2.5, "3", True, 2**60])
    for value in (0.0, -1.9, 1e300, float("inf"), float("nan"), -0.5):
        yield f"as_int {value}", attempt(module.as_int, value)
    for i in (-5, 0, 5, 2**31 - 1, -(2**31)):
        for s, c, w in ((-(2**15), 0, -(2**63)), (7, 255, 2**63 - 1), (0, 100, 2**40)):
            yield f"least {i} {s}", module.least(i, s, c, w)
        yield f"least_kinds {i}", [module.least_kinds(i, u) for u in (0, 7, 2**32 - 1)]
