def cases(module):
    for i in [0, 10, 2**32 - 1]:
        yield f"unsigned_left {i}", module.unsigned_left(i, 30, 40)
    for j in [0, -7, 30000]:
        yield f"signed_left {j}", module.signed_left(j, -3)
        yield f"compared {j}", module.compared(5, j)
    for a, c in [(0, 0), (1, 0), (1, 1)]:
        yield f"flags {a} {c}", module.flags(a, c)
    yield "large", module.large()
    yield "texts", module.texts()
    for n in 65, 97, 0:
        yield f"characters {n}", module.characters(n, 122, -1)
    yield "largest", module.largest()
