/* The offload runtime, libomptarget. A module that is linked with it could not be loaded if it is missing, and only the
 * dynamic linker would report that; and who imports the module would wait for LLVM's libraries and a GPU's driver, even if
 * no region ever runs. So the module has a function for each name that compilers and programs call. The first of them that
 * is called has the library looked for (rt_find.c), and from then on they jump to its own. Without it, no kernel can be
 * started and no device is found, so all regions run on the host.
 *
 * Compilers have a module register its images while it is loaded, and take them back when the process ends. They are kept
 * until the library is there.
 *
 * OFFCY_OFFLOAD_LIBRARY is the library's name. If it is not defined, whoever linked the module has linked the
 * library. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "offcy_device.h"
#include "offcy_guard.h"
#include "offcy_jump.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef OFFCY_OFFLOAD

/* Why the runtime cannot be used; empty: it can, or nobody has looked. */
static char lack[768];

/* Tools that repair wheels give a library that they copy a name of its own. Images of virtual devices ask for the real name,
 * and with two runtimes in it the process would end with the first region. */
static bool is_renamed(const void *function)
{
    Dl_info where;
    if (dladdr(function, &where) == 0 || where.dli_fname == NULL)
        return false;
    const char *slash = strrchr(where.dli_fname, '/'), *name = slash != NULL ? slash + 1 : where.dli_fname;
    if (strncmp(name, "libomptarget.so", strlen("libomptarget.so")) == 0)
        return false;
    snprintf(lack, sizeof lack,
             "%s is a copy of LLVM's offload runtime by another name, as in a repaired wheel. Leave the runtime out of the wheel: "
             "auditwheel repair --exclude 'libomp.so*' --exclude 'libomptarget.so*'",
             where.dli_fname);
    return true;
}

#endif

#if defined(OFFCY_OFFLOAD) && defined(OFFCY_OFFLOAD_LIBRARY) && (defined(__x86_64__) || defined(__aarch64__))

/* What offcy's code needs, and what only other people's C calls. `none` returns 0 without the library, `fails` -1. The
 * interop functions are left out: some versions end the process, and a module without them shows that nobody uses
 * them. */
#define NEEDED(DO)                                                                                                     \
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

OFFCY_FIRST_CALL(offcy_need_offload_runtime)
NEEDED(OFFCY_LATE_JUMP)
OTHERS(OFFCY_LATE_JUMP)

typedef void takes_image(void *image);
typedef void takes_flags(int64_t flags);
static takes_image *registers, *unregisters;
static takes_flags *requires;
static void *kernel_entry = (void *)fails;

#define ROW(NAME, WITHOUT) {#NAME, &offcy_to_##NAME, (void *)WITHOUT},
static const struct entry {
    const char *name;
    void **to, *without;
} needed[] = {NEEDED(ROW){"__tgt_target_kernel", &kernel_entry, (void *)fails},
              {"__tgt_register_lib", (void **)&registers, NULL},
              {"__tgt_unregister_lib", (void **)&unregisters, NULL}},
  others[] = {OTHERS(ROW){"__tgt_register_requires", (void **)&requires, NULL}};
enum { NEEDED_COUNT = sizeof needed / sizeof needed[0], OTHER_COUNT = sizeof others / sizeof others[0] };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool is_sought;       /* also read without the lock */
static void *library;        /* NULL: it is not there */
static pid_t loaded_in;

enum { IMAGES = 8 }; /* the linker puts a module's code for all its devices into one */
static void *images[IMAGES];
static int image_count;
static int64_t required;

/* ---- What compilers call while the module is loaded, and at the end ---- */

__attribute__((visibility("hidden"))) void __tgt_register_requires(int64_t flags)
{
    required |= flags;
}

__attribute__((visibility("hidden"))) void __tgt_register_lib(void *image)
{
    if (image_count < IMAGES)
        images[image_count++] = image;
}

/* `end_use` has done it, before the library's own end. */
__attribute__((visibility("hidden"))) void __tgt_unregister_lib(void *image)
{
    (void)image;
}

/* The library makes itself ready when it gets the first image. */
__attribute__((visibility("hidden"))) void __tgt_rtl_init(void) {}
__attribute__((visibility("hidden"))) void __tgt_rtl_deinit(void) {}

