from attempts import attempt


def cases(m):
    root = m.tree(10)
    yield "shown", root.shown()
    yield "parts", m.parts(root)
    yield "loops", m.loops(root)
    yield "annotated", [m.annotated([root, m.Node(1), m.Heavy(2)], {"a": root}, 1), m.annotated([], {}, 0), attempt(m.annotated, (), {}, 0)]
    yield "changed", m.changed(root, 7)
    yield "shown again", [root.shown(), m.parts(m.tree(2))[:2]]
    for kind in range(5):
        yield f"wrong {kind}", attempt(m.wrong, m.tree(1), kind)
    yield "uneven", [m.uneven(0), m.uneven(1)]
