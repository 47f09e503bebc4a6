// Means over dimensions.
#include "kernels/portable/mean.h"

#include "kernels/dispatch.h"
#include "kernels/portable/reduce.h"
#include "kernels/trait.h"
#include "selected/dtypes.h"
#include "selected/operators.h"
#include "selected/traits.h"
#include "tensor/element.h"
#include "tensor/promote.h"

namespace kerf::portable {
namespace {

constexpr Operator kOperator = Operator::aten_mean_out;

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

template <typename To, typename From>
void mean_of(const Tensor& self, DimSet reduced, Tensor& out) {
  const int32_t outputs = static_cast<int32_t>(out.numel());
  if (outputs == 0) return;
  const int32_t count = static_cast<int32_t>(self.numel()) / outputs;
  const ValueOf<To> divisor = static_cast<ValueOf<To>>(count);
  const From* from = self.const_data_ptr<From>();
  To* to = out.mutable_data_ptr<To>();
  if (!selected::needs(kOperator, Trait::outer_reduction) || count == 0 ||
      is_inner(self, out, reduced)) {
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

}  // namespace

// out[kept] = sum over the reduced dimensions of self / number of elements reduced
// NaN where there are none. Half and BFloat16 are summed in float; self of another dtype is
// converted to out's. Any dim orders; out must not alias.   Source: aten::mean.out
Error mean_out(KernelContext&, const Tensor& self, const Optional<Span<const int64_t>>& dim,
               bool keepdim, const Optional<int64_t>& dtype, Tensor& out) {
  constexpr bool kOuter = selected::needs(kOperator, Trait::outer_reduction);
  constexpr bool kMixed = selected::needs(kOperator, Trait::mixed);
  constexpr DtypeSet kOutputs = selected::outputs(kOperator) & kFloatingTypes;
  if (dtype && *dtype != static_cast<int64_t>(out.scalar_type())) {
    return fault(Error::InvalidArgument, "a mean whose output is not of the dtype asked for");
  }
  if (self.scalar_type() != out.scalar_type() && !(kMixed && dtype)) {
    return fault(Error::InvalidType, "a mean of another dtype than its input's");
  }
  DimSet reduced;
  TRY(read_dims(dim, self.dim(), reduced));
  if (!kOuter && !is_inner(self, out, reduced)) {
    return fault(Error::NotSupported, "a mean over outer dimensions was not selected");
  }
  TRY(resize_reduced(self, reduced, keepdim, out));
  return dispatch<kOutputs>(out.scalar_type(), [&](auto tag) {
    using To = typename decltype(tag)::Type;
    if constexpr (kMixed) {
      return dispatch<selected::inputs(kOperator)>(self.scalar_type(), [&](auto from) {
        mean_of<To, typename decltype(from)::Type>(self, reduced, out);
        return Error::Ok;
      });
    } else {
      mean_of<To, To>(self, reduced, out);
      return Error::Ok;
    }
  });
}

}  // namespace kerf::portable
