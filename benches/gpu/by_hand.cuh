/* What the CUDA by hand has in common: arrays of the host's on the device, and how kernels are launched. */
#pragma once

#include <cstddef>
#include <cstdio>
#include <cstdlib>

#define CHECK(CALL)                                                                    \
    do {                                                                               \
        const cudaError_t status = (CALL);                                             \
        if (status != cudaSuccess) {                                                   \
            std::fprintf(stderr, "%s: %s\n", #CALL, cudaGetErrorString(status));       \
            std::exit(1);                                                              \
        }                                                                              \
    } while (0)

#define EXPORT extern "C" __attribute__((visibility("default")))

/* An array of the host's, on the device. */
template <typename T> struct Array {
    T *host, *device;
    size_t bytes;
    Array(T *host, ptrdiff_t count) : host(host), bytes(count * sizeof(T))
    {
        CHECK(cudaMalloc(&device, bytes));
        CHECK(cudaMemcpy(device, host, bytes, cudaMemcpyHostToDevice));
    }
    void back() { CHECK(cudaMemcpy(host, device, bytes, cudaMemcpyDeviceToHost)); }
    ~Array() { CHECK(cudaFree(device)); }
    operator T *() { return device; }
};

static const int BLOCK = 256;

static int blocks(ptrdiff_t count)
{
    return (int)((count + BLOCK - 1) / BLOCK);
}

/* One thread for each element of a row, a row of blocks for each row. */
static const dim3 TILE(32, 8);

static dim3 tiles(ptrdiff_t rows, ptrdiff_t columns)
{
    return dim3((unsigned)((columns + TILE.x - 1) / TILE.x), (unsigned)((rows + TILE.y - 1) / TILE.y));
}

#define INDEX (blockIdx.x * (ptrdiff_t)blockDim.x + threadIdx.x)
#define ROW (blockIdx.y * (ptrdiff_t)blockDim.y + threadIdx.y)
#define COLUMN INDEX
