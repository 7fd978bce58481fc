"""What a C compiler says of the C that offcy writes: with and without OpenMP and devices, warnings are errors."""

import builds

FLAGS = ["-fsyntax-only", "-std=gnu11", "-Wall", "-Wextra", "-Werror"]
MODES = ([], ["-fopenmp"], ["-fopenmp", "-DOFFCY_OFFLOAD=1"])
# A module whose C has none of these is the same in all modes.
OF_MODES = ("#pragma omp", "_OPENMP", "OFFCY_OFFLOAD")


def is_written(path):
    """Whether offcy wrote a C file; others are those that a module names in comments."""
    return "." not in path.name.removesuffix(".c").removesuffix(".kernels")


def compile_strictly(offcy, source, folder):
    """Compiles all modules of a program in each mode that they know of. Raises RuntimeError with the warnings."""
    python = [part for include in (builds.INCLUDE, builds.numpy_include()) for part in ("-isystem", include)]
    headers = [f"-I{builds.ROOT / 'runtime-c' / 'include'}", *python, f"-I{source.parent}"]
    for module in builds.ours(offcy, source, folder):
        out = folder / module.relative_to(source.parent).with_suffix("")
        builds.command([offcy, "compile", module, "--out-dir", out, "--emit", "c", "--message-format", "short", *builds.environment(module)])
        files = [path for path in out.glob("*.c") if is_written(path)]
        texts = [path.read_text() for path in files]
        for mode in MODES:
            if mode == MODES[-1] or any(word in text for text in texts for word in OF_MODES):
                builds.command(["clang-19", *FLAGS, *headers, *mode, *builds.macros(module), *files])
