"""Runs `scripts/test-runtime`, unless the same runtime has passed before."""

import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from confirmed import ROOT, digest, digest_of, tools, unless_passed

if __name__ == "__main__":
    try:
        gcc = subprocess.run(["gcc", "--version"], capture_output=True, text=True).stdout.partition("\n")[0]
    except FileNotFoundError:
        gcc = None
    question = digest(tools(), gcc, digest_of("runtime-c", "scripts/test-runtime"))
    sys.exit(unless_passed("runtime-c", question, lambda: subprocess.run([ROOT / "scripts" / "test-runtime"]).returncode))
