"""What the Python package reports of devices and traces: check.py OFFCY [NAME...]

Each function `check_*` runs in a process of its own, with modules of one source that are built for the virtual device
(`device`, `second`) and for the host alone (`host`). `ENVIRONMENT` says what is set for it.
"""

import importlib
import os
import pathlib
import subprocess
import sys
import tempfile
import threading

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "common"), str(HERE.parents[1] / "python")]
import builds
import numpy as np
import offcy

SECONDS = 60
MANDATORY = {"OMP_TARGET_OFFLOAD": "MANDATORY"}
ENVIRONMENT = {
    "check_the_virtual_device": MANDATORY,
    "check_records_have_all_kinds": MANDATORY,
    "check_mandatory_without_a_device": MANDATORY,
    "check_the_environment_s_default": {"OMP_DEFAULT_DEVICE": "2"},
    "check_no_offload_runtime_without_a_device": {"OMP_TARGET_OFFLOAD": "DISABLED"},
    "check_no_device_is_wanted": {"OMP_TARGET_OFFLOAD": "DISABLED"},
    "check_the_trace_that_is_printed": {"OFFCY_TRACE": "json"},
}
LINES = (HERE / "module.pyx").read_text().splitlines()


def module(name):
    return importlib.import_module(f"runtime_{name}")


def line_of(function):
    """Of its region or context."""
    start = LINES.index(next(line for line in LINES if line.startswith(f"def {function}(")))
    return next(at for at, line in enumerate(LINES[start:], start + 1) if "prange(" in line or "device({" in line)


def refuses(error, words, call, *arguments):
    try:
        call(*arguments)
    except error as raised:
        assert words in str(raised), raised
    else:
        raise AssertionError(f"{call} does not raise")


def use(device):
    with offcy.use_device(device) as used:
        return used


def check_nothing_is_loaded():
    (host,) = offcy.devices()
    assert (host.number, host.kind) == (None, "host") and host.memory > 2**20 and host.arch and host.name
    assert "--offload-arch" in str(offcy.devices()) and host.name in str(offcy.devices())
    assert offcy.get_default_device() == host == use("host") == use(host)
    refuses(ValueError, "--offload-arch", use, 0)
    for wrong in ("gpu", 1.5, None, True):
        refuses(TypeError, "a number, one of offcy.devices(), or 'host'", use, wrong)
    with offcy.trace() as trace:
        assert trace.records == []
    assert str(trace) == "no region, data context or update" and trace.bytes_to == 0


def check_the_host_alone():
    host = module("host")
    assert len(offcy.devices()) == 1 and offcy.get_default_device().number is None
    x = np.arange(4.0)
    with offcy.trace() as trace:
        host.scale(x, 2.0)
    (record,) = trace.regions
    assert (record.kind, record.function, record.line) == ("region", "scale", line_of("scale")), record
    assert record.file.endswith("module.pyx") or record.file.endswith("runtime_host.pyx"), record
    assert record.device is None and record.variables == () and record.kernel_seconds > 0 and not record.failed
    assert record.thread == threading.get_ident()
    assert "the host" in str(trace)


def check_the_virtual_device():
    module("host")  # has no devices: the second adds them
    device = module("device")
    *devices, host = offcy.devices()
    assert devices and [one.number for one in devices] == list(range(len(devices))), devices
    assert {one.kind for one in devices} == {"virtual"} and host.kind == "host"
    assert all(one.arch == host.arch and one.memory == host.memory for one in devices)
    assert offcy.get_default_device() == devices[0]
    x = np.arange(4.0)
    with offcy.trace() as trace:
        device.scale(x, 3.0)
        with offcy.use_device(1):
            assert offcy.get_default_device() == devices[1]
            device.scale(x, 1.0)
            with offcy.use_device("host"):
                assert offcy.get_default_device() == host
                device.scale(x, 1.0)
                device.elsewhere(x, 2)  # the source comes first
            with offcy.use_device(devices[2]) as used:
                assert used == devices[2]
                device.scale(x, 1.0)
            device.scale(x, 1.0)
        device.scale(x, 1.0)
    assert x.tolist() == [1.0, 4.0, 7.0, 10.0]
    assert [record.device for record in trace.records] == [0, 1, None, 2, 2, 1, 0], trace.records
    first = trace.records[0]
    assert first.variables == (offcy.Moved("x", 32, 32),) and (first.bytes_to, first.bytes_from) == (32, 32)
    assert (trace.bytes_to, trace.bytes_from) == (6 * 32, 6 * 32)
    row = next(line for line in str(trace).splitlines() if "device 0" in line)
    assert row.split()[2:6] == ["region", "device", "0", "2"] and row.endswith("x 64 B to, 64 B from"), str(trace)
    refuses(ValueError, f"There are {len(devices)}", use, len(devices))
    refuses(ValueError, "no device -2", use, -2)

    @offcy.use_device(1)
    def decorated():
        return offcy.get_default_device().number

    assert (decorated(), decorated(), offcy.get_default_device().number) == (1, 1, 0)


