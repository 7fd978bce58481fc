import array
import types

from attempts import attempt

NUMBERS = [1, 2, 3]
OF_NUMBERS = (
    "lists dicts sets gens gens_later defaults nested two cond iterables inner_gen inner_gen2 named anyall lamlam twice loop "
    "nested_in_lambda empties sortedc outer_typed late unbound shadow"
).split()
OF_MODULE = "m1 m2 m4 m6 m8 m9 a1 a2 a4 a6 a7".split()


def cases(module):
    for name in OF_NUMBERS:
        yield name, getattr(module, name)(NUMBERS)
    yield "outer", [module.outer(9, NUMBERS), module.outer_shared(9, NUMBERS)]
    yield "module", module.module()
    yield "unpack", [module.unpack([(1, 2), (3, 4)]), attempt(module.unpack, [(1, 2), (3,)])]
    yield "range", module.range_typed(3)
    yield "generator", list(module.gen_fn(NUMBERS))
    yield "methods", [module.A().m(NUMBERS), module.B().m(NUMBERS)]
    yield "types", [module.t1(2), module.t2(2), module.t3(array.array("d", [1])), module.t4(2), module.t5(2), module.t8("a"), module.t9(2)]
    yield "in_class", module.infunc(NUMBERS)
    yield "early", [module.early([1]), module.early2([1], [2])]
    yield "generators", module.of_generators()
    for name in OF_MODULE:
        yield name, getattr(module, name)
    yield "of_fused", [module.of_fused(1, 3), module.of_fused(1.5, 2)]
    yield "deep", module.deep(3)
    yield "views", module.views(memoryview(bytearray(32)).cast("d", [2, 2]))
    yield "structs", module.structs(1)
    yield "items", module.dictc({1: 2, 3: 4})
    yield "starred", module.starred([(1, 2, 3), (4,)])
    yield "attribute", module.attr(types.SimpleNamespace(), [1, 2])
    yield "late_bound", module.late_bound([0, 1, 2])
    yield "text", attempt(module.text, "ab")
    yield "overflow", module.overflow()
    yield "walrus", module.walrus([1, 2])
    yield "classes", [module.Py().m([1, 2]), module.E([1, 2]).go(), list(module.gen([1, 2]))]
