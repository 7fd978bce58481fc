from attempts import attempt


def cases(module):
    yield "of another module", [module.of_other_module(n) for n in (0, 4)]
    for is_deeper in (False, True):
        for how in (None, KeyError, ValueError):
            yield f"of heirs, {is_deeper}, {how}", attempt(module.of_heirs, 3, is_deeper, how)
    yield "of None", type(attempt(module.of_none)).__name__
    yield "numbers", [module.use_number(2), attempt(module.use_number, 6)]
    yield "declared", [module.declared(2.1), module.as_object(2.5), module.in_list(1), module.twice(3)]
