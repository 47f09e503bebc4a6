// Loops of the operators that compute each element of the output from the one at its position.
#pragma once

#include <stdint.h>

#include "core/libc.h"
#include "kernels/convert.h"
#include "kernels/dispatch.h"
#include "kernels/facts.h"
#include "kernels/support/layout.h"
#include "loops/map.h"
#include "memory/threads.h"
#include "tensor/element.h"
#include "tensor/promote.h"

namespace kerf::portable {

// A loop over elements whose dtypes it knows: to[i] = f(from[i * step]) for i < count.
using UnaryRow = void (*)(void* to, const void* from, int32_t step, int32_t count, const void* f);

template <typename T, typename F>
void unary_row(void* to, const void* from, int32_t step, int32_t count, const void* f) {
  map_row(static_cast<T*>(to), static_cast<const T*>(from), step, count, *static_cast<const F*>(f));
}

// Runs `row` over the elements of `self` in the order of out's memory. With kConverts `row` reads
// elements of out's dtype. Error: with kConverts NotSupported as convert_run().
template <bool kConverts>
[[gnu::noinline]] inline Error walk_unary(const Tensor& self, Tensor& out, UnaryRow row,
                                          const void* f) {
  if (out.numel() == 0) return Error::Ok;
  int32_t strides[1][kMaxRank];
  compute_strides(self, strides[0]);
  Walk<1> walk;
  walk_storage(walk, out, strides);
  uint8_t* to = out.mutable_data_ptr<uint8_t>();
  do {
    const int32_t n = walk.count();
    int32_t step = walk.step(0);
    if (kConverts && self.scalar_type() != out.scalar_type()) {
      // `out` holds the converted elements until f has read them.
      KERF_TRY(convert_run({self.scalar_type(), self.const_data_ptr(), walk.offset(0), step},
                           out.scalar_type(), to, n));
      row(to, to, 1, n, f);
    } else {
      const size_t offset = static_cast<size_t>(walk.offset(0))
                            << element_shift(self.scalar_type());
      row(to, self.const_data_ptr<uint8_t>() + offset, step, n, f);
    }
    to += static_cast<size_t>(n) << element_shift(out.scalar_type());
  } while (walk.next());
  return Error::Ok;
}

// Gives `out` the shape of `self`. Error: InvalidArgument as resize().
inline Error resize_same(const Tensor& self, Tensor& out) { return resize(out, self.sizes()); }

// Gives `out` the shape of `self`. Errors: InvalidType where the dtype of `out` is not self's, or
// Float where self's is not floating; InvalidArgument as resize().
[[gnu::noinline]] inline Error resize_floating(const Tensor& self, Tensor& out) {
  const ScalarType type = self.scalar_type();
  if (out.scalar_type() != (contains(kFloatingTypes, type) ? type : ScalarType::Float)) {
    return fault(Error::InvalidType, "an output whose dtype is not the result's");
  }
  return resize(out, self.sizes());
}

// What gives `out` its shape: nothing, resize_same(), resize_like() or resize_floating().
enum class Shaping : uint8_t { none, same, like, floating };

// walk_unary() after it: one function for all maps that need both.
template <bool kConverts, Shaping kShaping>
[[gnu::noinline]] Error shape_and_walk_unary(const Tensor& self, Tensor& out, UnaryRow row,
                                             const void* f) {
  if constexpr (kShaping == Shaping::same) KERF_TRY(resize_same(self, out));
  if constexpr (kShaping == Shaping::like) KERF_TRY(resize_like(self, out));
  if constexpr (kShaping == Shaping::floating) KERF_TRY(resize_floating(self, out));
  return walk_unary<kConverts>(self, out, row, f);
}

// to[i] = f(from[i]) for i < count, divided among `threads`, each with whole registers of elements.
template <typename T, typename F>
void map_all(const Threads& threads, T* to, const T* from, int32_t count, const F& f) {
  constexpr int32_t kTogether = kMostParts > 1 ? 64 : 1;
  threads.run(threads.parts(count, count * kFunctionWork), count,
              [&](int32_t, int32_t begin, int32_t end) {
                begin -= begin % kTogether;
                if (end != count) end -= end % kTogether;
                map_row(to + begin, from + begin, 1, end - begin, f);
              });
}

// out[i] = f(self[i]), where `out` has the dtype of T and, after kShaping, the
// shape of `self`; with OneLayout also its dim order, without kMixed also its dtype. `f` maps a
// ValueOf<T> to another. Errors: those of kShaping; NotSupported as convert_run().
template <typename T, typename Layouts, bool kMixed, Shaping kShaping = Shaping::none, typename F>
Error map_unary(const Tensor& self, Tensor& out, const F& f, const Threads& threads = nullptr) {
  if constexpr (kShaping != Shaping::none) {
    return shape_and_walk_unary<kMixed, kShaping>(self, out, unary_row<T, F>, &f);
  } else if constexpr (!Layouts::kWalks && !kMixed) {
    map_all(threads, out.mutable_data_ptr<T>(), self.const_data_ptr<T>(),
            static_cast<int32_t>(out.numel()), f);
    return Error::Ok;
  } else {
    return walk_unary<kMixed>(self, out, unary_row<T, F>, &f);
  }
}

// out = f(self), in self's dtype and shape: a complete kernel. f = make(tag) maps a ValueOf<T> to
// another, where T is the type of the tag.
// Errors: InvalidType, InvalidArgument as resize_like(); NotSupported (dim orders that were not
// selected).
template <typename Facts, typename Make>
Error unary_with(const Tensor& self, Tensor& out, Make make) {
  using Layouts = LayoutsOf<Facts>;
  constexpr bool kOneDtype = one_dtype(Facts::self.dtypes, Facts::out.dtypes);
  constexpr bool kAlike = proves_alike<Facts>();
  if constexpr (!kAlike && !Layouts::kWalks) KERF_TRY(resize_alike<kOneDtype>(self, out));
  return dispatch<Facts::out.dtypes>(out.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    constexpr Shaping kChecked = kOneDtype ? Shaping::same : Shaping::like;
    constexpr Shaping kShaping = Layouts::kWalks && !kAlike ? kChecked : Shaping::none;
    return map_unary<T, Layouts, false, kShaping>(self, out, make(tag));
  });
}

