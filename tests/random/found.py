"""Programs that failed once: `found/NAME.pyx` with `NAME.json`. Every run begins with them.

The text is what is compiled; the JSON says what it is called with and what every build must give.
"""

import functools
import json
import pathlib
import tempfile

import checking
import recipes
import running
import text
import tree

FOLDER = pathlib.Path(__file__).parent / "found"


def keep(case, build, why, name):
    """Writes a small program to the folder; returns what to print."""
    source = text.module([case.program])
    data = {
        "name": case.program.name,
        "build": build.name,
        "why": why,
        "for_cython": running.for_cython(case),
        "call": recipes.call_to_json(case.calling),
        "expectation": recipes.expectation_to_json(case.expectation),
    }
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{name}.pyx").write_text(source)
    (FOLDER / f"{name}.json").write_text(json.dumps(data, indent=1) + "\n")
    return f"{source}\ncall: {json.dumps(data['call'])}\nkept as {FOLDER / name}.pyx"


def check(offcy, ways, names, tally):
    """Runs the kept programs, each as a module of its own."""
    wrong = []
    for path in sorted(FOLDER.glob("*.pyx")):
        if names and path.stem not in names:
            continue
        data = json.loads(path.with_suffix(".json").read_text())
        calling = recipes.call_from_json(data["call"])
        program = tree.Program(data["name"], [], [calling], data["for_cython"], path.read_text())
        case = running.Case(program, 0, calling, recipes.expectation_from_json(data["expectation"]))
        with tempfile.TemporaryDirectory() as folder:
            judge = checking.check if names else functools.partial(checking.check_unless_passed, f"found {path.stem}")
            wrong += judge(offcy, {program.name: [case]}, pathlib.Path(folder), ways.all, tally)
    return wrong
