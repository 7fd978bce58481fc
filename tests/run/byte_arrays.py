from attempts import attempt

VALUES = (0, 7, 255, 256, -1)


def cases(module):
    def fresh():
        return bytearray(b"a\xfec\x00d")

    for at in (0, 1, 4, 5, -1, -6):
        yield f"item {at}", [attempt(module.item, fresh(), at), attempt(module.item_by_object, fresh(), at)]
        yield f"without the GIL {at}", attempt(module.without_gil, fresh(), 9, at)
    for bounds in ((0, 2), (1, -1), (3, 1), (-2, 9)):
        yield f"parts {bounds}", attempt(module.parts, fresh(), *bounds)
    for value in VALUES:
        for other in (*VALUES, "a", None):
            yield f"store {value} {other}", attempt(module.store, fresh(), value, other, 4)
            yield f"in place {value} {other}", attempt(module.in_place, fresh(), value, other)
        yield f"several {value}", attempt(module.several, fresh(), value, 3)
    yield "beyond", attempt(module.store, fresh(), 1, 2, 9)
    for b in (bytearray(), fresh()):
        yield f"total {b}", attempt(module.total, b)
