// Copies a tensor to the output or over another one, with any change of dtype and dim order.
#pragma once

#include <stdint.h>

#include "core/error.h"
#include "core/fault.h"
#include "core/optional.h"
#include "core/span.h"
#include "kernels/context.h"
#include "kernels/convert.h"
#include "kernels/facts.h"
#include "kernels/support/copy.h"
#include "kernels/support/dim_order.h"
#include "kernels/support/layout.h"
#include "kernels/support/strided_copy.h"
#include "tensor/broadcast.h"
#include "tensor/tensor.h"
#include "tensor/walk.h"

namespace kerf::portable {

// out[i] = self[i] as out's dtype. Both have the same shape, which is not empty, and different
// dtypes. Error: NotSupported as convert_run().
[[gnu::noinline]] inline Error convert_layout(const Tensor& self, Tensor& out) {
  int32_t strides[1][kMaxRank];
  compute_strides(self, strides[0]);
  Walk<1> walk;
  walk_storage(walk, out, strides);
  auto* to = out.mutable_data_ptr<uint8_t>();
  do {
    KERF_TRY(convert_run({self.scalar_type(), self.const_data_ptr(), walk.offset(0), walk.step(0)},
                         out.scalar_type(), to, walk.count()));
    to += static_cast<size_t>(walk.count()) << element_shift(out.scalar_type());
  } while (walk.next());
  return Error::Ok;
}

// out[i] = self[i] as out's dtype: a complete converting kernel. Errors: InvalidArgument as
// resize(); NotSupported (dtypes or dim orders that were not selected).
template <typename Facts>
Error convert_alike(const Tensor& self, Tensor& out) {
  using Layouts = LayoutsOf<Facts>;
  KERF_TRY(resize(out, self.sizes()));
  KERF_TRY(Layouts::check(self, out));
  if (out.numel() == 0) return Error::Ok;
  if (self.scalar_type() == out.scalar_type()) {
    if constexpr (Layouts::kWalks)
      return copy_layout<Facts::self.dtypes & Facts::out.dtypes>(self, out);
    copy_all(self, out);
    return Error::Ok;
  }
  if constexpr (!needs<Facts>(Trait::mixed_dtypes)) {
    return fault(Error::NotSupported, "dtypes that differ were not selected");
  } else if constexpr (Layouts::kWalks) {
    return convert_layout(self, out);
  } else {
    return convert_run({self.scalar_type(), self.const_data_ptr(), 0, 1}, out.scalar_type(),
                       out.mutable_data_ptr(), static_cast<int32_t>(out.numel()));
  }
}

// to[i] = src[i] as to's dtype, src expanded to the shape of `to`, whose dtypes are kTypes.
// Errors: InvalidArgument (src cannot be expanded to that shape); NotSupported (dtypes, shapes or
// dim orders that were not selected).
template <typename Facts, DtypeSet kTypes>
Error assign_all(const Tensor& src, Tensor& to) {
  constexpr bool kMixed = needs<Facts>(Trait::mixed_dtypes);
  if (!kMixed && src.scalar_type() != to.scalar_type()) {
    return fault(Error::NotSupported, "dtypes that differ were not selected");
  }
  if constexpr (kMixed || needs<Facts>(Trait::broadcast) || needs<Facts>(Trait::mixed_layouts)) {
    StridedCopy all;
    write_all(to, all);
    KERF_TRY(expand_strides(src, to.sizes(), all.strides[kFrom]));
    if constexpr (kMixed) return convert_part<kTypes>(all, src, to);
    return move_part<kTypes>(all, src, to);
  }
  if (!same_shape(src, to))
    return fault(Error::NotSupported, "operands whose shapes differ were not selected");
  KERF_TRY(same_layout(src, to));
  copy_all(src, to);
  return Error::Ok;
}

// out[i] = self[i] as out's dtype
// Floating to integer: towards zero. `memory_format` is ignored: out's dim order decides. Errors as
// convert_alike().   Source: aten::_to_copy.out
template <typename Facts>
Error to_copy_out(KernelContext&, const Tensor& self, bool /*non_blocking*/,
                  const Optional<int64_t>& /*memory_format*/, Tensor& out) {
  return convert_alike<Facts>(self, out);
}

// out[i] = self[i] as out's dtype
// Floating to integer: towards zero. Errors as convert_alike(); InvalidArgument also where
// `dim_order` is not out's.   Source: dim_order_ops::_to_dim_order_copy.out
template <typename Facts>
Error to_dim_order_copy_out(KernelContext&, const Tensor& self, bool /*non_blocking*/,
                            const Optional<Span<const int64_t>>& dim_order, Tensor& out) {
  KERF_TRY(check_dim_order(dim_order, out));
  return convert_alike<Facts>(self, out);
}

// out[i] = self[i]
// Errors as copy_alike().   Source: aten::alias_copy.out
template <typename Facts>
Error alias_copy_out(KernelContext&, const Tensor& self, Tensor& out) {
  return copy_alike<Facts>(self, out);
}

// out[i] = self[i]
// Errors as copy_alike().   Source: aten::detach_copy.out
template <typename Facts>
Error detach_copy_out(KernelContext&, const Tensor& self, Tensor& out) {
  return copy_alike<Facts>(self, out);
}

// out[i] = self[i]
// Errors as copy_alike().   Source: aten::lift_fresh_copy.out
template <typename Facts>
Error lift_fresh_copy_out(KernelContext&, const Tensor& self, Tensor& out) {
  return copy_alike<Facts>(self, out);
}

// out[i] = self[i]
// `memory_format` is ignored: out's dim order decides. Errors as copy_alike().
// Source: aten::clone.out
template <typename Facts>
Error clone_out(KernelContext&, const Tensor& self, const Optional<int64_t>& /*memory_format*/,
                Tensor& out) {
  return copy_alike<Facts>(self, out);
}

// out[i] = self[i]
// Errors as copy_alike(); InvalidArgument also where `dim_order` is not out's.
// Source: dim_order_ops::_clone_dim_order.out
template <typename Facts>
Error clone_dim_order_out(KernelContext&, const Tensor& self, bool /*non_blocking*/,
                          const Optional<Span<const int64_t>>& dim_order, Tensor& out) {
  KERF_TRY(check_dim_order(dim_order, out));
  return copy_alike<Facts>(self, out);
}

// self[i] = src[i] as self's dtype, src expanded to self's shape
// Floating to integer: towards zero. They may be the same tensor. Errors as assign_all().
// Source: aten::copy_
template <typename Facts>
Error copy_(KernelContext&, Tensor& self, const Tensor& src, bool /*non_blocking*/) {
  return assign_all<Facts, Facts::self.dtypes>(src, self);
}

// out[i] = src[i] as self's dtype, src expanded to self's shape
// Floating to integer: towards zero. Errors: InvalidType, InvalidArgument as resize_like(); others
// as assign_all().   Source: aten::copy.out
template <typename Facts>
Error copy_out(KernelContext&, const Tensor& self, const Tensor& src, bool /*non_blocking*/,
               Tensor& out) {
  KERF_TRY(resize_like(self, out));
  return assign_all<Facts, Facts::out.dtypes>(src, out);
}

}  // namespace kerf::portable
