// Sums and products of the elements up to each.
#pragma once

#include "core/libc.h"
#include "core/optional.h"
#include "kernels/context.h"
#include "kernels/convert.h"
#include "kernels/dispatch.h"
#include "kernels/facts.h"
#include "kernels/portable/reduction.h"
#include "kernels/support/lines.h"
#include "tensor/element.h"

namespace kerf::portable {

// What sums and products of T are held in, as in PyTorch: double for float.
template <typename T>
struct CumulativeOf : TypeTag<WrapOf<T>> {};
template <>
struct CumulativeOf<float> : TypeTag<double> {};

// A run of elements of a line, `step` elements apart, and where their results go.
struct LineRun {
  void* to;
  const void* from;
  int32_t to_step;
  int32_t from_step;
  int32_t count;
  bool begins;        // the line
  uint64_t total[2];  // with pieces, that of the runs before, as the type that holds it
};
using LineRow = void (*)(LineRun& run);

// A row of elements of T, whose totals are those of F: kStart of nothing, add(total, x) after x.
template <typename T, typename F, bool kPieces>
void accumulate_row(LineRun& run) {
  using A = typename CumulativeOf<T>::Type;
  A total = static_cast<A>(F::kStart);
  if (kPieces && !run.begins) libc::copy(&total, run.total, sizeof(A));
  T* to = static_cast<T*>(run.to);
  const T* from = static_cast<const T*>(run.from);
  for (int32_t n = run.count; n > 0; --n, from += run.from_step, to += run.to_step) {
    total = F::add(total, static_cast<A>(load(from)));
    store(to, static_cast<WrapOf<T>>(total));
  }
  if (kPieces) libc::copy(run.total, &total, sizeof(A));
}

// Gives `out` the shape of `self`, and runs `row` over each line along `dim`: with kMixed over
// pieces of it, whose elements are converted to out's dtype.
// Errors: InvalidArgument (a dimension that does not exist, out cannot have self's shape);
// NotSupported as convert_run().
template <bool kMixed>
[[gnu::noinline]] Error accumulate_lines(const Tensor& self, int64_t dim, Tensor& out,
                                         LineRow row) {
  size_t along;
  KERF_TRY(wrap_dim(dim, self.dim(), along));
  KERF_TRY(resize(out, self.sizes()));
  if (out.numel() == 0) return Error::Ok;
  Walk<2> walk;
  walk_lines<2>({&out, &self}, along, walk);
  const ScalarType type = out.scalar_type();
  const unsigned shift = element_shift(type);
  LineRun run;
  run.to_step = step_along(out, along);
  const int32_t from_step = step_along(self, along);
  const int32_t size = length_along(out, along);
  do {
    for (int32_t line = 0; line < walk.count(); ++line) {
      const int32_t first = walk.offset(1) + line * walk.step(1);
      uint8_t* to = out.mutable_data_ptr<uint8_t>() +
                    (static_cast<size_t>(walk.offset(0) + line * walk.step(0)) << shift);
      run.begins = true;
      if (!kMixed || self.scalar_type() == type) {
        run.to = to;
        run.from = self.const_data_ptr<uint8_t>() + (static_cast<size_t>(first) << shift);
        run.from_step = from_step;
        run.count = size;
        row(run);
        continue;
      }
      if constexpr (kMixed) {
        uint64_t piece[kConvertedRun * (kComplexTypes != 0 ? 2 : 1)];
        run.from = piece;
        run.from_step = 1;
        for (int32_t done = 0; done < size; done += kConvertedRun) {
          run.count = size - done < kConvertedRun ? size - done : kConvertedRun;
          KERF_TRY(convert_run(
              {self.scalar_type(), self.const_data_ptr(), first + done * from_step, from_step},
              type, piece, run.count));
          run.to = to + (static_cast<size_t>(done * run.to_step) << shift);
          row(run);
          run.begins = false;
        }
      }
    }
  } while (walk.next());
  return Error::Ok;
}

// out[..,i,..] = the total of self[..,0,..] to self[..,i,..] along `dim`, as F adds them: a
// complete kernel. self is converted to out's dtype. Errors: InvalidArgument (a dimension that does
// not exist, out cannot have self's shape, dtype is not out's); NotSupported (not selected).
template <typename Facts, typename F>
Error accumulate_along(const Tensor& self, int64_t dim, const Optional<int64_t>& dtype,
                       Tensor& out) {
  constexpr bool kMixed =
      needs<Facts>(Trait::mixed_dtypes) && !one_dtype(Facts::self.dtypes, Facts::out.dtypes);
  KERF_TRY(check_requested(dtype, out));
  if (!kMixed && !one_dtype(Facts::self.dtypes, Facts::out.dtypes) &&
      self.scalar_type() != out.scalar_type()) {
    return fault(Error::NotSupported, "dtypes that differ were not selected");
  }
  return dispatch<Facts::out.dtypes>(out.scalar_type(), [&](auto tag) {
    return accumulate_lines<kMixed>(self, dim, out,
                                    accumulate_row<typename decltype(tag)::Type, F, kMixed>);
  });
}

struct RunningSum {
  static constexpr int kStart = 0;
  template <typename A>
  static A add(A total, A x) {
    return total + x;
  }
};
struct RunningProduct {
  static constexpr int kStart = 1;
  template <typename A>
  static A add(A total, A x) {
    return total * x;
  }
};

// Integers wrap; Half and BFloat16 are computed in float, Float in double, as in PyTorch. Any dim
// orders; out may be self. Errors: as accumulate_along().

// out[..,i,..] = self[..,0,..] + .. + self[..,i,..]   Source: aten::cumsum.out
template <typename Facts>
Error cumsum_out(KernelContext&, const Tensor& self, int64_t dim, const Optional<int64_t>& dtype,
                 Tensor& out) {
  return accumulate_along<Facts, RunningSum>(self, dim, dtype, out);
}

// out[..,i,..] = self[..,0,..] * .. * self[..,i,..]   Source: aten::cumprod.out
template <typename Facts>
Error cumprod_out(KernelContext&, const Tensor& self, int64_t dim, const Optional<int64_t>& dtype,
                  Tensor& out) {
  return accumulate_along<Facts, RunningProduct>(self, dim, dtype, out);
}

}  // namespace kerf::portable
