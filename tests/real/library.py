"""Modules of Python's own library, compiled as they are, under Python's own tests.

    library.py OFFCY [MODULE...] [--record]

The modules are put before Python's: whatever imports one gets the compiled one. A test counts if it passes without them. `library.txt`
has the tests that fail with them, and why; others are errors, and so are modules that no longer compile. `--record` writes the
names again, and keeps the reasons. Needs a Python with its tests (the package `test`). No part of the ordinary tests: it takes some ten minutes.
"""

import argparse
import concurrent.futures
import importlib.util
import os
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile

RECORD = pathlib.Path(__file__).with_name("library.txt")
LIBRARY = pathlib.Path(sysconfig.get_paths()["stdlib"])
# Not those that Python imports before it finds others, and that the runtime itself needs.
MODULES = """
argparse ast base64 bdb bisect calendar cmd code codeop colorsys configparser contextlib copy copyreg csv dataclasses datetime decimal
difflib dis enum filecmp fileinput fnmatch fractions ftplib functools getopt gettext glob graphlib gzip hashlib heapq hmac imaplib ipaddress
linecache locale lzma mailbox mimetypes netrc numbers optparse pathlib pickle pickletools pkgutil platform poplib pprint profile pstats pyclbr
queue quopri random rlcompleter sched secrets selectors shelve shlex shutil smtplib socketserver statistics string stringprep symtable tabnanny
tarfile tempfile textwrap threading timeit token tokenize trace traceback typing uuid warnings wave weakref _weakrefset _pydecimal _strptime
zipfile json.decoder json.encoder json.scanner urllib.parse urllib.request urllib.robotparser email._header_value_parser email.message
email.header email.parser email.feedparser email.utils email.quoprimime email.base64mime email.charset email.generator email.policy
email._policybase email.headerregistry email.contentmanager email._parseaddr email._encoded_words http.cookies http.cookiejar
xml.etree.ElementTree xml.dom.minidom xml.sax.saxutils unittest.case unittest.mock unittest.loader unittest.suite unittest.result
tomllib._parser zoneinfo._zoneinfo wsgiref.headers wsgiref.util re._parser re._compiler
""".split()
TESTS = """
argparse ast base64 bdb bisect calendar cmd code codeop colorsys configparser contextlib contextlib_async copy copyreg csv dataclasses datetime
decimal difflib dis enum filecmp fileinput fnmatch fractions ftplib functools getopt gettext glob graphlib gzip hashlib heapq hmac inspect
ipaddress json linecache lzma mailbox mimetypes netrc numeric_tower optparse pathlib pickle pickletools pkgutil platform poplib pprint profile pstats
pyclbr queue quopri random rlcompleter sched secrets selectors shelve shlex shutil smtplib statistics string stringprep symtable tabnanny tarfile
tempfile textwrap threading_local timeit tokenize trace traceback typing uuid warnings wave weakref weakset zipfile urlparse urllib robotparser
email http_cookies http_cookiejar xml_etree minidom sax unittest tomllib zoneinfo wsgiref sqlite3 re strptime collections abstract_numbers
""".split()
SECONDS = 120  # of one file of tests
PASSED = re.compile(r"^\w+ \((test\.[\w.]+|unittest\.[\w.]+)\).*?\.\.\. ok$", re.MULTILINE)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("offcy", type=pathlib.Path)
    parser.add_argument("modules", nargs="*", metavar="MODULE")
    parser.add_argument("--record", action="store_true")
    return parser.parse_args()


def compiled(offcy, folder, name):
    """What the compiler said of a module that it refuses; empty otherwise."""
    path = pathlib.Path(*name.split("."))
    source = (LIBRARY / path).with_suffix(".py")
    if not source.exists():
        return ""
    place = folder / path.parent
    place.mkdir(parents=True, exist_ok=True)
    command = [offcy, "compile", source, "--out-dir", place, "--module-name", name, "--python", sys.executable]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600)
    return done.stderr if done.returncode != 0 else ""


def whole_packages(folder, names):
    """A package is found in one place: its other modules come along, with tests that are among them. In one folder, a compiled module goes
    before a source."""
    for package in {name.split(".")[0] for name in names if "." in name}:
        skipped = shutil.ignore_patterns("__pycache__")
        shutil.copytree(LIBRARY / package, folder / package, dirs_exist_ok=True, ignore=skipped)


def passing(tests, folder=None):
    """The names of the tests that pass."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    if folder is not None:
        environment["PYTHONPATH"] = str(folder)
    command = [sys.executable, "-m", "test", f"-j{os.cpu_count()}", "--timeout", str(SECONDS), "-v", *(f"test_{name}" for name in tests)]
    done = subprocess.run(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, errors="replace")
    return set(PASSED.findall(done.stdout.decode(errors="replace") if isinstance(done.stdout, bytes) else done.stdout))


def recorded():
    """The tests that are known to fail, each with the reason."""
    rows = [line.split(": ", 1) for line in RECORD.read_text().splitlines() if line and not line.startswith("#")] if RECORD.exists() else []
    return {row[0]: row[1] for row in rows}


def main():
    options = arguments()
    if importlib.util.find_spec("test.test_bisect") is None:
        sys.exit("this Python came without its tests")
    names = options.modules or MODULES
    tests = TESTS if not options.modules else [name for name in TESTS if any(name in part.split(".") for part in names)]
    tests = [name for name in tests if importlib.util.find_spec(f"test.test_{name}") is not None]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            refused = dict(zip(names, pool.map(lambda name: compiled(options.offcy.resolve(), folder, name), names)))
        refused = {name: why for name, why in refused.items() if why}
        for name, why in refused.items():
            print(f"{name}: does not compile\n{why}")
        whole_packages(folder, names)
        before, after = passing(tests), passing(tests, folder)
    failed, known = sorted(before - after), recorded()
    fresh = [name for name in failed if name not in known]
    print(f"{len(names) - len(refused)} modules compile, {len(refused)} do not; {len(before & after)} tests pass, {len(failed)} fail with them")
    for name in fresh:
        print(f"{name}: fails, and is not in {RECORD.name}")
    if options.record:
        head = "# Tests of Python's library that fail with its modules compiled, written by `library.py --record`; the reasons are added by hand.\n"
        RECORD.write_text(head + "".join(f"{name}: {known.get(name, 'not looked into')}\n" for name in failed))
    sys.exit(1 if (fresh or refused) and not options.record else 0)


if __name__ == "__main__":
    main()
