"""The modules of other projects that `run.py` builds: the goals, and the tests that use them."""

import dataclasses

SKLEARN = [
    *("-X", "language_level=3", "-X", "boundscheck=False", "-X", "wraparound=False", "-X", "initializedcheck=False"),
    *("-X", "nonecheck=False", "-X", "cdivision=True"),
]


@dataclasses.dataclass(frozen=True)
class Package:
    """`sources`: where its packages begin in its sdist. `tests`: the same for its tests, if they are not installed.
    `includes`: where its build finds more declarations, below `sources`."""

    name: str
    version: str
    sources: str = ""
    tests: str | None = None
    options: tuple = ()
    includes: tuple = ()


PACKAGES = {
    "sklearn": Package("scikit-learn", "1.9.1", options=tuple(SKLEARN)),
    "pyFAI": Package("pyFAI", "2026.9.0", "src"),
    "skimage": Package("scikit-image", "0.26.0", "src", "tests"),
    "scipy": Package("scipy", "1.17.1"),
    "statsmodels": Package("statsmodels", "0.15.0"),
}

BOOSTING = "sklearn/ensemble/_hist_gradient_boosting"

# A module, and the files of tests that use it.
MODULES = {
    f"{BOOSTING}/_gradient_boosting": [f"{BOOSTING}/tests/test_gradient_boosting.py", f"{BOOSTING}/tests/test_warm_start.py"],
    "sklearn/metrics/_pairwise_fast": ["sklearn/metrics/tests/test_pairwise.py"],
    f"{BOOSTING}/_binning": [f"{BOOSTING}/tests/test_binning.py"],
    "sklearn/cluster/_k_means_minibatch": ["sklearn/cluster/tests/test_k_means.py"],
    f"{BOOSTING}/_predictor": [f"{BOOSTING}/tests/test_predictor.py", f"{BOOSTING}/tests/test_gradient_boosting.py"],
    "pyFAI/ext/histogram": ["pyFAI/test/test_histogram.py"],
    "pyFAI/ext/_convolution": ["pyFAI/test/test_convolution.py", "pyFAI/test/test_blob_detection.py"],
    "pyFAI/ext/reconstruct": ["pyFAI/test/test_massif.py"],
    "pyFAI/ext/_bispev": ["pyFAI/test/test_bispev.py", "pyFAI/test/test_spline.py"],
    "pyFAI/ext/bilinear": ["pyFAI/test/test_bilinear.py", "pyFAI/test/test_peak_picking.py"],
    "skimage/restoration/_rolling_ball_cy": ["skimage/restoration/test_rolling_ball.py"],
    "scipy/signal/_sosfilt": ["scipy/signal/tests/test_signaltools.py"],
    "scipy/signal/_peak_finding_utils": ["scipy/signal/tests/test_peak_finding.py"],
    "skimage/measure/_moments_cy": ["skimage/measure/test_moments.py"],
    "sklearn/decomposition/_cdnmf_fast": ["sklearn/decomposition/tests/test_nmf.py"],
    "statsmodels/tsa/holtwinters/_exponential_smoothers": ["statsmodels/tsa/tests/test_exponential_smoothing.py", "statsmodels/tsa/holtwinters/tests"],
}

# Projects that nothing here was made for: `regions.py`.
OUTSIDE = {
    package.name: package
    for package in [
        Package("dipy", "1.12.1", includes=("src",)),
        Package("silx", "3.1.3", "src"),
        Package("scikit-bio", "0.7.4"),
        Package("pysteps", "1.21.5"),
        Package("pynbody", "2.8.0"),
        Package("gstools-cython", "1.2.0", "src", options=("-E", "OPENMP=True")),
        Package("yt", "4.4.2"),
        Package("mdtraj", "1.11.1.post2"),
        Package("openTSNE", "1.0.4"),
        Package("glum", "3.4.1", "src"),
        Package("tabmat", "4.2.1", "src"),
        Package("astroscrappy", "1.3.0"),
        Package("pyhsmm", "0.1.7"),
        Package("pybasicbayes", "0.2.2"),
        Package("cornac", "3.0.1"),
        Package("scikit-network", "0.33.5"),
    ]
}


@dataclasses.dataclass(frozen=True)
class OnDevice:
    """A module whose loops run as regions. `tests`: where in the sdist its tests are, if they are not installed."""

    package: str
    files: tuple
    tests: str | None = None


DEVICES = {
    "sklearn/_loss/_loss": OnDevice("sklearn", ("sklearn/_loss/tests",)),
    f"{BOOSTING}/histogram": OnDevice("sklearn", (f"{BOOSTING}/tests/test_histogram.py", f"{BOOSTING}/tests/test_grower.py")),
    f"{BOOSTING}/_gradient_boosting": OnDevice("sklearn", (f"{BOOSTING}/tests/test_gradient_boosting.py",)),
    f"{BOOSTING}/_binning": OnDevice("sklearn", (f"{BOOSTING}/tests/test_binning.py",)),
    f"{BOOSTING}/_predictor": OnDevice("sklearn", (f"{BOOSTING}/tests/test_predictor.py",)),
    "sklearn/metrics/_pairwise_fast": OnDevice("sklearn", ("sklearn/metrics/tests/test_pairwise.py",)),
    "skbio/stats/distance/_cutils": OnDevice("scikit-bio", ("skbio/stats/distance/tests",)),
    "skbio/stats/ordination/_cutils": OnDevice("scikit-bio", ("skbio/stats/ordination/tests",)),
    "skbio/tree/_c_me": OnDevice("scikit-bio", ("skbio/tree/tests",)),
    "glum/_functions": OnDevice("glum", ("tests/glm/test_distribution.py", "tests/glm/test_glm_cv.py", "tests/glm/test_intercept.py"), ""),
    "glum/_cd_fast": OnDevice("glum", ("tests/glm/test_glm_cv.py", "tests/glm/test_intercept.py"), ""),
    "pyFAI/ext/histogram": OnDevice("pyFAI", ("pyFAI/test/test_histogram.py",)),
    "pyFAI/ext/_convolution": OnDevice("pyFAI", ("pyFAI/test/test_blob_detection.py",)),
    "pyFAI/ext/_distortion": OnDevice("pyFAI", ("pyFAI/test/test_distortion.py",)),
    "pyFAI/ext/_geometry": OnDevice("pyFAI", ("pyFAI/test/test_geometry.py",)),
    "pyFAI/ext/bilinear": OnDevice("pyFAI", ("pyFAI/test/test_bilinear.py",)),
    "pyFAI/ext/reconstruct": OnDevice("pyFAI", ("pyFAI/test/test_massif.py",)),
}
