import numpy as np


def attempt(call, *arguments, **keywords):
    try:
        return call(*arguments, **keywords)
    except Exception as error:
        return type(error).__name__, str(error)


class Target:
    pass


def cases(module):
    square, nothing, checked, count, tail, pair, text, swapped, with_gil, power = module.functions()
    yield "names", [(function.__name__, function.__doc__) for function in module.functions()]
    yield "numbers", [attempt(square, x) for x in (3, 2.5, "x", None)]
    yield "by name", [attempt(square, x=4), attempt(square, y=4), attempt(square), attempt(square, 1, 2)]
    into = []
    yield "void", [nothing(into), into, attempt(nothing, ())]
    yield "exceptions", [attempt(checked, n) for n in (0, 3, -1, 2**40)]
    x = np.arange(4.0)
    yield "views", [count(x, False), count(x=x, twice=[1]), attempt(count, np.arange(3), 0), np.asarray(tail(x)).tolist()]
    yield "structs", [pair(1, 2), pair(second=0.5, first=-1)]
    yield "texts", [text(b"abc"), attempt(text, 3)]
    yield "objects", [swapped(1, "a"), swapped(b=[], a=None), with_gil("abc")]
    yield "of headers", [power(2, 10), module.root(9), attempt(module.root, "9")]
    yield "kept", [sorted(module.by_name), module.by_name["square"](1.5)]
    yield "the same", module.same()
    yield "mapped", [module.mapped([3, -1, 2.5])]
    yield "attribute", module.as_attribute(Target())
    yield "pointer", module.as_pointer_too(1.5)
    counter = module.Counter(1)
    unbound, bound, doubled = module.methods(counter)
    yield "methods", [unbound(counter, 2), bound(3), counter.bound()(4), doubled(7)]
    yield "methods of others", [attempt(unbound, 1, 2), attempt(bound)]
    yield "of None", attempt(module.of_none)
