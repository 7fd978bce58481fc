"""Whole packages with offcy's modules in place of Cython's, under the packages' own tests.

    whole.py OFFCY [PACKAGE...] [--record] [--cache DIR] [--repositories DIR]

All modules of a package's wheel whose source asks for C (see `corpus.py`) are compiled and put in the places of the installed ones at
once. Tests that are in neither the wheel nor the sdist are those of DIR/PACKAGE, the project's repository. A package passes if no test fails that does not fail with Cython's modules as well. `whole.txt` says what becomes of each;
`--record` writes it again, of the packages that were run. No part of the ordinary tests: it takes many minutes, and fetches some
hundred megabytes the first time.
"""

import concurrent.futures
import contextlib
import dataclasses
import json
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from corpus import arguments_of, files
from modules import OUTSIDE, PACKAGES, Package
from packages import NAMED
from run import HERE, SECONDS, quietly, site_packages, sources, tests_of

SCOREBOARD = HERE / "whole.txt"


@dataclasses.dataclass(frozen=True)
class Whole:
    """`tests`: in its wheel, in its sdist (`in_sources`), or in its repository alone (`in_repository`). `options`: for pytest. `parts`: only some of its tests are run. `beside`: what its build names beside a module, as
    comments at the module's head."""

    package: Package
    tests: tuple
    in_sources: bool = False
    in_repository: bool = False
    options: tuple = ()
    beside: dict = dataclasses.field(default_factory=dict)
    parts: bool = False


WAVELETS = """\
# distutils: sources = c/common.c c/convolution.c c/cwt.c c/wavelets.c c/wt.c
# distutils: define_macros = HAVE_C99_COMPLEX=1, PY_EXTENSION=1"""

# The rest takes hours, and uses the same modules.
STATE_SPACES = """cfa_simulation_smoothing chandrasekhar collapsed concentrated conserve_memory exact_diffuse_filtering exponential_smoothing
initialization kalman multivariate_switch_univariate options pickle prediction representation save simulate simulation_smoothing smoothing
tools univariate var weights""".split()

# Of folders whose tests take longer together: those of modules that offcy may replace.
DIPY = {
    "align": "crosscorr expectmax metrics parzenhist sumsqdiff transforms vector_fields",
    "denoise": "bias_correction denoise kernel nlmeans noise_estimate",
    "reconst": "eudx_dg odf peak_finding vec_val_vect",
    "utils": "omp",
}

WHOLE = {
    "cftime": Whole(NAMED["cftime"], ("test",), True),
    "regions": Whole(NAMED["regions"], ("regions",)),
    "cutadapt": Whole(NAMED["cutadapt"], ("tests",), True, ("-p", "pytest_timeout")),
    "reproject": Whole(
        NAMED["reproject"], ("reproject",),
        beside={"reproject/spherical_intersect/_overlap": "# distutils: sources = overlapArea.c reproject_slice_c.c"},
    ),
    "arch": Whole(NAMED["arch"], ("arch/tests/bootstrap", "arch/tests/univariate"), parts=True),
    "propcache": Whole(NAMED["propcache"], ("tests",), True),
    "photutils": Whole(NAMED["photutils"], ("photutils",)),
    "cytoolz": Whole(NAMED["cytoolz"], ("cytoolz/tests",)),
    "pycocotools": Whole(
        NAMED["pycocotools"], ("tests",), in_repository=True,
        beside={"pycocotools/_mask": "# distutils: sources = ../common/maskApi.c\n# distutils: include_dirs = ../common"},
    ),
    "PyWavelets": Whole(
        NAMED["PyWavelets"], ("pywt/tests",),
        beside={f"pywt/_extensions/{module}": WAVELETS for module in ("_pywt", "_dwt", "_swt", "_cwt")},
    ),
    "dipy": Whole(
        OUTSIDE["dipy"],
        (
            *(f"dipy/{part}/tests" for part in ("core", "direction", "segment", "sims", "tracking")),
            *(f"dipy/{part}/tests/test_{name}.py" for part, names in DIPY.items() for name in names.split()),
        ),
        parts=True,
    ),
    "statsmodels": Whole(
        PACKAGES["statsmodels"],
        (
            "statsmodels/nonparametric/tests", "statsmodels/robust/tests/test_scale.py",
            *(f"statsmodels/tsa/{part}/tests" for part in ("stl", "holtwinters", "innovations", "regime_switching")),
            *(f"statsmodels/tsa/tests/test_{name}.py" for name in ("stattools", "exponential_smoothing")),
            *(f"statsmodels/tsa/statespace/tests/test_{name}.py" for name in STATE_SPACES),
        ),
        parts=True,
    ),
}
# What the tests import.
MORE = ("pytest", "pytest-pretty", "pytest-astropy", "pytest-timeout", "hypothesis", "dnaio", "xopen", "matplotlib", "pandas")


def environment(cache):
    """A Python that has the wheels of all these packages."""
    python = cache / "whole" / "bin" / "python"
    wanted = [f"{one.package.name}=={one.package.version}" for one in WHOLE.values()]
    complete = cache / "whole" / "complete"
    if not complete.exists():
        quietly([sys.executable, "-m", "venv", cache / "whole"])
    if not complete.exists() or complete.read_text().split() != wanted:
        quietly([python, "-m", "pip", "install", "--quiet", *MORE, *wanted])
        complete.write_text("\n".join(wanted))
    return python


