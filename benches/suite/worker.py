"""One peer in a process of its own: it reads requests, a line of JSON each, and answers likewise.

    worker.py PEER FOLDER

{"do": "prepare", "kernel", "size", "results"} calls the kernel once and keeps in the file `results` (.npz) what it made of its arguments;
{"do": "time", "calls"} answers with the seconds of so many calls, and with the seconds for which other programs kept the
process's threads from running. An error is an answer, too: {"error": text}.
"""

import glob
import importlib.util
import json
import pathlib
import sys
import time
import types
import warnings

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from data import arguments, copied


def functions(peer, folder):
    """The peer's kernels by their names, and what is done with arguments before they are passed."""
    same = lambda values: values
    if peer in ("NumPy", "numexpr", "JAX"):
        import arrays

        if peer == "JAX":
            return arrays.jax_kernels()
        return {**vars(arrays.NumPy if peer == "NumPy" else arrays.numexpr_kernels())}, same
    path = next(iter(sorted(folder.glob("suite*.so")) or sorted(folder.glob("suite.py"))))
    spec = importlib.util.spec_from_file_location("suite", path)
    module = importlib.util.module_from_spec(spec)
    # Numba finds what it has cached by the module's name.
    sys.modules["suite"] = module
    spec.loader.exec_module(module)
    return vars(module), same


def waited():
    """Seconds that the threads of this process were ready to run and did not."""
    total = 0
    for path in glob.glob("/proc/self/task/*/schedstat"):
        try:
            total += int(pathlib.Path(path).read_text().split()[1])
        except OSError:
            pass
    return total * 1e-9


class Worker:
    def __init__(self, peer, folder):
        self.peer = peer
        self.functions, self.passed = functions(peer, folder)

    def prepare(self, request):
        name = request["kernel"]
        self.function = self.functions.get(name)
        if not isinstance(self.function, types.FunctionType) and not callable(self.function):
            return {"absent": True}
        values = copied(arguments(name, request["size"]))
        self.values = self.passed(values)
        result = self.function(*self.values)
        if self.peer == "JAX":
            import arrays
            import jax

            jax.block_until_ready(result)
            if isinstance(result, list):
                for at, made in zip(arrays.RESULTS[name], result):
                    values[at] = np.asarray(made)
                result = None
            function = self.function
            self.function = lambda *values: jax.block_until_ready(function(*values))
        arrays_of = {str(at): value for at, value in enumerate(values) if isinstance(value, np.ndarray)}
        np.savez(request["results"], result=np.nan if result is None else float(result), **arrays_of)
        return {}

    def time(self, request):
        function, values, calls = self.function, self.values, range(request["calls"])
        before = waited()
        started = time.perf_counter()
        for _ in calls:
            function(*values)
        taken = time.perf_counter() - started
        return {"seconds": taken, "waited": waited() - before}


def main():
    warnings.simplefilter("ignore")
    peer, folder = sys.argv[1], pathlib.Path(sys.argv[2])
    answers = sys.stdout
    sys.stdout = sys.stderr
    worker = None
    for line in sys.stdin:
        request = json.loads(line)
        try:
            worker = worker or Worker(peer, folder)
            answer = getattr(worker, request["do"])(request)
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"[:500]}
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    main()
