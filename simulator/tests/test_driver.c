/* The driver half, with a fake execution half: handles, errors, orders of operations, findings. */
#define _GNU_SOURCE
#include "fake.h"

#include <elf.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

typedef uint64_t address;
int cuInit(unsigned), cuDeviceGetCount(int *), cuDeviceGet(int *, int), cuDeviceGetAttribute(int *, int, int),
    cuDeviceGetName(char *, int, int), cuDeviceTotalMem_v2(size_t *, int), cuDevicePrimaryCtxRetain(void **, int),
    cuDevicePrimaryCtxRelease_v2(int), cuCtxSetCurrent(void *), cuCtxGetDevice(int *), cuCtxGetLimit(size_t *, int),
    cuCtxSetLimit(int, size_t), cuCtxEnablePeerAccess(void *, unsigned), cuDeviceCanAccessPeer(int *, int, int),
    cuMemAlloc_v2(address *, size_t), cuMemFree_v2(address), cuMemAllocHost_v2(void **, size_t), cuMemFreeHost(void *),
    cuMemAllocAsync(address *, size_t, void *), cuMemFreeAsync(address, void *), cuMemGetInfo_v2(size_t *, size_t *),
    cuMemcpyHtoD_v2(address, const void *, size_t), cuMemcpyDtoH_v2(void *, address, size_t),
    cuMemcpyHtoDAsync_v2(address, const void *, size_t, void *), cuMemcpyDtoHAsync_v2(void *, address, size_t, void *),
    cuMemcpyDtoDAsync_v2(address, address, size_t, void *), cuMemsetD8_v2(address, unsigned char, size_t),
    cuMemcpyPeerAsync(address, void *, address, void *, size_t, void *), cuStreamCreate(void **, unsigned),
    cuStreamDestroy_v2(void *), cuStreamSynchronize(void *), cuStreamQuery(void *), cuEventCreate(void **, unsigned),
    cuEventDestroy_v2(void *), cuEventRecord(void *, void *), cuEventSynchronize(void *),
    cuStreamWaitEvent(void *, void *, unsigned), cuLaunchHostFunc(void *, void (*)(void *), void *),
    cuStreamAddCallback(void *, void (*)(void *, int, void *), void *, unsigned), cuModuleLoadDataEx(void **, const void *, unsigned, int *, void **),
    cuModuleUnload(void *), cuModuleGetFunction(void **, void *, const char *),
    cuModuleGetGlobal_v2(address *, size_t *, void *, const char *), cuFuncGetAttribute(int *, int, void *),
    cuLaunchKernel(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **),
    cuGetErrorString(int, const char **);
void offcySimulatorNote(void *, size_t, const char *, unsigned, const char *, const char *, int, int, size_t, int,
                        const size_t *);

static int failures;

#define EXPECT(CALL, CODE)                                                                          \
    do {                                                                                            \
        const int got_ = (CALL), wanted_ = (CODE);                                                  \
        if (got_ != wanted_) {                                                                      \
            printf("line %d: %s: expected %d, found %d\n", __LINE__, #CALL, wanted_, got_);         \
            failures++;                                                                             \
        }                                                                                           \
    } while (0)
#define CHECK(CONDITION) EXPECT(!(CONDITION), 0)

static void *contexts[2];
static void *module, *copy;

/* The findings so far, as the command would read them. */
static const char *findings(void)
{
    static char text[1 << 16];
    FILE *file = fopen(getenv("OFFCY_SIMULATOR_FINDINGS"), "r");
    size_t size = 0;
    while (file != NULL && fgets(text + size, (int)(sizeof text - size), file) != NULL)
        if (strstr(text + size, "\"event\"") == NULL)
            size += strlen(text + size);
    text[size] = '\0';
    if (file != NULL) {
        fclose(file);
        unlink(getenv("OFFCY_SIMULATOR_FINDINGS"));
    }
    return text;
}

static void expect_finding(int line, const char *a, const char *b, const char *c)
{
    const char *text = findings();
    if (strstr(text, a) == NULL || strstr(text, b) == NULL || strstr(text, c) == NULL) {
        printf("line %d: expected a finding with '%s', '%s' and '%s', found: %s\n", line, a, b, c, text);
        failures++;
    }
}
#define FINDING(A, B, C) expect_finding(__LINE__, A, B, C)
#define CLEAN()                                                         \
    do {                                                                \
        const char *text_ = findings();                                 \
        if (text_[0] != '\0')                                           \
            printf("line %d: unexpected: %s\n", __LINE__, text_), failures++; \
    } while (0)

static int launch(void *function, address to, address from, uint64_t count, void *stream)
{
    struct fake_parameters given = {to, from, count};
    size_t size = sizeof given;
    void *extra[] = {(void *)1, &given, (void *)2, &size, NULL};
    return cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, stream, NULL, extra);
}