def check_records_have_all_kinds():
    x = np.zeros(3)
    with offcy.trace() as trace:
        module("device").kept(x, 2)
    assert [record.kind for record in trace.records] == ["region", "region", "update", "context"], trace.records
    assert [(record.bytes_to, record.bytes_from) for record in trace.records] == [(0, 0), (0, 0), (0, 24), (24, 24)]
    assert len(trace.regions) == 2 and trace.records[-1].line == line_of("kept")
    assert trace.records[-1].kernel_seconds == 0 and trace.kernel_seconds > 0


def check_exceptions_and_nesting():
    device = module("device")
    x = np.ones(2)
    outer = offcy.trace()
    try:
        with outer, offcy.use_device(1):
            device.scale(x, 2.0)
            with offcy.trace() as inner:
                assert inner.records == []
                device.scale(x, 2.0)
                assert len(inner.records) == 1
                refuses(RuntimeError, "begun already", outer.__enter__)
                device.fails(-x)
    except ValueError as error:
        assert str(error) == "negative"
    else:
        raise AssertionError("no exception")
    assert [record.failed for record in inner.records] == [False, True]
    assert "1, 1 failed" in str(inner)
    assert outer.records == [outer.records[0], *inner.records]
    device.scale(x, 2.0)
    assert len(outer.records) == 3 and offcy.get_default_device().number == 0
    # Again, and not in the order of a stack.
    other = offcy.trace()
    outer.__enter__()
    other.__enter__()
    device.scale(x, 1.0)
    outer.__exit__(None, None, None)
    device.scale(x, 1.0)
    other.__exit__(None, None, None)
    assert (len(outer.records), len(other.records)) == (4, 2)


def check_threads():
    modules = [module("device"), module("second")]
    rounds, wrong = 60, []
    start = threading.Barrier(5)

    def work(device):
        x = np.ones(50)
        start.wait()
        try:
            with offcy.use_device("host" if device is None else device), offcy.trace(this_thread=True) as own:
                for at in range(rounds):
                    modules[at % 2].scale(x, 1.0)
            assert {(record.device, record.thread) for record in own.records} == {(device, threading.get_ident())}
            assert len(own.records) == rounds
        except BaseException as error:
            wrong.append((device, error))

    threads = [threading.Thread(target=work, args=(device,)) for device in (None, 1, 2, None)]
    with offcy.trace() as trace:
        for thread in threads:
            thread.start()
        start.wait()
        seen = 0
        while any(thread.is_alive() for thread in threads):
            assert len(trace.records) >= seen
            seen = len(trace.records)
        for thread in threads:
            thread.join()
    assert not wrong, wrong
    assert len(trace.records) == 4 * rounds
    by_thread = {record.thread: record.device for record in trace.records}
    assert sorted(by_thread.values(), key=str) == [1, 2, None, None], by_thread
    assert offcy.get_default_device().number == 0


def offload_runtime_is_loaded():
    return "libomptarget" in pathlib.Path("/proc/self/maps").read_text()


