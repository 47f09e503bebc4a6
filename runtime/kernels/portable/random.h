// Random numbers, and random zeros.
#pragma once

#include <stdint.h>

#include "core/fault.h"
#include "core/optional.h"
#include "core/span.h"
#include "kernels/context.h"
#include "kernels/dispatch.h"
#include "kernels/facts.h"
#include "kernels/portable/creation.h"
#include "kernels/support/copy.h"
#include "kernels/support/layout.h"
#include "tensor/element.h"

namespace kerf::portable {

// Numbers are drawn one by one in the order of the output's memory. All steps are integer
// comparisons and exact or once rounded operations, so that a seed gives the same numbers on every
// processor; they are not PyTorch's. Errors of all: InvalidState (the application supplies no
// generator); InvalidArgument (`out` cannot have the shape, and those above each kernel);
// NotSupported (a dtype that was not selected).

inline Error find_generator(const KernelContext& context, Generator*& generator) {
  generator = context.generator();
  if (generator != nullptr) return Error::Ok;
  return fault(Error::InvalidState, "a random operator without a generator: see MemoryManager");
}

// Bits of the significand of an element, the hidden one included.
template <typename T>
inline constexpr unsigned kSignificandBits = 24;
template <>
inline constexpr unsigned kSignificandBits<double> = 53;
template <>
inline constexpr unsigned kSignificandBits<Half> = 11;
template <>
inline constexpr unsigned kSignificandBits<BFloat16> = 8;

inline constexpr double kPerWord = 1.0 / 4294967296;            // 2^-32
inline constexpr double kPerLong = 1.0 / 2097152 / 4294967296;  // 2^-53

// bits / 2^32, and with the bits of another word as many as a T has.
template <typename T>
ValueOf<T> to_fraction(uint32_t bits, Generator& random) {
  using V = ValueOf<T>;
  if constexpr (kSignificandBits<T> > 32) {
    return static_cast<V>(bits) * static_cast<V>(kPerWord) +
           static_cast<V>(random.next() >> (64 - kSignificandBits<T>)) * static_cast<V>(kPerLong);
  } else {
    return static_cast<V>(bits) * static_cast<V>(kPerWord);
  }
}

// Evenly distributed in [0, 1): a multiple of 2^-11, 2^-8, 2^-24 or 2^-53.
template <typename T>
ValueOf<T> draw_uniform(Generator& random) {
  constexpr unsigned kBits = kSignificandBits<T>;
  constexpr unsigned kUnused = kBits < 32 ? 32 - kBits : 0;
  return to_fraction<T>(random.next() >> kUnused << kUnused, random);
}

// True with probability exp(-1/2): where a falling chain of numbers that starts below 1/2 has an
// even length.
[[gnu::noinline]] inline bool draw_half_life(Generator& random) {
  uint32_t last = random.next();
  if (last >> 31 != 0) return true;
  for (;;) {
    const uint32_t next = random.next();
    if (next >= last) return false;
    last = random.next();
    if (last >= next) return true;
  }
}

// True with probability exp(-x (2 k + x) / (2 k + 2)), where x is `fraction` / 2^32.
[[gnu::noinline]] inline bool draw_within(Generator& random, uint32_t k, uint32_t fraction) {
  uint32_t last = fraction;
  for (bool even = true;; even = !even) {
    const uint32_t next = random.next();
    if (next >= last) return even;
    const uint64_t choice = uint64_t{random.next()} * (2 * k + 2) >> 32;
    if (choice == 0 || (choice == 1 && random.next() >= fraction)) return even;
    last = next;
  }
}

// Draws a number of the normal distribution: k + fraction / 2^32 without its sign.
// Source: C. F. F. Karney, "Sampling exactly from the normal distribution", ACM TOMS 42 (2016),
// https://arxiv.org/abs/1303.6257, algorithm N, with numbers of 32 bits.
[[gnu::noinline]] inline uint32_t draw_normal(Generator& random, uint32_t& fraction) {
  for (;;) {
    uint32_t k = 0;
    while (draw_half_life(random)) ++k;
    uint32_t left = k == 0 ? 0 : k * (k - 1);
    while (left > 0 && draw_half_life(random)) --left;
    if (left > 0) continue;
    fraction = random.next();
    uint32_t accepted = 0;
    while (accepted <= k && draw_within(random, k, fraction)) ++accepted;
    if (accepted > k) return k;
  }
}

template <typename T>
ValueOf<T> draw_normal(Generator& random) {
  uint32_t fraction;
  const uint32_t k = draw_normal(random, fraction);
  const ValueOf<T> size = static_cast<ValueOf<T>>(k) + to_fraction<T>(fraction, random);
  return random.next() >> 31 == 0 ? size : -size;
}

// Fills `out` with draw(tag, generator), where the tag has the type of its elements.
template <typename Facts, typename Draw>
Error draw_all(const KernelContext& context, Tensor& out, Draw draw) {
  Generator* random;
  KERF_TRY(find_generator(context, random));
  return dispatch<Facts::out.dtypes>(out.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    T* to = out.mutable_data_ptr<T>();
    for (size_t i = out.numel(); i > 0; --i) store(to++, draw(tag, *random));
    return Error::Ok;
  });
}

