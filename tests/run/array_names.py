"""A name without a type that is bound to a C array: it points to the elements."""

import numpy as np

BYTES = {"on_device": {"x": (80, 80), "weights": (24, 0)}}


def cases(module):
    holder = module.Holder()
    yield "fields", (holder.named(), holder.count())
    for name in (
        "named", "row_of_two", "rows_of_lists", "of_struct", "of_module", "of_module", "over_rows", "unpacked", "without_gil",
        "passed", "by_threads", "texts",
    ):
        yield name, getattr(module, name)()
    yield "each", list(module.each(5))
    x = np.arange(10.0)
    yield "on device", (module.on_device(x), x)


def traced(module):
    module.on_device(np.arange(10.0))
