from attempts import attempt


def cases(module):
    yield "numbers", [module.numbers(3), attempt(module.numbers, "x")]
    yield "objects", [module.objects(1, 2), module.objects(1, None)]
    for kind in ["list", "float", "str"]:
        for value in [[1], 2, "text", None, (1,)]:
            yield f"wrong {kind} {value}", attempt(module.wrong, kind, value)
    yield "shared", [module.shared(1)(2), attempt(module.shared, "x")]
