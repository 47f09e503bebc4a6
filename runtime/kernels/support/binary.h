// Loops of the operators that compute each element of the output from those of two operands.
#pragma once

#include <stdint.h>

#include "kernels/convert.h"
#include "kernels/dispatch.h"
#include "kernels/facts.h"
#include "kernels/support/layout.h"
#include "loops/map.h"
#include "tensor/broadcast.h"
#include "tensor/element.h"
#include "tensor/promote.h"

namespace kerf::portable {

// to[i] = f(a[i * a_step], b[i * b_step]) for i < count, on elements of types that only the row
// knows. Called through a pointer, so that all maps share one walk.
using BinaryRow = void (*)(void* to, const void* a, int32_t a_step, const void* b, int32_t b_step,
                           int32_t count, const void* f);

// The dtypes that a row reads.
struct RowTypes {
  ScalarType a;
  ScalarType b;
};

inline const void* element_at(const Tensor& tensor, int32_t offset) {
  return tensor.const_data_ptr<char>() +
         (static_cast<size_t>(offset) << element_shift(tensor.scalar_type()));
}

// Elements of an operand as those of dtype `type`.
struct Operand {
  const Tensor& tensor;
  ScalarType type;
  uint64_t converted[kConvertedRun * (kComplexTypes != 0 ? 2 : 1)];

