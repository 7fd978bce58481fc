"""Cython's tests of what it refuses, asked of offcy.

    errors.py OFFCY [PATH...] [--record] [--jobs N] [--verbose]

Each file below `tests/errors` of Cython's sdist says in which lines errors are found; where it is tagged `werror`, warnings
are errors. Out of scope are C++, asynchronous code and language level 2. A file counts if offcy finds an error in each of
these lines: its words are its own, and that it does not do something yet is not an error of the source. The lines are those
of the file or of what it cimports from its folder, for Cython's list does not distinguish them; that a declaration
stands somewhere else is not an error of its own. `errors.txt` has the files that do not, with the lines that are
missed and those that are found beside; another result than there is a failure. `--record` writes it again.
"""

import concurrent.futures
import json
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from run import HERE, asked, run as ended

SCOREBOARD = HERE / "errors.txt"
OUT_OF_SCOPE = re.compile(r"^# *tag:.*\bcpp\b|^# *cython:.*language_level *= *2|^# *distutils: *language *= *c\+\+|\basync def\b|\bawait\b", re.MULTILINE)


def expected(text):
    """The lines with errors."""
    told = re.search(r'^_ERRORS *= *[ubr]*("""|\'\'\')(.*?)\1', text, re.MULTILINE | re.DOTALL)
    named = re.findall(r"^ *(\d+) *: *\d+ *: *(.*)", told[2], re.MULTILINE) if told else []
    return {int(line) for line, words in named if words.strip() != "Previous declaration is here"}


def in_scope(tests):
    for path in sorted((tests / "errors").glob("*.pyx")):
        text = path.read_text(encoding="utf8", errors="surrogateescape")
        if re.search(r"^# *mode: *error", text, re.MULTILINE) and not OUT_OF_SCOPE.search(text):
            lines = expected(text)
            if lines:
                yield path, lines


def severities(text):
    """What counts as an error."""
    werror = re.search(r"^# *tag:.*\bwerror\b", text, re.MULTILINE)
    return {"error", "warning"} if werror else {"error"}


def found(offcy, path):
    """The lines in which offcy finds errors, or how it ended."""
    counted = severities(path.read_text(encoding="utf8", errors="surrogateescape"))
    command = [offcy, "check", "--message-format", "json", "-I", path.parent, path]
    status, text = ended(command, path.parent)
    if status not in (0, 1):
        return f"ended with {status}"
    lines = set()
    for line in text.splitlines():
        told = json.loads(line) if line.startswith("{") else {}
        if told.get("severity") in counted and told["code"] != "OFC0010" and pathlib.Path(told["file"]).parent == path.parent:
            # Other places with the same mistake are marked in the diagnostic of the first one.
            others = [label for label in told.get("labels", []) if label["text"] == "the same here"]
            lines.update(place["start"]["line"] for place in [told, *others])
    return lines


def outcome(offcy, path, lines):
    """Why a file does not count, or None."""
    got = found(offcy, path)
    if isinstance(got, str):
        return got
    missed, beside = lines - got, got - lines
    if not missed:
        return None
    name = lambda lines: ", ".join(map(str, sorted(lines)))
    return f"misses {name(missed)}" + (f"; finds {name(beside)}" if beside else "")


def main():
    arguments, tests = asked(__doc__)
    offcy = arguments.offcy.resolve()
    files = [(path, lines) for path, lines in in_scope(tests) if not arguments.paths or path.name in arguments.paths]
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        results = list(pool.map(lambda file: outcome(offcy, *file), files))
    lines = [f"{path.name} {why}" for (path, _), why in zip(files, results) if why]
    passed = len(files) - len(lines)
    head = f"# Files of Cython's tests/errors that offcy does not refuse in all the lines that it should: see errors.py.\n# refused: {passed} of {len(files)} ({passed / len(files):.1%})"
    if arguments.verbose or arguments.paths:
        print(*lines, sep="\n")
    if arguments.record:
        SCOREBOARD.write_text("\n".join([head, *lines]) + "\n")
    print(head.splitlines()[-1][2:])
    if not arguments.paths:
        recorded = SCOREBOARD.read_text().splitlines()[2:]
        for line in sorted(set(lines) ^ set(recorded)):
            print("now" if line in lines else "was", line)
        sys.exit(lines != recorded)


if __name__ == "__main__":
    main()
