// What checks of int8 loops share: numbers, results by plain arithmetic, scratch.
#pragma once

#include <stdint.h>

#include "loops/int8.h"
#include "tests/runtime/isa/operand.h"

namespace kerf::checks {

using portable::Terms;

inline int32_t wrapped(int64_t x) { return static_cast<int32_t>(static_cast<uint32_t>(x)); }

// x / 2^bits rounded down.
inline int64_t floor_shift(int64_t x, int32_t bits) { return x >> bits; }

// x / 2^bits, halves away from zero.
inline int64_t round_shift(int64_t x, int32_t bits) {
  const int64_t size = x < 0 ? -x : x;
  const int64_t rounded = (size + (bits > 0 ? int64_t{1} << (bits - 1) : 0)) >> bits;
  return x < 0 ? -rounded : rounded;
}

inline int32_t rescaled_in_steps(int32_t x, int32_t multiplier, int32_t shift) {
  if (shift > 0) x = wrapped(int64_t{x} * (int64_t{1} << shift));
  const int64_t high = floor_shift(int64_t{x} * multiplier + (int64_t{1} << 30), 31);
  return wrapped(round_shift(high, shift < 0 ? -shift : 0));
}

inline int8_t clamped(int32_t x, int32_t offset, int32_t low, int32_t high) {
  const int32_t sum = wrapped(int64_t{x} + offset);
  return static_cast<int8_t>(sum < low ? low : sum > high ? high : sum);
}

inline int8_t any_int8() {
  const int32_t number = next_number();
  if (number >> 27 == 0) return number >> 26 == 0 ? -128 : 127;
  return static_cast<int8_t>((number >> 16) % 256);
}

inline void fill(const Operand<int8_t>& operand, int32_t span) {
  for (int32_t i = 0; i < span; ++i) operand.data()[i] = any_int8();
}

inline int32_t any_multiplier() {
  const int32_t number = next_number();
  if (number % 17 == 0) return 0;
  if (number % 5 == 0) return 1 << 30 | (number & 3) << 28;  // products that are halves
  return number % 19 == 0 ? INT32_MAX : number | 1 << 30;
}

// A shift by which sums of 2^`bits` become numbers of eight bits; sometimes any other.
inline int32_t any_shift(int32_t bits) {
  const int32_t number = next_number() >> 8;
  return number % 13 == 0 ? number / 13 % 63 - 31 : 8 - bits + number % 7 - 3;
}

inline int32_t any_start() {
  const int32_t number = next_number();
  return number % 29 == 0 ? number - (1 << 30) : number % 4001 - 2000;
}

// Operands of results: a start for each filter, and a scale for each or for all.
struct Results {
  Operand<int32_t> start;
  Operand<int32_t> multiplier;
  Operand<int8_t> shift;
  integers::Int8Result result;

  Results(const Place* places, int32_t filters, int32_t scale_step, int32_t bits, int32_t base)
      : start(2, places[0], filters),
        multiplier(3, places[1], scale_step == 0 ? 1 : filters),
        shift(4, places[2], scale_step == 0 ? 1 : filters) {
    for (int32_t i = 0; i < filters; ++i) start.data()[i] = any_start();
    for (int32_t i = 0; i < (scale_step == 0 ? 1 : filters); ++i) {
      multiplier.data()[i] = any_multiplier();
      shift.data()[i] = static_cast<int8_t>(any_shift(bits));
    }
    result.start = start.data();
    result.multiplier = multiplier.data();
    result.shift = shift.data();
    result.scale_step = scale_step;
    result.base = base;
    result.offset = any_int8();
    result.low = -128 + next_number() % 2 * 100;
    result.high = 127 - next_number() % 2 * 100;
  }

