// Functions of maths.h for the Floats of an instruction set, with the bits that those of float
// have. Besides + - * / the set has select_below(x, limit, a, b), a where x < limit and else b;
// size_of(x) and with_sign(size, x), fabs and copysign; and times_power(x, sum), x * 2^n for sum =
// kWhole + n and |n| <= 252, of which only the last product rounds.
#pragma once

#include "isa/scalar/loops/maths.h"
#include "loops/map.h"

namespace kerf::maths {

using portable::Floats;

inline Floats exp(Floats x) {
  x = portable::clamp(x, -105, 90);
  const Floats sum = x * 0x1.715476p+0f + kWhole;
  const Floats n = sum - kWhole;
  return times_power(1 + expm1_near(x - n * kLn2 - n * kLn2Low), sum);
}

inline Floats tanh(Floats x) {
  const Floats size = size_of(x);
  const Floats z = size * size;
  const Floats near = size + size * z * polynomial(kTanhTerms, z);
  const Floats far = 1 - 2 / (exp(2 * size) + 1);
  return with_sign(select_below(size, kTanhNear, near, far), x);
}

inline Floats erf(Floats x) {
  const Floats size = size_of(x);
  const Floats near = x + x * polynomial(kErfTerms, x * x);
  const Floats p = polynomial(kErfFarTerms, portable::clamp(size, 0, 4));
  const Floats p2 = p * p;
  const Floats p4 = p2 * p2;
  return select_below(size, kErfNear, near, with_sign(1 - 1 / (p4 * p4), x));
}

}  // namespace kerf::maths
