"A text may be wrong where it is a docstring: \x4"  #~ ERROR OFC0001


def escapes(x):
    "\u20"  #~ ERROR OFC0001
    '\N{SPACE}'
    f"{missing}"  #~ ERROR OFC0101
    return '\N{SPACE}', '\N{OUTER SPACE}'  #~ ERROR OFC0001


def fields(x):
    f"{x!q}"  #~ ERROR OFC0001
    t"{x=y}"  #~ ERROR OFC0001 #~ ERROR OFC0010
    f"{lambda: x}"  #~ ERROR OFC0001
    return f"{x!r:{x}}{{}}{x != x}", f"{(lambda: x)()} {x:%H:%M} {'}'}", rf"\{x}"


def loses_const(const char *text, const double[:] x):
    cdef char *start = text  #~ WARNING OFC0210
    cdef double *first
    first = &x[0]  #~ WARNING OFC0210
    cdef const char *kept = start
    return <char *>text == start, first[0], kept
