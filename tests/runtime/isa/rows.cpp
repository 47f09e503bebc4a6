// Checks the loops of maps, copies and conversions, bit by bit.
#include "loops/convert.h"
#include "loops/copy.h"
#include "loops/extent.h"
#include "loops/map.h"
#include "loops/maths.h"
#include "loops/norm_row.h"
#include "loops/quantize.h"
#include "loops/softmax_row.h"
#include "loops/widen.h"
#include "tests/runtime/isa/operand.h"

namespace kerf::checks {
namespace {

using portable::at_least;
using portable::clamp;

template <typename T>
bool same(const T& a, const T& b) {
  if constexpr (Element<T>::kFloating) {
    if (load(&a) != load(&a) || load(&b) != load(&b)) {
      return load(&a) != load(&a) && load(&b) != load(&b);
    }
  }
  const auto* as = reinterpret_cast<const uint8_t*>(&a);
  const auto* bs = reinterpret_cast<const uint8_t*>(&b);
  for (size_t i = 0; i < sizeof(T); ++i) {
    if (as[i] != bs[i]) return false;
  }
  return true;
}

// Elements by turns: special values of floating types, numbers in [-8, 8] of others.
template <typename T>
void fill(const Operand<T>& operand, int32_t span) {
  constexpr float kSpecial[] = {0.0f, -0.0f, __builtin_inff(), -__builtin_inff(),
                                __builtin_nanf("")};
  for (int32_t i = 0; i < span; ++i) {
    const int32_t number = next_number();
    T* at = operand.data() + i;
    if constexpr (Element<T>::kFloating) {
      const float common = static_cast<float>((number >> 10) % 4096 - 2048) / 256.0f;
      store(at, static_cast<ValueOf<T>>(number >> 28 == 0 ? kSpecial[number % 5] : common));
    } else {
      store(at, static_cast<ValueOf<T>>((number >> 27) - 8));
    }
  }
}

int32_t span_of(int32_t n, int32_t step) {
  return n == 0 ? 0 : (n - 1) * (step < 0 ? -step : step) + 1;
}

// The first element of `n` steps through what has their span.
template <typename T>
T* first(const Operand<T>& operand, int32_t n, int32_t step) {
  return operand.data() + (step < 0 && n > 0 ? (n - 1) * -step : 0);
}

// What was written, element by element, then what was not.
template <typename T, typename Wanted>
void check_out(const char* what, const Operand<T>& out, T* at, int32_t n, int32_t step,
               const int32_t (&steps)[2], const Place& place, Wanted wanted) {
  ++checks;
  bool right = true;
  for (int32_t i = 0; i < n; ++i) {
    T* element = at + i * step;
    right = right && same(*element, wanted(i));
    out.forget(element);
  }
  if (right && out.untouched()) return;
  const int32_t numbers[] = {
      static_cast<int32_t>(sizeof(T)), n, steps[0], steps[1], place.at, place.offset, right};
  failed(what, numbers, 7);
}

template <typename T, typename F, typename Wanted>
void check_unary(const char* what, F f, Wanted wanted) {
  constexpr int32_t kUnarySteps[] = {1, 0, 2, 5, -1};
  for (const int32_t step : kUnarySteps) {
    at_every_place<T, T>([=](int32_t n, const Place(&places)[2]) {
      const Operand<T> from(0, places[0], span_of(n, step));
      const Operand<T> to(1, places[1], n);
      fill(from, span_of(n, step));
      const T* a = first(from, n, step);
      const bool ends = portable::map_row(to.data(), a, step, n, f) == to.data() + n;
      check_out(ends ? what : "map: another end", to, to.data(), ends ? n : 0, 1, {step, 0},
                places[0], [=](int32_t i) {
                  T value;
                  store(&value, wanted(load(a + i * step)));
                  return value;
                });
    });
  }
  // Onto itself.
  at_every_place<T>([=](int32_t n, const Place(&places)[1]) {
    const Operand<T> both(0, places[0], n);
    fill(both, n);
    T before[kLongest + 1];
    for (int32_t i = 0; i < n; ++i) before[i] = both.data()[i];
    portable::map_row(both.data(), both.data(), 1, n, f);
    check_out(what, both, both.data(), n, 1, {1, 1}, places[0], [&](int32_t i) {
      T value;
      store(&value, wanted(load(before + i)));
      return value;
    });
  });
}

template <typename T, typename F, typename Wanted>
void check_binary(const char* what, F f, Wanted wanted) {
  constexpr int32_t kSteps[][2] = {{1, 1}, {1, 0}, {0, 1}, {2, 1}, {1, 3}, {-1, 2}};
  for (const int32_t (&steps)[2] : kSteps) {
    at_every_place<T, T, T>([&](int32_t n, const Place(&places)[3]) {
      const Operand<T> one(0, places[0], span_of(n, steps[0]));
      const Operand<T> other(1, places[1], span_of(n, steps[1]));
      const Operand<T> to(2, places[2], n);
      fill(one, span_of(n, steps[0]));
      fill(other, span_of(n, steps[1]));
      const T* a = first(one, n, steps[0]);
      const T* b = first(other, n, steps[1]);
      portable::map_row(to.data(), a, steps[0], b, steps[1], n, f);
      check_out(what, to, to.data(), n, 1, steps, places[0], [&](int32_t i) {
        T value;
        store(&value,
              static_cast<WrapOf<T>>(wanted(load(a + i * steps[0]), load(b + i * steps[1]))));
        return value;
      });
    });
  }
}

// Maps of floats are rounded after each operation, as here in double.
float rounded(double value) { return static_cast<float>(value); }

void check_maps() {
  const auto lowest = [](auto x) { return at_least(x, 0); };
  const auto between = [](auto x) { return clamp(x, -2, 3); };
  check_unary<float>("at_least", lowest, [](float x) { return x < 0 ? 0.0f : x; });
  check_unary<float>("clamp", between, [](float x) { return x < -2 ? -2.0f : x > 3 ? 3.0f : x; });
  check_unary<float>(
      "multiply and add", [](auto x) { return x * 1.1f + 0.3f; },
      [](float x) {
        return rounded(
            static_cast<double>(rounded(static_cast<double>(x) * static_cast<double>(1.1f))) +
            static_cast<double>(0.3f));
      });
  check_unary<float>(
      "minus", [](auto x) { return 2.0f - x; },
      [](float x) { return rounded(2.0 - static_cast<double>(x)); });
  check_unary<float>(
      "one at a time", [](float x) { return x * x; },
      [](float x) { return rounded(static_cast<double>(x) * static_cast<double>(x)); });
  check_unary<Half>("at_least of Half", lowest, [](float x) { return x < 0 ? 0.0f : x; });
  check_unary<int8_t>("clamp of int8", between, [](int8_t x) -> int8_t {
    return x < -2 ? -2 : x > 3 ? 3 : x;
  });
  const auto add = [](auto a, auto b) { return a + b; };
  check_binary<float>("add", add, [](float a, float b) {
    return rounded(static_cast<double>(a) + static_cast<double>(b));
  });
  check_binary<float>(
      "multiply", [](auto a, auto b) { return a * b; },
      [](float a, float b) { return rounded(static_cast<double>(a) * static_cast<double>(b)); });
  check_binary<float>(
      "subtract twice", [](auto a, auto b) { return a - 2.0f * b; },
      [](float a, float b) {
        return rounded(static_cast<double>(a) - 2.0 * static_cast<double>(b));
      });
  check_binary<int8_t>("add of int8", add, [](int8_t a, int8_t b) { return a + b; });
  check_binary<int64_t>("add of int64", add, [](int64_t a, int64_t b) { return a + b; });
}

template <bool kFlag>
struct Flag {
  static constexpr bool kValue = kFlag;
};

// Functions of vectors have the bits of those of numbers, of which 100,000 are tried.
template <typename F>
void check_function(const char* what, F f) {
  check_unary<float>(what, f, [f](float x) { return f(x); });
  float from[64];
  float to[64];
  for (uint32_t bits = 0; bits < 0xFFFFFFFFu - 64 * 40999u;) {
    for (float& x : from) x = bits_float(bits += 40999);
    portable::map_row(to, from, 1, 64, f);
    ++checks;
    for (int32_t i = 0; i < 64; ++i) {
      const auto number = static_cast<int32_t>(float_bits(from[i]));
      if (!same(to[i], f(from[i]))) failed(what, &number, 1);
    }
  }
}

void check_functions() {
  check_function("exp", [](auto x) -> decltype(maths::exp(x)) { return maths::exp(x); });
  check_function("erf", [](auto x) -> decltype(maths::erf(x)) { return maths::erf(x); });
  check_function("tanh", [](auto x) -> decltype(maths::tanh(x)) { return maths::tanh(x); });
}

void check_softmax_rows() {
  at_every_place<float, float>([](int32_t n, const Place(&places)[2]) {
    if (n == 0) return;
    const Operand<float> from(0, places[0], n);
    const Operand<float> to(1, places[1], n);
    float wanted[kLongest + 1];
    double largest = -1000;
    for (int32_t i = 0; i < n; ++i) {
      const float x = static_cast<float>(next_number() % 1000) / 64 - 20;
      from.data()[i] = x;
      if (static_cast<double>(x) > largest) largest = static_cast<double>(x);
    }
    double sum = 0;
    for (int32_t i = 0; i < n; ++i)
      sum += maths::exp(static_cast<double>(from.data()[i]) - largest);
    for (int32_t i = 0; i < n; ++i)
      wanted[i] = rounded(maths::exp(static_cast<double>(from.data()[i]) - largest) / sum);
    if (!portable::softmax_row(to.data(), from.data(), n)) return;
    float* const rows[] = {to.data(), from.data()};
    for (float* const row : rows) {
      if (row == from.data()) portable::softmax_row(row, row, n);
      ++checks;
      for (int32_t i = 0; i < n; ++i) {
        const float error = row[i] - wanted[i];
        if (!(error <= 1e-6f * wanted[i] && error >= -1e-6f * wanted[i]))
          failed("softmax of a row", &n, 1);
      }
    }
    // One that is NaN makes all so.
    from.data()[n / 2] = maths::kNan;
    portable::softmax_row(to.data(), from.data(), n);
    for (int32_t i = 0; i < n; ++i) {
      if (to.data()[i] == to.data()[i]) failed("softmax of a row with NaN", &n, 1);
    }
  });
}

void check_norms() {
  at_every_place<float, float, float, float>([](int32_t n, const Place(&places)[4]) {
    if (n == 0) return;
    const Operand<float> from(0, places[0], n);
    const Operand<float> weight(1, places[1], n);
    const Operand<float> bias(2, places[2], n);
    const Operand<float> to(3, places[3], n);
    double sum = 0;
    for (int32_t i = 0; i < n; ++i) {
      from.data()[i] = static_cast<float>(next_number() % 999) / 8 + 100;
      weight.data()[i] = static_cast<float>(next_number() % 99 - 50) / 16;
      bias.data()[i] = static_cast<float>(next_number() % 99 - 50) / 8;
      sum += static_cast<double>(from.data()[i]);
    }
    double squares = 0;
    for (int32_t i = 0; i < n; ++i) {
      const double x = static_cast<double>(from.data()[i]) - sum / n;
      squares += x * x;
    }
    float mean;
    float found;
    if (!portable::moments_row(from.data(), n, mean, found)) return;
    ++checks;
    const double errors[] = {static_cast<double>(mean) - sum / n,
                             static_cast<double>(found) - squares};
    if (!(errors[0] < 1e-4 && errors[0] > -1e-4)) failed("a mean", &n, 1);
    if (!(errors[1] <= 1e-5 * squares + 1e-4 && errors[1] >= -1e-5 * squares - 1e-4))
      failed("squares of differences", &n, 1);
    for (int32_t which = 0; which < 4; ++which) {
      const float* const w = which % 2 == 0 ? nullptr : weight.data();
      const float* const b = which < 2 ? nullptr : bias.data();
      portable::normalize_row(to.data(), from.data(), n, mean, 0.375f, w, b);
      for (int32_t i = 0; i < n; ++i) {
        float wanted = (from.data()[i] - mean) * 0.375f;
        if (w != nullptr) wanted *= w[i];
        if (b != nullptr) wanted += b[i];
        if (!same(to.data()[i], wanted)) failed("a normalised row", &n, 1);
      }
    }
    for (int32_t i = 0; i < n; ++i) to.forget(to.data() + i);
    if (!to.untouched()) failed("wrote next to a normalised row", &n, 1);
  });
}

void check_extents() {
  for (int32_t nan = -1; nan < kLongest; nan += 9) {
    at_every_place<float>([nan](int32_t n, const Place(&places)[1]) {
      const Operand<float> from(0, places[0], n);
      for (int32_t i = 0; i < n; ++i)
        from.data()[i] = i == nan ? maths::kNan : static_cast<float>(next_number() % 500 - 250);
      float least = 0;
      float most = 0;
      float wanted[] = {0, 0};
      portable::extend(from.data(), 1, n, least, most);
      portable::extend<float, float>(from.data(), 1, n, wanted[0], wanted[1]);
      ++checks;
      if (!same(least, wanted[0]) || !same(most, wanted[1])) failed("an extent", &n, 1);
    });
  }
}

void check_quantized_in_double() {
  at_every_place<float, int8_t>([](int32_t n, const Place(&places)[2]) {
    const Operand<float> from(0, places[0], n);
    const Operand<int8_t> to(1, places[1], n);
    fill(from, n);
    for (int32_t i = 0; i < n; i += 3) from.data()[i] = static_cast<float>(next_number() % 999) / 8;
    const int32_t zero = n % 3 * 20 - 20;
    const double inverse = n % 7 == 0 ? 1e30 : 2.5;
    const portable::Quantizer<int8_t, double> quantizer(zero, -100 + n % 2 * 28, 90 + n % 5);
    const auto shift = static_cast<double>(n % 4) - 1.75;
    const auto check = [&](auto shifts) {
      constexpr bool kShifts = decltype(shifts)::kValue;
      portable::quantize_row<kShifts>(to.data(), from.data(), 1, n, inverse, shift, quantizer);
      check_out("quantized in double", to, to.data(), n, 1, {1, 1}, places[0], [&](int32_t i) {
        const double x = static_cast<double>(from.data()[i]) * inverse;
        return quantizer(kShifts ? x + shift : x);
      });
    };
    check(Flag<false>());
    check(Flag<true>());
  });
}

template <typename Word>
void check_copies() {
  constexpr int32_t kSteps[][2] = {{1, 1}, {1, 3}, {2, 1}, {1, 0}, {1, 2}, {3, -2}};
  for (const int32_t (&steps)[2] : kSteps) {
    at_every_place<Word, Word>([&](int32_t n, const Place(&places)[2]) {
      const Operand<Word> from(0, places[0], span_of(n, steps[1]));
      const Operand<Word> to(1, places[1], span_of(n, steps[0]));
      fill(from, span_of(n, steps[1]));
      const Word* in = first(from, n, steps[1]);
      portable::copy_row(to.data(), steps[0], in, steps[1], n);
      check_out("copy", to, to.data(), n, steps[0], steps, places[0],
                [&](int32_t i) { return in[i * steps[1]]; });
    });
  }
}

// Whole numbers, which every type holds, as each of them.
template <typename From, typename To>
void check_conversion() {
  constexpr int32_t kFromSteps[] = {1, 0, 2, -1};
  for (const int32_t step : kFromSteps) {
    at_every_place<From, To>([=](int32_t n, const Place(&places)[2]) {
      const Operand<From> from(0, places[0], span_of(n, step));
      const Operand<To> to(1, places[1], n);
      int32_t numbers[5 * kLongest];
      for (int32_t i = 0; i < span_of(n, step); ++i) {
        numbers[i] = next_number() % 100;
        store(from.data() + i, static_cast<ValueOf<From>>(numbers[i]));
      }
      const From* in = first(from, n, step);
      portable::convert_row(to.data(), in, step, n);
      check_out("convert", to, to.data(), n, 1, {step, 0}, places[0], [&](int32_t i) {
        To value;
        store(&value, static_cast<ValueOf<To>>(numbers[in - from.data() + i * step]));
        return value;
      });
    });
  }
}

// Numbers that are whole or half-way between two after the division, infinities and NaN.
float quantizable() {
  constexpr float kSpecial[] = {
      0.0f,  __builtin_inff(), -__builtin_inff(), __builtin_nanf(""), -__builtin_nanf(""), 3e38f,
      -3e38f};
  const int32_t number = next_number();
  if (number >> 28 == 0) return kSpecial[number % 7];
  return static_cast<float>((number >> 10) % 4096 - 2048) / 8.0f;
}

// The even one of the two integers next to a number half-way between them.
template <typename To>
To quantized(float value, double shift, int32_t zero_point, int32_t low, int32_t high) {
  const double x = static_cast<double>(value) * 2.0 + shift;
  if (x != x) return sizeof(To) == 4 ? static_cast<To>(INT32_MIN) : static_cast<To>(0);
  if (x >= high - zero_point) return static_cast<To>(high);
  if (x <= low - zero_point) return static_cast<To>(low);
  auto whole = static_cast<int32_t>(x);  // toward zero
  const double fraction = x < 0 ? whole - x : x - whole;
  if (fraction > 0.5 || (fraction >= 0.5 && whole % 2 != 0)) whole += x < 0 ? -1 : 1;
  return static_cast<To>(whole + zero_point);
}

template <bool kShifts, typename To>
void check_quantized(int32_t low, int32_t high) {
  constexpr int32_t kFromSteps[] = {1, 0, 2, -1};
  for (const int32_t step : kFromSteps) {
    at_every_place<float, To>([=](int32_t n, const Place(&places)[2]) {
      const Operand<float> from(0, places[0], span_of(n, step));
      const Operand<To> to(1, places[1], n);
      for (int32_t i = 0; i < span_of(n, step); ++i) from.data()[i] = quantizable();
      const float* in = first(from, n, step);
      const int32_t zero = kShifts ? 0 : 5;
      portable::quantize_row<kShifts>(to.data(), in, step, n, 2.0f, 0.5f,
                                      portable::Quantizer<To, float>(zero, low, high));
      check_out("quantize", to, to.data(), n, 1, {step, 0}, places[0], [&](int32_t i) {
        return quantized<To>(in[i * step], kShifts ? 0.5 : 0.0, zero, low, high);
      });
    });
  }
}

template <typename From>
void check_dequantized() {
  constexpr int32_t kFromSteps[] = {1, 0, 2, -1};
  for (const int32_t step : kFromSteps) {
    at_every_place<From, float>([=](int32_t n, const Place(&places)[2]) {
      const Operand<From> from(0, places[0], span_of(n, step));
      const Operand<float> to(1, places[1], n);
      for (int32_t i = 0; i < span_of(n, step); ++i)
        from.data()[i] = static_cast<From>(next_number() >> 3);
      const From* in = first(from, n, step);
      portable::dequantize_row<float>(to.data(), in, step, n, 7.0f, 0.1f);
      check_out("dequantize", to, to.data(), n, 1, {step, 0}, places[0], [&](int32_t i) {
        const float difference = rounded(static_cast<double>(rounded(in[i * step])) - 7.0);
        return rounded(static_cast<double>(difference) * static_cast<double>(0.1f));
      });
    });
  }
}

void check_quantization() {
  check_quantized<false, int8_t>(-128, 127);
  check_quantized<true, int8_t>(-100, 90);
  check_quantized<false, uint8_t>(0, 255);
  check_quantized<false, int16_t>(-32768, 32767);
  check_quantized<false, uint16_t>(0, 65535);
  check_quantized<false, int32_t>(-1000000, 1000000);
  check_dequantized<int8_t>();
  check_dequantized<uint8_t>();
  check_dequantized<int16_t>();
  check_dequantized<uint16_t>();
  check_dequantized<int32_t>();
}

void check_widened() {
  at_every_place<Half, float>([](int32_t n, const Place(&places)[2]) {
    const Operand<Half> from(0, places[0], n);
    const Operand<float> to(1, places[1], n);
    for (int32_t i = 0; i < n; ++i)
      from.data()[i].bits = static_cast<uint16_t>(next_number() >> (i % 3 == 0 ? 21 : 15));
    portable::widen_row(to.data(), from.data(), n);
    check_out("widen", to, to.data(), n, 1, {1, 1}, places[0],
              [&](int32_t i) { return to_float(from.data()[i]); });
  });
}

}  // namespace

void check_rows() {
  check_maps();
  check_functions();
  check_softmax_rows();
  check_norms();
  check_extents();
  check_quantized_in_double();
  check_copies<uint8_t>();
  check_copies<uint16_t>();
  check_copies<uint32_t>();
  check_copies<uint64_t>();
  check_conversion<float, int8_t>();
  check_conversion<int8_t, float>();
  check_conversion<Half, float>();
  check_conversion<float, Half>();
  check_conversion<uint8_t, bool>();
  check_conversion<int32_t, int64_t>();
  check_conversion<double, float>();
  check_quantization();
  check_widened();
}

}  // namespace kerf::checks
