"""Runs Cython's own tests with offcy in Cython's place, and keeps the score.

    run.py OFFCY [PATH...] [--record] [--jobs N] [--verbose]

Without names, a test whose C is built as before gives what it gave (`tests/common/confirmed.py`).

`tests.txt` says which tests count. They come from Cython's sdist, which pip fetches once and which is used where it is
unpacked; print statements of Python 2 are rewritten (`upgrade_print.py`). A test passes if all its doctests do; one that
is only to be compiled, if it compiles. `scoreboard.txt` says what becomes of each, and why: another result than there
is a failure, a better one too. `--record` writes it again. The last lines count.
"""

import argparse
import collections
import concurrent.futures
import functools
import inspect
import os
import pathlib
import re
import resource
import shutil
import subprocess
import sys
import tarfile
import tempfile
import types

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "common")]
import upgrade_print
from builds import built, placeless
from confirmed import Confirmed, digest, digest_of, tools
from forking import Late, Servers

CYTHON = "3.3.1"
SCOREBOARD = HERE / "scoreboard.txt"
HEAD = """\
# What becomes of each of Cython's tests in `tests.txt`, written by `run.py --record`. Reasons:
#   unsupported  offcy says that it does not do something yet: what
#   refused      offcy takes the source for wrong: its first code
#   bug          C that the compiler refuses, or an internal error
#   differs      doctests that fail, of how many
#   import       the module cannot be imported: the exception
#   crash        the process ended by a signal
#   endless      it did not end
"""
SECONDS = 60
MEMORY = 8 << 30
SERVERS = Servers(__file__)
CONFIRMED = Confirmed("conformance")


def sources(cache):
    """The folder of Cython's tests; fetched and unpacked if it is not there."""
    folder = cache / f"cython-{CYTHON}-tests"
    if folder.exists():
        return folder
    cache.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=cache) as work:
        work = pathlib.Path(work)
        fetch = ["download", "--quiet", "--no-deps", "--no-binary", ":all:", "-d", work, f"cython=={CYTHON}"]
        subprocess.run([sys.executable, "-m", "pip", *fetch], check=True, stdout=subprocess.DEVNULL)
        with tarfile.open(next(work.glob("*.tar.gz"))) as archive:
            archive.extractall(work, filter="data")
        tests = next(work.glob("*/tests"))
        for path in tests.rglob("*.p[yx][xid]"):
            text = path.read_text(encoding="utf8", errors="surrogateescape")
            path.write_text(upgrade_print.upgrade(text), encoding="utf8", errors="surrogateescape")
        tests.rename(folder)
    return folder


def listed():
    """Of each test: kind, path, tier, theme."""
    for line in (HERE / "tests.txt").read_text().splitlines():
        if not line.startswith("#"):
            kind, path, tier, _, theme = line.split(None, 4)
            yield kind, path, tier, theme


def limited():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def run(command, folder):
    """The exit status (None: it did not end) and what it printed."""
    environment = {**os.environ, "TMPDIR": str(folder), "OMP_NUM_THREADS": "2"}
    try:
        done = subprocess.run(
            command, capture_output=True, timeout=SECONDS, cwd=folder, env=environment, preexec_fn=limited,
        )
    except subprocess.TimeoutExpired:
        return None, ""
    return done.returncode, (done.stdout + done.stderr).decode(errors="replace")


def compiled(offcy, tests, path, folder, *options):
    """Compiles a test; why it failed, or None."""
    source = tests / path
    options = ["--message-format", "short", "--python", sys.executable, "-I", source.parent, "-I", tests / "testsupport", *options]
    status, text = run([offcy, "compile", source, "--out-dir", folder, *options], folder)
    if status is None:
        return "endless", "compiling"
    if status == 0:
        return None
    error = re.search(r"(?:error|bug)\[(OFC\d+)\]: (.*)", text)
    if status < 0 or error is None:
        return "bug", f"offcy ended with {status}"
    code, words = error[1], error[2]
    if code == "OFC0010":
        return "unsupported", words
    if code.startswith("OFC09"):
        return "bug", words
    return "refused", f"{code} {words}"


def built_of(tests, folder):
    """A hash of the C in a folder and of what its build takes beside it; the tests are those of one version of Cython."""
    files = sorted(file for file in folder.rglob("*") if file.is_file())
    texts = [(file.name, placeless(file.read_text(), tests)) for file in files]
    how = [inspect.getsource(function) for function in (compiled, tested, outcome, doctests)]
    return digest(texts, tools(), how, digest_of("tests/conformance/upgrade_print.py"), CYTHON)


def doctest_arguments(path, folder):
    name = pathlib.PurePath(path).stem
    return ["--doctests", built(folder, name), name]


def tested(path, folder):
    """Runs a module's doctests; why it failed, or None."""
    try:
        status, out, errors = SERVERS.run(doctest_arguments(path, folder), folder, {"OMP_NUM_THREADS": "2"}, SECONDS)
    except Late:
        return "endless", "running"
    text = out + errors
    if status < 0:
        return "crash", f"signal {-status}"
    # What the interpreter prints of itself may come after it.
    found = re.findall(r"^(\d+) of (\d+)$", text, re.MULTILINE)
    if not found:
        return "import", (text.strip().splitlines() or [f"exit status {status}"])[-1]
    failed, count = found[-1]
    return None if failed == "0" else ("differs", f"{failed} of {count}")


