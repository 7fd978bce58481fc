"""Every way in which a device can refuse: a Python exception with the right words, the process alive, the arrays
as promised, and the next call fine. libomptarget ends the process on most of these, or is silently wrong:

| what is asked of it | what it does | held by |
| --- | --- | --- |
| a map that overlaps in part with what is present | ends the process | overlaps_what_is_resident_in_part |
| two maps that overlap in part | ends the process | two_maps_overlap_in_part |
| sums of threads in what others read | adds before they have read | shares_memory_in_which_threads_add_up |
| a map within what is present | copies nothing back | lies_within_what_is_resident |
| `update` or `exit data` of what is not present | nothing | updates_what_is_not_there, leaves_by_other_names |
| a null or wild pointer in a kernel | a signal | a_pointer_is_null, a_pointer_has_no_count, a_view_is_none |
| a module for the host alone under MANDATORY | runs on the host | the_module_has_no_device_code |
| one range by two names, `to` and `from` | the reader sees zeros | one_array_by_two_names |
| `from` where a part is written | the rest is garbage | writes_a_part_alone, an_explicit_map_brings_garbage_back |
| a map without memory for it | ends the process | out_of_memory, out_of_memory_for_a_real_array |
| `omp_target_alloc` without memory | NULL | the same |
| `omp_target_associate_ptr` over what is present | success | overlaps_what_is_resident_in_part |
| no device of this number | ends the process | there_is_no_such_device |
| MANDATORY without a device | a signal | no_device_has_the_module_s_code |
| a module for other devices beside one that works | ends the process | modules_are_for_different_devices |
| a forked child, libgomp first | hangs | libgomp_is_there_first, forks_after_use, multiprocessing_forks |
| a forked child, after `import joblib` | hangs | forks_that_libomp_is_told_to_ignore |
| libgomp beside libomp | works | libgomp_is_there_first |
| libiomp5 beside libomp | ends the process, or hangs | intel_s_runtime_is_there_too, another_libomp_is_there_too, another_libomp_is_forbidden |
| the runtime renamed in a repaired wheel | ends the process | the_runtime_is_renamed |
| `interop init` | ends the process | no_module_asks_for_interop |
"""

import ctypes
import multiprocessing
import os
import pathlib
import resource
import signal
import subprocess
import sys
import threading
import types

import builds
import numpy as np
import offcy

strided = np.lib.stride_tricks.as_strided

# Beside OMP_TARGET_OFFLOAD=MANDATORY.
ENVIRONMENT = {
    "fault_two_maps_overlap_in_part_on_the_host": {"OMP_TARGET_OFFLOAD": "DISABLED"},
    "fault_falls_back_where_that_is_allowed": {"OMP_TARGET_OFFLOAD": "DEFAULT"},
}


class Modules:
    """The modules, loaded when they are asked for."""

    def __init__(self, folder):
        self.folder = folder

    def load(self, name):
        path = self.folder / name / f"faults_{name}{builds.SUFFIX}"
        return builds.load(path, path.name.split(".")[0]) if path.exists() else None

    def __getattr__(self, name):
        return self.load(name)


def works(module):
    x = np.arange(5.0)
    module.good(x)
    assert x.tolist() == [1, 3, 5, 7, 9], x


def refuses(module, error, words, function, *arguments, keeps=True):
    """The call raises, says all the words, leaves the arrays and their references alone, and the next call works."""
    arrays = [a for a in arguments if isinstance(a, np.ndarray) and a.size < 1000 and a.nbytes >= 0]
    near = [a for a in arrays if all(abs(stride) < 1000 for stride in a.strides)]
    before = [sys.getrefcount(a) for a in arrays], [a.tolist() for a in near]
    try:
        getattr(module, function)(*arguments)
    except Exception as raised:
        kind, message = type(raised), str(raised)
    else:
        raise AssertionError(f"{function} raised nothing")
    assert kind is error, (kind, message)
    assert all(word in message for word in words), message
    after = [sys.getrefcount(a) for a in arrays], [a.tolist() for a in near]
    assert before[0] == after[0], (before[0], after[0])
    assert not keeps or before[1] == after[1], (before[1], after[1])
    works(module)


