# What offcy knows about <threads.h>. Where a thread waits with Python's lock, others cannot give it what it waits for:
# the functions that begin with `py_safe_` let Python's lock go meanwhile, if the thread has it.

from libc.time cimport timespec

cdef extern from "<threads.h>" nogil:
    """
    #define offcy_once_flag ((once_flag)ONCE_FLAG_INIT)

    static inline void offcy_once_flag_init(once_flag *flag)
    {
        *flag = offcy_once_flag;
    }

    /* The limited interface cannot say whether the thread has Python's lock: it takes it then, once more or at all. */
    typedef struct {
        PyThreadState *thread;
    #ifdef Py_LIMITED_API
        PyGILState_STATE before;
    #endif
    } offcy_without_lock;

    static inline offcy_without_lock offcy_let_go(void)
    {
        offcy_without_lock state;
    #ifdef Py_LIMITED_API
        state.before = PyGILState_Ensure();
        state.thread = PyEval_SaveThread();
    #else
        state.thread = PyGILState_Check() ? PyEval_SaveThread() : NULL;
    #endif
        return state;
    }

    static inline void offcy_take_back(offcy_without_lock state)
    {
        if (state.thread)
            PyEval_RestoreThread(state.thread);
    #ifdef Py_LIMITED_API
        PyGILState_Release(state.before);
    #endif
    }

    static inline int offcy_mtx_lock(mtx_t *mutex)
    {
        offcy_without_lock state;
        int result = mtx_trylock(mutex);
        if (result != thrd_busy)
            return result;
        state = offcy_let_go();
        result = mtx_lock(mutex);
        offcy_take_back(state);
        return result;
    }

    /* Nothing waits for Python's lock with the mutex: who has that lock may wait for the mutex. */
    static inline int offcy_waited(offcy_without_lock state, mtx_t *mutex, int result)
    {
        int unlocked = state.thread ? mtx_unlock(mutex) : thrd_success, locked;
        offcy_take_back(state);
        locked = state.thread ? offcy_mtx_lock(mutex) : thrd_success;
        return locked != thrd_success ? locked : unlocked != thrd_success ? unlocked : result;
    }

    static inline int offcy_cnd_wait(cnd_t *condition, mtx_t *mutex)
    {
        offcy_without_lock state = offcy_let_go();
        return offcy_waited(state, mutex, cnd_wait(condition, mutex));
    }

    static inline int offcy_cnd_timedwait(cnd_t *condition, mtx_t *mutex, const struct timespec *until)
    {
        offcy_without_lock state = offcy_let_go();
        return offcy_waited(state, mutex, cnd_timedwait(condition, mutex, until));
    }

    static inline int offcy_call_once(once_flag *flag, void (*function)(void))
    {
        offcy_without_lock state = offcy_let_go();
        call_once(flag, function);
        offcy_take_back(state);
        return 0;
    }
    """
    ctypedef struct thrd_t:
        pass
    ctypedef struct mtx_t:
        pass
    ctypedef struct cnd_t:
        pass
    ctypedef struct tss_t:
        pass
    ctypedef struct once_flag:
        pass
    ctypedef once_flag py_safe_once_flag

    ctypedef int (*thrd_start_t)(void *) noexcept nogil
    ctypedef void (*tss_dtor_t)(void *) noexcept nogil
    ctypedef void (*_once_func_type "offcy_once_function")() noexcept nogil

    const int thrd_success, thrd_nomem, thrd_timedout, thrd_busy, thrd_error
    const int mtx_plain, mtx_recursive, mtx_timed, TSS_DTOR_ITERATIONS
    const once_flag ONCE_FLAG_INIT "offcy_once_flag"
    const py_safe_once_flag PY_SAFE_ONCE_FLAG_INIT "offcy_once_flag"

    int thrd_create(thrd_t *thread, thrd_start_t function, void *argument)
    int thrd_equal(thrd_t left, thrd_t right)
    thrd_t thrd_current()
    int thrd_sleep(const timespec *duration, timespec *left)
    void thrd_yield(), thrd_exit(int result)
    int thrd_detach(thrd_t thread), thrd_join(thrd_t thread, int *result)

    int mtx_init(mtx_t *mutex, int kind)
    int mtx_lock(mtx_t *mutex), mtx_trylock(mtx_t *mutex), mtx_unlock(mtx_t *mutex)
    int mtx_timed_lock "mtx_timedlock" (mtx_t *mutex, const timespec *until)
    void mtx_destroy(mtx_t *mutex)

    int cnd_init(cnd_t *condition), cnd_signal(cnd_t *condition), cnd_broadcast(cnd_t *condition)
    int cnd_wait(cnd_t *condition, mtx_t *mutex)
    int cnd_timedwait(cnd_t *condition, mtx_t *mutex, const timespec *until)
    void cnd_destroy(cnd_t *condition)

    int tss_create(tss_t *key, tss_dtor_t destructor), tss_set(tss_t key, void *value)
    void *tss_get(tss_t key)
    void tss_delete(tss_t key)

    void call_once(once_flag *flag, _once_func_type function)
    void once_flag_init "offcy_once_flag_init" (once_flag *flag)

    int py_safe_mtx_lock "offcy_mtx_lock" (mtx_t *mutex)
    int py_safe_cnd_wait "offcy_cnd_wait" (cnd_t *condition, mtx_t *mutex)
    int py_safe_cnd_timedwait "offcy_cnd_timedwait" (cnd_t *condition, mtx_t *mutex, const timespec *until)
    int py_safe_call_once "offcy_call_once" (py_safe_once_flag *flag, _once_func_type function)
    void py_safe_once_flag_init "offcy_once_flag_init" (py_safe_once_flag *flag)
