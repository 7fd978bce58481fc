# What offcy knows about <sys/wait.h>.

from posix.resource cimport rusage
from posix.signal cimport siginfo_t
from posix.types cimport id_t, pid_t

cdef extern from "<sys/wait.h>" nogil:
    const int WNOHANG, WUNTRACED, WCONTINUED, WEXITED, WSTOPPED, WNOWAIT
    int WEXITSTATUS(int status), WIFEXITED(int status), WIFSIGNALED(int status), WIFSTOPPED(int status)
    int WIFCONTINUED(int status), WSTOPSIG(int status), WTERMSIG(int status)

    pid_t wait(int *status)
    pid_t waitpid(pid_t process, int *status, int options)
    pid_t wait3(int *status, int options, rusage *usage)
    pid_t wait4(pid_t process, int *status, int options, rusage *usage)
    ctypedef int idtype_t
    const idtype_t P_ALL, P_PID, P_PGID
    int waitid(idtype_t kind, id_t id, siginfo_t *to, int options)