def fault_two_maps_overlap_in_part(modules):
    base = np.arange(10.0)
    for function in ("written_beside", "written_beside_explicit"):
        for x, y in [(base[:8], base[2:]), (base[2:], base[:8])]:
            refuses(modules.device, ValueError, ["'x'", "'y'", "overlap in part"], function, x, y)


def fault_two_maps_overlap_in_part_on_the_host(modules):
    """The same rule wherever a region runs: on the host's cores, whatever kept it there, and inside what is resident."""
    for module in modules.device, modules.host:
        fault_two_maps_overlap_in_part(types.SimpleNamespace(device=module))
        base, out = np.arange(10.0), np.zeros(8)
        module.read_beside(base[:8], base[2:], out)
        module.written_beside(base, base[4:])
        module.to_and_from(base[:4], base[:4])
        module.strided_beside(base[::2], base[1::2])
        refuses(module, ValueError, ["'x'", "'y'", "overlap in part"], "strided_beside", base[:8:2], base[2::2])


def fault_two_maps_overlap_in_part_elsewhere(modules):
    base = np.arange(10.0)
    words = ["'x'", "'y'", "overlap in part"]
    refuses(modules.device, ValueError, words, "written_beside_if", base[:8], base[2:], False)
    refuses(modules.device, ValueError, words, "inside_resident", base, base[:8], base[2:])
    with offcy.use_device("host"):
        refuses(modules.device, ValueError, words, "written_beside", base[:8], base[2:])
        refuses(modules.device, ValueError, words, "inside_resident", base, base[:8], base[2:])


def fault_shares_memory_in_which_threads_add_up(modules):
    one_thread_adds_up(modules.device)
    with offcy.use_device("host"):
        one_thread_adds_up(modules.device)
        one_thread_adds_up(modules.host)


def one_thread_adds_up(module):
    """One thread of the host runs such regions, and the trace says so."""
    keys, base = np.array([0, 1, 1, 0]), np.arange(12.0)
    with offcy.trace() as trace:
        module.added_up(base[:4], keys, base[:2])
        assert base[:5].tolist() == [3, 4, 2, 3, 4]
        module.added_up(base[:4], keys, base[:4])
        assert base[:5].tolist() == [9, 10, 2, 3, 4]
        module.weighed(base[:4], base[:2], sums := np.zeros(2))
        assert base[:5].tolist() == [0, 0, 0, 0, 4] and sums.tolist() == [0, 0]
        # A second thread would add what is no longer there.
        base[0] = 2.0**-900
        module.locked(np.broadcast_to(base[:1], 1500), base[:1])
        assert base[0] == 2.0**600
    assert [record.device for record in trace.regions] == [None] * 4
    assert trace.regions[0].why.startswith("in one thread: '") and trace.regions[0].why.endswith("' share memory")
    module.locked(base[4:8], base)
    assert base[0] == 2.0**600
    assert module.threads_of_a_loop() == 2


def fault_shares_memory_in_a_context(modules):
    """The user decides what is on the device: it is not replaced by what the host has."""
    base, keys, words = np.arange(12.0), np.array([0, 1, 1, 0]), ["'x'", "'sums'", "share memory", "add up"]
    refuses(modules.device, ValueError, words, "added_up_inside", base[:4], keys, base[:2])
    assert base.tolist() == list(range(12))
    modules.device.added_up_inside(base[:4], keys, base[4:6])
    assert base.tolist() == [0, 1, 2, 3, 7, 8, 6, 7, 8, 9, 10, 11]


def fault_overlaps_in_part_that_are_only_read(modules):
    base, out = np.arange(10.0), np.zeros(8)
    modules.device.read_beside(base[:8], base[2:], out)
    assert out.tolist() == [2.0 * k + 2 for k in range(8)]