def built(offcy, python, one, root, path, out):
    """The module, or why there is none."""
    package = one.package
    command = [offcy, "compile", path, "--out-dir", out, "--python", python, "--message-format", "short", "-I", root, *package.options]
    command += [f"-I{root / include}" for include in package.includes]
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True, timeout=SECONDS)
    if done.returncode != 0:
        reported = [line for line in done.stderr.splitlines() if "error" in line] or [done.stderr.strip()[-200:]]
        return None, re.sub(r"/[^ ]*/", "", reported[0])
    [library] = pathlib.Path(out).glob("*.so")
    return library, None


@contextlib.contextmanager
def with_sources(one, root):
    """The C files that a package's build names beside its modules, where offcy looks: in a comment at the head of the module."""
    kept = {}
    try:
        for module, head in one.beside.items():
            path = root / f"{module}.pyx"
            kept[path] = path.read_text()
            path.write_text(f"{head}\n{kept[path]}")
        yield
    finally:
        for path, text in kept.items():
            path.write_text(text)


def modules(offcy, cache, python, one):
    """The libraries of a package by the places of their modules, and what is refused."""
    folder = sources(cache, one.package)
    root = folder / one.package.sources
    place, suffix = site_packages(python)
    out = cache / "built-whole" / one.package.name
    shutil.rmtree(out, ignore_errors=True)
    wanted = []
    for path, _ in files(folder):
        module = path.relative_to(root).with_suffix("") if path.is_relative_to(root) else None
        if module is not None and any((place / module).parent.glob(f"{module.name}.*so")):
            wanted.append((path, module))
    libraries, refused = {}, {}

    def build(item):
        path, module = item
        return module, built(offcy, python, one, root, path, out / module)

    with with_sources(one, root), concurrent.futures.ThreadPoolExecutor(2) as pool:
        for module, (library, why) in pool.map(build, wanted):
            if library is None:
                refused[str(module)] = why
            else:
                libraries[place / f"{module}{suffix}"] = library
    return libraries, refused


@contextlib.contextmanager
def installed(libraries):
    """Modules in the places of a package's own for a while."""
    with tempfile.TemporaryDirectory() as kept:
        kept = pathlib.Path(kept)
        try:
            for number, (place, library) in enumerate(libraries.items()):
                if place.exists():
                    shutil.move(place, kept / str(number))
                shutil.copy2(library, place)
            yield
        finally:
            for number, place in enumerate(libraries):
                place.unlink(missing_ok=True)
                if (kept / str(number)).exists():
                    shutil.move(kept / str(number), place)


def tested(cache, python, one, repositories):
    root = sources(cache, one.package) if one.in_sources else site_packages(python)[0]
    if one.in_repository:
        root = repositories / one.package.name
    return tests_of(cache, python, root, one.tests, options=("--continue-on-collection-errors", *one.options))


def before(cache, python, name, repositories):
    """What passes and fails as installed; remembered."""
    path = cache / "whole-as-installed.json"
    known = json.loads(path.read_text()) if path.exists() else {}
    key = f"{name}: {' '.join(WHOLE[name].tests)}"
    if key in known:
        return known[key]
    found = tested(cache, python, WHOLE[name], repositories)
    if found[0] > 0:
        path.write_text(json.dumps(known | {key: found}, indent=1))
    return found


def outcome(offcy, cache, python, name, repositories):
    one = WHOLE[name]
    if one.in_repository and repositories is None:
        return f"{name} {one.package.version}: not run, its tests are in its repository alone: --repositories DIR"
    libraries, refused = modules(offcy, cache, python, one)
    shown = f"{len(libraries)} of {len(libraries) + len(refused)} modules"
    passed_before, failed_before = before(cache, python, name, repositories)
    if passed_before == 0:
        return f"{name} {one.package.version}: untested, no test passes with Cython's: {failed_before[:1]}"
    with installed(libraries):
        passed, failed = tested(cache, python, one, repositories)
    more = [test for test in failed if test not in failed_before]
    lines = [f"    {module}: {why}" for module, why in refused.items()] + [f"    {test}" for test in more[:10]]
    if more or passed < passed_before:
        return "\n".join([f"{name} {one.package.version}: fails, {shown}, {len(more)} tests more than with Cython's", *lines])
    which = " (some of its tests)" if one.parts else ""
    return "\n".join([f"{name} {one.package.version}: passes, {shown}, {passed} tests{which}", *lines])


def main():
    # The package's own modules come back if this is ended.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    arguments = arguments_of(__doc__, WHOLE, ("--repositories", pathlib.Path))
    cache = arguments.cache.resolve()
    cache.mkdir(parents=True, exist_ok=True)
    python = environment(cache)
    found = {}
    for name in arguments.packages or WHOLE:
        found[name] = outcome(arguments.offcy.resolve(), cache, python, name, arguments.repositories)
        print(found[name], flush=True)
    if arguments.record:
        known = {}
        for line in SCOREBOARD.read_text().splitlines()[1:] if SCOREBOARD.exists() else []:
            if not line.startswith(" "):
                name = line.split()[0]
            known[name] = [*known.get(name, []), line]
        known |= {name: text.splitlines() for name, text in found.items()}
        lines = [line for name in WHOLE if name in known for line in known[name]]
        SCOREBOARD.write_text("\n".join(["# What becomes of whole packages with offcy's modules, written by `whole.py --record`.", *lines]) + "\n")


if __name__ == "__main__":
    main()
