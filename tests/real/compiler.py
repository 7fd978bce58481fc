"""Cython's own compiler, its modules built by offcy: it must compile what it compiles, to the same C.

    compiler.py OFFCY [--record] [--count N] [--cache DIR]

Cython is plain Python with `.pxd` files. The modules that its `setup.py` compiles, with those that it compiles if asked for more, are
built by offcy from its sdist, and replace those of its wheel. Then both compile the first N programs of its own
`tests/run`. `compiler.txt` says what came of it; `--record` writes it again. No part of the ordinary tests: building takes ten minutes.
"""

import argparse
import concurrent.futures
import hashlib
import importlib.util
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tarfile

HERE = pathlib.Path(__file__).resolve().parent
SCOREBOARD = HERE / "compiler.txt"
VERSION = "3.3.1"
SECONDS = 900

MODULES = """Plex/Actions Plex/DFA Plex/Machines Plex/Scanners Plex/Transitions Compiler/Code Compiler/FlowControl Compiler/FusedNode
Compiler/LineTable Compiler/Parsing Compiler/Scanning Compiler/StringEncoding Compiler/Visitor LZSS StringIOTree Utils Tempita/_tempita
Build/Dependencies Compiler/ExprNodes Compiler/Lexicon Compiler/ModuleNode Compiler/Nodes Compiler/Optimize Compiler/ParseTreeTransforms
Compiler/Pythran""".split()


def worker(place, *names):
    """Compiles programs with the Cython in a folder; for each, the number of errors and a hash of the C."""
    sys.path.insert(0, place)
    from Cython.Compiler.Main import CompilationOptions, compile as compiled

    output = pathlib.Path(place) / "output.c"
    found = {}
    for name in names:
        output.write_text("")
        try:
            errors = compiled(name, CompilationOptions(language_level=3, output_file=str(output))).num_errors
        except Exception as error:
            errors = type(error).__name__
        found[pathlib.Path(name).name] = [errors, hashlib.sha256(output.read_bytes()).hexdigest()]
    print(json.dumps(found))


def answers(place, programs):
    command = [sys.executable, "-P", __file__, "--worker", place, *programs]
    done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS)
    if done.returncode:
        raise SystemExit(done.stderr[-3000:])
    return json.loads(done.stdout.splitlines()[-1])


def source(cache):
    """Cython's sdist, unpacked."""
    folder = cache / f"cython-{VERSION}"
    if not folder.exists():
        fetch = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--no-binary", ":all:", "--no-build-isolation"]
        subprocess.run([*fetch, f"cython=={VERSION}", "-d", cache], check=True, timeout=SECONDS)
        with tarfile.open(next(cache.glob("[cC]ython-*.tar.gz"))) as archive:
            archive.extractall(cache, filter="data")
    return folder


def build(offcy, folder, out):
    """Builds the modules; what was refused, and why."""
    def refusal(module):
        target = (out / "Cython" / module).parent
        target.mkdir(parents=True, exist_ok=True)
        command = [offcy, "compile", f"Cython/{module}.py", "--out-dir", target, "--python", sys.executable]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=SECONDS)
        if done.returncode == 0:
            return None
        return next((line for line in done.stderr.splitlines() if line.startswith("error")), done.stderr[-200:])

    # The largest first.
    modules = sorted(MODULES, key=lambda module: -(folder / "Cython" / f"{module}.py").stat().st_size)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        return {module: why for module, why in zip(modules, pool.map(refusal, modules)) if why}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("offcy", type=pathlib.Path)
    parser.add_argument("--record", action="store_true")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--cache", type=pathlib.Path, default=HERE.parents[1] / "target" / "real")
    options = parser.parse_args()
    cache = options.cache.resolve() / "compiler"
    cache.mkdir(parents=True, exist_ok=True)
    folder, out, place = source(cache), cache / "built", cache / "place"
    for old in (out, place):
        shutil.rmtree(old, ignore_errors=True)
    refused = build(options.offcy.resolve(), folder, out)

    wheel = pathlib.Path(importlib.util.find_spec("Cython").origin).parent
    shutil.copytree(wheel, place / "Cython")
    programs = [str(path) for path in sorted((folder / "tests" / "run").glob("*.pyx"))[: options.count]]
    theirs = answers(place, programs)
    replaced = 0
    for module in MODULES:
        for library in (out / "Cython" / module).parent.glob(f"{pathlib.PurePath(module).name}.*.so"):
            shutil.copy(library, (place / "Cython" / module).parent)
            replaced += 1
    ours = answers(place, programs)

    different = [name for name in theirs if ours[name] != theirs[name]]
    compiled = sum(errors == 0 for errors, _ in theirs.values())
    lines = ["# Cython's own compiler with modules that offcy has built, written by `compiler.py --record`."]
    lines += [f"Cython {VERSION}: {len(MODULES) - len(refused)} of {len(MODULES)} modules built, {replaced} in the places of its own"]
    lines += [f"programs: {len(theirs) - len(different)} of {len(theirs)} alike ({compiled} of them compiled, the others refused)"]
    lines += [f"refused {module}: {why}" for module, why in refused.items()]
    lines += [f"different: {name}: {theirs[name][0]} errors, then {ours[name][0]}" for name in different]
    print("\n".join(lines))
    if options.record:
        SCOREBOARD.write_text("\n".join(lines) + "\n")
    sys.exit(bool(refused or different))


if __name__ == "__main__":
    if sys.argv[1:2] == ["--worker"]:
        worker(*sys.argv[2:])
    else:
        main()