def fault_overlaps_what_is_resident_in_part(modules):
    base = np.arange(10.0)
    words = ["'x'", "'y'", "overlap in part"]
    refuses(modules.device, ValueError, words, "beside_resident", base[:8], base[4:], keeps=False)
    # The first region was complete: its results are the host's.
    assert base.tolist() == [k + 100.0 for k in range(8)] + [8, 9]


def fault_lies_within_what_is_resident(modules):
    base = np.arange(10.0)
    modules.device.beside_resident(base, base[3:6])
    assert base.tolist() == [k + 100.0 + (3 <= k < 6) for k in range(10)]


def fault_one_array_by_two_names(modules):
    x = np.arange(6.0)
    modules.device.to_and_from(x, x)
    assert x.tolist() == [10.0 * k for k in range(6)]
    y = np.arange(6.0)
    modules.device.to_and_from(y[:3], y[:3])
    assert y.tolist() == [0, 10, 20, 3, 4, 5]


def fault_writes_a_part_alone(modules):
    x = np.full(6, -1.0)
    modules.device.some(x, 2)
    assert x.tolist() == [0, 1, -1, -1, -1, -1]


def fault_an_explicit_map_brings_garbage_back(modules):
    """`from` with a part written: the user decides, and is warned."""
    source = modules.folder / "garbage.pyx"
    source.write_text(
        "from cython.parallel import parallel, prange\n"
        "def some(double[::1] x, int n):\n"
        "    cdef int i\n"
        "    with nogil, parallel(device={x: 'from'}):\n"
        "        for i in prange(x.shape[0]):\n"
        "            if i < n:\n"
        "                x[i] = i\n"
    )
    done = subprocess.run([os.environ["OFFCY"], "check", "--message-format", "short", source], capture_output=True, text=True)
    said = done.stdout + done.stderr
    assert done.returncode == 0 and ":4:" in said and "warning[OFC0603]" in said and "`x`" in said, said


def fault_updates_what_is_not_there(modules):
    x, y = np.arange(4.0), np.zeros(3)
    refuses(modules.device, ValueError, ["'y'", "not on device 0"], "update_from", x, y, keeps=False)
    assert y.tolist() == [0, 0, 0] and x.tolist() in ([0, 1, 2, 3], [1, 2, 3, 4])
    refuses(modules.device, ValueError, ["'x'", "not on device 0"], "update_to", x)
    base = np.arange(8.0)
    refuses(modules.device, ValueError, ["'y'", "not on device 0"], "update_from", base[:4], base[2:6], keeps=False)
    modules.device.update_from(base, base[2:4])


def fault_leaves_by_other_names(modules):
    """What a context entered with is left, and nothing else, whatever its names show by then."""
    for leave in ("falls through", "return", "raise"):
        x, y = np.arange(4.0), np.arange(10.0, 13.0)
        try:
            modules.device.rebound(x, y, leave == "return", leave == "raise")
        except KeyError:
            assert leave == "raise"
        assert x.tolist() == [1, 2, 3, 4] and y.tolist() == [11, 12, 13], (leave, x, y)
        refuses(modules.device, ValueError, ["'x'", "not on device 0"], "update_to", x)
        refuses(modules.device, ValueError, ["'x'", "not on device 0"], "update_to", y)


def fault_a_view_is_none(modules):
    refuses(modules.device, IndexError, ["Out of bounds"], "checked", None, 3)
    refuses(modules.device, TypeError, ["None"], "none_checked", None, 3)
    modules.device.checked(None, 0)
    modules.device.unchecked(None, 0)


def fault_an_object_is_none(modules):
    words = ["'NoneType' object has no attribute"]
    for function in ("held_sum", "held_total", "set_held_total"):
        refuses(modules.device, AttributeError, words, function, None)
    refuses(modules.device, AttributeError, [*words, "'x'"], "take_held", np.zeros(3), None)
    refuses(modules.device, AttributeError, [*words, "'x'"], "take_held_other", np.zeros(3))