// Applies an f that is one function for all types.
template <typename Facts, typename F>
Error unary(const Tensor& self, Tensor& out, F f) {
  return unary_with<Facts>(self, out, [=](auto) { return f; });
}

// Applies f to one element at a time on every instruction set.
template <typename Facts, typename F>
Error unary_scalar(const Tensor& self, Tensor& out, F f) {
  return unary_with<Facts>(self, out, [=](auto tag) {
    return [=](ValueOf<typename decltype(tag)::Type> x) { return f(x); };
  });
}

// An f of numbers and, where the instruction set has what its return type names, of vectors:
// of_vectors([](auto x) -> decltype(maths::exp(x)) { return maths::exp(x); })
template <typename F>
struct OfVectors {
  F f;

  template <typename X>
  auto operator()(X x) const -> decltype(static_cast<const F*>(nullptr)->operator()(x)) {
    return f(x);
  }
};
template <typename F>
OfVectors<F> of_vectors(F f) {
  return {f};
}

// f of V alone, or of vectors as well.
template <typename V, typename F>
auto map_of(const F& f) {
  return [f](V x) -> V { return f(x); };
}
template <typename V, typename F>
auto map_of(const OfVectors<F>& f) {
  return f;
}

// out = f(self), in self's dtype where that is floating, else in Float: a complete kernel.
// f = make(tag) maps a ValueOf<T> to another, where T is the type of the tag.
// Errors: InvalidType, InvalidArgument as resize_floating(); NotSupported (dtypes or dim orders
// that were not selected).
template <typename Facts, typename Make>
Error floating_with(const Threads& threads, const Tensor& self, Tensor& out, Make make) {
  using Layouts = LayoutsOf<Facts>;
  constexpr bool kOneDtype = one_dtype(Facts::self.dtypes, Facts::out.dtypes);
  constexpr bool kMixed = needs<Facts>(Trait::mixed_dtypes) && !kOneDtype;
  constexpr bool kAlike = proves_alike<Facts>();
  constexpr bool kWalksAtAll = Layouts::kWalks || kMixed;
  if constexpr (!kAlike) {
    if constexpr (!kWalksAtAll) KERF_TRY(resize_floating(self, out));
    if constexpr (!kMixed && !kOneDtype) {
      if (self.scalar_type() != out.scalar_type())
        return fault(Error::NotSupported, "an input that is not floating was not selected");
    }
    KERF_TRY(Layouts::check(self, out));
  }
  return dispatch<Facts::out.dtypes>(out.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    constexpr Shaping kShaping = kWalksAtAll && !kAlike ? Shaping::floating : Shaping::none;
    return map_unary<T, Layouts, kMixed, kShaping>(self, out, map_of<ValueOf<T>>(make(tag)),
                                                   threads);
  });
}

