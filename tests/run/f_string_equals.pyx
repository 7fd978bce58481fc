"""`{x = }` of an f-string shows the text of the expression, and then the value."""


def shown(x, int n, double y):
    return f"{x=}", f"{x = }", f"{n + 1=}", f"{ n =!s:>8}|", f"{x=:>6}|", f"{x!r}", f"{x =!r}", f"a{n==1}b{(n:=4)=}c {y=}{y=:.3f}"


def nested(d, width):
    return f'''{
 d["a"]   =   }''', f"{d['a']=:{width}}", rf"{d=}\n", f"{d['a'] <= 3 = } {{d=}}"
