// Functions of floating-point numbers. Those of float are our own: small, with parts that they
// share, and with the same results on every processor. Those of double are the C library's.
//
// The bound of each is the largest error of its results, in units in the last place (ulp),
// subnormal ones included; tests/runtime/units/maths.cpp holds it. NaN gives NaN, and so does a
// number outside the domain. Polynomials are minimax; z is the square of their argument.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/libc.h"
#include "core/small.h"
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

// c[0] + c[1] * x + c[2] * x^2 + ...
template <size_t kTerms, size_t kFirst = 0, typename V = float>
V polynomial(const float (&c)[kTerms], V x) {
  if constexpr (kFirst + 2 == kTerms) {
    return c[kFirst + 1] * x + c[kFirst];
  } else {
    return polynomial<kTerms, kFirst + 1>(c, x) * x + c[kFirst];
  }
}

// The same, in a loop that all share where code is to be small: for functions that take long
// anyway. `end` is that of c.
[[gnu::noinline]] inline float horner(const float* end, int32_t factors, float x) {
  float sum = *--end;
  do sum = sum * x + *--end;
  while (--factors != 0);
  return sum;
}
template <size_t kTerms>
float shared_polynomial(const float (&c)[kTerms], float x) {
  if constexpr (kSmall) return horner(c + kTerms, kTerms - 1, x);
  return polynomial(c, x);
}

// Exponentials

// 2^n for -126 <= n <= 127.
inline float power_of_two(int32_t n) { return bits_float((static_cast<uint32_t>(n) + 127u) << 23); }