// Gives `out` the shape `size` and draws its elements.
template <typename Facts, typename Draw>
Error fill_random(const KernelContext& context, Span<const int64_t> size, Tensor& out, Draw draw) {
  KERF_TRY(resize_to(size, out));
  return draw_all<Facts>(context, out, draw);
}

// out[i] evenly distributed in [0, 1)
// Draws as many bits as the significand of the dtype has.   Source: aten::rand.out
template <typename Facts>
Error rand_out(KernelContext& context, Span<const int64_t> size, Tensor& out) {
  return fill_random<Facts>(context, size, out, [](auto tag, Generator& random) {
    return draw_uniform<typename decltype(tag)::Type>(random);
  });
}

// out[i] normally distributed, with mean 0 and variance 1   Source: aten::randn.out
template <typename Facts>
Error randn_out(KernelContext& context, Span<const int64_t> size, Tensor& out) {
  return fill_random<Facts>(context, size, out, [](auto tag, Generator& random) {
    return draw_normal<typename decltype(tag)::Type>(random);
  });
}

// Draws as randn_out() does, in self's shape.   Source: aten::randn_like.out
template <typename Facts>
Error randn_like_out(KernelContext& context, const Tensor& self,
                     const Optional<int64_t>& /*memory_format*/, Tensor& out) {
  KERF_TRY(resize(out, self.sizes()));
  return draw_all<Facts>(context, out, [](auto tag, Generator& random) {
    return draw_normal<typename decltype(tag)::Type>(random);
  });
}

// Without a change: out0 = input, out1 = true.
template <typename Facts>
Error keep_all(const Tensor& input, Tensor& out0, Tensor& out1) {
  KERF_TRY(copy_layout<Facts::out0.dtypes>(input, out0));
  if (out1.nbytes() != 0) libc::fill(out1.mutable_data_ptr(), 1, out1.nbytes());
  return Error::Ok;
}

// out1[i] = true with probability 1 - p
// out0[i] = input[i] * out1[i] * (1 / (1 - p)), with 0 as the last factor where p is 1
// Where train is false: out0 = input, out1 = true. Half and BFloat16 are computed in float. Any dim
// orders; out0 may be the input where their dim orders are equal. Errors: InvalidType (out0's dtype
// is not the input's); InvalidArgument (p is not in [0, 1] and matters).
// Source: aten::native_dropout.out
template <typename Facts>
Error native_dropout_out(KernelContext& context, const Tensor& input, double p,
                         const Optional<bool>& train, Tensor& out0, Tensor& out1) {
  KERF_TRY(resize_like(input, out0));
  KERF_TRY(resize(out1, input.sizes()));
  if (out0.numel() == 0) return Error::Ok;
  if (train.has_value() && !train.value()) return keep_all<Facts>(input, out0, out1);
  const double kept = 1 - p;
  if (!(kept >= 0 && kept <= 1)) return fault(Error::InvalidArgument, "no probability");
  Generator* random;
  KERF_TRY(find_generator(context, random));
  const auto below = static_cast<uint64_t>(kept / kPerWord);
  int32_t strides[2][kMaxRank];
  compute_strides(input, strides[0]);
  compute_strides(out1, strides[1]);
  Walk<2> walk;
  walk_storage(walk, out0, strides);
  return dispatch<Facts::out0.dtypes>(out0.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    const auto scale = static_cast<ValueOf<T>>(kept == 0 ? 0 : 1 / kept);
    T* to = out0.mutable_data_ptr<T>();
    do {
      const T* from = input.const_data_ptr<T>() + walk.offset(0);
      bool* mask = out1.mutable_data_ptr<bool>() + walk.offset(1);
      for (int32_t i = 0; i < walk.count(); ++i) {
        *mask = random->next() < below;
        store(to++, load(from) * static_cast<ValueOf<T>>(*mask ? 1 : 0) * scale);
        from += walk.step(0);
        mask += walk.step(1);
      }
    } while (walk.next());
    return Error::Ok;
  });
}

}  // namespace kerf::portable
