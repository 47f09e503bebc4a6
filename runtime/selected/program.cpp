// The kernels that compiled code calls, in read-only memory.
#include "selected/program.h"

#include "compiled/control.h"
#include "core/options.h"

namespace kerf {

// The functions that run the kernels are defined by the sources of their families. Generated from
// the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.compiled_kernels(plan)) ]]]
namespace selected {
}
const compiled::KernelFunction compiled::kKernels[] = {
    nullptr,
};
// [[[end]]] (sum: 2Foyd5WT/R)

#if KERF_DIAGNOSTICS || KERF_MESSAGES
const char* const compiled::kKernelNames[] = {
// [[[cog import cog; from codegen import emit; cog.out(emit.compiled_kernel_names(plan)) ]]]
nullptr,
// [[[end]]] (sum: SYTVta4AUt)
};
#endif
// clang-format on

}  // namespace kerf
