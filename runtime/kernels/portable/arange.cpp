// Numbers at equal distances.
#include "kernels/portable/arange.h"

#include "core/fault.h"
#include "core/libc.h"
#include "core/result.h"
#include "kernels/dispatch.h"
#include "kernels/trait.h"
#include "selected/dtypes.h"
#include "selected/operators.h"
#include "selected/traits.h"
#include "tensor/element.h"

namespace kerf::portable {
namespace {

Error impossible() { return fault(Error::InvalidArgument, "a range without an end"); }

// How many numbers lie in [start, end) or (end, start].
inline Error count_of(int64_t start, int64_t end, int64_t step, int32_t& count) {
  if (step == 0 || (step > 0 ? end < start : end > start)) return impossible();
  const auto from = static_cast<uint64_t>(start);
  const auto to = static_cast<uint64_t>(end);
  const uint64_t distance = step > 0 ? to - from : from - to;
  const uint64_t divisor = step > 0 ? static_cast<uint64_t>(step) : 0 - static_cast<uint64_t>(step);
  count = 0;
  if (distance == 0) return Error::Ok;
  // (distance - 1) / divisor by bits: a division of 64 bits is a library function that nothing else
  // needs, and more than 2^30 numbers are not asked for.
  uint64_t rest = distance - 1;
  for (unsigned bit = 30; bit-- > 0;) {
    if (rest >> bit < divisor) continue;
    rest -= divisor << bit;
    count |= int32_t{1} << bit;
  }
  ++count;
  return rest < divisor ? Error::Ok : impossible();
}

inline Error count_of(double start, double end, double step, int32_t& count) {
  const double numbers = -libc::floor((start - end) / step);
  // Also where one of them is not a number. Minus zero is none.
  if (!(numbers >= 0 && numbers < 1073741824.0)) return impossible();
  count = static_cast<int32_t>(numbers);
  return Error::Ok;
}

// V: int64_t, or double where one of the numbers is one.
template <DtypeSet kTypes, typename V>
Error fill_range(V start, V end, V step, Tensor& out) {
  int32_t count;
  TRY(count_of(start, end, step, count));
  TRY(resize(out, {&count, 1}));
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

template <Operator kOperator>
Error arange(const Scalar& start, const Scalar& end, const Scalar& step, Tensor& out) {
  constexpr DtypeSet kTypes = selected::outputs(kOperator);
  if (start.is_floating() || end.is_floating() || step.is_floating()) {
    if constexpr (selected::needs(kOperator, Trait::real)) {
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

}  // namespace

// out[i] = start + i * step for i < ceil((end - start) / step)
// In int64 where all numbers are ints, else in double; for an output of integers the numbers are
// truncated first, for one of Long before they are counted.   Source: aten::arange.start_out
Error arange_start_out(KernelContext&, const Scalar& start, const Scalar& end, const Scalar& step,
                       Tensor& out) {
  return arange<Operator::aten_arange_start_out>(start, end, step, out);
}

// out[i] = i for i < ceil(end)   Source: aten::arange.out
Error arange_out(KernelContext&, const Scalar& end, Tensor& out) {
  const Scalar zero(int64_t{0});
  return arange<Operator::aten_arange_out>(zero, end, Scalar(int64_t{1}), out);
}

}  // namespace kerf::portable
