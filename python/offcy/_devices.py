"""Which devices there are, and which one a thread uses."""

import contextlib
import ctypes
import functools
import os
import platform
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple

from offcy import _runtime

__all__ = ["Device", "Devices", "MemoryInfo", "devices", "get_default_device", "select_device", "use_device"]

_KINDS: dict[int, Literal["unknown", "virtual", "nvidia", "amd"]] = {0: "unknown", 1: "virtual", 2: "nvidia", 3: "amd"}


class MemoryInfo(NamedTuple):
    """A device's memory, in bytes; `None`: its driver was not asked."""

    free: int | None
    total: int | None
    used: int
    """Held by arrays, and by what contexts and regions keep there."""
    pooled: int
    """In blocks that wait to be used again. They are given back when memory is short."""


@dataclass(frozen=True)
class Device:
    """Where regions can run."""

    number: int | None
    """OpenMP's number, as in `device_num=`; `None` is the host."""
    kind: Literal["host", "virtual", "nvidia", "amd", "unknown"]
    """`virtual`: a device on the CPU with its own memory. `unknown`: no module that is loaded has code for it."""
    name: str
    arch: str | None
    """As in `--offload-arch`: `sm_90`, `gfx90a`, `x86_64`."""
    memory: int | None
    """Its total memory, in bytes."""
    uuid: str | None = None
    """Distinguishes a GPU from others of its kind, as `nvidia-smi -L` and `rocm-smi` have it."""

    @property
    def vendor(self) -> str | None:
        """Who made a GPU: `NVIDIA` or `AMD`; `None` for the host and devices on it."""
        return {"nvidia": "NVIDIA", "amd": "AMD"}.get(self.kind)

    def __str__(self) -> str:
        where = "the host" if self.number is None else f"device {self.number}"
        return f"{where} ({self.name})"

    def memory_info(self) -> MemoryInfo:
        """How much memory is free, and how much this process holds there."""
        free, total = _cuda_memory(self) if self.kind == "nvidia" else (_host_memory("SC_AVPHYS_PAGES"), self.memory)
        used = pooled = 0
        for runtime in _runtime.runtimes():
            if self.number is not None and hasattr(runtime, "array_memory"):
                held, waiting = runtime.array_memory(self.number)
                used, pooled = used + held, pooled + waiting
        return MemoryInfo(free, total, used, pooled)


class Devices(tuple[Device, ...]):
    """The devices by their numbers, and the host last. Prints as a table."""

    lacks: tuple[str, ...] = ()
    """Why loaded modules find no devices if LLVM's offload runtime is missing: the dynamic linker's messages."""

    def __str__(self) -> str:
        rows: list[tuple[str, ...]] = [("number", "kind", "arch", "memory", "name")]
        for device in self:
            number = "-" if device.number is None else str(device.number)
            memory = "-" if device.memory is None else f"{device.memory / 2**30:.1f} GiB"
            rows.append((number, device.kind, device.arch or "-", memory, device.name))
        text = _table(rows)
        return f"{text}\n{self._hint()}" if len(self) == 1 or self.lacks else text

    def _hint(self) -> str:
        lacks = "\n".join(f"Modules that do not find LLVM's offload runtime run on the host: {lack}" for lack in self.lacks)
        return lacks or "Modules that are built with --offload-arch add devices when they are imported."


def _table(rows: list[tuple[str, ...]]) -> str:
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows)


def devices() -> Devices:
    """All devices that the loaded modules know, and the host last.

    A process has devices once a module that was built for some is imported: before that, there is only the host. Asking starts the
    devices, as a first region would; a process that is forked afterwards cannot use them.
    """
    kinds: list[int] = []
    lacks: list[str] = []
    for runtime in _runtime.runtimes():
        lacks += runtime.lacks() if hasattr(runtime, "lacks") else ()
        known = list(runtime.devices())
        kinds += [0] * (len(known) - len(kinds))
        kinds = [kind or (known[number] if number < len(known) else 0) for number, kind in enumerate(kinds)]
    found = Devices(_described(tuple(kinds)))
    found.lacks = tuple(dict.fromkeys(lacks))
    return found


