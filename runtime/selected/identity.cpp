// The plan's digest, kept in every binary.
#include "selected/identity.h"

namespace kerf::selected {

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
[[gnu::used, gnu::section(".kerf_plan")]] extern const uint8_t kPlanDigest[32] = {
// [[[cog import cog; from codegen import emit; cog.out(emit.plan_digest(plan)) ]]]
// [[[end]]]
};
// clang-format on

}  // namespace kerf::selected
