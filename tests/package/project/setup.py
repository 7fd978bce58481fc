from setuptools import Extension, setup

setup(
    ext_modules=[
        Extension(
            "fixture.kernels",
            ["fixture/kernels.pyx", "fixture/helper.c"],
            include_dirs=["fixture/include"],
            define_macros=[("LEVEL", "40"), ("NAMED", None)],
            libraries=["m"],
            depends=["fixture/notes.txt"],
        ),
        Extension("fixture.other", ["fixture/other.pyx"]),
        Extension("fixture.plain", ["fixture/plain.c"]),
    ]
)
