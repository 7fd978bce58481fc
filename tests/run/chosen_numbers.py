def cases(module):
    for a in (0, -1, 3):
        for b in (0, 5, 1 << 63):
            for c in (0.0, 2.5):
                yield f"as_objects {a} {b} {c}", module.as_objects(a, b, c, -a)
            yield f"as_numbers {a} {b}", module.as_numbers(a, b, -a)
            yield f"evaluated {a} {b}", module.evaluated([], a, b)
            yield f"passed {a} {b}", module.passed(a, b)