def fault_a_field_shows_nothing(modules):
    module = modules.device
    refuses(module, IndexError, ["Out of bounds"], "add_to_held", None, 3)
    module.add_to_held(None, 0)
    refuses(module, IndexError, ["Out of bounds"], "take_held", np.zeros(3), module.Holder(None))
    module.held_sum(module.Holder(np.ones(2)))
    made = module.Holder.__new__(module.Holder)
    assert module.held_sum(made) == 0.0  # printed and dropped: it is noexcept
    refuses(module, AttributeError, ["not initialized"], "first_held", made)


def fault_a_field_is_rebound_meanwhile(modules):
    """While a region runs without the GIL: it keeps what the field showed when it began."""
    holder = modules.device.Holder(np.zeros(20000))
    done = threading.Event()

    def adds():
        for _ in range(200):
            holder.add(1)
        done.set()

    thread = threading.Thread(target=adds)
    thread.start()
    while not done.is_set():
        holder.x = np.zeros(20000)
    thread.join()
    assert set(np.asarray(holder.x)) <= set(range(201))
    works(modules.device)


def fault_an_operand_rebinds_the_field_of_the_other(modules):
    module = modules.device
    for _ in range(100):
        module.added_to_a_field(module.trap(np.ones(100000)))
        module.added_to_an_array(module.trap(np.ones(100000)))
        refuses(module, AttributeError, ["no attribute 'c'"], "stored_in_an_array", module.trap(np.ones(100000)))
        refuses(module, AttributeError, ["not initialized"], "stored_in_a_view", module.trap(np.ones(100000)))
        assert module.read_before(module.trap(np.ones(100000))) == 6
        assert module.read_of_another_before(module.trap(np.ones(100000))) == 7


def fault_a_pointer_is_null(modules):
    refuses(modules.device, ValueError, ["'p'", "null pointer"], "pointed", np.zeros(2), 0, 3)


def fault_a_pointer_has_no_count(modules):
    """Nobody knows what it points to: refused when it is compiled."""
    source = modules.folder / "wild.pyx"
    source.write_text(
        "from cython.parallel import prange\n"
        "def wild(double[::1] x, long[::1] order, size_t address):\n"
        "    cdef double *p = <double *>address\n"
        "    cdef int i\n"
        "    for i in prange(x.shape[0], nogil=True, device={}):\n"
        "        x[i] = p[order[i]]\n"
    )
    done = subprocess.run([os.environ["OFFCY"], "check", "--message-format", "short", source], capture_output=True, text=True)
    said = done.stdout + done.stderr
    assert done.returncode != 0 and ":6:" in said and "OFC0601" in said and "`p`" in said, said


def fault_a_count_is_negative(modules):
    x = np.zeros(2)
    refuses(modules.device, ValueError, ["'p'", "negative"], "pointed", x, x.ctypes.data, -3)


def fault_a_size_overflows(modules):
    x = np.zeros(2)
    refuses(modules.device, ValueError, ["'p'", "too large"], "pointed", x, x.ctypes.data, 2**62)
    far = strided(x, (2, 2, 2), (2**62,) * 3)
    refuses(modules.device, ValueError, ["'x'", "too large"], "corners", far)


def fault_out_of_memory(modules):
    x = np.zeros(2)
    far = strided(x, (2,), (2**45,))
    words = ["device 0", "out of memory", str(2**45 + 8)]
    refuses(modules.device, MemoryError, ["'x'", *words], "strided", far)
    refuses(modules.device, MemoryError, ["'y'", *words], "second", x, far)
    refuses(modules.device, MemoryError, ["'p'", "device 0", str(2**49)], "pointed", x, x.ctypes.data, 2**46)


def fault_out_of_memory_for_a_real_array(modules):
    """The array fits in the process, its copy doesn't."""
    works(modules.device)
    x = np.empty(2**27)
    used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + 2**29, resource.RLIM_INFINITY))
    refuses(modules.device, MemoryError, ["'x'", "device 0", str(2**30)], "strided", x)


