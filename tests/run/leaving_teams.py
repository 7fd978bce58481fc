import numpy as np


class Model:
    def returned_by_team(self):
        return 45

    def team_broke(self, n):
        return True, 0

    def team_returned(self, n, at):
        found = any(i * (k + 1) == at for k in range(5) for i in range(n))
        return "found" if found else "none"

    def out_of_team(self, n):
        seen = []
        for k in range(n):
            if k == 1:
                continue
            if k == 3:
                break
            seen.append(k)
        else:
            seen.append("all")
        return seen

    def fails_in_front(self, x, y, by):
        if by >= x.shape[0]:
            raise IndexError("Out of bounds on buffer access (axis 0)")
        y[:] = x[0] + x[by]

    def only_one(self, x, wanted):
        return next((i for i, value in enumerate(x) if value == wanted), -2)


def model():
    return Model()


def cases(module):
    for n, at in [(10, 4), (10, 0), (10, 99), (1, 0), (0, 0)]:
        yield f"team {n} {at}", module.team_returned(n, at)
    yield "team broke", module.team_broke(9)
    yield "out of team", (module.out_of_team(6), module.out_of_team(3))
    yield "by team", module.returned_by_team()
    for by in (1, 3, 1000):
        y = np.zeros(7)
        try:
            module.fails_in_front(np.arange(3.0), y, by)
        except IndexError as error:
            yield f"in front {by}", str(error)
        else:
            yield f"in front {by}", y
    for wanted in [0.0, 17.0, 49.0, 3.5]:
        yield f"only {wanted}", module.only_one(np.arange(50.0), wanted)