// Applies an f that is one function for all types.
template <typename Facts, typename F>
Error floating(const Threads& threads, const Tensor& self, Tensor& out, F f) {
  return floating_with<Facts>(threads, self, out, [=](auto) { return f; });
}

// Whether an element whose bits are `word` is 0: of a floating type -0 as well.
template <bool kFloating, typename Word>
constexpr bool is_zero(Word word) {
  constexpr Word kBits = static_cast<Word>(~Word{0});
  return (word & static_cast<Word>(kFloating ? kBits >> 1 : kBits)) == 0;
}

template <typename T, typename F>
void predicate_row(void* to, const void* from, int32_t step, int32_t count, const void* f) {
  const T* at = static_cast<const T*>(from);
  bool* result = static_cast<bool*>(to);
  for (; count != 0; --count, at += step) *result++ = (*static_cast<const F*>(f))(load(at));
}

// Runs `row` over the elements of `self` after giving `out` its shape; with OneLayout they have one
// dim order. Errors: InvalidArgument as resize(); NotSupported (dim orders that were not selected).
template <typename Layouts>
Error run_unary(const Tensor& self, Tensor& out, UnaryRow row, const void* f) {
  if constexpr (Layouts::kWalks) {
    return shape_and_walk_unary<false, Shaping::same>(self, out, row, f);
  } else {
    KERF_TRY(resize_same(self, out));
    KERF_TRY(same_layout(self, out));
    row(out.mutable_data_ptr(), self.const_data_ptr(), 1, static_cast<int32_t>(out.numel()), f);
    return Error::Ok;
  }
}

// out[i] = f(self[i]), a Bool that is false where self is not floating: a complete kernel. f maps a
// float or a double to a bool.
// Errors: InvalidArgument as resize(); NotSupported (dim orders that were not selected).
template <typename Facts, typename F>
Error floating_predicate(const Tensor& self, Tensor& out, F f) {
  constexpr DtypeSet kFloating = Facts::self.dtypes & kFloatingTypes;
  using Layouts = LayoutsOf<Facts>;
  if constexpr (kFloating != Facts::self.dtypes) {
    if (!contains(kFloatingTypes, self.scalar_type())) {
      KERF_TRY(resize_same(self, out));
      if (out.numel() != 0) libc::fill(out.mutable_data_ptr(), 0, out.numel());
      return Error::Ok;
    }
  }
  if constexpr (kFloating != 0) {
    return dispatch<kFloating>(self.scalar_type(), [&](auto tag) {
      return run_unary<Layouts>(self, out, predicate_row<typename decltype(tag)::Type, F>, &f);
    });
  } else {
    return Error::Ok;
  }
}

}  // namespace kerf::portable