static address allocate(size_t bytes)
{
    address block = 0;
    EXPECT(cuMemAlloc_v2(&block, bytes), 0);
    return block;
}

static void before_init(void)
{
    int number;
    address block;
    EXPECT(cuDeviceGetCount(&number), 3);
    EXPECT(cuMemAlloc_v2(&block, 8), 3);
    EXPECT(cuInit(1), 1);
    EXPECT(cuInit(0), 0);
    EXPECT(cuMemAlloc_v2(&block, 8), 201);
}

static void devices(void)
{
    int number = -1, value = 0;
    char name[64];
    size_t bytes;
    EXPECT(cuDeviceGetCount(&number), 0);
    CHECK(number == 2);
    EXPECT(cuDeviceGetCount(NULL), 1);
    EXPECT(cuDeviceGet(&number, 2), 101);
    EXPECT(cuDeviceGet(NULL, 0), 1);
    EXPECT(cuDeviceGetName(name, sizeof name, 1), 0);
    CHECK(strstr(name, "simulated") != NULL);
    EXPECT(cuDeviceGetName(name, sizeof name, -1), 101);
    EXPECT(cuDeviceTotalMem_v2(&bytes, 0), 0);
    CHECK(bytes == 64 << 20);
    EXPECT(cuDeviceGetAttribute(&value, 75, 0), 0);
    CHECK(value == 8);
    EXPECT(cuDeviceGetAttribute(&value, 76, 0), 0);
    CHECK(value == 0);
    EXPECT(cuDeviceGetAttribute(&value, 100000, 0), 1);
    EXPECT(cuDeviceGetAttribute(NULL, 75, 0), 1);
    for (int k = 0; k < 2; k++)
        EXPECT(cuDevicePrimaryCtxRetain(&contexts[k], k), 0);
    EXPECT(cuDevicePrimaryCtxRetain(&contexts[0], 7), 101);
    EXPECT(cuCtxSetCurrent(&number), 201);
    EXPECT(cuCtxSetCurrent(contexts[0]), 0);
    EXPECT(cuCtxGetDevice(&number), 0);
    CHECK(number == 0);
    EXPECT(cuCtxSetLimit(0, 4096), 0);
    EXPECT(cuCtxGetLimit(&bytes, 0), 0);
    CHECK(bytes == 4096);
    EXPECT(cuCtxGetLimit(&bytes, 99), 215);
    EXPECT(cuCtxGetLimit(NULL, 0), 1);
    EXPECT(cuDeviceCanAccessPeer(&value, 0, 1), 0);
    CHECK(value == 1);
}

static void memory(void)
{
    address block, large;
    size_t free_before, free_after, total;
    void *pinned;
    char bytes[100];
    EXPECT(cuMemGetInfo_v2(&free_before, &total), 0);
    EXPECT(cuMemAlloc_v2(&block, 0), 1);
    EXPECT(cuMemAlloc_v2(NULL, 8), 1);
    EXPECT(cuMemAlloc_v2(&large, 65 << 20), 2);
    EXPECT(cuMemAlloc_v2(&large, SIZE_MAX), 2);
    block = allocate(100);
    CHECK(block % 256 == 0);
    EXPECT(cuMemcpyHtoD_v2(block, bytes, 101), 1);
    EXPECT(cuMemcpyHtoD_v2((address)(uintptr_t)bytes, bytes, 8), 1);
    EXPECT(cuMemcpyDtoH_v2(NULL, block, 8), 1);
    EXPECT(cuMemcpyHtoD_v2(block, bytes, 100), 0);
    EXPECT(cuMemFree_v2(block + 8), 1);
    EXPECT(cuMemFree_v2(block), 0);
    EXPECT(cuMemFree_v2(block), 1);
    EXPECT(cuMemFree_v2(0), 0);
    EXPECT(cuMemcpyDtoH_v2(bytes, block, 8), 1);
    EXPECT(cuMemAllocHost_v2(&pinned, 64), 0);
    EXPECT(cuMemFreeHost(bytes), 1);
    EXPECT(cuMemFreeHost(pinned), 0);
    /* All memory, many times: freed memory is eventually reused. */
    for (int k = 0; k < 6000; k++) {
        if (cuMemAlloc_v2(&large, 60 << 10) != 0 || cuMemFree_v2(large) != 0) {
            EXPECT(k, -1);
            break;
        }
    }
    EXPECT(cuMemGetInfo_v2(&free_after, &total), 0);
    CHECK(free_before == free_after);
    CLEAN();
}

