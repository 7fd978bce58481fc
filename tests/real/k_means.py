"""The example `examples/k_means`: scikit-learn's k-means with its blocks as regions, on the host and on the virtual device.

    k_means.py OFFCY [--cache DIR]

Compares what it finds with what scikit-learn's own modules find, and asks whether the points went to the device once. Uses the environment and
the sdist of `run.py`, and fetches them where they are not there: no part of the ordinary tests.
"""

import argparse
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from modules import PACKAGES
from run import HERE, environment, sources

ROOT = HERE.parent.parent
SAMPLES, FEATURES = 20_000, 20


def installed(offcy, folder):
    """The Python package with the program beside it, as pip's `--target` puts them."""
    shutil.copytree(ROOT / "python" / "offcy", folder / "offcy")
    (folder / "bin").mkdir()
    (folder / "bin" / "offcy").symlink_to(offcy)


def output(python, root, arch, variables):
    command = [python, ROOT / "examples" / "k_means" / "run.py", root, "--samples", SAMPLES, "--features", FEATURES, "--iterations", 5]
    command += ["--offload-arch", arch] if arch else []
    done = subprocess.run([str(part) for part in command], env={**os.environ, **variables}, capture_output=True, text=True)
    if done.returncode != 0:
        raise SystemExit(f"{arch or 'host'}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def check(text, arch):
    """Where it was wrong, if anywhere."""
    difference = float(re.search(r"largest difference from scikit-learn's own: (\S+)", text)[1])
    # Sums are added in another order.
    if not difference < 1e-9:
        yield f"a difference of {difference}"
    sent = sum(int(count) for count in re.findall(r"\bX (\d+) B to", text))
    expected = SAMPLES * FEATURES * 8 if arch else 0
    if sent != expected:
        yield f"{sent} bytes of X went to the device, not {expected}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("offcy", type=pathlib.Path)
    parser.add_argument("--cache", type=pathlib.Path, default=ROOT / "target" / "real")
    arguments = parser.parse_args()
    cache = arguments.cache.resolve()
    cache.mkdir(parents=True, exist_ok=True)
    python, root = environment(cache), sources(cache, PACKAGES["sklearn"])
    wrong = []
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        installed(arguments.offcy.resolve(), folder)
        for arch, more in (("", {}), ("x86_64", {"OMP_TARGET_OFFLOAD": "MANDATORY"})):
            text = output(python, root, arch, {"PYTHONPATH": str(folder), **more})
            print(f"{arch or 'host'}:\n{text}", flush=True)
            wrong += [f"{arch or 'host'}: {what}" for what in check(text, arch)]
    if wrong:
        raise SystemExit("\n".join(wrong))


if __name__ == "__main__":
    main()
