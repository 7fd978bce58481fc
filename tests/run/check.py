"""Runs the programs of this folder and compares what they give.

Each program is `NAME.pyx` with `NAME.py` beside it, or a folder NAME with these and the other files of the
program (.pxd, .pxi, C, more modules):

    def cases(module):        # yields (label, result) pairs; the same for every build of the module
    BYTES = {function: {variable: (to, from)}}   # moved by one call of `traced`
    def traced(module):       # the calls that BYTES speaks of; absent where nothing uses a device
    def model():              # an object that does what the module does, where Cython does not compile that
    RACES = {function: why}   # kernels that race as they are written, where `--check race` must find it: why no result depends on it
    NO_GPU = why              # no GPU can run it, the virtual device can
    NO_KERNEL = why           # its contexts and regions run no kernel: `--guard` finds none
    ASKS_COMPILER = why       # its C is not known before a compiler has been asked: `--guard` and `--sanitize` cannot build it
    AT_ONCE = why             # kernels run while other threads use arrays, which `--guard` cannot let them
    SHARES = why              # its cases change what threads share: in threads of Python's (`tests/pythons/threads.py`) they only must not crash
    LOCKS_BY_GIL = why        # its threads have the GIL as their lock: without one, Cython's results are wrong (`tests/pythons/beside.py`)
    REFUSED = {"host": words, "cython": words}   # modules of two compilers cannot be imported together: what is said where
                              # the program's own is offcy's, and where it is Cython's; one of the two may be left out

A program is built three times: by offcy for the host's cores, by offcy for the virtual device (which
must be used: OMP_TARGET_OFFLOAD=MANDATORY; this one keeps to Python's limited API,
but for programs that say WHOLE_INTERFACE), and by Cython after `offcy strip`, unless it has confirmed
these results before (`tests/common/confirmed.py`). The results must be
the same to the last bit, exceptions included, and the bytes moved per variable those of BYTES, which
must speak of every function that uses a device in a case.

    check.py OFFCY [NAME...]              runs them; the last line counts
    check.py --sanitize OFFCY [NAME...]   runs each once on the host, its C and the runtime built with
                                          AddressSanitizer and UndefinedBehaviorSanitizer
    check.py --guard OFFCY [NAME...]      runs each that has kernels once on the virtual device, where none of
                                          them can touch the host's arrays (see `tests/guard`)
    check.py --every OFFCY [NAME...]      all of that, and whether a compiler warns of the C (`tests/common/strict.py`).
                                          Without names, what has passed before with the same C is not built again
                                          (`tests/common/confirmed.py`), but for a sample
"""

import concurrent.futures
import functools
import inspect
import json
import operator
import os
import pathlib
import shutil
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent / "common"))
from builds import (
    ON_DEVICE, Guard, Sanitized, build_cython, build_device, build_offcy, built, command, emitted, load, modules, plain,
    stripped_files,
)
from confirmed import Confirmed, digest, digest_of, machine, tools, versions
from forking import Servers
from once import Once
from strict import compile_strictly

SERVERS = Servers(__file__)
CONFIRMED = Confirmed("programs")
PASSED = Confirmed("programs-builds")


def programs():
    return sorted(path.stem for path in HERE.rglob("*.py") if path.with_suffix(".pyx").exists())


def path(name, suffix):
    alone = HERE / f"{name}{suffix}"
    return alone if alone.exists() else HERE / name / f"{name}{suffix}"


def sanitized(sanitizers, offcy, name):
    if hasattr(load(path(name, ".py"), f"{name}_cases"), "ASKS_COMPILER"):
        return []
    library = command(["clang-19", "-print-file-name=libclang_rt.asan-x86_64.so"]).strip()
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        sanitizers.build(offcy, path(name, ".pyx"), folder / "sanitized")
        # Python itself never frees some of what it allocates.
        options = {"ASAN_OPTIONS": "detect_leaks=0:allocator_may_return_null=1", "UBSAN_OPTIONS": "print_stacktrace=1"}
        found = results(folder / "sanitized", name, LD_PRELOAD=library, **options)
    return [] if found else ["no cases"]


def guarded(guard, offcy, name):
    program = load(path(name, ".py"), f"{name}_cases")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        count = 0
        if hasattr(program, "ASKS_COMPILER") or hasattr(program, "AT_ONCE"):
            return []
        if guard.build(offcy, path(name, ".pyx"), folder / "guarded"):
            count = results(folder / "guarded", name, "--guard-worker", GUARD=str(guard.folder), **ON_DEVICE)[-1]
    has_kernels = hasattr(program, "BYTES") and not hasattr(program, "NO_KERNEL")
    return ["no kernel was guarded"] if has_kernels and count == 0 else []


class Shared:
    """What sanitized and guarded modules share, built when the first of them is."""

    def __init__(self, folder):
        folder = pathlib.Path(folder)
        self.sanitizers = Once(lambda: Sanitized(folder / "runtime"))
        self.guard = Once(lambda: Guard(folder / "guard", "-O0"))

    def sanitized(self, offcy, name):
        return sanitized(self.sanitizers(), offcy, name)

    def guarded(self, offcy, name):
        return guarded(self.guard(), offcy, name)


