from attempts import attempt


def cases(module):
    values = [0, 1, 5, -1, 7, 9, 2 ** 31, -(2 ** 31), 2 ** 70, 1000, True, False, None, ..., 1.0, 2.5, float("nan"), 1j,
              "add", "sub", "x", "", "j", b"a", b"", (1, "b"), (), module.Equal(5), module.Equal("add"),
              module.Number(7), frozenset()]
    for number, x in enumerate(values):
        yield f"lists {number}", module.in_lists(x)
        yield f"tuples {number}", module.in_tuples(x)
        yield f"sets {number}", module.in_sets(x)
    for function in (module.in_lists, module.in_tuples, module.in_sets):
        yield f"refused {function.__name__}", attempt(function, module.Refused())
    yield "without a hash", (module.in_lists([1]), module.in_tuples({}))
    yield "words", module.counted(["add", "neg", "mul", None, 3, "a" + "dd"] * 3)
    yield "chained", [module.chained(x, y) for x in (0, 1, 3) for y in (1, 2, 4)]
    yield "items", [attempt(module.of_items, {"a": 1, "b": 2, "c": None}, key) for key in ("a", "b", "c", "d")]
    yield "shared", [module.shared(x) for x in (1, 2, "a", 2)]
