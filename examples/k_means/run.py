"""scikit-learn's k-means on a device, by its own source and `device={}`.

    run.py SOURCES [--offload-arch ARCH] [--samples N] [--features N] [--clusters N] [--iterations N]

SOURCES is an unpacked sdist of the scikit-learn that is installed, which is used as it is:

    pip download --no-deps --no-binary scikit-learn scikit-learn==VERSION
    tar xf scikit_learn-VERSION.tar.gz

The two parallel blocks of `_k_means_lloyd.pyx` get `device={}`, and nothing else is changed: they have buffers for each thread, a matrix product
by BLAS, and a lock around the sums. Prints what each region moved, and whether the result is that of scikit-learn's own module.
"""

import argparse
import contextlib
import importlib.util
import pathlib
import subprocess
import sys
import tempfile

import numpy as np

HERE = pathlib.Path(__file__).parent
BLOCK = "with nogil, parallel(num_threads=n_threads):"
DIRECTIVES = ["boundscheck=False", "wraparound=False", "initializedcheck=False", "cdivision=True", "device_blas=True"]


def compiled(source, out, root, arch):
    """The library of a module."""
    command = [sys.executable, "-m", "offcy", "compile", source, "--out-dir", out, "-I", root, "--message-format", "short"]
    for directive in DIRECTIVES:
        command += ["-X", directive]
    if arch:
        command += ["--offload-arch", arch]
    subprocess.run(command, check=True)
    [library] = out.glob("*.so")
    return library


def loaded(name, library):
    """The module of a library, for all that import that name from now on."""
    spec = importlib.util.spec_from_file_location(name, library)
    sys.modules[name] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(sys.modules[name])
    return sys.modules[name]


def own_result(arguments):
    """What scikit-learn's own modules find, in a process that has no others."""
    program = (
        "import sys, numpy as np; sys.path.insert(0, sys.argv[1]); from run import fitted\n"
        "np.save(sys.argv[2], fitted(*map(int, sys.argv[3:])).cluster_centers_)"
    )
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "centers.npy"
        numbers = [arguments.samples, arguments.features, arguments.clusters, arguments.iterations]
        subprocess.run([sys.executable, "-c", program, HERE, path, *map(str, numbers)], check=True)
        return np.load(path)


def points(samples, features):
    return np.random.default_rng(0).normal(size=(samples, features))


def fitted(samples, features, clusters, iterations):
    from sklearn.cluster import KMeans

    X = points(samples, features)
    return KMeans(clusters, init=X[:clusters], n_init=1, max_iter=iterations, tol=0, algorithm="lloyd").fit(X)


@contextlib.contextmanager
def with_device(path):
    """The source of a module with `device={}`, beside the original: there is what it includes."""
    text = path.read_text(encoding="utf8")
    if BLOCK not in text:
        raise SystemExit(f"{path} has no `{BLOCK}`")
    kept = path.with_suffix(".pyx.kept")
    path.replace(kept)
    try:
        path.write_text(text.replace(BLOCK, BLOCK.replace("):", ", device={}):")), encoding="utf8")
        yield
    finally:
        kept.replace(path)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sources", type=pathlib.Path)
    parser.add_argument("--offload-arch", default="")
    for name, value in (("samples", 100_000), ("features", 20), ("clusters", 10), ("iterations", 10)):
        parser.add_argument(f"--{name}", type=int, default=value)
    arguments = parser.parse_args()
    root = arguments.sources.resolve()
    cluster = root / "sklearn" / "cluster"
    # scikit-learn's build makes it.
    (root / "sklearn" / "utils" / "_blas_int.pxi").write_text("ctypedef int blas_int\n")
    expected = own_result(arguments)
    with tempfile.TemporaryDirectory() as folder:
        out, arch = pathlib.Path(folder), arguments.offload_arch
        # Modules that give memoryviews to each other in C are compiled by one compiler.
        others = {
            name: compiled(cluster / f"{name}.pyx", out / name, root, arch)
            for name in ("_k_means_common", "_k_means_elkan")
        }
        with with_device(cluster / "_k_means_lloyd.pyx"):
            lloyd = compiled(cluster / "_k_means_lloyd.pyx", out / "lloyd", root, arch)
        resident = loaded("resident", compiled(HERE / "resident.pyx", out / "resident", root, arch))
        for name, library in {**others, "_k_means_lloyd": lloyd}.items():
            loaded(f"sklearn.cluster.{name}", library)
        from sklearn.cluster import _kmeans

        import offcy

        iterations = _kmeans._kmeans_single_lloyd
        _kmeans._kmeans_single_lloyd = lambda *args, **kwargs: resident.run(iterations, *args, **kwargs)
        with offcy.trace() as trace:
            found = fitted(arguments.samples, arguments.features, arguments.clusters, arguments.iterations)
    print(trace)
    print("largest difference from scikit-learn's own:", np.abs(found.cluster_centers_ - expected).max())


if __name__ == "__main__":
    main()
