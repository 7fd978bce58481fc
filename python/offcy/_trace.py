"""What ran where, and how many bytes were moved."""

import json
import threading
from collections.abc import Iterable
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Literal

from offcy import _runtime
from offcy._devices import _table

__all__ = ["Moved", "Record", "Trace", "trace"]


@dataclass(frozen=True)
class Moved:
    """A variable, and how many of its bytes were moved."""

    name: str
    bytes_to: int
    """From the host to the device."""
    bytes_from: int
    """From the device to the host."""


@dataclass(frozen=True)
class Record:
    """A region, a data context or an update that has ended, or host code that data was copied back for."""

    kind: Literal["region", "context", "update", "host code"]
    file: str
    line: int
    function: str
    device: int | None
    """`None`: the host."""
    why: str | None
    """Why it ran on the host: the offload runtime is missing, or variables share memory so that one thread must run it. Of a
    call of BLAS on data of a device: why not that device's library."""
    kernel_seconds: float
    """How long the kernels of a region ran, without transfers."""
    failed: bool
    thread: int
    """As `threading.get_ident()` numbers it."""
    variables: tuple[Moved, ...]
    """What was mapped, with zeros for variables that were already present; empty on the host."""
    routine: str | None = None
    """Of a call of BLAS with `device_blas=True`, which is a region: its name."""

    @property
    def bytes_to(self) -> int:
        return sum(variable.bytes_to for variable in self.variables)

    @property
    def bytes_from(self) -> int:
        return sum(variable.bytes_from for variable in self.variables)


_active: list["Trace"] = []


class Trace:
    """The result of `trace()`. `records` grows while the block runs; prints as a table."""

    def __init__(self, this_thread: bool = False) -> None:
        self._thread = threading.get_ident() if this_thread else None
        self._records: list[Record] = []

    def __enter__(self) -> "Trace":
        with _runtime.lock:
            if self in _active:
                raise RuntimeError("this trace has begun already")
            _deliver(_runtime.trace(1))
            _active.append(self)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None) -> None:
        with _runtime.lock:
            _deliver(_runtime.trace(-1))
            _active.remove(self)

    @property
    def records(self) -> list[Record]:
        """All records, in the order in which they ended."""
        with _runtime.lock:
            if self in _active:
                _deliver(_runtime.trace(0))
            return list(self._records)

    @property
    def regions(self) -> list[Record]:
        """The records of regions."""
        return [record for record in self.records if record.kind == "region"]

    @property
    def kernel_seconds(self) -> float:
        return sum(record.kernel_seconds for record in self.records)

    @property
    def bytes_to(self) -> int:
        return sum(record.bytes_to for record in self.records)

    @property
    def bytes_from(self) -> int:
        return sum(record.bytes_from for record in self.records)

    def __repr__(self) -> str:
        return f"<offcy.Trace of {len(self.records)} records>"

    def __str__(self) -> str:
        return _text(self.records)


def trace(*, this_thread: bool = False) -> Trace:
    """Notes what regions, data contexts and updates do while a `with` block runs, in all threads or in this one.

        with offcy.trace() as t:
            simulate(grid)
        print(t)

    Traces may be nested, and several threads may have one each. Modules that are imported inside are included.
    """
    return Trace(this_thread)


def _deliver(lines: list[bytes]) -> None:
    records = [_record(json.loads(line.decode("utf-8", "surrogateescape"))) for line in lines]
    for active in _active:
        active._records += [record for record in records if active._thread in (None, record.thread)]


def _record(facts: dict[str, Any]) -> Record:
    return Record(
        kind=facts["offcy"],
        file=facts["file"],
        line=facts["line"],
        function=facts["function"],
        device=facts["device"],
        why=facts.get("why"),
        kernel_seconds=facts["kernel_us"] * 1e-6,
        failed=facts["failed"],
        thread=facts["thread"],
        variables=tuple(Moved(one["name"], one["to"], one["from"]) for one in facts["variables"]),
        routine=facts.get("routine"),
    )


def _text(records: Iterable[Record]) -> str:
    """A row per place and device, with the sums of what it did."""
    places: dict[tuple[Any, ...], list[Record]] = {}
    for record in records:
        kind = record.routine or record.kind
        places.setdefault((record.file, record.line, record.function, kind, record.device), []).append(record)
    if not places:
        return "no region, data context or update"
    rows: list[tuple[str, ...]] = [("place", "function", "kind", "on", "times", "kernels", "moved")]
    for (file, line, function, kind, device), group in places.items():
        why = {record.why for record in group if record.why}
        where = "the host" if device is None else f"device {device}"
        where += f" ({'; '.join(sorted(why))})" if why else ""
        failed = sum(record.failed for record in group)
        times = f"{len(group)}, {failed} failed" if failed else str(len(group))
        seconds = sum(record.kernel_seconds for record in group)
        kernels = f"{1e6 * seconds:.1f} us" if group[0].kind == "region" else "-"
        rows.append((f"{file}:{line}" if file else "-", function, kind, where, times, kernels, _moved(group)))
    return _table(rows)


def _moved(group: list[Record]) -> str:
    sums: dict[str, tuple[int, int]] = {}
    for record in group:
        for variable in record.variables:
            to, back = sums.get(variable.name, (0, 0))
            sums[variable.name] = (to + variable.bytes_to, back + variable.bytes_from)
    said = []
    for name, (to, back) in sums.items():
        parts = [f"{to} B to"] * (to > 0) + [f"{back} B from"] * (back > 0)
        said.append(f"{name} {', '.join(parts) or '0 B'}")
    return "; ".join(said) or "-"
