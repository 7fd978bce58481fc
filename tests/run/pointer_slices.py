from attempts import attempt


def cases(module):
    for data in (b"abcdef", b"a\xe4b", b"abab"):
        for start, stop in ((0, 3), (1, 2), (2, 2)):
            yield f"texts {data} {start} {stop}", attempt(module.texts, data, start, stop)
        for start, stop in ((0, 3), (1, 3), (-2, -1), (-9, 2), (2, 1)):
            for encoding in ("latin-1", b"utf-8", "nothing"):
                label = f"decoded {data} {start} {stop} {encoding}"
                yield label, attempt(module.decoded, data, start, stop, encoding)
        yield f"methods {data}", module.methods(data)
        yield f"temporary {data}", module.of_temporary(data)
        yield f"characters {data}", module.characters(data, 3)
    yield "array", attempt(module.into_array, b"hello")
    for start, stop in ((0, 6), (1, 4), (3, 3)):
        yield f"elements {start} {stop}", module.elements(start, stop)
    yield "moved", module.moved(3)
    for start, stop in ((0, 3), (2, 5), (1, 3), (0, 5)):
        yield f"assigned {start} {stop}", attempt(module.assigned, [20, 30], start, stop)
    for values in ([1, 2, 3], (1.5, 2, 3), [1, 2], iter([1, 2, 3, 4]), [1, "2", 3]):
        yield f"object {values if not hasattr(values, '__next__') else 'iterator'}", attempt(module.from_object, values)
    yield "tuple", module.as_tuple()
    yield "rest of text", [module.rest_of_text(b"letters", at) for at in (0, 3, 7)]
    yield "held", module.held()
    yield "numbers", module.numbers(5, 2.0)
    for n in (0, 5, 9):
        yield f"in generator expressions {n}", module.in_generator_expressions(n)
    for n in (1, 2, -1, 0):
        yield f"stepped text {n}", attempt(module.stepped_text, b"abcdef", n)