  int8_t of(int64_t sum, int32_t filter) const {
    const int32_t scale = filter * result.scale_step;
    const int32_t x = wrapped(sum + start.data()[filter] + result.base);
    return clamped(rescaled_in_steps(x, multiplier.data()[scale], shift.data()[scale]),
                   result.offset, result.low, result.high);
  }
};

// Filters whose results `check(result, wanted)` finds where they have no weights: sums that are
// their starts, near halves and large ones, by the scales of nearly all filters, with bounds above,
// at and below the offset.
constexpr int32_t kScaled = 32;

template <typename Check>
void at_scales(Check check) {
  constexpr int32_t kMultipliers[] = {1 << 30, (1 << 30) + 1, 3 << 29, INT32_MAX};
  constexpr int32_t kBounds[][2] = {{-128, -128}, {-128, -101}, {-9, -9},   {-9, 3},
                                    {-9, -10},    {127, 127},   {127, -128}};  // offset, low
  static int32_t start[kScaled];
  static int32_t multiplier[kScaled];
  static int8_t shift[kScaled];
  static int8_t wanted[kScaled];
  for (const auto& [offset, low] : kBounds) {
    for (int32_t right = 1; right <= 24; ++right) {
      for (const int32_t by : kMultipliers) {
        // What loops take twice, or more.
        const int32_t most = right % 5 == 0 ? 1 << 30 : (1 << 29) - 1;
        for (int32_t m = 0; m < kScaled; ++m) {
          // Halves of the smallest results, of either sign, with what is next to them.
          int64_t x = (m / 3 - 5) * (int64_t{1} << right) * (int64_t{1} << 30) / by + m % 3 - 1;
          if (m < 2) x = m == 0 ? most : -most;
          start[m] = static_cast<int32_t>(x);
          multiplier[m] = by;
          shift[m] = static_cast<int8_t>(-right);
          wanted[m] = clamped(rescaled_in_steps(start[m], by, -right), offset, low, 127);
        }
        check(integers::Int8Result{start, multiplier, shift, 1, 0, offset, low, 127}, wanted);
      }
    }
  }
}

// Checks outputs of at_scales(), whose filters are adjacent.
inline void check_scaled(const char* what, const integers::Int8Result& result, const int8_t* out,
                         int32_t count, const int8_t* wanted) {
  for (int32_t i = 0; i < count; ++i) {
    const int32_t m = i % kScaled;
    if (out[i] == wanted[m]) continue;
    const int32_t numbers[] = {
        i,          result.start[m], result.multiplier[m], result.shift[m], result.offset,
        result.low, out[i]};
    failed(what, numbers, 7);
  }
}

// Compares and forgets what was written to `out`, then checks that nothing else was.
template <typename T, typename Wanted>
inline void check_out(const char* what, const Operand<T>& out, int32_t rows, int32_t pitch,
                      int32_t columns, const Place* places, int32_t n, int32_t which,
                      Wanted wanted) {
  ++checks;
  bool right = true;
  for (int32_t p = 0; p < rows; ++p) {
    for (int32_t c = 0; c < columns; ++c) {
      T* at = out.data() + p * pitch + c;
      right = right && *at == wanted(p, c);
      out.forget(at);
    }
  }
  if (right && out.untouched()) return;
  const int32_t numbers[] = {which, n, places[0].at, places[0].offset, places[1].at, right};
  failed(what, numbers, 6);
}

inline int32_t span_of(int32_t count, int32_t step, int32_t last) {
  return count == 0 ? 0 : (count - 1) * step + last;
}

// The memory of a loop, with a pattern after it.
class Scratch {
 public:
  explicit Scratch(int32_t bytes) : words_(bytes / 4) {
    for (int32_t i = 0; i < kWords; ++i) memory()[i] = kUntouched;
  }

  void* data() const { return memory(); }

  void check(const char* what) const {
    for (int32_t i = words_; i < kWords; ++i) {
      if (memory()[i] != kUntouched) failed(what, &i, 1);
    }
  }

  static constexpr int32_t kMost = 4000;  // bytes

 private:
  static constexpr int32_t kWords = 1024;
  static constexpr uint32_t kUntouched = 0xA5A5A5A5;

  static uint32_t* memory() {
    static uint32_t words[kWords];
    return words;
  }

  int32_t words_;
};

}  // namespace kerf::checks