/* ---- The library ---- */

/* Another library of the same name, perhaps. */
static bool has_all(void *found)
{
    for (int k = 0; k < NEEDED_COUNT; k++)
        if (dlsym(found, needed[k].name) == NULL) {
            snprintf(lack, sizeof lack, OFFCY_OFFLOAD_LIBRARY ": it has no function %s", needed[k].name);
            return false;
        }
    return true;
}

static void *find_library(void)
{
    void *found = offcy_find_offload_library(lack, sizeof lack);
    return found != NULL && has_all(found) && !is_renamed(dlsym(found, "__tgt_register_lib")) ? found : NULL;
}

static void jump_to(const struct entry *entries, int count)
{
    for (int k = 0; k < count; k++) {
        void *found = library != NULL ? dlsym(library, entries[k].name) : NULL;
        __atomic_store_n(entries[k].to, found != NULL ? found : entries[k].without, __ATOMIC_RELEASE);
    }
}

static void end_use(void)
{
    while (image_count > 0)
        unregisters(images[--image_count]);
}

/* The library's own end was registered when it was loaded, and what is registered later runs earlier: first the threads
 * that use a device end, then the images are taken back. */
static void begin_use(void)
{
    loaded_in = getpid();
    offcy_keep_openmp_apart();
    if (requires != NULL && required != 0)
        requires(required);
    for (int k = 0; k < image_count; k++)
        registers(images[k]);
    atexit(end_use);
    offcy_watch_exit();
}

static void hold_for_fork(void)
{
    pthread_mutex_lock(&lock);
}

static void release_after_fork(void)
{
    pthread_mutex_unlock(&lock);
}

__attribute__((constructor)) static void watch_forks(void)
{
    pthread_atfork(hold_for_fork, release_after_fork, release_after_fork);
}

void offcy_need_offload_runtime(void)
{
    if (__builtin_expect(__atomic_load_n(&is_sought, __ATOMIC_ACQUIRE), true))
        return;
    /* The library may overlook images that are registered while it loads others, as for another module that first asks for a
     * device (rt_device.c does that with this lock). Nobody who has it comes here: who asks for a device comes first. */
    pthread_mutex_lock(&offcy_shared()->lock);
    pthread_mutex_lock(&lock);
    if (!is_sought) {
        library = find_library();
        jump_to(needed, NEEDED_COUNT);
        jump_to(others, OTHER_COUNT);
        if (library != NULL)
            begin_use();
        __atomic_store_n(&is_sought, true, __ATOMIC_RELEASE);
    }
    pthread_mutex_unlock(&lock);
    pthread_mutex_unlock(&offcy_shared()->lock);
}

bool offcy_offload_is_linked(void)
{
    return false;
}

const char *offcy_offload_lack(void)
{
    offcy_need_offload_runtime();
    return lack[0] != '\0' ? lack : NULL;
}

pid_t offcy_offload_loaded_in(void)
{
    return __atomic_load_n(&is_sought, __ATOMIC_ACQUIRE) ? loaded_in : 0;
}

void *offcy_kernel_entry(void)
{
    offcy_need_offload_runtime();
    return kernel_entry;
}

void *offcy_offload_function(const char *name)
{
    offcy_need_offload_runtime();
    return library != NULL ? dlsym(library, name) : NULL;
}

#else

bool offcy_offload_is_linked(void)
{
    return true;
}

/* The linker has had it loaded with the module, which has registered its images. */
pid_t offcy_offload_loaded_in(void)
{
    return 0;
}

#ifdef OFFCY_OFFLOAD

extern void __tgt_register_lib(void *) __attribute__((weak));

const char *offcy_offload_lack(void)
{
    return __tgt_register_lib != NULL && is_renamed((void *)__tgt_register_lib) ? lack : NULL;
}

void offcy_need_offload_runtime(void)
{
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, offcy_watch_exit);
}

void *offcy_offload_function(const char *name)
{
    Dl_info info;
    offcy_need_offload_runtime();
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

const char *offcy_offload_lack(void)
{
    return NULL;
}

void *offcy_offload_function(const char *name)
{
    (void)name;
    return NULL;
}

#endif
#endif
