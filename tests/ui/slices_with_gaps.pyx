cdef void takes(double[:, ::1] x) noexcept:
    x[0, 0] = 1

def f(double[:, ::1] x, double[::1, :] y, double[:, :, ::1] z):
    takes(x[:, :2])  #~ ERROR OFC0302
    cdef double[:, ::1] part = x[:, 1:]  #~ ERROR OFC0302
    cdef double[::1, :] other = y[1:, :]  #~ ERROR OFC0302
    cdef double[:, :, ::1] deep = z[:, 1:, :]  #~ ERROR OFC0302
    return x[:, :1], part

cdef double[:, ::1] given(double[:, ::1] x):
    return x[:, :2]  #~ ERROR OFC0302