def guard_worker(folder, name):
    guard = Guard.install(os.environ["GUARD"])
    worker(folder, name)
    print(json.dumps(guard.count()))


def worker(folder, name):
    """In a process of its own: prints the results of one build, a JSON line each."""
    sys.path.insert(0, folder)  # for the program's other modules
    module = load(built(folder, name), name)
    program = load(path(name, ".py"), f"{name}_cases")
    for label, result in program.cases(module):
        print(json.dumps([label, plain(result)]))


def trace_worker(folder, name):
    sys.path.insert(0, folder)
    module = load(built(folder, name), name)
    load(path(name, ".py"), f"{name}_cases").traced(module)


def run(worker, folder, name, seconds=900, **environment):
    """What a worker prints, and the records of the trace."""
    status, out, errors = SERVERS.run([worker, folder, name], folder, environment, seconds)
    if status:
        raise RuntimeError(f"{worker[2:]} of {name}: exit code {status}\n{errors}")
    records = [json.loads(line) for line in errors.splitlines() if line.startswith('{"offcy"')]
    return [json.loads(line) for line in out.splitlines()], records


def results(folder, name, worker="--worker", **environment):
    return run(worker, folder, name, **environment)[0]


def moved(records):
    """Bytes per function and variable, to and from the device."""
    total = {}
    for record in records:
        function = total.setdefault(record["function"], {})
        for variable in record["variables"]:
            to, back = function.get(variable["name"], (0, 0))
            function[variable["name"]] = (to + variable["to"], back + variable["from"])
    return total


def differences(expected, found, who, agree=operator.eq):
    lines = []
    labels = [label for label, _ in found]
    if labels != [label for label, _ in expected]:
        return [f"{who}: other cases than Cython's: {labels}"]
    for (label, want), (_, got) in zip(expected, found):
        if not agree(want, got):
            lines.append(f"{who}: {label}: expected {str(want)[:300]}, got {str(got)[:300]}")
    return lines


def on_device(expected, program, folder, name, who, agree=operator.eq, run=run):
    """What is wrong with a program's build for a device: results, or bytes moved. `run`: how its workers run."""
    traced = {**ON_DEVICE, "OFFCY_TRACE": "json"}
    found, records = run("--worker", folder, name, **traced)
    wrong = differences(expected, found, who, agree)
    expected_bytes = getattr(program, "BYTES", {})
    unsaid = {record["function"] for record in records} - set(expected_bytes)
    wrong += [f"BYTES does not speak of {function}" for function in sorted(unsaid)]
    if expected_bytes:
        counted = moved(run("--trace-worker", folder, name, **traced)[1])
        for function, variables in expected_bytes.items():
            if counted.get(function) != variables:
                wrong.append(f"bytes moved by {function}: expected {variables}, got {counted.get(function)}")
    return wrong


def mix(folder, source, own, others):
    """A folder with a program's own module as one way has built it, and its other modules as another has."""
    mixed = folder / f"{own}-{others}"
    for module in modules(source):
        place = module.parent.relative_to(source.parent)
        way = own if module == source else others
        (mixed / place).mkdir(parents=True, exist_ok=True)
        shutil.copy(built(folder / way / place, module.stem), mixed / place)
    return mixed


def refusal(folder, name, words, who):
    """What is wrong with how modules refuse to be imported together."""
    try:
        results(folder, name)
    except RuntimeError as error:
        last = str(error).strip().splitlines()[-1]
        return [] if "exit code 1" in str(error) and words in last else [f"{who}: {error}"]
    return [f"{who}: not refused"]


def answers(offcy, source, program, folder):
    """The right results: Cython's, or the model's."""
    if hasattr(program, "model"):
        return [[label, plain(result)] for label, result in program.cases(program.model())]
    build_cython(offcy, source, folder, "-O0")
    return results(folder, source.stem)


def question(offcy, source):
    """A hash of what Cython is asked by a program."""
    cases = source.with_suffix(".py").read_text()
    return digest(stripped_files(offcy, source), cases, inspect.getsource(plain), versions())


def confirmed(offcy, source, program, found, folder):
    """The right results, and how the host's differ from them. Cython is asked unless it has confirmed these."""
    name = source.stem
    if hasattr(program, "model"):
        expected = answers(offcy, source, program, folder)
        return expected, differences(expected, found, "host")
    asked = question(offcy, source)
    if CONFIRMED.holds(name, asked, found):
        return found, []
    expected = answers(offcy, source, program, folder)
    wrong = differences(expected, found, "host")
    if not wrong:
        CONFIRMED.note(name, asked, found)
    return expected, wrong


def mixed(offcy, source, program, expected, folder):
    """What is wrong where modules of one program come from both compilers."""
    name, wrong = source.stem, []
    if len(modules(source)) == 1:
        return []
    if not (folder / "cython").exists():
        build_cython(offcy, source, folder / "cython", "-O0")
    for own, others in (("host", "cython"), ("cython", "host")):
        made, who = mix(folder, source, own, others), f"{name} of {own}, the others of {others}"
        refused = getattr(program, "REFUSED", {})
        if own in refused:
            wrong += refusal(made, name, refused[own], who)
        else:
            wrong += differences(expected, results(made, name), who)
    return wrong


