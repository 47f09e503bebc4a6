// The backends that the programs' delegates name: constant objects in read-only memory.
#include "selected/backends.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.backend_headers(plan)) ]]]
// [[[end]]] (sum: 1B2M2Y8Asg)

namespace kerf::selected {
namespace {

// [[[cog import cog; from codegen import emit; cog.out(emit.backend_table(plan)) ]]]
constexpr BackendRow kBackends[] = {
    {},
};
constexpr size_t kBackendCount = 0;
// [[[end]]] (sum: 7XVGLF41s9)
// clang-format on

}  // namespace

Span<const BackendRow> backends() { return {kBackends, kBackendCount}; }

}  // namespace kerf::selected
