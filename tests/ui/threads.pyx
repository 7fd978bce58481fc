from cython.parallel import parallel, prange


def clauses(double[::1] x, int n):
    cdef int i
    for i in prange(n, nogil=True, chunksize=20):  #~ ERROR OFC0520
        x[i] = 1
    for i in prange(n, nogil=True, schedule='static', chunksize=-1):  #~ ERROR OFC0520
        x[i] = 1
    for i in prange(n, nogil=True, schedule='runtime', chunksize=10):  #~ ERROR OFC0520
        x[i] = 1
    for i in prange(n, nogil=True, num_threads=-1):  #~ ERROR OFC0520
        x[i] = 1
    for i in prange(n, nogil=True, num_threads=2, num_threads=2):  #~ ERROR OFC0001
        x[i] = 1
    for i in prange(n, nogil=True, schedule='dynamic', chunksize=None, num_threads=None):
        x[i] = 1
    with nogil, parallel(num_threads=n):
        for i in prange(n, num_threads=n):  #~ ERROR OFC0520
            x[i] = 1
    with nogil, parallel(num_threads=None):
        for i in prange(n, num_threads=2):  #~ ERROR OFC0520
            x[i] = 1


def gil(double[::1] x, int n):
    cdef int i, j
    with nogil:
        for i in prange(n, nogil=True):  #~ ERROR OFC0403
            x[i] = 1
    for i in prange(n, nogil=True):
        for j in prange(n, nogil=True):  #~ ERROR OFC0403
            x[i] = 1
        with gil:
            print(i)
    with nogil, parallel():
        for i in prange(n):
            x[i] = 1
        for i in prange(n):
            x[i] = 2


cdef void without(double[::1] x, int n) noexcept nogil:
    cdef int i
    for i in prange(n, nogil=True):
        x[i] = 1


def nested(double[::1] x, int n):
    cdef int i
    with nogil, parallel():
        with parallel():  #~ ERROR OFC0520
            x[0] = 1
    for i in prange(n, nogil=True):
        with parallel():  #~ ERROR OFC0520
            x[0] = 1


def variables(double[::1] x, int n):
    cdef int i, mine = 0, both = 0, used, total = 0, last
    with nogil, parallel():
        mine = 0
        mine += 1  #~ ERROR OFC0520
        used = 2
        both = 1
        for i in prange(n):
            both = 3  #~ ERROR OFC0520
            total += used
            last = i
    return used, total  #~ ERROR OFC0106


def after(double[::1] x, int n):
    cdef int i, used, total = 0, last
    with nogil, parallel():
        used = 2
        used = used + 1
        for i in prange(n):
            total += used
            last = i
    return total, last


def views(double[:, ::1] x, int n):
    cdef double[::1] row, other
    cdef int i
    for i in prange(n, nogil=True):
        row = x[i]  #~ ERROR OFC0520
        row[0] = 1
    with nogil, parallel(device={}):
        for i in range(n):  #~ WARNING OFC0523
            other = x[i]
            other[0] = 1


def counters(list x, double[:] y):
    cdef int i
    cdef int[2] counts
    for counts[0] in prange(3, nogil=True):  #~ ERROR OFC0520
        pass
    with nogil, parallel():
        with gil:
            try:  #~ ERROR OFC0010
                for i in prange(3, nogil=True):
                    y[i] = 0
            except IndexError:
                pass


def waiting_with_gil(list x, double[:] y):
    cdef int i
    with nogil, parallel():
        try:  #~ ERROR OFC0010
            y[0] = 1
        finally:
            for i in prange(3):
                y[i] = 0
    with parallel():  #~ WARNING OFC0402
        for one in x:  #~ ERROR OFC0010
            for i in prange(3):
                y[i] = 0
