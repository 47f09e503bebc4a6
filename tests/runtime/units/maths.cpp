// Functions of float against those of double of the host's C library, at floats of every exponent.
#include "loops/maths.h"

#include <math.h>
#include <stdint.h>

#include "tensor/half.h"
#include "tests/runtime/units/unit.h"

namespace {

using namespace kerf;

constexpr uint32_t kStep = 20011;  // prime: each exponent has 419 floats, with other digits

// The error of `value` in units in the last place that `right` has as a float.
double ulps(float value, double right) {
  if (isnan(right) || isnan(value)) return isnan(right) && isnan(value) ? 0 : HUGE_VAL;
  const float nearest = static_cast<float>(right);
  if (signbit(nearest) != signbit(value)) return HUGE_VAL;
  if (isinf(nearest) || isinf(value)) return nearest == value ? 0 : HUGE_VAL;
  int exponent;
  frexp(right, &exponent);
  return fabs(static_cast<double>(value) - right) /
         ldexp(1, (exponent < -125 ? -125 : exponent) - 24);
}

double largest_error(float (*function)(float), double (*right)(double)) {
  double largest = 0;
  for (uint64_t bits = 0; bits >> 32 == 0; bits += kStep) {
    const float x = bits_float(static_cast<uint32_t>(bits));
    largest = fmax(largest, ulps(function(x), right(static_cast<double>(x))));
  }
  constexpr float kEdges[] = {0.0f, -0.0f, 1.0f, -1.0f, HUGE_VALF, -HUGE_VALF, NAN, 0x1p-149f};
  for (const float x : kEdges) {
    largest = fmax(largest, ulps(function(x), right(static_cast<double>(x))));
  }
  return largest;
}

}  // namespace

UNIT(exponentials_are_within_their_bounds) {
  CHECK(largest_error(maths::exp, ::exp) <= 2);
  CHECK(largest_error(maths::expm1, ::expm1) <= 2);
  CHECK(largest_error(maths::sinh, ::sinh) <= 2);
  CHECK(largest_error(maths::cosh, ::cosh) <= 2);
  CHECK(largest_error(maths::tanh, ::tanh) <= 2);
  CHECK(largest_error(maths::erf, ::erf) <= 2);
}

UNIT(logarithms_are_within_their_bounds) {
  CHECK(largest_error(maths::log, ::log) <= 2);
  CHECK(largest_error(maths::log2, ::log2) <= 2);
  CHECK(largest_error(maths::log10, ::log10) <= 2);
  CHECK(largest_error(maths::log1p, ::log1p) <= 2);
  CHECK(largest_error(maths::asinh, ::asinh) <= 2);
  CHECK(largest_error(maths::acosh, ::acosh) <= 2);
  CHECK(largest_error(maths::atanh, ::atanh) <= 2);
}

UNIT(circular_functions_are_within_their_bounds) {
  CHECK(largest_error(maths::sin, ::sin) <= 2);
  CHECK(largest_error(maths::cos, ::cos) <= 2);
  CHECK(largest_error(maths::tan, ::tan) <= 2);
  CHECK(largest_error(maths::asin, ::asin) <= 2);
  CHECK(largest_error(maths::acos, ::acos) <= 2);
  CHECK(largest_error(maths::atan, ::atan) <= 2);
}

UNIT(functions_of_two_numbers_are_within_their_bounds) {
  constexpr float kSpecial[] = {0.0f,    -0.0f,      1.0f,      -1.0f,      2.0f, -3.0f,
                                0.5f,    -2.5f,      HUGE_VALF, -HUGE_VALF, NAN,  1e-45f,
                                -1e-45f, 16777215.f, 3e38f,     -3e38f};
  double largest = 0;
  const auto compare = [&](float a, float b) {
    const auto x = static_cast<double>(a);
    const auto y = static_cast<double>(b);
    largest = fmax(largest, ulps(maths::pow(a, b), pow(x, y)));
    largest = fmax(largest, ulps(maths::atan2(a, b), atan2(x, y)));
  };
  for (const float a : kSpecial) {
    for (const float b : kSpecial) compare(a, b);
  }
  uint32_t random = 1;
  for (int i = 0; i < 100000; ++i) {
    const uint32_t first = random = random * 1664525u + 1013904223u;
    random = random * 1664525u + 1013904223u;
    compare(bits_float(first), bits_float(random));
    // Powers that are neither 0 nor infinite.
    const float base = bits_float(0x3F000000u + (first >> 7));
    const double most = 120 / (fabs(log2(static_cast<double>(base))) + 1e-9);
    compare(base, static_cast<float>((random / 2147483648.0 - 1) * most));
  }
  CHECK(largest <= 2);
}
