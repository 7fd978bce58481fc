/* A second OpenMP runtime of LLVM's family (libomp, Intel's libiomp5) ends the process when it starts, unless the
 * environment allows two. They can coexist as long as each has its own callers: a module calls the one that it was
 * bound to, and rt_scope.c keeps them apart. So it is allowed, for whichever starts later; whoever forbids it gets an
 * ImportError. A copy of the offload runtime under another name, as tools that repair wheels make it of a library that
 * the module is linked with, itself loads a second one when the first region starts. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "offcy_py_state.h"

#if defined(__linux__)
#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

/* What every runtime of the family has, and no other. NULL if this module needs none. */
extern void __kmpc_fork_call(void) __attribute__((weak));

static const char allowed[] = "KMP_DUPLICATE_LIB_OK";
static char other_runtime[256];

static int look(struct dl_phdr_info *object, size_t size, void *own)
{
    (void)size;
    if (object->dlpi_name == NULL || object->dlpi_name[0] == '\0')
        return 0;
    void *handle = dlopen(object->dlpi_name, RTLD_LAZY | RTLD_NOLOAD);
    if (handle == NULL)
        return 0;
    void *found = dlsym(handle, "__kmpc_fork_call"); /* in its dependencies, too */
    Dl_info where;
    const bool is_other = found != NULL && found != own && dladdr(found, &where) != 0;
    if (is_other)
        snprintf(other_runtime, sizeof other_runtime, "%s", where.dli_fname);
    dlclose(handle);
    return is_other;
}

/* By the first letters, as these runtimes do: true, yes, on, 1. */
static bool says_yes(const char *value)
{
    return value[0] != '\0' && (strchr("tTyY1", value[0]) != NULL || strncasecmp(value, "on", 2) == 0);
}

OFFCY_SELDOM static void find_other_runtime(void)
{
    if (__kmpc_fork_call == NULL)
        return;
#ifdef OFFCY_OFFLOAD
    offcy_keep_openmp_apart(); /* in other modules nothing starts a runtime before `offcy_check_environment` */
#endif
    const char *value = getenv(allowed);
    if (value == NULL || value[0] == '\0')
        setenv(allowed, "TRUE", 1);
    else if (!says_yes(value) && dl_iterate_phdr(look, (void *)__kmpc_fork_call) != 0)
        setenv(allowed, "TRUE", 1); /* only until Python knows */
}

/* Before the compiler's own constructors (101), one of which starts this module's runtime if the module offloads. */
__attribute__((section(".init_array.00050"), used)) static void (*const first_of_all)(void) = find_other_runtime;

#ifdef OFFCY_OFFLOAD

/* The package offcy_runtime, if it is installed, has the offload runtime. It is not imported: that may be wanted without the GIL,
 * and never is in most processes. */
static int look_for_package(void)
{
    const char *name = offcy_offload_library_name();
    PyObject *folders = name != NULL ? PySys_GetObject("path") : NULL; /* borrowed */
    const Py_ssize_t count = folders != NULL && PyList_Check(folders) ? PyList_Size(folders) : 0;
    bool is_found = false;
    for (Py_ssize_t k = 0; k < count && !is_found; k++) {
        PyObject *folder = PyList_GetItem(folders, k); /* borrowed */
        PyObject *bytes = folder != NULL && PyUnicode_Check(folder) ? PyUnicode_EncodeFSDefault(folder) : NULL;
        if (bytes == NULL) {
            PyErr_Clear(); /* nothing that has files */
            continue;
        }
        PyObject *path = PyBytes_FromFormat("%s/offcy_runtime/lib/%s", PyBytes_AsString(bytes), name);
        Py_DECREF(bytes);
        if (path == NULL)
            return -1;
        is_found = access(PyBytes_AsString(path), F_OK) == 0;
        if (is_found)
            offcy_offload_look_in(PyBytes_AsString(path));
        Py_DECREF(path);
    }
    return 0;
}

/* Without it, everything runs on the host. If that is forbidden, it is looked for now; otherwise when a region first runs. */
static int check_offload_runtime(void)
{
    const char *policy = getenv("OMP_TARGET_OFFLOAD");
    const bool is_linked = offcy_offload_is_linked();
    if (look_for_package() < 0)
        return -1;
    const bool is_needed = policy != NULL && strcasecmp(policy, "MANDATORY") == 0;
    const char *lack = is_linked || is_needed ? offcy_offload_lack() : NULL;
    if (lack == NULL)
        return 0;
    if (is_linked)
        PyErr_SetString(PyExc_ImportError, lack);
    else
        PyErr_Format(PyExc_ImportError,
                     "LLVM's offload runtime, which this module needs for its devices, cannot be loaded (%s), and "
                     "OMP_TARGET_OFFLOAD=MANDATORY forbids the host. Install the package offcy-runtime or LLVM's own, set "
                     "OFFCY_OFFLOAD_RUNTIME to its folder, or unset OMP_TARGET_OFFLOAD to run on the host",
                     lack);
    return -1;
}

#else

static int check_offload_runtime(void)
{
    return 0;
}

#endif

int offcy_check_openmp(void)
{
    if (other_runtime[0] == '\0')
        return check_offload_runtime();
    setenv(allowed, "FALSE", 1);
    PyErr_Format(PyExc_ImportError,
                 "%s, another OpenMP runtime, is loaded in this process, and %s forbids a second one: set it to TRUE, or "
                 "leave it out, before Python starts",
                 other_runtime, allowed);
    return -1;
}

#else

int offcy_check_openmp(void)
{
    return 0;
}

#endif