/* An ELF file without sections, and a trailer with one unit. */
static unsigned char *image(int with_ptx)
{
    static unsigned char bytes[256];
    memset(bytes, 0, sizeof bytes);
    Elf64_Ehdr header = {.e_ident = {0x7f, 'E', 'L', 'F', ELFCLASS64}, .e_ehsize = sizeof header};
    header.e_shoff = sizeof header;
    header.e_shentsize = sizeof(Elf64_Shdr);
    memcpy(bytes, &header, sizeof header);
    if (with_ptx) {
        const uint64_t sizes[] = {5, 40};
        memcpy(bytes + sizeof header, "offcyPTX\1\0\0\0\1\0\0\0", 16);
        memcpy(bytes + sizeof header + 16, sizes, sizeof sizes);
    }
    return bytes;
}

static void modules(void)
{
    address table;
    size_t bytes;
    int value;
    void *other;
    EXPECT(cuModuleLoadDataEx(&module, "no image at all, and long enough to be one", 0, NULL, NULL), 200);
    EXPECT(cuModuleLoadDataEx(&module, image(0), 0, NULL, NULL), 209);
    EXPECT(cuModuleLoadDataEx(&module, NULL, 0, NULL, NULL), 1);
    EXPECT(cuModuleLoadDataEx(&module, image(1), 0, NULL, NULL), 0);
    EXPECT(cuModuleLoadDataEx(&other, image(1), 0, NULL, NULL), 0);
    EXPECT(cuModuleUnload(other), 0);
    EXPECT(cuModuleUnload(other), 400);
    EXPECT(cuModuleGetFunction(&copy, module, "none"), 500);
    EXPECT(cuModuleGetFunction(&copy, other, "copy"), 400);
    EXPECT(cuModuleGetFunction(&copy, module, "copy"), 0);
    EXPECT(cuModuleGetGlobal_v2(&table, &bytes, module, "hidden"), 500);
    EXPECT(cuModuleGetGlobal_v2(&table, &bytes, module, "table"), 0);
    CHECK(bytes == 4);
    EXPECT(cuMemcpyDtoH_v2(&value, table, 4), 0);
    CHECK(value == 5);
    EXPECT(cuFuncGetAttribute(&value, 0, copy), 0);
    CHECK(value == 1024);
    EXPECT(cuFuncGetAttribute(&value, 0, contexts[0]), 400);
    EXPECT(cuFuncGetAttribute(&value, 77, copy), 1);
    CLEAN();
}

