"""Parallel loops of other projects as regions on this machine's GPU, under those projects' own tests.

    packages.py FOLDER SITE [--seconds S] [--output FILE]

FOLDER is what `tests/real/devices.py --bundle` made. SITE is a folder of packages that comes first on Python's path and holds the
projects' wheels, which have their own modules: each is put aside while offcy's is in its place. Needs pytest, and the device must be
used (OMP_TARGET_OFFLOAD=MANDATORY). A module passes if no test fails that does not fail with the project's own as well. The tests of
one module may take S seconds (default 120).
"""

import argparse
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


def tests_of(site, root, files, work, seconds, variables):
    """How many tests pass, those that fail, and the seconds that they took. What is printed on the standard error stays in `work`."""
    (work / "pytest.ini").write_text("[pytest]\n")
    command = [sys.executable, "-m", "pytest", "-c", work / "pytest.ini", "--rootdir", root, "-q", "-p", "no:cacheprovider"]
    command += ["-rfE", "--tb=no", "--color=no", "--capture=no", *(root / path for path in files)]
    variables = {**os.environ, **variables, "PYTHONPATH": str(site), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    started = time.monotonic()
    with open(work / "standard-error", "w") as errors:
        try:
            done = subprocess.run(command, cwd=work, env=variables, stdout=subprocess.PIPE, stderr=errors, text=True, errors="replace", timeout=seconds)
        except subprocess.TimeoutExpired:
            return 0, ["it does not end"], seconds
    taken = time.monotonic() - started
    failed = sorted(re.findall(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.MULTILINE))
    passed = re.findall(r"\b(\d+) passed", done.stdout)
    if done.returncode not in (0, 1):
        failed.append(f"exit status {done.returncode}: {done.stdout.strip()[-300:]}")
    return int(passed[-1]) if passed else 0, failed, taken


@contextlib.contextmanager
def installed(folder, site, modules):
    """offcy's modules in the places of the project's own for a while."""
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    try:
        for module in modules:
            own = site / f"{module}{suffix}"
            own.rename(f"{own}.aside")
            shutil.copy2(folder / "modules" / f"{module}.abi3.so", site / f"{module}.abi3.so")
        yield
    finally:
        for module in modules:
            (site / f"{module}.abi3.so").unlink(missing_ok=True)
            with contextlib.suppress(FileNotFoundError):
                own = site / f"{module}{suffix}"
                pathlib.Path(f"{own}.aside").rename(own)


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


def one(folder, site, module, plan, seconds):
    """What becomes of a module."""
    root = folder / "tests" / plan["package"] if plan["own_tests"] else site
    with tempfile.TemporaryDirectory() as work:
        work = pathlib.Path(work)
        before, failed_before, took_before = tests_of(site, root, plan["files"], work, seconds, {})
        variables = {"OMP_TARGET_OFFLOAD": "MANDATORY", "OMP_NUM_THREADS": str(plan["threads"]), "OFFCY_TRACE": "json"}
        with installed(folder, site, [module, *plan["beside"]]):
            passed, failed, took = tests_of(site, root, plan["files"], work, seconds, variables)
        with open(work / "standard-error", errors="replace") as lines:
            regions, times = ran(lines)
    more = [test for test in failed if test not in failed_before]
    state = "untested" if before == 0 else "fails" if more or passed < before else "pass"
    return {
        "state": state, "accepted": plan["accepted"], "loops": plan["loops"], "ran": regions, "times": times, "passed": passed,
        "before": before, "failed_before": failed_before, "more": more, "seconds": took, "seconds_before": took_before,
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("site", type=pathlib.Path)
    parser.add_argument("--seconds", type=int, default=120)
    parser.add_argument("--output", type=pathlib.Path)
    arguments = parser.parse_args()
    folder, site = arguments.folder.resolve(), arguments.site.resolve()
    found = {}
    for module, plan in json.loads((folder / "plan.json").read_text()).items():
        if not (site / f"{module}{sysconfig.get_config_var('EXT_SUFFIX')}").exists():
            print(f"{module} absent: {plan['package']} {plan['version']} is not there", flush=True)
            continue
        found[module] = done = one(folder, site, module, plan, arguments.seconds)
        detail = f": {done['more'][:3]} {done['failed_before'][:2]}" if done["state"] != "pass" else ""
        print(
            f"{module} {done['state']} {done['accepted']} of {done['loops']} loops, {done['ran']} ran {done['times']} times, "
            f"{done['passed']} of {done['before']} tests, {done['seconds']:.0f} s of {done['seconds_before']:.0f} s{detail}", flush=True,
        )
        if arguments.output:
            arguments.output.write_text(json.dumps(found, indent=1) + "\n")
    return 0 if all(done["state"] == "pass" for done in found.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
