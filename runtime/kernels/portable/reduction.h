// Reductions over dimensions.
#pragma once

#include "core/optional.h"
#include "core/span.h"
#include "kernels/context.h"
#include "kernels/dispatch.h"
#include "kernels/facts.h"
#include "kernels/portable/reduced_dims.h"
#include "tensor/element.h"

namespace kerf::portable {
// Elements that are summed before their sum is added to the total: rounding then grows with the sum
// of both counts, not with their product. A power of two.
constexpr int32_t kBlock = 128;

// The sum of from[0], from[step], .. in the arithmetic of To.
template <typename To, typename From>
ValueOf<To> sum_run(const From* from, int32_t step, int32_t count) {
  ValueOf<To> total{0};
  ValueOf<To> sum{0};
  for (; count > 0; --count, from += step) {
    sum += convert<ValueOf<To>>(load(from));
    if (count % kBlock == 0) {
      total += sum;
      sum = 0;
    }
  }
  return total + sum;
}

template <typename To, typename From, bool kOuter>
void mean_of(const Tensor& self, DimSet reduced, Tensor& out) {
  const int32_t outputs = static_cast<int32_t>(out.numel());
  if (outputs == 0) return;
  const int32_t count = static_cast<int32_t>(self.numel()) / outputs;
  const ValueOf<To> divisor = static_cast<ValueOf<To>>(count);
  const From* from = self.const_data_ptr<From>();
  To* to = out.mutable_data_ptr<To>();
  if (!kOuter || count == 0 || is_inner(self, out, reduced)) {
    for (int32_t n = outputs; n > 0; --n, from += count)
      store(to++, sum_run<To>(from, 1, count) / divisor);
  } else {
    Walk<1> kept;
    Walk<1> summed;
    walk_reduction(self, out, reduced, kept, summed);
    do {
      for (int32_t i = 0; i < kept.count(); ++i) {
        const From* at = from + kept.offset(0) + i * kept.step(0);
        ValueOf<To> sum{0};
        do {
          sum += sum_run<To>(at + summed.offset(0), summed.step(0), summed.count());
        } while (summed.next());
        store(to++, sum / divisor);
      }
    } while (kept.next());
  }
}

// out[kept] = sum over the reduced dimensions of self / number of elements reduced
// NaN where there are none. Half and BFloat16 are summed in float; self of another dtype is
// converted to out's. Any dim orders; out must not alias. `dim` absent or empty: all dimensions;
// `dtype`: a ScalarType number.
// Errors: InvalidArgument (a dimension that does not exist or is named twice, out cannot have the
// shape, dtype is not out's); InvalidType (self has neither out's dtype nor is `dtype` requested);
// NotSupported (not selected).   Source: aten::mean.out
template <typename Facts>
Error mean_out(KernelContext&, const Tensor& self, const Optional<Span<const int64_t>>& dim,
               bool keepdim, const Optional<int64_t>& dtype, Tensor& out) {
  constexpr bool kOuter = needs<Facts>(Trait::outer_reduction);
  constexpr bool kMixed = needs<Facts>(Trait::mixed_dtypes);
  if (dtype && *dtype != static_cast<int64_t>(out.scalar_type())) {
    return fault(Error::InvalidArgument, "a mean whose output is not of the requested dtype");
  }
  if (!one_dtype(Facts::self.dtypes, Facts::out.dtypes) &&
      self.scalar_type() != out.scalar_type() && !(kMixed && dtype)) {
    return fault(Error::InvalidType, "a mean whose dtype is not the input's");
  }
  DimSet reduced;
  KERF_TRY(read_dims(dim, self.dim(), reduced));
  if (!kOuter && !is_inner(self, out, reduced)) {
    return fault(Error::NotSupported, "a mean over outer dimensions was not selected");
  }
  KERF_TRY(resize_reduced(self, reduced, keepdim, out));
  return dispatch<Facts::out.dtypes>(out.scalar_type(), [&](auto tag) {
    using To = typename decltype(tag)::Type;
    if constexpr (kMixed) {
      return dispatch<Facts::self.dtypes>(self.scalar_type(), [&](auto from) {
        mean_of<To, typename decltype(from)::Type, kOuter>(self, reduced, out);
        return Error::Ok;
      });
    } else {
      mean_of<To, To, kOuter>(self, reduced, out);
      return Error::Ok;
    }
  });
}

}  // namespace kerf::portable
