// The types of kernels' parameters, by the names that ExecuTorch has for them.
#pragma once

#include <optional>
#include <string_view>

#include "executorch/runtime/core/array_ref.h"
#include "executorch/runtime/core/portable_type/complex.h"
#include "executorch/runtime/core/portable_type/scalar.h"
#include "executorch/runtime/core/portable_type/short_float.h"
#include "executorch/runtime/core/portable_type/tensor.h"

namespace executorch::aten {

using c10::BFloat16;
using c10::complex;
using c10::Half;
using runtime::ArrayRef;
using runtime::TensorShapeDynamism;
using runtime::etensor::Device;
using runtime::etensor::DeviceIndex;
using runtime::etensor::DeviceType;
using runtime::etensor::Layout;
using runtime::etensor::MemoryFormat;
using runtime::etensor::Scalar;
using runtime::etensor::ScalarType;
using runtime::etensor::Tensor;
using runtime::etensor::TensorImpl;

using SizesType = Tensor::SizesType;
using DimOrderType = Tensor::DimOrderType;
using StridesType = Tensor::StridesType;
using TensorList = ArrayRef<Tensor>;
using IntArrayRef = ArrayRef<int64_t>;
using string_view = std::string_view;
template <typename T>
using optional = std::optional<T>;
template <typename T>
using OptionalArrayRef = std::optional<ArrayRef<T>>;
using OptionalIntArrayRef = OptionalArrayRef<int64_t>;
using std::nullopt;
using std::nullopt_t;

inline ssize_t compute_numel(const SizesType* sizes, ssize_t dim) {
  return static_cast<ssize_t>(::kerf::numel_of({sizes, static_cast<size_t>(dim)}));
}

}  // namespace executorch::aten

// Names that older sources use.
namespace exec_aten = ::executorch::aten;

namespace torch::executor {
using ::executorch::aten::compute_numel;
using ::executorch::aten::Device;
using ::executorch::aten::DeviceType;
using ::executorch::aten::DimOrderType;
using ::executorch::aten::IntArrayRef;
using ::executorch::aten::Layout;
using ::executorch::aten::MemoryFormat;
using ::executorch::aten::nullopt;
using ::executorch::aten::nullopt_t;
using ::executorch::aten::optional;
using ::executorch::aten::OptionalArrayRef;
using ::executorch::aten::OptionalIntArrayRef;
using ::executorch::aten::ScalarType;
using ::executorch::aten::SizesType;
using ::executorch::aten::StridesType;
using ::executorch::aten::string_view;
using ::executorch::aten::Tensor;
using ::executorch::aten::TensorImpl;
using ::executorch::aten::TensorList;
using ::executorch::aten::TensorShapeDynamism;
}  // namespace torch::executor
