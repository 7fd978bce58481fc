"""C numbers in texts, bytes and byte arrays, and loops over those."""
cdef str HELD = "aÿb"
def attempt(f):
    try: return f()
    except Exception as e: return type(e).__name__ + ": " + str(e)
def f(int k, str s="aÿ", bytes b=b"a\xff", bytearray ba=bytearray(b"a\xff"), object o=b"a\xff", tuple tu=(97, "a")):
    cdef char c = <char>k
    cdef unsigned char u = <unsigned char>k
    cdef Py_UCS4 p = k if 0 <= k < 0x110000 else 0
    cdef long l = k
    cdef unsigned long long big = <unsigned long long>k
    return [attempt(lambda: c in s), attempt(lambda: u in s), attempt(lambda: p in s), attempt(lambda: k in s), attempt(lambda: l in s),
        attempt(lambda: c in "abÿ"), attempt(lambda: u in "abÿ"), attempt(lambda: k in "abÿ"), attempt(lambda: p in "abÿ"), attempt(lambda: p in "a"), attempt(lambda: u in "a"),
        attempt(lambda: c in b"a\xff"), attempt(lambda: u in b"a\xff"), attempt(lambda: l in b"a\xff"), attempt(lambda: big in b"a\xff"), attempt(lambda: p in b"a\xff"),
        attempt(lambda: c in b"a"), attempt(lambda: u in b"\xff"), attempt(lambda: l in b"\xff"), attempt(lambda: l in b""), attempt(lambda: big in b"aa"), attempt(lambda: p in b"a"),
        attempt(lambda: c not in b), attempt(lambda: u in ba), attempt(lambda: l not in ba), attempt(lambda: p in b),
        attempt(lambda: c in o), attempt(lambda: u in o), attempt(lambda: l in o), attempt(lambda: c in tu), attempt(lambda: u in tu), attempt(lambda: p in tu),
        attempt(lambda: (c + 1) in b"b\x00"), attempt(lambda: (k + 1) in b"b"), attempt(lambda: True in b), attempt(lambda: 97 in b), attempt(lambda: 353 in b), attempt(lambda: 97 in b"ab"),
        attempt(lambda: 'a' in b), attempt(lambda: b'a' in b), attempt(lambda: c'a' in b), attempt(lambda: c'a' in s), attempt(lambda: b'ab' in b), attempt(lambda: 'ab' in s),
        attempt(lambda: 0 < c in b), attempt(lambda: c in b and u in b or k in b"xy")]
def none(bytes b, bytearray ba, str s):
    cdef char c = 97
    return [attempt(lambda: c in b), attempt(lambda: c not in ba), attempt(lambda: c in s), attempt(lambda: 97 in b)]
cdef bint fast(char c, const char *s, bytes b, Py_ssize_t n) except -1:
    return c in s[:n] or c in b
def kinds(char c, bytes b):
    cdef int n = 0
    for x in b:
        if x in b" \t\r\n": n += 1
        elif x not in b"abc": n += 100
    cdef unsigned char y
    for y in b:
        if y in b" \t\xff": n += 1000
    cdef char z
    for z in b:
        if z in b" \t\xff": n += 10000
    return n, fast(c, b, b"q", len(b)), fast(c, b, b"q", 1)
def loops(bytes b, bytearray more):
    cdef char c
    cdef signed char s
    cdef unsigned char u
    cdef short h
    cdef int i
    cdef unsigned int n
    cdef long l
    cdef double d
    cdef Py_UCS4 p
    cdef Py_ssize_t at
    out = []
    for c in b:
        out.append(c)
    for s in more:
        out.append(s)
    for u in b:
        out.append(u)
    for h in b:
        out.append(h)
    for at, c in enumerate(more):
        out.append(c + at * 1000)
    for l in more:
        out.append(l)
    for i in b:
        out.append(i)
    for n in b:
        out.append(n)
    for n in more:
        out.append(n)
    b = b[1:]
    for i in b:
        out.append(i)
    for p in more:
        out.append(p)
    for d in b:
        out.append(d)
    return out
def blank(const char *text, bytes among=b" \t"):
    cdef int n = 0
    cdef const char *p = text
    while p[0]:
        n += p[0] in b" \t\n" or p[0] in among
        p += 1
    return n
