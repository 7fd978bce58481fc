/* The offload runtime, libomptarget. A module that is linked with it could not be loaded if it is missing, and only the
 * dynamic linker would report that. So the module has a function for each name that compilers and programs call, which
 * jumps to the library's own, and looks for the library when it is loaded: where the linker would (LD_LIBRARY_PATH,
 * then the module's run path). Without it, no kernel can be started and there is no device, so all regions run on the
 * host.
 *
 * OFFCY_OFFLOAD_LIBRARY is the library's name. If it is not defined, whoever linked the module has linked the
 * library. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "offcy_guard.h"
#include "offcy_jump.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#if defined(OFFCY_OFFLOAD) && defined(OFFCY_OFFLOAD_LIBRARY) && (defined(__x86_64__) || defined(__aarch64__))

/* What offcy's code needs, and what only other people's C calls. `none` returns 0 without the library, `fails` -1. The
 * interop functions are left out: some versions end the process, and a module without them shows that nobody uses
 * them. */
#define NEEDED(DO)                                                                                                     \
    DO(__tgt_register_lib, none)                                                                                       \
    DO(__tgt_unregister_lib, none)                                                                                     \
    DO(__tgt_target_data_begin_mapper, none)                                                                           \
    DO(__tgt_target_data_end_mapper, none)                                                                             \
    DO(omp_get_mapped_ptr, none)                                                                                       \
    DO(omp_get_num_devices, none)                                                                                      \
    DO(omp_target_alloc, none)                                                                                         \
    DO(omp_target_associate_ptr, fails)                                                                                \
    DO(omp_target_disassociate_ptr, fails)                                                                             \
    DO(omp_target_free, none)                                                                                          \
    DO(omp_target_is_present, none)                                                                                    \
    DO(omp_target_memcpy, fails)

#define OTHERS(DO)                                                                                                     \
    DO(__tgt_mapper_num_components, none)                                                                              \
    DO(__tgt_push_mapper_component, none)                                                                              \
    DO(__tgt_register_requires, none)                                                                                  \
    DO(__tgt_rtl_init, none)                                                                                           \
    DO(__tgt_rtl_deinit, none)                                                                                         \
    DO(__tgt_set_info_flag, none)                                                                                      \
    DO(__tgt_target_data_begin_nowait_mapper, none)                                                                    \
    DO(__tgt_target_data_end_nowait_mapper, none)                                                                      \
    DO(__tgt_target_data_update_mapper, none)                                                                          \
    DO(__tgt_target_data_update_nowait_mapper, none)                                                                   \
    DO(__tgt_target_kernel_nowait, fails)                                                                              \
    DO(llvm_omp_target_alloc_device, none)                                                                             \
    DO(llvm_omp_target_alloc_host, none)                                                                               \
    DO(llvm_omp_target_alloc_shared, none)                                                                             \
    DO(llvm_omp_target_dynamic_shared_alloc, none)                                                                     \
    DO(llvm_omp_target_free_device, none)                                                                              \
    DO(llvm_omp_target_free_host, none)                                                                                \
    DO(llvm_omp_target_free_shared, none)                                                                              \
    DO(omp_get_device_num, none)                                                                                       \
    DO(omp_get_initial_device, none)                                                                                   \
    DO(omp_target_memcpy_async, fails)                                                                                 \
    DO(omp_target_memcpy_rect, fails)                                                                                  \
    DO(omp_target_memcpy_rect_async, fails)                                                                            \
    DO(omp_target_memset, none)                                                                                        \
    DO(omp_target_memset_async, none)                                                                                  \
    DO(ompx_dump_mapping_tables, none)

static intptr_t none(void)
{
    return 0;
}

static intptr_t fails(void)
{
    return -1;
}

NEEDED(OFFCY_JUMP)
OTHERS(OFFCY_JUMP)

static void *kernel_entry = (void *)fails;

#define ROW(NAME, WITHOUT) {#NAME, &offcy_to_##NAME},
static const struct entry {
    const char *name;
    void **to;
} needed[] = {NEEDED(ROW){"__tgt_target_kernel", &kernel_entry}}, others[] = {OTHERS(ROW)};
enum { NEEDED_COUNT = sizeof needed / sizeof needed[0], OTHER_COUNT = sizeof others / sizeof others[0] };

static void *library;
static char lack[512]; /* empty: it is there */

/* Another library of the same name, perhaps. */
static bool has_all(void)
{
    for (int k = 0; k < NEEDED_COUNT; k++)
        if (dlsym(library, needed[k].name) == NULL) {
            snprintf(lack, sizeof lack, OFFCY_OFFLOAD_LIBRARY ": it has no function %s", needed[k].name);
            return false;
        }
    return true;
}

static void jump_to(const struct entry *entries, int count)
{
    for (int k = 0; k < count; k++) {
        void *found = dlsym(library, entries[k].name);
        if (found != NULL)
            *entries[k].to = found;
    }
}

void offcy_find_offload_runtime(void)
{
    library = dlopen(OFFCY_OFFLOAD_LIBRARY, RTLD_LAZY | RTLD_LOCAL); /* for as long as the process lives */
    if (library == NULL) {
        const char *why = dlerror();
        snprintf(lack, sizeof lack, "%s", why != NULL ? why : OFFCY_OFFLOAD_LIBRARY " cannot be loaded");
        return;
    }
    if (!has_all()) {
        library = NULL;
        return;
    }
    jump_to(needed, NEEDED_COUNT);
    jump_to(others, OTHER_COUNT);
}

const char *offcy_offload_lack(void)
{
    return lack[0] != '\0' ? lack : NULL;
}

void *offcy_kernel_entry(void)
{
    return kernel_entry;
}

void *offcy_offload_function(const char *name)
{
    return library != NULL ? dlsym(library, name) : NULL;
}

#else

void offcy_find_offload_runtime(void) {}

const char *offcy_offload_lack(void)
{
    return NULL;
}

#ifdef OFFCY_OFFLOAD

extern void __tgt_register_lib(void *) __attribute__((weak));

void *offcy_offload_function(const char *name)
{
    Dl_info info;
    if (__tgt_register_lib == NULL || dladdr((void *)__tgt_register_lib, &info) == 0 || info.dli_fname == NULL)
        return NULL;
    void *handle = dlopen(info.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    void *found = handle != NULL ? dlsym(handle, name) : NULL;
    if (handle != NULL)
        dlclose(handle); /* still loaded: this module is linked with it */
    return found;
}

void *offcy_kernel_entry(void)
{
    static void *known;
    void *found = __atomic_load_n(&known, __ATOMIC_ACQUIRE);
    if (found == NULL) {
        found = offcy_offload_function("__tgt_target_kernel");
        __atomic_store_n(&known, found, __ATOMIC_RELEASE);
    }
    return found;
}

#else

void *offcy_offload_function(const char *name)
{
    (void)name;
    return NULL;
}

#endif
#endif
