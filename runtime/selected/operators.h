// Operator ids: how kernels and generated tables name an operator without its text.
#pragma once

#include <stdint.h>

namespace kerf {

// Every operator of the configured libraries, selected or not. Generated from the plan; refresh with `nox -s gen`.
// clang-format off
enum class Operator : uint16_t {
// [[[cog import cog; from codegen import emit; cog.out(emit.operator_ids(plan)) ]]]
// [[[end]]]
};
// clang-format on

}  // namespace kerf
