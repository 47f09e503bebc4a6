// Clamps to intervals; the larger and the smaller of two.
#pragma once

#include "core/optional.h"
#include "kernels/context.h"
#include "kernels/support/binary.h"
#include "kernels/support/elementwise.h"
#include "kernels/support/fitting.h"
#include "tensor/scalar.h"

namespace kerf::portable {

// Errors of all: InvalidType (out's dtype is not self's, or what the operands promote to);
// InvalidArgument (shapes that cannot be broadcast or that out cannot have, no bound, a bound that
// the dtype of the result cannot hold); NotSupported (not selected).

// out[i] = 0 where self[i] < 0, else self[i]: NaN stays NaN
// out may be self.   Source: aten::relu.out
template <typename Facts>
Error relu_out(KernelContext&, const Tensor& self, Tensor& out) {
  return unary<Facts>(self, out, [](auto x) { return at_least(x, 0); });
}

// To [low, high], of which none is NaN.
template <typename V>
struct Clamp {
  V low;
  V high;
  // To `high` where low > high.
  Clamp ordered() const { return {high < low ? high : low, high}; }
  template <typename X>
  X operator()(X x) const {
    return clamp(x, low, high);
  }
};

// out[i] = min_val where self[i] < min_val, else max_val where self[i] > max_val, else self[i]: NaN
// stays NaN; max_val where min_val > max_val
// out may be self.   Source: aten::hardtanh.out
template <typename Facts>
Error hardtanh_out(KernelContext&, const Tensor& self, const Scalar& min_val, const Scalar& max_val,
                   Tensor& out) {
  return unary_with<Facts>(self, out, [&](auto tag) {
    using V = ValueOf<typename decltype(tag)::Type>;
    return Clamp<V>{convert<V>(min_val), convert<V>(max_val)}.ordered();
  });
}

// Returns the first of equal numbers, as 0 and -0; NaN where one is NaN.
template <typename V>
struct Larger {
  V operator()(V a, V b) const { return a >= b || a != a ? a : b; }
};
template <typename V>
struct Smaller {
  V operator()(V a, V b) const { return a <= b || a != a ? a : b; }
};

// A Map of values, for the type of a tag.
template <template <typename> class Map, typename Tag>
auto of_values(Tag) {
  using T = typename Tag::Type;
  return OfValues<T, Map<ValueOf<T>>>{};
}

// out[i] = the larger of self[i] and other[i]   Source: aten::maximum.out
template <typename Facts>
Error maximum_out(KernelContext&, const Tensor& self, const Tensor& other, Tensor& out) {
  return binary_with<Facts>(self, other, out, [](auto tag) { return of_values<Larger>(tag); });
}

// out[i] = the smaller of self[i] and other[i]   Source: aten::minimum.out
template <typename Facts>
Error minimum_out(KernelContext&, const Tensor& self, const Tensor& other, Tensor& out) {
  return binary_with<Facts>(self, other, out, [](auto tag) { return of_values<Smaller>(tag); });
}

// Sets `bound` to `number`, rounded to an element of T, where there is one.
// Ok; InvalidArgument as check_fits().
template <typename T>
[[gnu::noinline]] Error read_bound(const Optional<Scalar>& number, ValueOf<T>& bound) {
  if (!number.has_value()) return Error::Ok;
  KERF_TRY(check_fits<T>(*number));
  bound = rounded<T>(convert<ValueOf<T>>(*number));
  return Error::Ok;
}

// Ok, or InvalidType where the dtype of `out` is not what self and the bounds promote to.
inline Error check_clamp(const Tensor& self, const Optional<Scalar>& min,
                         const Optional<Scalar>& max, const Tensor& out) {
  ScalarType type = self.scalar_type();
  if (min.has_value()) type = result_type(type, *min);
  if (max.has_value()) type = result_type(type, *max);
  return type == out.scalar_type()
             ? Error::Ok
             : fault(Error::InvalidType, "an output whose dtype is not the result's");
}

// out[i] = Smaller(Larger(self[i], min), max), without the bounds that are left out: max where
// min > max, of which sign a zero is left open; NaN where one is NaN.   Source: aten::clamp.out
template <typename Facts>
Error clamp_out(KernelContext&, const Tensor& self, const Optional<Scalar>& min,
                const Optional<Scalar>& max, Tensor& out) {
  constexpr bool kMixed =
      needs<Facts>(Trait::mixed_dtypes) && !one_dtype(Facts::self.dtypes, Facts::out.dtypes);
  if (!min.has_value() && !max.has_value())
    return fault(Error::InvalidArgument, "neither min nor max");
  constexpr bool kOneDtype = one_dtype(Facts::self.dtypes, Facts::out.dtypes);
  using Layouts = LayoutsOf<Facts>;
  if constexpr (!kOneDtype || !kNumbersKeep<Facts::self.dtypes>) {
    KERF_TRY(check_clamp(self, min, max, out));
    if (!kMixed && self.scalar_type() != out.scalar_type())
      return fault(Error::NotSupported, "operands whose dtypes differ were not selected");
  }
  if constexpr (!Layouts::kWalks) {
    KERF_TRY(resize_same(self, out));
    KERF_TRY(same_layout(self, out));
  }
  return dispatch<Facts::out.dtypes>(out.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    using V = ValueOf<T>;
    constexpr Shaping kShaping = Layouts::kWalks ? Shaping::same : Shaping::none;
    Clamp<V> f{convert<V>(lowest_scalar<T>()), highest<T>()};
    KERF_TRY(read_bound<T>(min, f.low));
    KERF_TRY(read_bound<T>(max, f.high));
    f = f.ordered();
    KERF_TRY((map_unary<T, Layouts, kMixed, kShaping>(self, out, f)));
    if constexpr (Element<T>::kFloating) {
      // One of them is NaN, and so is every element whose bits are all set.
      const size_t bytes = out.numel() * sizeof(T);
      if (!(f.low <= f.high) && bytes != 0) libc::fill(out.mutable_data_ptr(), 0xFF, bytes);
    }
    return Error::Ok;
  });
}

