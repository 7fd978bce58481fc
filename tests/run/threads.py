import numpy as np


def cases(module):
    for n in (0, 1, 50):
        yield f"begins {n}", module.begins(n)
        yield f"begins in team {n}", module.begins_in_team(n)
        yield f"of module {n}", module.of_module(n)
        yield f"called {n}", module.called_with_gil(n)
    for at in (0, 7, 49):
        x = np.zeros(50)
        x[at] = 1
        yield f"last {at}", module.last_set(x)
    for n, at in [(10, 3), (10, 99), (0, 0)]:
        yield f"waits {n} {at}", list(module.waits(n, at))
    for by in (1, 2):
        yield f"waits for views {by}", [value for value in module.waits_for_views(np.arange(5.0), by)][:2]
    yield "asked threads", [module.asked_threads(count) for count in (0, 1, 3)]
    yield "asked", module.asked(np.arange(5.0), 1, 2)
    yield "buffers", module.buffers(np.arange(5.0))
    yield "unreached", module.unreached(9)
    yield "inner", module.inner_rounds(6)
    for n, at in [(10, 3), (10, 99), (1, 0), (0, 0)]:
        yield f"shared {n} {at}", module.shared(n, at)
        yield f"returned {n} {at}", module.returned(n, at)
        module.of_module(5)
        yield f"left {n} {at}", (module.of_module_left(n, at), module.module_now())
