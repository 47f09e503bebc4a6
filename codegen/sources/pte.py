"""A model as a source: each call of each method, with its kernel key and its origin."""

from __future__ import annotations

from dataclasses import replace

from codegen.opinfo import Call, ModelInfo, tensors_of
from codegen.selection import KernelKey, KeyTensor, OperatorNeed, Origin, Selection, union


def selection_of_model(model: ModelInfo) -> Selection:
    """What `model` needs; its delegates and methods stay in the `ModelInfo`."""
    needs = tuple(
        _need(call, Origin.of(call, model=model.name, method=method.name))
        for method in model.methods
        for call in method.calls
    )
    # Each need for itself first: `union` wants each name once in a selection.
    single = (Selection(operators=(need,)) for need in needs)
    return union([*single, Selection(models=(model,))])


def kernel_key(call: Call) -> KernelKey:
    """The key under which ExecuTorch looks for the kernel of `call`.

    Source: codegen/tools/selective_build.cpp of ExecuTorch, as observed: every tensor argument in
    order, results once more; of a list the first tensor that is present; other arguments none.
    """
    tensors = (next(tensors_of([argument]), None) for argument in call.arguments)
    return KernelKey(
        tensors=tuple(
            KeyTensor(dtype=tensor.dtype, dim_order=tensor.dim_order)
            for tensor in tensors
            if tensor is not None
        )
    )


def _need(call: Call, origin: Origin) -> OperatorNeed:
    origins = (origin,)
    return OperatorNeed(
        name=call.operator,
        origins=origins,
        keys=((kernel_key(call), origins),),
        calls=((replace(call, instruction=0), origins),),
        calls_complete=True,
    )
