// What a tensor of ExecuTorch refers to: a tensor of Kerf, with its strides.
#pragma once

#include "core/result.h"
#include "executorch/runtime/core/array_ref.h"
#include "executorch/runtime/core/error.h"
#include "executorch/runtime/core/portable_type/scalar_type.h"
#include "tensor/tensor.h"

namespace executorch::runtime::etensor {

// All that it refers to outlives it.
class TensorImpl {
 public:
  using SizesType = int32_t;
  using DimOrderType = uint8_t;
  using StridesType = int32_t;

  // `tensor`, whose strides are written to strides[kMaxRank].
  TensorImpl(const ::kerf::Tensor& tensor, StridesType* strides)
      : tensor_(tensor), strides_(strides) {
    update();
  }

  // A tensor of a kernel's own; its shape is static. Without a dim order it is row-major.
  TensorImpl(ScalarType type, ssize_t dim, SizesType* sizes, void* data = nullptr,
             DimOrderType* dim_order = nullptr, StridesType* strides = nullptr,
             TensorShapeDynamism = TensorShapeDynamism::STATIC)
      : tensor_(::kerf::bridge::native(type), static_cast<size_t>(dim), sizes,
                dim_order == nullptr ? kRowMajor : dim_order, data),
        strides_(strides),
        numel_(static_cast<ssize_t>(tensor_.numel())) {}

  ScalarType scalar_type() const { return ::kerf::bridge::foreign(tensor_.scalar_type()); }
  ScalarType dtype() const { return scalar_type(); }
  ssize_t dim() const { return static_cast<ssize_t>(tensor_.dim()); }
  ssize_t numel() const { return numel_; }
  ssize_t size(ssize_t dim) const {
    return tensor_.sizes()[static_cast<size_t>(dim < 0 ? dim + this->dim() : dim)];
  }
  ssize_t element_size() const {
    return static_cast<ssize_t>(::kerf::element_bytes(tensor_.scalar_type()));
  }
  size_t nbytes() const {
    return static_cast<size_t>(numel_) << ::kerf::element_shift(tensor_.scalar_type());
  }

  ArrayRef<SizesType> sizes() const { return {tensor_.sizes().data(), tensor_.dim()}; }
  ArrayRef<DimOrderType> dim_order() const { return {tensor_.dim_order().data(), tensor_.dim()}; }
  ArrayRef<StridesType> strides() const { return {strides_, tensor_.dim()}; }
  TensorShapeDynamism shape_dynamism() const {
    return tensor_.is_dynamic() ? TensorShapeDynamism::DYNAMIC_BOUND : TensorShapeDynamism::STATIC;
  }

  const void* data() const { return tensor_.const_data_ptr(); }
  void* mutable_data() const { return tensor_.mutable_data_ptr(); }
  template <typename T>
  const T* data() const {
    return tensor_.const_data_ptr<T>();
  }
  template <typename T>
  T* mutable_data() const {
    return tensor_.mutable_data_ptr<T>();
  }
  void set_data(void* data) { tensor_ = tensor_.with_data(data); }

  // What kerf::resize() returns.
  Error resize(ArrayRef<SizesType> sizes) {
    KERF_TRY(::kerf::resize(tensor_, {sizes.data(), sizes.size()}));
    update();
    return Error::Ok;
  }

 private:
  static constexpr DimOrderType kRowMajor[] = {0, 1, 2,  3,  4,  5,  6,  7,
                                               8, 9, 10, 11, 12, 13, 14, 15};

  void update() {
    numel_ = static_cast<ssize_t>(tensor_.numel());
    if (strides_ != nullptr) ::kerf::compute_strides(tensor_, strides_);
  }

  ::kerf::Tensor tensor_;
  StridesType* strides_;
  ssize_t numel_ = 0;
};

}  // namespace executorch::runtime::etensor
