# cython: language_level=3
# C's threads, and locks of C that threads of Python's wait for.
from libc.threads cimport (
    call_once, cnd_broadcast, cnd_destroy, cnd_init, cnd_signal, cnd_t, cnd_timedwait, cnd_wait, mtx_destroy, mtx_init,
    mtx_lock, mtx_plain, mtx_recursive, mtx_t, mtx_timed, mtx_trylock, mtx_unlock, once_flag, once_flag_init,
    py_safe_call_once, py_safe_cnd_timedwait, py_safe_cnd_wait, py_safe_mtx_lock, py_safe_once_flag,
    py_safe_once_flag_init, thrd_busy, thrd_create, thrd_current, thrd_equal, thrd_error, thrd_join, thrd_nomem,
    thrd_sleep, thrd_success, thrd_t, thrd_timedout, thrd_yield, tss_create, tss_delete, tss_get, tss_set, tss_t,
)
from libc.time cimport TIME_UTC, timespec, timespec_get

cdef mtx_t lock
cdef cnd_t changed
cdef once_flag flag
cdef py_safe_once_flag safe_flag
cdef tss_t own
cdef long total = 0
cdef int calls = 0
cdef bint ready = False


cdef void count() noexcept nogil:
    global calls
    calls += 1


cdef int add(void *to) noexcept nogil:
    global total
    cdef int i
    tss_set(own, to)
    for i in range(1000):
        mtx_lock(&lock)
        total += (<long *>tss_get(own))[0]
        mtx_unlock(&lock)
    thrd_yield()
    call_once(&flag, count)
    return 7


def constants():
    return [
        mtx_plain, mtx_recursive, mtx_timed, thrd_success, thrd_nomem, thrd_timedout, thrd_busy, thrd_error,
        sizeof(thrd_t), sizeof(mtx_t), sizeof(cnd_t), sizeof(once_flag), sizeof(tss_t), sizeof(py_safe_once_flag),
    ]


def start():
    mtx_init(&lock, mtx_plain)
    cnd_init(&changed)
    once_flag_init(&flag)
    py_safe_once_flag_init(&safe_flag)


def end():
    mtx_destroy(&lock)
    cnd_destroy(&changed)


def sum_of(long step):
    global total, calls
    cdef thrd_t threads[4]
    cdef int results[4]
    cdef int i
    total = 0
    calls = 0
    tss_create(&own, NULL)
    with nogil:
        for i in range(4):
            thrd_create(&threads[i], add, &step)
        for i in range(4):
            thrd_join(threads[i], &results[i])
    tss_delete(own)
    return total, calls, [results[i] for i in range(4)], thrd_equal(thrd_current(), thrd_current()) != 0


def once():
    global calls
    calls = 0
    py_safe_call_once(&safe_flag, count)
    with nogil:
        py_safe_call_once(&safe_flag, count)
    return calls


def wait():
    global ready
    result = [py_safe_mtx_lock(&lock), mtx_trylock(&lock) == thrd_busy]
    while not ready:
        result.append(py_safe_cnd_wait(&changed, &lock))
    ready = False
    result.append(mtx_unlock(&lock))
    return result[:2], set(result[2:])


def wait_without_the_gil():
    global ready
    cdef int locked, waited = 0
    with nogil:
        locked = py_safe_mtx_lock(&lock)
        while not ready and waited == 0:
            waited = py_safe_cnd_wait(&changed, &lock)
        ready = False
        mtx_unlock(&lock)
    return locked, waited


def wake():
    global ready
    py_safe_mtx_lock(&lock)
    ready = True
    cnd_signal(&changed)
    cnd_broadcast(&changed)
    mtx_unlock(&lock)


def hold(double seconds):
    cdef timespec time
    time.tv_sec = 0
    time.tv_nsec = <long>(seconds * 1e9)
    py_safe_mtx_lock(&lock)
    with nogil:
        thrd_sleep(&time, NULL)
    return mtx_unlock(&lock)


def wait_a_moment():
    cdef timespec until
    timespec_get(&until, TIME_UTC)
    until.tv_nsec = until.tv_nsec // 2
    py_safe_mtx_lock(&lock)
    result = py_safe_cnd_timedwait(&changed, &lock, &until)
    mtx_unlock(&lock)
    with nogil:
        mtx_lock(&lock)
        if cnd_timedwait(&changed, &lock, &until) != thrd_timedout:
            cnd_wait(&changed, &lock)
        mtx_unlock(&lock)
    return result == thrd_timedout
