# What offcy knows about <sys/select.h>.

from libc.time cimport timespec
from posix.time cimport timeval
from posix.types cimport sigset_t

cdef extern from "<sys/select.h>" nogil:
    ctypedef struct fd_set:
        pass

    const int FD_SETSIZE
    void FD_CLR(int file, fd_set *files), FD_SET(int file, fd_set *files), FD_ZERO(fd_set *files)
    bint FD_ISSET(int file, fd_set *files)
    int select(int count, fd_set *reading, fd_set *writing, fd_set *failing, timeval *timeout)
    int pselect(int count, fd_set *reading, fd_set *writing, fd_set *failing, const timespec *timeout,
                const sigset_t *signals)
