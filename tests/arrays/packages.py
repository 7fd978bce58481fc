"""Arrays of other packages, where they live: PyTorch's, CuPy's and JAX', as far as they are there.

    packages.py MODULE     MODULE: module.pyx, built for a device; on an NVIDIA GPU, theirs live there

Nothing may move, except where it says so.
"""

import gc
import pathlib
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "common"), str(HERE.parents[1] / "python")]
import builds
import numpy as np
import offcy
from helpers import moved, raises


def still(call):
    result, bytes_moved = moved(call)
    assert bytes_moved == (0, 0), bytes_moved
    return result


def torch_on_gpu(module, torch):
    x = torch.arange(1000.0, dtype=torch.float64, device="cuda")
    want = np.arange(1000.0)
    still(lambda: module.add(x, 2.0))
    still(lambda: module.add(x[::3], 1.0))
    want += 2
    want[::3] += 1
    assert np.array_equal(x.cpu().numpy(), want)
    assert still(lambda: module.total(x)) == want.sum()
    # The host touches one element; PyTorch sees it afterwards.
    seen, bytes_moved = moved(lambda: module.mixed(x, 5))
    assert seen == want[5] + 1 and bytes_moved == (8, 8), bytes_moved
    want += 1
    want[5] *= 10
    want += 1
    assert np.array_equal(x.cpu().numpy(), want)
    # What PyTorch does later, a region sees.
    x *= 2
    want *= 2
    assert still(lambda: module.total(x)) == want.sum()
    # Work in a stream of PyTorch's own is waited for.
    stream = torch.cuda.Stream()
    big = torch.ones(1 << 26, dtype=torch.float64, device="cuda")
    with torch.cuda.stream(stream):
        for _ in range(20):
            big *= 1.5
        result = module.total(big)
    assert np.isclose(result, 1.5**20 * (1 << 26), rtol=1e-9), result
    del big
    matrix = torch.arange(12.0, dtype=torch.float64, device="cuda").reshape(3, 4)
    result = still(lambda: module.follows(matrix))
    assert isinstance(result, offcy.ndarray) and result.device.kind == "nvidia"
    back = still(lambda: torch.from_dlpack(result))
    assert torch.equal(back, matrix.T)
    back += 1
    assert np.array_equal(result.to_host(), (matrix.T + 1).cpu().numpy())
    assert torch.as_tensor(result, device="cuda").data_ptr() == back.data_ptr()
    # Two views of one storage are known to overlap.
    raises(ValueError, lambda: module.two(x[:-1], x[1:]), "overlap in part")
    raises(BufferError, lambda: module.add(torch.ones(3, dtype=torch.float64, device="cuda", requires_grad=True), 1.0))
    raises(ValueError, lambda: module.total(torch.ones(3, device="cuda")), "dtype mismatch")
    assert isinstance(offcy.empty_like(x), offcy.ndarray) and offcy.asarray(x).shape == (1000,)
    del result, matrix
    gc.collect()
    assert torch.equal(back[0], torch.tensor([1.0, 5.0, 9.0], dtype=torch.float64, device="cuda"))
    module.add(torch.empty(0, dtype=torch.float64, device="cuda"), 1.0)


def torch_on_host(module, torch):
    x = torch.arange(10.0, dtype=torch.float64)
    module.add(x, 2.0)
    assert x[3] == 5.0 and module.without_region(x) == 2.0
    assert isinstance(offcy.asarray(x), np.ndarray)
    assert np.array_equal(np.asarray(module.made(x, 3)), [2.0, 4.0, 6.0])
    assert torch.from_dlpack(offcy.asarray(x, device="host"))[0] == 2.0


def cupy_on_gpu(module, cupy):
    x = cupy.arange(1000.0)
    want = np.arange(1000.0)
    still(lambda: module.add(x, 2.0))
    want += 2
    assert np.array_equal(cupy.asnumpy(x), want)
    mine = offcy.asarray(want, device=0)
    theirs = still(lambda: cupy.asarray(mine))
    theirs += 1
    assert np.array_equal(mine.to_host(), want + 1)
    assert still(lambda: cupy.from_dlpack(mine)).data.ptr == theirs.data.ptr
    # The interface alone, without DLPack.
    class Only:
        def __init__(self, array):
            self.__dict__["array"] = array

        @property
        def __cuda_array_interface__(self):
            return self.array.__cuda_array_interface__

    still(lambda: module.add(Only(x), 1.0))
    assert np.array_equal(cupy.asnumpy(x), want + 1)


def jax_anywhere(module, jax, gpu):
    jax.config.update("jax_enable_x64", True)
    x = jax.numpy.arange(1000.0)
    assert still(lambda: module.total(x)) == 499500.0 if gpu else module.total(x) == 499500.0
    if gpu:
        theirs = jax.numpy.from_dlpack(offcy.asarray(np.arange(5.0), device=0))
        assert float(theirs.sum()) == 10.0


def timed(call, repeats=2000):
    call()
    started = time.perf_counter()
    for _ in range(repeats):
        call()
    return (time.perf_counter() - started) / repeats * 1e6


def times(module, arrays):
    for name, array in arrays.items():
        print(f"a call with {name}, 10 elements: {timed(lambda: module.total(array)):.1f} us")


def main():
    module = builds.load(pathlib.Path(sys.argv[1]), "module")
    gpu = offcy.devices()[0].kind == "nvidia"
    arrays = {"a NumPy array": np.ones(10), "an array of offcy": offcy.ones(10)}
    for name in ("torch", "cupy", "jax"):
        try:
            package = __import__(name)
        except ImportError:
            print(f"{name}: not there")
            continue
        if name == "torch":
            torch_on_host(module, package)
            arrays["a tensor of PyTorch on the host"] = package.ones(10, dtype=package.float64)
            if gpu:
                torch_on_gpu(module, package)
                arrays["a tensor of PyTorch on the GPU"] = package.ones(10, dtype=package.float64, device="cuda")
        elif name == "jax":
            jax_anywhere(module, package, gpu)
        elif gpu:
            cupy_on_gpu(module, package)
            arrays["an array of CuPy"] = package.ones(10)
        print(f"{name} {package.__version__}: ok", flush=True)
    times(module, arrays)


if __name__ == "__main__":
    main()
