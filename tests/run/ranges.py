import numpy as np


def attempt(function, *arguments):
    try:
        return [function(*arguments), *arguments]
    except Exception as error:
        return [error]


def cases(module):
    rng = np.random.default_rng(3)
    for n in (0, 1, 2, 7):
        yield f"triangular {n}", attempt(module.triangular, np.zeros((n, n)))
        yield f"upper {n}", attempt(module.upper, np.arange(n * n, dtype=float).reshape(n, n), np.zeros(n))
        yield f"backwards {n}", attempt(module.backwards, rng.random(n), np.zeros(n))
        yield f"down {n}", attempt(module.down_by_two, np.zeros((n, 5)))
        yield f"collapsed {n}", attempt(module.collapsed, np.zeros((3, n, 2)))
        yield f"not collapsed {n}", attempt(module.not_collapsed, np.zeros((3, n)))
        yield f"simd {n}", attempt(module.with_simd, np.arange(n, dtype=float), np.ones(n), 3.0)
        yield f"sum with simd {n}", attempt(module.sum_with_simd, np.arange(n, dtype=float))
    for bounds in ((0, 9, 2), (0, 9, -1), (8, -1, -1), (8, 0, -3), (3, 3, 1), (5, 2, 1), (2, 5, -2), (-2, 0, 1),
                   (0, 9, 100), (8, 7, -100), (0, 10, 1), (0, 12, 4)):
        yield f"stepped {bounds}", attempt(module.stepped, np.ones(9), *bounds)
    for bounds in ((0, 9), (1, 9), (2, 9), (9, 0), (0, 0), (-3, 1), (0, 10)):
        yield f"by three {bounds}", attempt(module.by_three, np.ones(9), *bounds)
    yield "narrow", attempt(module.narrow, np.zeros(127), 5, 127)
    yield "unsigned", attempt(module.unsigned_counter, np.zeros(5), 5)
    yield "unsigned", attempt(module.unsigned_counter, np.zeros(5), 0)
    yield "inferred", attempt(module.inferred, -100, 5, 2, 100_000)
    for p in (0, 1, 2, 3):
        yield f"read after loops {p}", attempt(module.read_after_loops, np.arange(3.0), p)
    yield "long", attempt(module.long_counter, np.zeros(5), 5)
    yield "long", attempt(module.long_counter, np.zeros(5), -(2**62))
    for n, step in ((5, 1), (5, 2), (5, 3), (0, 1), (-4, -1), (1, 7)):
        yield f"last of {n} {step}", attempt(module.last_of, np.zeros(5), n, step)
    for teams, threads in ((1, 1), (3, 2), (1000, 7)):
        yield f"teams {teams}", attempt(module.in_teams, np.arange(50.0), teams, threads)
    yield "in a team", attempt(module.in_a_team, np.arange(9.0))
    for n in (1, 2, 5):
        yield f"threads {n}", attempt(module.with_threads, np.arange(50.0), n)
    for limit in (3, 30):
        yield f"only if {limit}", attempt(module.only_if, np.arange(9.0), limit)
    for number in (0, 1, 3):
        yield f"device {number}", attempt(module.on_device, np.arange(9.0), number)
    yield "all", attempt(module.all_of_them, np.arange(9.0), 1, 2)
    yield "all", attempt(module.all_of_them, np.arange(9.0), 1, 1)
    for n in -1, 0, 3, 255:
        yield f"unsigned counters {n}", module.unsigned_counters(2, n, n * 2**33)
    yield "unsigned counters to less", [module.unsigned_counters(-1, 3, -1), module.unsigned_counters(5, 3, 2)]


def traced(module):
    module.triangular(np.zeros((4, 4)))
    module.upper(np.zeros((4, 4)), np.zeros(4))
    module.backwards(np.zeros(8), np.zeros(8))
    module.stepped(np.zeros(8), 0, 8, 2)
    module.by_three(np.zeros(8), 2, 6)
    module.down_by_two(np.zeros((4, 5)))
    module.narrow(np.zeros(8), 2, 5)
    module.unsigned_counter(np.zeros(8), 8)
    module.long_counter(np.zeros(8), 8)
    module.last_of(np.zeros(8), 8, 1)
    module.with_simd(np.zeros(8), np.zeros(8), 2.0)
    module.sum_with_simd(np.zeros(8))
    module.collapsed(np.zeros((2, 3, 4)))
    module.not_collapsed(np.zeros((2, 3)))
    module.in_teams(np.zeros(8), 2, 2)
    module.in_a_team(np.zeros(8))
    module.with_threads(np.zeros(8), 2)
    module.only_if(np.zeros(8), 3)
    module.on_device(np.zeros(8), 0)
    module.all_of_them(np.zeros(8), 0, 2)


BYTES = {
    "triangular": {"x": (128, 128)},
    "upper": {"x": (128, 0), "sums": (0, 32)},
    "backwards": {"x": (64, 0), "y": (0, 64)},
    "stepped": {"x": (64, 64)},
    "by_three": {"x": (32, 32)},
    "down_by_two": {"x": (152, 152)},
    "narrow": {"x": (0, 24)},
    "unsigned_counter": {"x": (0, 64)},
    "long_counter": {"x": (0, 64)},
    "last_of": {"x": (64, 64)},
    "with_simd": {"x": (64, 0), "y": (64, 64)},
    "sum_with_simd": {"x": (64, 0)},
    "collapsed": {"x": (0, 192)},
    "not_collapsed": {"x": (0, 48)},
    "in_teams": {"x": (64, 64)},
    "in_a_team": {"x": (64, 64)},
    "with_threads": {"x": (64, 0)},
    "only_if": {"x": (64, 64)},
    "on_device": {"x": (64, 64)},
    "all_of_them": {"x": (64, 64)},
}
