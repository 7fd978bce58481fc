"""Fields of f-strings: a colon and an equals sign begin a format, and only parentheses hold an assignment."""


def a(x, w):
    return [
        f'{x:=10}',
        f'{x:=5}|{x}',
        f'{x:={w}}',
        f'{(v:=5)}',
        v,
        f'{x+1:=10}',
        f"{x!r:=>8}",
        f"{x,w}",
        f"{x, w!r:>12}",
        f"{x if w else 3:=4}",
        f"{x=}",
        f"{x=:5}",
        f"{x = !s}",
        f"{ {'a': x}['a'] }",
        f"{x:{w}.{2}f}",
        f"{x!s:=^{w}}",
        f"{x == 3}",
        f"{x != 3!r}",
        f"{x:%}",
        f"{(lambda: x)()}",
        f"{not x}",
        f"{x and w}",
        f"{x < w:=3}",
        f"{[x for x in range(3)]}",
        f"{x:,}",
        f"{*[x], 1}",
    ]


def b(x):
    def gen():
        y = f"{yield}"
        yield y
    g = gen()
    next(g)
    return g.send(x)


g = 5


def c():
    return f"{g:=4}", f"{g:=4}{g:=5}x"


def d():
    return [f"{k:=3}" for k in range(3)], (lambda k: f"{k:=4}")(3), f"{(y := 3)}{y}"
