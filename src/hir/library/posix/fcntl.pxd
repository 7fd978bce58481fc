# What offcy knows about <fcntl.h>.

from posix.types cimport mode_t, off_t, pid_t

cdef extern from "<fcntl.h>" nogil:
    const int O_RDONLY, O_WRONLY, O_RDWR, O_APPEND, O_CREAT, O_EXCL, O_NONBLOCK, O_NOCTTY, O_SYNC, O_TRUNC
    const int O_CLOEXEC, O_DIRECTORY, O_NOFOLLOW
    const int F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_GETLK, F_SETLK, F_SETLKW, F_RDLCK, F_UNLCK, F_WRLCK
    const int FD_CLOEXEC, SEEK_SET, SEEK_CUR, SEEK_END

    cdef struct flock:
        short l_type
        short l_whence
        off_t l_start
        off_t l_len
        pid_t l_pid

    int creat(const char *path, mode_t mode)
    int fcntl(int file, int command, ...)
    int open(const char *path, int flags, ...)
    int openat(int directory, const char *path, int flags, ...)
