"""Modules of other projects, compiled by offcy in place of Cython, under those projects' own tests.

    run.py OFFCY [MODULE...] [--record] [--cache DIR]

`modules.py` lists them. The projects' wheels are installed once in an environment of its own, and their sdists are used
where they are unpacked; nothing of them is kept here. A module passes if no test fails that does not fail with Cython's
module as well. `scoreboard.txt` says what becomes of each; `--record` writes it again, of the modules that were run. Takes
minutes, and fetches some hundred megabytes the first time: this is not part of the ordinary tests.
"""

import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tarfile
import textwrap

from Cython import Tempita

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from modules import MODULES, PACKAGES

HERE = pathlib.Path(__file__).parent
SCOREBOARD = HERE / "scoreboard.txt"
SECONDS = 1500

# pip asks a package's build system for its name even where it only fetches: each is replaced by this one, which has read it in the sdist.
BUILD_SYSTEM = r"""
import pathlib
import re

def get_requires_for_build_wheel(settings=None):
    return []

def prepare_metadata_for_build_wheel(folder, settings=None):
    told = pathlib.Path("PKG-INFO").read_text(errors="replace")
    name, version = (re.search(rf"^{key}: (.*)$", told, re.MULTILINE)[1] for key in ("Name", "Version"))
    made = pathlib.Path(folder) / f"{name.replace('-', '_')}-{version}.dist-info"
    made.mkdir()
    (made / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    return made.name
"""
# Python runs it when it starts, so before pip's helper process reads which build system it asks.
REPLACE_BUILD_SYSTEM = r"""
import os

for start in ("PEP517", "_PYPROJECT_HOOKS"):
    if f"{start}_BUILD_BACKEND" in os.environ:
        os.environ[f"{start}_BUILD_BACKEND"] = "only_fetches"
        os.environ.pop(f"{start}_BACKEND_PATH", None)
"""


def quietly(arguments, **options):
    subprocess.run([str(part) for part in arguments], check=True, stdout=subprocess.DEVNULL, **options)


def sources(cache, package):
    """The unpacked sdist, fetched where it is not there."""
    folder = cache / f"{package.name}-{package.version}"
    if not folder.exists():
        stub = cache / "build-system"
        stub.mkdir(exist_ok=True)
        (stub / "only_fetches.py").write_text(BUILD_SYSTEM)
        (stub / "sitecustomize.py").write_text(REPLACE_BUILD_SYSTEM)
        fetch = ["download", "--quiet", "--no-deps", "--no-build-isolation", "--use-pep517", "--no-binary", ":all:", "-d", cache]
        environment = {**os.environ, "PYTHONPATH": str(stub)}
        quietly([sys.executable, "-m", "pip", *fetch, f"{package.name}=={package.version}"], env=environment)
        wanted = re.sub(r"[-_.]+", "[-_.]", f"{package.name}-{package.version}")
        [archive] = [path for path in cache.glob("*.tar.gz") if re.fullmatch(wanted + r"\.tar\.gz", path.name, re.I)]
        unpacked = cache / f"{folder.name}.part"
        with tarfile.open(archive) as tar:
            tar.extractall(unpacked, filter="data")
        [root] = unpacked.iterdir()
        root.rename(folder)
        unpacked.rmdir()
    for path, text in package.writes:
        (folder / path).write_text(text)
    for pattern in package.templates:
        for template in folder.glob(pattern):
            rendered = template.with_suffix("")
            if not rendered.exists():
                rendered.write_text(Tempita.sub(template.read_text()))
    return folder


def environment(cache):
    """A Python that has the wheels."""
    python = cache / "environment" / "bin" / "python"
    if not (cache / "environment" / "complete").exists():
        quietly([sys.executable, "-m", "venv", cache / "environment"])
        wanted = [f"{package.name}=={package.version}" for package in PACKAGES.values()]
        quietly([python, "-m", "pip", "install", "--quiet", "pytest", "pytest-pretty", *wanted])
        (cache / "environment" / "complete").touch()
    return python


def site_packages(python):
    script = "import sysconfig; print(sysconfig.get_paths()['platlib'], sysconfig.get_config_var('EXT_SUFFIX'))"
    folder, suffix = subprocess.run([python, "-c", script], check=True, capture_output=True, text=True).stdout.split()
    return pathlib.Path(folder), suffix


def compiled(offcy, cache, python, module):
    """The built module, or why there is none."""
    package = PACKAGES[module.split("/")[0]]
    source = sources(cache, package) / package.sources / f"{module}.pyx"
    out = cache / "built" / module
    shutil.rmtree(out, ignore_errors=True)
    command = [offcy, "compile", source, "--out-dir", out, "--python", python, "--message-format", "short", *package.options]
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=SECONDS)
    if done.returncode != 0:
        told = [line for line in done.stderr.splitlines() if "error" in line] or [done.stderr.strip()[-200:]]
        return None, re.sub(r"/[^ ]*/", "", told[0])
    [built] = out.glob("*.so")
    return built, None


