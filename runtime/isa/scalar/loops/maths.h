// Functions of floating-point numbers.
#pragma once

#include "core/libc.h"

namespace kerf::maths {

using libc::acos;
using libc::acosh;
using libc::asin;
using libc::asinh;
using libc::atan;
using libc::atanh;
using libc::cos;
using libc::cosh;
using libc::erf;
using libc::exp;
using libc::expm1;
using libc::log;
using libc::log10;
using libc::log1p;
using libc::log2;
using libc::sin;
using libc::sinh;
using libc::tan;
using libc::tanh;

}  // namespace kerf::maths
