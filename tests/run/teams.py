import numpy as np

OUT_OF_BOUNDS = "Out of bounds on buffer access (axis 0)"


class Model:
    def not_the_last(self, loops):
        return 0

    def own_objects(self, n):
        return [(f"-{i}", n, i > 21, sum(range(i))) for i in range(n)]

    def gathered(self, n):
        if n == 0:
            raise UnboundLocalError("local variable 'last' referenced before assignment")
        return list(range(n)), n - 1, True, n

    def unbound(self, n):
        if n == 0:
            raise UnboundLocalError("local variable 'maybe' referenced before assignment")
        return True

    def caught(self, n):
        return sorted([*range(n), *range(1, n, 3)])

    def held(self, n):
        out = [str(i) * 2 for i in range(n)]
        return out, sum(map(len, out))

    def held_left(self, n, at):
        seen = list(range(min(n, at)))
        return (seen, at + 2) if at + 2 < n else seen

    def held_failed(self, items):
        return [item + 1 for item in items[:7]] + items[7:]

    def held_nest(self, n):
        return [(i, j) for i in range(n) for j in range(i)]

    def held_team(self, n):
        return sorted([-1, -2, -2, -3] * 3 + [*range(n)] * 2), 2 * n

    def waits(self, n):
        yield 1
        yield n - 1, 1 + sum(range(n)), 2 * n - 2
        yield sorted([str(i)] * 2 for i in range(n)), n - 1

    def in_condition(self, x, y, by, with_loop):
        self.reach(x, by)
        y += 1

    def in_rounds(self, x, y, by):
        self.reach(x, by * 3)

    def while_fails(self, x, y, by):
        self.reach(x[3:], by)
        y += 3

    def bounds_fail(self, y, ends, by):
        self.reach(ends, by)
        y[:] = 3

    def behind(self, x, y, n):
        if n > x.shape[0]:
            raise IndexError(OUT_OF_BOUNDS)
        y[:4] = 2

    def tried(self, x, y, by):
        if by > 1:
            return [0, 1, 2, 3], OUT_OF_BOUNDS
        return [0, 1, 2, 3]

    def takes_gil(self, counts, y, by):
        self.reach(counts, by)
        counts[:] = [2] * 4 + list(range(len(y)))

    def loop_in_gil(self, counts, y, by):
        self.reach(counts, by)
        counts[:] = [1] * 4 + [7] * 4
        y += 1

    def held_fails(self, counts, n, by):
        self.reach(counts, by)
        counts[:] = [2] * 4 + sorted([*range(n)] * 3)

    def reach(self, items, by):
        """What the last of four threads asks for."""
        if 3 * by >= len(items):
            message = "list index out of range" if isinstance(items, list) else OUT_OF_BOUNDS
            raise IndexError(message)


def model():
    return Model()


def outcome(function, *arguments):
    try:
        return function(*arguments)
    except (IndexError, TypeError, UnboundLocalError) as error:
        return type(error).__name__, str(error)


def counted(function, *arguments):
    """What such a function makes of its list and its array, where it does not fail: else nobody knows how far it got."""
    counts = [0] * 4
    failed = outcome(function, counts, *arguments)
    return failed or (counts[:4], sorted(counts[4:]))


def filled(function, before, *arguments):
    y = np.zeros(9)
    return outcome(function, *before, y, *arguments) or y


def cases(module):
    yield "not the last", module.not_the_last(20_000)
    for n in (0, 1, 50):
        yield f"own {n}", module.own_objects(n)
        yield f"gathered {n}", outcome(module.gathered, n)
        yield f"unbound {n}", outcome(module.unbound, n)
        yield f"caught {n}", module.caught(n)
        yield f"held {n}", module.held(n)
        yield f"held nest {n}", module.held_nest(n)
        yield f"held team {n}", module.held_team(n)
    for n, at in [(10, 3), (10, 99), (1, 0), (0, 0)]:
        yield f"held left {n} {at}", module.held_left(n, at)
    yield "waits", list(module.waits(12))
    yield "held failed", outcome(module.held_failed, [1, 2, 3, 4, "no", 6, 7])
    yield "held whole", outcome(module.held_failed, [1] * 8)
    for turn in range(20):
        for by in (1, 2, 1000):
            for with_loop in (True, False):
                yield f"condition {by} {with_loop} {turn}", filled(module.in_condition, [np.arange(4.0)], by, with_loop)
            yield f"rounds {by} {turn}", filled(module.in_rounds, [np.arange(19.0)], by)
            yield f"while {by} {turn}", filled(module.while_fails, [np.arange(7.0)], by)
            yield f"bounds {by} {turn}", outcome(module.bounds_fail, np.zeros(9), np.full(4, 9), by)
            yield f"tried {by} {turn}", module.tried(np.zeros(4), np.zeros(9), by)
            yield f"takes {by} {turn}", counted(module.takes_gil, np.zeros(9), by)
            yield f"in gil {by} {turn}", counted(module.loop_in_gil, np.zeros(9), by)
            yield f"held {by} {turn}", counted(module.held_fails, 5, by)
        for n in (4, 10):
            yield f"behind {n} {turn}", filled(module.behind, [np.zeros(4)], n)
