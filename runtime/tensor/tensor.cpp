// Shapes and strides of tensor views.
#include "tensor/tensor.h"

#include "core/fault.h"
#include "core/libc.h"
#include "selected/features.h"

namespace kerf {

size_t numel_of(Span<const int32_t> sizes) {
  size_t count = 1;
  for (const int32_t size : sizes) count *= static_cast<size_t>(size);
  return count;
}

size_t Tensor::numel() const { return numel_of(sizes()); }

size_t Tensor::max_numel() const {
  const bool dynamic = selected::features::dynamic_shapes && is_dynamic();
  return dynamic ? numel_of({bound_, rank_}) : numel();
}

Error resize(Tensor& tensor, Span<const int32_t> sizes) {
  if (sizes.size() != tensor.rank_) {
    return fault(Error::InvalidArgument, "a resize changes the rank of a tensor");
  }
  const size_t bytes = sizes.size() * sizeof(int32_t);
  if (libc::equal(tensor.sizes_, sizes.data(), bytes)) return Error::Ok;
  if (!selected::features::dynamic_shapes || !tensor.is_dynamic()) {
    return fault(Error::InvalidArgument, "an output's static shape is not the shape of the result");
  }
  // Zero counts as one here, so that strides over an empty tensor cannot overflow either.
  size_t room = 1;
  for (const int32_t size : Span<const int32_t>(tensor.bound_, tensor.rank_)) {
    room *= static_cast<size_t>(size == 0 ? 1 : size);
  }
  for (const int32_t size : sizes) {
    if (size < 0) return fault(Error::InvalidArgument, "a resize to a negative size");
    room /= static_cast<size_t>(size == 0 ? 1 : size);
  }
  // A tensor without data has room for no elements.
  const size_t most = tensor.data_ == nullptr ? 0 : numel_of({tensor.bound_, tensor.rank_});
  if (room == 0 || numel_of(sizes) > most) {
    return fault(Error::InvalidArgument, "a resize beyond a tensor's upper bound or without data");
  }
  libc::copy(tensor.sizes_, sizes.data(), bytes);
  return Error::Ok;
}

bool same_shape(const Tensor& a, const Tensor& b) {
  return a.dim() == b.dim() &&
         libc::equal(a.sizes().data(), b.sizes().data(), a.dim() * sizeof(int32_t));
}

bool same_dim_order(const Tensor& a, const Tensor& b) {
  return a.dim() == b.dim() && libc::equal(a.dim_order().data(), b.dim_order().data(), a.dim());
}

bool is_contiguous(const Tensor& tensor) {
  for (size_t i = 0; i < tensor.dim(); ++i) {
    if (tensor.dim_order()[i] != i) return false;
  }
  return true;
}

void compute_strides(const Tensor& tensor, int32_t* strides) {
  int32_t stride = 1;
  for (size_t i = tensor.dim(); i-- > 0;) {
    const uint8_t dim = tensor.dim_order()[i];
    strides[dim] = stride;
    stride *= tensor.size(dim);
  }
}

}  // namespace kerf
