/* `try`, `with` and `raise`. */
#ifndef OFFCY_EXCEPTION_H
#define OFFCY_EXCEPTION_H

#ifndef OFFCY_PY_H
#error "include offcy_py.h"
#endif

/* How the body of a `finally` was left, other than at its end or by an exception. */
enum { OFFCY_RETURN = 1, OFFCY_BREAK, OFFCY_CONTINUE, OFFCY_FAILED };

/* Parallel code that its threads leave: `left` says how, zero before. `offcy_leave_iterations`: true for the
 * thread that is the first. */
static inline bool offcy_left(const int *left)
{
    return __atomic_load_n(left, __ATOMIC_RELAXED) != 0;
}
static inline bool offcy_leave_iterations(int *left, int way)
{
    int none = 0;
    return __atomic_compare_exchange_n(left, &none, way, false, __ATOMIC_RELAXED, __ATOMIC_RELAXED);
}

/* A thread's own record moves into the shared one, if no other error is there yet; then it is cleared. */
OFFCY_HIDDEN void offcy_hand_over_error(offcy_error *shared, offcy_error *own);

/* Stores what a thread returns, if anything, if several may: the last one stays. Without the GIL. */
OFFCY_HIDDEN void offcy_give_object(PyObject **result, PyObject **own);

/* Where a `try` catches: does what `offcy_report` does (`error` may be NULL: none was recorded) and takes the
 * exception, which is then no longer set. The record is empty afterwards. */
OFFCY_HIDDEN PyObject *offcy_take_exception(offcy_error *error, const offcy_site *sites,
                                            const char *function, const char *file, int line);

/* A handler: what was being handled before. Starts as `{0}`. */
typedef struct offcy_handling {
    PyObject *outer;
    bool active;
} offcy_handling;

/* `exception` becomes what `sys.exc_info()` returns and what new exceptions have as their context; NULL: nothing
 * happens. */
OFFCY_HIDDEN void offcy_begin_handling_of(offcy_handling *handling, PyObject *exception);
static inline void offcy_begin_handling(offcy_handling *handling, PyObject *exception)
{
    if (exception != NULL)
        offcy_begin_handling_of(handling, exception);
}

/* Restores what was being handled before, unless that has been done. Keeps an exception that is set. */
OFFCY_HIDDEN void offcy_restore_handling(offcy_handling *handling);
static inline void offcy_end_handling(offcy_handling *handling)
{
    if (handling->active)
        offcy_restore_handling(handling);
}

/* Whether an exception is of a class, or of one of a tuple of them. */
static inline int offcy_matches(PyObject *exception, PyObject *class)
{
    return (PyObject *)Py_TYPE(exception) == class || PyErr_GivenExceptionMatches(exception, class);
}

/* Lets an exception go on, with the traceback that it has; NULL: the one being handled, RuntimeError if there is
 * none. The line for OFFCY_FAIL: `line`, or one that adds nothing to the traceback. */
OFFCY_HIDDEN int offcy_reraise(PyObject *exception, int line);

/* `raise exception`: a class or an instance. `raise exception from cause`: the cause is one too, or None. */
OFFCY_HIDDEN void offcy_raise_object(PyObject *exception);
OFFCY_HIDDEN void offcy_raise_from(PyObject *exception, PyObject *cause);

/* The same for a new object of a builtin class, as it was kept, or whatever has its name by now; OFFCY_RAISE: with
 * arguments. */
OFFCY_HIDDEN OFFCY_SELDOM void offcy_raise_new(PyObject *kept, PyObject *name, PyObject *const *args, size_t count);
#define offcy_raise_class(KEPT, NAME) offcy_raise_new(KEPT, NAME, NULL, 0)
#define OFFCY_RAISE(KEPT, NAME, ...)                        \
    offcy_raise_new(KEPT, NAME, (PyObject *[]){__VA_ARGS__}, \
                    sizeof(PyObject *[]){__VA_ARGS__} / sizeof(PyObject *))

/* `raise exception, value, traceback`: the exception that is meant, with its traceback; a class takes `value` as
 * its argument, a tuple as all of them. TypeError. */
OFFCY_HIDDEN PyObject *offcy_exception_of(PyObject *exception, PyObject *value, PyObject *traceback);

/* A method of the object's type, bound to the object; AttributeError. */
OFFCY_HIDDEN PyObject *offcy_special_method(PyObject *object, PyObject *name);

/* Calls `exit`, a bound `__exit__`, with an exception: whether to drop it, or -1. */
OFFCY_HIDDEN int offcy_exit_with(PyObject *exit, PyObject *exception);

/* The result of `exit`, a bound `__aexit__`, called with the exception that is being handled. */
OFFCY_HIDDEN PyObject *offcy_exit_handled(PyObject *exit);

/* Without the GIL: where a `finally` begins, `kept` takes the recorded error over. After it the error is recorded
 * again (true), if there is one; if the `finally` went elsewhere it is forgotten. */
static inline void offcy_keep_error(offcy_error *kept, offcy_error *error)
{
    *kept = *error;
    *error = (offcy_error){0};
}
static inline bool offcy_restore_error(offcy_error *error, offcy_error *kept)
{
    if (!offcy_failed(kept))
        return false;
    *error = *kept;
    *kept = (offcy_error){0};
    return true;
}
OFFCY_HIDDEN void offcy_forget_error(offcy_error *kept);

/* `del name` of the module's dict: NameError, unless `if_bound`. */
OFFCY_HIDDEN int offcy_delete_name(PyObject *globals, PyObject *name, bool if_bound);

#endif
