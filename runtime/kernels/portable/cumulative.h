// Sums and products of the elements up to each.
#pragma once

#include "core/optional.h"
#include "kernels/context.h"
#include "kernels/dispatch.h"
#include "kernels/facts.h"
#include "kernels/portable/elementwise.h"
#include "kernels/portable/lines.h"
#include "kernels/portable/reduction.h"
#include "tensor/element.h"

namespace kerf::portable {

// What sums and products of T are held in, as in PyTorch: double for float.
template <typename T>
struct CumulativeOf : TypeTag<WrapOf<T>> {};
template <>
struct CumulativeOf<float> : TypeTag<double> {};

// out[..,i,..] = f(self[..,0,..], .., self[..,i,..]) along `dim`, where `total` is f of nothing and
// f(total, x) adds an element: a complete kernel. self is converted to out's dtype.
// Errors: InvalidArgument (a dimension that does not exist, out cannot have self's shape, dtype is
// not out's); NotSupported (not selected).
template <typename Facts, typename F>
Error accumulate_along(const Tensor& self, int64_t dim, const Optional<int64_t>& dtype, Tensor& out,
                       int start, F f) {
  constexpr bool kMixed =
      needs<Facts>(Trait::mixed_dtypes) && !one_dtype(Facts::self.dtypes, Facts::out.dtypes);
  KERF_TRY(check_requested(dtype, out));
  if (!kMixed && !one_dtype(Facts::self.dtypes, Facts::out.dtypes) &&
      self.scalar_type() != out.scalar_type()) {
    return fault(Error::NotSupported, "dtypes that differ were not selected");
  }
  size_t along;
  KERF_TRY(wrap_dim(dim, self.dim(), along));
  KERF_TRY(resize(out, self.sizes()));
  if (out.numel() == 0) return Error::Ok;
  Walk<2> walk;
  walk_lines<2>({&out, &self}, along, walk);
  const int32_t size = length_along(out, along);
  const int32_t to_step = step_along(out, along);
  const int32_t from_step = step_along(self, along);
  return dispatch<Facts::out.dtypes>(out.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    using A = typename CumulativeOf<T>::Type;
    do {
      for (int32_t line = 0; line < walk.count(); ++line) {
        T* to = out.mutable_data_ptr<T>() + walk.offset(0) + line * walk.step(0);
        const int32_t first = walk.offset(1) + line * walk.step(1);
        A total = static_cast<A>(start);
        const auto add_all = [&](const T* from, int32_t step, int32_t count) {
          for (; count > 0; --count, from += step, to += to_step) {
            total = f(total, static_cast<A>(load(from)));
            store(to, static_cast<WrapOf<T>>(total));
          }
        };
        if constexpr (kMixed) {
          if (self.scalar_type() != out.scalar_type()) {
            T piece[kConvertedRun];
            for (int32_t done = 0; done < size; done += kConvertedRun) {
              const int32_t count = size - done < kConvertedRun ? size - done : kConvertedRun;
              KERF_TRY(convert_run(
                  {self.scalar_type(), self.const_data_ptr(), first + done * from_step, from_step},
                  out.scalar_type(), piece, count));
              add_all(piece, 1, count);
            }
            continue;
          }
        }
        add_all(self.const_data_ptr<T>() + first, from_step, size);
      }
    } while (walk.next());
    return Error::Ok;
  });
}

// Integers wrap; Half and BFloat16 are computed in float, Float in double, as in PyTorch. Any dim
// orders; out may be self. Errors: as accumulate_along().

// out[..,i,..] = self[..,0,..] + .. + self[..,i,..]   Source: aten::cumsum.out
template <typename Facts>
Error cumsum_out(KernelContext&, const Tensor& self, int64_t dim, const Optional<int64_t>& dtype,
                 Tensor& out) {
  return accumulate_along<Facts>(self, dim, dtype, out, 0, [](auto a, auto b) { return a + b; });
}

// out[..,i,..] = self[..,0,..] * .. * self[..,i,..]   Source: aten::cumprod.out
template <typename Facts>
Error cumprod_out(KernelContext&, const Tensor& self, int64_t dim, const Optional<int64_t>& dtype,
                  Tensor& out) {
  return accumulate_along<Facts>(self, dim, dtype, out, 1, [](auto a, auto b) { return a * b; });
}

}  // namespace kerf::portable
