// Rows of int8 and int16: sums, products, softmax, dot products, quantization, copies.
#include "loops/int8_rows.h"

#include "loops/copy_bytes.h"
#include "loops/copy_rows.h"
#include "loops/grouped_dot.h"
#include "loops/int16_channels.h"
#include "loops/int16_dot.h"
#include "loops/int8_dot.h"
#include "loops/int8_maxima.h"
#include "loops/int8_quantize.h"
#include "loops/int8_scales.h"
#include "loops/int8_softmax.h"
#include "loops/int8_strided_sum.h"
#include "loops/int8_sum.h"
#include "loops/reciprocal.h"
#include "loops/unpack_int4.h"
#include "tests/runtime/isa/int8.h"

namespace kerf::checks {
namespace {

using portable::Terms;

constexpr int32_t kRowSteps[][2] = {{1, 1}, {1, 0}, {0, 1}, {2, 1}, {1, 3}};

template <typename F, typename Wanted>
void check_row(const char* what, F f, Wanted wanted) {
  for (int32_t which = 0; which < 5; ++which) {
    const int32_t a_step = kRowSteps[which][0];
    const int32_t b_step = kRowSteps[which][1];
    at_every_place<int8_t, int8_t, int8_t>([&](int32_t n, const Place(&places)[3]) {
      using portable::map_row;
      const Operand<int8_t> one(0, places[0], span_of(n, a_step, 1));
      const Operand<int8_t> other(1, places[1], span_of(n, b_step, 1));
      const Operand<int8_t> out(2, places[2], n);
      fill(one, span_of(n, a_step, 1));
      fill(other, span_of(n, b_step, 1));
      const int8_t* a = one.data();
      const int8_t* b = other.data();
      const bool ends = map_row(out.data(), a, a_step, b, b_step, n, f) == out.data() + n;
      check_out(ends ? what : "int8 row: another end", out, 1, 0, n, places, n, which,
                [&](int32_t, int32_t i) { return wanted(a[i * a_step], b[i * b_step]); });
    });
  }
  // Onto an operand.
  at_every_place<int8_t>([&](int32_t n, const Place(&places)[1]) {
    using portable::map_row;
    const Operand<int8_t> both(0, places[0], n);
    fill(both, n);
    int8_t before[kLongest + 1];
    for (int32_t i = 0; i < n; ++i) before[i] = both.data()[i];
    map_row(both.data(), both.data(), 1, both.data(), 1, n, f);
    const Place twice[] = {places[0], places[0]};
    check_out(what, both, 1, 0, n, twice, n, -1,
              [&](int32_t, int32_t i) { return wanted(before[i], before[i]); });
  });
}

constexpr int32_t kInputShifts[] = {0, -1, -4, 0, 3, -31, 13};
constexpr int32_t kOutputShifts[] = {-19, -20, 0, 2, -17, -1, -21};
constexpr int32_t kHalvedShifts[] = {0, 0, -1, -19, -20, -3, 1};

// Either term may be `halved`, as quantizers scale the term of the larger scale; -1 is none.
void check_rows_of_sums(int32_t which, int32_t halved = -1) {
  integers::Int8Addition sum;
  for (int32_t& zero : sum.zeros) zero = any_int8();
  sum.scales[0] = {any_multiplier(), kInputShifts[which]};
  sum.scales[1] = {any_multiplier(), kInputShifts[(which + 1) % 7]};
  if (halved >= 0) sum.scales[halved] = {1 << 30, kHalvedShifts[which]};
  sum.scales[2] = {any_multiplier(), kOutputShifts[which]};
  sum.offset = any_int8();
  sum.low = which % 2 == 0 ? -128 : -20;
  sum.high = which % 3 == 0 ? 127 : 30;
  const auto term = [&](int8_t x, int32_t i) {
    return int64_t{rescaled_in_steps(wrapped(int64_t{x - sum.zeros[i]} * (1 << 20)),
                                     sum.scales[i].multiplier, sum.scales[i].shift)};
  };
  check_row("int8 addition", integers::Int8Adder{sum}, [&](int8_t a, int8_t b) {
    const int32_t both = wrapped(term(a, 0) + term(b, 1));
    return clamped(rescaled_in_steps(both, sum.scales[2].multiplier, sum.scales[2].shift),
                   sum.offset, sum.low, sum.high);
  });
}

void check_rows_of_products(int32_t which) {
  integers::Int8Multiplication product;
  for (int32_t& zero : product.zeros) zero = any_int8() * (which % 2 == 0 ? 1 : 128);
  product.scale = {any_multiplier(), kInputShifts[which] - 4 < -31 ? -31 : kInputShifts[which] - 4};
  product.offset = any_int8();
  check_row("int8 multiplication", integers::Int8Multiplier{product}, [&](int8_t a, int8_t b) {
    const int32_t x = (a - product.zeros[0]) * (b - product.zeros[1]);
    return clamped(rescaled_in_steps(x, product.scale.multiplier, product.scale.shift),
                   product.offset, -128, 127);
  });
}

// The arithmetic of softmax, of fractions of 2^31.

int32_t fraction_product(int64_t a, int64_t b) {
  if (a == INT32_MIN && b == INT32_MIN) return INT32_MAX;
  return wrapped(round_shift(a * b, 31));
}

int32_t exp_of_fraction(int32_t x) {
  constexpr int32_t kFactors[] = {1672461947, 1302514674, 790015084, 290630308,
                                  39332535,   720401,     242};
  if (x == 0) return INT32_MAX;
  const int64_t quarter = 1 << 24;
  const int64_t part = ((int64_t{x} % quarter) + quarter) % quarter - quarter;  // [-1/4, 0)
  const int64_t rest = part - x;
  const int64_t y = part * 32 + (1 << 28);
  const int64_t y2 = fraction_product(y, y);
  const int64_t y3 = fraction_product(y2, y);
  const int64_t y4 = round_shift(fraction_product(y2, y2), 2);
  const int64_t tail = round_shift(fraction_product(y4 + y3, 715827883) + y2, 1);
  int64_t result = 1895147668 + int64_t{fraction_product(1895147668, y + tail)};
  for (int32_t i = 0; i < 7; ++i) {
    if ((rest >> (24 + i)) % 2 != 0) result = fraction_product(result, kFactors[i]);
  }
  return wrapped(result);
}

void wanted_softmax(const integers::Int8Softmax& softmax, const int8_t* x, int32_t step,
                    int32_t count, int8_t* wanted) {
  int32_t most = -128;
  for (int32_t i = 0; i < count; ++i) most = x[i * step] > most ? x[i * step] : most;
  int32_t e[kLongest];
  int64_t sum = 0;
  for (int32_t i = 0; i < count; ++i) {
    const int32_t difference = x[i * step] - most;
    const int32_t scaled = fraction_product(
        wrapped(int64_t{difference} * (int64_t{1} << softmax.shift)), softmax.multiplier);
    e[i] = difference < softmax.diff_min ? 0 : exp_of_fraction(scaled > 0 ? 0 : scaled);
    sum += round_shift(e[i], 12);
  }
  int32_t bits = 0;
  while (sum >> bits != 0) ++bits;
  // sum / 2^bits is (1 + f) / 2.
  const int64_t f = (sum << (32 - bits)) - (int64_t{1} << 31);
  const auto half = static_cast<int32_t>((f + INT32_MAX + 1) / 2);
  int64_t y = 1515870810 + int64_t{fraction_product(half, -1010580540)};
  for (int i = 0; i < 3; ++i)
    y += int64_t{fraction_product(y, (1 << 29) - fraction_product(half, y))} * 4;
  const int64_t reciprocal = 2 * y > INT32_MAX ? INT32_MAX : 2 * y;
  for (int32_t i = 0; i < count; ++i) {
    const int64_t part = round_shift(fraction_product(reciprocal, e[i]), bits + 3);
    wanted[i] = clamped(static_cast<int32_t>(part), -128, -128, 127);
  }
}

void check_softmax() {
  constexpr integers::Int8Softmax kCases[] = {{1 << 30, 20, -256},   {1431655765, 21, -100},
                                              {1717986918, 24, -31}, {INT32_MAX, 18, -256},
                                              {0, 3, -256},          {1234567890, 27, 0}};
  for (int32_t which = 0; which < 6; ++which) {
    for (int32_t step = 1; step < 4; step += 2) {
      at_every_place<int8_t, int8_t>([&](int32_t n, const Place(&places)[2]) {
        if (n == 0) return;
        const Operand<int8_t> from(0, places[0], span_of(n, step, 1));
        const Operand<int8_t> to(1, places[1], span_of(n, step, 1));
        fill(from, span_of(n, step, 1));
        int8_t wanted[kLongest];
        wanted_softmax(kCases[which], from.data(), step, n, wanted);
        kCases[which].run(from.data(), to.data(), step, n);
        check_out("int8 softmax", to, n, step, 1, places, n, which,
                  [&](int32_t i, int32_t) { return wanted[i]; });
        kCases[which].run(from.data(), from.data(), step, n);
        for (int32_t i = 0; i < n; ++i) {
          if (from.data()[i * step] != wanted[i]) failed("int8 softmax in place", &n, 1);
        }
      });
    }
  }
}

void check_sum() {
  at_every_place<int8_t>([](int32_t n, const Place(&places)[1]) {
    const Operand<int8_t> values(0, places[0], n);
    fill(values, n);
    int32_t wanted = 0;
    for (int32_t i = 0; i < n; ++i) wanted += values.data()[i];
    ++checks;
    const auto found = static_cast<int32_t>(integers::sum_int8(values.data(), n));
    if (found != wanted) failed("int8 sum", &n, 1);
  });
}

void check_strided_sum() {
  at_every_place<int8_t>([](int32_t n, const Place(&places)[1]) {
    constexpr int32_t kSteps[] = {1, 3, 8};
    for (const int32_t step : kSteps) {
      const Operand<int8_t> values(0, places[0], span_of(n, step, 1));
      fill(values, span_of(n, step, 1));
      int32_t wanted = 0;
      for (int32_t i = 0; i < n; ++i) wanted += values.data()[i * step];
      ++checks;
      const auto found = static_cast<int32_t>(integers::sum_strided(values.data(), step, n));
      if (found != wanted) failed("strided int8 sum", &n, 1);
    }
  });
}

void check_dot() {
  at_every_place<int8_t, int8_t>([](int32_t n, const Place(&places)[2]) {
    const Operand<int8_t> one(0, places[0], n);
    const Operand<int8_t> other(1, places[1], n);
    fill(one, n);
    fill(other, n);
    int32_t wanted = 0;
    for (int32_t i = 0; i < n; ++i) wanted += one.data()[i] * other.data()[i];
    ++checks;
    const auto found = static_cast<int32_t>(integers::dot_int8(one.data(), other.data(), n));
    if (found != wanted) failed("int8 dot product", &n, 1);
  });
}

constexpr int32_t kGroups[] = {32, 1, 24, 7, 100};
// All numbers are whole, or of few bits: sums of float are exact.
void check_grouped_dot() {
  at_every_place<float, int8_t>([](int32_t n, const Place(&places)[2]) {
    const int32_t group = kGroups[n % 5];
    const Operand<float> one(0, places[0], n);
    const Operand<int8_t> other(1, places[1], n);
    fill(other, n);
    for (int32_t i = 0; i < n; ++i) one.data()[i] = static_cast<float>(any_int8());
    float factors[kLongest + 1];
    float wanted = 0;
    for (int32_t i = 0, g = 0; i < n; i += group, ++g) {
      factors[g] = static_cast<float>(1 + g % 3) / 4;
      float sum = 0;
      for (int32_t k = i; k < n && k < i + group; ++k)
        sum += one.data()[k] * static_cast<float>(other.data()[k]);
      wanted += sum * factors[g];
    }
    ++checks;
    const float found = fused::dot_by_groups(one.data(), other.data(), n, group, factors);
    if (!(found == wanted)) failed("dot product by groups", &n, 1);
  });
}

void check_unpack() {
  at_every_place<uint8_t, int8_t>([](int32_t n, const Place(&places)[2]) {
    const int32_t bytes = (n + 1) / 2;
    const Operand<uint8_t> packed(0, places[0], bytes);
    const Operand<int8_t> out(1, places[1], n);
    for (int32_t i = 0; i < bytes; ++i) packed.data()[i] = static_cast<uint8_t>(any_int8());
    fused::unpack_int4(packed.data(), out.data(), n);
    check_out("weights of four bits", out, 1, 0, n, places, n, 0, [&](int32_t, int32_t i) {
      const int32_t four = packed.data()[i / 2] >> (i % 2 * 4) & 15;
      return static_cast<int8_t>(four < 8 ? four : four - 16);
    });
  });
}

constexpr int32_t kMostWide = 5000;

void check_wide_dot() {
  static constexpr int32_t kApart[] = {1, 3};
  at_every_place<int16_t, int8_t>([](int32_t n, const Place(&places)[2]) {
    for (const int32_t step : kApart) {
      const int32_t span = n == 0 ? 0 : (n - 1) * step + 1;
      const Operand<int16_t> one(0, places[0], span);
      const Operand<int8_t> other(1, places[1], n);
      for (int32_t i = 0; i < span; ++i) one.data()[i] = static_cast<int16_t>(next_number() >> 16);
      fill(other, n);
      int64_t wanted = 0;
      for (int32_t i = 0; i < n; ++i) wanted += one.data()[i * step] * other.data()[i];
      ++checks;
      const int64_t found = fused::dot_int16(one.data(), step, other.data(), n);
      if (found != wanted) failed("dot product of int16 and int8", &n, 1);
    }
  });
  static int16_t least[kMostWide];
  static int8_t weights[kMostWide];
  for (int16_t& each : least) each = INT16_MIN;
  for (int8_t& each : weights) each = INT8_MIN;
  for (int32_t n = kMostWide - 1; n <= kMostWide; ++n) {  // sums that 32 bits do not hold
    ++checks;
    if (fused::dot_int16(least, 1, weights, n) != int64_t{n} * INT16_MIN * INT8_MIN)
      failed("long dot product of int16 and int8", &n, 1);
  }
}

void check_channels() {
  using fused::kInt16Channels;
  at_every_place<int16_t, int8_t>([](int32_t n, const Place(&places)[2]) {
    const int32_t count = n % (kInt16Channels + 1);
    const int32_t rows = n / 2 % 4;
    const int32_t columns = n % 5;
    const Terms down{rows, columns * count, columns * count};
    const Terms across{columns, count, count};
    const int32_t span = rows * columns * count;
    const Operand<int16_t> one(0, places[0], span);
    const Operand<int8_t> other(1, places[1], span);
    for (int32_t i = 0; i < span; ++i) one.data()[i] = static_cast<int16_t>(next_number() >> 16);
    fill(other, span);
    int32_t sums[kInt16Channels];
    fused::sum_channels_int16(one.data(), other.data(), down, across, count, sums);
    for (int32_t c = 0; c < count; ++c) {
      int32_t wanted = 0;
      for (int32_t i = c; i < span; i += count) wanted += one.data()[i] * other.data()[i];
      ++checks;
      if (sums[c] != wanted) failed("sums of channels of int16 and int8", &n, 1);
    }
  });
  static int16_t least[256 * kInt16Channels];
  static int8_t weights[256 * kInt16Channels];
  for (int16_t& each : least) each = INT16_MIN;
  for (int8_t& each : weights) each = INT8_MIN;
  const Terms terms{16, 16 * kInt16Channels, 16 * kInt16Channels};
  const Terms across{16, kInt16Channels, kInt16Channels};
  int32_t sums[kInt16Channels];
  fused::sum_channels_int16(least, weights, terms, across, kInt16Channels, sums);
  for (const int32_t sum : sums) {  // the largest of 32 bits
    ++checks;
    if (sum != 256 * INT16_MIN * INT8_MIN) failed("long sums of channels", &sum, 1);
  }
}

// Halves, numbers between them, infinities and NaN.
float quantizable() {
  constexpr float kSpecial[] = {__builtin_inff(), -__builtin_inff(), __builtin_nanf(""), -0.0f,
                                3e38f};
  const int32_t number = next_number() >> 4;
  if (number % 9 == 0) return kSpecial[number / 9 % 5];
  return static_cast<float>(number % 2049 - 1024) / 8.0f;
}

// In eighths, which are exact.
template <typename T>
T quantized(float value, const integers::Quantization& by) {
  if (value != value) return 0;
  const double x = static_cast<double>(value) * static_cast<double>(by.factor);
  if (x >= by.high) return static_cast<T>(by.high + by.zero);
  if (x <= by.low) return static_cast<T>(by.low + by.zero);
  constexpr int32_t kPositive = 1 << 16;
  const auto eighths = static_cast<int32_t>((x + kPositive) * 8.0);
  int32_t whole = eighths / 8;
  const int32_t rest = eighths % 8;
  if (rest > 4 || (rest == 4 && whole % 2 != 0)) ++whole;
  return static_cast<T>(whole - kPositive + by.zero);
}

// `most`: the largest T.
template <typename T>
void check_quantized(const char* what, int32_t most) {
  const integers::Quantization cases[] = {{2.0f, 3, -131, 124},
                                          {1.0f, -most - 1, 0, 2 * most + 1},
                                          {1024.0f, 100, -most - 101, most - 100}};
  for (int32_t which = 0; which < 9; ++which) {
    const int32_t step = which / 3;
    const integers::Quantization& by = cases[which % 3];
    at_every_place<float, T>([&](int32_t n, const Place(&places)[2]) {
      const Operand<float> from(0, places[0], span_of(n, step, 1));
      const Operand<T> to(1, places[1], n);
      for (int32_t i = 0; i < span_of(n, step, 1); ++i) from.data()[i] = quantizable();
      integers::quantize_ints(to.data(), from.data(), step, n, by);
      check_out(what, to, 1, 0, n, places, n, which,
                [&](int32_t, int32_t i) { return quantized<T>(from.data()[i * step], by); });
    });
  }
}

float float_of(uint32_t bits) {
  float value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

uint32_t bits_of(float value) {
  uint32_t bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  return bits;
}

uint32_t any_bits() {
  return static_cast<uint32_t>(next_number()) << 16 ^ static_cast<uint32_t>(next_number());
}

// Quantizes by any factor: in double, which holds a product of two float.
int8_t quantized_product(float x, const integers::Quantization& by) {
  const auto product = static_cast<float>(static_cast<double>(x) * static_cast<double>(by.factor));
  if (product >= static_cast<float>(by.high)) return static_cast<int8_t>(by.high + by.zero);
  if (product <= static_cast<float>(by.low)) return static_cast<int8_t>(by.low + by.zero);
  constexpr double kWhole = 6755399441055744.0;  // a sum with it has no fraction
  const double whole = static_cast<double>(product) + kWhole - kWhole;
  return static_cast<int8_t>(static_cast<int32_t>(whole) + by.zero);
}

// Numbers of all sizes, and those whose product is a half or next to one.
void check_quantized_products() {
  for (int32_t i = 0; i < 20000; ++i) {
    const uint32_t range = i % 3 == 0 ? any_bits() % 254 : 100 + any_bits() % 50;
    const float factor = float_of((any_bits() & 0x807FFFFF) | (1 + range) << 23);
    const integers::Quantization by{factor, 3, -131, 124};
    const float halves = static_cast<float>(next_number() % 600) / 2.0f;
    float x = float_of(bits_of(halves / factor) + any_bits() % 5 - 2);
    if (i % 2 == 0) x = float_of((any_bits() & 0x807FFFFF) | (1 + any_bits() % 254) << 23);
    const uint32_t exponent = bits_of(x) >> 23 & 255;
    if (exponent == 0 || exponent == 255) continue;
    int8_t found;
    integers::quantize_ints(&found, &x, 1, 1, by);
    ++checks;
    if (found != quantized_product(x, by)) failed("int8 quantization of a product", &i, 1);
  }
}

void check_reciprocal_of(double x) {
  const auto wanted = static_cast<float>(1.0 / x);
  const float found = integers::reciprocal(x);
  ++checks;
  const auto shown = static_cast<int32_t>(bits_of(found));
  if (bits_of(found) != bits_of(wanted) && (found == found || wanted == wanted))
    failed("reciprocal", &shown, 1);
}

// Tries every exponent, and numbers whose reciprocal is halfway between two float, or next to it.
void check_reciprocal() {
  for (uint64_t exponent = 0; exponent < 4096; ++exponent) {
    for (int32_t i = 0; i < 8; ++i) {
      const uint64_t any = uint64_t{any_bits()} << 32 | any_bits();
      const uint64_t mantissa = i == 0 ? 0 : i == 1 ? ~uint64_t{0} >> 12 : any >> 12;
      const uint64_t bits = exponent << 52 | mantissa;
      double x;
      __builtin_memcpy(&x, &bits, sizeof x);
      check_reciprocal_of(x);
    }
  }
  for (int32_t i = 0; i < 20000; ++i) {
    // The number has 25 bits, or fewer where the reciprocal is subnormal.
    const int32_t places = i % 2 == 0 ? 25 : 2 + i % 23;
    const uint32_t halfway = (any_bits() >> (32 - places)) | 1u | 1u << (places - 1);
    const double subnormal = 1.4272476927059599e45;  // 2^150
    const double x = (i % 2 == 0 ? 1.0 : subnormal) / static_cast<double>(halfway);
    uint64_t bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    for (uint64_t near = bits - 1; near <= bits + 1; ++near) {
      double its;
      __builtin_memcpy(&its, &near, sizeof its);
      check_reciprocal_of(its);
    }
  }
}

void check_copy() {
  at_every_place<int8_t, int8_t>([](int32_t n, const Place(&places)[2]) {
    const Operand<int8_t> from(0, places[0], n);
    const Operand<int8_t> to(1, places[1], n);
    fill(from, n);
    portable::copy_bytes(to.data(), from.data(), static_cast<size_t>(n));
    check_out("copy of bytes", to, 1, 0, n, places, n, 0,
              [&](int32_t, int32_t i) { return from.data()[i]; });
    portable::fill_bytes(to.data(), -n, static_cast<size_t>(n));
    check_out("filled bytes", to, 1, 0, n, places, n, 0,
              [&](int32_t, int32_t) { return static_cast<int8_t>(-n); });
  });
  at_every_place<int8_t, int8_t>([](int32_t n, const Place(&places)[2]) {
    constexpr int32_t kRows = 3;
    const int32_t pitch = n + 2;
    const int32_t to_pitch = n + n % 3;
    const Operand<int8_t> from(0, places[0], span_of(kRows, pitch, n));
    const Operand<int8_t> to(1, places[1], span_of(kRows, to_pitch, n));
    fill(from, span_of(kRows, pitch, n));
    portable::copy_rows(to.data(), to_pitch, from.data(), pitch, kRows, n);
    check_out("copy of rows", to, kRows, to_pitch, n, places, n, 0,
              [&](int32_t row, int32_t i) { return from.data()[row * pitch + i]; });
  });
}

// Not every set has these loops: those of others are not even referred to.
void check_maxima() {
  at_every_place<int8_t, int8_t>([](int32_t n, const Place(&places)[2]) {
    const Operand<int8_t> to(0, places[0], n);
    const Operand<int8_t> from(1, places[1], n);
    fill(to, n);
    fill(from, n);
    int8_t before[kLongest + 1];
    for (int32_t i = 0; i < n; ++i) before[i] = to.data()[i];
    integers::keep_larger(to.data(), from.data(), n);
    check_out("larger ones", to, 1, 0, n, places, n, 0, [&](int32_t, int32_t i) {
      return before[i] > from.data()[i] ? before[i] : from.data()[i];
    });
  });
}

template <bool kHas>
void check_scales() {
  if constexpr (kHas) {
    at_every_place<int32_t, int32_t, int8_t>([](int32_t n, const Place(&places)[3]) {
      const Operand<int32_t> multipliers(0, places[0], n);
      const Operand<int32_t> shifts(1, places[1], n);
      const Operand<int8_t> to(2, places[2], n);
      for (int32_t i = 0; i < n; ++i) {
        multipliers.data()[i] = any_multiplier();
        shifts.data()[i] = next_number() % 63 - 31;
      }
      const auto possible = [&] {
        return integers::possible_scales(multipliers.data(), shifts.data(), n);
      };
      bool right = possible();
      constexpr int32_t kWrong[] = {INT32_MIN, -32, 32, INT32_MAX};
      for (const int32_t wrong : kWrong) {
        if (n == 0) break;
        const int32_t at = (next_number() & INT32_MAX) % n;
        int32_t& number =
            wrong == INT32_MIN && n % 2 == 0 ? multipliers.data()[at] : shifts.data()[at];
        const int32_t former = number;
        number = wrong;
        right = right && !possible();
        number = former;
      }
      const int32_t numbers[] = {n, places[0].at, places[1].at};
      if (!right) failed("possible scales", numbers, 3);
      integers::narrow_shifts(to.data(), shifts.data(), n);
      check_out("narrowed shifts", to, 1, 0, n, places, n, 0,
                [&](int32_t, int32_t i) { return static_cast<int8_t>(shifts.data()[i]); });
    });
  }
}

}  // namespace

void check_int8_rows() {
  for (int32_t which = 0; which < 7; which += 3) {
    check_rows_of_sums(which);
    check_rows_of_products(which);
  }
  for (int32_t which = 0; which < 7; ++which) check_rows_of_sums(which, which % 2);
  for (int32_t which = 0; which < 7; ++which) check_rows_of_sums(which, 1 - which % 2);
  check_softmax();
  check_sum();
  check_strided_sum();
  check_maxima();
  check_scales<integers::kScaleLoops>();
  check_dot();
  check_wide_dot();
  check_grouped_dot();
  check_unpack();
  check_channels();
  check_quantized<int8_t>("int8 quantization", INT8_MAX);
  check_quantized<int16_t>("int16 quantization", INT16_MAX);
  check_quantized_products();
  check_reciprocal();
  check_copy();
}

}  // namespace kerf::checks