def check_the_offload_runtime_is_loaded_late():
    """With the first region, not with the module: by a forked child for itself, and once by threads that need it together."""
    modules = [module("device"), module("second")]
    assert not offload_runtime_is_loaded()
    child = os.fork()
    if child == 0:
        x = np.ones(3)
        modules[0].scale(x, 5.0)
        os._exit(0 if x.tolist() == [5.0] * 3 and offload_runtime_is_loaded() else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert not offload_runtime_is_loaded()
    start = threading.Barrier(4)
    arrays = [np.ones(100) for _ in range(4)]

    def work(at):
        start.wait()
        modules[at % 2].scale(arrays[at], 2.0)

    threads = [threading.Thread(target=work, args=(at,)) for at in range(4)]
    with offcy.trace() as trace:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert offload_runtime_is_loaded() and all((x == 2.0).all() for x in arrays)
    assert [record.device for record in trace.regions] == [0] * 4, trace.records


def check_no_offload_runtime_without_a_device():
    module("device").scale(np.ones(3), 2.0)
    assert not offload_runtime_is_loaded()


def check_modules_that_are_imported_inside():
    others = threading.Event(), threading.Event()
    found = []

    def other():
        with offcy.use_device("host"):
            others[0].set()
            others[1].wait()
            found.append(offcy.get_default_device().number)

    thread = threading.Thread(target=other)
    thread.start()
    others[0].wait()
    with offcy.trace() as outer, offcy.use_device("host"), offcy.trace() as inner:
        module("device").scale(np.ones(2), 2.0)
        others[1].set()
        thread.join()
    assert [record.device for record in outer.records] == [None] and outer.records == inner.records
    assert found == [None] and offcy.get_default_device().number == 0
    module("device").scale(np.ones(2), 2.0)
    assert len(outer.records) == 1
    (runtime,) = offcy._runtime.runtimes()
    assert runtime.trace(0) == b"", "what nobody wants is kept"


def check_mandatory_without_a_device():
    host = module("host")
    refuses(RuntimeError, "MANDATORY", offcy.get_default_device)
    refuses(RuntimeError, "", host.scale, np.ones(2), 2.0)
    with offcy.use_device("host"):
        assert offcy.get_default_device().number is None
        host.scale(np.ones(2), 2.0)


def without_offload_runtime(script, package=None, **environment):
    """Runs a script on modules whose run path leads nowhere, where libomp alone is found. `package`: what offcy_runtime has."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for name in ("device", "second"):
            built = builds.built(sys.path[0], f"runtime_{name}")
            nowhere = builds.LLVM.replace("llvm", "LLVM")
            (folder / built.name).write_bytes(built.read_bytes().replace(builds.LLVM.encode(), nowhere.encode()))
        (folder / "libomp.so.5").write_bytes((pathlib.Path(builds.LLVM) / "libomp.so.5").read_bytes())
        if package is not None:
            (folder / "offcy_runtime" / "lib").mkdir(parents=True)
            (folder / "offcy_runtime" / "lib" / package.name).symlink_to(package)
        paths = os.pathsep.join([str(folder), str(HERE.parents[1] / "python")])
        environment = {**os.environ, "PYTHONPATH": paths, "LD_LIBRARY_PATH": str(folder), **environment}
        return subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=SECONDS, env=environment)


WITHOUT = """
import array, offcy, runtime_device, runtime_second
x = array.array("d", [1.0, 2.0])
with offcy.trace() as trace:
    for module in runtime_device, runtime_second:
        module.scale(x, 2.0)
    with offcy.use_device("host"):
        runtime_device.scale(x, 1.0)
assert x.tolist() == [4.0, 8.0], x
first, second, asked = trace.regions
assert first.device is None and "libomptarget.so" in first.why and first.why == second.why, trace.records
assert asked.device is None and asked.why is None, trace.records
assert f"the host ({first.why})" in str(trace), str(trace)
devices = offcy.devices()
assert [one.kind for one in devices] == ["host"] and devices.lacks == (first.why,), (devices, devices.lacks)
assert first.why in str(devices) and offcy.get_default_device().kind == "host"
try:
    with offcy.use_device(0):
        pass
except ValueError as error:
    assert first.why in str(error), error
"""


def check_without_the_offload_runtime():
    done = without_offload_runtime(WITHOUT, OFFCY_TRACE="1")
    assert done.returncode == 0, done
    place = f"runtime_device.pyx:{line_of('scale')} scale: region on the host"
    first, _, asked = [line for line in done.stderr.splitlines() if "region on" in line]
    assert f"{place} (libomptarget.so" in first and f"{place}, " in asked, done.stderr
    # As MANDATORY wants, and where the linker would find the library.
    done = without_offload_runtime("import runtime_device", **MANDATORY)
    last = done.stderr.strip().splitlines()[-1]
    assert last.startswith("ImportError: ") and "(libomptarget.so" in last and "package offcy-runtime" in last, done
    script = "import array, runtime_device; runtime_device.scale(array.array('d', [1.0]), 2.0)"
    done = without_offload_runtime(script, LD_LIBRARY_PATH=builds.LLVM, LD_BIND_NOW="1", **MANDATORY)
    assert done.returncode == 0, done
    # Where the package has it, or the user.
    library = next(pathlib.Path(builds.LLVM).glob("libomptarget.so.*"))
    for found in {"package": library}, {"OFFCY_OFFLOAD_RUNTIME": builds.LLVM}, {"OFFCY_OFFLOAD_RUNTIME": str(library)}:
        done = without_offload_runtime(script, **found, OFFCY_TRACE="1")
        assert done.returncode == 0 and "region on device 0" in done.stderr, (found, done)
        done = without_offload_runtime(script, **found, **MANDATORY)
        assert done.returncode == 0, (found, done)
    done = without_offload_runtime(script, package=library, OFFCY_OFFLOAD_RUNTIME="/nowhere", OFFCY_TRACE="1")
    assert "region on the host (/nowhere/libomptarget.so" in done.stderr, done
    done = without_offload_runtime(script, package=pathlib.Path(__file__), OFFCY_TRACE="1")
    assert "region on the host (libomptarget.so" in done.stderr, done


def check_the_environment_s_default():
    module("device")
    assert offcy.get_default_device().number == 2
    with offcy.use_device(0):
        assert offcy.get_default_device().number == 0


def check_no_device_is_wanted():
    module("device")
    assert len(offcy.devices()) == 1 and offcy.get_default_device().number is None


def check_the_trace_that_is_printed():
    with offcy.trace() as trace:
        module("device").scale(np.ones(2), 2.0)
    assert len(trace.records) == 1


def check_a_forked_child_has_the_host():
    module("device").scale(np.ones(2), 2.0)
    child = os.fork()
    if child == 0:
        os._exit(0 if len(offcy.devices()) == 1 else 1)
    assert os.waitpid(child, 0)[1] == 0


def check_runtimes_of_other_versions():
    """One that cannot be asked is left alone; one that has more devices adds them."""
    import types

    sys.modules["_offcy_runtime_1"] = types.ModuleType("_offcy_runtime_1")
    module("device")
    count = len(offcy.devices()) - 1
    later = types.ModuleType("_offcy_runtime_99")
    later.devices = lambda: bytes(count) + b"\0"
    later.default_device, later.use, later.trace = (lambda: -1), (lambda thread, device: -1), (lambda change: b"")
    sys.modules["_offcy_runtime_99"] = later
    assert [device.kind for device in offcy.devices()] == ["virtual"] * count + ["unknown", "host"]
    assert offcy.get_default_device().number == 0


def check_amd_s_devices_by_their_files():
    from offcy._devices import _amd

    with tempfile.TemporaryDirectory() as folder:
        nodes = pathlib.Path(folder)
        for number, simds, version, sizes in ((0, 0, 0, []), (10, 4, 110001, [1]), (2, 440, 90010, [3 << 30, 1 << 30])):
            for at, size in enumerate(sizes):
                bank = nodes / str(number) / "mem_banks" / str(at)
                bank.mkdir(parents=True)
                (bank / "properties").write_text(f"heap_type 1\nsize_in_bytes {size}\n")
            (nodes / str(number)).mkdir(exist_ok=True)
            (nodes / str(number) / "properties").write_text(
                f"simd_count {simds}\ngfx_target_version {version}\nunique_id {0xdb5a12 if number == 2 else 0}\n"
            )
        found = [("AMD gfx90a", "gfx90a", 4 << 30, "GPU-0000000000db5a12"), ("AMD gfx1101", "gfx1101", 1, None)]
        assert _amd(nodes) == found, _amd(nodes)
        assert _amd(nodes / "none") == []


def build(compiler, folder):
    for name, options in (("device", ["--offload-arch", "x86_64"]), ("second", ["--offload-arch", "x86_64"]), ("host", [])):
        source = folder / f"runtime_{name}.pyx"
        source.write_text((HERE / "module.pyx").read_text())
        builds.build_offcy(compiler, source, folder, *options)


def run(name, folder):
    """None, or what went wrong."""
    environment = {**os.environ, "TMPDIR": folder}
    for unwanted in ("OMP_TARGET_OFFLOAD", "OMP_DEFAULT_DEVICE", "OFFCY_TRACE"):
        environment.pop(unwanted, None)
    environment.update(ENVIRONMENT.get(name, {}))
    try:
        done = subprocess.run([sys.executable, "-P", __file__, "--run", name, folder], capture_output=True, text=True, timeout=SECONDS, env=environment)
    except subprocess.TimeoutExpired:
        return "does not end"
    return None if done.returncode == 0 else f"exit code {done.returncode}\n{done.stdout}{done.stderr}"


def main():
    compiler, *names = sys.argv[1:]
    names = names or [name for name in globals() if name.startswith("check_")]
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        build(compiler, pathlib.Path(folder))
        for name in names:
            wrong = run(name, folder)
            failed += wrong is not None
            print(f"{name}: {wrong or 'ok'}", flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    if sys.argv[1] == "--run":
        sys.path.insert(0, sys.argv[3])
        globals()[sys.argv[2]]()
    else:
        main()
