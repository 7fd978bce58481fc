"""How much of other projects' Cython offcy compiles: whole files, and functions.

    corpus.py OFFCY [PACKAGE...] [--record] [--cache DIR] [--verbose]

The `.pyx` files of the packages' sdists that ask for C, not C++ (by a comment, or by what they or the `.pxd` beside them
cimport and declare; those that others include are parts of them), as `offcy compile --emit c` takes them, two at a time. A
function counts as compiled if no error lies in its lines; one error at the head of a file spoils no function. `corpus.txt` has
the shares, what stands in the way how often, and the first error of each file; `--record` writes it again. Fetches some hundred
megabytes the first time; no part of the ordinary tests.
"""

import argparse
import collections
import concurrent.futures
import dataclasses
import json
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from modules import PACKAGES, Package
from run import HERE, environment, sources

OTHERS = [Package("gensim", "4.4.0"), Package("hdbscan", "0.8.44"), Package("implicit", "0.7.3")]
CORPUS = {package.name: package for package in [*PACKAGES.values(), *OTHERS]}
CPLUSPLUS = re.compile(r"^# *distutils: *language *= *c\+\+|^\s*(?:from|cimport) +libcpp\b|\bcppclass\b|\bexcept *\+", re.MULTILINE)
INCLUDE = re.compile(r"""^include +["'](.*)["']""", re.MULTILINE)
FUNCTION = re.compile(r"^( *)(?:async +)?(?:def|cpdef|cdef)\b(?! +(?:extern|class|struct|union|enum|packed)\b)[^=\n]*?\w+ *\(")
SECONDS = 120


def functions(text):
    """The first and the last line of each function and method, those inside others left out."""
    lines = text.splitlines()
    found, at = [], 0
    while at < len(lines):
        begin = FUNCTION.match(lines[at])
        if begin is None:
            at += 1
            continue
        depth, end = len(begin[1]), at + 1
        # Its head may go on, its body lies deeper.
        while end < len(lines):
            line = lines[end].split("#")[0].rstrip()
            if line and len(line) - len(line.lstrip()) <= depth and not line.lstrip().startswith((")", "]")):
                break
            end += 1
        found.append((at + 1, end))
        at = end
    return found


def is_c(path, text):
    """Whether a file and the `.pxd` beside it ask for C."""
    beside = path.with_suffix(".pxd")
    return not CPLUSPLUS.search(text) and not (beside.exists() and CPLUSPLUS.search(beside.read_text(errors="replace")))


def included(folder):
    """The `.pyx` files that others include: they are not modules."""
    found = set()
    for path in folder.rglob("*.pyx"):
        for name in INCLUDE.findall(path.read_text(encoding="utf8", errors="surrogateescape")):
            found.add((path.parent / name).resolve())
    return found


def files(folder):
    parts = included(folder)
    for path in sorted(folder.rglob("*.pyx")):
        text = path.read_text(encoding="utf8", errors="surrogateescape")
        is_test = "test" in path.relative_to(folder).parts[:-1] or "tests" in path.parts
        if is_c(path, text) and not is_test and path.resolve() not in parts:
            yield path, text


def errors_of(offcy, python, package, root, path):
    """What is reported of a file as errors, or what is to be said instead; nothing if it compiles to C."""
    with tempfile.TemporaryDirectory() as out:
        command = [offcy, "compile", path, "--emit", "c", "--out-dir", out, "--python", python]
        command += ["--message-format", "json", "-X", "device_blas=True", "-I", root, *package.options]
        command += [f"-I{root / include}" for include in package.includes]
        try:
            done = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            return [], "it does not end"
    if done.returncode == 0:
        return [], None
    reported = [json.loads(line) for line in (done.stdout + done.stderr).splitlines() if line.startswith("{")]
    errors = [one for one in reported if one.get("severity") in ("error", "bug")]
    return errors, f"{errors[0]['code']} {errors[0]['message']}" if errors else f"ended with {done.returncode}"


def outcome(offcy, python, package, root, path, text):
    """Functions, those of them with errors, the first error."""
    spans = functions(text)
    errors, first = errors_of(offcy, python, package, root, path)
    if first is not None and not errors:
        return spans, spans, first
    here = {one["start"]["line"] for one in errors if one.get("file") and pathlib.Path(one["file"]).name == path.name}
    spoilt = [span for span in spans if any(span[0] <= line <= span[1] for line in here)]
    return spans, spoilt, first


def share(part, whole):
    return f"{part} of {whole} ({part / whole:.0%})" if whole else "none"


def arguments_of(text, known, *more):
    """What a survey of packages is given on its command line; `text` describes it, and `more` are options of its own."""
    parser = argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("offcy", type=pathlib.Path)
    parser.add_argument("packages", nargs="*", metavar="PACKAGE")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--cache", type=pathlib.Path, default=HERE.parents[1] / "target" / "real")
    parser.add_argument("--verbose", action="store_true")
    for option, kind in more:
        parser.add_argument(option, type=kind)
    arguments = parser.parse_args()
    if unknown := set(arguments.packages) - set(known):
        parser.error(f"not among {', '.join(known)}: {', '.join(unknown)}")
    return arguments


def survey(description, packages, scoreboard, head):
    """Asks for all files of these packages; `description` is of the command line, `head` the scoreboard."""
    arguments = arguments_of(description, packages)
    offcy, cache = arguments.offcy.resolve(), arguments.cache.resolve()
    python = environment(cache)
    lines, refused, reasons = [], [], collections.Counter()
    total = collections.Counter()
    for name in arguments.packages or packages:
        package = packages[name]
        folder = sources(cache, package)
        others = [sources(cache, packages[need]) / packages[need].sources for need in package.needs]
        package = dataclasses.replace(package, includes=(*package.includes, *others))
        root = folder / package.sources
        work = list(files(folder))
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            results = list(pool.map(lambda file: outcome(offcy, python, package, root, *file), work))
        count = collections.Counter()
        for (path, _), (spans, spoilt, first) in zip(work, results):
            count.update(files=1, whole=int(first is None), functions=len(spans), good=len(spans) - len(spoilt))
            if first:
                reasons[re.sub(r"`[^`]*`", "`...`", first)] += 1
                refused.append(f"{name} {path.relative_to(folder)}: {first}")
                if arguments.verbose:
                    print(refused[-1], f"({len(spans) - len(spoilt)} of {len(spans)} functions)")
        total.update(count)
        lines.append(f"{name} {package.version}: files {share(count['whole'], count['files'])}, functions {share(count['good'], count['functions'])}")
        print(lines[-1], flush=True)
    lines.append(f"total: files {share(total['whole'], total['files'])}, functions {share(total['good'], total['functions'])}")
    print(lines[-1])
    if arguments.record:
        summary = [f"{count:4} {why}" for why, count in reasons.most_common()]
        scoreboard.write_text("\n".join([f"# {head}", *lines, "", *summary, "", *refused]) + "\n")


if __name__ == "__main__":
    head = "How many files and functions of other projects offcy compiles to C, and the first error of each other file (corpus.py)."
    survey(__doc__, CORPUS, HERE / "corpus.txt", head)