static void launches(void)
{
    void *bounded, *parameters[3];
    uint64_t numbers[4] = {1, 2, 3, 4}, back[4] = {0};
    const address from = allocate(32), to = allocate(32);
    EXPECT(cuMemcpyHtoD_v2(from, numbers, 32), 0);
    EXPECT(launch(contexts[0], to, from, 4, NULL), 400);
    EXPECT(launch(copy, to, from, 4, contexts[0]), 400);
    EXPECT(launch(copy, to, from, 4, NULL), 0);
    EXPECT(cuMemcpyDtoH_v2(back, to, 32), 0);
    CHECK(memcmp(back, numbers, 32) == 0);
    EXPECT(cuModuleGetFunction(&bounded, module, "bounded"), 0);
    EXPECT(cuLaunchKernel(bounded, 1, 1, 1, 129, 1, 1, 0, NULL, parameters, NULL), 1);
    EXPECT(cuLaunchKernel(copy, 0, 1, 1, 1, 1, 1, 0, NULL, parameters, NULL), 1);
    EXPECT(cuLaunchKernel(copy, 1, 1, 1, 2048, 1, 1, 0, NULL, parameters, NULL), 1);
    EXPECT(cuLaunchKernel(copy, 1, 1, 1, 1, 1, 1, 1 << 20, NULL, parameters, NULL), 1);
    EXPECT(cuLaunchKernel(copy, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL), 1);
    uint64_t count = 2, zero[2] = {9, 9};
    EXPECT(cuMemcpyHtoD_v2(from, zero, 16), 0);
    parameters[0] = (void *)&to, parameters[1] = (void *)&from, parameters[2] = &count;
    EXPECT(cuLaunchKernel(copy, 1, 1, 1, 1, 1, 1, 0, NULL, parameters, NULL), 0);
    EXPECT(cuMemcpyDtoH_v2(back, to, 32), 0);
    CHECK(back[1] == 9 && back[2] == 3);
    EXPECT(cuMemFree_v2(from), 0);
    EXPECT(cuMemFree_v2(to), 0);
    CLEAN();
}

static void heap(struct sim_device *device)
{
    void *block = sim_heap_allocate(device, 4 << 20);
    CHECK(block != NULL && sim_heap_allocate(device, 5 << 20) == NULL);
    EXPECT(sim_heap_free(device, (char *)block + 8), 0);
    EXPECT(sim_heap_free(device, block), 1);
    EXPECT(sim_heap_free(device, block), 0);
    EXPECT(cuCtxSetLimit(2, 1 << 20), 0);
    CHECK(sim_heap_allocate(device, 4 << 20) == NULL);
    EXPECT(cuCtxSetLimit(2, 8 << 20), 0);
}

/* In whatever order they run: the results that CUDA promises, and no finding. */
static void orders(void)
{
    void *first, *second, *event, *pinned;
    uint64_t number = 7, back = 0;
    const address a = allocate(8), b = allocate(8), c = allocate(8);
    EXPECT(cuStreamCreate(&first, 1), 0);
    EXPECT(cuStreamCreate(&second, 1), 0);
    EXPECT(cuEventCreate(&event, 0), 0);
    EXPECT(cuMemAllocHost_v2(&pinned, 8), 0);
    EXPECT(cuMemcpyHtoDAsync_v2(a, &number, 8, first), 0);
    number = 8; /* already read: the memory is not pinned */
    EXPECT(launch(copy, b, a, 1, first), 0);
    EXPECT(cuEventRecord(event, first), 0);
    EXPECT(cuStreamWaitEvent(second, event, 0), 0);
    EXPECT(launch(copy, c, b, 1, second), 0);
    EXPECT(cuMemcpyDtoHAsync_v2(pinned, c, 8, second), 0);
    EXPECT(cuMemcpyDtoHAsync_v2(&back, c, 8, second), 0);
    CHECK(back == 7); /* this one is not pinned either */
    EXPECT(cuStreamSynchronize(second), 0);
    CHECK(*(uint64_t *)pinned == 7);
    EXPECT(cuEventSynchronize(event), 0);
    EXPECT(cuMemcpyHtoDAsync_v2(a, &number, 8, first), 0); /* the host has waited for the kernel that reads it */
    for (int k = 0; k < 100 && cuStreamQuery(first) == 600; k++) {
    }
    EXPECT(cuStreamQuery(first), 0);
    EXPECT(cuStreamDestroy_v2(first), 0);
    EXPECT(cuStreamDestroy_v2(first), 400);
    EXPECT(cuStreamSynchronize(first), 400);
    EXPECT(cuStreamWaitEvent(second, event, 0), 0);
    EXPECT(cuEventDestroy_v2(event), 0);
    EXPECT(cuEventDestroy_v2(event), 400);
    EXPECT(cuEventRecord(event, second), 400);
    address late;
    EXPECT(cuMemAllocAsync(&late, 8, second), 0);
    EXPECT(cuMemcpyHtoDAsync_v2(late, &number, 8, second), 0);
    EXPECT(cuMemFreeAsync(late, second), 0);
    EXPECT(cuStreamDestroy_v2(second), 0);
    EXPECT(cuMemFree_v2(late), 1);
    CLEAN();
}

