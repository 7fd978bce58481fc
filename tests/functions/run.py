"""Compares random functions: what offcy's modules and Cython's give and raise for the same calls, to the last bit.

    run.py OFFCY                  as many functions as OFFCY_FUNCTIONS says (500), of OFFCY_FUNCTIONS_SEED (0)
    run.py OFFCY FILE...          kept modules: `found/NAME.pyx` with `NAME.json`, the calls; all of them in any run

`generate.py` says what they are made of. The oracle is Cython, and Python for functions without types. What differs is
printed, with the function, and the last line counts. A long run is `OFFCY_FUNCTIONS=20000`.
"""

import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "common"))
sys.path.insert(0, str(HERE))
import builds
from confirmed import Confirmed, digest, digest_of, tools, versions
from generate import module

CONFIRMED = Confirmed("functions")
PASSED = Confirmed("functions-builds")

PER_MODULE = 50
# Cython's C is compiled without contraction; clang contracts even where it evaluates constants.
OPTIONS = ["-O1", "-X", "fp_contract=off"]
DTYPES = {"double": "f8", "float": "f4", "int": "i4", "long": "i8", "unsigned char": "u1"}


def worker(folder, name):
    """In a process of its own: makes the calls of a module, and prints what each gives, a JSON line each."""
    import numpy as np

    plain = pathlib.Path(folder) / f"{name}.py"
    loaded = builds.load(plain if plain.exists() else builds.built(folder, name), name)
    for function, kinds, given in json.loads(sys.stdin.read()):
        arguments = [
            np.array(value, DTYPES[kind[:-3]]) if kind.endswith("[:]") else value for kind, value in zip(kinds, given)
        ]
        try:
            result = getattr(loaded, function)(*arguments)
            outcome = ["gives", type(result).__name__, result.hex() if isinstance(result, float) else repr(result)]
        except Exception as error:
            outcome = ["raises", type(error).__name__, str(error)]
        arrays = [value for value in arguments if isinstance(value, np.ndarray)]
        for value in arrays:
            if value.dtype.kind == "f":
                value[np.isnan(value)] = np.nan
        views = [value.tobytes().hex() for value in arrays]
        print(json.dumps([*outcome, *views]), flush=True)


def outcomes(folder, name, calls):
    """What the calls give; where the process ends, as many as there were and then `crash`."""
    command = [sys.executable, "-P", __file__, "--worker", folder, name]
    try:
        done = subprocess.run(command, input=json.dumps(calls), capture_output=True, text=True, timeout=60)
    except subprocess.TimeoutExpired as expired:
        lines = (expired.stdout or b"").decode().splitlines()
        return [*map(json.loads, lines), ["endless"]]
    found = [json.loads(line) for line in done.stdout.splitlines()]
    return found if done.returncode == 0 else [*found, ["crash", done.returncode, done.stderr[-300:]]]


def compare_unless_passed(offcy, name, text, calls):
    """As `compare`, unless the same C has passed before."""
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / f"{name}.pyx"
        source.write_text(text)
        try:
            written = builds.emitted(offcy, source, *OPTIONS)
        except RuntimeError as error:
            return [(None, "a module", str(error)[-2000:])]
    question = digest(written, calls, tools(), digest_of("tests/functions/run.py"))
    if PASSED.passed(name, question):
        return []
    differ = compare(offcy, name, text, calls)
    if not differ:
        PASSED.note_passed(name, question, True)
    return differ


def compare(offcy, name, text, calls):
    """The calls that differ, with what Cython and offcy give."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        source = folder / f"{name}.pyx"
        source.write_text(text)
        try:
            builds.build_offcy(offcy, source, folder / "offcy", *OPTIONS, "--message-format", "short")
        except RuntimeError as error:
            return [(None, "a module", str(error)[-2000:])]
        found = outcomes(folder / "offcy", name, calls)
        question = digest(builds.stripped_files(offcy, source), calls, versions())
        if CONFIRMED.holds(name, question, found):
            return []
        builds.build_cython(offcy, source, folder / "cython", "-O0")
        (folder / "python").mkdir()
        (folder / "python" / f"{name}.py").write_text(plain_text(text))
        oracles = {"cython": [call for call in calls if not is_plain(call)], "python": list(filter(is_plain, calls))}
        expected = {way: iter(outcomes(folder / way, name, asked)) for way, asked in oracles.items()}
    results = list(found)
    wanted = [next(expected["python" if is_plain(call) else "cython"], ["nothing"]) for call in calls]
    found += [["nothing"]] * (len(calls) - len(found))
    # In Python's exceptions, the words are its own.
    known = [want[:2] if is_plain(call) and want[0] == "raises" else want for call, want in zip(calls, wanted)]
    differ = [(call, want, got) for call, want, got in zip(calls, known, found) if not same(want, got[:len(want)])]
    if not differ:
        CONFIRMED.note(name, question, results)
    return differ


def is_plain(call):
    """Whether a function is Python: then Python is the oracle. Cython's `*a` must stay a tuple, and no one looks."""
    return re.fullmatch(r"r\d+", call[0]) is not None


def plain_text(text):
    return "\n\n".join(part for part in text.split("\n\n") if re.match(r"\s*def r\d+\(", part))


def same(want, got):
    """NaNs are alike, whatever their sign: which one an operation gives, processors choose."""
    alike = want[:3] == got[:3] or want[:2] == got[:2] == ["gives", "float"] and "nan" in want[2] == got[2].lstrip("-")
    return alike and want[3:] == got[3:]


def kept(names):
    for path in [pathlib.Path(name) for name in names] or sorted((HERE / "found").glob("*.pyx")):
        yield path.stem, path.read_text(), json.loads(path.with_suffix(".json").read_text())


def function_text(text, name):
    parts = [part for part in text.split("\n\n\n") if f"def {name}(" in part]
    return parts[0] if parts else text


def main(offcy, names):
    count = int(os.environ.get("OFFCY_FUNCTIONS", "500"))
    seed = os.environ.get("OFFCY_FUNCTIONS_SEED", "0")
    wrong = calls_made = functions = 0

    def run(job):
        name, text, calls = job if isinstance(job, tuple) else (f"m{job}", *module(seed, job, min(PER_MODULE, count)))
        return text, calls, (compare if names else compare_unless_passed)(offcy, name, text, calls)

    jobs = list(kept(names)) + ([] if names else list(range(-(-count // PER_MODULE))))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for text, calls, differ in pool.map(run, jobs):
            calls_made += len(calls)
            functions += len({name for name, _, _ in calls})
            told = set()
            for call, want, got in differ:
                function = call[0] if call else None
                wrong += function not in told
                if function not in told:
                    shown = function_text(text, function) if function else ""
                    print(f"{shown}\n{json.dumps(call)}\n    expected: {want}\n    offcy:    {got}\n", flush=True)
                told.add(function)
    if not names:
        CONFIRMED.save()
        PASSED.save()
    print(f"seed {seed}: {functions} functions, {calls_made} calls; {wrong} functions differ")
    return 1 if wrong else 0


if __name__ == "__main__":
    if sys.argv[1] == "--worker":
        worker(*sys.argv[2:])
    else:
        sys.exit(main(sys.argv[1], sys.argv[2:]))
