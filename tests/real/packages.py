"""How much of the Cython of many packages offcy compiles: `corpus.py` for packages that are in none of the other surveys.

    packages.py OFFCY [PACKAGE...] [--record] [--cache DIR] [--verbose]

`packages.txt` has the shares, what stands in the way how often, and the first error of each file.
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from corpus import survey
from modules import OUTSIDE, Package
from run import HERE

# What their setup.py reads from the library that they wrap.
GDAL = ("-E", "CTE_GDAL_MAJOR_VERSION=3", "-E", "CTE_GDAL_MINOR_VERSION=10", "-E", "CTE_GDAL_PATCH_VERSION=0")

NAMED = {
    package.name: package
    for package in [
        Package("cftime", "1.6.6.1", "src", options=("-X", "c_api_binop_methods=True")),
        Package("regions", "0.12"),
        Package("cutadapt", "5.2", "src"),
        Package("reproject", "0.21.0"),
        Package("arch", "8.0.0"),
        Package("propcache", "0.5.4", "src"),
        Package("photutils", "3.0.0"),
        Package("cytoolz", "1.2.0", options=("-X", "embedsignature=True", "-X", "binding=True")),
        Package("pycocotools", "2.0.11"),
        Package("PyWavelets", "1.9.0", writes=(("pywt/_extensions/config.pxi", "DEF HAVE_C99_CPLX = 1\n"),)),
        Package("yarl", "1.25.1"),
        Package("aiohttp", "3.14.5"),
        Package("shapely", "2.2.0", "src"),
        Package("rasterio", "1.4.4", options=GDAL),
        Package("fiona", "1.10.1", options=GDAL),
        Package("pyproj", "3.7.2", options=("-X", "c_string_type=str", "-X", "c_string_encoding=utf-8", "-E", "CTE_PYTHON_IMPLEMENTATION=CPython")),
        Package("netCDF4", "1.7.5.1.post1", "src", includes=("../include",)),
        Package("tables", "3.11.1"),
        Package("numcodecs", "0.16.6"),
        Package("msgpack", "1.2.4"),
        Package("uvloop", "0.23.0"),
        Package("httptools", "0.9.0"),
        Package("asyncpg", "0.32.0"),
        Package("thinc", "9.1.1", needs=("cymem", "preshed", "murmurhash")),
        Package("cymem", "2.0.16"),
        Package("preshed", "3.0.15", needs=("cymem", "murmurhash")),
        Package("murmurhash", "1.0.16"),
        Package("srsly", "2.5.6"),
        Package("pyedflib", "0.1.42"),
        Package("astropy", "8.0.2"),
        Package("fastavro", "1.13.1"),
        Package("lxml", "6.1.3"),
        Package("pandas", "3.1.1", templates=("pandas/_libs/*.pxi.in",)),
        Package("pyFFTW", "0.15.1"),
        Package("pmdarima", "2.1.1"),
        Package("sep", "1.4.1"),
        Package("cf-units", "3.3.1"),
        Package("mpi4py", "4.1.2", "src"),
        Package("PyYAML", "6.0.4"),
        Package("quicktions", "1.24", "src"),
        Package("fastrlock", "0.8.4"),
        Package("fabio", "2026.6.0", "src"),
        Package("biotite", "1.6.0", "src"),
        Package("MDAnalysis", "2.11.0"),
        Package("dtaidistance", "2.5.1", "src", includes=("dtaidistance",)),
        Package("ruptures", "1.1.10", "src"),
        Package("KDEpy", "1.1.12"),
        Package("pymssql", "2.4.6", "src"),
        Package("clickhouse-driver", "0.2.11"),
        Package("bx-python", "0.15.1", "lib"),
        Package("scikit-learn-extra", "0.3.0"),
        Package("pykrige", "1.7.3", "src"),
    ]
}

if __name__ == "__main__":
    head = "How many C-only files of many packages offcy compiles to C, and the first error of each other file (packages.py)."
    survey(__doc__, NAMED, HERE / "packages.txt", head)
