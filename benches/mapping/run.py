"""What data mapping moves: inferred, by an expert, and the naive way, over nine programs.

    run.py OFFCY [NAME...] [--scale N] [--jobs N] [--output FILE] [--document FILE]

Each NAME.pyx holds a program twice: `inferred` has no map at all, `expert` has every map written by
hand; NAME.py makes the inputs. A third version is made here: `inferred` without its data contexts, and
with everything mapped `tofrom` at each region.

All three run on the virtual device, which must be used. Bytes and copies are those that libomptarget
reports (LIBOMPTARGET_INFO), in the second call of a process; offcy's own trace must count the same.
The results of all of them, on the host's cores too, must be those of the stripped program under Cython
to the last bit, else the exit status is 1. Cython runs the loops in sequence: of `s = min(s, x[i])` in a
prange it makes no reduction.
"""

import argparse
import datetime
import hashlib
import json
import os
import pathlib
import platform
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

HERE = pathlib.Path(__file__).parent
sys.path.insert(0, str(HERE.parent.parent / "tests" / "common"))

from builds import ON_DEVICE, SUFFIX, build_cython, build_device, build_offcy, command, load, plain

VERSIONS = ("inferred", "expert", "naive")
MEASURED = "==== measured from here"
# libomptarget names what is at an address or before it: memory of the host that holds small arrays together is after the module's own variable.
OF_RUNTIME = ("unknown", "offcy_image_marker")
TOGETHER, APART = 8192, 256  # arrays of so many bytes move together, and begin at multiples of so many
COPY = re.compile(r"Copying data from (host to device|device to host), .*Size=(\d+), Name=(\S+)")
CONTEXT = re.compile(r"^( *)with (?:(nogil), )?device\(\):")


def naive(offcy, source):
    """The text of a program with all that its regions use mapped `tofrom` at each, and no inferred contexts."""
    lines = source.read_text().splitlines()
    for region in json.loads(command([offcy, "maps", "--json", source]))["regions"]:
        used = [capture for capture in region["captures"] if capture["map"] in ("to", "from", "tofrom", "alloc")]
        maps = ", ".join(f"{capture['name']}: 'tofrom'" for capture in used)
        line = region["line"] - 1
        lines[line] = lines[line].replace("device={}", f"device={{{maps}}}")
    return "\n".join(CONTEXT.sub(lambda at: f"{at[1]}with nogil:" if at[2] else f"{at[1]}if True:", line) for line in lines)


def worker(folder, name, version, scale):
    """In a process of its own: calls a version twice and prints what the second call gave."""
    module = load(pathlib.Path(folder) / f"{name}{SUFFIX}", name)
    program = load(HERE / f"{name}.py", f"{name}_inputs")

    def call():
        arguments = program.inputs(int(scale))
        return [getattr(module, version)(*arguments), *arguments]

    call()
    print(MEASURED, file=sys.stderr, flush=True)
    results = [json.dumps(plain(result)) for result in call()]
    print(json.dumps([result if len(result) < 100 else hashlib.sha256(result.encode()).hexdigest() for result in results]))


def run(folder, name, version, scale, **environment):
    """The results, and what was written to the standard error during the second call."""
    done = subprocess.run(
        [sys.executable, "-P", __file__, "--worker", folder, name, version, str(scale)],
        capture_output=True, text=True, timeout=600, env={**os.environ, "TMPDIR": str(folder), **environment},
    )
    if done.returncode:
        raise RuntimeError(f"{name} {version}: exit code {done.returncode}\n{done.stderr[-3000:]}")
    return json.loads(done.stdout), done.stderr.split(MEASURED)[1]


def measured(name, log):
    """Bytes and copies, as libomptarget reports them; of which variable the bytes were, as offcy reports."""
    found = {"bytes_to": 0, "bytes_from": 0, "copies_to": 0, "copies_from": 0, "variables": {}}
    by_runtime = traced = between = 0
    for direction, size, mapped in COPY.findall(log):
        way = "to" if direction == "host to device" else "from"
        found[f"bytes_{way}"] += int(size)
        found[f"copies_{way}"] += 1
        # The runtime's copies are of no variable; those of a kernel's own map clauses are of results.
        by_runtime += int(size) if mapped in OF_RUNTIME else 0
    for line in log.splitlines():
        for variable in json.loads(line)["variables"] if line.startswith('{"offcy"') else []:
            bytes_of = found["variables"].setdefault(variable["name"], [0, 0])
            bytes_of[0] += variable["to"]
            bytes_of[1] += variable["from"]
            traced += variable["to"] + variable["from"]
            between += sum(-bytes % APART for bytes in (variable["to"], variable["from"]) if 0 < bytes <= TOGETHER)
    if not traced <= by_runtime <= traced + between:
        raise RuntimeError(f"{name}: libomptarget moved {by_runtime} bytes for the runtime, the trace reports {traced}")
    found["bytes"] = found["bytes_to"] + found["bytes_from"]
    found["copies"] = found["copies_to"] + found["copies_from"]
    return found


