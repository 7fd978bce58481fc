"""Builds modules, runs their calls, and compares what they give with what the model says."""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
from dataclasses import dataclass

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "common"))
import builds
import recipes
import text
import tree
from machine import OVERLAP, Expectation

HERE = pathlib.Path(__file__).parent
SECONDS_PER_RUN = 300
# What functions say of an array on a device that they, or what they call in Python, cannot use there.
NOT_TAKEN = re.compile(r"on the host: to_host\(\)|becomes a NumPy array by to_host\(\)")
REFUSED = re.compile(r"^[^:\n]*\.pyx:(\d+):\d+: (?!warning|note|advice)(.*)$", re.MULTILINE)


@dataclass
class Case:
    """One call of one program, and what it must give."""

    program: tree.Program
    number: int
    calling: tree.Calling
    expectation: Expectation

    @property
    def key(self):
        return self.program.name, self.number


def cases_of(program, expectations):
    pairs = enumerate(zip(program.calls, expectations))
    return [Case(program, number, calling, expectation) for number, (calling, expectation) in pairs]


def for_cython(case):
    """Whether Cython can run it: its threads wait for one another forever where a loop fails that is not alone."""
    if not case.program.for_cython or case.expectation.kind == "overlap":
        return False
    fails_inside = case.expectation.kind == "raises" and not case.expectation.exact_arrays
    loops = [node for node in tree.walk(case.program.bodies) if isinstance(node, (tree.Region, tree.Prange))]
    return not (fails_inside and any(loops_in(node.body) > isinstance(node, tree.Region) for node in loops))


def loops_in(body):
    return sum(isinstance(node, tree.Prange) for node in tree.walk(body))


class Refused(Exception):
    """A compiler takes some of a module's programs for wrong: {name: why}."""

    def __init__(self, names):
        super().__init__(str(names))
        self.names = names


def build(build, offcy, programs, folder):
    """Builds a module of these programs; returns its path."""
    source = folder / f"{build.name}_random.pyx"
    source.write_text(text.module(programs, build.contexts))
    out = folder / build.name
    shutil.rmtree(out, ignore_errors=True)
    try:
        build.make(offcy, source, out)
    except RuntimeError as error:
        names = blamed(str(error), source, out)
        raise Refused(names) if names else error
    return out / f"{source.stem}{builds.SUFFIX}"


def blamed(message, source, folder):
    """The programs in whose lines a compiler found errors; with Cython, also the C compiler."""
    starts = starts_of(source)
    places = [(int(line), why) for line, why in REFUSED.findall(message)]
    in_c = re.findall(r"^[^:\n]*\.c:(\d+):\d+: error: (.*)$", message, re.MULTILINE)
    translated = folder / f"{source.stem}.c"
    if in_c and translated.exists():
        lines = translated.read_text().splitlines()
        for number, why in in_c:
            before = (re.match(rf'\s*/\* "{source.name}":(\d+)$', line) for line in lines[int(number) :: -1])
            places += [(int(found[1]), why) for found in [next(filter(None, before), None)] if found]
    names = {}
    for line, why in places:
        before = [name for start, name in starts if start <= line]
        if before:
            names.setdefault(before[-1], why)
    return names


def starts_of(source):
    """The lines in which functions begin, and of which program they are."""
    found = (re.match(r"(?:cdef \S+(?: \S+)?|def) (f\d+)(?:_\w+)?\(", line) for line in source.read_text().splitlines())
    return [(number, start[1]) for number, start in enumerate(found, 1) if start]


def run(build, offcy, module, cases, folder):
    """What each case gives: {its key: outcome}, with the bytes that it moved, and what the simulated GPU found."""
    calls, results, errors = (folder / f"{build.name}.{end}" for end in ("calls", "results", "errors"))
    with open(calls, "w") as out:
        for case in cases:
            out.write(json.dumps({"function": case.program.name, "call": recipes.call_to_json(case.calling)}) + "\n")
    results.write_text("")
    errors.write_text("")
    first = 0
    report = folder / f"{build.name}.report"
    found = []
    simulation = [offcy, "simulate", *build.simulated, "--report", report, "--"] if build.simulated else []
    while first < len(cases):
        end = run_some(build, simulation, module, calls, results, errors, first)
        if simulation:
            found += json.loads(report.read_text())["findings"]
        if end is None:
            break
        started = [int(line) for line in results.read_text().splitlines() if line.isdigit()]
        if not started or started[-1] < first:
            raise RuntimeError(f"{build.name}: {end} before the first call\n{errors.read_text()[-2000:]}")
        said = errors.read_text().rpartition(f"call {started[-1]}\n")[2]
        with open(results, "a") as out:
            out.write(json.dumps({"crash": f"{end}\n{said[-1000:]}"}) + "\n")
        first = started[-1] + 1
    outcomes = [json.loads(line) for line in results.read_text().splitlines() if not line.isdigit()]
    add_traces(outcomes, errors.read_text())
    outcomes = {case.key: outcome for case, outcome in zip(cases, outcomes)}
    add_findings(outcomes, found, folder / f"{build.name}_random.pyx")
    return outcomes


