"""`in` of objects and of lists, tuples and sets of constants that are written out: these are made once."""


def in_lists(x):
    return (x in [1, 5, 7], x not in [1, -1], x in [1], x in [], x in ["add", "sub"], x in [1, "add", None],
            x in [1.0, 2.5], x in [True, "x"], x in [b"a", (1, "b"), ...], x in [2147483648, 1], x in [10 ** 3, -5],
            x in [0, 1, 2, 3, 4, 5, 6, 7, 8, 9])


def in_tuples(x):
    return (x in (1, 5, 7), x not in (1, -1), x in (1,), x in (), x in ("add", "sub"), x in (1, "add", None),
            x in (1.0, 2.5), x in (True, "x"), x in (b"a", (1, "b"), ...), x in (2147483648, 1),
            x in (0, 1, 2, 3, 4, 5, 6, 7, 8, 9))


def in_sets(x):
    return (x in {1, 5, 7}, x not in {1, -1}, x in {1}, x in {"add", "sub"}, x in {1, "add", None}, x in {1.0, 2.5},
            x in {True, "x"}, x in {b"a", (1, "b"), ...}, x in {2147483648, 1}, x in {1, 1, 1},
            x in {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}, x in {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"})


def counted(list words):
    cdef int found = 0
    for word in words:
        if word in ["add", "sub", "mul"]:
            found += 1
        if word in {"add", "neg"}:
            found += 10
    return found


def chained(x, y):
    return x in [1, 2] in [True, False], x < y in [1, 2, 3], (x in {1, 2}) + (y in {2, 3}), not x in [3], [i for i in range(5) if i in [1, 3]]


def of_items(dict d, str key):
    """With types, from containers, with a value that an `and` needs."""
    cdef object found = d.get(key)
    return found in [1, 2] and key in {"a", "b"}, key not in ["c"], d[key] in {None, 1}


def shared(x):
    """Nobody can change a list or set that is kept."""
    values = [1, 5, 7]
    values.append(x)
    known = {1, 5, 7}
    known.add(x)
    return x in values, x in known, x in [1, 5, 7], x in {1, 5, 7}, values, sorted(known, key=str)


class Equal:
    """Equal to what it is given, with its hash."""

    def __init__(self, value):
        self.value = value

    def __eq__(self, other):
        return self.value == other

    def __hash__(self):
        return hash(self.value)


class Refused:
    def __eq__(self, other):
        raise LookupError(repr(other))

    def __hash__(self):
        return hash(1)


class Number(int):
    pass
