"""The tour that scripts/quickstart gives, once offcy is built: quickstart.py OFFCY"""

import importlib.util
import json
import os
import pathlib
import subprocess
import sys
import sysconfig
import tempfile
import time

EXAMPLES = pathlib.Path(__file__).parent.parent / "examples"
SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")
PAIRWISE = [
    "pairwise_distance_host",
    "pairwise_distance_target",
    "pairwise_distance_target_to",
    "pairwise_distance_row",
    "pairwise_distance_row_context",
    "pairwise_distance_target_row_context_annotated_func",
]
ROWS = 1000


def title(text):
    print(f"\n\033[1m{text}\033[0m" if sys.stdout.isatty() else f"\n{text}", flush=True)


def load(folder, name):
    spec = importlib.util.spec_from_file_location(name, pathlib.Path(folder) / f"{name}{SUFFIX}")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def compile_examples(offcy, folder, *options):
    shown = " ".join(["offcy compile examples/pairwise.pyx examples/inside_polygon.pyx", *options])
    print(f"$ {shown}", flush=True)
    sources = [EXAMPLES / "pairwise.pyx", EXAMPLES / "inside_polygon.pyx"]
    command = [offcy, "compile", *sources, "--out-dir", folder, "--python", sys.executable, *options]
    started = time.perf_counter()
    subprocess.run(command, check=True)
    print(f"  {time.perf_counter() - started:.1f} s")


def best(function, repeats=5):
    """The shortest of a few runs, in ms, and the last result."""
    times = []
    for _ in range(repeats):
        started = time.perf_counter()
        result = function()
        times.append(time.perf_counter() - started)
    return min(times) * 1e3, result


def numpy_pairwise(X):
    import numpy as np

    return np.sqrt(((X[:, None, :] - X[None, :, :]) ** 2).sum(axis=2))


def run_pairwise(folder):
    """In a process of its own: one line per function."""
    import numpy as np

    module = load(folder, "pairwise")
    X = np.random.default_rng(1).standard_normal((ROWS, 3))
    expected = numpy_pairwise(X)
    for name in PAIRWISE:
        function = getattr(module, name)
        milliseconds, result = best(lambda: function(X))
        agrees = "equal to NumPy" if np.allclose(result, expected, rtol=1e-12, atol=0) else "WRONG"
        print(f"  {name:<53} {milliseconds:8.2f} ms   {agrees}")
        assert agrees != "WRONG", name


def trace_pairwise(folder):
    import numpy as np

    module = load(folder, "pairwise")
    X = np.ones((ROWS, 3))
    for name in PAIRWISE:
        getattr(module, name)(X)


def star(edges, size):
    import numpy as np

    angle = np.linspace(0, 2 * np.pi, edges, endpoint=False)
    radius = np.where(np.arange(edges) % 2, 0.2, 0.45) * size
    corners = [size / 2 + radius * np.sin(angle), size / 2 + radius * np.cos(angle)]
    return np.stack(corners, axis=1).astype(np.float32)


def python_mask(vertices, height, width):
    """The example's loop in plain Python."""
    mask = []
    for py in range(height):
        row = []
        for px in range(width):
            inside = False
            y1, x1 = vertices[-1]
            for y2, x2 in vertices:
                if (y1 > py) != (y2 > py) and px < (x2 - x1) * (py - y1) / (y2 - y1) + x1:
                    inside = not inside
                x1, y1 = x2, y2
            row.append(inside)
        mask.append(row)
    return mask


def numpy_mask(vertices, height, width):
    import numpy as np

    py = np.arange(height, dtype=np.float32)[:, None]
    px = np.arange(width, dtype=np.float32)[None, :]
    inside = np.zeros((height, width), dtype=bool)
    y1, x1 = vertices[-1]
    for y2, x2 in vertices:
        crosses = (y1 > py) != (y2 > py)
        if y1 != y2:
            inside ^= crosses & (px < (x2 - x1) * (py - y1) / (y2 - y1) + x1)
        x1, y1 = x2, y2
    return inside.astype(np.int8)


def run_polygon(folder):
    import numpy as np

    module = load(folder, "inside_polygon")
    size = 1024
    vertices = star(24, size)
    numpy_time, expected = best(lambda: numpy_mask(vertices, size, size), 3)
    strip = 32
    python_time, rows = best(lambda: python_mask(vertices.tolist(), strip, size), 1)
    print(f"  {'Python (from 32 rows of 1024)':<53} {python_time * size / strip:8.0f} ms")
    print(f"  {'NumPy':<53} {numpy_time:8.2f} ms")
    assert np.array_equal(np.array(rows, dtype=np.int8), expected[:strip])
    for name in ["make_mask_host", "make_mask_device"]:
        milliseconds, mask = best(lambda: getattr(module, name)(vertices, size, size))
        agrees = "equal to NumPy" if np.array_equal(mask, expected) else "WRONG"
        print(f"  {name:<53} {milliseconds:8.2f} ms   {agrees}")
        assert agrees != "WRONG", name


def worker(function, folder, **environment):
    sys.stdout.flush()
    return subprocess.run(
        [sys.executable, __file__, "--worker", function, folder],
        check=True, text=True, stderr=subprocess.PIPE if "OFFCY_TRACE" in environment else None,
        env={**os.environ, "TMPDIR": str(folder), **environment},
    )


def moved(folder):
    done = worker("trace_pairwise", folder, OMP_TARGET_OFFLOAD="MANDATORY", OFFCY_TRACE="json")
    total = {}
    for line in done.stderr.splitlines():
        if line.startswith("{"):
            record = json.loads(line)
            variables = total.setdefault(record["function"], {})
            for variable in record["variables"]:
                to, back = variables.get(variable["name"], (0, 0))
                variables[variable["name"]] = (to + variable["to"], back + variable["from"])
    for function, variables in total.items():
        text = ", ".join(f"{name} {to:,} to, {back:,} from" for name, (to, back) in variables.items())
        print(f"  {function:<53} {text}")


def main(offcy):
    with tempfile.TemporaryDirectory() as folder:
        host, device = pathlib.Path(folder, "host"), pathlib.Path(folder, "device")
        title("Compile")
        compile_examples(offcy, host)
        compile_examples(offcy, device, "--offload-arch", "x86_64")
        title("What must move, as offcy infers it")
        print("$ offcy maps examples/pairwise.pyx", flush=True)
        subprocess.run([offcy, "maps", EXAMPLES / "pairwise.pyx"], check=True)
        title(f"Pairwise distances of {ROWS} points: on the host's cores")
        import numpy as np

        X = np.random.default_rng(1).standard_normal((ROWS, 3))
        print(f"  {'NumPy':<53} {best(lambda: numpy_pairwise(X))[0]:8.2f} ms")
        worker("run_pairwise", host)
        title("The same on the virtual device: LLVM's host plugin, with a memory of its own")
        worker("run_pairwise", device, OMP_TARGET_OFFLOAD="MANDATORY")
        title("Bytes moved between host and device")
        moved(device)
        title("Pixels inside a polygon of 24 edges, 1024 x 1024: on the host's cores")
        worker("run_polygon", host)
        title("The same on the virtual device")
        worker("run_polygon", device, OMP_TARGET_OFFLOAD="MANDATORY")


if __name__ == "__main__":
    if sys.argv[1] == "--worker":
        globals()[sys.argv[2]](sys.argv[3])
    else:
        main(sys.argv[1])
