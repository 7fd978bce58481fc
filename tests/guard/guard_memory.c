/* A Python module that gives NumPy's arrays pages of their own, which `guard_protect` makes
 * inaccessible and accessible again. Another thread of Python's that touches one meanwhile waits: only what
 * belongs to a region must not. */
#define _GNU_SOURCE
#define PY_SSIZE_T_CLEAN
#define NPY_NO_DEPRECATED_API NPY_1_22_API_VERSION
#define NPY_TARGET_VERSION NPY_1_22_API_VERSION
#include <Python.h>
#include <numpy/arrayobject.h>

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096 };

typedef struct block {
    struct block *next;
    char *address;
    size_t bytes;
} block;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER; /* of all below */
static block *blocks;
static int depth; /* regions of several threads */
static long guarded;

static _Thread_local bool is_in_region;

static size_t rounded(size_t bytes)
{
    return (bytes + PAGE) / PAGE * PAGE;
}

static void *guard_malloc(void *context, size_t bytes)
{
    (void)context;
    block *made = malloc(sizeof *made);
    char *address = mmap(NULL, rounded(bytes), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (made == NULL || address == MAP_FAILED)
        return NULL;
    pthread_mutex_lock(&lock);
    *made = (block){.next = blocks, .address = address, .bytes = bytes};
    blocks = made;
    pthread_mutex_unlock(&lock);
    return address;
}

static void *guard_calloc(void *context, size_t count, size_t bytes)
{
    return guard_malloc(context, count * bytes); /* new pages are zeros */
}

/* The size of what is at an address, which is taken off the list if `is_last`. */
static size_t find(void *address, bool is_last)
{
    size_t bytes = 0;
    pthread_mutex_lock(&lock);
    for (block **at = &blocks; *at != NULL; at = &(*at)->next) {
        block *found = *at;
        if (found->address != address)
            continue;
        bytes = found->bytes;
        if (is_last) {
            *at = found->next;
            free(found);
        }
        break;
    }
    pthread_mutex_unlock(&lock);
    return bytes;
}

static void guard_free(void *context, void *address, size_t bytes)
{
    (void)context, (void)bytes;
    if (address != NULL)
        munmap(address, rounded(find(address, true)));
}

static void *guard_realloc(void *context, void *address, size_t bytes)
{
    void *made = guard_malloc(context, bytes);
    if (made != NULL && address != NULL) {
        const size_t old = find(address, false);
        memcpy(made, address, old < bytes ? old : bytes);
        guard_free(context, address, 0);
    }
    return made;
}

__attribute__((visibility("default"))) void guard_protect(int on)
{
    pthread_mutex_lock(&lock);
    is_in_region = on;
    __atomic_add_fetch(&depth, on ? 1 : -1, __ATOMIC_SEQ_CST);
    if (depth == (on ? 1 : 0)) {
        guarded += on;
        for (block *at = blocks; at != NULL; at = at->next)
            mprotect(at->address, rounded(at->bytes), on ? PROT_NONE : PROT_READ | PROT_WRITE);
    }
    pthread_mutex_unlock(&lock);
}

/* A thread of no region that has touched an array, with the GIL as kernels have not, tries again when no region runs. */
static void on_fault(int number, siginfo_t *fault, void *unused)
{
    static _Thread_local void *last;
    (void)unused;
    const bool is_guarded = __atomic_load_n(&depth, __ATOMIC_SEQ_CST) != 0;
    if (!PyGILState_Check() || is_in_region || (!is_guarded && fault->si_addr == last)) {
        signal(number, SIG_DFL); /* and it happens again */
        return;
    }
    last = is_guarded ? NULL : fault->si_addr;
    while (__atomic_load_n(&depth, __ATOMIC_SEQ_CST) != 0)
        usleep(100);
}

static PyDataMem_Handler handler = {
    .name = "guard", .version = 1,
    .allocator = {.malloc = guard_malloc, .calloc = guard_calloc, .realloc = guard_realloc, .free = guard_free}};

static PyObject *install(PyObject *self, PyObject *unused)
{
    (void)self, (void)unused;
    const struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
    sigaction(SIGSEGV, &action, NULL);
    PyObject *capsule = PyCapsule_New(&handler, "mem_handler", NULL);
    PyObject *old = capsule != NULL ? PyDataMem_SetHandler(capsule) : NULL;
    Py_XDECREF(capsule);
    Py_XDECREF(old);
    if (old == NULL)
        return NULL;
    Py_RETURN_NONE;
}

static PyObject *count(PyObject *self, PyObject *unused)
{
    (void)self, (void)unused;
    return PyLong_FromLong(guarded);
}

static PyMethodDef methods[] = {{"install", install, METH_NOARGS, "From now on arrays are guarded."},
                                {"count", count, METH_NOARGS, "How often the arrays were protected."},
                                {NULL, NULL, 0, NULL}};

static struct PyModuleDef definition = {PyModuleDef_HEAD_INIT, .m_name = "guard_memory", .m_size = -1,
                                        .m_methods = methods};

PyMODINIT_FUNC PyInit_guard_memory(void)
{
    import_array();
    return PyModule_Create(&definition);
}
