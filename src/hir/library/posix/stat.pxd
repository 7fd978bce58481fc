# What offcy knows about <sys/stat.h>.

from libc.time cimport timespec
from posix.types cimport blkcnt_t, blksize_t, dev_t, gid_t, ino_t, mode_t, nlink_t, off_t, time_t, uid_t

cdef extern from "<sys/stat.h>" nogil:
    cdef struct struct_stat "stat":
        dev_t st_dev
        ino_t st_ino
        mode_t st_mode
        nlink_t st_nlink
        uid_t st_uid
        gid_t st_gid
        dev_t st_rdev
        off_t st_size
        blksize_t st_blksize
        blkcnt_t st_blocks
        time_t st_atime
        time_t st_mtime
        time_t st_ctime
        timespec st_atim, st_mtim, st_ctim
        # BSD's and macOS'.
        time_t st_birthtime

    const mode_t S_IFMT, S_IFIFO, S_IFCHR, S_IFDIR, S_IFBLK, S_IFREG, S_IFLNK, S_IFSOCK
    const mode_t S_ISUID, S_ISGID, S_ISVTX, S_IRWXU, S_IRUSR, S_IWUSR, S_IXUSR, S_IRWXG, S_IRGRP, S_IWGRP
    const mode_t S_IXGRP, S_IRWXO, S_IROTH, S_IWOTH, S_IXOTH

    int chmod(const char *path, mode_t mode), fchmod(int file, mode_t mode)
    int stat(const char *path, struct_stat *to), lstat(const char *path, struct_stat *to)
    int fstat(int file, struct_stat *to)
    int mkdir(const char *path, mode_t mode), mkfifo(const char *path, mode_t mode)
    mode_t umask(mode_t mask)
    int S_ISDIR(mode_t mode), S_ISCHR(mode_t mode), S_ISBLK(mode_t mode), S_ISREG(mode_t mode)
    int S_ISFIFO(mode_t mode), S_ISLNK(mode_t mode), S_ISSOCK(mode_t mode)
    int fchmodat(int directory, const char *path, mode_t mode, int flags)
    int fstatat(int directory, const char *path, struct_stat *to, int flags)
    int mkdirat(int directory, const char *path, mode_t mode), mkfifoat(int directory, const char *path, mode_t mode)
    int mknod(const char *path, mode_t mode, dev_t device)
    int mknodat(int directory, const char *path, mode_t mode, dev_t device)
    int futimens(int file, const timespec *times)
    int utimensat(int directory, const char *path, const timespec *times, int flags)
    bint S_TYPEISMQ(struct_stat *of), S_TYPEISSEM(struct_stat *of), S_TYPEISSHM(struct_stat *of)
