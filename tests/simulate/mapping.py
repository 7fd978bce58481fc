"""Runs the programs of benches/mapping on a simulated NVIDIA GPU.

    mapping.py OFFCY [--seed S] [--quick] [--ordinary] [NAME...]

All three versions of each (see `benches/mapping/run.py`) must give what the host's cores give, but for the last bits of functions
of libm, and the checks of memory, initialisation and order must find nothing. `--ordinary`: not again where the same has passed
before (`tests/common/confirmed.py`).
"""

import functools
import json
import pathlib
import sys
import tempfile

HERE = pathlib.Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent / "run"), str(HERE.parent / "common")]
import alone
import check
from builds import build_offcy, built, load, plain
from confirmed import digest_of
from programs import agreement

BENCHES = HERE.parents[1] / "benches" / "mapping"
mapping = load(BENCHES / "run.py", "mapping")
written = load(HERE.parent / "mapping" / "check.py", "mapping_check").written


def worker(folder, name, function):
    """In a process of its own: prints what a version gives."""
    module = load(built(folder, name), name)
    arguments = load(BENCHES / f"{name}.py", f"{name}_inputs").inputs(1)
    print(json.dumps([plain(result) for result in [getattr(module, function)(*arguments), *arguments]]))


def wrong(offcy, options, name):
    source = BENCHES / f"{name}.pyx"
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        rewritten = folder / source.name
        rewritten.write_text(mapping.naive(offcy, source))
        gpu = ["--offload-arch", "sm_90", "-X", "fp_contract=off"]
        build_offcy(offcy, source, folder / "host", "-X", "fp_contract=off")
        build_offcy(offcy, source, folder / "gpu", *gpu)
        build_offcy(offcy, rewritten, folder / "naive", *gpu)
        build_offcy(offcy, source, folder / "plain", "-O0")
        agree = agreement(folder / "plain")
        expected, found = alone.results(__file__, folder / "host", name, "inferred"), []
        simulation = [offcy, "simulate", *options, "--"]
        for version in mapping.VERSIONS:
            place, function = ("naive", "inferred") if version == "naive" else ("gpu", version)
            got = alone.results(__file__, folder / place, name, function, before=simulation)
            pairs = enumerate(zip(expected, got, strict=True))
            found += [f"{version}: result {number} is another" for number, pair in pairs if not agree(*pair)]
        return found


def main():
    arguments, options = alone.arguments(__doc__, has_record=True)
    names = arguments.names or sorted(path.stem for path in BENCHES.glob("*.pyx"))
    judge = functools.partial(wrong, arguments.offcy, options)
    if not arguments.ordinary:
        return check.check_all(names, judge, jobs=2)

    def passed_or_judged(name):
        asked = [written(arguments.offcy, BENCHES / f"{name}.pyx"), options, digest_of("benches/mapping")]
        return alone.unless_passed(f"mapping {name}", asked, lambda: judge(name))

    status = check.check_all(names, passed_or_judged, jobs=2)
    alone.PASSED.save(is_whole=False)
    return status


if __name__ == "__main__":
    if sys.argv[1] == "--worker":
        worker(*sys.argv[2:])
    else:
        sys.exit(main())
