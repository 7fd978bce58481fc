def cases(module):
    yield "totals", module.totals(3, 4)
    yield "a variable of a function inside", module.inner(3)(4)
    yield "a cast of a function", module.is_cast()
