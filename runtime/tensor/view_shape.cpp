// The shape of a view of a tensor.
#include "tensor/view_shape.h"

#include "core/fault.h"
#include "core/result.h"

namespace kerf {
namespace {

Error wrong_size() {
  return fault(Error::InvalidArgument, "a view's number of elements is not its tensor's");
}

// Writes `size` to sizes, with the size that the others leave of `elements` for a -1.
Error infer(Span<const int64_t> size, size_t elements, int32_t* sizes) {
  uint64_t known = 1;
  size_t inferred = size.size();
  for (size_t i = 0; i < size.size(); ++i) {
    if (size[i] == -1 && inferred == size.size()) {
      inferred = i;
      continue;
    }
    // Elements are fewer than 2^31, so that a product of two factors within that does not wrap.
    if (size[i] < 0 || size[i] > INT32_MAX || known > INT32_MAX) return wrong_size();
    known *= static_cast<uint64_t>(size[i]);
    sizes[i] = static_cast<int32_t>(size[i]);
  }
  if (inferred == size.size()) return known == elements ? Error::Ok : wrong_size();
  if (known == 0 || known > INT32_MAX || elements % static_cast<size_t>(known) != 0)
    return wrong_size();
  sizes[inferred] = static_cast<int32_t>(elements / static_cast<size_t>(known));
  return Error::Ok;
}

}  // namespace

Error become_view(const Tensor& self, Span<const int64_t> size, Tensor& view) {
  if (view.scalar_type() != self.scalar_type() || view.dim() != size.size()) {
    return fault(Error::InvalidArgument,
                 "a view's dtype is not its tensor's, or its rank is not its shape's");
  }
  int32_t sizes[kMaxRank];
  KERF_TRY(infer(size, self.numel(), sizes));
  KERF_TRY(resize(view, {sizes, size.size()}));
  const bool same = same_shape(self, view) && same_dim_order(self, view);
  if (!same && !(is_contiguous(self) && is_contiguous(view))) {
    return fault(Error::NotSupported, "a view of a permuted tensor");
  }
  return Error::Ok;
}

}  // namespace kerf
