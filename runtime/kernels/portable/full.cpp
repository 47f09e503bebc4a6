// Tensors that hold one number.
#include "kernels/portable/full.h"

#include "kernels/portable/convert.h"
#include "kernels/portable/dim_order.h"
#include "kernels/portable/fill.h"
#include "kernels/portable/layout.h"
#include "selected/dtypes.h"
#include "selected/operators.h"

namespace kerf::portable {
namespace {

Error resize_to(Span<const int64_t> size, Tensor& out) {
  int32_t sizes[kMaxRank];
  if (size.size() > kMaxRank) return fault(Error::InvalidArgument, "too many dimensions");
  for (size_t i = 0; i < size.size(); ++i) {
    if (size[i] < 0 || size[i] > INT32_MAX)
      return fault(Error::InvalidArgument, "an impossible size");
    sizes[i] = static_cast<int32_t>(size[i]);
  }
  return resize(out, {sizes, size.size()});
}

}  // namespace

// out[i] = fill_value   Source: aten::full.out
Error full_out(KernelContext&, Span<const int64_t> size, const Scalar& fill_value, Tensor& out) {
  TRY(resize_to(size, out));
  return fill_all<selected::outputs(Operator::aten_full_out)>(fill_value, out);
}

// out[i] = fill_value, in self's shape   Source: aten::full_like.out
Error full_like_out(KernelContext&, const Tensor& self, const Scalar& fill_value,
                    const Optional<int64_t>& /*memory_format*/, Tensor& out) {
  TRY(resize(out, self.sizes()));
  return fill_all<selected::outputs(Operator::aten_full_like_out)>(fill_value, out);
}

// out[i] = 0   Source: aten::zeros.out
Error zeros_out(KernelContext&, Span<const int64_t> size, Tensor& out) {
  TRY(resize_to(size, out));
  // Zero is zero bits in every dtype.
  if (out.nbytes() != 0) libc::fill(out.mutable_data_ptr(), 0, out.nbytes());
  return Error::Ok;
}

// out[i] = 1   Source: aten::ones.out
Error ones_out(KernelContext&, Span<const int64_t> size, Tensor& out) {
  TRY(resize_to(size, out));
  return fill_all<selected::outputs(Operator::aten_ones_out)>(Scalar(int64_t{1}), out);
}

// out[] = s   Source: aten::scalar_tensor.out
Error scalar_tensor_out(KernelContext&, const Scalar& s, Tensor& out) {
  TRY(resize(out, {}));
  return fill_all<selected::outputs(Operator::aten_scalar_tensor_out)>(s, out);
}

// out[i] = value, in self's shape   Source: aten::fill.Scalar_out
Error fill_scalar_out(KernelContext&, const Tensor& self, const Scalar& value, Tensor& out) {
  TRY(resize_like(self, out));
  return fill_all<selected::outputs(Operator::aten_fill_Scalar_out)>(value, out);
}

// out[i] = value[], in self's shape   value: one element of any dtype.
// Source: aten::fill.Tensor_out
Error fill_tensor_out(KernelContext&, const Tensor& self, const Tensor& value, Tensor& out) {
  if (value.dim() != 0) return fault(Error::InvalidArgument, "a value that is not one number");
  TRY(resize_like(self, out));
  constexpr Operator kOperator = Operator::aten_fill_Tensor_out;
  return dispatch<selected::outputs(kOperator)>(out.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    using Word = typename WordOf<sizeof(T)>::Type;
    T converted;
    TRY(convert_run<selected::inputs(kOperator)>(value.scalar_type(), value.const_data_ptr(), 0, 1,
                                                 &converted, 1));
    AnyElement element;
    libc::copy(&element, &converted, sizeof converted);
    fill_words<Word>(element, out.mutable_data_ptr(), out.numel());
    return Error::Ok;
  });
}

// out = elements that nobody says   Source: aten::empty.out
Error empty_out(KernelContext&, Span<const int64_t> size,
                const Optional<int64_t>& /*memory_format*/, Tensor& out) {
  return resize_to(size, out);
}

// out = elements that nobody says   Source: dim_order_ops::_empty_dim_order.out
Error empty_dim_order_out(KernelContext&, Span<const int64_t> size,
                          const Optional<Span<const int64_t>>& dim_order, Tensor& out) {
  TRY(check_dim_order(dim_order, out));
  return resize_to(size, out);
}

}  // namespace kerf::portable
