import numpy as np
from attempts import attempt

BYTES = {
    "on_device": {"x": (96, 80), "factors": (48, 0), "seen": (16, 16), "of_module": (40, 0)},
    "in_context": {"x": (80, 80), "steps": (32, 32)},
}


def cases(module):
    yield "names", module.names()
    for name in (
        "text", "short_text", "sizes_in_c", "of_headers", "of_headers", "of_the_module", "pure", "rows", "copied", "too_few", "too_many",
    ):
        yield name, attempt(getattr(module, name))
    yield "values", module.values(2)
    for given in ([1, 2, 3, 4], (4, 3, 2, 1), range(4), [1, 2, 3], [1, 2, 3, 4, 5], [1, 2, "3", 4], None, 7):
        yield f"of_object {given!r}", attempt(module.of_object, given)
    yield "structs", [attempt(module.structs, given) for given in ([1, 2, 3, 4], [1])]
    holder = module.Holder()
    yield "holder", holder.all()
    yield "set", [attempt(holder.set, given) for given in ([7, 8, 9], [7, 8], "abc")]
    holder.shown = [1, 2, 3, 4]
    yield "shown", (holder.shown, holder.all(), attempt(setattr, holder, "shown", [1]))
    yield "generated", list(module.generated())
    yield "hidden", module.hidden(3)
    x = np.arange(10.0)
    yield "on device", (module.on_device(x), x)
    yield "in a context", (module.in_context(x), x)


def traced(module):
    module.on_device(np.arange(10.0))
    module.in_context(np.arange(10.0))
