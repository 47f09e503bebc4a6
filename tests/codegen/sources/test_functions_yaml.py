from __future__ import annotations

import pytest

from codegen.errors import SelectionError
from codegen.selection import Selection
from codegen.sources.functions_yaml import read_functions
from codegen.sources.yaml_document import parse_yaml

# In the form of ExecuTorch's kernels/portable/functions.yaml and custom_ops.yaml.
FUNCTIONS = """\
- op: add.out
  kernels:
    - arg_meta: null
      kernel_name: torch::executor::add_out

- op: quantized_decomposed::dequantize_per_tensor.out
  kernels:
    - arg_meta: null
      kernel_name: torch::executor::dequantize_per_tensor_out
"""
CUSTOM = """\
- func: my_ops::mul3.out(Tensor input, *, Tensor(a!) output) -> Tensor(a!)
  variants: function
  kernels:
    - arg_meta: null
      kernel_name: custom::mul3_out
- func: allclose.Tensor(Tensor self, Tensor other, float rtol=1e-05) -> Tensor
- func: my_ops::reset(Tensor(a!) state) -> ()
"""


def read(text: str) -> Selection:
    return read_functions(parse_yaml(text, "functions.yaml"), source="functions.yaml")


def test_operators_of_functions_yaml_have_any_dtype() -> None:
    selection = read(FUNCTIONS)
    assert [need.name for need in selection.operators] == [
        "aten::add.out",
        "quantized_decomposed::dequantize_per_tensor.out",
    ]
    assert all(need.any_dtype and not need.calls_complete for need in selection.operators)


def test_operators_of_custom_ops_yaml_are_named_by_their_schemas() -> None:
    assert [need.name for need in read(CUSTOM).operators] == [
        "aten::allclose.Tensor",
        "my_ops::mul3.out",
        "my_ops::reset",
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("- aten::add.out\n", "functions.yaml:1: [0]: expected a mapping with `op: add.out`"),
        ("- op: add.out\n- kernels: []\n", "functions.yaml:2: [1]: expected a mapping"),
        ("- op: a.out\n  func: a.out(Tensor a) -> Tensor\n", "it has both of op and func"),
        ("- op: 7\n", "functions.yaml:1: [0].op: expected an operator name, not a number"),
        ("- op: [add.out]\n", "[0].op: expected an operator name, not a list"),
        ("- op: 'add out'\n", "functions.yaml:1: [0].op: 'add out' is not an operator name"),
        ("- func: my_ops::mul3.out\n", "functions.yaml:1: [0].func: 'my_ops::mul3.out' is not a"),
        ("- op: add.out\n\n- op: aten::add.out\n", "functions.yaml:3: [1].op: aten::add.out is li"),
        ("- op: add.out\n  op: mul.out\n", "functions.yaml:2: [0]: op is listed twice (first in"),
        ("op: add.out\n", "functions.yaml:1: expected a list of operators, not a mapping"),
    ],
)
def test_other_shapes_are_refused(text: str, fault: str) -> None:
    with pytest.raises(SelectionError) as caught:
        read(text)
    assert fault in caught.value.faults[0]


def test_all_faults_are_reported() -> None:
    with pytest.raises(SelectionError) as caught:
        read("- op: add.out\n- op: 1\n- x\n")
    assert len(caught.value.faults) == 2
