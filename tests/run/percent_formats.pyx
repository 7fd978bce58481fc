"""`%` with a literal and a tuple that is written out, and numbers of C in f-strings."""
from libc.stdint cimport int8_t, uint64_t

trace = []

cdef enum Colour:
    RED = 3


class Shown:
    def __init__(self, words):
        self.words = words

    def __str__(self):
        trace.append(self.words)
        return self.words

    def __repr__(self):
        return "<%s>" % (self.words,)


class Broken:
    def __str__(self):
        raise LookupError("no words")


class Words(str):
    def __str__(self):
        return "own"


def objects(a, b):
    return ("%s and %s" % (a, b), "%s%s" % (a, b), "%r, %a" % (a, b), "100%% of %s" % (a,), "%s" % (a,), "%s" % (a, ) + "!",
            "%d and %s" % (a if isinstance(a, int) else 1, b), "%s" % ((a, b),), "no words" % (), "%%" % ())


def numbers(int i, long l, short s, unsigned int u, uint64_t w, int8_t b, bint t, double x, char c, Py_ssize_t n):
    return ("%d %s" % (i, l), "%d/%d/%d" % (s, u, w), "%s %s %s" % (b, t, x), "%s|%d" % (c, n), "%d%%" % (i,), "%i" % (n,),
            "%5d %x" % (i, i), "%d" % (x,), "%r %a" % (i, l), f"{i}{l}{s}{u}{w}{b}{t}{n}", f"{i!s}{i!r}{i!a}", f"{i:4}|{x}")


def of_enum(Colour c):
    return "%s %d" % (c, c), f"{c}"


def wrong(which, a):
    if which == 0:
        return "%s %s" % (a,)
    if which == 1:
        return "%s" % (a, a)
    if which == 2:
        return "%q" % (a,)
    return "%" % (a,)


def order():
    del trace[:]
    return "%s, %s, %s" % (Shown("a"), Shown("b"), Shown("c")), list(trace)


def many(a):
    return "%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s%s" % (a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a, a)


def starred(a):
    return "%s %s" % (*a,), "%s %s %s" % (1, *a), b"%s" % (b"x",), b"%d" % (3,)


def kept(text, a):
    return text % (a, a), "é%s\u4e00" % (a,), "%s%s" % ("x" * 3, a)
