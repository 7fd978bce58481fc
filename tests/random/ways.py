"""The ways to build a module of random programs."""

import pathlib
import sys
from dataclasses import dataclass, field

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "common"))
import builds
import running
from once import Once

TRACED = {**builds.ON_DEVICE, "OFFCY_TRACE": "json"}


@dataclass
class Build:
    """One way to build and run a module."""

    name: str
    make: object  # a function of offcy, the source and the folder
    environment: dict = field(default_factory=dict)
    takes: object = lambda case: True
    simulated: tuple = ()  # options of `offcy simulate`, where that runs it

    @property
    def refuses_overlaps(self):
        """Whether regions are refused whose views overlap in part: wherever they run, but for Cython's loops."""
        return self.name != "cython"

    @property
    def contexts(self):
        """Whether those that are inferred stand in the module."""
        return self.name != "without"


def counts_bytes(case):
    """Whether the program's inferred contexts may not move more than nothing in their place."""
    return case.program.infers_contexts and not case.program.sends_again


def build_cython(offcy, source, folder):
    builds.build_cython(offcy, source, folder, "-O0")


def build_host(level):
    """By offcy; mostly without optimising, for that takes long. Parallel loops that begin on one thread go on with several."""
    options = [level, "--message-format", "short", *builds.IN_PARTS]
    return lambda offcy, source, folder: builds.build_offcy(offcy, source, folder, *options)


def build_device(level):
    options = [level, "--message-format", "short", "--offload-arch", "x86_64"]
    return lambda offcy, source, folder: builds.build_offcy(offcy, source, folder, *options)


def build_gpu(offcy, source, folder, arch="sm_90", options=()):
    """For NVIDIA's, which multiply and add in one instruction otherwise."""
    builds.build_offcy(offcy, source, folder, "--message-format", "short", "--offload-arch", arch, "-X", "fp_contract=off", *options)


class Ways:
    """`guarded`: for the virtual device, where no kernel can touch the host's arrays; `without`: without the
    contexts that are inferred, to count the bytes; `resident`: with arrays that live on a device; `simulated`: for an NVIDIA GPU that is simulated."""

    def __init__(self, folder, seed, simulates_found):
        """`folder`: a new one, for what all guarded modules share."""
        guard = Once(lambda: builds.Guard(folder, "-O0"))
        guarded = lambda offcy, source, out: guard().build(offcy, source, out)
        # Memory that was freed and memory that is new hold other bytes than before.
        fresh = {"OFFCY_POOL_LIMIT": "0", "MALLOC_PERTURB_": "165"}
        environment = {**TRACED, **fresh, "GUARD": str(folder)}
        self.guarded = Build("guarded", guarded, environment)
        # Arguments are arrays that live on a device; functions that cannot use them there say so.
        self.resident = Build("resident", guarded, {**environment, "ARRAYS_ON": "0"})
        self.without = Build("without", build_device("-O0"), TRACED, takes=counts_bytes)
        # In one block, Cython's threads begin a loop while others may still bring back what it reads of the one before.
        self.cython = Build("cython", build_cython, {"OMP_NUM_THREADS": "1"}, running.for_cython)
        # Those that are written as text give the same whatever threads there are: the model says so.
        self.cython_threads = Build("cython", build_cython, {"OMP_NUM_THREADS": "3"})
        # Translating a module's kernels takes its first call long; kernels have a limit of their own.
        options = ("--quick", "--check", "memory,init,race,sync", "--timeout", "20", "--seed", seed)
        self.simulates_found = simulates_found
        self.simulated = Build("simulated", build_gpu, {**builds.ON_DEVICE, "SECONDS_PER_CALL": "200"}, simulated=options)

    def optimised(self, level):
        return [Build("host", build_host(level)), Build("device", build_device(level), TRACED)]

    def of(self, number):
        """Of the module of this number, beside the model. What only counts bytes and what takes long have few turns."""
        if number % 2 == 1:
            rare = {1: [self.without], 3: [self.resident]}
            return [self.guarded, *rare.get(number % 8, [])]
        return [*self.optimised("-O3" if number % 8 == 6 else "-O0"), self.cython]

    def of_shapes(self, number):
        """The same for programs that are written as text."""
        if number % 2 == 1:
            return [self.guarded, self.resident]
        return [*self.optimised("-O3" if number % 4 == 2 else "-O0"), self.cython_threads]

    @property
    def all(self):
        return [*self.optimised("-O0"), self.cython, self.guarded, self.resident, self.without, *([self.simulated] if self.simulates_found else [])]

    def needed(self, build):
        """Those with which a failure of this one shows."""
        return [self.guarded, build] if build is self.without else [build]
