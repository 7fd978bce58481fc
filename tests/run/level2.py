import contextlib
import io


def call(function, *arguments, **named):
    try:
        return repr(function(*arguments, **named))
    except Exception as error:
        return f"{type(error).__name__}: {error}"


class Pairs:
    def iterkeys(self):
        return iter("ab")

    def itervalues(self):
        return [1, 2]

    def iteritems(self):
        return zip("ab", [1, 2])


class Dict(dict):
    pass


def cases(module):
    for a in (7, -7, 0):
        for b in (2, -2, 0):
            yield f"{a} / {b}", call(module.quotients, a, b, a + 0.5, a, b)
            yield f"{a} /= {b}", call(module.quotient_in_place, a, b)
            yield f"{a} /= {b}, objects", call(module.quotient_of_objects, a, b)
    yield "unsigned", call(module.unsigned_quotient, 7, 2)
    yield "in C", call(module.quotient_in_c, -7, 2)
    yield "longs", call(module.longs)
    yield "typed", call(module.typed_long, 3)
    yield "C text", call(module.c_text)
    for function in (module.leaking, module.not_leaking, module.nested):
        yield function.__name__, call(function, [1, 2, 3])
        yield f"{function.__name__}, empty", call(function, [])
    yield "pairs", call(module.leaking_pairs, [(1, 2), (3, 4)])
    yield "module", (module.from_module, module.last, module.at)
    yield "class", (module.Leaking.items, module.Leaking.value)
    yield "exception", call(module.kept_exception)
    yield "ending", call(lambda: list(module.ending(iter([1, 2]))))
    yield "by exception", call(lambda: list(module.ended_by_exception()))
    yield "delegating", call(lambda: list(module.delegating()))
    yield "imports", call(module.imports)
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        module.printed(1)
    yield "printed", out.getvalue()
    for d in ({"x": 1}, Dict(x=1), Pairs(), None):
        yield f"iterated {type(d).__name__}", call(module.iterated, d)
    yield "made", call(module.made_and_iterated, {"a": 1}, b=2)
