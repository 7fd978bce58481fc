# C tuples hold C values, and as many as their type says.

cdef (int, object) mixed(int x):  #~ ERROR OFC0205
    return x, x

def f((int, double) t, (int, int) u, int n):
    cdef (int, int[3]) array  #~ ERROR OFC0205
    cdef (int, double)[:] view  #~ ERROR OFC0205
    cdef (int, double) s = (1, 2, 3)  #~ ERROR OFC0201
    cdef (int *, int) pointers = (&n, n)
    a, b, c = t  #~ ERROR OFC0201
    t = u  #~ ERROR OFC0201
    t[2] = 5  #~ ERROR OFC0202
    t[n] = 5  #~ ERROR OFC0206
    t.x = 5  #~ ERROR OFC0206
    t = (1, n)
    with nogil:
        t == s  #~ ERROR OFC0401
    return pointers  #~ ERROR OFC0201
