"""The mapping benchmark (`benches/mapping`) at its smallest: every program gives the same results however it is mapped and wherever
it runs, and what is inferred moves less than the naive maps do. Not again where the same C has passed (`tests/common/confirmed.py`).

    check.py OFFCY
"""

import json
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "benches" / "mapping"), str(ROOT / "tests" / "common")]
import builds
import run as benchmark
from confirmed import digest, digest_of, tools, unless_passed

PROGRAMS = sorted((ROOT / "benches" / "mapping").glob("*.pyx"))


def written(offcy, source):
    """The C of a program, and of the same with naive maps."""
    with tempfile.TemporaryDirectory() as folder:
        rewritten = pathlib.Path(folder) / source.name
        rewritten.write_text(benchmark.naive(offcy, source))
        return [builds.emitted(offcy, source), builds.emitted(offcy, rewritten)]


def wrong(program, figures):
    bytes_of = {version: figures[version]["bytes"] for version in benchmark.VERSIONS}
    for version in benchmark.VERSIONS:
        if figures[version]["copies_to"] == 0 or figures[version]["copies_from"] == 0:
            yield f"{program}, {version}: nothing is copied: {figures[version]}"
    if bytes_of["expert"] >= bytes_of["naive"]:
        yield f"{program}: the expert saves nothing: {bytes_of}"
    if bytes_of["inferred"] >= bytes_of["naive"]:
        yield f"{program}: nothing is inferred: {bytes_of}"


def measure(offcy):
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "figures.json"
        command = [sys.executable, "-P", benchmark.__file__, offcy, "--output", report]
        status = subprocess.run(command).returncode
        if status:
            return status
        found = json.loads(report.read_text())["programs"]
    lines = [line for program, figures in found.items() for line in wrong(program, figures)]
    print(*lines, sep="\n")
    return 1 if lines or len(found) != len(PROGRAMS) else 0


if __name__ == "__main__":
    offcy = sys.argv[1]
    question = digest([written(offcy, source) for source in PROGRAMS], tools(), digest_of("benches/mapping", "tests/mapping"))
    sys.exit(unless_passed("mapping", question, lambda: measure(offcy)))
