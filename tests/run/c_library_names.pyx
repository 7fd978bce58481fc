# cython: language_level=3
# Functions, types and constants of C's library and of POSIX that few modules use.
from libc.complex cimport clog10
from libc.errno cimport EBADMSG, EDEADLOCK, EDQUOT, ENODATA, ESTALE, EUCLEAN
from libc.float cimport DBL_DIG, DECIMAL_DIG, FLT_RADIX, LDBL_MAX_10_EXP
from libc.limits cimport MB_LEN_MAX
from libc.locale cimport lconv, localeconv
from libc.math cimport HUGE_VALL, nexttoward, nexttowardf, remquo, remquol, scalbln, scalblnf
from libc.setjmp cimport sigjmp_buf
from libc.signal cimport SIGIO, SIGIOT, SIGPWR, SIGRTMAX, SIGRTMIN
from libc.stdbool cimport bool
from libc.stddef cimport wchar_t
from libc.stdint cimport INT_FAST32_MIN, INT_LEAST16_MAX, UINT_LEAST64_MAX, WCHAR_MAX, WINT_MIN
from libc.stdio cimport (
    FILE, FILENAME_MAX, FOPEN_MAX, _IOFBF, _IOLBF, _IONBF, const_fpos_t, fclose, fgetpos, fpos_t, fputs, fsetpos,
    getline, rewind, setvbuf, tmpfile,
)
from libc.stdlib cimport const_char, free, lldiv, lldiv_t, strtold
from libc.string cimport memrchr, strcasecmp, strcasestr, strncasecmp, strndup, strsep
from libc.time cimport (
    TIME_UTC, asctime_r, daylight, gmtime_r, localtime_r, strftime, strptime, time_t, timespec, timespec_get, timezone,
    tm, tzname, tzset, wcsftime,
)
from posix.fcntl cimport (
    AT_FDCWD, AT_REMOVEDIR, F_DUPFD_CLOEXEC, O_ACCMODE, O_DSYNC, O_RDONLY, POSIX_FADV_RANDOM, S_IFDIR, S_IFMT, open,
    posix_fadvise, posix_fallocate,
)
from posix.mman cimport (
    MADV_HUGEPAGE, MAP_ANONYMOUS, MAP_NORESERVE, MAP_POPULATE, MAP_PRIVATE, POSIX_MADV_WILLNEED, PROT_READ, PROT_WRITE,
    mincore, mmap, mremap, munmap, posix_madvise,
)
from posix.resource cimport RLIM_INFINITY, RLIM_SAVED_MAX
from posix.select cimport pselect
from posix.signal cimport SIGEV_NONE, SIGEV_THREAD, SS_DISABLE, sigaltstack, sigevent, stack_t
from posix.stat cimport S_TYPEISMQ, fstatat, futimens, mkdirat, struct_stat
from posix.stat cimport timespec as timespec_of_stat
from posix.stdio cimport getc_unlocked, open_memstream, putc_unlocked
from posix.stdlib cimport getsubopt, seed48, lcong48
from posix.strings cimport index, rindex
from posix.time cimport (
    CLOCK_BOOTTIME, CLOCK_MONOTONIC_COARSE, CLOCK_REALTIME, CLOCK_MONOTONIC, clock_nanosleep,
    itimerspec, timer_create, timer_delete, timer_gettime, timer_settime, timer_t,
)
from posix.time cimport timespec as timespec_of_posix
from posix.types cimport clockid_t, sigset_t
from posix.uio cimport RWF_NOWAIT, iovec, preadv, pwritev
from posix.unistd cimport (
    F_LOCK, F_TEST, F_ULOCK, SEEK_END, _CS_PATH, _PC_NAME_MAX, _PC_PATH_MAX, _SC_2_C_BIND, _SC_IOV_MAX, _SC_THREADS,
    _SC_VERSION, close, confstr, execv, fpathconf, getgroups, getopt, lockf, optarg, optind, opterr, pathconf, rmdir,
    swab, sysconf, useconds_t, write, lseek, ftruncate,
)
from posix.wait cimport P_ALL, P_PID, P_PGID, idtype_t, waitid

cdef extern from "<stdio.h>" nogil:
    int fileno(FILE *stream)