def outcome(offcy, tests, kind, path, verbose):
    """Why a test fails when it is built and run, or None."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        why = compiled(offcy, tests, path, folder, "-O", "0")
        if why is None and kind == "run":
            if verbose:
                subprocess.run([sys.executable, "-P", __file__, *doctest_arguments(path, folder)])
            why = tested(path, folder)
        return why


def one(offcy, tests, kind, path):
    """The same, of what is known where its C has been built before."""
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        why = compiled(offcy, tests, path, folder, "--emit", "c")
        if why is not None:
            return why
        question = built_of(tests, folder)
    known = CONFIRMED.passed(path, question)
    if known is None:
        why = outcome(offcy, tests, kind, path, verbose=False)
        known = list(why or ["pass"])
        CONFIRMED.note_passed(path, question, known)
    return None if known == ["pass"] else tuple(known)


def doctests(path, name):
    """In a process of its own: prints what fails, and at last `failed of all`."""
    import doctest
    import traceback

    limited()
    os.chdir(pathlib.Path(path).parent)

    # The exceptions are Cython's; what offcy notes beside them is its own.
    def unnoted(kind, value):
        vars(value).pop("__notes__", None)
        return traceback.format_exception_only(kind, value)

    doctest.traceback = types.SimpleNamespace(**{**vars(traceback), "format_exception_only": unnoted})
    sys.path.insert(0, str(pathlib.Path(path).parent))
    from builds import load

    sys.modules[name] = module = load(path, name)
    failed = count = 0
    runner = doctest.DocTestRunner(optionflags=0)
    for test in doctest.DocTestFinder().find(module, name):
        result = runner.run(test)
        failed, count = failed + result.failed, count + result.attempted
    print(f"\n{failed} of {count}")


def kept():
    if not SCOREBOARD.exists():
        return {}
    lines = [line for line in SCOREBOARD.read_text().splitlines() if line and not line.startswith("#")]
    return {line.split()[0]: line.split()[1] for line in lines}


def summary(tests, results):
    """Passed of all, by kind and tier, and the reasons of the rest."""
    lines = []
    totals, passed = collections.Counter(), collections.Counter()
    reasons = collections.Counter()
    for kind, path, tier, _ in tests:
        if path in results:
            totals[kind, tier] += 1
            passed[kind, tier] += results[path] is None
            if results[path] is not None:
                reasons[results[path][0]] += 1
    for kind, tier in sorted(totals, reverse=True):
        share = passed[kind, tier] / totals[kind, tier]
        lines.append(f"{kind}, tier {tier}: {passed[kind, tier]} of {totals[kind, tier]} ({share:.1%})")
    lines.append(", ".join(f"{reason} {count}" for reason, count in reasons.most_common()))
    return lines


def asked(description):
    """The command line, and the folder of Cython's tests; ends where these cannot be had."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("offcy", type=pathlib.Path)
    parser.add_argument("paths", nargs="*")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--cache", type=pathlib.Path, default=HERE.parent.parent / "target" / "conformance")
    arguments = parser.parse_intermixed_args()
    try:
        return arguments, sources(arguments.cache.resolve())
    except (subprocess.CalledProcessError, OSError) as error:
        print(f"SKIPPED: Cython's sdist cannot be fetched: {error}")
        sys.exit(0)


def main():
    arguments, folder = asked(__doc__)
    tests = [test for test in listed() if not arguments.paths or test[1] in arguments.paths]
    offcy = arguments.offcy.resolve()
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        named = functools.partial(outcome, verbose=arguments.verbose)
        run_test = functools.partial(named if arguments.paths or arguments.record else one, offcy, folder)
        results = dict(zip((test[1] for test in tests), pool.map(lambda test: run_test(*test[:2]), tests)))
    known, wrong = kept(), 0
    for path, why in results.items():
        status = why[0] if why else "pass"
        if arguments.paths:
            print(f"{path}: {' '.join(why) if why else 'pass'}")
        if not arguments.record and (status == "pass") != (known.get(path) == "pass"):
            print(f"{path}: {known.get(path)} on the scoreboard, now {' '.join(why) if why else 'pass'}")
            wrong += 1
    lines = summary(tests, results)
    if arguments.record:
        # Temporary folders have other names each time.
        rows = [f"{path} {re.sub(r'/[^ ]*/', '', ' '.join(why)) if why else 'pass'}" for path, why in results.items()]
        SCOREBOARD.write_text(HEAD + "".join(f"# {line}\n" for line in lines) + "\n".join(rows) + "\n")
    if not arguments.paths:
        CONFIRMED.save()
    print("\n".join(lines))
    return 1 if wrong else 0


# What a process of its own may be asked to be.
WORKERS = {"--doctests": doctests}


if __name__ == "__main__":
    if sys.argv[1:2] == ["--doctests"]:
        doctests(*sys.argv[2:])
    else:
        sys.exit(main())
