"""`*` before expressions of all kinds, in every place that unpacks."""


class Holder:
    f = (7, 8)

    def __call__(self, *args):
        return list(args) or [9]

    def __getitem__(self, key):
        return key if isinstance(key, tuple) else (key,)

    def items(self):
        return [1, 2]


def lists(d, l, o):
    return [
        [*d.items()], [*range(3)], [*o.f], [*l[0]], [*(l)], [*[1]], [*l[1:]], [*o()], [*o(1, 2)], [*l + l],
        [*l * 2], [*d], [*d.items(),], [*o.f, 3], [*l, *d.items()], [1, [*zip(l, o.f)]],
        [[*x] for x in l], [*(x for x in l)], [*{1, 2}], [*"abc"], [*b"abc"],
        [*sorted(l, key=lambda x: len(x))], [*lambda_free(l)], [*(l if l else o.f)],
    ]


not_a_list = ()


def lambda_free(x):
    return x


def sets(d, o):
    return [sorted({*o.items()}), sorted({*d.keys()}), sorted({*o.f, 1}), sorted({*d.values(), *o.f}), {*[], *()}]


def tuples(d, l, o):
    a = *d.items(),
    b = *l[0], 3
    c = 1, *o.f
    d2 = (*d.items(),)
    e = *o(), *o.items()
    return a, b, c, d2, e


def returned(d, o):
    return *d.items(), *o.f


def yielded(o):
    yield *o.items(), 3
    x = yield *o.f,
    yield x


def looped(o, l):
    found = []
    for x in *o.f, *l[0], 5:
        found.append(x)
    for x in [*o.items()]:
        found.append(x)
    found += *o.f, 1
    return found


def indexed(o, l):
    return o[*l[0], 3], o[1, *o.f], o[(*o.f, 2)]


def called(o, l, d):
    return o(*o.f), o(*l[0], *o.items()), o(*[*d.keys()]), o(*l[0] + [1]), max(*o.f, *o.items())


def products(double a, double b, l):
    x = a *b
    return [a *b], [a *b, *l], (a * b, *l), x
