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
    const int F_DUPFD_CLOEXEC, F_GETOWN, F_SETOWN, O_DIRECT, O_DSYNC, O_RSYNC, O_ACCMODE, AT_FDCWD, AT_EACCESS
    const int AT_SYMLINK_NOFOLLOW, AT_SYMLINK_FOLLOW, AT_REMOVEDIR, S_IFMT, S_IFBLK, S_IFCHR, S_IFIFO, S_IFREG
    const int S_IFDIR, S_IFLNK, S_IFSOCK, POSIX_FADV_DONTNEED, POSIX_FADV_NOREUSE, POSIX_FADV_NORMAL
    const int POSIX_FADV_RANDOM, POSIX_FADV_SEQUENTIAL, POSIX_FADV_WILLNEED

    int posix_fadvise(int file, off_t offset, off_t length, int advice)
    int posix_fallocate(int file, off_t offset, off_t length)
