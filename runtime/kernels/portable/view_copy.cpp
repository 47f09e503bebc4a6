// Copies of another shape.
#include "kernels/portable/view_copy.h"

#include "kernels/portable/copy.h"
#include "kernels/portable/layout.h"

namespace kerf::portable {
namespace {

// Writes the shape that `size` asks of `count` elements: InvalidArgument where there is none.
Error infer_shape(Span<const int64_t> size, int32_t count, int32_t* shape) {
  if (size.size() > kMaxRank) return fault(Error::InvalidArgument, "a view of too many dimensions");
  int64_t known = 1;
  size_t inferred = size.size();
  for (size_t i = 0; i < size.size(); ++i) {
    if (size[i] == -1 && inferred == size.size()) {
      inferred = i;
    } else if (size[i] < 0 || size[i] > INT32_MAX) {
      return fault(Error::InvalidArgument, "a view of impossible sizes");
    } else {
      // Past int32 the product only grows until a 0 comes, if one comes.
      known = known > INT32_MAX && size[i] != 0 ? known : known * size[i];
      shape[i] = static_cast<int32_t>(size[i]);
    }
  }
  if (inferred != size.size()) {
    if (known == 0 || known > INT32_MAX || count % static_cast<int32_t>(known) != 0) {
      return fault(Error::InvalidArgument, "a view whose sizes do not divide the elements");
    }
    shape[inferred] = count / static_cast<int32_t>(known);
  } else if (known != count) {
    return fault(Error::InvalidArgument, "a view of another number of elements");
  }
  return Error::Ok;
}

}  // namespace

// out = self with its elements, in row-major order, as the shape `size`
// Source: aten::view_copy.out
Error view_copy_out(KernelContext&, const Tensor& self, Span<const int64_t> size, Tensor& out) {
  if (self.scalar_type() != out.scalar_type()) {
    return fault(Error::InvalidType, "the output's dtype is not the input's");
  }
  int32_t shape[kMaxRank];
  TRY(infer_shape(size, static_cast<int32_t>(self.numel()), shape));
  TRY(resize(out, {shape, size.size()}));
  if (!(is_contiguous(self) && is_contiguous(out)) &&
      !(same_shape(self, out) && same_dim_order(self, out))) {
    return fault(Error::NotSupported, "a view of a tensor that is not row-major");
  }
  copy_all(self, out);
  return Error::Ok;
}

}  // namespace kerf::portable
