# What offcy knows about Python's locks and thread-local storage in C.

cdef extern from "Python.h" nogil:
    ctypedef void *PyThread_type_lock
    ctypedef struct Py_tss_t:
        pass

    enum:
        WAIT_LOCK
        NOWAIT_LOCK

    Py_tss_t Py_tss_NEEDS_INIT
    unsigned long PyThread_get_thread_ident()
    long PyThread_start_new_thread(void (*function)(void *) noexcept, void *argument)
    void PyThread_exit_thread()
    PyThread_type_lock PyThread_allocate_lock()
    void PyThread_free_lock(PyThread_type_lock lock)
    int PyThread_acquire_lock(PyThread_type_lock lock, int mode)
    void PyThread_release_lock(PyThread_type_lock lock)
    size_t PyThread_get_stacksize()
    int PyThread_set_stacksize(size_t size)
    Py_tss_t *PyThread_tss_alloc()
    void PyThread_tss_free(Py_tss_t *key)
    int PyThread_tss_is_created(Py_tss_t *key)
    int PyThread_tss_create(Py_tss_t *key)
    void PyThread_tss_delete(Py_tss_t *key)
    int PyThread_tss_set(Py_tss_t *key, void *value)
    void *PyThread_tss_get(Py_tss_t *key)
    ctypedef enum PyLockStatus:
        PY_LOCK_FAILURE
        PY_LOCK_ACQUIRED
        PY_LOCK_INTR
    void PyThread_init_thread()

    # Deprecated for `Py_tss_t`.
    int PyThread_create_key()
    void PyThread_delete_key(int key)
    int PyThread_set_key_value(int key, void *value)
    void *PyThread_get_key_value(int key)
    void PyThread_delete_key_value(int key)
    void PyThread_ReInitTLS()
