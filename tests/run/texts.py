import numpy as np
from attempts import attempt


def cases(module):
    for a, b in (1, "x"), ("é", None), ([1], {}):
        yield f"plain {a}", module.plain(a, b)
        yield f"converted {a}", attempt(module.converted, a)
    yield "numbers", module.numbers(42, 2.5, True, 65, 0.1)
    yield "nested", module.nested(3.14159, 10, 2)
    yield "of_views", module.of_views(np.arange(3) + 0.25, "view")
    yield "typed", [module.typed("s", [1], 2), attempt(module.typed, None, None, None)]
    for a, b in (2, 1), (1, 2), ("b", "a"), ("a", "b"):
        yield f"raising {a} {b}", attempt(module.raising, a, b)
    yield "in_a_dict", [module.in_a_dict({1: "one"}, 1), attempt(module.in_a_dict, {}, 1)]
    yield "own", module.own()
    yield "shadowed", module.shadowed(1, "r", 2)
    yield "of_c_strings", module.of_c_strings(2, 1)
    yield "as_byte", module.as_byte(-1, 255, 65, 66)
    for i, l in (256, 0), (-1, 0), (0, 2**64 - 1):
        yield f"as_byte {i} {l}", attempt(module.as_byte, 1, 2, i, l)
    yield "named", module.named(1)
