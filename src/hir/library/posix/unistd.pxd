# What offcy knows about <unistd.h>.

from posix.types cimport gid_t, off_t, pid_t, uid_t

cdef extern from "<unistd.h>" nogil:
    const int R_OK, W_OK, X_OK, F_OK
    const int STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO
    const int _SC_CLK_TCK, _SC_NPROCESSORS_CONF, _SC_NPROCESSORS_ONLN, _SC_OPEN_MAX, _SC_PAGESIZE, _SC_PAGE_SIZE
    const int _SC_ARG_MAX, _SC_CHILD_MAX, _SC_PHYS_PAGES

    int access(const char *path, int mode)
    unsigned int alarm(unsigned int seconds)
    int chdir(const char *path)
    int chown(const char *path, uid_t owner, gid_t group)
    int close(int file)
    int dup(int file), dup2(int file, int to)
    int execve(const char *path, char *const *arguments, char *const *environment)
    int execvp(const char *file, char *const *arguments)
    void _exit(int status)
    pid_t fork()
    int fsync(int file), fdatasync(int file)
    int ftruncate(int file, off_t length), truncate(const char *path, off_t length)
    char *getcwd(char *to, size_t size)
    gid_t getegid(), getgid()
    uid_t geteuid(), getuid()
    int gethostname(char *to, size_t size)
    char *getlogin()
    pid_t getpgid(pid_t process), getpgrp(), getpid(), getppid(), getsid(pid_t process)
    int isatty(int file)
    int link(const char *from_, const char *to), symlink(const char *from_, const char *to)
    off_t lseek(int file, off_t offset, int whence)
    int nice(int increment)
    int pause()
    int pipe(int *ends)
    ssize_t read(int file, void *to, size_t size), write(int file, const void *from_, size_t size)
    ssize_t pread(int file, void *to, size_t size, off_t offset)
    ssize_t pwrite(int file, const void *from_, size_t size, off_t offset)
    ssize_t readlink(const char *path, char *to, size_t size)
    int rmdir(const char *path), unlink(const char *path)
    pid_t setsid()
    int setuid(uid_t user), setgid(gid_t group)
    unsigned int sleep(unsigned int seconds)
    long sysconf(int name)
    char *ttyname(int file)
    int usleep(unsigned int microseconds)
