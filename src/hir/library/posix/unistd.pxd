# What offcy knows about <unistd.h>.

from posix.types cimport gid_t, off_t, pid_t, uid_t

cdef extern from "<unistd.h>" nogil:
    const int R_OK, W_OK, X_OK, F_OK
    const int STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO
    const int _SC_CLK_TCK, _SC_NPROCESSORS_CONF, _SC_NPROCESSORS_ONLN, _SC_OPEN_MAX, _SC_PAGESIZE, _SC_PAGE_SIZE
    const int _SC_ARG_MAX, _SC_CHILD_MAX, _SC_PHYS_PAGES

    const int _CS_PATH, _CS_POSIX_V6_ILP32_OFF32_CFLAGS, _CS_POSIX_V6_ILP32_OFF32_LDFLAGS
    const int _CS_POSIX_V6_ILP32_OFF32_LIBS, _CS_POSIX_V6_ILP32_OFFBIG_CFLAGS, _CS_POSIX_V6_ILP32_OFFBIG_LDFLAGS
    const int _CS_POSIX_V6_ILP32_OFFBIG_LIBS, _CS_POSIX_V6_LP64_OFF64_CFLAGS, _CS_POSIX_V6_LP64_OFF64_LDFLAGS
    const int _CS_POSIX_V6_LP64_OFF64_LIBS, _CS_POSIX_V6_LPBIG_OFFBIG_CFLAGS, _CS_POSIX_V6_LPBIG_OFFBIG_LDFLAGS
    const int _CS_POSIX_V6_LPBIG_OFFBIG_LIBS, _CS_POSIX_V6_WIDTH_RESTRICTED_ENVS, SEEK_SET, SEEK_CUR, SEEK_END
    const int F_LOCK, F_TEST, F_TLOCK, F_ULOCK, _PC_2_SYMLINKS, _PC_ALLOC_SIZE_MIN, _PC_ASYNC_IO
    const int _PC_CHOWN_RESTRICTED, _PC_FILESIZEBITS, _PC_LINK_MAX, _PC_MAX_CANON, _PC_MAX_INPUT, _PC_NAME_MAX
    const int _PC_NO_TRUNC, _PC_PATH_MAX, _PC_PIPE_BUF, _PC_PRIO_IO, _PC_REC_INCR_XFER_SIZE, _PC_REC_MIN_XFER_SIZE
    const int _PC_REC_XFER_ALIGN, _PC_SYMLINK_MAX, _PC_SYNC_IO, _PC_VDISABLE, _SC_2_C_BIND, _SC_2_C_DEV
    const int _SC_2_CHAR_TERM, _SC_2_FORT_DEV, _SC_2_FORT_RUN, _SC_2_LOCALEDEF, _SC_2_PBS, _SC_2_PBS_ACCOUNTING
    const int _SC_2_PBS_CHECKPOINT, _SC_2_PBS_LOCATE, _SC_2_PBS_MESSAGE, _SC_2_PBS_TRACK, _SC_2_SW_DEV, _SC_2_UPE
    const int _SC_2_VERSION, _SC_ADVISORY_INFO, _SC_AIO_LISTIO_MAX, _SC_AIO_MAX, _SC_AIO_PRIO_DELTA_MAX
    const int _SC_ASYNCHRONOUS_IO, _SC_ATEXIT_MAX, _SC_BARRIERS, _SC_BC_BASE_MAX, _SC_BC_DIM_MAX, _SC_BC_SCALE_MAX
    const int _SC_BC_STRING_MAX, _SC_CLOCK_SELECTION, _SC_COLL_WEIGHTS_MAX, _SC_CPUTIME, _SC_DELAYTIMER_MAX
    const int _SC_EXPR_NEST_MAX, _SC_FSYNC, _SC_GETGR_R_SIZE_MAX, _SC_GETPW_R_SIZE_MAX, _SC_HOST_NAME_MAX
    const int _SC_IOV_MAX, _SC_IPV6, _SC_JOB_CONTROL, _SC_LINE_MAX, _SC_LOGIN_NAME_MAX, _SC_MAPPED_FILES
    const int _SC_MEMLOCK, _SC_MEMLOCK_RANGE, _SC_MEMORY_PROTECTION, _SC_MESSAGE_PASSING, _SC_MONOTONIC_CLOCK
    const int _SC_MQ_OPEN_MAX, _SC_MQ_PRIO_MAX, _SC_NGROUPS_MAX, _SC_PRIORITIZED_IO, _SC_PRIORITY_SCHEDULING
    const int _SC_RAW_SOCKETS, _SC_RE_DUP_MAX, _SC_READER_WRITER_LOCKS, _SC_REALTIME_SIGNALS, _SC_REGEXP
    const int _SC_RTSIG_MAX, _SC_SAVED_IDS, _SC_SEM_NSEMS_MAX, _SC_SEM_VALUE_MAX, _SC_SEMAPHORES
    const int _SC_SHARED_MEMORY_OBJECTS, _SC_SHELL, _SC_SIGQUEUE_MAX, _SC_SPAWN, _SC_SPIN_LOCKS, _SC_SPORADIC_SERVER
    const int _SC_SS_REPL_MAX, _SC_STREAM_MAX, _SC_SYMLOOP_MAX, _SC_SYNCHRONIZED_IO, _SC_THREAD_ATTR_STACKADDR
    const int _SC_THREAD_ATTR_STACKSIZE, _SC_THREAD_CPUTIME, _SC_THREAD_DESTRUCTOR_ITERATIONS, _SC_THREAD_KEYS_MAX
    const int _SC_THREAD_PRIO_INHERIT, _SC_THREAD_PRIO_PROTECT, _SC_THREAD_PRIORITY_SCHEDULING
    const int _SC_THREAD_PROCESS_SHARED, _SC_THREAD_SAFE_FUNCTIONS, _SC_THREAD_SPORADIC_SERVER, _SC_THREAD_STACK_MIN
    const int _SC_THREAD_THREADS_MAX, _SC_THREADS, _SC_TIMEOUTS, _SC_TIMER_MAX, _SC_TIMERS, _SC_TRACE
    const int _SC_TRACE_EVENT_FILTER, _SC_TRACE_EVENT_NAME_MAX, _SC_TRACE_INHERIT, _SC_TRACE_LOG, _SC_TRACE_NAME_MAX
    const int _SC_TRACE_SYS_MAX, _SC_TRACE_USER_EVENT_MAX, _SC_TTY_NAME_MAX, _SC_TYPED_MEMORY_OBJECTS
    const int _SC_TZNAME_MAX, _SC_V6_ILP32_OFF32, _SC_V6_ILP32_OFFBIG, _SC_V6_LP64_OFF64, _SC_V6_LPBIG_OFFBIG
    const int _SC_VERSION, _SC_XBS5_ILP32_OFF32, _SC_XBS5_ILP32_OFFBIG, _SC_XBS5_LP64_OFF64, _SC_XBS5_LPBIG_OFFBIG
    const int _SC_XOPEN_CRYPT, _SC_XOPEN_ENH_I18N, _SC_XOPEN_LEGACY, _SC_XOPEN_REALTIME, _SC_XOPEN_REALTIME_THREADS
    const int _SC_XOPEN_SHM, _SC_XOPEN_STREAMS, _SC_XOPEN_UNIX, _SC_XOPEN_VERSION

    ctypedef unsigned int useconds_t

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
    int usleep(useconds_t microseconds)
    size_t confstr(int name, char *to, size_t size)
    long fpathconf(int file, int name), pathconf(const char *path, int name)
    char *crypt(const char *password, const char *salt)
    char *ctermid(char *to)
    int execl(const char *path, const char *argument, ...), execle(const char *path, const char *argument, ...)
    int execlp(const char *file, const char *argument, ...)
    int execv(const char *path, char *const *arguments)
    pid_t vfork()
    int fchown(int file, uid_t owner, gid_t group), lchown(const char *path, uid_t owner, gid_t group)
    int fchdir(int file)
    int getgroups(int count, gid_t *to)
    long gethostid()
    int getlogin_r(char *to, size_t size)
    char *getwd(char *to)
    int lockf(int file, int command, off_t length)
    int setegid(gid_t group), seteuid(uid_t user)
    int setregid(gid_t real, gid_t effective), setreuid(uid_t real, uid_t effective)
    int setpgid(pid_t process, pid_t group)
    pid_t setpgrp(), tcgetpgrp(int file)
    int tcsetpgrp(int file, pid_t group)
    void swab(const void *from_, void *to, ssize_t size)
    void sync()
    int ttyname_r(int file, char *to, size_t size)
    useconds_t ualarm(useconds_t first, useconds_t interval)

    int getopt(int count, char *const *arguments, const char *options)
    char *optarg
    int optind, opterr, optopt
