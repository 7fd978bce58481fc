from setuptools import Extension, setup

setup(ext_modules=[Extension("{{package}}.kernels", ["src/{{package}}/kernels.pyx"])])