def constants():
    return [
        EBADMSG, EDEADLOCK, EDQUOT, ENODATA, ESTALE, EUCLEAN, DBL_DIG, DECIMAL_DIG, FLT_RADIX, LDBL_MAX_10_EXP,
        MB_LEN_MAX, <double>HUGE_VALL, SIGIO, SIGIOT, SIGPWR, INT_FAST32_MIN, INT_LEAST16_MAX, UINT_LEAST64_MAX,
        WCHAR_MAX, WINT_MIN, FILENAME_MAX, FOPEN_MAX, _IOFBF, _IOLBF, _IONBF, TIME_UTC, AT_FDCWD, AT_REMOVEDIR,
        F_DUPFD_CLOEXEC, O_ACCMODE, O_DSYNC, POSIX_FADV_RANDOM, S_IFDIR, S_IFMT, MADV_HUGEPAGE, MAP_NORESERVE,
        MAP_POPULATE, POSIX_MADV_WILLNEED, RLIM_INFINITY == RLIM_SAVED_MAX, SIGEV_NONE, SIGEV_THREAD, SS_DISABLE,
        CLOCK_BOOTTIME, CLOCK_MONOTONIC_COARSE, RWF_NOWAIT, F_LOCK, F_TEST, F_ULOCK, SEEK_END, _CS_PATH, _PC_NAME_MAX,
        _PC_PATH_MAX, _SC_2_C_BIND, _SC_IOV_MAX, _SC_THREADS, _SC_VERSION, P_ALL, P_PID, P_PGID,
    ]


def sizes():
    return [
        sizeof(wchar_t), sizeof(sigjmp_buf), sizeof(lldiv_t), sizeof(sigevent), sizeof(stack_t),
        sizeof(itimerspec), sizeof(timer_t), sizeof(clockid_t), sizeof(sigset_t), sizeof(useconds_t), sizeof(idtype_t),
        sizeof(lconv), sizeof(tm), sizeof(iovec), sizeof(bool),
    ]


cdef bool opposite(const bool *x):
    return not x[0]


def truth(int n):
    cdef bool x = n
    return x, <int>x, opposite(&x), x + 1


def signals():
    return SIGRTMIN < SIGRTMAX


def texts(bytes left, bytes right):
    cdef char *copy = strndup(left, 4)
    cdef char *rest = copy
    cdef const char *found = strcasestr(left, right)
    cdef char *last = <char *>memrchr(<const char *>left, c"a", len(left))
    cdef const_char *first = index(left, c"a")
    cdef list parts = []
    cdef char *part
    try:
        while rest is not NULL:
            part = strsep(&rest, b",")
            parts.append(<bytes>part)
    finally:
        free(copy)
    return (
        (strcasecmp(left, right) > 0) - (strcasecmp(left, right) < 0), strncasecmp(left, right, 2) == 0,
        None if found is NULL else found - <const char *>left, None if last is NULL else last - <char *>left,
        None if first is NULL else first - <const char *>left, rindex(left, c"a") == last, parts,
    )


def numbers(double x, double y, long n):
    cdef int quotient = 0, other = 0
    cdef double left = remquo(x, y, &quotient)
    cdef long double same = remquol(x, y, &other)
    cdef lldiv_t divided = lldiv(<long long>x, n)
    return (
        left, quotient & 7, <double>same, other & 7, nexttoward(x, y), nexttowardf(<float>x, y), scalbln(x, n),
        scalblnf(<float>x, n), divided.quot, divided.rem, clog10(x + 1j * y),
    )


def number_of(bytes text):
    cdef char *end
    cdef long double x = strtold(text, &end)
    return <double>x, end - <char *>text


def lines(bytes text):
    cdef FILE *file = tmpfile()
    cdef char *line = NULL
    cdef size_t size = 0
    cdef char room[512]
    cdef char known[64]
    cdef fpos_t *place = <fpos_t *>known
    cdef list found = []
    setvbuf(file, room, _IOFBF, sizeof(room))
    fputs(text, file)
    rewind(file)
    if fgetpos(file, place):
        raise OSError
    while getline(&line, &size, file) < 1 << 40:
        found.append(<bytes>line)
    fsetpos(file, <const_fpos_t *>place)
    found.append(getc_unlocked(file))
    free(line)
    fclose(file)
    return found


def in_memory(bytes text):
    cdef char *block = NULL
    cdef size_t size = 0
    cdef FILE *file = open_memstream(&block, &size)
    cdef unsigned char character
    for character in text:
        putc_unlocked(character, file)
    fclose(file)
    made = block[:size]
    free(block)
    return made