def fault_a_view_repeats_one_element(modules):
    ones = np.broadcast_to(np.ones(1), (1000, 1000))
    assert modules.device.total(ones) == 1e6
    assert modules.device.total(np.broadcast_to(np.ones((1000, 1)), (1000, 1000))) == 1e6
    assert modules.device.total(np.broadcast_to(np.ones(1), (0, 2**40))) == 0


def fault_there_is_no_such_device(modules):
    count = 4  # of the virtual device
    for number in (count, 99, -2, -(2**31) + 1):
        refuses(modules.device, ValueError, [f"no device {number}", str(count)], "on_device", np.zeros(3), number)
    for number in [*range(count), -1]:  # -1: the host, by OpenMP's number for it
        x = np.zeros(3)
        modules.device.on_device(x, number)
        assert x.tolist() == [1, 1, 1]


def fault_the_module_has_no_device_code(modules):
    words = ["OMP_TARGET_OFFLOAD=MANDATORY", "built for the host alone"]
    x = np.arange(5.0)
    try:
        modules.host.good(x)
    except RuntimeError as error:
        assert all(word in str(error) for word in words), error
    else:
        raise AssertionError("ran on the host")
    assert x.tolist() == [0, 1, 2, 3, 4]
    modules.host.host_alone(x)
    assert x.tolist() == [1, 2, 3, 4, 5]


def fault_falls_back_where_that_is_allowed(modules):
    works(modules.host)
    module = modules.gpu
    if module is not None:
        works(module)


def fault_no_device_has_the_module_s_code(modules):
    """Built for an NVIDIA GPU, and there is none."""
    module = modules.gpu
    if module is None:
        print("SKIPPED: the CUDA compiler's wheels are not installed; run scripts/setup --cuda")
        return
    if os.path.exists("/dev/nvidia0"):
        print("SKIPPED: there is a GPU")
        return
    x = np.arange(5.0)
    for _ in range(2):
        try:
            module.good(x)
        except RuntimeError as error:
            assert "OMP_TARGET_OFFLOAD=MANDATORY" in str(error), error
        else:
            raise AssertionError("ran on the host")
    module.host_alone(x)
    assert x.tolist() == [1, 2, 3, 4, 5]


def fault_modules_are_for_different_devices(modules):
    """One for the device that is there, one for a GPU that isn't."""
    works(modules.device)
    gpu = modules.gpu
    if gpu is None or os.path.exists("/dev/nvidia0"):
        print("SKIPPED: no CUDA compiler, or there is a GPU")
        return
    try:
        gpu.good(np.arange(5.0))
    except RuntimeError as error:
        assert "no device can run this module's code" in str(error), error
    else:
        raise AssertionError("ran on the host")
    works(modules.device)


