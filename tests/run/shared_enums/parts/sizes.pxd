# Constants that other modules use: no module stands for this file.

cdef enum:
    N = 5
    M = N + 2
    AFTER = M * 2

cdef enum Color:
    RED = 4
    GREEN
    BLUE = 10

cdef struct Row:
    double x[M]

cdef extern from *:
    """
    enum shape { ROUND = 3, FLAT = 8 };
    """
    enum shape:
        ROUND
        FLAT