  // Sets `at` to `count` <= kConvertedRun elements, from `offset` on, and `step` to the distance
  // between them. Error: NotSupported as convert_run().
  Error read(int32_t offset, int32_t count, const void*& at, int32_t& step) {
    at = element_at(tensor, offset);
    if (tensor.scalar_type() == type) return Error::Ok;
    at = converted;
    const Run run{tensor.scalar_type(), tensor.const_data_ptr(), offset, step};
    if (step != 0) step = 1;
    return convert_run(run, type, converted, step == 0 ? 1 : count);
  }
};

// out = f(a, b), expanded to the shape of `out`. With kMixed, operands that do not have the dtypes
// `types` are converted to them in pieces. Error: NotSupported as convert_run().
template <bool kMixed>
[[gnu::noinline]] Error walk_binary(const Tensor& a, const Tensor& b, Tensor& out, BinaryRow row,
                                    const void* f, [[maybe_unused]] RowTypes types) {
  if (out.numel() == 0) return Error::Ok;
  int32_t strides[2][kMaxRank];
  KERF_TRY(expand_strides(a, out.sizes(), strides[0]));
  KERF_TRY(expand_strides(b, out.sizes(), strides[1]));
  Walk<2> walk;
  walk_storage(walk, out, strides);
  const unsigned shift = element_shift(out.scalar_type());
  char* to = out.mutable_data_ptr<char>();
  do {
    if (!kMixed || (a.scalar_type() == types.a && b.scalar_type() == types.b)) {
      row(to, element_at(a, walk.offset(0)), walk.step(0), element_at(b, walk.offset(1)),
          walk.step(1), walk.count(), f);
      to += static_cast<size_t>(walk.count()) << shift;
      continue;
    }
    if constexpr (kMixed) {
      Operand as{a, types.a, {}};
      Operand bs{b, types.b, {}};
      for (int32_t done = 0; done < walk.count(); done += kConvertedRun) {
        const int32_t rest = walk.count() - done;
        const int32_t count = rest < kConvertedRun ? rest : kConvertedRun;
        const void* from_a;
        const void* from_b;
        int32_t a_step = walk.step(0);
        int32_t b_step = walk.step(1);
        KERF_TRY(as.read(walk.offset(0) + done * a_step, count, from_a, a_step));
        KERF_TRY(bs.read(walk.offset(1) + done * b_step, count, from_b, b_step));
        row(to, from_a, a_step, from_b, b_step, count, f);
        to += static_cast<size_t>(count) << shift;
      }
    }
  } while (walk.next());
  return Error::Ok;
}

// A map of two WrapOf<T> with its second argument `b`: of one element.
template <typename T, typename F>
auto with_second(F f, WrapOf<T> b) {
  if constexpr (Element<T>::kFloating) {
    return [f, b](auto a) -> decltype(f(a, b)) { return f(a, b); };
  } else {
    return [f, b](ValueOf<T> a) { return f(static_cast<WrapOf<T>>(a), b); };
  }
}

// The row of a map of two WrapOf<T>. With kUnrounded, `b` is one WrapOf<T>.
template <typename T, bool kUnrounded, typename F>
void binary_row(void* to, const void* a, int32_t a_step, const void* b, int32_t b_step,
                int32_t count, const void* f) {
  T* out = static_cast<T*>(to);
  const T* from = static_cast<const T*>(a);
  const F& map = *static_cast<const F*>(f);
  if constexpr (kUnrounded) {
    static_cast<void>(b_step);
    map_row(out, from, a_step, count, with_second<T>(map, *static_cast<const WrapOf<T>*>(b)));
  } else {
    map_row(out, from, a_step, static_cast<const T*>(b), b_step, count, map);
  }
}

// Rules of a binary kernel, as bits.
inline constexpr unsigned kGivesFloating = 1;  // integers are computed as Float
// Where the output is Half or BFloat16, an `other` of one element is not rounded to it, but read as
// Float: argument `other` is `unrounded` in functions.yaml.
inline constexpr unsigned kReadsUnrounded = 2;

// Whether a number next to elements of type T is read as another type than T.
template <typename T, unsigned kRules>
inline constexpr bool kUnroundedNumber = (kRules & kReadsUnrounded) != 0 && sizeof(T) == 2 &&
                                         sizeof(WrapOf<T>) == 4 && Element<T>::kFloating;

// Runs `row` on `a` and `b` of the dtype of `tag`, with kResizes after giving `out` the shape that
// both are expanded to. Shared by the operators that take two tensors.
// Errors: InvalidArgument as resize_to_broadcast(); NotSupported as convert_run().
template <bool kMixed, bool kResizes, typename Tag>
Error walk_alike(Tag, const Tensor& a, const Tensor& b, Tensor& out, BinaryRow row, const void* f) {
  if constexpr (kResizes) KERF_TRY(resize_to_broadcast(out, a, b));
  return walk_binary<kMixed>(a, b, out, row, f, {Tag::kDtype, Tag::kDtype});
}

// out = f(a, b), expanded to the shape of `out`, of the dtype of `tag`. f maps two WrapOf<T>.
// Errors as walk_alike().
template <bool kWalks, bool kMixed, unsigned kRules, bool kResizes = false, typename Tag,
          typename F>
Error map_binary(Tag tag, const Tensor& a, const Tensor& b, Tensor& out, F f) {
  using T = typename Tag::Type;
  if constexpr (!kWalks && !kMixed) {
    map_row(out.mutable_data_ptr<T>(), a.const_data_ptr<T>(), 1, b.const_data_ptr<T>(), 1,
            static_cast<int32_t>(out.numel()), f);
    return Error::Ok;
  } else {
    if constexpr (kMixed && kUnroundedNumber<T, kRules>) {
      if (b.scalar_type() != Tag::kDtype && b.numel() == 1) {
        if constexpr (kResizes) KERF_TRY(resize_to_broadcast(out, a, b));
        return walk_binary<true>(a, b, out, binary_row<T, true, F>, &f,
                                 {Tag::kDtype, ScalarType::Float});
      }
    }
    return walk_alike<kMixed, kResizes>(tag, a, b, out, binary_row<T, false, F>, &f);
  }
}

// The number as an element of type T: rounded to it, or as kUnroundedNumber.
template <typename T, unsigned kRules>
WrapOf<T> element_of(const Scalar& number) {
  if constexpr (kUnroundedNumber<T, kRules>) {
    return convert<float>(number);
  } else {
    T element;
    store(&element, convert<ValueOf<T>>(number));
    return static_cast<WrapOf<T>>(load(&element));
  }
}

// Runs `row` on `a` and a number, with kResizes after giving `out` the shape of `a`. Shared by the
// operators that take a number. Errors: InvalidArgument as resize(); NotSupported as convert_run().
template <bool kMixed, bool kUnrounded, bool kResizes, typename Tag>
Error walk_with_number(Tag, const Tensor& a, const Scalar& number, Tensor& out, BinaryRow row,
                       const void* f) {
  using T = typename Tag::Type;
  if constexpr (kResizes) KERF_TRY(resize(out, a.sizes()));
  if constexpr (kUnrounded) {
    float value = convert<float>(number);
    const Tensor one(ScalarType::Float, 0, nullptr, nullptr, &value);
    return walk_binary<kMixed>(a, one, out, row, f, {Tag::kDtype, ScalarType::Float});
  } else {
    T value;
    store(&value, convert<ValueOf<T>>(number));
    const Tensor one(Tag::kDtype, 0, nullptr, nullptr, &value);
    return walk_binary<kMixed>(a, one, out, row, f, {Tag::kDtype, Tag::kDtype});
  }
}

// out = f(a, number), of a's shape, of the dtype of `tag`. f maps two WrapOf<T>.
// Errors as walk_with_number().
template <bool kWalks, bool kMixed, unsigned kRules, bool kResizes = false, typename Tag,
          typename F>
Error map_with_number(Tag tag, const Tensor& a, const Scalar& number, Tensor& out, F f) {
  using T = typename Tag::Type;
  if constexpr (!kWalks && !kMixed) {
    map_row(out.mutable_data_ptr<T>(), a.const_data_ptr<T>(), 1, static_cast<int32_t>(out.numel()),
            with_second<T>(f, element_of<T, kRules>(number)));
    return Error::Ok;
  } else {
    constexpr bool kUnrounded = kUnroundedNumber<T, kRules>;
    return walk_with_number<kMixed, kUnrounded, kResizes>(tag, a, number, out,
                                                          binary_row<T, kUnrounded, F>, &f);
  }
}

// Gives `out` the shape that `a` and `b` are both expanded to. Errors: InvalidArgument (there is
// none, or `out` cannot have it); NotSupported (shapes or dim orders that were not selected).
template <typename Facts>
Error resize_binary(const Tensor& a, const Tensor& b, Tensor& out) {
  if constexpr (needs<Facts>(Trait::broadcast)) {
    return resize_to_broadcast(out, a, b);
  } else {
    if (!same_shape(a, b))
      return fault(Error::NotSupported, "operands whose shapes differ were not selected");
    KERF_TRY(resize(out, a.sizes()));
    if constexpr (needs<Facts>(Trait::mixed_layouts)) return Error::Ok;
    KERF_TRY(same_layout(a, b));
    return same_layout(a, out);
  }
}

// Whether `other` is one element in every call, and the rest has one dim order.
template <typename Facts>
inline constexpr bool kSingleOther = Facts::other.ranks == 1 && !needs<Facts>(Trait::mixed_layouts);

// Prepares a call whose `b` has one element: gives `out` the shape of `a`, and checks its layout.
template <typename Facts>
Error resize_with_single(const Tensor& a, const Tensor& b, Tensor& out) {
  if constexpr (!proves<Facts>(Proof::facts)) {
    if (b.dim() != 0)
      return fault(Error::NotSupported, "a second operand with dimensions was not selected");
    KERF_TRY(same_layout(a, out));
  }
  return proves<Facts>(Proof::expanded) ? Error::Ok : resize(out, a.sizes());
}

// out = f(a, b), where `b` is one element and `out` has a's shape and dim order.
template <typename Tag, typename F>
Error map_with_element(Tag, const Tensor& a, const Tensor& b, Tensor& out, F f) {
  using T = typename Tag::Type;
  const WrapOf<T> value = static_cast<WrapOf<T>>(load(b.const_data_ptr<T>()));
  map_row(out.mutable_data_ptr<T>(), a.const_data_ptr<T>(), 1, static_cast<int32_t>(out.numel()),
          with_second<T>(f, value));
  return Error::Ok;
}

template <typename Facts>
inline constexpr bool kBinaryWalks =
    needs<Facts>(Trait::broadcast) || needs<Facts>(Trait::mixed_layouts);

// Checks the dtype of out = f(a, b). Errors as binary().
template <unsigned kRules, bool kMixed>
[[gnu::noinline]] Error check_result(const Tensor& a, const Tensor& b, const Tensor& out) {
  if constexpr (kMixed) {
    const Result<ScalarType> type = result_type(a, b);
    KERF_TRY(type.error());
    const bool floating = (kRules & kGivesFloating) != 0;
    if ((floating ? floating_type(type.get()) : type.get()) != out.scalar_type())
      return fault(Error::InvalidType, "an output whose dtype is not the result's");
  } else if (a.scalar_type() != out.scalar_type() || b.scalar_type() != out.scalar_type()) {
    return fault(Error::NotSupported, "operands whose dtypes differ were not selected");
  }
  return Error::Ok;
}

// out = f(a, b): a complete kernel on two tensors, expanded to one shape and promoted to one dtype,
// out's. f = make(tag) maps two WrapOf<T> to one, where T is the type of the tag.
// Errors: InvalidArgument (shapes that cannot be broadcast, or that `out` cannot have); InvalidType
// (out's dtype is not what the operands' promote to); NotSupported (dtypes, shapes or dim orders
// that were not selected).
template <typename Facts, unsigned kRules = 0,
          bool kOneDtype = one_dtype(Facts::self.dtypes, Facts::other.dtypes, Facts::out.dtypes),
          typename Make>
Error binary_with(const Tensor& a, const Tensor& b, Tensor& out, Make make) {
  constexpr bool kMixed = needs<Facts>(Trait::mixed_dtypes) && !kOneDtype;
  constexpr bool kSingle = kSingleOther<Facts> && !kMixed;
  constexpr bool kExpands = needs<Facts>(Trait::broadcast) && !proves_alike<Facts>();
  if constexpr (!kOneDtype && !proves_alike<Facts>())
    KERF_TRY((check_result<kRules, kMixed>(a, b, out)));
  if constexpr (kSingle) {
    KERF_TRY(resize_with_single<Facts>(a, b, out));
  } else if constexpr (!proves_alike<Facts>() && !kExpands) {
    KERF_TRY(resize_binary<Facts>(a, b, out));
  }
  return dispatch<Facts::out.dtypes>(out.scalar_type(), [&](auto tag) {
    if constexpr (kSingle) {
      return map_with_element(tag, a, b, out, make(tag));
    } else {
      return map_binary<kBinaryWalks<Facts>, kMixed, kRules, kExpands>(tag, a, b, out, make(tag));
    }
  });
}

// Checks the dtype of out = f(self, number). Errors as binary().
template <unsigned kRules, bool kMixed>
[[gnu::noinline]] Error check_result_with(const Tensor& self, const Scalar& number,
                                          const Tensor& out) {
  const ScalarType type = result_type(self.scalar_type(), number);
  if (((kRules & kGivesFloating) != 0 ? floating_type(type) : type) != out.scalar_type())
    return fault(Error::InvalidType, "an output whose dtype is not the result's");
  if (!kMixed && self.scalar_type() != out.scalar_type())
    return fault(Error::NotSupported, "operands whose dtypes differ were not selected");
  return Error::Ok;
}

// Whether no number changes any of these dtypes: they are floating or complex.
template <DtypeSet kTypes>
inline constexpr bool kNumbersKeep = (kTypes & ~(kFloatingTypes | kComplexTypes)) == 0;

// Gives `out` the shape of `self`, and checks its layout. Errors: InvalidArgument as resize();
// NotSupported (dim orders that were not selected).
template <typename Facts>
Error resize_as(const Tensor& self, Tensor& out) {
  KERF_TRY(resize(out, self.sizes()));
  return LayoutsOf<Facts>::check(self, out);
}

// out = f(self, number), promoted to one dtype, out's: a complete kernel on a tensor and a number.
// f = make(tag) maps two WrapOf<T> to one. Errors as binary().
template <typename Facts, unsigned kRules = 0, typename Make>
Error binary_with(const Tensor& self, const Scalar& number, Tensor& out, Make make) {
  constexpr bool kOneDtype = one_dtype(Facts::self.dtypes, Facts::out.dtypes);
  constexpr bool kMixed = needs<Facts>(Trait::mixed_dtypes) && !kOneDtype;
  if constexpr (!kOneDtype || !kNumbersKeep<Facts::self.dtypes>)
    KERF_TRY((check_result_with<kRules, kMixed>(self, number, out)));
  constexpr bool kWalks = needs<Facts>(Trait::mixed_layouts);
  constexpr bool kResizes = !proves_alike<Facts>();
  if constexpr (kResizes && !kWalks) KERF_TRY(resize_as<Facts>(self, out));
  return dispatch<Facts::out.dtypes>(out.scalar_type(), [&](auto tag) {
    return map_with_number < kWalks, kMixed, kRules,
           kResizes && kWalks > (tag, self, number, out, make(tag));
  });
}

// Applies an f that is one function for all types; `b` is a tensor or a number.
template <typename Facts, unsigned kRules = 0, typename Other, typename F>
Error binary(const Tensor& a, const Other& b, Tensor& out, F f) {
  return binary_with<Facts, kRules>(a, b, out, [=](auto) { return f; });
}

// A map of values, as one of two WrapOf<T>.
template <typename T, typename F>
struct OfValues {
  F f;

  ValueOf<T> operator()(WrapOf<T> a, WrapOf<T> b) const {
    return f(static_cast<ValueOf<T>>(a), static_cast<ValueOf<T>>(b));
  }
};

}  // namespace kerf::portable
