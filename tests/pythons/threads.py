"""Programs of `tests/run` in eight threads at once, by a Python without a GIL.

    threads.py OFFCY [NAME...]

Run by that Python. Each program is built for the host with `freethreading_compatible=True`, in place of what it says of that itself. In a
process of its own it must leave the GIL off, and the cases of each thread must give what they give alone, each time. Programs whose
cases give something else the second time, or in threads that take turns with the GIL, share a state of their own: they only must not
crash. So do those that say it themselves (`SHARES = why`), where such threads are seldom interrupted at the right place.
"""

import concurrent.futures
import gc
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE.parent / "common"), str(HERE.parent / "run")]
from builds import build_offcy, built, is_theirs, load, modules, plain
from check import path, programs

THREADS = 8
TIMES = int(os.environ.get("OFFCY_THREAD_TIMES", "50"))
SECONDS = 600
DIFFERENT, WITH_GIL, SHARES = 4, 5, 6  # exit status


def found(program, module):
    return [json.dumps([label, plain(result)]) for label, result in program.cases(module)]


def collect_in_turns():
    """While one thread collects garbage, `gc.collect` does nothing in another."""
    collect, lock = gc.collect, threading.Lock()

    def collected(*arguments):
        with lock:
            return collect(*arguments)

    gc.disable()
    gc.collect = collected


def again(program, module):
    try:
        return found(program, module)
    except Exception as error:  # what the cases need is gone
        return repr(error)


def worker(folder, name):
    sys.path.insert(0, folder)
    module = load(built(folder, name), name)
    if os.environ.get("PYTHON_GIL") == "1":
        sys.setswitchinterval(1e-6)
    elif sys._is_gil_enabled():
        sys.exit(WITH_GIL)
    program = load(path(name, ".py"), f"{name}_cases")
    collect_in_turns()
    alone = found(program, module)
    shares = hasattr(program, "SHARES") or again(program, module) != alone
    wrong = []
    start = threading.Barrier(THREADS)

    def work():
        start.wait()
        try:
            for _ in range(TIMES if not sys._is_gil_enabled() else 10 * TIMES):
                differing = [pair for pair in zip(alone, found(program, module)) if pair[0] != pair[1]]
                if differing and not shares:
                    wrong.extend(differing)
                    break
        except BaseException as error:
            wrong.append(("no exception", repr(error)))

    threads = [threading.Thread(target=work) for _ in range(THREADS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for expected, got in wrong[:5]:
        print(f"expected {expected}, found {got}"[:1000])
    sys.stdout.flush()
    os._exit(SHARES if shares else DIFFERENT if wrong else 0)  # daemons and what a state of its own holds


def run(folder, name, **environment):
    """How it ended, and its last words."""
    environment = {**os.environ, "OMP_NUM_THREADS": "2", "OMP_WAIT_POLICY": "passive", **environment}
    command = [sys.executable, __file__, "--worker", str(folder), name]
    try:
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", env=environment, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return None, f"does not end in {SECONDS} seconds"
    return done.returncode, f"exit status {done.returncode}\n{done.stdout[-1500:]}{done.stderr[-1500:]}"


def attempt(offcy, name):
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        try:
            build_offcy(offcy, path(name, ".pyx"), folder / "host", "-X", "freethreading_compatible=True")
        except RuntimeError as error:
            return "FAILED", str(error)
        status, words = run(folder / "host", name)
        if status == WITH_GIL and any(is_theirs(module) for module in modules(path(name, ".pyx"))):
            return "with Cython's modules", ""
        if status == DIFFERENT:
            # With a GIL, threads are seldom interrupted where it matters.
            with_gil, _ = run(folder / "host", name, PYTHON_GIL="1")
            status = SHARES if with_gil in (DIFFERENT, SHARES) else DIFFERENT
        if status == SHARES:
            return "shares", ""
    return ("ok", "") if status == 0 else ("FAILED", words)


def main(offcy, names):
    counts = {}
    with concurrent.futures.ThreadPoolExecutor(max(1, (os.cpu_count() or 1) // 2)) as pool:
        names = names or programs()
        for name, (how, words) in zip(names, pool.map(lambda name: attempt(offcy, name), names)):
            counts[how] = counts.get(how, 0) + 1
            print(f"{name}: {how}" + "".join(f"\n    {line}" for line in words.splitlines()), flush=True)
    print(", ".join(f"{count} {how}" for how, count in sorted(counts.items())))
    return counts.get("FAILED", 0) > 0


if __name__ == "__main__":
    if sys.argv[1] == "--worker":
        worker(*sys.argv[2:])
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve(), sys.argv[2:]))
