/* Modules: the image from libomptarget is written to a file, `offcy simulate --translate` builds a library from the PTX
 * after it, and that library is loaded. Libraries are kept in a cache, by the contents of the image. */
#define _GNU_SOURCE
#include "driver.h"

#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static module *modules;

/* ---- The image ---- */

static uint64_t larger(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* The end of a 64-bit ELF file, by its tables; 0: it is not one. */
static uint64_t elf_end(const unsigned char *image)
{
    Elf64_Ehdr header;
    memcpy(&header, image, sizeof header.e_ident);
    if (memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64)
        return 0;
    memcpy(&header, image, sizeof header);
    uint64_t end = larger(header.e_shoff + (uint64_t)header.e_shnum * header.e_shentsize,
                          header.e_phoff + (uint64_t)header.e_phnum * header.e_phentsize);
    for (unsigned k = 0; k < header.e_shnum; k++) {
        Elf64_Shdr section;
        memcpy(&section, image + header.e_shoff + (size_t)k * header.e_shentsize, sizeof section);
        if (section.sh_type != SHT_NOBITS)
            end = larger(end, section.sh_offset + section.sh_size);
    }
    return end;
}

static uint64_t number_at(const unsigned char *bytes, size_t size)
{
    uint64_t number = 0;
    memcpy(&number, bytes, size);
    return number;
}

/* The end of what offcy's linker has put after the image; the end of the image if there is nothing. The contents are:
 * "offcyPTX", a version and a count in 4 bytes each; per unit a compressed and a plain size in 8 bytes each, and the text,
 * each aligned to 8. */
static uint64_t trailer_end(const unsigned char *image, uint64_t end)
{
    uint64_t at = (end + 7) / 8 * 8;
    if (memcmp(image + at, "offcyPTX", 8) != 0)
        return end;
    uint64_t count = number_at(image + at + 12, 4);
    for (at += 16; count > 0; count--)
        at += 16 + (number_at(image + at, 8) + 7) / 8 * 8;
    return at;
}

/* A section by its name, or by its type if `name` is NULL. */
static bool find_section(const unsigned char *image, const char *name, unsigned type, Elf64_Shdr *found)
{
    Elf64_Ehdr header;
    Elf64_Shdr names;
    memcpy(&header, image, sizeof header);
    if (header.e_shstrndx >= header.e_shnum)
        return false;
    memcpy(&names, image + header.e_shoff + (size_t)header.e_shstrndx * header.e_shentsize, sizeof names);
    for (unsigned k = 0; k < header.e_shnum; k++) {
        memcpy(found, image + header.e_shoff + (size_t)k * header.e_shentsize, sizeof *found);
        const char *its = (const char *)image + names.sh_offset + found->sh_name;
        if (name != NULL ? strcmp(its, name) == 0 : found->sh_type == type)
            return true;
    }
    return false;
}

/* The part of a name after clang's kernel prefix and the two numbers of the C file; the whole name if they are missing.
   */
static const char *after_file(const char *name)
{
    static const char prefix[] = "__omp_offloading_";
    if (strncmp(name, prefix, sizeof prefix - 1) != 0)
        return name;
    const char *at = name + sizeof prefix - 1;
    for (int part = 0; part < 2; part++) {
        const size_t digits = strspn(at, "0123456789abcdef");
        if (digits == 0 || at[digits] != '_')
            return name;
        at += digits + 1;
    }
    return at;
}

/* Whether a name of the library is this one: it has zeros for the C file, unless two files have kernels with the same
   name. */
static bool is_named(const char *known, const char *name)
{
    static const char none[] = "__omp_offloading_0_0_";
    if (strcmp(known, name) == 0)
        return true;
    return strncmp(known, none, sizeof none - 1) == 0 && after_file(name) != name && strcmp(after_file(known), after_file(name)) == 0;
}

/* The registers of a kernel's threads, as recorded by ptxas; 0: it has not. */
static int registers_of(const unsigned char *image, const char *kernel)
{
    enum { SIZED = 4, REGISTERS = 0x2f };
    Elf64_Shdr notes, symbols;
    if (!find_section(image, ".nv.info", 0, &notes) || !find_section(image, NULL, SHT_SYMTAB, &symbols))
        return 0;
    Elf64_Ehdr header;
    Elf64_Shdr names;
    memcpy(&header, image, sizeof header);
    memcpy(&names, image + header.e_shoff + (size_t)symbols.sh_link * header.e_shentsize, sizeof names);
    /* Each: a form, an attribute, and two bytes; in one form these are the size of the following data. */
    for (uint64_t at = 0; at + 12 <= notes.sh_size;) {
        const unsigned char *note = image + notes.sh_offset + at;
        at += note[0] == SIZED ? 4 + number_at(note + 2, 2) : 4;
        const uint64_t symbol = number_at(note + 4, 4);
        if (note[0] != SIZED || note[1] != REGISTERS || symbol >= symbols.sh_size / sizeof(Elf64_Sym))
            continue;
        Elf64_Sym named;
        memcpy(&named, image + symbols.sh_offset + symbol * sizeof named, sizeof named);
        if (is_named(kernel, (const char *)image + names.sh_offset + named.st_name))
            return (int)number_at(note + 8, 4);
    }
    return 0;
}

/* ---- Translating ---- */

static uint64_t hash(const unsigned char *bytes, size_t size, uint64_t state)
{
    for (size_t k = 0; k < size; k++)
        state = (state ^ bytes[k]) * UINT64_C(0x100000001b3);
    return state;
}

static bool write_file(const char *path, const void *bytes, size_t size)
{
    const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0)
        return false;
    size_t written = 0;
    while (written < size) {
        const ssize_t more = write(file, (const char *)bytes + written, size - written);
        if (more < 0 && errno != EINTR)
            break;
        written += more > 0 ? (size_t)more : 0;
    }
    return close(file) == 0 && written == size;
}

