"""Modules that Cython makes for benchmarks, and what every file of results says of where it was measured."""

import datetime
import importlib.util
import os
import platform
import subprocess
import sys
import sysconfig

SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")
# Those of Python's own extension modules.
FLAGS = [*sysconfig.get_config_var("CFLAGS").split(), "-shared", "-fPIC", "-fopenmp", "-w", f"-I{sysconfig.get_path('include')}"]


def by_cython(compiler, source, folder):
    """The module of a source."""
    made, module = folder / f"{source.stem}.c", folder / f"{source.stem}{SUFFIX}"
    subprocess.run([sys.executable, "-m", "cython", "-3", source, "-o", made], check=True)
    subprocess.run([compiler, *FLAGS, made, "-o", module], check=True)
    return module


def load(path):
    """The extension module in a file, by the name that the file has."""
    spec = importlib.util.spec_from_file_location(path.name.removesuffix(SUFFIX), path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def circumstances():
    return {
        "date": datetime.date.today().isoformat(),
        "python": platform.python_version(),
        "machine": platform.machine(),
        "cores": os.cpu_count(),
    }