static void *called_back[3];
static int calls_back;

static void note_stream(void *stream, int status, void *argument)
{
    CHECK(status == 0 && calls_back < 3);
    CHECK(*(uint64_t *)argument == 9); /* the copy before it has ended */
    called_back[calls_back++] = stream;
}

static void note_call(void *argument)
{
    CHECK(calls_back < 3);
    called_back[calls_back++] = argument;
}

/* Functions of the host in a stream come after what is before them, and before what is after. */
static void calls_of_host(void)
{
    void *stream, *pinned;
    address a;
    uint64_t number = 9;
    calls_back = 0;
    EXPECT(cuStreamCreate(&stream, 0), 0);
    EXPECT(cuMemAllocHost_v2(&pinned, 8), 0);
    *(uint64_t *)pinned = 0;
    EXPECT(cuMemAlloc_v2(&a, 8), 0);
    EXPECT(cuMemcpyHtoDAsync_v2(a, &number, 8, stream), 0);
    EXPECT(cuMemcpyDtoHAsync_v2(pinned, a, 8, stream), 0);
    EXPECT(cuStreamAddCallback(stream, note_stream, pinned, 0), 0);
    EXPECT(cuLaunchHostFunc(stream, note_call, &number), 0);
    EXPECT(cuStreamAddCallback(stream, note_stream, pinned, 0), 0);
    EXPECT(cuStreamAddCallback(stream, NULL, pinned, 0), 1);
    EXPECT(cuStreamAddCallback(stream, note_stream, pinned, 1), 1);
    EXPECT(cuStreamSynchronize(stream), 0);
    CHECK(calls_back == 3 && called_back[0] == stream && called_back[1] == &number && called_back[2] == stream);
    EXPECT(cuStreamDestroy_v2(stream), 0);
    EXPECT(cuStreamAddCallback(stream, note_stream, pinned, 0), 400);
    EXPECT(cuMemFree_v2(a), 0);
    EXPECT(cuMemFreeHost(pinned), 0);
    CLEAN();
}

/* The same findings under every seed. */
static void disorder(void)
{
    void *first, *second;
    uint64_t number = 7, back = 0;
    const address a = allocate(8), b = allocate(8);
    EXPECT(cuStreamCreate(&first, 1), 0);
    EXPECT(cuStreamCreate(&second, 1), 0);
    EXPECT(cuMemcpyHtoD_v2(a, &number, 8), 0);
    EXPECT(launch(copy, b, a, 1, first), 0);
    EXPECT(cuMemcpyDtoHAsync_v2(&back, b, 8, second), 0);
    EXPECT(cuStreamSynchronize(first), 0);
    FINDING("\"check\":\"sync\"", "without waiting for it", "copy");
    EXPECT(launch(copy, b, a, 1, first), 0);
    EXPECT(cuMemcpyHtoDAsync_v2(a, &number, 8, second), 0);
    EXPECT(cuStreamSynchronize(first), 0);
    EXPECT(cuStreamSynchronize(second), 0);
    FINDING("\"check\":\"sync\"", "without waiting for it", "device block");
}