/* Runs the translator, which prints its own errors. */
static bool translate(const char *program, const char *image, const char *output)
{
    char *const arguments[] = {(char *)program, "simulate", "--translate", (char *)image, "--output", (char *)output, NULL};
    pid_t child;
    int status;
    const int failed = posix_spawn(&child, program, NULL, NULL, arguments, environ);
    if (failed != 0) {
        fprintf(stderr, "offcy simulate: cannot run %s: %s\n", program, strerror(failed));
        return false;
    }
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return access(output, R_OK) == 0; /* another thread has already waited for it */
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* The library of an image; built if it is not in the cache. */
static int library_of(const unsigned char *image, uint64_t size, char *path, size_t room)
{
    const char *program = getenv("OFFCY_SIMULATOR_PROGRAM"), *cache = getenv("OFFCY_SIMULATOR_CACHE");
    const char *version = getenv("OFFCY_SIMULATOR_VERSION"), *checks = getenv("OFFCY_SIMULATOR_CHECK");
    const char *counts = driver.counts ? "counted" : "", *quick = getenv("OFFCY_SIMULATOR_QUICK") != NULL ? "quick" : "";
    if (program == NULL || cache == NULL) {
        fprintf(stderr, "offcy simulate: OFFCY_SIMULATOR_PROGRAM and OFFCY_SIMULATOR_CACHE are not set: start the program "
                        "by `offcy simulate`\n");
        return SHARED_OBJECT_INIT_FAILED;
    }
    char facts[400], temporary[1100], output[1100];
    const int length = snprintf(facts, sizeof facts, "%s %s %s %s %d", version != NULL ? version : "",
                                checks != NULL ? checks : "", counts, quick, SIM_ABI);
    const uint64_t first = hash(image, size, hash((const unsigned char *)facts, (size_t)length, UINT64_C(0xcbf29ce484222325)));
    const uint64_t second = hash(image, size, first ^ UINT64_C(0x9e3779b97f4a7c15));
    snprintf(path, room, "%s/%016" PRIx64 "%016" PRIx64 ".so", cache, first, second);
    if (utimensat(AT_FDCWD, path, NULL, 0) == 0 || access(path, R_OK) == 0)
        return OK; /* and libraries in use are kept */
    snprintf(temporary, sizeof temporary, "%s/.image-%d-%016" PRIx64, cache, (int)getpid(), first);
    snprintf(output, sizeof output, "%s/.library-%d-%016" PRIx64 ".so", cache, (int)getpid(), first);
    unlink(temporary);
    bool good = write_file(temporary, image, size);
    if (!good)
        fprintf(stderr, "offcy simulate: cannot write %s: %s\n", temporary, strerror(errno));
    good = good && translate(program, temporary, output) && rename(output, path) == 0;
    unlink(temporary);
    unlink(output);
    return good ? OK : INVALID_IMAGE;
}

/* ---- Loading ---- */

/* Translated code calls the simulator, however that was loaded. */
static void make_global(void)
{
    Dl_info info;
    if (dladdr((void *)make_global, &info) != 0 && info.dli_fname != NULL)
        dlopen(info.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_GLOBAL);
}

static bool lay_out_globals(module *module)
{
    const struct sim_module *code = module->instance.module;
    module->instance.addresses = calloc(code->global_count + 1, sizeof *module->instance.addresses);
    module->functions = calloc(code->kernel_count + 1, sizeof *module->functions);
    if (module->instance.addresses == NULL || module->functions == NULL)
        return false;
    for (uint32_t k = 0; k < code->global_count; k++) {
        const struct sim_global *global = &code->globals[k];
        const uint64_t address = memory_allocate(&module->device->sim, global->size, BLOCK_GLOBAL, global->name);
        if (address == 0)
            return false;
        module->instance.addresses[k] = address;
        memory_written(&module->device->sim, address, global->size);
    }
    for (uint32_t k = 0; k < code->kernel_count; k++)
        module->functions[k] = (function){.module = module, .kernel = &code->kernels[k], .dynamic_shared = 48 << 10};
    sim_initialise(&module->instance);
    return true;
}

static void unload(module *module)
{
    for (uint32_t k = 0; module->instance.addresses != NULL && k < module->instance.module->global_count; k++)
        if (module->instance.addresses[k] != 0)
            memory_free(&module->device->sim, memory_block_at(&module->device->sim, module->instance.addresses[k]));
    /* The library stays loaded: findings and blocks refer to its data. */
    free(module->instance.addresses);
    free(module->functions);
    free(module);
}

static int load_library(device *current, const char *path, module **loaded)
{
    make_global();
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    const struct sim_module *code = library != NULL ? dlsym(library, SIM_MODULE_SYMBOL) : NULL;
    if (code == NULL) {
        fprintf(stderr, "offcy simulate: %s\n", dlerror());
        return SHARED_OBJECT_INIT_FAILED;
    }
    if (code->abi != SIM_ABI)
        return INVALID_IMAGE;
    module *module = calloc(1, sizeof *module);
    if (module == NULL)
        return OUT_OF_MEMORY;
    module->device = current;
    module->library = library;
    module->instance = (struct sim_instance){.device = &current->sim, .module = code};
    if (!lay_out_globals(module)) {
        unload(module);
        return OUT_OF_MEMORY;
    }
    module->next = modules;
    modules = *loaded = module;
    findings_event("module");
    return OK;
}

static int load(device *current, module **loaded, const void *image)
{
    char path[1100];
    const uint64_t end = elf_end(image);
    if (end == 0)
        return INVALID_IMAGE;
    const uint64_t all = trailer_end(image, end);
    if (all == end) {
        fprintf(stderr, "offcy simulate: a module's image has no PTX, which is what runs here: build the module again with "
                        "this offcy\n");
        return NO_BINARY_FOR_GPU;
    }
    int error = library_of(image, all, path, sizeof path);
    if (error == OK)
        error = load_library(current, path, loaded);
    for (uint32_t k = 0; error == OK && k < (*loaded)->instance.module->kernel_count; k++) {
        function *function = &(*loaded)->functions[k];
        const int known = registers_of(image, function->kernel->name);
        function->registers = known != 0 ? known : (int)function->kernel->registers;
    }
    return error;
}

EXPORT int cuModuleLoadDataEx(void **handle, const void *image, unsigned count, int *options, void **values)
{
    ENTER_CONTEXT("cuModuleLoadDataEx");
    (void)count, (void)options, (void)values;
    if (handle == NULL || image == NULL)
        return driver_leave("cuModuleLoadDataEx", INVALID_VALUE);
    module *module = NULL;
    const int error = load(current, &module, image);
    *handle = module;
    return driver_leave("cuModuleLoadDataEx", error);
}

EXPORT int cuModuleLoadData(void **handle, const void *image)
{
    return cuModuleLoadDataEx(handle, image, 0, NULL, NULL);
}

static module *find_module(void *handle)
{
    for (module *module = modules; module != NULL; module = module->next)
        if (module == handle)
            return module;
    return NULL;
}

#define ENTER_MODULE(NAME, HANDLE)            \
    ENTER_CONTEXT(NAME);                      \
    module *module = find_module(HANDLE);     \
    if (module == NULL)                       \
    return driver_leave(NAME, INVALID_HANDLE)

EXPORT int cuModuleUnload(void *handle)
{
    ENTER_MODULE("cuModuleUnload", handle);
    driver_drain_device(module->device);
    struct module **link = &modules;
    while (*link != module)
        link = &(*link)->next;
    *link = module->next;
    unload(module);
    return driver_leave("cuModuleUnload", current->error);
}

EXPORT int cuModuleGetFunction(void **handle, void *module_handle, const char *name)
{
    ENTER_MODULE("cuModuleGetFunction", module_handle);
    if (handle == NULL || name == NULL)
        return driver_leave("cuModuleGetFunction", INVALID_VALUE);
    for (uint32_t k = 0; k < module->instance.module->kernel_count; k++)
        if (is_named(module->functions[k].kernel->name, name)) {
            *handle = &module->functions[k];
            return driver_leave("cuModuleGetFunction", OK);
        }
    return driver_leave("cuModuleGetFunction", NOT_FOUND);
}

EXPORT int cuModuleGetGlobal_v2(uint64_t *address, size_t *bytes, void *module_handle, const char *name)
{
    ENTER_MODULE("cuModuleGetGlobal", module_handle);
    if (name == NULL)
        return driver_leave("cuModuleGetGlobal", INVALID_VALUE);
    for (uint32_t k = 0; k < module->instance.module->global_count; k++) {
        const struct sim_global *global = &module->instance.module->globals[k];
        if (!global->is_visible || !is_named(global->name, name))
            continue;
        if (address != NULL)
            *address = module->instance.addresses[k];
        if (bytes != NULL)
            *bytes = global->size;
        return driver_leave("cuModuleGetGlobal", OK);
    }
    return driver_leave("cuModuleGetGlobal", NOT_FOUND);
}

EXPORT int cuModuleGetGlobal(uint64_t *address, size_t *bytes, void *module_handle, const char *name)
{
    return cuModuleGetGlobal_v2(address, bytes, module_handle, name);
}

function *driver_function(void *handle)
{
    for (module *module = modules; module != NULL; module = module->next) {
        const uintptr_t offset = (uintptr_t)handle - (uintptr_t)module->functions;
        if (offset % sizeof(function) == 0 && offset / sizeof(function) < module->instance.module->kernel_count)
            return handle;
    }
    return NULL;
}
