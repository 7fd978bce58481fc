"""The modules of other projects that `run.py` builds: the goals, and the tests that use them."""

import dataclasses

SKLEARN = [
    *("-X", "language_level=3", "-X", "boundscheck=False", "-X", "wraparound=False", "-X", "initializedcheck=False"),
    *("-X", "nonecheck=False", "-X", "cdivision=True"),
]


@dataclasses.dataclass(frozen=True)
class Package:
    """`sources`: where its packages begin in its sdist. `tests`: the same for its tests, if they are not installed.
    `includes`: where its build finds more declarations, below `sources`. `needs`: other packages whose sdists have such.
    `writes`: files that its build writes, and what is in them. `templates`: files `X.in` that its build renders with Tempita to `X`."""

    name: str
    version: str
    sources: str = ""
    tests: str | None = None
    options: tuple = ()
    includes: tuple = ()
    needs: tuple = ()
    writes: tuple = ()
    templates: tuple = ()


PACKAGES = {
    "sklearn": Package(
        "scikit-learn", "1.9.1", options=tuple(SKLEARN),
        writes=(("sklearn/utils/_blas_int.pxi", "ctypedef int blas_int\n"),),
    ),
    "pyFAI": Package("pyFAI", "2026.9.0", "src"),
    "skimage": Package("scikit-image", "0.26.0", "src", "tests"),
    "scipy": Package("scipy", "1.17.1"),
    "statsmodels": Package(
        "statsmodels", "0.15.0", includes=("statsmodels/includes",), templates=("statsmodels/tsa/**/*.pyx.in",),
        writes=(("statsmodels/tsa/statespace/_blas_int.pxi", "ctypedef int blas_int\nctypedef bint blas_bint\n"),),
    ),
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
    # Each shares classes that hold memoryviews with modules that stay Cython's.
    "sklearn/tree/_criterion": ["sklearn/tree/tests/test_tree.py"],
    "sklearn/tree/_partitioner": ["sklearn/tree/tests/test_tree.py"],
    "sklearn/tree/_splitter": ["sklearn/tree/tests/test_tree.py", "sklearn/ensemble/tests/test_forest.py"],
    "statsmodels/tsa/holtwinters/_exponential_smoothers": ["statsmodels/tsa/tests/test_exponential_smoothing.py", "statsmodels/tsa/holtwinters/tests"],
}

QUAD = "landlab/graph/structured_quad/ext"

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
        Package("landlab", "2.11.0", "src", options=("-X", "embedsignature=True")),
        Package("gprMax", "4.0.1"),
        Package("phasorpy", "0.7", "src"),
        Package("pycraf", "2.1.0"),
        Package("python-geotiepoints", "1.9.0"),
        Package("freesas", "2026.10.0", "src"),
        Package("stochmat", "1.0.0", "src"),
        Package("volresample", "0.6.0", "src"),
        Package("snapvec", "0.11.1"),
        Package("ansys-mapdl-reader", "0.56.0"),
        Package("enspara", "0.3.1"),
        Package("matrixprofile", "1.1.10"),
        Package("Pylians", "0.12", "library"),
        Package("velocyto", "0.17.17"),
        Package("tofu", "1.8.18"),
        Package("pycbc", "2.11.0"),
        Package("cygrid", "2.0.4"),
        Package("pyfedic-cython", "25.9.2"),
        Package("halkosvd", "0.5.0"),
    ]
}


@dataclasses.dataclass(frozen=True)
class OnDevice:
    """A module whose loops run as regions. `tests`: where in the sdist its tests are, if they are not installed. `threads`: of
    loops that stay on the host. `beside`: modules that are built with it, because they give memoryviews to each other in C."""

    package: str
    files: tuple
    tests: str | None = None
    threads: int = 2
    beside: tuple = ()


