// Positions that are elements of a tensor: they come with the data, so each one is checked.
#pragma once

#include <stdint.h>

#include "core/fault.h"
#include "core/result.h"
#include "kernels/support/slices.h"
#include "tensor/tensor.h"

namespace kerf::portable {

inline constexpr DtypeSet kIndexTypes = dtype_set(ScalarType::Int) | dtype_set(ScalarType::Long);

// Ok; InvalidType where index's dtype is not in kPossible; NotSupported where it is not in kTypes.
template <DtypeSet kTypes, DtypeSet kPossible = kIndexTypes>
Error check_index_type(const Tensor& index) {
  if (!contains(kPossible, index.scalar_type()))
    return fault(Error::InvalidType, "a dtype that no index can have");
  return contains(kTypes, index.scalar_type())
             ? Error::Ok
             : fault(Error::NotSupported, "a dtype that was not selected for the index");
}

// Element `at` of `index`, whose dtype is checked.
template <DtypeSet kTypes>
int64_t index_at(const Tensor& index, int32_t at) {
  if constexpr (!contains(kTypes, ScalarType::Long)) return index.const_data_ptr<int32_t>()[at];
  if constexpr (contains(kTypes, ScalarType::Int)) {
    if (index.scalar_type() == ScalarType::Int) return index.const_data_ptr<int32_t>()[at];
  }
  return index.const_data_ptr<int64_t>()[at];
}

// Element `at` of `index` as a position of a dimension of `size`, not counted from the end.
// InvalidArgument outside [0, size).
template <DtypeSet kTypes>
[[gnu::noinline]] Error position_at(const Tensor& index, int32_t at, int32_t size,
                                    int32_t& position) {
  const int64_t value = index_at<kTypes>(index, at);
  position = static_cast<int32_t>(value);
  return value >= 0 && value < size
             ? Error::Ok
             : fault(Error::InvalidArgument, "an index that is out of range");
}

// Where the element with number `at`, in row-major order, of a tensor of `sizes` is in memory.
// None of the sizes is 0; strides[sizes.size()].
[[gnu::noinline]] inline int32_t offset_of_element(Span<const int32_t> sizes,
                                                   const int32_t* strides, int32_t at) {
  int32_t offset = 0;
  for (size_t i = sizes.size(); i-- > 0;) {
    offset += at % sizes[i] * strides[i];
    at /= sizes[i];
  }
  return offset;
}

}  // namespace kerf::portable
