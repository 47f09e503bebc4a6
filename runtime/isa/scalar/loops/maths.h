// Functions of floating-point numbers. Those of float are our own: small, with parts that they
// share, and with the same results on every processor. Those of double are the C library's.
//
// The bound of each is the largest error of its results, in units in the last place (ulp),
// subnormal ones included; tests/runtime/units/maths.cpp holds it. NaN gives NaN, and so does a
// number outside the domain. Polynomials are minimax; z is the square of their argument.
#pragma once

#include <stdint.h>

#include "core/libc.h"
#include "tensor/half.h"

namespace kerf::maths {

inline double acos(double x) { return libc::acos(x); }
inline double acosh(double x) { return libc::acosh(x); }
inline double asin(double x) { return libc::asin(x); }
inline double asinh(double x) { return libc::asinh(x); }
inline double atan(double x) { return libc::atan(x); }
inline double atanh(double x) { return libc::atanh(x); }
inline double cos(double x) { return libc::cos(x); }
inline double cosh(double x) { return libc::cosh(x); }
inline double erf(double x) { return libc::erf(x); }
inline double exp(double x) { return libc::exp(x); }
inline double expm1(double x) { return libc::expm1(x); }
inline double log(double x) { return libc::log(x); }
inline double log10(double x) { return libc::log10(x); }
inline double log1p(double x) { return libc::log1p(x); }
inline double log2(double x) { return libc::log2(x); }
inline double sin(double x) { return libc::sin(x); }
inline double sinh(double x) { return libc::sinh(x); }
inline double tan(double x) { return libc::tan(x); }
inline double tanh(double x) { return libc::tanh(x); }

inline double atan2(double y, double x) { return libc::atan2(y, x); }
inline double pow(double x, double y) { return libc::pow(x, y); }

// The nearest whole number, the even one of two, with the sign of x; infinities and NaN stay.
template <typename V>
V round_to_even(V x) {
  constexpr V kWhole =
      sizeof(V) == sizeof(float) ? V(0x1p23) : V(0x1p52);  // no fractions from here
  const V size = libc::fabs(x);
  // The sum is rounded to a whole number.
  return size < kWhole ? libc::copysign(size + kWhole - kWhole, x) : x;
}

inline constexpr float kInfinity = __builtin_inff();
inline constexpr float kNan = __builtin_nanf("");

// pi / 2 and ln 2 as sums of two floats.
inline constexpr float kHalfPi = 0x1.921fb6p+0f;
inline constexpr float kHalfPiLow = -0x1.777a5cp-25f;
inline constexpr float kLn2 = 0x1.62e4p-1f;  // of 15 bits: exact times an exponent
inline constexpr float kLn2Low = 0x1.7f7d1cp-20f;

// Exponentials

// 2^n for -126 <= n <= 127.
inline float power_of_two(int32_t n) { return bits_float((static_cast<uint32_t>(n) + 127u) << 23); }

// e^x - 1 for |x| <= 0.35.
inline float expm1_near(float x) {
  const float p = 0.5f + x * (0x1.5554aep-3f +
                              x * (0x1.555486p-5f + x * (0x1.12290ep-7f + x * 0x1.6d9a8p-10f)));
  return x + x * x * p;
}

// x * 2^n, |n| <= 252, where x and its half are normal: the second product alone rounds.
inline float scale(float x, int32_t n) { return x * power_of_two(n / 2) * power_of_two(n - n / 2); }

// A sum with it is a whole number in its low bits.
inline constexpr float kWhole = 0x1.8p+23f;
inline int32_t whole_of(float sum) {
  return static_cast<int32_t>(float_bits(sum) - float_bits(kWhole));
}

// e^x = 2^n * (1 + rest), |rest| < 0.42, for |x| < 200. NaN gives a rest that is one.
struct Exponential {
  float rest;
  int32_t n;
};
inline Exponential reduce_exp(float x) {
  const float sum = x * 0x1.715476p+0f + kWhole;
  const float n = sum - kWhole;
  return {expm1_near(x - n * kLn2 - n * kLn2Low), whole_of(sum)};
}

// e^x * 2^shift, shift 0 or -1. 2 ulp.
inline float exp_shifted(float x, int32_t shift) {
  const Exponential e = reduce_exp(x < -105 ? -105 : x > 90 ? 90 : x);
  return scale(1 + e.rest, e.n + shift);
}

// 2 ulp.
inline float exp(float x) { return exp_shifted(x, 0); }

// 2 ulp.
inline float expm1(float x) {
  if (x > 17) return exp(x) - 1;
  const Exponential e = reduce_exp(x < -18 ? -18 : x);
  const float power = power_of_two(e.n);
  return libc::copysign(power - 1 + power * e.rest, x);
}

// (e^x - e^-x) / 2. 2 ulp.
inline float sinh(float x) {
  const float size = libc::fabs(x);
  if (size < 1) {
    const float z = x * x;
    return x + x * z * (0x1.555598p-3f + z * (0x1.10f77cp-7f + z * 0x1.ab3c64p-13f));
  }
  const float half = exp_shifted(size, -1);
  return libc::copysign(half - 0.25f / half, x);
}

// (e^x + e^-x) / 2. 2 ulp.
inline float cosh(float x) {
  const float half = exp_shifted(libc::fabs(x), -1);
  return half + 0.25f / half;
}

// sinh(x) / cosh(x). 2 ulp.
inline float tanh(float x) {
  const float size = libc::fabs(x);
  if (size < 0.55f) {
    const float z = size * size;
    const float p =
        -0x1.555452p-2f + z * (0x1.10cef6p-3f + z * (-0x1.af7cc6p-5f + z * 0x1.0d502p-6f));
    return libc::copysign(size + size * z * p, x);
  }
  return libc::copysign(1 - 2 / (exp(2 * size) + 1), x);
}

// 2 / sqrt(pi) * integral of e^-t^2 for t from 0 to x. 2 ulp.
inline float erf(float x) {
  const float size = libc::fabs(x);
  if (size < 0.9f) {
    const float z = x * x;
    const float p = 0x1.06eba6p-3f +
                    z * (-0x1.8126fap-2f +
                         z * (0x1.ce1dd2p-4f +
                              z * (-0x1.b6bee2p-6f + z * (0x1.4876c6p-8f + z * -0x1.3f4f66p-11f))));
    return x + x * p;
  }
  const float a = size > 4 ? 4 : size;
  // log(1 - erf(a))
  const float p =
      -0x1.7437bep-13f +
      a * (-0x1.20b432p+0f +
           a * (-0x1.462cbp-1f +
                a * (-0x1.aa2324p-4f +
                     a * (0x1.6cfdp-6f + a * (-0x1.908172p-9f + a * 0x1.9d8586p-13f)))));
  return libc::copysign(1 - exp(p), x);
}

// Logarithms

// The logarithms of 2 and of e to a base, each a sum of two floats, the first of few bits.
struct LogBase {
  float two, two_low;
  float e, e_low;
};
inline constexpr LogBase kNatural = {kLn2, kLn2Low, 1, 0};
inline constexpr LogBase kBinary = {1, 0, 0x1.714p+0f, 0x1.47652cp-12f};
inline constexpr LogBase kDecimal = {0x1.344p-2f, 0x1.3509f8p-18f, 0x1.bcap-2f, 0x1.7b1526p-14f};

// x = 2^n * (1 + f), sqrt(1/2) <= 1 + f < sqrt(2), for 0 < x < infinity.
struct Parts {
  float f;
  int32_t n;
};
inline Parts split(float x) {
  constexpr uint32_t kRootOfHalf = 0x3F3504F3;
  const bool subnormal = x < 0x1p-126f;
  const uint32_t bits = float_bits(subnormal ? x * 0x1p23f : x) - kRootOfHalf;
  return {bits_float((bits & 0x7FFFFFu) + kRootOfHalf) - 1,
          (static_cast<int32_t>(bits) >> 23) - (subnormal ? 23 : 0)};
}

// The first 12 bits of x: products of two such are exact.
inline float leading(float x) { return bits_float(float_bits(x) & 0xFFFFF000u); }

// The logarithm of x + rest, where rest is less than a unit in the last place of x, and 0 where x
// is subnormal. 1 ulp.
inline float log_to(const LogBase& base, float x, float rest) {
  if (!(x > 0 && x < kInfinity)) return x == 0 ? -kInfinity : x < 0 ? kNan : x;
  const float correction = rest / x;
  const auto [f, n] = split(x);
  // log(1 + f) = f - h + s * (h + p), h = f^2 / 2, s = f / (2 + f), p a polynomial of s
  const float s = f / (2 + f);
  const float z = s * s;
  const float h = f * f / 2;
  const float p = z * (0x1.55557ap-1f + z * (0x1.995ebap-2f + z * 0x1.31e2f4p-2f));
  const float high = leading(f - h);
  const float low = f - high - h + s * (h + p) + correction;
  const auto k = static_cast<float>(n);
  return k * base.two +
         (high * base.e + (k * base.two_low + low * base.e + (low + high) * base.e_low));
}

// 1 ulp.
inline float log(float x) { return log_to(kNatural, x, 0); }

// 1 ulp.
inline float log2(float x) { return log_to(kBinary, x, 0); }

// 1 ulp.
inline float log10(float x) { return log_to(kDecimal, x, 0); }

// log(1 + x). 1 ulp.
inline float log1p(float x) {
  const float sum = 1 + x;
  if (sum == 1) return x;
  return log_to(kNatural, sum, x < 1 ? x - (sum - 1) : 1 - (sum - x));
}

// 2 ulp.
inline float asinh(float x) {
  const float a = libc::fabs(x);
  if (a > 0x1p60f) return libc::copysign(log(a) + 0x1.62e43p-1f, x);
  return libc::copysign(log1p(a + a * a / (1 + libc::sqrt(1 + a * a))), x);
}

// 2 ulp.
inline float acosh(float x) {
  if (x < 1) return kNan;
  if (x > 0x1p60f) return log(x) + 0x1.62e43p-1f;
  const float t = x - 1;
  return log1p(t + libc::sqrt(2 * t + t * t));
}

// 2 ulp.
inline float atanh(float x) {
  const float a = libc::fabs(x);
  if (a > 1) return kNan;
  return libc::copysign(log1p(2 * a + 2 * a * a / (1 - a)) / 2, x);
}

// |x|^y for a finite |x| that is not 0, and a finite y.
inline float power_of_size(float x, float y) {
  const auto [f, n] = split(x);
  // log2(1 + f) = 2 / (3 log(2)) * s * (3 + s^2 + s^4 * q), s = f / (2 + f), as a sum of two floats
  const float g = 2 + f;
  const float g_low = 2 - g + f;
  const float s = f / g;
  const float s_high = leading(s);
  const float g_high = leading(g);
  const float s_low = (f - s_high * g_high - s_high * (g - g_high + g_low)) / g;
  const float z = s * s;
  const float z_high = s_high * s_high;
  const float q = 0x1.33338p-1f + z * (0x1.b67be6p-2f + z * 0x1.67b59cp-2f);
  const float tail = z * z * q + s_low * (s_high + s);
  const float t_high = leading(3 + z_high + tail);
  const float t_low = tail - (t_high - 3 - z_high);
  const float u = s_high * t_high;
  const float v = s_low * t_high + t_low * s;
  const float u_high = leading(u + v);
  const float high = u_high * 0x1.ec6p-1f;
  const float rest = u_high * 0x1.09dc3ap-13f + (v - (u_high - u)) * 0x1.ec709ep-1f;
  const auto k = static_cast<float>(n);
  const float sum = k + high;
  const float log_high = leading(sum);
  const float log_low = k - log_high + high + rest;
  // Times y.
  const float y_high = leading(y);
  const float product = y_high * log_high;
  const float product_low = (y - y_high) * log_high + y * log_low;
  const float exponent = product + product_low;
  if (exponent > 130) return kInfinity;
  if (exponent < -152) return 0;
  const float whole = exponent + kWhole;
  const float r = product - (whole - kWhole) + product_low;
  return scale(1 + expm1_near(r * 0x1.62e43p-1f), whole_of(whole));
}

// x^y, as C defines it for zeros, infinities and NaN. 2 ulp.
inline float pow(float x, float y) {
  if (y == 0 || x == 1) return 1;
  if (x != x || y != y) return kNan;
  const float size = libc::fabs(x);
  const float y_size = libc::fabs(y);
  // From 2^24 on every float is even.
  const bool small = y_size < 0x1p24f;
  const int32_t integer = small ? static_cast<int32_t>(y) : 0;
  const bool odd = (integer & 1) != 0 && static_cast<float>(integer) == y;
  const bool fraction = small && static_cast<float>(integer) != y;
  float result;
  if (size == 0 || size == kInfinity) {
    result = (size == 0) == (y < 0) ? kInfinity : 0;
  } else if (y_size == kInfinity) {
    result = size == 1 ? 1 : (size > 1) == (y > 0) ? kInfinity : 0;
  } else if (x < 0 && fraction) {
    return kNan;
  } else {
    result = power_of_size(size, y);
  }
  return odd ? libc::copysign(result, x) : result;
}

// Circular functions

// Bits of 2 / pi from the weight 2^25 on: as many as any float needs.
inline constexpr uint8_t kTwoOverPi[] = {
    0x00, 0x00, 0x00, 0x28, 0xBE, 0x60, 0xDB, 0x93, 0x91, 0x05, 0x4A, 0x7F, 0x09, 0xD5,
    0xF4, 0x7D, 0x4D, 0x37, 0x70, 0x36, 0xD8, 0xA5, 0x66, 0x4F, 0x10, 0xE4, 0x10, 0x7F,
};

// x = quadrant * pi / 2 + high + low modulo 2 pi, |high| <= pi / 4
struct Angle {
  float high, low;
  uint32_t quadrant;
};

// Of a finite x >= 0. Source: M. Payne and R. Hanek, Radian reduction for trigonometric functions,
// SIGNUM Newsletter 18 (1983).
inline Angle reduce_angle(float x) {
  if (x < 0x1.921fb4p-1f) return {x, 0, 0};
  // Of the product of x and 2 / pi only the bits of weight 2^1 to 2^-62 count, which 96 bits of
  // 2 / pi determine.
  const uint32_t bits = float_bits(x);
  const uint32_t start = (bits >> 23) - 126;
  const uint32_t factor = (bits << 8 | 0x80000000u) >> 8 << (start & 7u);
  const uint8_t* digits = kTwoOverPi + (start >> 3);
  const auto word = [digits](int i) {
    return uint32_t{digits[i]} << 24 | uint32_t{digits[i + 1]} << 16 |
           uint32_t{digits[i + 2]} << 8 | digits[i + 3];
  };
  const uint64_t product = (uint64_t{factor * word(0)} << 32) + uint64_t{factor} * word(4) +
                           (uint64_t{factor} * word(8) >> 32);
  const auto quadrant = static_cast<uint32_t>((product + (uint64_t{1} << 61)) >> 62);
  const uint64_t rest = product - (uint64_t{quadrant} << 62);
  const bool negative = rest >> 63 != 0;
  const uint64_t size = (negative ? 0 - rest : rest) | 1u;
  const int zeros = __builtin_clzll(size);
  // Times pi / 2.
  const auto angle = static_cast<uint32_t>(((size << zeros) >> 32) * 0xC90FDAA2u >> 32);
  const float unit = power_of_two(-29 - zeros);
  const float signed_unit = negative ? -unit : unit;
  const uint32_t high = (angle + 0x80u) & ~0xFFu;  // the nearest number of 24 bits
  return {static_cast<float>(high) * signed_unit,
          static_cast<float>(static_cast<int32_t>(angle - high)) * signed_unit, quadrant};
}

// The sine of high + low, less high.
inline float sin_rest(const Angle& angle) {
  const float x = angle.high;
  const float z = x * x;
  const float p = -0x1.555546p-3f + z * (0x1.11075cp-7f + z * -0x1.994cf8p-13f);
  return angle.low - angle.low * z / 2 + x * z * p;
}

// The cosine of high + low, less 1.
inline float cos_rest(const Angle& angle) {
  const float x = angle.high;
  const float z = x * x;
  const float p = 0x1.55554ap-5f + z * (-0x1.6c0c86p-10f + z * 0x1.9a00ccp-16f);
  return z * z * p - x * angle.low - z / 2;
}

// The sine of x >= 0 that is `quadrants` further on.
inline float wave(float x, uint32_t quadrants) {
  if (!(x < kInfinity)) return kNan;
  const Angle angle = reduce_angle(x);
  const uint32_t quadrant = angle.quadrant + quadrants;
  const float size = (quadrant & 1u) != 0 ? 1 + cos_rest(angle) : angle.high + sin_rest(angle);
  return (quadrant & 2u) != 0 ? -size : size;
}

// 2 ulp.
inline float sin(float x) { return libc::copysign(1.0f, x) * wave(libc::fabs(x), 0); }

// 2 ulp.
inline float cos(float x) { return wave(libc::fabs(x), 1); }

// 2 ulp.
inline float tan(float x) {
  const float size = libc::fabs(x);
  if (!(size < kInfinity)) return kNan;
  const Angle angle = reduce_angle(size);
  const bool inverse = (angle.quadrant & 1u) != 0;
  const float u = sin_rest(angle);
  const float v = cos_rest(angle);
  const float s = angle.high + u;
  const float c = 1 + v;
  const float s_low = angle.high - s + u;  // what the sums were rounded by
  const float c_low = 1 - c + v;
  const float t = inverse ? -c / s : s / c;
  const float low = inverse ? (-c_low - t * s_low) / s : (s_low - t * c_low) / c;
  return libc::copysign(1.0f, x) * (t + low);
}

// The arctangent of x, 0 <= x <= 1.
inline float atan_near(float x) {
  const float z = x * x;
  const float p =
      -0x1.5554dcp-2f +
      z * (0x1.9978f4p-3f +
           z * (-0x1.230ad8p-3f +
                z * (0x1.b4e10cp-4f +
                     z * (-0x1.355672p-4f +
                          z * (0x1.61fd38p-5f + z * (-0x1.0c2b4cp-6f + z * 0x1.7ed09ep-9f))))));
  return x + x * z * p;
}

// 2 ulp.
inline float atan(float x) {
  const float size = libc::fabs(x);
  const float angle = size > 1 ? kHalfPi - (atan_near(1 / size) - kHalfPiLow) : atan_near(size);
  return libc::copysign(angle, x);
}

// The angle of the point (x, y). 2 ulp.
inline float atan2(float y, float x) {
  if (x != x || y != y) return kNan;
  const float up = libc::fabs(y);
  const float right = libc::fabs(x);
  const float longer = up > right ? up : right;
  const float shorter = up > right ? right : up;
  const float t = longer == 0 ? 0 : shorter == longer ? 1 : shorter / longer;
  float angle = atan_near(t);
  if (up > right) angle = kHalfPi - (angle - kHalfPiLow);
  if (libc::copysign(1.0f, x) < 0) angle = 2 * kHalfPi - (angle - 2 * kHalfPiLow);
  return libc::copysign(angle, y);
}

// The arcsine of x where |x| <= 1/2, less x, where z = x^2.
inline float asin_rest(float x, float z) {
  const float p =
      0x1.5555cap-3f +
      z * (0x1.33014ep-4f + z * (0x1.748c62p-5f + z * (0x1.8ba26cp-6f + z * 0x1.59dab6p-5f)));
  return x * z * p;
}

// 2 ulp.
inline float asin(float x) {
  const float size = libc::fabs(x);
  if (size < 0.5f) return x + asin_rest(x, x * x);
  const float z = (1 - size) / 2;
  const float s = libc::sqrt(z);
  const float angle = kHalfPi - 2 * s - (2 * asin_rest(s, z) - kHalfPiLow);
  return libc::copysign(angle, x);
}

// 2 ulp.
inline float acos(float x) {
  const float size = libc::fabs(x);
  if (size < 0.5f) return kHalfPi - (x + (asin_rest(x, x * x) - kHalfPiLow));
  const float z = (1 - size) / 2;
  const float s = libc::sqrt(z);
  const float angle = 2 * (s + asin_rest(s, z));
  return x < 0 ? 2 * kHalfPi - (angle - 2 * kHalfPiLow) : angle;
}

}  // namespace kerf::maths
