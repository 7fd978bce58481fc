"""Runs the faults of `faults.py`, `process.py` and `runtimes.py`, each in a process of its own, on modules built for the virtual device.

    check.py [--simulated | --ordinary] OFFCY [NAME...]

A fault is a function of these whose name begins with `fault_`. It gets the folder of the modules; it passes if
it comes back, and nothing is said that must not be. `ENVIRONMENT` there says what is set for it. `--simulated`: on a simulated NVIDIA GPU in the place of the virtual device, with its checks.
`--ordinary`: where all have passed with the same C, only those that call offcy run (`tests/common/confirmed.py`).
"""

import inspect
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "common"), str(HERE.parents[1] / "python")]
import builds
import faults
import process
import runtimes
from confirmed import Confirmed, digest, digest_of, tools

PASSED = Confirmed("faults")
FAULTS = {name: one for file in (faults, process, runtimes) for name, one in vars(file).items() if name.startswith("fault_")}
SECONDS = 60
SIMULATION = ["simulate", "--quick", "--devices", "4", "--memory", "1GiB", "--check", "memory,init,sync", "--"]


def build(offcy, folder, simulated):
    """`device`, `host` and, where the CUDA compiler is there, `gpu`: modules of the same source for each."""
    targets = {"device": ["--offload-arch", "sm_90" if simulated else "x86_64"], "host": [], "gpu": ["--offload-arch", "sm_90"]}
    if simulated:
        del targets["gpu"]
    for name, options in targets.items():
        source = folder / f"faults_{name}.pyx"
        source.write_text((HERE / "module.pyx").read_text())
        try:
            builds.build_offcy(offcy, source, folder / name, *options)
        except RuntimeError as error:
            if name != "gpu" or "nvidia-cuda-nvcc" not in str(error):
                raise


def calls_offcy(name):
    """Whether a fault depends on more than the modules' C: others are not given the program."""
    return '["OFFCY"]' in inspect.getsource(FAULTS[name])


def run(offcy, name, folder, simulated):
    """None, or what went wrong."""
    environment = {**os.environ, "TMPDIR": str(folder), **builds.ON_DEVICE, **faults.ENVIRONMENT.get(name, {})}
    if calls_offcy(name):
        environment["OFFCY"] = offcy
    arguments = [sys.executable, "-P", __file__, "--run", name, folder]
    if simulated:
        arguments = [offcy, *SIMULATION, *arguments]
    try:
        done = subprocess.run(arguments, capture_output=True, text=True, timeout=SECONDS, env=environment)
    except subprocess.TimeoutExpired:
        return "does not end"
    if done.returncode == 0 and done.stdout.splitlines()[-1:] == ["done"]:
        return None
    return f"exit code {done.returncode}\n{done.stdout}{done.stderr}"


def main(offcy, names, simulated):
    names = names or list(FAULTS)
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        build(offcy, folder, simulated)
        for name in names:
            wrong = run(offcy, name, folder, simulated)
            failed += wrong is not None
            print(f"{name}: {'ok' if wrong is None else wrong}", flush=True)
    print(f"{len(names) - failed} passed, {failed} failed")
    return 1 if failed else 0


def ordinary(offcy):
    """All faults, or those that do not depend on the module's C alone, where that C has passed."""
    question = digest(builds.emitted(offcy, HERE / "module.pyx"), tools(), digest_of("tests/faults", "python/offcy"))
    has_passed = PASSED.passed("all", question)
    names = [name for name in FAULTS if not has_passed or calls_offcy(name)]
    status = main(offcy, names, False)
    if status == 0 and not has_passed:
        PASSED.note_passed("all", question, True)
    PASSED.save()
    return status


if __name__ == "__main__":
    if sys.argv[1] == "--run":
        FAULTS[sys.argv[2]](faults.Modules(pathlib.Path(sys.argv[3])))
        print("done")
    elif sys.argv[1] == "--ordinary":
        sys.exit(ordinary(sys.argv[2]))
    else:
        simulated = sys.argv[1] == "--simulated"
        offcy, *names = sys.argv[1 + simulated :]
        sys.exit(main(offcy, names, simulated))
