"""Runs the programs of this folder and compares what they give.

Each program is `NAME.pyx` with `NAME.py` beside it:

    def cases(module):        # yields (label, result) pairs; the same for every build of the module
    BYTES = {function: {variable: (to, from)}}   # moved by one traced call of `traced`
    def traced(module):       # the calls that BYTES speaks of (absent: nothing is compared)

A program is built three times: by offcy for the host's cores, by offcy for the virtual device (which
must be used: OMP_TARGET_OFFLOAD=MANDATORY), and by Cython after `offcy strip`. The results must be
the same to the last bit, exceptions included, and the bytes moved per variable those of BYTES.

    check.py OFFCY [NAME...]              runs them; the last line counts
    check.py --sanitize OFFCY [NAME...]   runs each once on the host, its C and the runtime built with
                                          AddressSanitizer and UndefinedBehaviorSanitizer
"""

import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import sysconfig
import tempfile

HERE = pathlib.Path(__file__).parent
SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")
LLVM = "/usr/lib/llvm-19/lib"


def command(arguments, **options):
    """Runs a command; its output is shown only where it fails."""
    done = subprocess.run(arguments, capture_output=True, text=True, timeout=300, **options)
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, arguments))}\nexit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def build_offcy(offcy, source, folder, *options):
    folder.mkdir()
    command([offcy, "compile", source, "--out-dir", folder, "--python", sys.executable, *options])


def build_cython(offcy, source, folder):
    folder.mkdir()
    stripped = folder / source.name
    stripped.write_text(command([offcy, "strip", source]))
    command([sys.executable, "-m", "cython", "-3", stripped])
    include = sysconfig.get_path("include")
    command(
        ["clang-19", "-O2", "-ffp-contract=off", "-fno-math-errno", "-fwrapv", "-shared", "-fPIC", "-fopenmp", "-w"]
        + [f"-I{include}", stripped.with_suffix(".c"), "-o", folder / f"{source.stem}{SUFFIX}"]
        + [f"-L{LLVM}", f"-Wl,-rpath,{LLVM}", "-lm"]
    )


def build_sanitized(offcy, source, folder):
    """The module for the host's cores, every access and every operation checked."""
    folder.mkdir()
    command([offcy, "compile", source, "--out-dir", folder, "--emit", "c"])
    runtime = HERE.parent.parent / "runtime-c"
    flags = ["-g1", "-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fwrapv"]
    command(
        ["clang-19", *flags, "-std=gnu11", "-shared", "-fPIC", "-fopenmp", "-shared-libasan", "-w"]
        + [f"-I{sysconfig.get_path('include')}", f"-I{runtime / 'include'}"]
        + [*folder.glob("*.c"), *(runtime / "src").glob("*.c"), "-o", folder / f"{source.stem}{SUFFIX}"]
        + [f"-L{LLVM}", f"-Wl,-rpath,{LLVM}", "-lm"]
    )


def sanitize(offcy, name):
    source = HERE / f"{name}.pyx"
    library = command(["clang-19", "-print-file-name=libclang_rt.asan-x86_64.so"]).strip()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        build_sanitized(offcy, source, folder / "sanitized")
        # Python itself never frees some of what it allocates.
        options = {"ASAN_OPTIONS": "detect_leaks=0", "UBSAN_OPTIONS": "print_stacktrace=1"}
        found = results(folder / "sanitized", name, LD_PRELOAD=library, **options)
    return [] if found else ["no cases"]


def load(path, name):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def plain(value):
    """A result as something that JSON holds and that equals itself to the last bit."""
    import numpy as np

    if isinstance(value, BaseException):
        return ["exception", type(value).__name__, str(value)]
    if isinstance(value, np.ndarray):
        return ["array", value.dtype.str, list(value.shape), np.ascontiguousarray(value).tobytes().hex()]
    if isinstance(value, (list, tuple)):
        return [type(value).__name__, [plain(item) for item in value]]
    if isinstance(value, float):
        return ["float", value.hex()]
    return [type(value).__name__, repr(value)]


