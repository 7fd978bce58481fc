# What offcy knows about POSIX's part of <signal.h>.

from posix.types cimport pid_t, sigset_t, uid_t

cdef extern from "<signal.h>" nogil:
    cdef union sigval:
        int sival_int
        void *sival_ptr

    ctypedef struct siginfo_t:
        int si_signo
        int si_code
        int si_errno
        pid_t si_pid
        uid_t si_uid
        void *si_addr
        int si_status
        long si_band
        sigval si_value

    cdef struct sigevent:
        int sigev_notify
        int sigev_signo
        sigval sigev_value
        void (*sigev_notify_function)(sigval)

    ctypedef struct stack_t:
        void *ss_sp
        int ss_flags
        size_t ss_size

    cdef struct sigaction_t "sigaction":
        void (*sa_handler)(int)
        void (*sa_sigaction)(int, siginfo_t *, void *)
        sigset_t sa_mask
        int sa_flags

    const int SA_NOCLDSTOP, SA_ONSTACK, SA_RESETHAND, SA_RESTART, SA_SIGINFO, SA_NOCLDWAIT, SA_NODEFER
    const int SIG_BLOCK, SIG_UNBLOCK, SIG_SETMASK

    int kill(pid_t process, int number), killpg(pid_t group, int number)
    int sigaction(int number, const sigaction_t *action, sigaction_t *old)
    int sigpending(sigset_t *signals)
    int sigprocmask(int how, const sigset_t *signals, sigset_t *old)
    int sigsuspend(const sigset_t *signals)
    int sigaddset(sigset_t *signals, int number), sigdelset(sigset_t *signals, int number)
    int sigemptyset(sigset_t *signals), sigfillset(sigset_t *signals)
    int sigismember(const sigset_t *signals, int number)
    int sigaltstack(const stack_t *stack, stack_t *old)

    const int SS_ONSTACK, SS_DISABLE, SIGEV_NONE, SIGEV_SIGNAL, SIGEV_THREAD, SIGEV_THREAD_ID
    # The C library may ask the kernel when the program runs.
    int MINSIGSTKSZ, SIGSTKSZ