def run_some(build, simulation, module, calls, results, errors, first):
    """Runs the calls from `first` on; None, or how the process ended before its time."""
    quiet = {"TMPDIR": str(calls.parent), "OMP_NUM_THREADS": "2", "OMP_WAIT_POLICY": "passive"}
    environment = {**os.environ, **quiet, **build.environment}
    arguments = [*simulation, sys.executable, "-P", HERE / "worker.py", module, module.name.split(".")[0], calls, results, str(first)]
    with open(errors, "a") as out, subprocess.Popen(arguments, stdout=out, stderr=out, env=environment) as process:
        try:
            code = process.wait(SECONDS_PER_RUN)
        except subprocess.TimeoutExpired:
            process.terminate()  # the simulation hands it on
            return "does not end"
    has_all = results.read_text().count("\n") == 2 * calls.read_text().count("\n")
    if code == 0 or (simulation and code == 1 and has_all):  # 1: something was found
        return None
    if code in (-signal.SIGALRM, 128 + signal.SIGALRM):
        return "does not end"
    return f"exit code {code}"


def add_findings(outcomes, found, source):
    """What the simulated GPU found, to the first call of the program in whose lines it lies."""
    starts = starts_of(source)
    for finding in found:
        line = finding.get("line") or finding.get("mapped", {}).get("line", 0)
        names = [name for start, name in starts if start <= line]
        key = next((key for key in outcomes if [key[0]] == names[-1:]), next(iter(outcomes)))
        outcomes[key].setdefault("found", []).append(finding)


def add_traces(outcomes, errors):
    """The bytes that each call moved."""
    for part in re.split(r"^call ", errors, flags=re.MULTILINE)[1:]:
        number, _, lines = part.partition("\n")
        records = [json.loads(line) for line in lines.splitlines() if line.startswith('{"offcy"')]
        variables = [variable for record in records for variable in record["variables"]]
        outcomes[int(number)]["moved"] = sum(variable["to"] + variable["from"] for variable in variables)


def wrong(expectation, calling, outcome, refuses_overlaps):
    """What a build gave that it must not have given; None where all is well."""
    if "crash" in outcome:
        return f"the process ended: {outcome['crash']}"
    if "found" in outcome:
        return f"the simulated GPU finds {outcome['found']}"
    if outcome["error"] is not None and NOT_TAKEN.search(outcome["error"][1]):
        return None
    if outcome["leaked"]:
        return f"references to the arrays are left or lost: {outcome['leaked']}"
    error = outcome["error"]
    overlaps = error is not None and error[0] == OVERLAP[0] and any(words in error[1] for words in OVERLAP[1])
    if expectation.kind == "overlap":
        if not refuses_overlaps:
            return None
        return not_in_history(expectation, calling, outcome) if overlaps else f"overlap in part is not refused: {error}"
    if overlaps and refuses_overlaps and expectation.may_overlap:
        return not_in_history(expectation, calling, outcome)
    if expectation.kind == "raises":
        if error is None or tuple(error) not in expectation.choices:
            return f"expected one of {expectation.choices}, got {error}"
        if not expectation.exact_arrays:
            return not_in_history(expectation, calling, outcome)
    elif error is not None:
        return f"raised {error}"
    else:
        expected = [expected_result(value) for value in expectation.results]
        if expected != outcome["results"]:
            return f"expected the results {expected}, got {outcome['results']}"
    expected = recipes.expected_arrays(expectation, calling)
    for number, (want, got) in enumerate(zip(expected, outcome["arrays"])):
        if want != got:
            return f"array {number}: expected {unpacked(calling, number, want)}, got {unpacked(calling, number, got)}"
    return None


def expected_result(value):
    import numpy as np

    if isinstance(value, tuple):
        _, dtype, shape, values = value
        array = np.array(values, dtype=tree.DTYPES[dtype])
        return ["array", tree.DTYPES[dtype], list(shape), array.tobytes().hex()]
    return ["float", value.hex()] if isinstance(value, float) else ["int", value]


def unpacked(calling, number, data):
    import numpy as np

    return np.frombuffer(bytes.fromhex(data), tree.DTYPES[calling.arrays[number].dtype]).tolist()


def not_in_history(expectation, calling, outcome):
    """After an exception an array holds what it held before or what was stored: never anything else."""
    for number, data in enumerate(outcome["arrays"]):
        for place, (value, allowed) in enumerate(zip(unpacked(calling, number, data), expectation.history[number])):
            if value not in allowed:
                return f"array {number}[{place}] is {value} after {outcome['error']}: none of {sorted(allowed)}"
    return None