def in_child(work):
    """What a forked child says; it must end."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        signal.alarm(20)
        try:
            work()
            said = "worked"
        except Exception as error:
            said = f"{type(error).__name__}: {error}"
        os.write(writer, said.encode())
        os._exit(0)
    os.close(writer)
    said = b""
    while part := os.read(reader, 4096):
        said += part
    os.close(reader)
    status = os.waitpid(child, 0)[1]
    assert status == 0, f"the child ended with {status}"
    return said.decode()


def fault_forks_after_use(modules):
    module = modules.device
    works(module)
    for _ in range(2):
        said = in_child(lambda: works(module))
        assert said.startswith("RuntimeError: a forked child") and "spawn" in said, said
        works(module)
    said = in_child(lambda: module.host_alone(np.zeros(4)))
    assert said == "worked", said


def fault_forks_before_use(modules):
    module = modules.device
    for _ in range(2):
        said = in_child(lambda: works(module))
        assert said == "worked" or said.startswith("RuntimeError: a forked child"), said
    works(module)


shared = []  # what forked workers have from their parent


def attempt(number):
    try:
        works(shared[0])
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return "worked"


def fault_multiprocessing_forks(modules):
    module = modules.device
    works(module)
    shared.append(module)
    with multiprocessing.get_context("fork").Pool(2) as pool:
        for said in pool.map(attempt, range(4)):
            assert said.startswith("RuntimeError: a forked child"), said
    works(module)


GOMP = """
#include <omp.h>
int threads(void)
{
    int count = 0;
#pragma omp parallel reduction(+ : count) num_threads(2)
    count += 1;
    return count;
}
"""


def fault_libgomp_is_there_first(modules):
    """As with scikit-learn: another OpenMP runtime has started its threads before."""
    (modules.folder / "gomp.c").write_text(GOMP)
    library = modules.folder / "libgomp_first.so"
    try:
        builds.command(["gcc", "-fopenmp", "-shared", "-fPIC", modules.folder / "gomp.c", "-o", library])
    except FileNotFoundError:
        print("SKIPPED: no gcc")
        return
    gomp = ctypes.CDLL(str(library), mode=ctypes.RTLD_GLOBAL)
    assert gomp.threads() == 2
    module = modules.device
    said = in_child(lambda: works(module))
    assert said == "worked" or said.startswith("RuntimeError"), said
    works(module)
    assert gomp.threads() == 2
    said = in_child(lambda: works(module))
    assert said.startswith("RuntimeError: a forked child"), said
    works(module)


RENAMED = [(b"libomp.so.5\0", b"libompXso.5\0"), (b"libomptarget.so.19.1\0", b"libomptargetXso.19.1\0")]


def fault_the_runtime_is_renamed(modules):
    """As auditwheel leaves it: the libraries lie beside the module, by names of their own."""
    folder = modules.folder / "repaired"
    folder.mkdir(exist_ok=True)
    module = builds.built(modules.folder / "device", "faults_device")
    files = [(module, module.name)]
    files += [(pathlib.Path(builds.LLVM) / old[:-1].decode(), new[:-1].decode()) for old, new in RENAMED]
    for source, name in files:
        code = source.read_bytes()
        for old, new in RENAMED:
            code = code.replace(old, new)
        (folder / name).write_bytes(code)
    script = "import faults_device, array; faults_device.good(array.array('d', [1.0])); print('went on')"
    environment = {**os.environ, "PYTHONPATH": str(folder), "LD_LIBRARY_PATH": str(folder)}
    for policy in "DEFAULT", "MANDATORY":
        environment["OMP_TARGET_OFFLOAD"] = policy
        done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, env=environment, timeout=60)
        if policy == "DEFAULT":
            assert done.returncode == 0 and done.stdout == "went on\n", done
        else:
            last = done.stderr.strip().splitlines()[-1]
            assert done.returncode == 1 and last.startswith("ImportError") and "auditwheel repair --exclude" in last, done


def fault_no_module_asks_for_interop(modules):
    for name in "device", "host":
        code = builds.built(modules.folder / name, f"faults_{name}").read_bytes()
        assert b"interop" not in code, name


def fault_a_buffer_is_released(modules):
    x = np.arange(4.0)
    released = memoryview(x)
    released.release()
    refuses(modules.device, ValueError, ["released"], "good", released)
    # One that a call still uses can't be.
    bytes_of = bytearray(x.tobytes())
    kept = memoryview(bytes_of).cast("d")
    modules.device.good(kept)
    assert kept.tolist() == [1, 3, 5, 7]
    kept.release()
    bytes_of.extend(b"no view holds it any longer")


def fault_the_failing_call_is_in_a_context(modules):
    """Refused inside a context: it is left, and nothing stays on the device."""
    base = np.arange(10.0)
    for _ in range(3):
        refuses(modules.device, ValueError, ["overlap in part"], "beside_resident", base[:8], base[4:], keeps=False)
    x, y = np.arange(4.0), np.zeros(3)
    refuses(modules.device, ValueError, ["not on device"], "update_from", x, y, keeps=False)
    refuses(modules.device, ValueError, ["not on device"], "update_to", x)
