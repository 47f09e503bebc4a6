// Batch normalisation with statistics of the past.
#include "kernels/portable/batch_norm.h"

#include "core/libc.h"
#include "kernels/dispatch.h"
#include "kernels/portable/layout.h"
#include "loops/map.h"
#include "selected/dtypes.h"
#include "selected/operators.h"
#include "tensor/element.h"
#include "tensor/promote.h"

namespace kerf::portable {
namespace {

constexpr Operator kOperator = Operator::aten__native_batch_norm_legit_no_training_out;

Error check_parameter(const Tensor& parameter, const Tensor& self) {
  if (parameter.scalar_type() != self.scalar_type()) {
    return fault(Error::InvalidType, "a batch norm parameter of another dtype than the input");
  }
  if (parameter.dim() != 1 || parameter.size(0) != self.size(1)) {
    return fault(Error::InvalidArgument,
                 "a batch norm parameter that is not one number for each channel");
  }
  return Error::Ok;
}

}  // namespace

// out[n,c,..] = (self[n,c,..] - mean[c]) / sqrt(variance[c] + epsilon) * weight[c] + bias[c]
// weight 1 and bias 0 where absent; Half and BFloat16 are computed in float; out may be self.
// Source: aten::_native_batch_norm_legit_no_training.out
Error batch_norm_no_training_out(KernelContext&, const Tensor& self, const Optional<Tensor>& weight,
                                 const Optional<Tensor>& bias, const Tensor& mean,
                                 const Tensor& variance, double /*momentum*/, double epsilon,
                                 Tensor& out, Tensor& mean_out, Tensor& invstd_out) {
  if (self.dim() < 2)
    return fault(Error::InvalidArgument, "a batch norm of a tensor without channels");
  const Tensor* parameters[] = {&mean, &variance, weight ? &*weight : &mean, bias ? &*bias : &mean};
  for (const Tensor* parameter : parameters) TRY(check_parameter(*parameter, self));
  if (mean_out.numel() + invstd_out.numel() != 0) {
    return fault(Error::InvalidArgument, "a batch norm that is asked for statistics");
  }
  TRY(resize_alike(self, out));
  return dispatch<selected::outputs(kOperator) & kFloatingTypes>(out.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    using V = ValueOf<T>;
    if (out.numel() == 0) return Error::Ok;
    const Around shape = around(out, 1);
    const T* from = self.const_data_ptr<T>();
    T* to = out.mutable_data_ptr<T>();
    for (int32_t i = 0; i < shape.outer; ++i) {
      for (int32_t c = 0; c < shape.size; ++c) {
        V scale =
            V{1} / libc::sqrt(load(variance.const_data_ptr<T>() + c) + static_cast<V>(epsilon));
        if (weight) scale *= load(weight->const_data_ptr<T>() + c);
        V shift = -load(mean.const_data_ptr<T>() + c) * scale;
        if (bias) shift += load(bias->const_data_ptr<T>() + c);
        to = map_row(to, from, 1, shape.inner, [=](auto x) { return x * scale + shift; });
        from += shape.inner;
      }
    }
    return Error::Ok;
  });
}

}  // namespace kerf::portable
