/* As much of CUDA's runtime API as kernels.cu uses, on top of the driver's: what clang needs in the place of CUDA's headers
 * and of libcudart, so that the kernels run where there is only a driver, as on the simulated GPU.
 *
 *     clang++ -x cuda -include cuda_on_driver.h ...
 *
 * The image that is built in is loaded when a kernel is first launched. */
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))

struct uint3 {
    unsigned x, y, z;
};
struct dim3 {
    unsigned x, y, z;
    __host__ __device__ constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};
#include <__clang_cuda_builtin_vars.h>

/* ---- On the device ---- */

extern "C" {
__device__ double __nv_sqrt(double);
__device__ double __nv_exp(double);
__device__ double __nv_log(double);
__device__ double __nv_erf(double);
__device__ double __nv_fabs(double);
__device__ double __nv_pow(double, double);
}
static inline __device__ double sqrt(double x) { return __nv_sqrt(x); }
static inline __device__ double exp(double x) { return __nv_exp(x); }
static inline __device__ double log(double x) { return __nv_log(x); }
static inline __device__ double erf(double x) { return __nv_erf(x); }
static inline __device__ double fabs(double x) { return __nv_fabs(x); }

static inline __device__ int atomicAdd(int *place, int value) { return __nvvm_atom_add_gen_i(place, value); }
static inline __device__ double atomicAdd(double *place, double value) { return __nvvm_atom_add_gen_d(place, value); }

static inline __device__ double __shfl_down_sync(unsigned mask, double value, int by)
{
    int halves[2];
    __builtin_memcpy(halves, &value, sizeof value);
    for (int &half : halves)
        half = __nvvm_shfl_sync_down_i32(mask, half, by, 31);
    __builtin_memcpy(&value, halves, sizeof value);
    return value;
}

/* ---- On the host ---- */

enum cudaError_t : int { cudaSuccess = 0, cudaErrorNotSupported = 801 };
enum cudaMemcpyKind { cudaMemcpyHostToHost, cudaMemcpyHostToDevice, cudaMemcpyDeviceToHost, cudaMemcpyDeviceToDevice, cudaMemcpyDefault };
typedef void *cudaStream_t;
typedef void *cudaEvent_t;

namespace driver {

/* The driver's function of that name. It ends the process if there is none: nothing could be measured. */
template <typename... Arguments> static void call(const char *name, Arguments... arguments)
{
    static void *const library = dlopen("libcuda.so.1", RTLD_NOW);
    auto *function = library ? (int (*)(Arguments...))dlsym(library, name) : nullptr;
    const int status = function ? function(arguments...) : -1;
    if (status != 0) {
        std::fprintf(stderr, "%s: %s\n", name, function ? "the driver reports an error" : dlerror());
        std::exit(1);
    }
}

/* Makes the first device current; once. */
static void begin()
{
    static const bool begun = [] {
        int device;
        void *context;
        call("cuInit", 0u);
        call("cuDeviceGet", &device, 0);
        call("cuDevicePrimaryCtxRetain", &context, device);
        call("cuCtxSetCurrent", context);
        return true;
    }();
    (void)begun;
}

static const void *image;
static struct {
    const void *stub;
    const char *name;
    void *function;
} kernels[64];
static int kernel_count;

struct Shape {
    dim3 grid, block;
    size_t shared;
    cudaStream_t stream;
};
static Shape pushed;

static void *function_of(const void *stub)
{
    static void *loaded;
    if (loaded == nullptr)
        call("cuModuleLoadData", &loaded, image);
    for (int k = 0; k < kernel_count; k++) {
        if (kernels[k].stub != stub)
            continue;
        if (kernels[k].function == nullptr)
            call("cuModuleGetFunction", &kernels[k].function, loaded, kernels[k].name);
        return kernels[k].function;
    }
    std::fprintf(stderr, "a kernel is launched that is not in the image\n");
    std::exit(1);
}

} // namespace driver

static inline const char *cudaGetErrorString(cudaError_t) { return "not supported"; }

template <typename T> static cudaError_t cudaMalloc(T **place, size_t bytes)
{
    driver::begin();
    driver::call("cuMemAlloc_v2", (uint64_t *)place, bytes);
    return cudaSuccess;
}

static inline cudaError_t cudaFree(void *place)
{
    driver::call("cuMemFree_v2", (uint64_t)place);
    return cudaSuccess;
}

static inline cudaError_t cudaMemcpy(void *to, const void *from, size_t bytes, cudaMemcpyKind)
{
    driver::call("cuMemcpy", (uint64_t)to, (uint64_t)from, bytes);
    return cudaSuccess;
}

static inline cudaError_t cudaMemsetAsync(void *place, int value, size_t bytes, cudaStream_t = nullptr)
{
    void *const filled = std::memset(std::malloc(bytes), value, bytes);
    driver::call("cuMemcpy", (uint64_t)place, (uint64_t)filled, bytes);
    std::free(filled);
    return cudaSuccess;
}

/* What measures times alone. */
template <typename... Arguments> static cudaError_t not_here(Arguments...) { return cudaErrorNotSupported; }
#define cudaMallocHost not_here
#define cudaFreeHost not_here
#define cudaMemset not_here
#define cudaMemcpyAsync not_here
#define cudaEventCreate not_here
#define cudaEventRecord not_here
#define cudaEventSynchronize not_here
#define cudaEventElapsedTime not_here

/* What clang calls for `kernel<<<grid, block>>>(...)`, and in front of `main`. */
extern "C" {

unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = nullptr)
{
    driver::pushed = {grid, block, shared, stream};
    return 0;
}

cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream)
{
    *grid = driver::pushed.grid, *block = driver::pushed.block, *shared = driver::pushed.shared;
    *(cudaStream_t *)stream = driver::pushed.stream;
    return cudaSuccess;
}

cudaError_t cudaLaunchKernel(const void *stub, dim3 grid, dim3 block, void **arguments, size_t shared, cudaStream_t stream)
{
    driver::begin();
    driver::call("cuLaunchKernel", driver::function_of(stub), grid.x, grid.y, grid.z, block.x, block.y, block.z,
                 (unsigned)shared, stream, arguments, (void **)nullptr);
    return cudaSuccess;
}

void **__cudaRegisterFatBinary(void *wrapper)
{
    struct {
        int magic, version;
        const void *image, *unused;
    } found;
    std::memcpy(&found, wrapper, sizeof found);
    driver::image = found.image;
    return nullptr;
}

int __cudaRegisterFunction(void **, const char *stub, char *, const char *name, int, uint3 *, uint3 *, dim3 *, dim3 *, int *)
{
    if (driver::kernel_count == 64)
        std::abort();
    driver::kernels[driver::kernel_count++] = {stub, name, nullptr};
    return 0;
}

void __cudaRegisterFatBinaryEnd(void **) {}
void __cudaUnregisterFatBinary(void **) {}
}
