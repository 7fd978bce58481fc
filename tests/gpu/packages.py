"""Parallel loops of other projects as regions on this machine's GPU, under those projects' own tests.

    packages.py FOLDER SITE [MODULE...] [--jobs N] [--seconds S] [--output FILE]

FOLDER is what `tests/real/devices.py --bundle` made. SITE is a folder of packages that comes first on Python's path and holds the
projects' wheels, which have their own modules: offcy's are put into a copy of it. Needs pytest, and the device must be used
(OMP_TARGET_OFFLOAD=MANDATORY). A module passes if no test fails that does not fail with the project's own as well. N modules are
tested at a time (default 4); the tests of one may take S seconds (default 120).
"""

import argparse
import concurrent.futures
import contextlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time

SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")


def tests_of(site, root, files, work, seconds, variables):
    """How many tests pass, those that fail, the seconds that they took, and what was printed last. The standard error stays in `work`."""
    (work / "pytest.ini").write_text("[pytest]\n")
    command = [sys.executable, "-m", "pytest", "-c", work / "pytest.ini", "--rootdir", root, "-q", "-p", "no:cacheprovider"]
    command += ["-rfE", "--tb=short", "--color=no", "--capture=no", *(root / path for path in files)]
    variables = {**os.environ, **variables, "PYTHONPATH": str(site), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    started = time.monotonic()
    with open(work / "standard-error", "w") as errors:
        try:
            done = subprocess.run(command, cwd=work, env=variables, stdout=subprocess.PIPE, stderr=errors, text=True, errors="replace", timeout=seconds)
        except subprocess.TimeoutExpired:
            return 0, ["it does not end"], seconds, ""
    taken = time.monotonic() - started
    failed = sorted(re.findall(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE))
    passed = re.findall(r"\b(\d+) passed", done.stdout)
    if done.returncode not in (0, 1):
        failed.append(f"exit status {done.returncode}")
    return int(passed[-1]) if passed else 0, failed, taken, done.stdout[-6000:]


def installed(folder, site, modules, target):
    """A copy of the packages with offcy's modules in the places of the projects' own."""
    shutil.copytree(site, target, copy_function=os.link, symlinks=True)
    for module in modules:
        (target / f"{module}{SUFFIX}").unlink()
        shutil.copy2(folder / "modules" / f"{module}.abi3.so", target / f"{module}.abi3.so")
    return target


def ran(lines):
    """How many regions ran on a device, by the places in the source that traces name, and how often."""
    found = {}
    for line in lines:
        at = line.find('{"offcy":')
        with contextlib.suppress(ValueError):
            trace = json.loads(line[at:]) if at >= 0 else {}
            if trace.get("offcy") == "region" and trace["device"] >= 0:
                place = trace["file"], trace["line"]
                found[place] = found.get(place, 0) + 1
    return len(found), sum(found.values())


def one(folder, site, seconds, module, plan):
    """What becomes of a module."""
    if not (site / f"{module}{SUFFIX}").exists():
        return {"state": "absent", "package": plan["package"], "version": plan["version"]}
    # Beside SITE, so that files can be linked.
    with tempfile.TemporaryDirectory(dir=site.parent) as work:
        work = pathlib.Path(work)
        own_tests = folder / "tests" / f"tests-of-{plan['package']}"
        tests = lambda packages, variables: tests_of(
            packages, own_tests if plan["own_tests"] else packages, plan["files"], work, seconds, variables
        )
        variables = {"OMP_NUM_THREADS": str(plan["threads"]), "OMP_WAIT_POLICY": "passive", "OPENBLAS_NUM_THREADS": "1"}
        before, failed_before, took_before, _ = tests(site, variables)
        variables |= {"OMP_TARGET_OFFLOAD": "MANDATORY", "OFFCY_TRACE": "json"}
        packages = installed(folder, site, [module, *plan["beside"]], work / "site")
        passed, failed, took, printed = tests(packages, variables)
        with open(work / "standard-error", errors="replace") as lines:
            regions, times = ran(lines)
    names = lambda tests: [re.sub(r"^.*site/", "", test) for test in tests]
    more = [test for test in names(failed) if test not in names(failed_before)]
    state = "untested" if before == 0 else "fails" if more or passed < before else "pass"
    return {
        "state": state, "accepted": plan["accepted"], "loops": plan["loops"], "ran": regions, "times": times, "passed": passed,
        "before": before, "failed_before": names(failed_before), "more": more, "seconds": took, "seconds_before": took_before,
        "printed": "" if state == "pass" else printed,
    }


def shown(module, done):
    if done["state"] == "absent":
        return f"{module} absent: {done['package']} {done['version']} is not there"
    detail = f": {done['more'][:3]} {done['failed_before'][:2]}" if done["state"] != "pass" else ""
    return (
        f"{module} {done['state']} {done['accepted']} of {done['loops']} loops, {done['ran']} ran {done['times']} times, "
        f"{done['passed']} of {done['before']} tests, {done['seconds']:.0f} s, {done['seconds_before']:.0f} s{detail}"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("site", type=pathlib.Path)
    parser.add_argument("modules", nargs="*")
    parser.add_argument("--jobs", type=int, default=4)
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--output", type=pathlib.Path)
    arguments = parser.parse_args()
    folder, site = arguments.folder.resolve(), arguments.site.resolve()
    found = {}
    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        plans = json.loads((folder / "plan.json").read_text())
        runs = {
            pool.submit(one, folder, site, arguments.seconds, module, plan): module
            for module, plan in plans.items() if not arguments.modules or module in arguments.modules
        }
        for run in concurrent.futures.as_completed(runs):
            module = runs[run]
            found[module] = run.result()
            print(shown(module, found[module]), flush=True)
            if arguments.output:
                arguments.output.write_text(json.dumps(found, indent=1) + "\n")
    return 0 if all(done["state"] in ("pass", "absent") for done in found.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
