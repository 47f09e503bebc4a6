"""Writes the `.txt` files of this folder: calls of operators with the results of PyTorch (eager).

Run with torch 2.13.0 (CPU): `python tests/data/kernels/make_cases.py`. Nothing but these scripts
makes the expected values; the kernels under test have no part in them.
"""

from __future__ import annotations

from binary_cases import (
    make_allclose,
    make_angles,
    make_bitwise,
    make_comparison,
    make_division,
    make_extrema,
    make_powers,
    make_sums,
    make_where,
)
from case_text import generator
from complex_cases import make_complex
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
from unary_cases import make_activations, make_gelu, make_maths, make_signs


def main() -> None:
    for name, make in {
        "activations": make_activations,
        "add": make_add,
        "allclose": make_allclose,
        "angles": make_angles,
        "avg_pool2d": make_avg_pool2d,
        "batch_norm": make_batch_norm,
        "bitwise": make_bitwise,
        "clamp": make_clamp,
        "comparison": make_comparison,
        "complex": make_complex,
        "convolution": make_convolution,
        "copies": make_copies,
        "creation": make_creation,
        "dequantize": make_dequantize,
        "division": make_division,
        "extrema": make_extrema,
        "gelu": make_gelu,
        "indexing": make_indexing,
        "joining": make_joining,
        "maths": make_maths,
        "matmul": make_matmul,
        "mean": make_mean,
        "mixed": make_mixed,
        "movement": make_movement,
        "mul": make_mul,
        "powers": make_powers,
        "qparams": make_qparams,
        "quantize": make_quantize,
        "quantized_embedding": make_quantized_embedding,
        "signs": make_signs,
        "softmax": make_softmax,
        "sums": make_sums,
        "where": make_where,
    }.items():
        generator.manual_seed(sum(name.encode()))
        make().write(name)


if __name__ == "__main__":
    main()