def dates(bytes text, bytes form):
    cdef tm when
    cdef char shown[64]
    cdef wchar_t wide[64]
    cdef time_t start = 86400 * 365
    cdef timespec now
    gmtime_r(&start, &when)
    asctime_r(&when, shown)
    first = <bytes>shown
    end = strptime(text, form, &when)
    if end is NULL:
        return first, None
    count = strftime(shown, sizeof(shown), b"%Y-%m-%d %H:%M:%S", &when)
    wide[60], wide[61], wide[62], wide[63] = 37, 89, 0, 0
    length = wcsftime(wide, 60, &wide[60], &when)
    localtime_r(&start, &when)
    return first, shown[:count], <bytes>end, length, wide[0], wide[3], timespec_get(&now, TIME_UTC), when.tm_year, now.tv_sec > 0


def zone():
    tzset()
    return <bytes>tzname[0], daylight in (0, 1), timezone


def formats():
    cdef lconv *way = localeconv()
    return <bytes>way.decimal_point, <bytes>way.thousands_sep, way.p_cs_precedes, way.int_n_sign_posn


def pages(size_t size):
    cdef char *block = <char *>mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    cdef unsigned char there[8]
    block[0] = 7
    advised = posix_madvise(block, size, POSIX_MADV_WILLNEED)
    block = <char *>mremap(block, size, 2 * size, 1)
    known = mincore(block, size, there)
    result = block[0], advised, known, there[0] & 1
    munmap(block, 2 * size)
    return result


def files(bytes folder):
    cdef FILE *file = tmpfile()
    cdef int number = fileno(file)
    cdef struct_stat about
    cdef iovec parts[2]
    cdef char to[8]
    cdef timespec_of_stat times[2]
    parts[0].iov_base = <char *>b"abc"
    parts[0].iov_len = 3
    parts[1].iov_base = <char *>b"defg"
    parts[1].iov_len = 4
    written = pwritev(number, parts, 2, 1)
    parts[0].iov_base = to
    parts[0].iov_len = 8
    got = preadv(number, parts, 1, 0)
    grown = posix_fallocate(number, 0, 100)
    advised = posix_fadvise(number, 0, 0, POSIX_FADV_RANDOM)
    size = lseek(number, 0, SEEK_END)
    times[0].tv_sec, times[0].tv_nsec = 10, 5
    times[1].tv_sec, times[1].tv_nsec = 20, 7
    futimens(number, times)
    locked = lockf(number, F_TEST, 0)
    longest = fpathconf(number, _PC_NAME_MAX)
    fclose(file)
    made = mkdirat(AT_FDCWD, folder, 0o700)
    fstatat(AT_FDCWD, folder, &about, 0)
    kind = about.st_mode & S_IFMT
    moved = about.st_mtim.tv_nsec >= 0, S_TYPEISMQ(&about)
    rmdir(folder)
    return written, got, to[:got], grown, advised, size, locked, longest, made, kind == S_IFDIR, moved


def process():
    cdef char path[256]
    cdef stack_t stack
    cdef char swapped[4]
    cdef timespec_of_posix pause
    swab(<const char *>b"abcd", swapped, 4)
    pause.tv_sec, pause.tv_nsec = 0, 1000
    return (
        confstr(_CS_PATH, path, sizeof(path)) > 0, <bytes>path, pathconf(<char *>b"/", _PC_NAME_MAX),
        sysconf(_SC_IOV_MAX), sysconf(_SC_THREADS) > 0, getgroups(0, NULL) >= 0,
        sigaltstack(NULL, &stack), swapped[:4], clock_nanosleep(CLOCK_MONOTONIC, 0, &pause, NULL),
        waitid(P_ALL, 0, NULL, 0),
    )


def timers():
    cdef timer_t timer
    cdef sigevent event
    cdef itimerspec value
    event.sigev_notify = SIGEV_NONE
    if timer_create(CLOCK_REALTIME, &event, &timer):
        raise OSError
    value.it_interval.tv_sec = value.it_interval.tv_nsec = value.it_value.tv_nsec = 0
    value.it_value.tv_sec = 1000
    timer_settime(timer, 0, &value, NULL)
    timer_gettime(timer, &value)
    timer_delete(timer)
    return 900 < value.it_value.tv_sec <= 1000


def options(list words):
    global optind, opterr
    cdef char *arguments[8]
    cdef int i, option
    cdef list found = []
    for i in range(len(words)):
        arguments[i] = words[i]
    arguments[len(words)] = NULL
    while True:
        option = getopt(<int>len(words), arguments, b"ab:")
        if option < 0:
            break
        found.append((chr(option), None if optarg is NULL or option != c"b" else <bytes>optarg))
    return found, optind


def drawn():
    cdef unsigned short state[3]
    cdef unsigned short *before
    state[0], state[1], state[2] = 1, 2, 3
    seed48(state)
    before = seed48(state)
    return before[0], before[1], before[2]