@functools.cache
def _described(kinds: tuple[int, ...]) -> tuple[Device, ...]:
    return *(_device(number, kinds) for number in range(len(kinds))), _host()


def get_default_device() -> Device:
    """Where a region of this thread without an explicit device runs: as `use_device` says, otherwise OpenMP's default device
    (`OMP_DEFAULT_DEVICE`), otherwise the first that works, otherwise the host.

    Raises `RuntimeError` if `OMP_TARGET_OFFLOAD=MANDATORY` and no device works.
    """
    answers = [runtime.default_device() for runtime in _runtime.runtimes()]
    for number in answers:
        if number >= 0:
            return devices()[number]
    if answers and _runtime.DEFAULT in answers:
        raise RuntimeError("OMP_TARGET_OFFLOAD is MANDATORY, and no device can run the code of a module that is loaded")
    return _host()


@contextlib.contextmanager
def use_device(device: int | Device | Literal["host"]) -> Iterator[Device]:
    """Inside, regions and data contexts of this thread use the device, a number or one of `devices()`, or the host.

    `device_num=` and `if_=` in the source take precedence. Other threads are not affected, nor are other tasks of asyncio's or
    trio's. Works as a `with` statement or as a decorator.

        with offcy.use_device(1):
            simulate(grid)
    """
    number, chosen = _checked(device)
    before = _runtime.use(number)
    try:
        yield chosen
    finally:
        _runtime.use(before)


def select_device(wanted: Callable[[Device], object]) -> Device:
    """The first of `devices()` for which `wanted` is true, the host last:

        with offcy.use_device(offcy.select_device(lambda device: device.kind == "nvidia")):
            ...

    `OFFCY_DEVICE` in the environment, a number, a kind or a uuid, restricts the choice. `ValueError` if no device is left.
    """
    asked = os.environ.get("OFFCY_DEVICE", "")
    known = devices()
    allowed = [device for device in known if asked in ("", device.kind, str(device.number), device.uuid)]
    for device in allowed:
        if wanted(device):
            return device
    restriction = f", and OFFCY_DEVICE={asked} allows {len(allowed)} of them" if asked else ""
    raise ValueError(f"no device is as wanted{restriction}:\n{known}")


def _checked(device: int | Device | Literal["host"]) -> tuple[int, Device]:
    wanted = ("host" if device.number is None else device.number) if isinstance(device, Device) else device
    if wanted == "host":
        return _runtime.HOST, _host()
    if isinstance(wanted, bool) or not isinstance(wanted, int):
        raise TypeError(f"a device is a number, one of offcy.devices(), or 'host', not {device!r}")
    known = devices()
    there = known[:-1]
    if not 0 <= wanted < len(there):
        some = f"There are {len(there)}, numbered from 0." if there else known._hint()
        raise ValueError(f"there is no device {wanted}. {some}")
    return wanted, there[wanted]


@functools.cache
def _host() -> Device:
    return Device(None, "host", _processor(), platform.machine(), _host_memory())


def _device(number: int, kinds: tuple[int, ...]) -> Device:
    kind = _KINDS.get(kinds[number], "unknown")
    if kind == "virtual":
        return Device(number, kind, f"virtual device on {_processor()}", platform.machine(), _host_memory())
    if kind != "unknown":
        # Devices of one maker are adjacent, in the order of its driver; those of unknown kind may be of any.
        same = [at for at, other in enumerate(kinds) if other in (0, kinds[number])]
        facts = _nvidia() if kind == "nvidia" else _amd()
        if len(same) == len(facts):
            return Device(number, kind, *facts[same.index(number)])
    return Device(number, kind, f"{kind} device", None, None)


def _processor() -> str:
    with contextlib.suppress(OSError), open("/proc/cpuinfo") as file:
        for line in file:
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    return platform.processor() or platform.machine()


def _host_memory(pages: str = "SC_PHYS_PAGES") -> int | None:
    with contextlib.suppress(OSError, ValueError):
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf(pages)
    return None


def _cuda_memory(device: Device) -> tuple[int | None, int | None]:
    """Free and total, as the driver reports them."""
    free, total = ctypes.c_size_t(), ctypes.c_size_t()
    try:
        with cuda_context(device) as cuda:
            if cuda.cuMemGetInfo_v2(ctypes.byref(free), ctypes.byref(total)) == 0:
                return free.value, total.value
    except (OSError, RuntimeError):
        pass
    return None, device.memory


