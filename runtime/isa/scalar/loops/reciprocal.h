// The reciprocal of a number in double, rounded to float.
#pragma once

namespace kerf::integers {

inline float reciprocal(double x) { return static_cast<float>(1.0 / x); }

}  // namespace kerf::integers
