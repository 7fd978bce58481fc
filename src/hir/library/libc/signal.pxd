# What offcy knows about <signal.h>.

ctypedef void (*sighandler_t)(int) noexcept nogil

cdef extern from "<signal.h>" nogil:
    ctypedef int sig_atomic_t

    sighandler_t SIG_DFL
    sighandler_t SIG_IGN
    sighandler_t SIG_ERR
    const int SIGABRT, SIGFPE, SIGILL, SIGINT, SIGSEGV, SIGTERM
    const int SIGHUP, SIGQUIT, SIGTRAP, SIGBUS, SIGKILL, SIGPIPE, SIGALRM, SIGCHLD, SIGCONT, SIGSTOP, SIGTSTP
    const int SIGTTIN, SIGTTOU, SIGURG, SIGXCPU, SIGXFSZ, SIGVTALRM, SIGPROF, SIGWINCH, SIGUSR1, SIGUSR2, SIGSYS

    sighandler_t signal(int number, sighandler_t handler)
    int raise_ "raise" (int number)
    const int SIGIOT, SIGSTKFLT, SIGIO, SIGPOLL, SIGCLD, SIGPWR
    # Those between the two are free: the C library decides when the program runs.
    int SIGRTMIN, SIGRTMAX