// e^x - 1 for |x| <= 0.35.
template <typename V>
V expm1_near(V x) {
  constexpr float kTerms[] = {0.5f, 0x1.5554aep-3f, 0x1.555486p-5f, 0x1.12290ep-7f, 0x1.6d9a8p-10f};
  return x + x * x * polynomial(kTerms, x);
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

// 2 ulp.
inline float exp(float x) {
  const Exponential e = reduce_exp(x < -105 ? -105 : x > 90 ? 90 : x);
  return scale(1 + e.rest, e.n);
}

// (e^x - 1) / 4 for x > -80, finite for every number; 0 for -0.
inline float quarter_expm1(float x) {
  const Exponential e = reduce_exp(x > 89.5f ? 89.5f : x);  // where e^x / 2 is infinite
  const float quarter = power_of_two(e.n - 2);
  return quarter - 0.25f + quarter * e.rest;
}

// 2 ulp.
inline float expm1(float x) { return libc::copysign(4 * quarter_expm1(x < -18 ? -18 : x), x); }

// (e^x - e^-x) / 2. 2 ulp.
inline float sinh(float x) {
  const float size = libc::fabs(x);
  const float shrinking = quarter_expm1(size > 18 ? -18 : -size);
  return libc::copysign(2 * (quarter_expm1(size) - shrinking), x);
}

// (e^x + e^-x) / 2. 2 ulp.
inline float cosh(float x) {
  const float quarter = quarter_expm1(libc::fabs(x)) + 0.25f;
  return 2 * quarter + 0.125f / quarter;
}

// sinh(x) / cosh(x). 2 ulp.
inline constexpr float kTanhNear = 0.55f;
inline constexpr float kTanhTerms[] = {-0x1.555452p-2f, 0x1.10cef6p-3f, -0x1.af7cc6p-5f,
                                       0x1.0d502p-6f};
inline float tanh(float x) {
  const float size = libc::fabs(x);
  if (size < kTanhNear) {
    const float z = size * size;
    return libc::copysign(size + size * z * polynomial(kTanhTerms, z), x);
  }
  return libc::copysign(1 - 2 / (exp(2 * size) + 1), x);
}

// 2 / sqrt(pi) * integral of e^-t^2 for t from 0 to x. 2 ulp.
// erf(x) / x - 1 as a polynomial of z, and (1 - erf(x))^(-1/8)
inline constexpr float kErfNear = 1.2f;
inline constexpr float kErfTerms[] = {0x1.06eba8p-3f,  -0x1.812742p-2f, 0x1.ce2e30p-4f,
                                      -0x1.b81964p-6f, 0x1.558f5ap-8f,  -0x1.b6d1d0p-11f,
                                      0x1.bab3dap-14f, -0x1.094778p-17f};
inline constexpr float kErfFarTerms[] = {0x1.fa6af6p-1f,  0x1.86544ap-3f,  -0x1.c65d2cp-8f,
                                         0x1.088a6ap-3f,  -0x1.0b5d8ap-4f, 0x1.d867dcp-6f,
                                         -0x1.8ecd3ap-8f, 0x1.73972ep-11f};
inline float erf(float x) {
  const float size = libc::fabs(x);
  const bool near = size < kErfNear;
  float z = x * x;
  const float (*terms)[8] = &kErfTerms;
  if (!near) {
    z = size > 4 ? 4 : size;
    terms = &kErfFarTerms;
  }
  const float p = polynomial(*terms, z);
  if (near) return x + x * p;
  const float p2 = p * p;
  const float p4 = p2 * p2;
  return libc::copysign(1 - 1 / (p4 * p4), x);
}

// Logarithms

// The logarithm of 2 to a base is a sum of two floats, the first of few bits; that of e is there as
// it is and less 1.
struct LogBase {
  float two, two_low;
  float e, e_less;
};
inline constexpr LogBase kNatural = {kLn2, kLn2Low, 1, 0};
inline constexpr LogBase kBinary = {1, 0, 0x1.715476p+0f, 0x1.c551d9p-2f};
inline constexpr LogBase kRootOfTen = {0x1.344p-1f, 0x1.3509f8p-17f, 0x1.bcb7b2p-1f,
                                       -0x1.0d213ap-3f};

// 2^23 * n, where sqrt(1/2) <= x / 2^n < sqrt(2), for a normal x: to the last bit, since log2 next
// to a root loses one where n is the other.
inline uint32_t exponent_of(uint32_t bits) { return (bits - 0x3F3504F3u) & 0xFF800000u; }

// The first 12 bits of x: products of two such are exact.
inline float leading(float x) { return bits_float(float_bits(x) & 0xFFFFF000u); }

// The logarithm of x + 2 * half, where `half` is 0 or 1/2. 2 ulp.
inline float log_plus(const LogBase& base, float x, float half) {
  const float sum = x + half + half;
  uint32_t bits = float_bits(sum);
  uint32_t raised = 0;
  if (bits - 0x00800000u >= 0x7F000000u) {  // not a normal number > 0
    if (bits << 1 == 0) return -kInfinity;
    if (bits > 0x007FFFFFu) return bits >> 31 != 0 ? kNan : sum;
    x = x * 0x1p23f;
    bits = float_bits(x);
    raised = 23u << 23;
  }
  const uint32_t n = exponent_of(bits);
  // (x + 2 * half) / 2^n = 1 + f, without the error of the sum
  const float f = bits_float(float_bits(x) - n) - (1 - half * bits_float(0x40000000u - n));
  // log(1 + f) = f + s * (p - f), s = f / (2 + f), p a polynomial of s
  const float s = f / (2 + f);
  const float z = s * s;
  const float p = z * (0x1.55557ap-1f + z * (0x1.995ebap-2f + z * 0x1.31e2f4p-2f));
  const float rest = s * (p - f);
  const float k = static_cast<float>(static_cast<int32_t>(raised - n) >> 23);
  return f + (f * base.e_less + rest * base.e - k * base.two_low) - k * base.two;
}

// 2 ulp.
inline float log(float x) { return log_plus(kNatural, x, 0); }

// 2 ulp.
inline float log2(float x) { return log_plus(kBinary, x, 0); }

// 2 ulp.
inline float log10(float x) { return log_plus(kRootOfTen, x, 0) / 2; }

// log(1 + x). 2 ulp.
inline float log1p(float x) { return log_plus(kNatural, x, 0.5f); }

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
  const float root = libc::sqrt(2 * t + t * t);
  const float sum = t + root;
  return log1p(sum) + (t - (sum - root)) / (1 + sum);  // and what the sum was rounded by
}

