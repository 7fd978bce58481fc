"""Loops of numeric programs, as offcy compiles them and as its peers do: microseconds per call, on the host's cores.

    run.py OFFCY [KERNEL...] [--peers NAMES] [--threads 1,2] [--runs N] [--seconds S] [--folder DIR] [--output FILE]

`kernels.py` has the kernels, `data.py` their sizes, `peers.py` how each peer is built: with its defaults. The peers' environments are
made once, below the folder (default target/suite), from the package registry. Each peer runs in a process of its own, pinned to as many processors
as it has threads, and stands still while others run. Before anything is timed, its results must be those of C by hand. All are timed in turn, N times (default 5);
a run in which other programs kept it waiting is done again. NAMES: with commas between them (`Cython, gcc` is `Cython+gcc`).
FILE gets every run, with the machine and versions (JSON); `report.py FILE` makes the tables and the plot of it.
"""

import argparse
import concurrent.futures
import datetime
import json
import os
import pathlib
import platform
import signal
import subprocess
import sys

import numpy as np

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
sys.path.insert(0, str(HERE))
import peers
import report
from data import CASES

PACKAGES = {
    "peers": ["numba==0.68.1", "pythran==0.19.0", "jax==0.10.2", "numexpr==2.14.2", "numpy==2.4.6", "scipy", "matplotlib", "setuptools"],
    "pyomp": ["pyomp==0.6.0", "numpy==2.4.6"],
}
REFERENCE = "C, clang"
MOST_WAITING = 0.01, 2e-5  # of a run, as a part of it and in seconds
ATTEMPTS = 6


def environment(folder, name):
    python = folder / name / "bin" / "python"
    if not (folder / name / "complete").exists():
        subprocess.run([sys.executable, "-m", "venv", folder / name], check=True)
        subprocess.run([python, "-m", "pip", "install", "--quiet", *PACKAGES[name]], check=True)
        (folder / name / "complete").touch()
    return python


