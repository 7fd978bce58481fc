from attempts import attempt


def cases(module):
    yield "unset", module.unset()
    yield "bind", module.bind(3)
    yield "grow", [str(module.grow(key)) for key in ("x", "y")]
    for value in ([4], None, (1,), "text"):
        yield f"wrong {value}", attempt(module.wrong, value)
    yield "in_place", module.in_place("b")
    yield "hold", module.hold(7)
    yield "held", attempt(module.held)
    yield "drop", module.drop()
    yield "counts", module.counts(object())
    yield "swap", module.swap()
    yield "loop", module.loop([1, 2, "last"])
