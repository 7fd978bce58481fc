"""Assignments to what a call of `type` gives, and to a variable of that name."""


class C:
    pass


class L(list):
    pass


def g(self):
    type(self).items = [1, 2]
    type(self).items[0] = 5
    return type(self).items


def h(x):
    type(x).y = 1
    type(x).z: int = 1
    return C.y, C.z


def i(x):
    type = {}
    type[0] = 4
    type [1] = 5
    return type
