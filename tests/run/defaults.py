from attempts import attempt


def cases(module):
    yield "order", module.order()
    yield "objects", str([module.objects(1), module.objects(2, e=3), module.objects(4, [5], 6)])
    yield "typed", [module.typed(), module.typed(5), module.typed(s="c", x=2)]
    yield "typed wrong", attempt(module.typed, s=3)
    yield "later", module.later()
    yield "view", module.view()
    yield "method", [module.Box().method(), module.Box().method("x", 2)]
    yield "init", [module.Box().items_, module.Box([7]).items_]
    yield "order", module.order()
    yield "numbers", [module.numbers(), module.numbers(1, zero=2)]
    yield "all negative", module.all_negative()
    yield "of C numbers", [module.of_numbers(), module.of_numbers(1, rate=-3)]
    yield "of methods", [module.Python().method(2), module.Compiled(3).both(), module.Compiled(n=3).both(-1), module.exposed(y=1)]
    module.later.mark = "mine"
    yield "attributes", [
        str(module.objects.__defaults__), module.objects.__kwdefaults__, module.typed.__defaults__, module.later.__defaults__[0], module.later.mark
    ]
