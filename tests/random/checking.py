"""Builds programs in several ways, runs them, and says what is wrong."""

import collections
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "common"))
import builds
import recipes
import running
import text
from confirmed import SIMULATOR, Confirmed, digest, digest_of, tools, versions
from ways import Build

CONFIRMED = Confirmed("random")
PASSED = Confirmed("random-builds")

# What the compiler says it does not do yet: counted, and no failure.
NOT_YET = (
    "[OFC0010]",
    "which the iteration may not have bound before, in an offload region is not compiled yet",
    "[OFC0613]",  # another name of a view of a variable that the region has a copy of
)


# What the compiler refuses of programs that are written as text: what threads cannot have for themselves, and pointers of which
# nothing is known.
REFUSED_SHAPES = ("[OFC0505]", "[OFC0506]", "[OFC0508]", "[OFC0601]")


class Tally(collections.Counter):
    def line(self):
        return (f"{self['programs']} programs, {self['calls']} calls ({self['exact']} exact, {self['raises']} raising, "
                f"{self['overlap']} overlapping, {self['in Cython']} in Cython too), {self['refused']} refused, "
                f"{self['not yet']} not built yet, {self['bytes']} compared in bytes ({self['more bytes']} move more), "
                f"{self['guarded']} regions guarded; {self['wrong']} wrong")


def check(offcy, numbered, folder, builds, tally, is_quiet=False):
    """Runs programs in every build; gives (case, build, what is wrong) triples. `numbered`: {name: cases}"""
    outcomes, wrong = {}, []
    for build in builds:
        chosen = {name: [case for case in cases if build.takes(case)] for name, cases in numbered.items()}
        chosen = {name: cases for name, cases in chosen.items() if cases}
        module = question = None
        if build.name == "cython" and chosen:
            question = asked(offcy, build, chosen, folder)
            if CONFIRMED.holds(question, question, "right"):
                tally["in Cython"] += sum(map(len, chosen.values()))
                outcomes[build.name] = {}
                continue
        while chosen and module is None:
            try:
                module = running.build(build, offcy, [cases[0].program for cases in chosen.values()], folder)
            except running.Refused as refused:
                for name, why in refused.names.items():
                    if build.name == "cython":
                        chosen.pop(name)  # its own limits
                        continue
                    known = NOT_YET if chosen[name][0].program.head == "" else REFUSED_SHAPES
                    is_known = any(words in why for words in known)
                    tally["not yet" if is_known else "refused"] += 1
                    if not is_quiet and not is_known:
                        print(f"{build.name} refuses {name}: {why}\n{text.program_text(chosen[name][0].program)}")
                    numbered.pop(name)
                    chosen.pop(name)
        known = len(wrong)
        cases = [case for cases in chosen.values() for case in cases]
        outcomes[build.name] = running.run(build, offcy, module, cases, folder) if cases else {}
        for case in cases:
            why = running.wrong(case.expectation, case.calling, outcomes[build.name][case.key], build.refuses_overlaps)
            if why is not None:
                wrong.append((case, build, why))
            elif outcomes[build.name][case.key]["error"] is not None:
                tally["raised"] += 1
        if question is not None and len(wrong) == known:
            CONFIRMED.note(question, question, "right")
        tally["guarded"] += max((outcome.get("guarded", 0) for outcome in outcomes[build.name].values()), default=0)
    for cases in numbered.values():
        for case in cases:
            tally["calls"] += 1
            tally[case.expectation.kind] += 1
            tally["in Cython"] += case.key in outcomes.get("cython", {})
            why = moves_more(case, outcomes)
            if why is not None:
                wrong.append((case, next(build for build in builds if build.name == "without"), why))
            tally["more bytes"] += why is not None
            tally["bytes"] += case.key in outcomes.get("without", {})
    tally["programs"] += len(numbered)
    return wrong


def check_unless_passed(key, offcy, numbered, folder, builds, tally):
    """As `check`, unless the same C has passed before under this name."""
    question = built_of(offcy, numbered, folder, builds)
    counts = PASSED.passed(key, question)
    if counts is None:
        own = Tally()
        wrong = check(offcy, numbered, folder, builds, own)
        if wrong or own["refused"]:
            tally.update(own)
            return wrong
        counts = dict(own)
        PASSED.note_passed(key, question, counts)
    tally.update(counts)
    return []


def built_of(offcy, numbered, folder, used):
    """A hash of all on which the results of programs depend: their C, what is refused, the calls and what they must give, the builds."""
    environments = [{name: value for name, value in build.environment.items() if name != "GUARD"} for build in used]
    parts = [[build.name, list(build.simulated)] for build in used]
    for name in sorted({"with" if build.contexts else "without" for build in used}):
        texts, chosen = {}, dict(numbered)
        emission = Build(name, lambda offcy, source, _: texts.update(builds.emitted(offcy, source)))
        while chosen and not texts:
            try:
                running.build(emission, offcy, [cases[0].program for cases in chosen.values()], folder)
            except running.Refused as refused:
                parts.append(refused.names)
                for name in refused.names:
                    chosen.pop(name)
        parts.append(texts)
    harness = [f"tests/random/{name}.py" for name in ("checking", "running", "ways", "worker")]
    simulator = SIMULATOR if any(build.simulated for build in used) else []
    return digest(parts, environments, calls_of(numbered), tools(), digest_of(*harness, "tests/guard", *simulator))


def calls_of(numbered):
    """The calls of programs, and what these must give, as JSON."""
    return [
        [case.program.name, recipes.call_to_json(case.calling), recipes.expectation_to_json(case.expectation)]
        for cases in numbered.values() for case in cases
    ]


def asked(offcy, build, chosen, folder):
    """A hash of what Cython is asked by a module: the programs, their calls, and what these must give."""
    source = folder / "asked.pyx"
    source.write_text(text.module([cases[0].program for cases in chosen.values()], build.contexts))
    return digest(builds.stripped_files(offcy, source), calls_of(chosen), versions())


def moves_more(case, outcomes):
    """Whether the program moves more than it would without its inferred contexts."""
    alone = outcomes.get("without", {}).get(case.key, {})
    inside = outcomes.get("guarded", {}).get(case.key, {})
    if "moved" not in alone or alone.get("error") != inside.get("error") or alone.get("error") is not None:
        return None
    if inside["moved"] > alone["moved"]:
        return f"moves {inside['moved']} bytes, and {alone['moved']} without its contexts"
    return None
