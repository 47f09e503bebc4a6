// Tensors of one repeated number, of evenly spaced numbers, or without initial values.
#pragma once

#include <stdint.h>

#include "core/fault.h"
#include "core/libc.h"
#include "core/optional.h"
#include "core/span.h"
#include "kernels/context.h"
#include "kernels/facts.h"
#include "kernels/support/dim_order.h"
#include "kernels/support/fill.h"
#include "kernels/support/layout.h"

namespace kerf::portable {

// Errors of all kernels of this file: InvalidArgument (`out` cannot have the shape, and those above
// each kernel); NotSupported (a dtype that was not selected). A value becomes out's dtype: of
// integers the low bits are kept. `memory_format` is ignored: out has that dim order.

[[gnu::noinline]] inline Error resize_to(Span<const int64_t> size, Tensor& out) {
  int32_t sizes[kMaxRank];
  if (size.size() > kMaxRank) return fault(Error::InvalidArgument, "too many dimensions");
  for (size_t i = 0; i < size.size(); ++i) {
    if (size[i] < 0 || size[i] > INT32_MAX)
      return fault(Error::InvalidArgument, "an impossible size");
    sizes[i] = static_cast<int32_t>(size[i]);
  }
  return resize(out, {sizes, size.size()});
}

// out[i] = fill_value   Source: aten::full.out
template <typename Facts>
Error full_out(KernelContext&, Span<const int64_t> size, const Scalar& fill_value, Tensor& out) {
  KERF_TRY(resize_to(size, out));
  return fill_all<Facts::out.dtypes>(fill_value, out);
}

// out[i] = fill_value, in self's shape   Source: aten::full_like.out
template <typename Facts>
Error full_like_out(KernelContext&, const Tensor& self, const Scalar& fill_value,
                    const Optional<int64_t>& /*memory_format*/, Tensor& out) {
  KERF_TRY(resize(out, self.sizes()));
  return fill_all<Facts::out.dtypes>(fill_value, out);
}

// out[i] = 0   Source: aten::zeros.out
template <typename Facts>
Error zeros_out(KernelContext&, Span<const int64_t> size, Tensor& out) {
  KERF_TRY(resize_to(size, out));
  // Zero is zero bits in every dtype.
  if (out.nbytes() != 0) libc::fill(out.mutable_data_ptr(), 0, out.nbytes());
  return Error::Ok;
}

// out[i] = 1   Source: aten::ones.out
template <typename Facts>
Error ones_out(KernelContext&, Span<const int64_t> size, Tensor& out) {
  KERF_TRY(resize_to(size, out));
  return fill_all<Facts::out.dtypes>(Scalar(int64_t{1}), out);
}

// out[] = s   Source: aten::scalar_tensor.out
template <typename Facts>
Error scalar_tensor_out(KernelContext&, const Scalar& s, Tensor& out) {
  KERF_TRY(resize(out, {}));
  return fill_all<Facts::out.dtypes>(s, out);
}

// out[i] = value, in self's shape
// InvalidType: out's dtype is not self's.   Source: aten::fill.Scalar_out
template <typename Facts>
Error fill_scalar_out(KernelContext&, const Tensor& self, const Scalar& value, Tensor& out) {
  KERF_TRY(resize_like(self, out));
  return fill_all<Facts::out.dtypes>(value, out);
}

// out[i] = value[], in self's shape   value: one element of any dtype.
// InvalidType: out's dtype is not self's. InvalidArgument: `value` has dimensions.
// Source: aten::fill.Tensor_out
template <typename Facts>
Error fill_tensor_out(KernelContext&, const Tensor& self, const Tensor& value, Tensor& out) {
  KERF_TRY(resize_like(self, out));
  AnyElement element;
  KERF_TRY(to_element(value, out.scalar_type(), element));
  return fill_with<Facts::out.dtypes>(element, out);
}

// Leaves the elements of `out` uninitialised.   Source: aten::empty.out
template <typename Facts>
Error empty_out(KernelContext&, Span<const int64_t> size,
                const Optional<int64_t>& /*memory_format*/, Tensor& out) {
  return resize_to(size, out);
}

// Leaves the elements of `out` uninitialised.
// InvalidArgument: `dim_order` is not out's.   Source: dim_order_ops::_empty_dim_order.out
template <typename Facts>
Error empty_dim_order_out(KernelContext&, Span<const int64_t> size,
                          const Optional<Span<const int64_t>>& dim_order, Tensor& out) {
  KERF_TRY(check_dim_order(dim_order, out));
  return resize_to(size, out);
}

inline Error impossible_range() { return fault(Error::InvalidArgument, "a range without an end"); }

// Counts the numbers from `start` on, `step` apart, in [start, end) or (end, start].
inline Error count_range(int64_t start, int64_t end, int64_t step, int32_t& count) {
  if (step == 0 || (step > 0 ? end < start : end > start)) return impossible_range();
  const auto from = static_cast<uint64_t>(start);
  const auto to = static_cast<uint64_t>(end);
  const uint64_t distance = step > 0 ? to - from : from - to;
  const uint64_t divisor = step > 0 ? static_cast<uint64_t>(step) : 0 - static_cast<uint64_t>(step);
  count = 0;
  if (distance == 0) return Error::Ok;
  // (distance - 1) / divisor by bits: a division of 64 bits is a library function that nothing else
  // needs, and no tensor has more than 2^30 numbers here.
  uint64_t rest = distance - 1;
  for (unsigned bit = 30; bit-- > 0;) {
    if (rest >> bit < divisor) continue;
    rest -= divisor << bit;
    count |= int32_t{1} << bit;
  }
  ++count;
  return rest < divisor ? Error::Ok : impossible_range();
}

inline Error count_range(double start, double end, double step, int32_t& count) {
  const double numbers = -libc::floor((start - end) / step);
  // Also refuses NaN, which compares as false, and counts minus zero as no numbers.
  if (!(numbers >= 0 && numbers < 1073741824.0)) return impossible_range();
  count = static_cast<int32_t>(numbers);
  return Error::Ok;
}

// V: int64_t, or double where one of the numbers is one.
template <DtypeSet kTypes, typename V>
Error fill_range(V start, V end, V step, Tensor& out) {
  int32_t count;
  KERF_TRY(count_range(start, end, step, count));
  KERF_TRY(resize(out, {&count, 1}));
  return dispatch<kTypes>(out.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    T* to = out.mutable_data_ptr<T>();
    for (int32_t i = 0; i < count; ++i) {
      if constexpr (kIsFloating<V> && Element<T>::kFloating) {
        store(to + i, convert<ValueOf<T>>(start + step * i));
      } else {
        const uint64_t number =
            static_cast<uint64_t>(convert<int64_t>(start)) +
            static_cast<uint64_t>(convert<int64_t>(step)) * static_cast<uint64_t>(i);
        store(to + i, convert<ValueOf<T>>(Scalar(static_cast<int64_t>(number))));
      }
    }
    return Error::Ok;
  });
}