def worker(folder, name):
    """In a process of its own: prints the results of one build, a JSON line each."""
    module = load(pathlib.Path(folder) / f"{name}{SUFFIX}", name)
    program = load(HERE / f"{name}.py", f"{name}_cases")
    for label, result in program.cases(module):
        print(json.dumps([label, plain(result)]))


def trace_worker(folder, name):
    module = load(pathlib.Path(folder) / f"{name}{SUFFIX}", name)
    load(HERE / f"{name}.py", f"{name}_cases").traced(module)


def results(folder, name, **environment):
    output = command(
        [sys.executable, "-P", __file__, "--worker", folder, name], env={**os.environ, "TMPDIR": str(folder), **environment}
    )
    return [json.loads(line) for line in output.splitlines()]


def moved(folder, name):
    """Bytes per function and variable, to and from the device, in one call of `traced`."""
    environment = {"OMP_TARGET_OFFLOAD": "MANDATORY", "OFFCY_TRACE": "json", "TMPDIR": str(folder)}
    done = subprocess.run(
        [sys.executable, "-P", __file__, "--trace-worker", folder, name],
        capture_output=True, text=True, timeout=300, env={**os.environ, **environment},
    )
    if done.returncode:
        raise RuntimeError(f"traced run of {name}: exit code {done.returncode}\n{done.stderr}")
    total = {}
    for line in done.stderr.splitlines():
        if not line.startswith("{"):
            continue
        record = json.loads(line)
        function = total.setdefault(record["function"], {})
        for variable in record["variables"]:
            to, back = function.get(variable["name"], (0, 0))
            function[variable["name"]] = (to + variable["to"], back + variable["from"])
    return total


def differences(expected, found, who):
    lines = []
    labels = [label for label, _ in found]
    if labels != [label for label, _ in expected]:
        return [f"{who}: other cases than Cython's: {labels}"]
    for (label, want), (_, got) in zip(expected, found):
        if want != got:
            lines.append(f"{who}: {label}: expected {str(want)[:300]}, got {str(got)[:300]}")
    return lines


def check(offcy, name):
    source = HERE / f"{name}.pyx"
    program = load(HERE / f"{name}.py", f"{name}_cases")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        build_offcy(offcy, source, folder / "host")
        build_offcy(offcy, source, folder / "device", "--offload-arch", "x86_64")
        build_cython(offcy, source, folder / "cython")
        expected = results(folder / "cython", name)
        wrong = differences(expected, results(folder / "host", name), "host")
        found = results(folder / "device", name, OMP_TARGET_OFFLOAD="MANDATORY")
        wrong += differences(expected, found, "virtual device")
        if not expected:
            wrong.append("no cases")
        if hasattr(program, "BYTES"):
            counted = moved(folder / "device", name)
            for function, variables in program.BYTES.items():
                if counted.get(function) != variables:
                    wrong.append(f"bytes moved by {function}: expected {variables}, got {counted.get(function)}")
    return wrong


def main(offcy, names, check=check):
    names = names or sorted(path.stem for path in HERE.glob("*.pyx"))
    failed = 0
    for name in names:
        try:
            wrong = check(offcy, name)
        except Exception as error:
            wrong = [str(error)]
        print(f"{name}: {'FAILED' if wrong else 'ok'}", flush=True)
        for line in wrong:
            print("    " + line.replace("\n", "\n    "), flush=True)
        failed += bool(wrong)
    print(f"{len(names) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    if sys.argv[1] == "--worker":
        worker(*sys.argv[2:])
    elif sys.argv[1] == "--trace-worker":
        trace_worker(*sys.argv[2:])
    elif sys.argv[1] == "--sanitize":
        sys.exit(main(sys.argv[2], sys.argv[3:], sanitize))
    else:
        sys.exit(main(sys.argv[1], sys.argv[2:]))
