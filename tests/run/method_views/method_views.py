import gc
import sys

import numpy as np
from attempts import attempt


def cases(m):
    from kit import rules

    class Python(rules.Twice):
        def part(self, x, begin):
            return np.asarray(x)[begin + 1:]

    for kind in rules.Rule, rules.Twice, m.Mine, Python:
        name, rule = kind.__name__, kind()
        yield f"{name} calls", m.calls(rule, np.arange(4.0))
        yield f"{name} asks", (rules.ask(rule, np.arange(4.0)), m.asked(rule, np.arange(5.0)))
        yield f"{name} fails", (attempt(m.failing, rule, np.zeros(2)), attempt(m.failing, rule, np.zeros(3)))
        yield f"{name} none", m.none(rule)
        yield f"{name} loop", m.loop(rule, np.arange(3.0), 100)
        if kind is not rules.Rule:
            yield f"{name} weighs", attempt(m.weighed, rule, np.array([3]), "abc")
            yield f"{name} weighs nothing", attempt(m.weighed, rule, np.array([3]), None)
    mine = m.Mine()
    yield "asked", attempt(mine.asked)
    values = np.zeros(4)
    before = sys.getrefcount(values)
    for _ in range(100):
        m.calls(mine, values)
    del mine
    gc.collect()
    yield "references", sys.getrefcount(values) - before < 10
