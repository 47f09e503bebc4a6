// How many kernels the registry holds.
#pragma once

#include <stddef.h>

namespace kerf::selected {

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.capacity(plan)) ]]]
inline constexpr size_t kKernelCapacity = 215;  // exact
inline constexpr size_t kKernelCount = 215;
inline constexpr bool kTensorListArguments = true;
// [[[end]]] (sum: 6QrX85TE86)
// clang-format on

}  // namespace kerf::selected
