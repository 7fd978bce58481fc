import numpy as np
from attempts import attempt


class Number:
    def __index__(self):
        return 4

    def __int__(self):
        return 5


class Own(int):
    pass


def cases(module):
    for value in (3, True, 3.5, "a", None, Own(7), Number(), np.int64(3), np.float32(2.5), np.bool_(True), b"x", 1 << 100, [1]):
        yield f"as int {value if not isinstance(value, Number) else 'own'}", attempt(module.as_int, value)
        yield "again", [attempt(module.as_int_again, 1, value), attempt(module.as_int_again, value, 2)]
        yield "int parameters", [
            str(attempt(call, value)).partition(". Note")[0]
            for call in (
                module.int_param, module.int_params, lambda v: module.int_params(y=v), lambda v: module.int_params(z=v), module.int_of_c,
                module.int_of_both, module.int_through_both, lambda v: module.IntsOfClass(v).plus(1), lambda v: module.IntsOfClass(1).plus(v),
                lambda v: module.IntsOfType(v).plus(1), lambda v: module.IntsOfType(1).plus(v), lambda v: module.IntsOfType(1)[v],
                lambda v: next(module.int_generated(v)), lambda v: module.int_shared(v)(2), lambda v: module.int_shared(2)(v),
            )
        ]
    yield "int counts", [attempt(module.int_counts, value) for value in (7, 7.9, np.int8(7), True, None, "7")]
    yield "numbers", [module.numbers(3), attempt(module.numbers, "x")]
    yield "objects", [module.objects(1, 2), module.objects(1, None)]
    for kind in ["list", "float", "str"]:
        for value in [[1], 2, "text", None, (1,)]:
            yield f"wrong {kind} {value}", attempt(module.wrong, kind, value)
    yield "shared", [module.shared(1)(2), attempt(module.shared, "x")]
    yield "params", [attempt(module.params, *given) for given in [(1,), (2.5, [1], "b", 7, 3, 4), ("x",), (1, None), (1, (2,)), (1, [], None)]]
    for given in [([], {}, None), (None, {}, None), ([], None, None), ([], {}, 3), ([], {}, (), 4.0), ((), {}, None)]:
        yield f"containers {given}", [str(part).partition(". Note")[0] for part in [attempt(module.containers, *given)]]
    yield "untyped", module.untyped(None, 1)
    yield "never_none", [attempt(module.never_none, *given) for given in [([],), (None,), ([], None)]]
    yield "others", [module.no_number(), module.no_number(2.0), module.classes(), module.truth(7), module.truth(0)]
    yield "of the module", [module.count, module.table]
