def cases(module):
    yield "chosen", module.chosen()
    yield "values", module.values()
    yield "arrays", module.arrays()
    yield "flags", module.flags()
    yield "guarded", [module.guarded(n) for n in (1, 5)]
    yield "parts", module.parts()
    yield "value", module.fails(2)
    try:
        module.fails(-1)
    except ValueError as error:
        yield "failure", error.args
    yield "defined again", module.defined_again(10)
