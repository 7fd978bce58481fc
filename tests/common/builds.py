"""Builds a module in each of the ways that the tests compare, and tells results apart to the last bit."""

import importlib.util
import pathlib
import re
import subprocess
import sys
import sysconfig
import tempfile

ROOT = pathlib.Path(__file__).parent.parent.parent
SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")
INCLUDE = sysconfig.get_path("include")
LLVM = "/usr/lib/llvm-19/lib"
LINK = [f"-L{LLVM}", f"-Wl,-rpath,{LLVM}", "-lm"]
# Cython's command, which takes views of eight dimensions too: without, it stops at seven.
CYTHON = "from Cython.Compiler import Options; Options.buffer_max_dims = 9; from Cython.Compiler.Main import main; main(command_line=1)"
# A hundred random programs take clang minutes where other work runs beside it.
SECONDS_PER_COMMAND = 1800
# How its C is compiled.
CYTHON_OPTIONS = ["-ffp-contract=off", "-fno-math-errno", "-fwrapv", "-shared", "-fPIC", "-fopenmp", "-w"]
# Whoever asks for the virtual device must not get the host.
ON_DEVICE = {"OMP_TARGET_OFFLOAD": "MANDATORY"}


def command(arguments, **options):
    """Runs a command; its output is shown only where it fails."""
    done = subprocess.run(arguments, capture_output=True, text=True, timeout=SECONDS_PER_COMMAND, **options)
    if done.returncode:
        raise RuntimeError(f"{' '.join(map(str, arguments))}\nexit code {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


def has_folder(source):
    """Whether a program of `tests/run` has a folder of its own: all that lies there belongs to it."""
    return source.parent == ROOT / "tests" / "run" / source.stem


def is_typed_python(path):
    """Whether a file is a module in plain Python with declarations beside it, and not the cases of a program."""
    return path.suffix == ".py" and path.with_suffix(".pxd").exists() and not path.with_suffix(".pyx").exists()


def modules(source):
    """A program's modules: its own, and others in its folder, which it imports."""
    others = sorted(source.parent.rglob("*.py*")) if has_folder(source) else []
    others = [other for other in others if other.suffix == ".pyx" or is_typed_python(other)]
    return [source, *(other for other in others if other != source)]


def settings(source, name):
    """What the comments of a module give for one setting."""
    given = re.findall(rf"^# *(?:distutils|offcy): *{name} *= *(.*)$", source.read_text(), re.MULTILINE)
    return [value for values in given for value in re.split(r"[\s,]+", values.strip())]


def environment(source):
    """The options for a module whose comment `# compile-time-env: NAME=VALUE,...` gives it names."""
    given = re.findall(r"^# compile-time-env: (.*)$", source.read_text(), re.MULTILINE)
    return [part for names in given for part in ("-E", names)]


def c_sources(source):
    """The C files that a module names."""
    return [source.parent / name for name in settings(source, "sources")]


def macros(source):
    return [f"-D{name}" for name in settings(source, "define_macros")]


def is_theirs(module):
    """Whether Cython makes a module of a program in all builds."""
    return "# Cython makes this module." in module.read_text().splitlines()


def ours(offcy, source, folder):
    """The modules that are offcy's to make; those that are not, Cython makes in the folder."""
    folder.mkdir(exist_ok=True)
    if any(map(is_theirs, modules(source))):
        build_cython(offcy, source, folder, only=is_theirs)
    return [module for module in modules(source) if not is_theirs(module)]


def build_offcy(offcy, source, folder, *options):
    for module in ours(offcy, source, folder):
        out = folder / module.parent.relative_to(source.parent)
        command([offcy, "compile", module, "--out-dir", out, "--python", sys.executable, *environment(module), *options])


def placeless(text, folder):
    """C that names files of a folder, as it is wherever that lies: lines break where its name leaves no space."""
    return " ".join(text.replace(str(folder), "").split())


def emitted(offcy, source, *options):
    """The C that offcy writes for a program, and the files beside it, by their names: {name: text}. It is the same wherever they lie."""
    texts = {}
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        for module in modules(source):
            if is_theirs(module):
                continue
            out = folder / module.relative_to(source.parent).with_suffix("")
            command([offcy, "compile", module, "--out-dir", out, "--emit", "c", "--message-format", "short", *environment(module), *options])
        files = [path for path in folder.rglob("*") if path.is_file()]
        texts = {str(path.relative_to(folder)): placeless(path.read_text(), source.parent) for path in files}
    beside = [path for path in source.parent.rglob("*") if has_folder(source) and path.is_file() and "__pycache__" not in path.parts]
    # What comments ask of the build stands in the source alone.
    return {**texts, **{str(path.relative_to(source.parent)): path.read_text() for path in sorted([source, *beside])}}


# What begins on one thread stays there for this many iterations, and not for some time.
IN_PARTS = ["--extra-compile-arg=-DOFFCY_TRIAL_OF=3"]


def build_device(offcy, source, folder, *options):
    """For the virtual device. The host's parallel loops that begin on one thread go on with several."""
    build_offcy(offcy, source, folder, "--offload-arch", "x86_64", *IN_PARTS, *options)


def built(folder, name):
    """The module in a folder, for this version of Python or for several."""
    paths = [pathlib.Path(folder) / f"{name}{suffix}" for suffix in (SUFFIX, ".abi3t.so", ".abi3.so")]
    return next((path for path in paths if path.exists()), paths[-1])


def stripped_files(offcy, source):
    """The files of a program by their places beside it, as Cython gets them: {relative path: text}."""
    files = [source]
    if has_folder(source):
        files = [path for path in source.parent.rglob("*") if path.is_file()]
        files = [path for path in files if path.suffix in (".pyx", ".pxd", ".pxi", ".h", ".c") or path.name == "__init__.py" or is_typed_python(path)]
    texts = {}
    for path in sorted(files):
        is_ours = path.suffix in (".pyx", ".pxd", ".pxi") or is_typed_python(path)
        texts[str(path.relative_to(source.parent))] = command([offcy, "strip", path]) if is_ours else path.read_text()
    return texts


def build_cython(offcy, source, folder, level="-O2", directives=(), target=(), only=None):
    """`directives`: for the whole module, as NAME=VALUE. `target`: what the compiler may count on. `only`: which modules."""
    folder.mkdir(exist_ok=True)
    for place, text in stripped_files(offcy, source).items():
        copy = folder / place
        copy.parent.mkdir(exist_ok=True)
        copy.write_text(text)
    options = [part for directive in directives for part in ("-X", directive)]
    # Memoryviews in objects have the size that they have for everyone where modules share objects.
    compiler = ["-m", "cython"] if len(modules(source)) > 1 else ["-c", CYTHON]
    for module in filter(only, modules(source)):
        stripped = folder / module.relative_to(source.parent)
        command([sys.executable, *compiler, "-3", *options, *environment(module), "-I", folder, stripped])
        command(
            ["clang-19", level, *target, *CYTHON_OPTIONS]
            + [f"-I{INCLUDE}", f"-I{numpy_include()}", f"-I{folder}", *macros(module), stripped.with_suffix(".c"), *c_sources(module)]
            + ["-o", stripped.parent / f"{module.stem}{SUFFIX}", *LINK, "-Wl,--as-needed", "-latomic"]
        )


def numpy_include():
    """Where the headers lie that `cimport numpy` needs."""
    import numpy

    return numpy.get_include()


class Sanitized:
    """Modules for the host's cores, every access and every operation checked."""

    FLAGS = ["-g1", "-O0", "-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fwrapv"]
    # Parallel loops that begin on one thread go on with several.
    FLAGS += ["-std=gnu11", "-fPIC", "-fopenmp", "-shared-libasan", "-w", "-DOFFCY_TRIAL_OF=3"]

    def __init__(self, folder):
        """Builds the runtime in a new folder."""
        import numpy

        folder.mkdir()
        self.include = [f"-I{INCLUDE}", f"-I{ROOT / 'runtime-c' / 'include'}", f"-I{numpy.get_include()}"]
        command(["clang-19", *self.FLAGS, *self.include, "-c", *(ROOT / "runtime-c" / "src").glob("*.c")], cwd=folder)
        self.objects = sorted(folder.glob("*.o"))

    def build(self, offcy, source, folder):
        for module in ours(offcy, source, folder):
            out = folder / module.relative_to(source.parent).with_suffix("")
            command([offcy, "compile", module, "--out-dir", out, "--emit", "c", *environment(module)])
            command(
                ["clang-19", *self.FLAGS, "-shared", *self.include, f"-I{source.parent}", *macros(module)]
                + [*out.glob("*.c"), *self.objects, "-o", out.parent / f"{module.stem}{SUFFIX}", *LINK]
            )


class Guard:
    """Modules for the virtual device whose kernels cannot touch an array of the host's: see `tests/guard`."""

    # Nests of loops run in small tiles, and long loops in several.
    TILED = ["-fopenmp-optimistic-collapse", "-DOFFCY_TILE_ITERATIONS=6", "-DOFFCY_TILE_OF_ONE=500"]
    DEVICE = ["-fopenmp-targets=x86_64-pc-linux-gnu"]  # only what has code for it: every file is compiled twice else
    FLAGS = ["-fopenmp", "-DOFFCY_OFFLOAD=1", "-g1", "-std=gnu11", "-fPIC", "-fwrapv", "-ffp-contract=off", "-fno-math-errno", "-w", *TILED]

    def __init__(self, folder, level="-O1"):
        """Builds the runtime, and the module that guards memory, in a new folder."""
        import numpy

        folder.mkdir()
        self.flags = [level, *self.FLAGS]
        self.folder, guard = folder, ROOT / "tests" / "guard"
        self.include = [f"-I{INCLUDE}", f"-I{numpy.get_include()}", f"-I{ROOT / 'runtime-c' / 'include'}"]
        self.compile([*(ROOT / "runtime-c" / "src").glob("*.c"), guard / "guard.c"], folder)
        self.objects = sorted(folder.glob("*.o"))
        command(
            ["clang-19", *self.flags, "-shared", f"-I{INCLUDE}", f"-I{numpy.get_include()}"]
            + [guard / "guard_memory.c", "-o", folder / f"guard_memory{SUFFIX}"]
        )

    def compile(self, sources, folder, options=()):
        for_device = [path for path in sources if path.name == "rt_device.c" or path.name.endswith(".kernels.c")]
        for_host = [path for path in sources if path not in for_device]
        for files, device in ((for_device, self.DEVICE), (for_host, [])):
            if files:
                command(["clang-19", *self.flags, *device, *options, *self.include, "-c", *files], cwd=folder)

    def build(self, offcy, source, folder):
        """Whether the program has kernels: without, there is nothing to guard, and no module is made."""
        emitted = {}
        for module in ours(offcy, source, folder):
            out = folder / module.relative_to(source.parent).with_suffix("")
            command([offcy, "compile", module, "--out-dir", out, "--emit", "c", "--message-format", "short", *environment(module)])
            emitted[module] = out
        if not any("omp target" in path.read_text() for out in emitted.values() for path in out.glob("*.kernels.c")):
            return False
        for module, out in emitted.items():
            self.compile([*out.glob("*.c")], out, [f"-I{source.parent}", *macros(module)])
            command(
                ["clang-19", *self.flags, *self.DEVICE, "-shared", *out.glob("*.o"), *self.objects]
                + ["-Wl,--wrap=offcy_enter,--wrap=offcy_leave", "-o", out.parent / f"{module.stem}{SUFFIX}", *LINK]
            )
        return True

    @staticmethod
    def install(folder):
        """In the process that runs them: before any array is made. Returns the guarding module."""
        import ctypes

        path = pathlib.Path(folder) / f"guard_memory{SUFFIX}"
        ctypes.CDLL(str(path), mode=ctypes.RTLD_GLOBAL)
        guard = load(path, "guard_memory")
        guard.install()
        return guard


def load(path, name):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def plain(value):
    """A result as something that JSON holds and that equals itself to the last bit."""
    import numpy as np

    if isinstance(value, BaseException):
        return ["exception", type(value).__name__, str(value)]
    if isinstance(value, np.ndarray):
        return ["array", value.dtype.str, list(value.shape), np.ascontiguousarray(value).tobytes().hex()]
    if isinstance(value, (list, tuple)):
        return [type(value).__name__, [plain(item) for item in value]]
    if isinstance(value, float):
        return ["float", value.hex()]
    return [type(value).__name__, repr(value)]
