// How many kernels the registry holds.
#pragma once

#include <stddef.h>

namespace kerf::selected {

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.capacity(plan)) ]]]
inline constexpr size_t kKernelCapacity = 334;  // exact
inline constexpr size_t kKernelCount = 334;
inline constexpr bool kTensorListArguments = true;
inline constexpr bool kInPlace = true;
inline constexpr bool kOverlaps = true;
inline constexpr bool kSharedNames = false;
// [[[end]]] (sum: 8lRdJsAkiy)
// clang-format on

}  // namespace kerf::selected
