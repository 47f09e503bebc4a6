"""Writes the `.txt` files of this folder: calls of operators with the results of PyTorch (eager).

Run with torch 2.13.0 (CPU): `python tests/data/kernels/make_cases.py`. Nothing but these scripts
makes the expected values; the kernels under test have no part in them.
"""

from __future__ import annotations

from case_text import generator
from convolution_cases import make_convolution
from copy_cases import make_copies
from cortex_m_cases import make_cortex_m
from creation_cases import make_creation
from elementwise_cases import make_add, make_clamp, make_mul
from indexing_cases import make_indexing
from joining_cases import make_joining
from matmul_cases import make_matmul
from movement_cases import make_movement
from reduction_cases import make_avg_pool2d, make_batch_norm, make_mean, make_softmax


def main() -> None:
    for name, make in {
        "add": make_add,
        "avg_pool2d": make_avg_pool2d,
        "batch_norm": make_batch_norm,
        "clamp": make_clamp,
        "convolution": make_convolution,
        "copies": make_copies,
        "cortex_m": make_cortex_m,
        "creation": make_creation,
        "indexing": make_indexing,
        "joining": make_joining,
        "matmul": make_matmul,
        "mean": make_mean,
        "movement": make_movement,
        "mul": make_mul,
        "softmax": make_softmax,
    }.items():
        generator.manual_seed(sum(name.encode()))
        make().write(name)


if __name__ == "__main__":
    main()
