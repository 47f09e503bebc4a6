"""Writes the `.txt` files of this folder: calls of operators with the results of PyTorch (eager).

Run with torch 2.13.0 (CPU) and executorch 1.5.1: `python tests/data/kernels/make_cases.py`. Nothing
but these scripts makes the expected values; the kernels under test have no part in them.
"""

from __future__ import annotations

from case_text import generator
from convolution_cases import make_convolution
from copy_cases import make_copies
from creation_cases import make_creation
from elementwise_cases import make_add, make_clamp, make_mul
from indexing_cases import make_indexing
from joining_cases import make_joining
from matmul_cases import make_matmul
from movement_cases import make_movement
from quantize_cases import (
    make_dequantize,
    make_mixed,
    make_qparams,
    make_quantize,
    make_quantized_embedding,
)
from reduction_cases import make_avg_pool2d, make_batch_norm, make_mean, make_softmax


def main() -> None:
    for name, make in {
        "add": make_add,
        "avg_pool2d": make_avg_pool2d,
        "batch_norm": make_batch_norm,
        "clamp": make_clamp,
        "convolution": make_convolution,
        "copies": make_copies,
        "creation": make_creation,
        "dequantize": make_dequantize,
        "indexing": make_indexing,
        "joining": make_joining,
        "matmul": make_matmul,
        "mean": make_mean,
        "mixed": make_mixed,
        "movement": make_movement,
        "mul": make_mul,
        "qparams": make_qparams,
        "quantize": make_quantize,
        "quantized_embedding": make_quantized_embedding,
        "softmax": make_softmax,
    }.items():
        generator.manual_seed(sum(name.encode()))
        make().write(name)


if __name__ == "__main__":
    main()
