# What offcy knows of <errno.h>.

cdef extern from "<errno.h>" nogil:
    int errno
    const int EPERM, ENOENT, EINTR, EIO, EBADF, EAGAIN, ENOMEM, EACCES, EBUSY, EEXIST, EINVAL, ENOSPC, EPIPE
    const int EDOM, ERANGE, ENOSYS, ETIMEDOUT
