// Which dtypes the selected kernels convert to which others: the loops of kernels/convert.cpp.
#pragma once

#include "tensor/scalar_type.h"

namespace kerf::selected {

// At dtype_bit(to): the dtypes that are converted to `to`. Generated from the plan; refresh with
// `nox -s gen`.
// clang-format off
inline constexpr DtypeSet kConversions[16] = {
// [[[cog import cog; from codegen import emit; cog.out(emit.conversions(plan)) ]]]
0xfefe,  // Char, Short, Int, Long, Half, Float, Double, ComplexFloat, ComplexDouble, Bool, BFloat16, UInt16, UInt32, UInt64 to Byte
0xfefd,  // Byte, Short, Int, Long, Half, Float, Double, ComplexFloat, ComplexDouble, Bool, BFloat16, UInt16, UInt32, UInt64 to Char
0xfefb,  // Byte, Char, Int, Long, Half, Float, Double, ComplexFloat, ComplexDouble, Bool, BFloat16, UInt16, UInt32, UInt64 to Short
0xfef7,  // Byte, Char, Short, Long, Half, Float, Double, ComplexFloat, ComplexDouble, Bool, BFloat16, UInt16, UInt32, UInt64 to Int
0xfeef,  // Byte, Char, Short, Int, Half, Float, Double, ComplexFloat, ComplexDouble, Bool, BFloat16, UInt16, UInt32, UInt64 to Long
0xfedf,  // Byte, Char, Short, Int, Long, Float, Double, ComplexFloat, ComplexDouble, Bool, BFloat16, UInt16, UInt32, UInt64 to Half
0xfebf,  // Byte, Char, Short, Int, Long, Half, Double, ComplexFloat, ComplexDouble, Bool, BFloat16, UInt16, UInt32, UInt64 to Float
0xfe7f,  // Byte, Char, Short, Int, Long, Half, Float, ComplexFloat, ComplexDouble, Bool, BFloat16, UInt16, UInt32, UInt64 to Double
0,
0xfcff,  // Byte, Char, Short, Int, Long, Half, Float, Double, ComplexDouble, Bool, BFloat16, UInt16, UInt32, UInt64 to ComplexFloat
0xfaff,  // Byte, Char, Short, Int, Long, Half, Float, Double, ComplexFloat, Bool, BFloat16, UInt16, UInt32, UInt64 to ComplexDouble
0xf6ff,  // Byte, Char, Short, Int, Long, Half, Float, Double, ComplexFloat, ComplexDouble, BFloat16, UInt16, UInt32, UInt64 to Bool
0xeeff,  // Byte, Char, Short, Int, Long, Half, Float, Double, ComplexFloat, ComplexDouble, Bool, BFloat16, UInt32, UInt64 to UInt16
0xdeff,  // Byte, Char, Short, Int, Long, Half, Float, Double, ComplexFloat, ComplexDouble, Bool, BFloat16, UInt16, UInt64 to UInt32
0xbeff,  // Byte, Char, Short, Int, Long, Half, Float, Double, ComplexFloat, ComplexDouble, Bool, BFloat16, UInt16, UInt32 to UInt64
0x7eff,  // Byte, Char, Short, Int, Long, Half, Float, Double, ComplexFloat, ComplexDouble, Bool, UInt16, UInt32, UInt64 to BFloat16
// [[[end]]] (sum: R7sVjLn9o9)
};
// clang-format on

constexpr DtypeSet converted_to(ScalarType to) { return kConversions[dtype_bit(to)]; }

}  // namespace kerf::selected
