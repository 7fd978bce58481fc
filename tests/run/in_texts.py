from attempts import attempt


def cases(module):
    for k in 97, 255, -1, 353, 0, 98, 66, 44, 300, 1114112:
        yield f"in {k}", module.f(k)
    yield "none", module.none(None, None, None)
    yield "kinds", module.kinds(99, b"a \xff\tcz")
    yield "loops", module.loops(b"a\xff\x80\x7f", bytearray(b"\xfe\x00"))
    yield "nothing", module.loops(b"", bytearray())
    yield "no bytes", type(attempt(module.loops, None, bytearray())).__name__
    yield "blank", [module.blank(b" a\t\xff\n"), module.blank(b"\xff", b"\xff")]
