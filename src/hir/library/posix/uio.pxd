# What offcy knows about <sys/uio.h>.

from posix.types cimport off_t

cdef extern from "<sys/uio.h>" nogil:
    cdef struct iovec:
        void *iov_base
        size_t iov_len

    ssize_t readv(int file, const iovec *parts, int count), writev(int file, const iovec *parts, int count)
