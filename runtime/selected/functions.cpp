// The functions that the headers of compiled models declare.
#include "compiled/check_weights.h"
#include "compiled/invoke.h"

namespace kerf {

// Defined once in a program: the libraries of two build folders would take each other's kernels and
// tables. A linker names it where both are linked; installed libraries share no symbol.
extern const char link_installed_libraries_where_a_program_has_several;
const char link_installed_libraries_where_a_program_has_several = 0;

}  // namespace kerf

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.functions(plan)) ]]]

using namespace kerf;
// [[[end]]] (sum: J0Xgg10MFf)
// clang-format on
