/* A Python module that gives NumPy's arrays pages of their own, which `guard_protect` makes
 * inaccessible and accessible again. */
#define _GNU_SOURCE
#define PY_SSIZE_T_CLEAN
#define NPY_NO_DEPRECATED_API NPY_1_22_API_VERSION
#define NPY_TARGET_VERSION NPY_1_22_API_VERSION
#include <Python.h>
#include <numpy/arrayobject.h>

#include <string.h>
#include <sys/mman.h>

enum { PAGE = 4096 };

typedef struct block {
    struct block *next;
    char *address;
    size_t bytes;
} block;

static block *blocks;
static int depth; /* regions of several threads */
static long guarded;

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
    *made = (block){.next = blocks, .address = address, .bytes = bytes};
    blocks = made;
    return address;
}

static void *guard_calloc(void *context, size_t count, size_t bytes)
{
    return guard_malloc(context, count * bytes); /* new pages are zeros */
}

static void guard_free(void *context, void *address, size_t bytes)
{
    (void)context, (void)bytes;
    for (block **at = &blocks; *at != NULL; at = &(*at)->next) {
        block *found = *at;
        if (found->address == address) {
            munmap(address, rounded(found->bytes));
            *at = found->next;
            free(found);
            return;
        }
    }
}

static void *guard_realloc(void *context, void *address, size_t bytes)
{
    void *made = guard_malloc(context, bytes);
    for (block *at = blocks; made != NULL && at != NULL; at = at->next)
        if (at->address == address)
            memcpy(made, address, at->bytes < bytes ? at->bytes : bytes);
    if (made != NULL && address != NULL)
        guard_free(context, address, 0);
    return made;
}

__attribute__((visibility("default"))) void guard_protect(int on)
{
    depth += on ? 1 : -1;
    if (depth != (on ? 1 : 0))
        return;
    guarded += on;
    for (block *at = blocks; at != NULL; at = at->next)
        mprotect(at->address, rounded(at->bytes), on ? PROT_NONE : PROT_READ | PROT_WRITE);
}

static PyDataMem_Handler handler = {
    .name = "guard", .version = 1,
    .allocator = {.malloc = guard_malloc, .calloc = guard_calloc, .realloc = guard_realloc, .free = guard_free}};

static PyObject *install(PyObject *self, PyObject *unused)
{
    (void)self, (void)unused;
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
