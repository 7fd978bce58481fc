/* Two OpenMP runtimes of LLVM's family in one process (libomp, Intel's libiomp5) work as long as each calls itself. But
 * they export their internal functions by the same names, and the one that is globally visible answers for both: on the
 * other's data, where it hangs. So libomp is bound to itself, and the offload runtime, which would open libomp and the
 * code of virtual devices that is linked with it globally, opens them locally. And libomp is started as rt_fork.c wants
 * it. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "offcy_guard.h"

#if defined(__linux__) && defined(__LP64__)
#include <dlfcn.h>
#include <link.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static const char *file_of(const char *path)
{
    const char *slash = path != NULL ? strrchr(path, '/') : NULL;
    return slash != NULL ? slash + 1 : path != NULL ? path : "";
}

static bool begins_with(const char *name, const char *words)
{
    return strncmp(name, words, strlen(words)) == 0;
}

/* In place of dlopen. Images of virtual devices are files of this name. */
static void *open_locally(const char *path, int mode)
{
    const char *file = file_of(path);
    const bool is_openmp = begins_with(file, "libomp") || begins_with(file, "tmpfile_");
    return dlopen(path, is_openmp ? mode & ~RTLD_GLOBAL : mode);
}

/* glibc has made the addresses of a loaded object's tables absolute; other loaders leave them relative. */
static const void *table_at(const struct dl_phdr_info *object, ElfW(Addr) address)
{
    return (const void *)(address < object->dlpi_addr ? object->dlpi_addr + address : address);
}

static void set_slot(void **slot, void *value)
{
    if (*slot == value)
        return;
    const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), start = (uintptr_t)slot & ~(page - 1);
    /* If everything was bound when it was loaded, the slots are read only. */
    if (mprotect((void *)start, page, PROT_READ | PROT_WRITE) == 0)
        __atomic_store_n(slot, value, __ATOMIC_RELEASE);
}

/* What every runtime of the family has. NULL if this module needs none, or one of another family. */
extern void __kmpc_fork_call(void) __attribute__((weak));

/* Whether an object is the runtime that this module calls, whatever its name. */
static bool is_ours(const struct dl_phdr_info *object)
{
    const ElfW(Addr) offset = (ElfW(Addr))__kmpc_fork_call - object->dlpi_addr;
    for (int k = 0; __kmpc_fork_call != NULL && k < object->dlpi_phnum; k++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[k];
        if (segment->p_type == PT_LOAD && offset - segment->p_vaddr < segment->p_memsz)
            return true;
    }
    return false;
}

/* Once. Another module's function, if there is one, is called by this one's. */
static void watch_start(void **asks, void **started)
{
    if (asks == NULL || started == NULL || offcy_openmp_atfork != NULL)
        return;
    offcy_openmp_atfork = (offcy_atfork *)*started;
    set_slot(started, (void *)offcy_openmp_started);
    if (*started == (void *)offcy_openmp_started)
        set_slot(asks, (void *)offcy_openmp_asks);
}

/* What the offload runtime calls where it would end the process, and where it looks up functions of a driver. */
static void guard_slot(void **slot, const char *name, const struct dl_phdr_info *object, bool is_runtime)
{
    if (strchr("adf", name[0]) == NULL) /* there are many */
        return;
    void *ours = offcy_guard_hook(name, *slot, (const void *)object->dlpi_addr, is_runtime);
    if (ours != NULL)
        set_slot(slot, ours);
}

/* What an object calls through its table: itself where it can, and `open_locally`. */
static int bind_calls(struct dl_phdr_info *object, size_t size, void *unused)
{
    (void)size, (void)unused;
    const char *file = file_of(object->dlpi_name);
    const bool is_watched = is_ours(object); /* in a wheel it has another name */
    const bool is_openmp = begins_with(file, "libomp.so") || is_watched;
    const bool opens = begins_with(file, "libomptarget.so") || begins_with(file, "libLLVM");
    if (!is_openmp && !opens && !is_watched)
        return 0;
    const ElfW(Sym) *symbols = NULL;
    const ElfW(Rela) *calls = NULL;
    const char *names = NULL;
    size_t bytes = 0;
    for (int k = 0; k < object->dlpi_phnum; k++) {
        if (object->dlpi_phdr[k].p_type != PT_DYNAMIC)
            continue;
        const ElfW(Dyn) *entry = (const void *)(object->dlpi_addr + object->dlpi_phdr[k].p_vaddr);
        for (; entry->d_tag != DT_NULL; entry++) {
            if (entry->d_tag == DT_SYMTAB)
                symbols = table_at(object, entry->d_un.d_ptr);
            else if (entry->d_tag == DT_STRTAB)
                names = table_at(object, entry->d_un.d_ptr);
            else if (entry->d_tag == DT_JMPREL)
                calls = table_at(object, entry->d_un.d_ptr);
            else if (entry->d_tag == DT_PLTRELSZ)
                bytes = entry->d_un.d_val;
        }
    }
    if (symbols == NULL || names == NULL || calls == NULL)
        return 0;
    void **asks = NULL, **started = NULL;
    for (size_t k = 0; k < bytes / sizeof *calls; k++) {
        const ElfW(Sym) *called = &symbols[ELF64_R_SYM(calls[k].r_info)];
        void **const slot = (void **)(object->dlpi_addr + calls[k].r_offset);
        if (is_openmp && called->st_shndx != SHN_UNDEF && ELF64_ST_TYPE(called->st_info) == STT_FUNC)
            set_slot(slot, (void *)(object->dlpi_addr + called->st_value));
        else if (opens && strcmp(names + called->st_name, "dlopen") == 0)
            set_slot(slot, (void *)open_locally);
        else if (opens && ELF64_R_SYM(calls[k].r_info) != 0)
            guard_slot(slot, names + called->st_name, object, begins_with(file, "libomptarget.so"));
        else if (is_watched && strcmp(names + called->st_name, "getenv") == 0)
            asks = slot;
        else if (is_watched && strcmp(names + called->st_name, "__register_atfork") == 0)
            started = slot;
    }
    watch_start(asks, started);
    return 0;
}

void offcy_keep_openmp_apart(void)
{
    dl_iterate_phdr(bind_calls, NULL);
}

#else

void offcy_keep_openmp_apart(void) {}

#endif