@functools.cache
def _cuda_primary(number: int) -> tuple[ctypes.CDLL, ctypes.c_void_p]:
    """NVIDIA's driver and a GPU's primary context, which the process keeps."""
    cuda = ctypes.CDLL("libcuda.so.1")
    handle, context = ctypes.c_int(), ctypes.c_void_p()
    if cuda.cuInit(0) or cuda.cuDeviceGet(ctypes.byref(handle), number) or cuda.cuDevicePrimaryCtxRetain(ctypes.byref(context), handle):
        raise RuntimeError(f"NVIDIA's driver does not give GPU {number}")
    return cuda, context


@contextlib.contextmanager
def cuda_context(device: Device) -> Iterator[ctypes.CDLL]:
    """NVIDIA's driver, with a GPU's primary context as the thread's current one: that of PyTorch, CuPy and the regions."""
    cuda, context = _cuda_primary(ordinal(device))
    before = ctypes.c_void_p()
    cuda.cuCtxGetCurrent(ctypes.byref(before))
    if before.value == context.value:
        yield cuda
        return
    cuda.cuCtxSetCurrent(context)
    try:
        yield cuda
    finally:
        cuda.cuCtxSetCurrent(before)


def ordinal(device: Device) -> int:
    """The number that its maker's driver gives it: that among devices of its kind."""
    return [other.number for other in devices() if other.kind == device.kind].index(device.number)


Facts = tuple[str, str, int, str | None]
"""Name, architecture, bytes and uuid of a GPU."""


def _nvidia() -> list[Facts]:
    """What the driver reports; it has been started by then."""
    try:
        cuda = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return []
    count = ctypes.c_int()
    if cuda.cuInit(0) != 0 or cuda.cuDeviceGetCount(ctypes.byref(count)) != 0:
        return []
    found = []
    for ordinal in range(count.value):
        device, name, memory = ctypes.c_int(), ctypes.create_string_buffer(256), ctypes.c_size_t()
        version = (ctypes.c_int * 2)()
        cuda.cuDeviceGet(ctypes.byref(device), ordinal)
        cuda.cuDeviceGetName(name, len(name), device)
        cuda.cuDeviceTotalMem_v2(ctypes.byref(memory), device)
        for at, attribute in enumerate((75, 76)):  # CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, _MINOR
            cuda.cuDeviceGetAttribute(ctypes.byref(version, 4 * at), attribute, device)
        uuid = (ctypes.c_ubyte * 16)()
        digits = bytes(uuid).hex() if cuda.cuDeviceGetUuid_v2(uuid, device) == 0 else ""
        known = f"GPU-{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}" if digits else None
        found.append((name.value.decode(errors="replace"), f"sm_{version[0]}{version[1]}", memory.value, known))
    return found


def _amd(nodes: Path = Path("/sys/class/kfd/kfd/topology/nodes")) -> list[Facts]:
    """What the kernel reports about the GPUs, in its order; empty if the environment may have changed that."""
    if any(name in os.environ for name in ("ROCR_VISIBLE_DEVICES", "GPU_DEVICE_ORDINAL")):
        return []
    found = []
    with contextlib.suppress(OSError, ValueError):
        for node in sorted(nodes.iterdir(), key=lambda path: int(path.name)):
            facts = _properties(node / "properties")
            if facts.get("simd_count", 0) == 0:
                continue
            version = facts.get("gfx_target_version", 0)
            arch = f"gfx{version // 10000}{version // 100 % 100:x}{version % 100:x}"
            memory = sum(_properties(bank / "properties").get("size_in_bytes", 0) for bank in (node / "mem_banks").iterdir())
            uuid = f"GPU-{facts['unique_id']:016x}" if facts.get("unique_id") else None
            found.append((f"AMD {arch}", arch, memory, uuid))
    return found


def _properties(path: Path) -> dict[str, int]:
    lines = (line.split() for line in path.read_text().splitlines())
    return {words[0]: int(words[1]) for words in lines if len(words) == 2}
