"""The tables of nodes in the schema of ExecuTorch's XNNPACK backend.

Source: backends/xnnpack/serialization/schema.fbs (XN01) and runtime_schema.fbs (XN00), executorch
1.5.1: the tables are the same in both. A field's kind follows from its name.
"""

from __future__ import annotations

VECTORS = frozenset(("perm", "new_shape", "pre_paddings", "post_paddings", "offsets", "sizes"))
FLOATS = frozenset(("padding_value", "negative_slope", "alpha"))
OUTPUTS = frozenset(("output_id", "output_value_id", "output_index_id"))

_UNARY = "input_id output_id flags"
_BINARY = "input1_id input2_id output_id flags"
_CONCATENATION = "axis input1_id input2_id input3_id input4_id output_id flags input5_id"
_CONVOLUTION = (
    "padding_top padding_right padding_bottom padding_left kernel_height kernel_width "
    "subsampling_height subsampling_width dilation_height dilation_width group_input_channels "
    "group_output_channels groups adjustment_height adjustment_width "
    "input1_id filter_id bias_id output_id flags"
)
_WINDOW = "padding_top padding_right padding_bottom padding_left pooling_height pooling_width "
_POOLING = (
    _WINDOW + "stride_height stride_width dilation_height dilation_width input_id output_id flags"
)

_NODES = (
    ("Add", _BINARY),
    ("FullyConnected", "input1_id filter_id bias_id output_id flags"),
    ("Softmax", _UNARY),
    ("Sigmoid", _UNARY),
    ("StaticTranspose", "num_dims perm input_id output_id flags"),
    ("Clamp", _UNARY),
    ("Conv2d", _CONVOLUTION),
    ("Div", _BINARY),
    ("StaticResizeBilinear2D", "new_height new_width input_id output_id flags"),
    ("StaticConstantPad", "pre_paddings post_paddings padding_value input_id output_id flags"),
    ("AvgPooling2d", _POOLING),
    ("Minimum", _BINARY),
    ("DepthwiseConv2d", _CONVOLUTION),
    ("MaxPooling2d", _POOLING),
    ("Multiply", _BINARY),
    ("Subtract", _BINARY),
    ("Floor", _UNARY),
    ("Convert", _UNARY),
    ("GlobalAvgPooling2d", _UNARY),
    ("StaticReshape", "num_dims new_shape input_id output_id flags"),
    ("ArgMaxPooling2d", _WINDOW + "input_id output_value_id output_index_id flags"),
    ("SquareRoot", _UNARY),
    ("Ceiling", _UNARY),
    ("Hardswish", _UNARY),
    ("LeakyReLU", "negative_slope input_id output_id flags"),
    ("Maximum", _BINARY),
    ("Negate", _UNARY),
    ("Square", _UNARY),
    ("ELU", "alpha input_id output_id flags"),
    ("Abs", _UNARY),
    ("PReLU", _BINARY),
    ("Concatenate2", _CONCATENATION),
    ("Concatenate3", _CONCATENATION),
    ("Concatenate4", _CONCATENATION),
    ("StaticSlice", "num_dims offsets sizes input_id output_id flags"),
    ("ScaledDotProductAttention", "query_id key_id value_id scale_id mask_id output_id flags"),
    ("BatchMatrixMultiply", _BINARY),
    ("Concatenate5", _CONCATENATION),
    ("ConvTranspose2d", _CONVOLUTION),
    ("ReciprocalSquareRoot", _UNARY),
    ("Log", _UNARY),
    ("Gelu", _UNARY),
    ("Tanh", _UNARY),
    ("Exp", _UNARY),
    ("Sin", _UNARY),
    ("Copy", _UNARY),
    ("Cos", _UNARY),
)

NODES: tuple[tuple[str, tuple[str, ...]], ...] = tuple(
    (kind, tuple(fields.split())) for kind, fields in _NODES
)
"""The name of each node, in the order of the union from 1 on, and its fields by slot."""