DEVICES = {
    "sklearn/_loss/_loss": OnDevice("sklearn", ("sklearn/_loss/tests",)),
    "sklearn/cluster/_k_means_lloyd": OnDevice(
        "sklearn", ("sklearn/cluster/tests/test_k_means.py", "sklearn/cluster/tests/test_bisect_k_means.py"),
        beside=("sklearn/cluster/_k_means_elkan", "sklearn/cluster/_k_means_common"),
    ),
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
    "skimage/restoration/_rolling_ball_cy": OnDevice("skimage", ("skimage/restoration/test_rolling_ball.py",), "tests"),
    "gensim/models/nmf_pgd": OnDevice("gensim", ("gensim/test/test_nmf.py",)),
    # It has memory for as many threads as it asks another OpenMP runtime for, that of its wheel.
    "dipy/denoise/denspeed": OnDevice("dipy", ("dipy/denoise/tests/test_nlmeans.py",), threads=1),
    "dipy/denoise/shift_twist_convolution": OnDevice("dipy", ("dipy/denoise/tests/test_kernel.py",)),
    "dipy/tracking/fbcmeasures": OnDevice("dipy", ("dipy/tracking/tests/test_fbc.py",)),
    "dipy/align/bundlemin": OnDevice("dipy", ("dipy/align/tests/test_streamlinear.py",)),
    "dipy/reconst/_force_heap": OnDevice("dipy", ("dipy/reconst/tests/test_force.py",)),
    "silx/math/interpolate": OnDevice("silx", ("silx/math/test/test_interpolate.py",)),
    "silx/math/_colormap": OnDevice("silx", ("silx/math/test/test_colormap.py",)),
    "gstools_cython/field": OnDevice("gstools-cython", ("test_field.py", "test_fourier.py"), "tests"),
    "gstools_cython/krige": OnDevice("gstools-cython", ("test_krige.py",), "tests"),
    "astroscrappy/astroscrappy": OnDevice("astroscrappy", ("astroscrappy/tests",)),
    "sknetwork/linalg/diteration": OnDevice("scikit-network", ("sknetwork/linalg/tests/test_ppr.py", "sknetwork/ranking/tests/test_pagerank.py")),
    "geotiepoints/multilinear_cython": OnDevice("python-geotiepoints", ("geotiepoints/tests/test_multilinear.py",)),
    "snapvec/_fast": OnDevice("snapvec", ("test_pq.py", "test_ivfpq.py", "test_ivfpq_filter.py"), "tests"),
    "pycraf/antenna/cyantenna": OnDevice("pycraf", ("pycraf/antenna/tests",)),
    "pycraf/geometry/cygeometry": OnDevice("pycraf", ("pycraf/geometry/tests",)),
    "pycraf/pathprof/cyprop": OnDevice("pycraf", ("pycraf/pathprof/tests/test_propagation.py", "pycraf/pathprof/tests/test_propagation_bel.py")),
    "volresample/_resample": OnDevice("volresample", ("test_resample.py", "test_grid_sample.py", "test_cubic.py", "test_dtypes.py"), "tests"),
    "landlab/components/flexure/_ext/flexure1d": OnDevice("landlab", ("components/flexure",), "tests"),
    "landlab/components/flexure/_ext/flexure2d": OnDevice("landlab", ("components/flexure",), "tests"),
    "landlab/components/overland_flow/_calc": OnDevice("landlab", ("components/overland_flow",), "tests"),
    "landlab/data_record/_aggregators": OnDevice("landlab", ("data_record/test_aggregators.py",), "tests"),
    "landlab/graph/object/ext/at_node": OnDevice("landlab", ("graph/object", "graph/test_graph.py"), "tests"),
    "landlab/graph/object/ext/at_patch": OnDevice("landlab", ("graph/object", "graph/test_graph.py"), "tests"),
    "landlab/graph/quantity/ext/of_element": OnDevice("landlab", ("graph/quantity",), "tests"),
    "landlab/graph/quantity/ext/of_link": OnDevice("landlab", ("graph/sort", "graph/quantity", "graph/test_graph.py"), "tests"),
    "landlab/graph/sort/ext/intpair": OnDevice("landlab", ("graph/sort/test_intpair.py",), "tests"),
    "landlab/graph/sort/ext/remap_element": OnDevice("landlab", ("graph/sort",), "tests"),
    f"{QUAD}/at_cell": OnDevice("landlab", ("graph/structured_quad",), "tests"),
    f"{QUAD}/at_face": OnDevice("landlab", ("graph/structured_quad",), "tests"),
    f"{QUAD}/at_link": OnDevice("landlab", ("graph/structured_quad",), "tests"),
    f"{QUAD}/at_node": OnDevice("landlab", ("graph/structured_quad",), "tests"),
    f"{QUAD}/at_patch": OnDevice("landlab", ("graph/structured_quad",), "tests"),
    "landlab/grid/ext/raster_divergence": OnDevice("landlab", ("grid/test_raster_divergence.py",), "tests"),
    "landlab/grid/ext/raster_gradient": OnDevice("landlab", ("grid/test_raster_gradients.py",), "tests"),
    "landlab/grid/ext/raster_mappers": OnDevice("landlab", ("grid/test_raster_mappers.py",), "tests"),
    "landlab/utils/ext/jaggedarray": OnDevice("landlab", ("utils/test_jaggedarray.py",), "tests"),
    "gprMax/cython/fields_updates_normal": OnDevice("gprMax", ("test_mode2d.py", "test_geometry_fixed.py"), "tests"),
    "gprMax/cython/fields_updates_dispersive": OnDevice("gprMax", ("test_dispersive_stability_solve.py",), "tests"),
    "gprMax/cython/pml_updates_electric_HORIPML": OnDevice("gprMax", ("test_plane_wave_study.py", "test_virtual_waveguide_integration.py"), "tests"),
    "gprMax/cython/pml_updates_magnetic_HORIPML": OnDevice("gprMax", ("test_plane_wave_study.py", "test_virtual_waveguide_integration.py"), "tests"),
    "gprMax/cython/plane_wave": OnDevice("gprMax", ("test_plane_wave_study.py",), "tests"),
    "gprMax/cython/virtual_waveguide": OnDevice("gprMax", ("test_virtual_waveguide_coupling.py", "test_virtual_waveguide_integration.py"), "tests"),
    "gprMax/cython/eigenmode_source": OnDevice("gprMax", ("test_virtual_waveguide_integration.py",), "tests"),
}
