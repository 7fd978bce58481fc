import array

BYTES = {"on_device": {"values": (24, 0)}}


def traced(module):
    module.on_device(array.array("d", [1.0, 2.5, -0.5]))


def cases(module):
    yield "swapped", module.swapped()
    for flag in range(1, 4):
        yield f"branches {flag}", module.branches(flag)
    for flag in (False, True):
        yield f"merged {flag}", module.merged(flag)
        yield f"deleted {flag}", module.deleted(flag)
    for count in range(3):
        yield f"looped {count}", module.looped(count)
    yield "mean", module.mean()
    yield "reused", module.reused("n")
    for text in ("ab", 1):
        yield f"attempts {text}", module.attempts(text)
    yield "rest", module.rest(1, "a")
    for limit in (0, 1, 100):
        try:
            yield f"until {limit}", module.until(limit)
        except Exception as error:
            yield f"until {limit}", repr(error)
    for divisor in (0, 4):
        yield f"divided {divisor}", module.divided(2, divisor)
    yield "large", module.large()
    yield "yielding", list(module.yielding())
    yield "shared", module.shared()
    yield "unpacked", module.unpacked(("x", [1]))
    values = array.array("d", [1.0, 2.5, -0.5])
    yield "matched", module.matched(values)
    yield "summed", module.summed(values)
    for given in (values, values[:0]):
        yield f"sums {len(given)}", module.sums(given)
        yield f"in threads {len(given)}", module.in_threads(given)
        yield f"on device {len(given)}", module.on_device(given)
    for count in range(3):
        yield f"crossed {count}", module.crossed(count)
    yield "numbers", module.numbers(-3, 4000000000, 0.1, True)
    yield "overridden", [module.overridden(module.Odd(2)), module.overridden(2)]
    yield "classes", module.classes()
