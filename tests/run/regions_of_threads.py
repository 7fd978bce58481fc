import numpy as np

AT_ONCE = "the threads of a host's loop begin regions"

BYTES = {
    "plain": {"x": (24, 24)}, "row": {"x": (160, 160)}, "inside": {"x": (96, 96)}, "atomic_sums": {"x": (40, 0)},
}


def traced(module):
    module.plain(np.zeros(3))
    module.rows(np.zeros((4, 5)), 2)
    module.inside(np.ones((2, 3)), 1)
    module.atomic_sums(np.arange(5.0), True)


def cases(module):
    for n in (0, 1, 17, 1000):
        x = np.arange(float(n))
        yield f"sums {n}", [module.atomic_sums(x, some) for some in (True, False)]
        yield f"host {n}", module.atomic_on_host(x)
        module.plain(x)
        yield f"plain {n}", x.tolist()
    for threads in (1, 2, 5):
        for shape in ((0, 3), (1, 4), (9, 1), (13, 6)):
            x = np.ones(shape)
            for _ in range(3):
                module.rows(x, threads)
                module.plain(x[:, 0])
                module.inside(x, threads)
            yield f"rows {threads} {shape}", x.tolist()
