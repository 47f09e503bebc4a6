// A tensor of Kerf that code written for ExecuTorch gets.
#pragma once

#include "executorch/runtime/core/exec_aten/exec_aten.h"
#include "tensor/tensor.h"

namespace kerf::bridge {

namespace et = ::executorch::aten;

// A tensor that a call passes, with its strides.
struct PassedTensor {
  explicit PassedTensor(const Tensor& given) : impl(given, strides), tensor(&impl) {}
  PassedTensor(const PassedTensor&) = delete;

  int32_t strides[kMaxRank];
  et::TensorImpl impl;
  et::Tensor tensor;
};

// Places an object in memory that nothing else has.
struct Placed {
  static void* operator new(size_t, void* at) { return at; }
};
struct PlacedTensor : Placed, PassedTensor {
  using PassedTensor::PassedTensor;
};

}  // namespace kerf::bridge
