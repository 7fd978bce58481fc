"""Results that Cython has confirmed, by hashes, so that an ordinary run need not ask Cython the same again.

A record holds for each name a hash of the question (stripped sources, calls, versions) and one of the results that agreed
with Cython's answer. It can only confirm: where the question or the results are others, Cython is asked.
`OFFCY_ANSWERS=ask` asks in any case, `OFFCY_ANSWERS=record` asks and writes the record again.
"""

import hashlib
import json
import os
import pathlib
import sys
from importlib import metadata

FOLDER = pathlib.Path(__file__).parent.parent / "confirmed"
WAY = os.environ.get("OFFCY_ANSWERS", "")


def digest(*parts):
    """A hash of texts, bytes, and what JSON can hold."""
    whole = hashlib.sha256()
    for part in parts:
        data = part if isinstance(part, bytes) else json.dumps(part, sort_keys=True).encode()
        whole.update(len(data).to_bytes(8, "little") + data)
    return whole.hexdigest()[:24]


def versions():
    """What the answer depends on beside the sources."""
    from builds import CYTHON_OPTIONS

    return [list(sys.version_info[:2]), metadata.version("cython"), metadata.version("numpy"), CYTHON_OPTIONS]


class Confirmed:
    """The record of one suite."""

    def __init__(self, suite):
        self.path = FOLDER / f"{suite}.json"
        self.known = json.loads(self.path.read_text()) if self.path.exists() else {}
        self.new = {}

    def holds(self, name, question, results):
        """Whether Cython has confirmed these results of this question."""
        return WAY == "" and self.known.get(name) == [question, digest(results)]

    def note(self, name, question, results):
        """Cython has confirmed them now."""
        self.new[name] = [question, digest(results)]

    def save(self, is_whole=True):
        """Writes the record where that is asked for. Of a run of a part, what is known of the others stays."""
        if WAY == "record":
            FOLDER.mkdir(exist_ok=True)
            kept = dict(sorted({**({} if is_whole else self.known), **self.new}.items()))
            self.path.write_text(json.dumps(kept, indent=0) + "\n")
        elif WAY == "" and self.new:
            print(f"Cython was asked {len(self.new)} times; OFFCY_ANSWERS=record keeps what it confirms")
