// Positions that are elements of a tensor: they come with the data, so each one is checked.
#pragma once

#include <stdint.h>

#include "core/fault.h"
#include "core/result.h"
#include "kernels/portable/slices.h"
#include "tensor/tensor.h"

namespace kerf::portable {

inline constexpr DtypeSet kIndexTypes = dtype_set(ScalarType::Int) | dtype_set(ScalarType::Long);

// Ok; InvalidType where `index` is neither Int nor Long; NotSupported where that is not in kInputs.
template <DtypeSet kInputs>
Error check_index_type(const Tensor& index) {
  if (!contains(kIndexTypes, index.scalar_type()))
    return fault(Error::InvalidType, "an index that is neither Int nor Long");
  return contains(kInputs, index.scalar_type())
             ? Error::Ok
             : fault(Error::NotSupported, "a dtype that was not selected for the index");
}

// Element `at` of `index`, whose dtype is checked.
template <DtypeSet kInputs>
int64_t index_at(const Tensor& index, int32_t at) {
  if constexpr (contains(kInputs, ScalarType::Int)) {
    if (index.scalar_type() == ScalarType::Int) return index.const_data_ptr<int32_t>()[at];
  }
  return index.const_data_ptr<int64_t>()[at];
}

// Element `at` of `index` as a position of a dimension of `size`, not counted from the end.
// InvalidArgument outside [0, size).
template <DtypeSet kInputs>
[[gnu::noinline]] Error position_at(const Tensor& index, int32_t at, int32_t size,
                                    int32_t& position) {
  const int64_t value = index_at<kInputs>(index, at);
  position = static_cast<int32_t>(value);
  return value >= 0 && value < size
             ? Error::Ok
             : fault(Error::InvalidArgument, "an index that is out of range");
}

}  // namespace kerf::portable
