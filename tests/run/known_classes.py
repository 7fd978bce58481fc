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