def tested(cache, python, module):
    """The tests that pass, and those that fail."""
    package = PACKAGES[module.split("/")[0]]
    root = sources(cache, package) / package.tests if package.tests else site_packages(python)[0]
    return tests_of(cache, python, root, MODULES[module])


def tests_of(cache, python, root, files, variables=None, options=()):
    """The tests of some files that pass, and those that fail. `variables`: the environment, if it is another one. What is printed on
    the standard error stays in `standard-error`, beside `pytest.ini`."""
    folder = cache / "work"
    folder.mkdir(exist_ok=True)
    # Projects' settings ask for plugins, and plugins that come with one project fail with another.
    (folder / "pytest.ini").write_text("[pytest]\n")
    variables = {**(os.environ if variables is None else variables), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    command = [python, "-m", "pytest", "-c", folder / "pytest.ini", "--rootdir", root, "-q", "-p", "no:cacheprovider"]
    command += ["-rfE", "--tb=no", "--color=no", *options, *(root / path for path in files)]
    try:
        with open(folder / "standard-error", "w") as errors:
            done = subprocess.run(command, cwd=folder, env=variables, stdout=subprocess.PIPE, stderr=errors, text=True, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return 0, ["it does not end"]
    failed = sorted(re.findall(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE))
    # The last: before it may stand what tests print.
    passed = re.findall(r"\b(\d+) passed", done.stdout)
    if done.returncode not in (0, 1):
        failed.append(f"exit status {done.returncode}")
    return int(passed[-1]) if passed else 0, failed


def with_module(cache, python, module, built):
    """The same with offcy's module in the place of the one that is installed, which comes back."""
    folder, suffix = site_packages(python)
    installed = folder / f"{module}{suffix}"
    kept = cache / "replaced.so"
    shutil.copy2(installed, kept)
    try:
        shutil.copy2(built, installed)
        return tested(cache, python, module)
    finally:
        shutil.copy2(kept, installed)


def with_cython(cache, python, module):
    """What passes and fails as installed; remembered."""
    path = cache / "as-installed.json"
    known = json.loads(path.read_text()) if path.exists() else {}
    key = f"{module}: {' '.join(MODULES[module])}"
    if key not in known:
        known[key] = tested(cache, python, module)
        path.write_text(json.dumps(known, indent=1))
    return known[key]


def one(offcy, cache, python, module):
    """Whether the module passes, and what to say of it."""
    built, why = compiled(offcy, cache, python, module)
    if built is None:
        return "refused", why
    before, failed_before = with_cython(cache, python, module)
    if before == 0:
        return "fails", f"no test passes with Cython: {failed_before[:1]}"
    passed, failed = with_module(cache, python, module, built)
    more = [test for test in failed if test not in failed_before]
    if more or passed < before:
        shown = ", ".join(test.rsplit("/", 1)[-1] for test in more[:3])
        return "fails", f"{len(more)} tests more than with Cython: {shown}"
    return "pass", f"{passed} tests"


def summary(lines):
    passed = sum(line.split()[1] == "pass" for line in lines)
    built = sum(line.split()[1] != "refused" for line in lines)
    return f"{passed} of {len(lines)} pass their projects' tests, {built} compile"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("offcy", type=pathlib.Path)
    parser.add_argument("modules", nargs="*", help="such as scipy/signal/_sosfilt, or the last part of it")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--cache", type=pathlib.Path, default=HERE.parent.parent / "target" / "real")
    arguments = parser.parse_args()
    cache = arguments.cache.resolve()
    cache.mkdir(parents=True, exist_ok=True)
    chosen = [
        module for module in MODULES
        if not arguments.modules or module in arguments.modules or module.rsplit("/", 1)[-1] in arguments.modules
    ]
    python = environment(cache)
    found = {}
    for module in chosen:
        status, said = one(arguments.offcy.resolve(), cache, python, module)
        found[module] = f"{module} {status} {said}"
        print(found[module], flush=True)
    print(summary(found.values()))
    if arguments.record:
        # The others stay as they are.
        kept = (line for line in SCOREBOARD.read_text().splitlines() if not line.startswith("#"))
        known = {line.split()[0]: line for line in kept} | found
        lines = [known[module] for module in MODULES if module in known]
        head = textwrap.fill("What becomes of the modules in `modules.py`, written by `run.py --record`.", 110, initial_indent="# ")
        SCOREBOARD.write_text("\n".join([head, f"# {summary(lines)}", *lines]) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
