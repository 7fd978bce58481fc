# Generator expressions in calls of builtins that the module, a function or a class has bound to something else, and defaults of
# functions inside functions.


def outer(x, k):
    def middle():
        def f(a=x, b=sum(x + v for v in (1, 2)), c=[x for _ in (1,)], *, d=(lambda: k)()):
            return a, b, c, d
        return f()
    return middle()


def key1(args, tuple=tuple, type=type):
    return tuple(type(v) for v in args)


def key2(args, tuple, g):
    return tuple(g(v) for v in args)


def inner_list(args, list, g):
    def f():
        return list(g(v) for v in args)
    def h():
        return list(v for v in args)
    return f(), h()


def local_any(args, g):
    any = lambda it: [*it]
    return any(g(v) for v in args)


class C:
    list = len
    def m(self, g, args):
        return list(g(v) for v in args)
    n = list([1, 2])


def uses_max(args, g):
    return max(g(v) for v in args), min(g(v) for v in args)


def max(it):
    return "own", [*it]


def nested(xs, sorted):
    return [(lambda y: sorted(y + v for v in xs))(z) for z in xs]


def rebinds(xs, g):
    global set
    return set(g(v) for v in xs)


def walrus(xs, g):
    if (dict := (lambda it: list(it))):
        return dict(g(v) for v in xs)