// 2 ulp.
inline float atanh(float x) {
  const float a = libc::fabs(x);
  if (a > 1) return kNan;
  return libc::copysign(log1p(2 * a + 2 * a * a / (1 - a)) / 2, x);
}

// x = 2^n * (1 + f), sqrt(1/2) <= 1 + f < sqrt(2), for 0 < x < infinity.
struct Parts {
  float f;
  int32_t n;
};
inline Parts split(float x) {
  const bool subnormal = x < 0x1p-126f;
  if (subnormal) x = x * 0x1p23f;
  const uint32_t n = exponent_of(float_bits(x));
  return {bits_float(float_bits(x) - n) - 1,
          (static_cast<int32_t>(n) >> 23) - (subnormal ? 23 : 0)};
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

// Bits of 2 / pi from the weight 2^25 down, as many as any float needs; the last ones first.
inline constexpr uint8_t kTwoOverPi[] = {
    0x7F, 0x10, 0xE4, 0x10, 0x4F, 0x66, 0xA5, 0xD8, 0x36, 0x70, 0x37, 0x4D, 0x7D, 0xF4,
    0xD5, 0x09, 0x7F, 0x4A, 0x05, 0x91, 0x93, 0xDB, 0x60, 0xBE, 0x28, 0x00, 0x00, 0x00,
};

// x = quadrant * pi / 2 + high + low modulo 2 pi, |high| <= pi / 4
struct Angle {
  float high, low;
  uint32_t quadrant;
};

// Reduces |x|; an infinity or NaN gives NaN. Source: M. Payne and R. Hanek, Radian reduction for
// trigonometric functions, SIGNUM Newsletter 18 (1983).
inline Angle reduce_angle(float x) {
  x = libc::fabs(x);
  if (x < 0x1.921fb4p-1f) return {x, 0, 0};
  // Only the bits of weight 2^1 to 2^-62 of the product of x and 2 / pi count, which 96 bits of
  // 2 / pi determine.
  const uint32_t bits = float_bits(x);
  const uint32_t start = (bits >> 23) - 126;
  const uint32_t factor = (bits << 8 | 0x80000000u) >> 8 << (start & 7u);
  const uint8_t* digits = kTwoOverPi + sizeof kTwoOverPi - 12 - (start >> 3);
  const auto word = [digits](int at) {
    uint32_t value;
    libc::copy(&value, digits + at, sizeof value);
    return value;
  };
  const uint64_t product = (uint64_t{factor * word(8)} << 32) + uint64_t{factor} * word(4) +
                           (uint64_t{factor} * word(0) >> 32);
  const auto upper = static_cast<uint32_t>(product >> 32);
  const uint32_t quadrant = (upper + 0x20000000u) >> 30;
  // Less the quadrant, times pi / 2.
  constexpr int64_t kHalfPiBits = 0x6487ED51;
  const int64_t angle = static_cast<int32_t>(upper - (quadrant << 30)) * kHalfPiBits +
                        static_cast<int64_t>((product & 0xFFFFFFFFu) * kHalfPiBits >> 32);
  // The angle is a sum of two numbers of 2^-28 and 2^-56; a float holds the first.
  const auto angle_upper = static_cast<uint32_t>(static_cast<uint64_t>(angle) >> 32);
  const auto first = static_cast<int32_t>((angle_upper + 8) & ~0xFu);
  const auto second = static_cast<int32_t>(angle_upper << 28 | static_cast<uint32_t>(angle) >> 4);
  const float big = static_cast<float>(first) * 0x1p-28f;
  const float small = static_cast<float>(second) * 0x1p-56f;
  const float high = big + small + (x - x);
  return {high, big - high + small, quadrant};
}

// The sine of |x| that is `quadrants` further on.
inline float wave(float x, uint32_t quadrants) {
  // (sin(x) / x - 1) / z and (cos(x) - 1) / z
  static constexpr float kTerms[2][4] = {
      {-0x1.555556p-3f, 0x1.111176p-7f, -0x1.a05bbap-13f, 0x1.7cd836p-19f},
      {-0.5f, 0x1.55554ap-5f, -0x1.6c0c1ap-10f, 0x1.99e0ecp-16f}};
  const Angle angle = reduce_angle(x);
  const uint32_t quadrant = angle.quadrant + quadrants;
  const bool cosine = (quadrant & 1u) != 0;
  const float z = angle.high * angle.high;
  const float unit = cosine ? 1 : angle.high;
  const float size = unit + unit * z * shared_polynomial(kTerms[quadrant & 1u], z);
  return bits_float(float_bits(size) ^ (quadrant & 2u) << 30);
}

// 2 ulp.
inline float sin(float x) { return wave(x, float_bits(x) >> 31 << 1); }

// 2 ulp.
inline float cos(float x) { return wave(x, 1); }

// 2 ulp.
inline float tan(float x) {
  static constexpr float kTerms[] = {0x1.5554dep-2f, 0x1.112de2p-3f, 0x1.b5870ep-5f,
                                     0x1.905fd4p-6f, 0x1.97a746p-9f, 0x1.33b6e2p-7f};
  const Angle angle = reduce_angle(x);
  const float z = angle.high * angle.high;
  const float t =
      angle.high + (angle.high * z * shared_polynomial(kTerms, z) + angle.low * (1 + z));
  return libc::copysign(1.0f, x) * ((angle.quadrant & 1u) != 0 ? -1 / t : t);
}

// The arctangent of x, 0 <= x <= 1.
inline float atan_near(float x) {
  static constexpr float kTerms[] = {-0x1.5554dcp-2f, 0x1.9978f4p-3f,  -0x1.230ad8p-3f,
                                     0x1.b4e10cp-4f,  -0x1.355672p-4f, 0x1.61fd38p-5f,
                                     -0x1.0c2b4cp-6f, 0x1.7ed09ep-9f};
  const float z = x * x;
  return x + x * z * shared_polynomial(kTerms, z);
}

// 2 ulp.
inline float atan(float x) {
  const float size = libc::fabs(x);
  const float angle = size > 1 ? kHalfPi - (atan_near(1 / size) - kHalfPiLow) : atan_near(size);
  return libc::copysign(angle, x);
}

// The angle of the point (x, y). 2 ulp.
inline float atan2(float y, float x) {
  const float up = libc::fabs(y);
  const float right = libc::fabs(x);
  const bool steep = up > right;
  const float longer = steep ? up : right;
  const float shorter = steep ? right : up;
  // The ratio of two zeros is 0, that of two infinities 1.
  const float t = shorter != longer ? shorter / longer : longer == 0 ? 0 : 1;
  float angle = atan_near(t);
  if (steep) angle = kHalfPi - (angle - kHalfPiLow);
  if (float_bits(x) >> 31 != 0) angle = 2 * kHalfPi - (angle - 2 * kHalfPiLow);
  return libc::copysign(angle, y);
}

// The arcsine of x where |x| <= 1/2, less x, where z = x^2.
inline float asin_rest(float x, float z) {
  static constexpr float kTerms[] = {0x1.5555cap-3f, 0x1.33014ep-4f, 0x1.748c62p-5f, 0x1.8ba26cp-6f,
                                     0x1.59dab6p-5f};
  return x * z * shared_polynomial(kTerms, z);
}

// 2 ulp.
inline float asin(float x) {
  const float size = libc::fabs(x);
  if (size < 0.5f) return x + asin_rest(x, x * x);
  const float z = (1 - size) / 2;
  const float s = libc::sqrt(z);
  const float most = kHalfPi - 2 * s;
  const float low = kHalfPi - most - 2 * s + kHalfPiLow;  // what the difference was rounded by
  const float angle = most - (2 * asin_rest(s, z) - low);
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
