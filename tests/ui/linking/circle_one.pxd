from circle_two cimport Two

ctypedef Two One

cdef inline One two_of(int x) noexcept:
    return <One>x