static void uninitialised(void)
{
    uint64_t numbers[8] = {0};
    const address from = allocate(64), to = allocate(64);
    EXPECT(cuMemcpyHtoD_v2(from, numbers, 56), 0);
    offcySimulatorNote((void *)(uintptr_t)to, 64, "out", 2, "f", "mod.pyx", 5, 1, 0, 0, NULL);
    EXPECT(launch(copy, to, from, 7, NULL), 0);
    CLEAN();
    EXPECT(cuMemcpyDtoH_v2(numbers, to, 64), 0);
    FINDING("8 of 64 bytes of 'out'", "map it 'tofrom'", "\"check\":\"init\"");
    EXPECT(launch(copy, to, from, 8, NULL), 0);
    EXPECT(cuStreamSynchronize(NULL), 0);
    FINDING("reads bytes that nothing wrote: 8 bytes of device block", "\"line\":7", "\"thread\":[7,0,0]");
    /* Gaps between elements were never written, which is fine: every other number of five. */
    const address strided = allocate(72);
    const size_t step[] = {5, 16};
    offcySimulatorNote((void *)(uintptr_t)strided, 72, "every_other", 2, "f", "mod.pyx", 5, 1, 8, 1, step);
    for (int k = 0; k < 5; k++)
        EXPECT(cuMemcpyHtoD_v2(strided + 16 * (address)k, numbers, 8), 0);
    char bytes[72];
    EXPECT(cuMemcpyDtoH_v2(bytes, strided, 72), 0);
    CLEAN();
    /* Nor where another variable, without gaps, begins at the same place. */
    const address shared = allocate(72);
    offcySimulatorNote((void *)(uintptr_t)shared, 72, "column", 2, "f", "mod.pyx", 5, 1, 8, 1, step);
    offcySimulatorNote((void *)(uintptr_t)shared, 24, "row", 1, "f", "mod.pyx", 5, 0, 0, 0, NULL);
    for (int k = 0; k < 5; k++)
        EXPECT(cuMemcpyHtoD_v2(shared + 16 * (address)k, numbers, 8), 0);
    EXPECT(cuMemcpyHtoD_v2(shared, numbers, 24), 0);
    EXPECT(cuMemcpyDtoH_v2(bytes, shared, 72), 0);
    CLEAN();
}

/* Faults that end a context are tested in a child process: nothing works in it afterwards. */
static void in_child(void (*test)(void))
{
    fflush(stdout);
    const int before = failures;
    const pid_t child = fork();
    if (child == 0) {
        test();
        fflush(stdout);
        _exit(failures > before);
    }
    int status;
    waitpid(child, &status, 0);
    failures += !WIFEXITED(status) || WEXITSTATUS(status) != 0;
}

static void after_fork(void)
{
    int count;
    EXPECT(cuDeviceGetCount(&count), 3);
    EXPECT(cuInit(0), 3);
}

static void start(void)
{
    before_init();
    devices();
    modules();
}

static void after_fault(int error)
{
    address block;
    EXPECT(cuStreamSynchronize(NULL), error);
    EXPECT(cuMemAlloc_v2(&block, 8), error);
    EXPECT(cuCtxSetCurrent(contexts[1]), 0);
    EXPECT(cuMemAlloc_v2(&block, 8), 0);
}

static void short_section(void)
{
    start();
    const address to = allocate(80), from = allocate(80);
    offcySimulatorNote((void *)(uintptr_t)to, 72, "out", 2, "f", "mod.pyx", 5, 1, 0, 0, NULL);
    EXPECT(cuMemsetD8_v2(from, 0, 80), 0);
    launch(copy, to, from, 10, NULL);
    after_fault(700);
    FINDING("writes 8 bytes of 'out' just past its end (72 bytes are mapped)", "\"check\":\"memory\"",
            "CUDA_ERROR_ILLEGAL_ADDRESS");
}

static void use_after_free(void)
{
    start();
    const address to = allocate(80), from = allocate(80);
    EXPECT(cuMemFree_v2(from), 0);
    launch(copy, to, from, 10, NULL);
    after_fault(700);
    FINDING("after it was freed", "\"check\":\"memory\"", "\"freed\":true");
}

static void host_pointer(void)
{
    start();
    uint64_t number = 1;
    const address to = allocate(8);
    launch(copy, to, (address)(uintptr_t)&number, 1, NULL);
    after_fault(700);
    FINDING("an address of the host: no map translated this pointer", "\"check\":\"memory\"", "\"kernel\":\"copy\"");
}

/* Eight bytes of threes on device 1; device 0 is the current one again. */
static address allocate_on_the_other(void)
{
    address far;
    EXPECT(cuCtxSetCurrent(contexts[1]), 0);
    EXPECT(cuMemAlloc_v2(&far, 8), 0);
    EXPECT(cuMemsetD8_v2(far, 3, 8), 0);
    EXPECT(cuStreamSynchronize(NULL), 0);
    EXPECT(cuCtxSetCurrent(contexts[0]), 0);
    return far;
}

static void other_device(void)
{
    start();
    const address to = allocate(8), far = allocate_on_the_other();
    EXPECT(cuMemcpyPeerAsync(to, contexts[0], far, contexts[1], 8, NULL), 0);
    uint64_t number = 0;
    EXPECT(cuMemcpyDtoH_v2(&number, to, 8), 0);
    CHECK(number == UINT64_C(0x0303030303030303));
    launch(copy, to, far, 1, NULL);
    after_fault(700);
    FINDING("in the memory of device 1", "\"check\":\"memory\"", "");
}

