// Which parts of the program format are selected: the gate of everything in the executor that only some models need.
#pragma once

#include "program/feature.h"

namespace kerf::selected::features {

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.feature_flags(plan)) ]]]
// [[[end]]]
// clang-format on

}  // namespace kerf::selected::features
