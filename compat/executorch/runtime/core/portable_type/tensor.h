// A tensor as kernels of ExecuTorch pass it: copies refer to the same one.
#pragma once

#include "executorch/runtime/core/portable_type/tensor_impl.h"

namespace executorch::runtime::etensor {

class Tensor {
 public:
  using SizesType = TensorImpl::SizesType;
  using DimOrderType = TensorImpl::DimOrderType;
  using StridesType = TensorImpl::StridesType;

  Tensor() = delete;
  explicit constexpr Tensor(TensorImpl* impl) : impl_(impl) {}

  TensorImpl* unsafeGetTensorImpl() const { return impl_; }

  ScalarType scalar_type() const { return impl_->scalar_type(); }
  ScalarType dtype() const { return scalar_type(); }
  ssize_t dim() const { return impl_->dim(); }
  ssize_t numel() const { return impl_->numel(); }
  ssize_t size(ssize_t dim) const { return impl_->size(dim); }
  ssize_t element_size() const { return impl_->element_size(); }
  size_t itemsize() const { return static_cast<size_t>(element_size()); }
  size_t nbytes() const { return impl_->nbytes(); }
  Device device() const { return {}; }

  ArrayRef<SizesType> sizes() const { return impl_->sizes(); }
  ArrayRef<DimOrderType> dim_order() const { return impl_->dim_order(); }
  ArrayRef<StridesType> strides() const { return impl_->strides(); }
  TensorShapeDynamism shape_dynamism() const { return impl_->shape_dynamism(); }

  const void* const_data_ptr() const { return impl_->data(); }
  void* mutable_data_ptr() const { return impl_->mutable_data(); }
  void* data_ptr() const { return impl_->mutable_data(); }
  template <typename T>
  const T* const_data_ptr() const {
    return impl_->data<T>();
  }
  template <typename T>
  T* mutable_data_ptr() const {
    return impl_->mutable_data<T>();
  }
  template <typename T>
  T* data_ptr() const {
    return impl_->mutable_data<T>();
  }

 private:
  TensorImpl* impl_;
};

}  // namespace executorch::runtime::etensor
