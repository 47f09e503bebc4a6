// Softmax and its logarithm.
#pragma once

#include "kernels/context.h"
#include "kernels/dispatch.h"
#include "kernels/support/copy.h"
#include "kernels/support/layout.h"
#include "loops/maths.h"
#include "loops/softmax_row.h"
#include "tensor/element.h"

namespace kerf::portable {
// The largest of from[0], from[step], .. from[(count - 1) * step], or a NaN.
template <typename T>
ValueOf<T> largest_of(const T* from, int32_t step, int32_t count) {
  using V = ValueOf<T>;
  V largest = load(from);
  for (int32_t i = 1; i < count; ++i) {
    const V x = load(from + i * step);
    if (!(x <= largest)) largest = x;  // a NaN becomes the largest, and every result
  }
  return largest;
}

// Normalises from[0], from[step], .. from[(count - 1) * step].
template <typename T>
void softmax_of(const T* from, T* to, int32_t step, int32_t count) {
  using V = ValueOf<T>;
  if (step == 1 && count > 0 && softmax_row(to, from, count)) return;
  const V largest = largest_of(from, step, count);
  V sum{0};
  for (int32_t i = 0; i < count; ++i) {
    const V x = maths::exp(load(from + i * step) - largest);
    if constexpr (sizeof(T) == sizeof(V)) store(to + i * step, x);
    sum += x;
  }
  for (int32_t i = 0; i < count; ++i) {
    // For a narrow type the exponential is recomputed, so that it is not rounded twice.
    V x;
    if constexpr (sizeof(T) == sizeof(V)) {
      x = load(to + i * step);
    } else {
      x = maths::exp(load(from + i * step) - largest);
    }
    store(to + i * step, x / sum);
  }
}

// The logarithms of what softmax_of() writes.
template <typename T>
void log_softmax_of(const T* from, T* to, int32_t step, int32_t count) {
  using V = ValueOf<T>;
  const V largest = largest_of(from, step, count);
  V sum{0};
  for (int32_t i = 0; i < count; ++i) sum += libc::exp(load(from + i * step) - largest);
  sum = libc::log(sum);
  for (int32_t i = 0; i < count; ++i) store(to + i * step, load(from + i * step) - largest - sum);
}

// Calls normalize(from, to, step, count) for each line of elements along `dim`: a complete kernel.
// Half and BFloat16 are computed in float; out may be self.
// Errors: InvalidArgument (a dimension that does not exist, half_to_float, out cannot have self's
// shape); InvalidType (out's dtype is not self's); NotSupported (dim orders not selected).
template <typename Facts, typename F>
Error normalize_along(const Threads& threads, const Tensor& self, int64_t dim, bool half_to_float,
                      Tensor& out, F normalize) {
  if (half_to_float) return fault(Error::InvalidArgument, "a softmax that changes the dtype");
  size_t wrapped;
  KERF_TRY(wrap_dim(dim, self.dim(), wrapped));
  const void* source;
  KERF_TRY((read_in_layout_of<LayoutsOf<Facts>, Facts::self.dtypes, Facts::out.dtypes>(self, out,
                                                                                       source)));
  return dispatch<Facts::out.dtypes>(out.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    if (out.numel() == 0) return Error::Ok;
    const DimSplit shape = out.dim() == 0 ? DimSplit{1, 1, 1} : split_at(out, wrapped);
    const auto run = [&](int32_t, int32_t begin, int32_t end) __attribute__((always_inline)) {
      for (int32_t outer = begin; outer < end; ++outer) {
        for (int32_t inner = 0; inner < shape.inner; ++inner) {
          const int32_t first = outer * shape.size * shape.inner + inner;
          normalize(static_cast<const T*>(source) + first, out.mutable_data_ptr<T>() + first,
                    shape.inner, shape.size);
        }
      }
    };
    const auto work = static_cast<int64_t>(out.numel()) * kFunctionWork;
    threads.run(threads.parts(shape.outer, work), shape.outer, run);
    return Error::Ok;
  });
}

// Errors of both: as normalize_along().

// out[..,i,..] = exp(self[..,i,..] - m) / sum_j exp(self[..,j,..] - m), m the largest
// i and j along `dim`.   Source: aten::_softmax.out
template <typename Facts>
Error softmax_out(KernelContext& context, const Tensor& self, int64_t dim, bool half_to_float,
                  Tensor& out) {
  return normalize_along<Facts>(
      context, self, dim, half_to_float, out,
      [](auto* from, auto* to, int32_t step, int32_t count) { softmax_of(from, to, step, count); });
}

// out[..,i,..] = self[..,i,..] - m - log(sum_j exp(self[..,j,..] - m)), m the largest
// i and j along `dim`.   Source: aten::_log_softmax.out
template <typename Facts>
Error log_softmax_out(KernelContext& context, const Tensor& self, int64_t dim, bool half_to_float,
                      Tensor& out) {
  return normalize_along<Facts>(context, self, dim, half_to_float, out,
                                [](auto* from, auto* to, int32_t step, int32_t count) {
                                  log_softmax_of(from, to, step, count);
                                });
}

}  // namespace kerf::portable
