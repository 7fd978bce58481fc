import numpy as np
from attempts import attempt

BYTES = {"regions": {"x": (32, 0), "y": (32, 64)}, "own_bounds_in_region": {"y": (32, 32)}}


def traced(module):
    module.regions(4, np.arange(4.0), np.zeros(4))
    module.own_bounds_in_region(4, np.zeros(4))


def cases(module):
    yield "the module's", [getattr(module, name) for name in ("module_name", "twice", "chained", "first", "second", "only", "of_list")]
    yield "the module's loops", [module.a, module.b, module.counted, module.annotated]
    yield "a class's", [getattr(module.Kept, name) for name in ("field", "last", "each", "one", "two")]
    yield "names", module.names(3)
    yield "in place", module.names_in_place([1])
    for n in (2, 3):
        yield f"typed {n}", module.typed(n, np.arange(3.0), module.Point())
    yield "annotated", module.annotated_local()
    yield "loops", module.loops([1, 2])
    yield "counted", [module.counted_loops(n) for n in (1, 4)]
    yield "unpacked", module.unpacked([1], "b")
    yield "too many", [module.too_many([5]), attempt(module.too_many, [5, 6]), attempt(module.too_many, [])]
    yield "one of one", [module.one_of_one([5]), attempt(module.one_of_one, [5, 6])]
    yield "contexts", module.contexts()
    yield "deleted", module.deleted(1)
    yield "comprehended", module.comprehended([1, 2])
    yield "walrus", module.walrus(0)
    yield "shared", module.shared(1)
    yield "generated", list(module.generated([1, 2]))
    yield "a name of the module", [module.of_the_module(1), module.global_name]
    yield "fields", module.fields(3)
    for function in (module.parallel_loops, module.regions):
        y = np.zeros(4)
        yield f"{function.__name__}", [function(4, np.arange(4.0), y), y]
    yield "C", module.calls(2)
    yield "own bounds", [module.own_bounds(n) for n in (0, 3)]
    y = np.arange(4.0)
    yield "own bounds in a region", [module.own_bounds_in_region(4, y), y]
