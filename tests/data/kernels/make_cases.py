"""Writes the `.txt` files of this folder: calls of operators with the results of PyTorch (eager).

Run from the root with what requirements-conformance.txt lists:
`PYTHONPATH=. python tests/data/kernels/make_cases.py [NAME...]`, which makes all files or those
named, each alike without the others. Nothing but these scripts makes the expected values; the
kernels under test have no part in them.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from binary_cases import (
    make_allclose,
    make_angles,
    make_bitwise,
    make_comparison,
    make_differences,
    make_division,
    make_extrema,
    make_powers,
    make_where,
)
from case_text import generator
from complex_cases import make_complex
from convolution_cases import make_convolution
from copy_cases import make_copies
from cortex_m_cases import make_cortex_m
from creation_cases import make_creation
from edge_padding_cases import make_edge_padding
from elementwise_cases import make_add, make_clamp, make_mul
from extreme_cases import make_any, make_cumulative, make_extremes, make_sorting
from fourier_cases import make_fourier
from gradient_cases import make_convolution_backward, make_integer_convolution
from indexing_cases import make_indexing, make_scatter_reduce
from joining_cases import make_joining
from language_cases import make_attention, make_caches, make_hadamard
from matmul_cases import make_matmul
from movement_cases import make_movement
from pooling_cases import make_averages, make_max_pool2d
from product_cases import make_products
from quantize_cases import (
    make_dequantize,
    make_mixed,
    make_qparams,
    make_quantize,
    make_quantized_embedding,
)
from reduction_cases import make_avg_pool2d, make_batch_norm, make_mean, make_softmax
from repeating_cases import make_repeating
from sampling_cases import make_sampling
from sum_cases import make_distances, make_log_softmax, make_norms, make_sums, make_variance
from unary_cases import make_activations, make_gelu, make_maths, make_signs
from upsample_cases import make_bilinear, make_nearest
from volume_cases import make_volumes

FAMILIES = {
    "activations": make_activations,
    "add": make_add,
    "allclose": make_allclose,
    "angles": make_angles,
    "any": make_any,
    "attention": make_attention,
    "averages": make_averages,
    "avg_pool2d": make_avg_pool2d,
    "batch_norm": make_batch_norm,
    "bilinear": make_bilinear,
    "bitwise": make_bitwise,
    "caches": make_caches,
    "clamp": make_clamp,
    "comparison": make_comparison,
    "complex": make_complex,
    "convolution": make_convolution,
    "convolution_backward": make_convolution_backward,
    "copies": make_copies,
    "cortex_m": make_cortex_m,
    "creation": make_creation,
    "cumulative": make_cumulative,
    "dequantize": make_dequantize,
    "differences": make_differences,
    "distances": make_distances,
    "division": make_division,
    "edge_padding": make_edge_padding,
    "extrema": make_extrema,
    "extremes": make_extremes,
    "fourier": make_fourier,
    "gelu": make_gelu,
    "hadamard": make_hadamard,
    "indexing": make_indexing,
    "integer_convolution": make_integer_convolution,
    "joining": make_joining,
    "log_softmax": make_log_softmax,
    "maths": make_maths,
    "matmul": make_matmul,
    "max_pool2d": make_max_pool2d,
    "mean": make_mean,
    "mixed": make_mixed,
    "movement": make_movement,
    "mul": make_mul,
    "nearest": make_nearest,
    "norms": make_norms,
    "powers": make_powers,
    "products": make_products,
    "qparams": make_qparams,
    "quantize": make_quantize,
    "quantized_embedding": make_quantized_embedding,
    "repeating": make_repeating,
    "sampling": make_sampling,
    "scatter_reduce": make_scatter_reduce,
    "signs": make_signs,
    "softmax": make_softmax,
    "sorting": make_sorting,
    "sums": make_sums,
    "variance": make_variance,
    "volumes": make_volumes,
    "where": make_where,
}


def main(names: Sequence[str]) -> None:
    for name in names or FAMILIES:
        make = FAMILIES[name]
        generator.manual_seed(sum(name.encode()))
        make().write(name)


if __name__ == "__main__":
    main(sys.argv[1:])