// kDoubles: whether one of the numbers may be a double.
template <DtypeSet kTypes, bool kDoubles>
[[gnu::noinline]] Error make_range(const Scalar& start, const Scalar& end, const Scalar& step,
                                   Tensor& out) {
  if (start.is_floating() || end.is_floating() || step.is_floating()) {
    if constexpr (kDoubles) {
      if (out.scalar_type() == ScalarType::Long) {
        constexpr DtypeSet kLong = dtype_set(ScalarType::Long);
        return fill_range<kTypes & kLong>(convert<int64_t>(start), convert<int64_t>(end),
                                          convert<int64_t>(step), out);
      }
      return fill_range<kTypes>(start.to<double>(), end.to<double>(), step.to<double>(), out);
    }
    return fault(Error::NotSupported, "a range of doubles was not selected");
  }
  return fill_range<kTypes>(start.integer(), end.integer(), step.integer(), out);
}

// out[i] = start + i * step for i < ceil((end - start) / step)
// In int64 where all numbers are ints, else in double; for an output of integers the numbers are
// truncated first, for one of Long before they are counted. InvalidArgument: a step of 0 or away
// from the end, a bound that is not finite.   Source: aten::arange.start_out
template <typename Facts>
Error arange_start_out(KernelContext&, const Scalar& start, const Scalar& end, const Scalar& step,
                       Tensor& out) {
  constexpr bool kDoubles =
      Facts::start.may_be_double() || Facts::end.may_be_double() || Facts::step.may_be_double();
  return make_range<Facts::out.dtypes, kDoubles>(start, end, step, out);
}

// out[i] = i for i < ceil(end)
// InvalidArgument: `end` is below 0 or not finite.   Source: aten::arange.out
template <typename Facts>
Error arange_out(KernelContext&, const Scalar& end, Tensor& out) {
  return make_range<Facts::out.dtypes, Facts::end.may_be_double()>(Scalar(int64_t{0}), end,
                                                                   Scalar(int64_t{1}), out);
}

}  // namespace kerf::portable
