// Which dtypes the selected kernels convert to which others: the loops of kernels/convert.cpp.
#pragma once

#include "tensor/scalar_type.h"

namespace kerf::selected {

// At dtype_bit(to): the dtypes that are converted to `to`. Generated from the plan; refresh with
// `nox -s gen`.
// clang-format off
inline constexpr DtypeSet kConversions[16] = {
// [[[cog import cog; from codegen import emit; cog.out(emit.conversions(plan)) ]]]
0xf8fe,  // Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 to Byte
0xf8fd,  // Byte, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 to Char
0xf8fb,  // Byte, Char, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 to Short
0xf8f7,  // Byte, Char, Short, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 to Int
0xf8ef,  // Byte, Char, Short, Int, Half, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 to Long
0xf8df,  // Byte, Char, Short, Int, Long, Float, Double, Bool, BFloat16, UInt16, UInt32, UInt64 to Half
0xf8bf,  // Byte, Char, Short, Int, Long, Half, Double, Bool, BFloat16, UInt16, UInt32, UInt64 to Float
0xf87f,  // Byte, Char, Short, Int, Long, Half, Float, Bool, BFloat16, UInt16, UInt32, UInt64 to Double
0,
0,
0,
0xf0ff,  // Byte, Char, Short, Int, Long, Half, Float, Double, BFloat16, UInt16, UInt32, UInt64 to Bool
0xe8ff,  // Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt32, UInt64 to UInt16
0xd8ff,  // Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt64 to UInt32
0xb8ff,  // Byte, Char, Short, Int, Long, Half, Float, Double, Bool, BFloat16, UInt16, UInt32 to UInt64
0x78ff,  // Byte, Char, Short, Int, Long, Half, Float, Double, Bool, UInt16, UInt32, UInt64 to BFloat16
// [[[end]]] (sum: kPF1GYFpEV)
};
// clang-format on

constexpr DtypeSet converted_to(ScalarType to) { return kConversions[dtype_bit(to)]; }

}  // namespace kerf::selected
