/* Where the offload runtime is looked for, by the name that it had when the module was built:
 *
 * 1. OFFCY_OFFLOAD_RUNTIME, the library or its folder; then nowhere else
 * 2. where the dynamic linker looks: what is loaded already, LD_LIBRARY_PATH, the module's run path, the system's folders
 * 3. the package offcy_runtime, if Python has it (py_face.c)
 * 4. the compiler's folder, which is no longer in the run path of a module that has been put into a wheel
 *
 * Versions of LLVM's are not interchangeable. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "offcy_device.h"

#if defined(OFFCY_OFFLOAD) && defined(OFFCY_OFFLOAD_LIBRARY)

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define LIBRARY OFFCY_OFFLOAD_LIBRARY

static char *package; /* the library's path in it */

const char *offcy_offload_library_name(void)
{
    return LIBRARY;
}

void offcy_offload_look_in(const char *path)
{
    if (package == NULL)
        package = strdup(path);
}

/* For as long as the process lives. */
static void *load(const char *path, char *lack, size_t room)
{
    void *found = dlopen(path, RTLD_LAZY | RTLD_LOCAL);
    const char *why = found == NULL ? dlerror() : NULL;
    if (found == NULL && lack[0] == '\0') /* the first reason is the one to know */
        snprintf(lack, room, "%s", why != NULL ? why : LIBRARY " cannot be loaded");
    return found;
}

static void *load_if_there(const char *path, char *lack, size_t room)
{
    if (path == NULL || access(path, F_OK) != 0)
        return NULL;
    lack[0] = '\0'; /* why it cannot be loaded says more than that it is not elsewhere */
    return load(path, lack, room);
}

static void *load_chosen(const char *chosen, char *lack, size_t room)
{
    char path[4096];
    const char *inside = strstr(chosen, ".so") != NULL ? "" : "/" LIBRARY;
    snprintf(path, sizeof path, "%s%s", chosen, inside);
    void *found = load(path, lack, room);
    const size_t length = strlen(lack);
    if (found == NULL)
        snprintf(lack + length, room - length, " (OFFCY_OFFLOAD_RUNTIME)");
    return found;
}

void *offcy_find_offload_library(char *lack, size_t room)
{
    const char *chosen = getenv("OFFCY_OFFLOAD_RUNTIME");
    if (chosen != NULL && chosen[0] != '\0')
        return load_chosen(chosen, lack, room);
    void *found = load(LIBRARY, lack, room);
    if (found == NULL)
        found = load_if_there(package, lack, room);
#ifdef OFFCY_OFFLOAD_FOLDER
    if (found == NULL)
        found = load_if_there(OFFCY_OFFLOAD_FOLDER "/" LIBRARY, lack, room);
#endif
    if (found != NULL)
        lack[0] = '\0';
    return found;
}

#else

const char *offcy_offload_library_name(void)
{
    return NULL;
}

void offcy_offload_look_in(const char *path)
{
    (void)path;
}

#endif