def device(offcy, source, program, expected, folder):
    """What is wrong on the virtual device."""
    options = [] if getattr(program, "WHOLE_INTERFACE", False) else ["--limited-api"]
    build_device(offcy, source, folder / "device", *options)
    return on_device(expected, program, folder / "device", source.stem, "virtual device")


def strict(offcy, name):
    """What a C compiler says of the C, if it says anything."""
    with tempfile.TemporaryDirectory() as folder:
        compile_strictly(offcy, path(name, ".pyx"), pathlib.Path(folder) / "strict")
    return []


def check(offcy, name, judge=lambda way, run: run(), shared=None):
    """What is wrong with a program. `judge`: runs the check of one way to build it, or knows what it gives. `shared`: for all builds
    from C, too."""
    source = path(name, ".pyx")
    program = load(path(name, ".py"), f"{name}_cases")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        build_offcy(offcy, source, folder / "host")
        found = results(folder / "host", name)
        expected, wrong = confirmed(offcy, source, program, found, folder / "cython")
        wrong += [] if expected else ["no cases"]
        wrong = judge("host", lambda: wrong)
        for way in (mixed, device):
            wrong += judge(way.__name__, functools.partial(way, offcy, source, program, expected, folder))
    for way in (strict, shared.sanitized, shared.guarded) if shared else ():
        wrong += judge(way.__name__, functools.partial(way, offcy, name))
    return wrong


# What `check` judges.
WAYS = ["host", "mixed", "device", "strict", "sanitized", "guarded"]
# How programs are judged, apart from what asks for it.
JUDGES = [
    sanitized, guarded, strict, device, on_device, mixed, mix, refusal, results, run, moved, differences, worker, trace_worker,
    guard_worker,
]


def built_of(offcy, name):
    """A hash of all on which the results of a program's builds depend, but for the machine."""
    source, script = path(name, ".pyx"), path(name, ".py")
    how = [inspect.getsource(function) for function in JUDGES]
    has_model = hasattr(load(script, f"{name}_cases"), "model")
    texts = [emitted(offcy, source), [] if has_model else stripped_files(offcy, source), script.read_text()]
    return digest(texts, tools(), how, digest_of("tests/common/attempts.py", "tests/common/strict.py", "tests/guard"))


def is_sample(question):
    """Some programs are built for the host in any case: a record that is wrong shows."""
    return int(question, 16) % 8 == 0


def every(offcy, shared, is_asked, name):
    """What is wrong with a program in any build, unless the same has passed before and nobody asks for this program."""
    asks = hasattr(load(path(name, ".py"), f"{name}_cases"), "ASKS_COMPILER")
    question = None if asks else built_of(offcy, name)

    def result(way):
        return machine() if way == "host" else True

    def has_passed(way):
        return question is not None and not is_asked and PASSED.passed(f"{name}, {way}", question) == result(way)

    def judge(way, run):
        if way != "host" and has_passed(way):
            return []
        wrong = run()
        if question is not None and not wrong:
            PASSED.note_passed(f"{name}, {way}", question, result(way))
        return wrong

    if all(map(has_passed, WAYS)) and not is_sample(question):
        CONFIRMED.keep(name)
        return []
    return check(offcy, name, judge, None if asks else shared)


def main(offcy, names, check=check):
    return check_all(names or programs(), functools.partial(check, offcy))


def check_all(names, check, jobs=os.cpu_count()):
    """Runs the check of each, `jobs` at a time, and prints what is wrong; the exit status."""
    def wrong(name):
        try:
            return check(name)
        except Exception as error:
            return [str(error)]

    failed = 0
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        for name, lines in zip(names, pool.map(wrong, names)):
            print(f"{name}: {'FAILED' if lines else 'ok'}", flush=True)
            for line in lines:
                print("    " + line.replace("\n", "\n    "), flush=True)
            failed += bool(lines)
    print(f"{len(names) - failed} passed, {failed} failed")
    return 1 if failed else 0


# What a process of its own may be asked to be.
WORKERS = {"--worker": worker, "--trace-worker": trace_worker, "--guard-worker": guard_worker}


if __name__ == "__main__":
    if sys.argv[1] in WORKERS:
        WORKERS[sys.argv[1]](*sys.argv[2:])
    elif sys.argv[1] in ("--guard", "--sanitize", "--every"):
        mode, offcy, *names = sys.argv[1:]
        with tempfile.TemporaryDirectory() as folder:
            shared = Shared(folder)
            way = {"--guard": shared.guarded, "--sanitize": shared.sanitized}
            if mode in way:
                sys.exit(main(offcy, names, way[mode]))
            status = main(offcy, names, lambda offcy, name: every(offcy, shared, bool(names), name))
        for record in (CONFIRMED, PASSED):
            record.save(is_whole=not names)
        sys.exit(status)
    else:
        status = main(sys.argv[1], sys.argv[2:])
        CONFIRMED.save(is_whole=not sys.argv[2:])
        sys.exit(status)
