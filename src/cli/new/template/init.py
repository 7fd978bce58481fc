"""Loops that run on the host's cores or on a GPU."""

from {{package}}.kernels import axpy

__all__ = ["axpy"]
