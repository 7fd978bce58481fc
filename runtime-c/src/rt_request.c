/* The requests that are made to devices. This file and rt_device.c alone name OpenMP's device routines, and only if the
 * module is built for a device (OFFCY_OFFLOAD). */
#include "offcy_device.h"
#include "offcy_guard.h"

#include <dlfcn.h>
#include <unistd.h>

#ifdef OFFCY_OFFLOAD

#include <omp.h>

/* Whoever compiles a module as one file may not have named any device to the compiler: then these are not linked. */
#ifdef OFFCY_ONE_FILE
#pragma weak omp_target_alloc
#pragma weak omp_target_associate_ptr
#pragma weak omp_target_disassociate_ptr
#pragma weak omp_target_free
#pragma weak omp_target_memcpy
#endif

static pid_t loaded_in; /* the process that loaded this module */
static pid_t process;   /* this one: asking the kernel each time costs more than finding what is present */

static void note_child(void)
{
    process = getpid();
}

__attribute__((constructor)) static void note_process(void)
{
    loaded_in = process = getpid();
    pthread_atfork(NULL, NULL, note_child);
}

/* libomp's routine of this name, which is found first, looks libomptarget's up at each call: a microsecond. The number
 * may grow when other modules are loaded. It is the host's own number, too. */
static int count_devices(void)
{
    static int (*routine)(void);
    int (*found)(void) = __atomic_load_n(&routine, __ATOMIC_ACQUIRE);
    if (found == NULL) {
        void *address = offcy_offload_function("omp_get_num_devices");
        found = address != NULL ? (int (*)(void))address : omp_get_num_devices;
        __atomic_store_n(&routine, found, __ATOMIC_RELEASE);
    }
    return found();
}

int offcy_device_total(void)
{
#ifdef OFFCY_ONE_FILE
    if (omp_target_memcpy == NULL)
        return 0;
#endif
    return count_devices();
}

bool offcy_device_first_use(void)
{
    offcy_state *state = offcy_shared();
    if (state->process != 0)
        return false;
    state->process = process;
    state->read = offcy_device_read;
    return true;
}

static bool is_loaded(const char *library)
{
    void *handle = dlopen(library, RTLD_LAZY | RTLD_NOLOAD);
    if (handle != NULL)
        dlclose(handle);
    return handle != NULL;
}

bool offcy_device_usable_here(void)
{
    const long used_in = offcy_shared()->process;
    if (used_in != 0 && used_in != process)
        return false;
    /* A GPU's driver, started with the offload runtime, doesn't survive a fork either. */
    const pid_t started_in = offcy_offload_loaded_in();
    return process == (started_in != 0 ? started_in : loaded_in) || (!is_loaded("libcuda.so.1") && !is_loaded("libhsa-runtime64.so.1"));
}

void *offcy_device_allocate(int device, ptrdiff_t bytes)
{
    void *volatile address = NULL;
    offcy_guard guard;
    offcy_guard_begin(&guard, OFFCY_ASKS);
    if (setjmp(guard.place) == 0)
        address = omp_target_alloc((size_t)bytes, device);
    offcy_guard_end(&guard, address == NULL);
    return address;
}

int offcy_device_free(int device, void *address)
{
    offcy_guard guard;
    offcy_guard_begin(&guard, OFFCY_ASKS);
    if (setjmp(guard.place) == 0)
        omp_target_free(address, device);
    offcy_guard_end(&guard, false);
    return guard.ended ? -1 : 0;
}

/* LLVM's own; no header declares it. */
extern void *llvm_omp_target_alloc_host(size_t bytes, int device) __attribute__((weak));

void *offcy_device_allocate_host(int device, ptrdiff_t bytes)
{
    void *volatile address = NULL;
    offcy_guard guard;
    offcy_guard_begin(&guard, OFFCY_ASKS);
    if (setjmp(guard.place) == 0 && llvm_omp_target_alloc_host != NULL)
        address = llvm_omp_target_alloc_host((size_t)bytes, device);
    offcy_guard_end(&guard, address == NULL);
    return address;
}

int offcy_device_associate(int device, void *host, void *address, ptrdiff_t bytes)
{
    volatile int status = -1;
    offcy_guard guard;
    offcy_guard_begin(&guard, OFFCY_ASKS);
    if (setjmp(guard.place) == 0)
        status = omp_target_associate_ptr(host, address, (size_t)bytes, 0, device) == 0 ? 0 : -1;
    offcy_guard_end(&guard, status < 0);
    return status;
}

void offcy_device_disassociate(int device, void *host)
{
    offcy_guard guard;
    offcy_guard_begin(&guard, OFFCY_ASKS);
    if (setjmp(guard.place) == 0)
        omp_target_disassociate_ptr(host, device);
    offcy_guard_end(&guard, false);
}

static int copy(void *to, const void *from, ptrdiff_t bytes, int to_device, int from_device)
{
    volatile int status = -1;
    offcy_guard guard;
    offcy_guard_begin(&guard, OFFCY_ASKS);
    if (setjmp(guard.place) == 0)
        status = omp_target_memcpy(to, from, (size_t)bytes, 0, 0, to_device, from_device) == 0 ? 0 : -1;
    /* The runtime waits for the copy, and does not check whether that worked. */
    return offcy_guard_end(&guard, status < 0) != 0 ? -1 : status;
}

int offcy_device_write(int device, void *to, const void *from_host, ptrdiff_t bytes)
{
    return copy(to, from_host, bytes, device, count_devices());
}

int offcy_device_read(int device, void *to_host, const void *from, ptrdiff_t bytes)
{
    return copy(to_host, from, bytes, count_devices(), device);
}

int offcy_device_copy(int device, void *to, const void *from, ptrdiff_t bytes)
{
    return copy(to, from, bytes, device, device);
}

#else /* the host alone */

/* Another module may have used a device, in this process or in the one that it was forked from. */
bool offcy_device_usable_here(void)
{
    const long used_in = offcy_shared()->process;
    return used_in == 0 || used_in == getpid();
}

void *offcy_device_allocate(int device, ptrdiff_t bytes) { (void)device, (void)bytes; return NULL; }
void *offcy_device_allocate_host(int device, ptrdiff_t bytes) { (void)device, (void)bytes; return NULL; }
int offcy_device_free(int device, void *address) { return (void)device, (void)address, 0; }
void offcy_device_disassociate(int device, void *host) { (void)device, (void)host; }

int offcy_device_associate(int device, void *host, void *address, ptrdiff_t bytes)
{
    (void)device, (void)host, (void)address, (void)bytes;
    return -1;
}

int offcy_device_write(int device, void *to, const void *from_host, ptrdiff_t bytes)
{
    (void)device, (void)to, (void)from_host, (void)bytes;
    return -1;
}

int offcy_device_read(int device, void *to_host, const void *from, ptrdiff_t bytes)
{
    offcy_state *state = offcy_shared();
    return state->read != NULL ? state->read(device, to_host, from, bytes) : -1;
}

int offcy_device_copy(int device, void *to, const void *from, ptrdiff_t bytes)
{
    (void)device, (void)to, (void)from, (void)bytes;
    return -1;
}

#endif
