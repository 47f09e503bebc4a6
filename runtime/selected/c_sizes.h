// How much memory the selected methods need: bounds for any of them, in bytes; 0 where no model was
// selected.
#pragma once

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.c_sizes(plan)) ]]]
#define KERF_METHOD_BYTES 0
#define KERF_TEMP_BYTES 0
#define KERF_PLANNED_COUNT 0
// [[[end]]] (sum: 4sFdd+NZ/t)
// clang-format on
