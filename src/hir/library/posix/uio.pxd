# What offcy knows about <sys/uio.h>.

from posix.types cimport off_t

cdef extern from "<sys/uio.h>" nogil:
    cdef struct iovec:
        void *iov_base
        size_t iov_len

    ssize_t readv(int file, const iovec *parts, int count), writev(int file, const iovec *parts, int count)
    # Linux'.
    const int RWF_DSYNC, RWF_HIPRI, RWF_SYNC, RWF_NOWAIT, RWF_APPEND
    ssize_t preadv(int file, const iovec *parts, int count, off_t offset)
    ssize_t pwritev(int file, const iovec *parts, int count, off_t offset)
    ssize_t preadv2(int file, const iovec *parts, int count, off_t offset, int flags)
    ssize_t pwritev2(int file, const iovec *parts, int count, off_t offset, int flags)
