// Copies that may change dtype and dim order.
#include "kernels/portable/to_copy.h"

#include "kernels/portable/convert.h"
#include "kernels/portable/copy.h"
#include "kernels/portable/dim_order.h"
#include "kernels/portable/layout.h"
#include "kernels/trait.h"
#include "selected/dtypes.h"
#include "selected/operators.h"
#include "selected/traits.h"

namespace kerf::portable {
namespace {

template <Operator kOperator>
Error to_copy(const Tensor& self, Tensor& out) {
  constexpr bool kPermuted = selected::needs(kOperator, Trait::permuted);
  constexpr bool kMixed = selected::needs(kOperator, Trait::mixed);
  TRY(resize(out, self.sizes()));
  if (!kPermuted) TRY(same_layout(self, out));
  if (out.numel() == 0) return Error::Ok;
  if (self.scalar_type() == out.scalar_type()) {
    if constexpr (kPermuted) return copy_layout<selected::outputs(kOperator)>(self, out);
    copy_all(self, out);
    return Error::Ok;
  }
  if constexpr (!kMixed) return fault(Error::NotSupported, "dtypes that differ were not selected");
  int32_t strides[1][kMaxRank];
  compute_strides(self, strides[0]);
  Walk<1> walk;
  walk_storage(walk, out, strides);
  return dispatch<kMixed ? selected::outputs(kOperator) : DtypeSet{0}>(
      out.scalar_type(), [&](auto tag) {
        auto* to = out.mutable_data_ptr<typename decltype(tag)::Type>();
        do {
          TRY(convert_run<selected::inputs(kOperator)>(self.scalar_type(), self.const_data_ptr(),
                                                       walk.offset(0), walk.step(0), to,
                                                       walk.count()));
          to += walk.count();
        } while (walk.next());
        return Error::Ok;
      });
}

}  // namespace

// out[i] = self[i] as out's dtype
// Floating to integer: towards zero.   Source: aten::_to_copy.out
Error to_copy_out(KernelContext&, const Tensor& self, bool /*non_blocking*/,
                  const Optional<int64_t>& /*memory_format*/, Tensor& out) {
  return to_copy<Operator::aten__to_copy_out>(self, out);
}

// out[i] = self[i] as out's dtype
// Floating to integer: towards zero.   Source: dim_order_ops::_to_dim_order_copy.out
Error to_dim_order_copy_out(KernelContext&, const Tensor& self, bool /*non_blocking*/,
                            const Optional<Span<const int64_t>>& dim_order, Tensor& out) {
  TRY(check_dim_order(dim_order, out));
  return to_copy<Operator::dim_order_ops__to_dim_order_copy_out>(self, out);
}

}  // namespace kerf::portable
