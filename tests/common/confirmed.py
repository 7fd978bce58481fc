"""Results of earlier runs, by hashes of all that they depend on, so that an ordinary run need not do the same again.

A record holds for each name a hash of the question and the results: what Cython has confirmed, of the stripped sources, the
calls and the versions (`Confirmed.holds`), or what a check of offcy's C gave when it passed, of that C, of everything that it is
built with and of the check itself (`passed`). It can only confirm: where anything differs, the check runs.
`OFFCY_ANSWERS=update` writes what has passed now into the record, `OFFCY_ANSWERS=ask` runs all checks in any case, and
`OFFCY_ANSWERS=record` does both.
"""

import functools
import hashlib
import json
import os
import pathlib
import platform
import subprocess
import sys
from importlib import metadata

ROOT = pathlib.Path(__file__).parent.parent.parent
FOLDER = ROOT / "tests" / "confirmed"
WAY = os.environ.get("OFFCY_ANSWERS", "")
if WAY not in ("", "ask", "record", "update"):
    sys.exit(f"OFFCY_ANSWERS: expected ask, record or update, found {WAY}")
# What runs kernels for GPUs without one.
SIMULATOR = ["src/simulate", "src/image", "simulator/include", "simulator/src"]


def digest(*parts):
    """A hash of texts, bytes, and what JSON can hold."""
    whole = hashlib.sha256()
    for part in parts:
        data = part if isinstance(part, bytes) else json.dumps(part, sort_keys=True).encode()
        whole.update(len(data).to_bytes(8, "little") + data)
    return whole.hexdigest()[:24]


def digest_of(*places):
    """A hash of files and folders of the repository, by their names there."""
    paths = [ROOT / place for place in places]
    files = [file for path in paths for file in (path.rglob("*") if path.is_dir() else [path])]
    files = sorted(file for file in files if file.is_file() and "__pycache__" not in file.parts)
    return digest([str(file.relative_to(ROOT)) for file in files], *(file.read_bytes() for file in files))


def versions():
    """What the answer of Cython depends on beside the sources."""
    from builds import CYTHON_OPTIONS

    return [list(sys.version_info[:2]), metadata.version("cython"), metadata.version("numpy"), CYTHON_OPTIONS]


@functools.cache
def tools():
    """What becomes of offcy's C depends on these beside the C: compiler, libraries, how offcy calls the compiler, and the runtime."""
    compiler = subprocess.run(["clang-19", "--version"], capture_output=True, text=True).stdout.partition("\n")[0]
    common = [f"tests/common/{name}.py" for name in ("builds", "forking")]
    return [versions(), compiler, digest_of("src/build", "runtime-c/include", "runtime-c/src", *common)]


@functools.cache
def machine():
    """What modules choose by when they are imported, and the library that computes for them."""
    words = pathlib.Path("/proc/cpuinfo").read_text() if os.path.exists("/proc/cpuinfo") else ""
    flags = set(words.partition("flags")[2].partition("\n")[0].split())
    return [platform.machine(), sorted(flags & {"avx", "avx2", "fma", "avx512f", "avx512vl"}), *platform.libc_ver()]


class Confirmed:
    """The record of one suite."""

    def __init__(self, suite):
        self.path = FOLDER / f"{suite}.json"
        self.known = json.loads(self.path.read_text()) if self.path.exists() else {}
        self.used, self.new = {}, {}

    def holds(self, name, question, results):
        """Whether Cython has confirmed these results of this question."""
        return self.passed(name, question) == digest(results)

    def note(self, name, question, results):
        """Cython has confirmed them now."""
        self.note_passed(name, question, digest(results))

    def passed(self, name, question):
        """What a check gave when it passed with this question; None if it must run."""
        asked, results = self.known.get(name, ("", None))
        if WAY in ("ask", "record") or asked != question:
            return None
        self.used[name] = [question, results]
        return results

    def keep(self, name):
        """What is known of this name stays, though nobody has asked."""
        if name in self.known:
            self.used[name] = self.known[name]

    def note_passed(self, name, question, results):
        """It has passed now. `results`: what JSON can hold, and not None."""
        self.new[name] = [question, results]

    def save(self, is_whole=True):
        """Writes the record where that is asked for. Of a run of a part, what is known of the others stays."""
        if WAY in ("record", "update"):
            FOLDER.mkdir(exist_ok=True)
            kept = dict(sorted({**({} if is_whole else self.known), **self.used, **self.new}.items()))
            lines = (f"{json.dumps(name)}: {json.dumps(entry)}" for name, entry in kept.items())
            self.path.write_text("{\n" + ",\n".join(lines) + "\n}\n")
        changed = sum(self.known.get(name) != entry for name, entry in self.new.items())
        if WAY == "" and changed:
            words = f"{self.path.stem}: {changed} were not on record; OFFCY_ANSWERS=update keeps them"
            print(words)
            if "OFFCY_NOT_ON_RECORD" in os.environ:
                with open(os.environ["OFFCY_NOT_ON_RECORD"], "a") as notes:
                    print(words, file=notes)


def unless_passed(suite, question, run):
    """The exit status of a check that is one piece, which `run` gives; 0 without running it where it has passed before."""
    record = Confirmed(suite)
    if record.passed("all", question):
        print(f"{suite}: the same has passed before (tests/confirmed)")
        return 0
    status = run()
    if status == 0:
        record.note_passed("all", question, True)
    record.save()
    return status