// The dtypes of an argument, or `others` where no call passes one.
constexpr DtypeSet dtypes_or(const TensorFacts& facts, DtypeSet others) {
  return facts.present() ? facts.dtypes : others;
}

// Smaller or Larger, chosen when it runs: one row for both.
template <typename V>
struct PickExtreme {
  bool smallest;
  V operator()(V a, V b) const { return (smallest ? a <= b : a >= b) || a != a ? a : b; }
};

// out[i] = Smaller(Larger(self[i], min[i]), max[i]), without the bounds that are left out
// out must not be max.   Source: aten::clamp.Tensor_out
template <typename Facts>
Error clamp_tensor_out(KernelContext&, const Tensor& self, const Optional<Tensor>& min,
                       const Optional<Tensor>& max, Tensor& out) {
  constexpr DtypeSet kTypes = Facts::out.dtypes;
  constexpr bool kOneDtype = one_dtype(kTypes, Facts::self.dtypes, dtypes_or(Facts::min, kTypes),
                                       dtypes_or(Facts::max, kTypes));
  constexpr bool kMixed = needs<Facts>(Trait::mixed_dtypes) && !kOneDtype;
  if (!min.has_value() && !max.has_value())
    return fault(Error::InvalidArgument, "neither min nor max");
  const Tensor& low = min.has_value() ? *min : self;
  const Tensor& high = max.has_value() ? *max : self;
  if constexpr (kMixed) {
    const Result<ScalarType> type = result_type(self, low, high);
    KERF_TRY(type.error());
    if (type.get() != out.scalar_type())
      return fault(Error::InvalidType, "an output whose dtype is not the result's");
  } else if constexpr (!kOneDtype) {
    KERF_TRY((check_result<0, false>(self, low, out)));
    KERF_TRY((check_result<0, false>(self, high, out)));
  }
  if constexpr (needs<Facts>(Trait::broadcast)) {
    KERF_TRY(resize_to_broadcast(out, self, low, high));
  } else {
    KERF_TRY(resize_binary<Facts>(self, low, out));
    KERF_TRY(resize_binary<Facts>(self, high, out));
  }
  return dispatch<kTypes>(out.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    const auto limit = [&](const Tensor& from, const Tensor& bound, bool smallest) {
      const OfValues<T, PickExtreme<ValueOf<T>>> f{{smallest}};
      return map_binary<kBinaryWalks<Facts>, kMixed, 0>(tag, from, bound, out, f);
    };
    if constexpr (Facts::min.present()) {
      if (min.has_value()) KERF_TRY(limit(self, low, false));
    }
    if constexpr (Facts::max.present()) {
      if (max.has_value()) return limit(min.has_value() ? out : self, high, true);
    }
    return Error::Ok;
  });
}

}  // namespace kerf::portable
