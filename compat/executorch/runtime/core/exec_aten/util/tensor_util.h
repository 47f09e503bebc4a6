// Conditions that kernels check of their tensors, indices and sizes.
#pragma once

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>
#include <type_traits>

#include "c10/util/irange.h"
#include "core/libc.h"
#include "executorch/runtime/core/error.h"
#include "executorch/runtime/core/exec_aten/exec_aten.h"
#include "executorch/runtime/core/exec_aten/util/dim_order_util.h"
#include "executorch/runtime/core/exec_aten/util/scalar_type_util.h"
#include "executorch/runtime/core/span.h"
#include "executorch/runtime/kernel/kernel_runtime_context.h"

#define ET_MIN2(a, b) (std::min(a, b))
#define ET_MIN3(a, b, c) (std::min(a, std::min(b, c)))
#define ET_NORMALIZE_IX(index, count) ((index) < 0 ? (index) + (count) : (index))
#define ET_CHECK_VALID_IX(index, count) \
  ET_CHECK(::executorch::runtime::dim_is_valid((index), (count)))
#define ET_CHECK_VALID_DIM(dim, rank) ET_CHECK_VALID_IX(dim, rank)
#define ET_CHECK_NON_ZERO_DIM_SIZE(dim, tensor) \
  ET_CHECK((tensor).dim() == 0 || ((dim) < (tensor).dim() && (tensor).size(dim) != 0))
#define ET_CHECK_SAME_SHAPE2(a, b) \
  ET_CHECK((::executorch::runtime::tensors_have_same_shape((a), (b))))
#define ET_CHECK_SAME_SHAPE3(a, b, c) \
  ET_CHECK((::executorch::runtime::tensors_have_same_shape((a), (b), (c))))
#define ET_CHECK_SAME_DTYPE2(a, b) \
  ET_CHECK((::executorch::runtime::tensors_have_same_dtype((a), (b))))
#define ET_CHECK_SAME_DTYPE3(a, b, c) \
  ET_CHECK((::executorch::runtime::tensors_have_same_dtype((a), (b), (c))))
#define ET_CHECK_SAME_SHAPE_AND_DTYPE2(a, b) \
  ET_CHECK((::executorch::runtime::tensors_have_same_shape_and_dtype((a), (b))))
#define ET_CHECK_SAME_SHAPE_AND_DTYPE3(a, b, c) \
  ET_CHECK((::executorch::runtime::tensors_have_same_shape_and_dtype((a), (b), (c))))
#define ET_CHECK_CONTIGUOUS(tensor) \
  ET_CHECK((::executorch::runtime::tensor_is_contiguous((tensor))))
#define ET_CHECK_SAME_STRIDES2(a, b) \
  ET_CHECK((::executorch::runtime::tensors_have_same_strides((a), (b))))
#define ET_CHECK_SAME_STRIDES3(a, b, c) \
  ET_CHECK((::executorch::runtime::tensors_have_same_strides((a), (b), (c))))
#define ET_CHECK_DEFAULT_OR_CHANNELSLAST_DIMORDER(tensor) \
  ET_CHECK((::executorch::runtime::tensor_is_default_or_channels_last_dim_order((tensor))))
#define ET_EXTRACT_SCALAR_TENSOR(tensor, value) \
  ET_CHECK((::executorch::runtime::extract_scalar_tensor((tensor), &(value))))