def tried(offcy, name, scale):
    """The figures of a program, `None` where it cannot be measured, and what is wrong."""
    try:
        return benchmark(offcy, name, scale)
    except RuntimeError as error:
        return None, [str(error)]


def benchmark(offcy, name, scale):
    """The figures of a program, and what is wrong with its results."""
    source = HERE / f"{name}.pyx"
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        rewritten = folder / source.name
        rewritten.write_text(naive(offcy, source))
        build_cython(offcy, source, folder / "cython", "-O0")
        build_offcy(offcy, source, folder / "host")
        build_device(offcy, source, folder / "device")
        build_device(offcy, rewritten, folder / "naive")
        figures, wrong = {}, []
        expected, _ = run(folder / "cython", name, "inferred", scale, OMP_NUM_THREADS="1")

        def compare(what, found):
            if found != expected:
                wrong.append(f"{name}, {what}: expected {expected}, got {found}")

        compare("expert under Cython", run(folder / "cython", name, "expert", scale)[0])
        for version in ("inferred", "expert"):
            compare(f"{version} on the host", run(folder / "host", name, version, scale)[0])
        for version in VERSIONS:
            place, function = ("naive", "inferred") if version == "naive" else ("device", version)
            tell = {"LIBOMPTARGET_INFO": "32", "OFFCY_TRACE": "json"}
            found, log = run(folder / place, name, function, scale, **ON_DEVICE, **tell)
            compare(f"{version} on the device", found)
            figures[version] = measured(f"{name}, {version}", log)
    return figures, wrong


def table(report):
    """The figures as a table in Markdown."""
    rows = [
        "| program | arrays | bytes: inferred | expert | naive | inferred : expert | copies: inferred | expert | naive |",
        "| --- | --: | --: | --: | --: | --: | --: | --: | --: |",
    ]
    for name, figures in report["programs"].items():
        bytes_of, copies = ([f"{figures[version][of]:,}" for version in VERSIONS] for of in ("bytes", "copies"))
        ratio = figures["inferred"]["bytes"] / figures["expert"]["bytes"]
        arrays = len(figures["naive"]["variables"])
        rows.append(f"| {name} | {arrays} | {' | '.join(bytes_of)} | {ratio:.3f} | {' | '.join(copies)} |")
    return "\n".join(rows)


def write_document(path, report):
    """Puts the table between the marks of a document."""
    head, rest = path.read_text().split("<!-- figures -->\n", 1)
    tail = rest.split("<!-- end of figures -->", 1)[1]
    words = f"{report['date']}, {report['machine']}, scale {report['scale']}:"
    path.write_text(f"{head}<!-- figures -->\n{words}\n\n{table(report)}\n<!-- end of figures -->{tail}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("offcy", type=pathlib.Path)
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--scale", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2, help="programs at a time")
    parser.add_argument("--output", type=pathlib.Path, help="write the figures there (JSON)")
    parser.add_argument("--document", type=pathlib.Path, help="put the table into that file")
    arguments = parser.parse_args()
    offcy = arguments.offcy.resolve()
    names = arguments.names or sorted(path.stem for path in HERE.glob("*.pyx"))
    report = {
        "date": datetime.date.today().isoformat(),
        "machine": f"virtual device of libomptarget 19.1 on {platform.machine()}",
        "scale": arguments.scale,
    }
    with ThreadPoolExecutor(arguments.jobs) as pool:
        found = list(pool.map(lambda name: tried(offcy, name, arguments.scale), names))
    report["programs"] = {name: figures for name, (figures, _) in zip(names, found) if figures}
    print(table(report))
    wrong = [line for _, lines in found for line in lines]
    for line in wrong:
        print(line, file=sys.stderr)
    if wrong:
        return 1
    if arguments.output:
        arguments.output.write_text(json.dumps(report, indent=1) + "\n")
    if arguments.document:
        write_document(arguments.document, report)
    return 0


if __name__ == "__main__":
    if sys.argv[1] == "--worker":
        worker(*sys.argv[2:])
    else:
        sys.exit(main())
