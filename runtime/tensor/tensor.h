// A view of a tensor: dtype, sizes, dim order and data, none of which it owns.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/span.h"
#include "tensor/scalar_type.h"

namespace kerf {

// Most dimensions a tensor may have. Source: kTensorDimensionLimit of ExecuTorch.
inline constexpr size_t kMaxRank = 16;

// Copies of a view share sizes and data. Sizes and data outlive every view of them.
class Tensor {
 public:
  constexpr Tensor() = default;

  // A tensor of static shape. sizes[rank] >= 0; dim_order[rank] is a permutation of 0 .. rank-1,
  // outermost first.
  constexpr Tensor(ScalarType type, size_t rank, const int32_t* sizes, const uint8_t* dim_order,
                   void* data)
      : data_(data),
        sizes_(const_cast<int32_t*>(sizes)),
        bound_(nullptr),
        dim_order_(dim_order),
        type_(type),
        rank_(static_cast<uint8_t>(rank)) {}

  // A tensor that resize() may change: `sizes` is written, and its element count stays within that
  // of `bound`[rank].
  constexpr Tensor(ScalarType type, size_t rank, int32_t* sizes, const int32_t* bound,
                   const uint8_t* dim_order, void* data)
      : data_(data),
        sizes_(sizes),
        bound_(bound),
        dim_order_(dim_order),
        type_(type),
        rank_(static_cast<uint8_t>(rank)) {}

  ScalarType scalar_type() const { return type_; }
  size_t dim() const { return rank_; }
  Span<const int32_t> sizes() const { return {sizes_, rank_}; }
  int32_t size(size_t dim) const { return sizes_[dim]; }
  Span<const uint8_t> dim_order() const { return {dim_order_, rank_}; }

  // Elements; 1 for rank 0. Never overflows: programs and resize() are checked.
  size_t numel() const;
  size_t nbytes() const { return numel() << element_shift(type_); }

  const void* const_data_ptr() const { return data_; }
  void* mutable_data_ptr() const { return data_; }
  template <typename T>
  const T* const_data_ptr() const {
    return static_cast<const T*>(data_);
  }
  template <typename T>
  T* mutable_data_ptr() const {
    return static_cast<T*>(data_);
  }

  // Returns this tensor with its elements at `data`.
  Tensor with_data(void* data) const {
    Tensor moved = *this;
    moved.data_ = data;
    return moved;
  }

  // Returns this tensor in its present shape: its data have room for no more.
  Tensor fixed() const {
    Tensor same = *this;
    same.bound_ = nullptr;
    return same;
  }

  bool is_dynamic() const { return bound_ != nullptr; }
  // The most elements that resize() allows: numel() where the shape is static.
  size_t max_numel() const;

 private:
  friend Error resize(Tensor& tensor, Span<const int32_t> sizes);

  void* data_ = nullptr;
  int32_t* sizes_ = nullptr;
  const int32_t* bound_ = nullptr;  // null: the shape is static
  const uint8_t* dim_order_ = nullptr;
  ScalarType type_ = ScalarType::Byte;
  uint8_t rank_ = 0;
};

// Gives `tensor` the shape `sizes`. Ok; InvalidArgument where the shape is static and differs, the
// rank differs, or the elements exceed the tensor's bound, which is 0 without data.
Error resize(Tensor& tensor, Span<const int32_t> sizes);

// The product of `sizes`: 1 for none.
size_t numel_of(Span<const int32_t> sizes);

bool same_shape(const Tensor& a, const Tensor& b);
bool same_dim_order(const Tensor& a, const Tensor& b);

// Whether the dim order is 0, 1, .. rank-1 (row-major).
bool is_contiguous(const Tensor& tensor);

// Writes the stride of each dimension, in elements, by the dim order. strides[rank].
void compute_strides(const Tensor& tensor, int32_t* strides);

}  // namespace kerf
