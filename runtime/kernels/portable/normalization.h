// Normalisation.
#pragma once

#include "core/libc.h"
#include "core/optional.h"
#include "kernels/context.h"
#include "kernels/dispatch.h"
#include "kernels/portable/copy.h"
#include "kernels/portable/layout.h"
#include "loops/map.h"
#include "tensor/element.h"

namespace kerf::portable {
template <bool kOneDtype>
Error check_parameter(const Tensor& parameter, const Tensor& input) {
  if (!kOneDtype && parameter.scalar_type() != input.scalar_type()) {
    return fault(Error::InvalidType, "a batch norm parameter whose dtype is not the input's");
  }
  if (parameter.dim() != 1 || parameter.size(0) != input.size(1)) {
    return fault(Error::InvalidArgument,
                 "a batch norm parameter that is not one number for each channel");
  }
  return Error::Ok;
}

// out[n,c,..] = (input[n,c,..] - running_mean[c]) / sqrt(running_var[c] + eps) * weight[c] +
// bias[c]
// weight 1 and bias 0 where absent; Half and BFloat16 are computed in float; out may be input.
// Errors: InvalidArgument (no channel dimension, a parameter that is not one number for each
// channel, statistics are requested, an output that cannot have its shape); InvalidType (tensors of
// several dtypes); NotSupported (dim orders not selected).
// Source: aten::_native_batch_norm_legit_no_training.out
template <typename Facts>
Error native_batch_norm_legit_no_training_out(KernelContext&, const Tensor& input,
                                              const Optional<Tensor>& weight,
                                              const Optional<Tensor>& bias,
                                              const Tensor& running_mean, const Tensor& running_var,
                                              double /*momentum*/, double eps, Tensor& out,
                                              Tensor& mean_out, Tensor& invstd_out) {
  if (input.dim() < 2)
    return fault(Error::InvalidArgument, "a batch norm of a tensor without channels");
  const Tensor* parameters[] = {&running_mean, &running_var, weight ? &*weight : &running_mean,
                                bias ? &*bias : &running_mean};
  constexpr DtypeSet kDtypes = Facts::input.dtypes;
  constexpr bool kOneDtype =
      one_dtype(kDtypes, Facts::running_mean.dtypes, Facts::running_var.dtypes,
                Facts::weight.present() ? Facts::weight.dtypes : kDtypes,
                Facts::bias.present() ? Facts::bias.dtypes : kDtypes);
  for (const Tensor* parameter : parameters)
    KERF_TRY(check_parameter<kOneDtype>(*parameter, input));
  if (mean_out.numel() + invstd_out.numel() != 0) {
    return fault(Error::InvalidArgument, "a batch norm whose statistics are requested");
  }
  const void* source;
  KERF_TRY((read_in_layout_of<needs<Facts>(Trait::mixed_layouts), Facts::input.dtypes,
                              Facts::out0.dtypes>(input, out, source)));
  return dispatch<Facts::out0.dtypes>(out.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    using V = ValueOf<T>;
    if (out.numel() == 0) return Error::Ok;
    const DimSplit shape = split_at(out, 1);
    const T* from = static_cast<const T*>(source);
    T* to = out.mutable_data_ptr<T>();
    for (int32_t i = 0; i < shape.outer; ++i) {
      for (int32_t c = 0; c < shape.size; ++c) {
        V scale =
            V{1} / libc::sqrt(load(running_var.const_data_ptr<T>() + c) + static_cast<V>(eps));
        if (weight) scale *= load(weight->const_data_ptr<T>() + c);
        V shift = -load(running_mean.const_data_ptr<T>() + c) * scale;
        if (bias) shift += load(bias->const_data_ptr<T>() + c);
        to = map_row(to, from, 1, shape.inner, [=](auto x) { return x * scale + shift; });
        from += shape.inner;
      }
    }
    return Error::Ok;
  });
}

}  // namespace kerf::portable