static void peer(void)
{
    start();
    const address to = allocate(8), far = allocate_on_the_other();
    EXPECT(cuCtxEnablePeerAccess(contexts[1], 0), 0);
    EXPECT(cuCtxEnablePeerAccess(contexts[1], 0), 704);
    EXPECT(launch(copy, to, far, 1, NULL), 0);
    EXPECT(cuStreamSynchronize(NULL), 0);
    CLEAN();
}

static void trap(void)
{
    start();
    void *fault;
    EXPECT(cuModuleGetFunction(&fault, module, "fault"), 0);
    launch(fault, 0, 0, 0, NULL);
    after_fault(719);
    FINDING("the kernel traps", "\"check\":\"launch\"", "CUDA_ERROR_LAUNCH_FAILED");
}

static void planned(void)
{
    start(); /* has requested memory twice, without success, and copied to the host once */
    setenv("OFFCY_SIMULATOR_FAIL", "cuMemAlloc:4:2,cuStreamSynchronize:1:700,cuMemcpyDtoH:2:999", 1);
    address block, other;
    char bytes[8];
    EXPECT(cuMemAlloc_v2(&block, 8), 0);
    EXPECT(cuMemAlloc_v2(&other, 8), 2);
    EXPECT(cuMemAlloc_v2(&other, 8), 0);
    EXPECT(cuStreamSynchronize(NULL), 700);
    EXPECT(cuStreamSynchronize(NULL), 0);
    EXPECT(cuMemcpyHtoD_v2(block, "1234567", 8), 0);
    EXPECT(cuMemcpyDtoH_v2(bytes, block, 8), 999);
    EXPECT(cuMemcpyDtoH_v2(bytes, block, 8), 0);
    CHECK(strcmp(bytes, "1234567") == 0);
}

static void refused(const char *name, const char *value)
{
    fflush(stdout);
    const pid_t child = fork();
    if (child == 0) {
        setenv(name, value, 1);
        if (freopen("/dev/null", "w", stderr) == NULL)
            _exit(2);
        _exit(cuInit(0) == 1 ? 0 : 1);
    }
    int status;
    waitpid(child, &status, 0);
    if (status != 0)
        printf("%s=%s is taken\n", name, value), failures++;
}

int main(void)
{
    static const char *const WRONG[][2] = {
        {"OFFCY_SIMULATOR_DEVICES", "17"}, {"OFFCY_SIMULATOR_DEVICES", "-1"}, {"OFFCY_SIMULATOR_DEVICES", ""},
        {"OFFCY_SIMULATOR_MEMORY", "1"}, {"OFFCY_SIMULATOR_MEMORY", "4G"}, {"OFFCY_SIMULATOR_SEED", "x"},
        {"OFFCY_SIMULATOR_ARCH", "sm_91"}, {"OFFCY_SIMULATOR_ARCH", "sm_"}, 
        {"OFFCY_SIMULATOR_CHECK", "memroy"}};
    for (size_t k = 0; k + 1 < sizeof WRONG / sizeof *WRONG; k++)
        if (strcmp(WRONG[k][1], "memory,") != 0)
            refused(WRONG[k][0], WRONG[k][1]);
    refused("OFFCY_SIMULATOR_CHECK", "memroy");
    static void (*const FATAL[])(void) = {short_section, use_after_free, host_pointer, other_device, peer, trap, planned};
    for (size_t k = 0; k < sizeof FATAL / sizeof *FATAL; k++)
        in_child(FATAL[k]);
    start();
    memory();
    launches();
    heap(contexts[0]); /* a context begins with what the other half knows about its device */
    orders();
    calls_of_host();
    disorder();
    uninitialised();
    in_child(after_fork);
    EXPECT(cuDevicePrimaryCtxRelease_v2(0), 0);
    EXPECT(cuDevicePrimaryCtxRelease_v2(0), 201);
    const char *text;
    EXPECT(cuGetErrorString(700, &text), 0);
    EXPECT(cuGetErrorString(12345, &text), 1);
    printf("%d failures\n", failures);
    return failures != 0;
}