namespace executorch::runtime {

using aten::Tensor;

// Dimensions

// Whether `dim` is one of `count`, counted from the start or, where negative, from the end.
inline bool dim_is_valid(int64_t dim, int64_t count) { return dim >= -count && dim < count; }
// Numbers of rank 0 count as if they had one dimension, of size 1.
inline ssize_t nonzero_dim(const Tensor& tensor) { return tensor.dim() == 0 ? 1 : tensor.dim(); }
inline ssize_t nonempty_size(const Tensor& tensor, ssize_t dim) {
  return tensor.dim() == 0 ? 1 : tensor.size(dim);
}
inline bool tensor_has_dim(Tensor tensor, int64_t dim) {
  return dim_is_valid(dim, nonzero_dim(tensor));
}
inline bool tensor_has_non_empty_dim(Tensor tensor, int64_t dim) {
  return tensor_has_dim(tensor, dim) && nonempty_size(tensor, static_cast<ssize_t>(dim)) != 0;
}
inline bool tensor_dim_has_index(Tensor tensor, int64_t dim, int64_t index) {
  return dim_is_valid(index, nonempty_size(tensor, static_cast<ssize_t>(dim)));
}
inline bool tensor_is_rank(Tensor tensor, size_t rank) {
  return static_cast<size_t>(tensor.dim()) == rank;
}
inline bool tensor_has_rank_greater_or_equal_to(Tensor tensor, size_t rank) {
  return static_cast<size_t>(tensor.dim()) >= rank;
}
inline bool tensor_has_rank_smaller_or_equal_to(Tensor tensor, size_t rank) {
  return static_cast<size_t>(tensor.dim()) <= rank;
}
inline bool tensors_have_same_rank(Tensor a, Tensor b) { return a.dim() == b.dim(); }
inline bool tensor_is_scalar(Tensor tensor) { return tensor.dim() == 0 && tensor.numel() == 1; }

// dtypes

inline bool tensor_is_type(Tensor tensor, ScalarType type) { return tensor.scalar_type() == type; }
template <typename... Types>
bool tensor_is_type(Tensor tensor, ScalarType first, Types... others) {
  return tensor_is_type(tensor, first) || (tensor_is_type(tensor, others) || ...);
}
inline bool tensor_can_cast_to(Tensor tensor, ScalarType type) {
  return canCast(tensor.scalar_type(), type);
}
inline bool tensor_is_bool_type(Tensor tensor) { return tensor_is_type(tensor, ScalarType::Bool); }
inline bool tensor_is_integral_type(Tensor tensor, bool with_bool = false) {
  return isIntegralType(tensor.scalar_type(), with_bool);
}
inline bool tensor_is_floating_type(Tensor tensor) { return isFloatingType(tensor.scalar_type()); }
inline bool tensor_is_real_type(Tensor tensor) { return isRealType(tensor.scalar_type()); }
inline bool tensor_is_realh_type(Tensor tensor) { return isRealHType(tensor.scalar_type()); }
inline bool tensor_is_realhb_type(Tensor tensor) { return isRealHBType(tensor.scalar_type()); }
inline bool tensor_is_realhbf16_type(Tensor tensor) {
  return isRealHBF16Type(tensor.scalar_type());
}
inline bool tensor_is_realhbbf16_type(Tensor tensor) {
  return isRealHBBF16Type(tensor.scalar_type());
}
inline bool tensor_is_complex_type(Tensor tensor) { return isComplexType(tensor.scalar_type()); }
inline bool tensor_is_bits_type(Tensor tensor) { return isBitsType(tensor.scalar_type()); }
template <typename... Tensors>
bool tensors_have_same_dtype(Tensor first, Tensors... others) {
  return ((first.scalar_type() == others.scalar_type()) && ...);
}

// Shapes

// Tensors of one element have the same shape whatever their ranks.
inline bool tensors_have_same_shape(Tensor a, Tensor b) {
  return (a.numel() == 1 && b.numel() == 1) || a.sizes() == b.sizes();
}
inline bool tensors_have_same_shape(Tensor a, Tensor b, Tensor c) {
  return tensors_have_same_shape(a, b) && tensors_have_same_shape(b, c);
}
template <typename... Tensors>
bool tensors_have_same_shape_and_dtype(Tensor first, Tensors... others) {
  return tensors_have_same_shape(first, others...) && tensors_have_same_dtype(first, others...);
}
inline bool tensors_have_same_size_at_dims(Tensor a, size_t dim_of_a, Tensor b, size_t dim_of_b) {
  return dim_of_a < static_cast<size_t>(a.dim()) && dim_of_b < static_cast<size_t>(b.dim()) &&
         a.size(static_cast<ssize_t>(dim_of_a)) == b.size(static_cast<ssize_t>(dim_of_b));
}
inline bool tensor_has_expected_size(Tensor tensor, aten::ArrayRef<aten::SizesType> sizes) {
  return tensor.sizes() == sizes;
}

// Order in memory

inline bool tensors_have_same_strides(Tensor a, Tensor b) { return a.strides() == b.strides(); }
inline bool tensors_have_same_strides(Tensor a, Tensor b, Tensor c) {
  return tensors_have_same_strides(a, b) && tensors_have_same_strides(b, c);
}
inline bool tensor_is_contiguous(Tensor tensor) {
  ssize_t stride = 1;
  for (ssize_t dim = tensor.dim(); dim-- > 0;) {
    if (tensor.strides()[static_cast<size_t>(dim)] != stride) return false;
    stride *= tensor.size(dim);
  }
  return true;
}
inline bool tensor_is_default_dim_order(Tensor tensor) {
  return is_contiguous_dim_order(tensor.dim_order().data(), tensor.dim_order().size());
}
inline bool tensor_is_channels_last_dim_order(Tensor tensor) {
  return is_channels_last_dim_order(tensor.dim_order().data(), tensor.dim_order().size());
}
inline bool tensor_is_default_or_channels_last_dim_order(Tensor tensor) {
  return tensor_is_default_dim_order(tensor) || tensor_is_channels_last_dim_order(tensor);
}
// A program's tensors are checked when it is loaded.
inline bool tensor_has_valid_dim_order(Tensor) { return true; }
// Tensors of different rank have the same order where it is the default one.
inline bool tensors_have_same_dim_order(const Tensor& a, const Tensor& b) {
  return a.dim_order() == b.dim_order() ||
         (tensor_is_default_dim_order(a) && tensor_is_default_dim_order(b)) ||
         (tensor_is_channels_last_dim_order(a) && tensor_is_channels_last_dim_order(b));
}
template <typename... Tensors>
bool tensors_have_same_dim_order(const Tensor& first, const Tensor& second, const Tensor& third,
                                 const Tensors&... others) {
  return tensors_have_same_dim_order(first, second) && tensors_have_same_dim_order(first, third) &&
         (tensors_have_same_dim_order(first, others) && ...);
}
inline bool tensors_have_same_dim_order(aten::ArrayRef<Tensor> tensors) {
  for (size_t i = 1; i < tensors.size(); ++i) {
    if (!tensors_have_same_dim_order(tensors[0], tensors[i])) return false;
  }
  return true;
}
// Ok; InvalidArgument where there is room for another number of dimensions.
inline Error get_dim_order(const Tensor& tensor, aten::DimOrderType* order, size_t count) {
  ET_CHECK_OR_RETURN_ERROR(count == tensor.dim_order().size(), InvalidArgument);
  std::copy(tensor.dim_order().begin(), tensor.dim_order().end(), order);
  return Error::Ok;
}

// Positions of elements

// The number of elements in the dimensions before `dim`, and after it.
inline size_t getLeadingDims(const Tensor& tensor, int64_t dim) {
  ET_CHECK(dim >= 0 && dim <= tensor.dim());
  size_t count = 1;
  for (ssize_t i = 0; i < dim; ++i) count *= static_cast<size_t>(tensor.size(i));
  return count;
}
inline size_t getTrailingDims(const Tensor& tensor, int64_t dim) {
  ET_CHECK(dim >= -1 && dim < nonzero_dim(tensor));
  size_t count = 1;
  for (ssize_t i = static_cast<ssize_t>(dim) + 1; i < tensor.dim(); ++i)
    count *= static_cast<size_t>(tensor.size(i));
  return count;
}
// From coordinates to a row-major index, and back.
inline size_t coordinateToIndex(const Tensor& tensor, const size_t* coordinate) {
  size_t index = 0;
  for (ssize_t d = 0; d < tensor.dim(); ++d)
    index = index * static_cast<size_t>(tensor.size(d)) + coordinate[d];
  return index;
}
inline void memoizeTrailingDims(const Tensor& tensor, size_t counts[kTensorDimensionLimit]) {
  size_t count = 1;
  for (ssize_t d = tensor.dim(); d-- > 0;) {
    counts[d] = count;
    count *= static_cast<size_t>(tensor.size(d));
  }
}
inline size_t coordinateToIndexWithTrailingDimsMemo(const Tensor& tensor, const size_t* coordinate,
                                                    const size_t counts[kTensorDimensionLimit]) {
  size_t index = 0;
  for (ssize_t d = 0; d < tensor.dim(); ++d) index += coordinate[d] * counts[d];
  return index;
}
inline void indexToCoordinate(const Tensor& tensor, size_t index, size_t* coordinate) {
  for (ssize_t d = tensor.dim(); d-- > 0;) {
    const size_t size = static_cast<size_t>(tensor.size(d));
    coordinate[d] = index % size;
    index /= size;
  }
}
inline size_t calculate_linear_index(const aten::SizesType* coordinate,
                                     const aten::StridesType* strides, size_t rank) {
  size_t index = 0;
  for (size_t i = 0; i < rank; ++i)
    index += static_cast<size_t>(coordinate[i]) * static_cast<size_t>(strides[i]);
  return index;
}

// Values

// Reads the only element of a tensor into `value`: an integer from any integer tensor where it
// fits, a floating number from any tensor of numbers, a bool from bool.
template <typename T>
bool extract_scalar_tensor(Tensor tensor, T* value) {
  if (tensor.numel() != 1) return false;
  if constexpr (std::is_same_v<T, bool>) {
    if (tensor.scalar_type() != ScalarType::Bool) return false;
    *value = *tensor.const_data_ptr<bool>();
    return true;
  } else {
    switch (tensor.scalar_type()) {
#define KERF_READ(cpp, name)                                                                     \
  case ScalarType::name: {                                                                       \
    const cpp element = *tensor.const_data_ptr<cpp>();                                           \
    if constexpr (std::is_integral_v<T>) {                                                       \
      if (element < std::numeric_limits<T>::lowest() || element > std::numeric_limits<T>::max()) \
        return false;                                                                            \
    }                                                                                            \
    *value = static_cast<T>(element);                                                            \
    return true;                                                                                 \
  }
      ET_FORALL_INT_TYPES(KERF_READ)
#undef KERF_READ
      default:
        break;
    }
    if constexpr (!std::is_integral_v<T>) {
      switch (tensor.scalar_type()) {
#define KERF_READ(cpp, name)                                \
  case ScalarType::name:                                    \
    *value = static_cast<T>(*tensor.const_data_ptr<cpp>()); \
    return true;
        ET_FORALL_FLOATHBF16_TYPES(KERF_READ)
#undef KERF_READ
        default:
          break;
      }
    }
    return false;
  }
}

// Changes of a tensor

// Ok; InvalidArgument where the tensor cannot have that shape.
[[nodiscard]] inline Error resize_tensor(Tensor tensor, aten::ArrayRef<aten::SizesType> sizes) {
  return tensor.unsafeGetTensorImpl()->resize(sizes);
}
template <typename T, std::enable_if_t<!std::is_same_v<T, aten::SizesType>, bool> = true>
[[nodiscard]] Error resize_tensor(Tensor tensor, aten::ArrayRef<T> sizes) {
  ET_CHECK_OR_RETURN_ERROR(sizes.size() <= kTensorDimensionLimit, InvalidArgument);
  aten::SizesType narrow[kTensorDimensionLimit];
  for (size_t i = 0; i < sizes.size(); ++i) {
    narrow[i] = static_cast<aten::SizesType>(sizes[i]);
    ET_CHECK_OR_RETURN_ERROR(static_cast<T>(narrow[i]) == sizes[i], InvalidArgument);
  }
  return tensor.unsafeGetTensorImpl()->resize({narrow, sizes.size()});
}
inline void resize(Tensor tensor, aten::ArrayRef<aten::SizesType> sizes) {
  ET_CHECK(resize_tensor(tensor, sizes) == Error::Ok);
}

namespace internal {

// Ok; InvalidArgument where the sizes in bytes differ.
[[nodiscard]] inline Error copy_tensor_data(const Tensor& to, const Tensor& from) {
  ET_CHECK_OR_RETURN_ERROR(to.nbytes() == from.nbytes(), InvalidArgument);
  if (to.nbytes() != 0 && to.const_data_ptr() != from.const_data_ptr())
    ::kerf::libc::move(to.mutable_data_ptr(), from.const_data_ptr(), to.nbytes());
  return Error::Ok;
}
// Lets `to` have the elements of `from`. Ok; InvalidArgument where the sizes in bytes differ.
[[nodiscard]] inline Error share_tensor_data(const Tensor& to, const Tensor& from) {
  ET_CHECK_OR_RETURN_ERROR(to.nbytes() == from.nbytes(), InvalidArgument);
  to.unsafeGetTensorImpl()->set_data(from.mutable_data_ptr());
  return Error::Ok;
}
[[nodiscard]] inline Error set_tensor_data(const Tensor& tensor, void* data, size_t bytes) {
  ET_CHECK_OR_RETURN_ERROR(bytes >= tensor.nbytes(), InvalidArgument);
  tensor.unsafeGetTensorImpl()->set_data(data);
  return Error::Ok;
}
inline void reset_data_ptr(const Tensor& tensor) {
  tensor.unsafeGetTensorImpl()->set_data(nullptr);
}

}  // namespace internal
}  // namespace executorch::runtime

namespace torch::executor {
using namespace ::executorch::runtime;
}
