from attempts import attempt


def cases(module):
    yield "aliases", module.aliases(b"abc")
    yield "divided", [module.divided(-7, 2), module.divided(7, -2)]
    yield "opaque", module.opaque(8)
    data = module.Holder(b"xyz")
    yield "held", module.held(data, [b"one", data], {"a": b"q"})
    yield "held of other classes", [attempt(module.held, data, [text, data], {"a": b"q"}) for text in ("text", None)]
    yield "through const", [module.through_const(n) for n in (0, 3)]
    yield "given", [module.given(), module.given(b"p"), module.given(b"p", b"o"), attempt(module.given, None)]
