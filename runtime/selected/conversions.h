// Which dtypes the selected kernels convert into which: the loops of kernels/convert.cpp.
#pragma once

#include "tensor/scalar_type.h"

namespace kerf::selected {

// At dtype_bit(to): the dtypes that are converted to `to`. Generated from the plan; refresh with
// `nox -s gen`.
// clang-format off
inline constexpr DtypeSet kConversions[16] = {
// [[[cog import cog; from codegen import emit; cog.out(emit.conversions(plan)) ]]]
// [[[end]]]
};
// clang-format on

constexpr DtypeSet converted_to(ScalarType to) { return kConversions[dtype_bit(to)]; }

}  // namespace kerf::selected