class Process:
    """A worker; it stands still except while it is asked. `several`: it has several threads, which may spin between calls."""

    def __init__(self, python, peer, folder, threads, log):
        names = ("OMP", "NUMBA", "NUMEXPR", "OPENBLAS", "MKL")
        variables = {f"{name}_NUM_THREADS": str(threads) for name in names}
        processors = sorted(os.sched_getaffinity(0))[:threads]
        self.several = threads > 1
        self.process = subprocess.Popen(
            [python, "-P", HERE / "worker.py", peer, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log, text=True,
            env={**os.environ, **variables}, preexec_fn=lambda: os.sched_setaffinity(0, processors),
        )

    def ask(self, **request):
        if self.several:
            self.process.send_signal(signal.SIGCONT)
        try:
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
            answer = self.process.stdout.readline()
        except BrokenPipeError:
            answer = ""
        if self.several and answer:
            self.process.send_signal(signal.SIGSTOP)
        return json.loads(answer) if answer else {"error": f"the process ended: {self.process.wait()}"}

    def time(self, calls):
        """Seconds of a run that nothing disturbed, or that of several which was disturbed least; and whether it was disturbed."""
        least = None
        for _ in range(ATTEMPTS):
            answer = self.ask(do="time", calls=calls)
            if "error" in answer:
                raise RuntimeError(answer["error"])
            part, seconds = MOST_WAITING
            if answer["waited"] <= part * answer["seconds"] + seconds:
                return answer["seconds"], False
            least = min(least or answer["seconds"], answer["seconds"])
        return least, True

    def end(self):
        self.process.kill()
        self.process.wait()


def agrees(kernel, path, reference):
    with np.load(path) as made, np.load(reference) as wanted:
        for name in wanted.files:
            one, other = made[name], wanted[name]
            # An array of work that a peer does not need stays as it was.
            if "float" in kernel or one.dtype == np.float32:
                close = np.allclose(one, other, rtol=2e-4, atol=1e-5, equal_nan=True)
            elif one.dtype.kind == "i":
                close = np.count_nonzero(one != other) <= 1e-3 * one.size
            else:
                close = np.allclose(one, other, rtol=1e-9, atol=1e-10, equal_nan=True)
            if not close:
                return False
    return True


def prepared(processes, kernel, size, folder):
    """The peers that have the kernel and agree with the reference; and what is said of the others."""
    ready, said = [], {}
    for peer in [REFERENCE, *(peer for peer in processes if peer != REFERENCE)]:
        results = folder / "results" / f"{peer}.npz"
        answer = processes[peer].ask(do="prepare", kernel=kernel, size=size, results=str(results))
        if answer.get("absent"):
            continue
        if "error" in answer:
            said[peer] = answer["error"]
        elif not agrees(kernel, results, folder / "results" / f"{REFERENCE}.npz"):
            said[peer] = "gives another result"
        else:
            ready.append(peer)
    return ready, said


def in_turn(processes, ready, options):
    """Microseconds per call of each run of each peer, and how many runs were disturbed."""
    calls = {}
    for peer in ready:
        count, taken = 1, processes[peer].time(1)[0]
        while taken < options.seconds / 4 and count < 1_000_000:
            count *= 4
            taken = processes[peer].time(count)[0]
        calls[peer] = max(1, round(count * options.seconds / taken))
    found, disturbed = {peer: [] for peer in ready}, 0
    for _ in range(options.runs):
        for peer in ready:
            if processes[peer].several:
                processes[peer].ask(do="time", calls=1)  # wakes the threads
            taken, was_disturbed = processes[peer].time(calls[peer])
            found[peer].append(round(taken / calls[peer] * 1e6, 4))
            disturbed += was_disturbed
    return found, disturbed


def measured(threads, built, pythons, options, keep):
    """Calls `keep(kernel, size, runs, said, disturbed)` for each kernel and size."""
    with open(options.folder / f"log-{threads}", "w") as log:
        processes = {
            peer: Process(pythons[peers.PEERS[peer]], peer, folder, threads, log) for peer, folder in built.items()
        }
        try:
            for kernel, (sizes, _) in CASES.items():
                if options.kernels and kernel not in options.kernels:
                    continue
                for size in sizes:
                    ready, said = prepared(processes, kernel, size, options.folder)
                    try:
                        runs, disturbed = in_turn(processes, ready, options)
                    except RuntimeError as error:
                        print(f"{kernel} {size}: {error}", file=sys.stderr)
                        continue
                    keep(kernel, size, runs, said, disturbed)
        finally:
            for process in processes.values():
                process.end()


def all_built(options, pythons):
    """The folders of the peers that could be built."""
    built = {}

    def build(peer):
        folder = options.folder / "built" / peer.replace(", ", "-").replace(" ", "-")
        try:
            peers.build(peer, folder, HERE, options.offcy.resolve(), pythons)
        except subprocess.CalledProcessError as error:
            print(f"{peer} is left out: {error}", file=sys.stderr)
            return None
        return folder

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for peer, folder in zip(options.peers, pool.map(build, options.peers)):
            if folder is not None:
                built[peer] = folder
    return built


def about(options, pythons):
    def said(*command):
        done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
        return (done.stdout or done.stderr).splitlines()[0]

    script = "import importlib.metadata as m; print({d.metadata['Name'].lower(): d.version for d in m.distributions()})"
    versions = {name: said(python, "-c", script) for name, python in pythons.items() if name != "this"}
    wanted = {name.split("==")[0] for names in PACKAGES.values() for name in names}
    processor = next((line.split(":")[1].strip() for line in open("/proc/cpuinfo") if line.startswith("model name")), platform.machine())
    return {
        "date": datetime.date.today().isoformat(),
        "processor": processor,
        "cores": os.cpu_count(),
        "python": platform.python_version(),
        "offcy": said(options.offcy.resolve(), "--version"),
        "cython": said(sys.executable, "-m", "cython", "--version"),
        "gcc": said("gcc", "--version"),
        "clang": said("clang-19", "--version"),
        "packages": {name: {key: version for key, version in eval(text).items() if key in wanted} for name, text in versions.items()},
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("offcy", type=pathlib.Path)
    parser.add_argument("kernels", nargs="*")
    parser.add_argument("--peers", type=lambda text: [name.replace("+", ", ") for name in text.split(",")], default=list(peers.PEERS))
    parser.add_argument("--threads", type=lambda text: [int(number) for number in text.split(",")], default=[1, 2])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.003, help="that one run takes, at least")
    parser.add_argument("--folder", type=pathlib.Path, default=ROOT / "target" / "suite")
    parser.add_argument("--output", type=pathlib.Path)
    options = parser.parse_args()
    unknown = [name for name in options.kernels if name not in CASES] + [name for name in options.peers if name not in peers.PEERS]
    if unknown:
        parser.error(f"there is no {', '.join(unknown)}: kernels are {', '.join(CASES)}; peers {', '.join(peers.PEERS)}")
    options.folder = options.folder.resolve()
    (options.folder / "results").mkdir(parents=True, exist_ok=True)
    if REFERENCE not in options.peers:
        options.peers.insert(0, REFERENCE)
    needed = {peers.PEERS[peer] for peer in options.peers} - {"this"}
    pythons = {"this": pathlib.Path(sys.executable), **{name: environment(options.folder, name) for name in sorted(needed)}}
    figures = {**about(options, pythons), "microseconds": {}, "left out": {}, "disturbed": {}}
    built = all_built(options, pythons)
    for threads in options.threads:
        of_threads = figures["microseconds"].setdefault(str(threads), {})

        def keep(kernel, size, runs, said, disturbed):
            of_threads.setdefault(kernel, {})[str(size)] = runs
            for peer, why in said.items():
                figures["left out"].setdefault(peer, {}).setdefault(kernel, why)
            if disturbed:
                figures["disturbed"][f"{threads} {kernel} {size}"] = disturbed
            least = "  ".join(f"{peer} {min(values):.2f}" for peer, values in runs.items())
            print(f"{threads} {kernel} {size}: {least}", file=sys.stderr, flush=True)
            if options.output:
                options.output.write_text(json.dumps(figures) + "\n")

        measured(threads, built, pythons, options, keep)
    print(report.tables(figures))


if __name__ == "__main__":
    main()
