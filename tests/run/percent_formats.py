from attempts import attempt


def cases(module):
    values = [1, -5, 2 ** 80, True, None, 1.5, "text", "é\u4e00", b"b", (1, 2), [], module.Shown("shown"), module.Words("words"), module.Broken()]
    for number, a in enumerate(values):
        for other, b in enumerate((3, "x", module.Shown("b"), module.Broken())):
            yield f"objects {number} {other}", attempt(module.objects, a, b)
        yield f"wrong {number}", [attempt(module.wrong, which, a) for which in range(4)]
        yield f"kept {number}", attempt(module.kept, "%s-%s", a)
    for i in (0, 1, -1, 9, 10, 99, 100, -123, 2147483647, -2147483648, 999999999, -999999999, 1000000000, -1000000000):
        yield f"numbers {i}", module.numbers(i, i * 4, i % 100, abs(i), abs(i) * 2 ** 32, i % 100, i % 2, i / 4, i % 100, i * 3)
    yield "greatest", module.numbers(0, 2 ** 63 - 1, 32767, 2 ** 32 - 1, 2 ** 64 - 1, -128, True, 1e300, 0, -(2 ** 63))
    yield "enum", module.of_enum(3)
    yield "order", module.order()
    yield "many", module.many("a")
    yield "starred", [module.starred((1, 2)), attempt(module.starred, (1,))]


SHARES = "a list of what is asked for"
