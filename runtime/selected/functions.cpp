// The functions that the headers of compiled models declare.
#include "compiled/invoke.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.functions(plan)) ]]]

using namespace kerf;
// [[[end]]] (sum: J0Xgg10MFf)
// clang-format on
