// How calls read their arguments.
#pragma once

#include "core/optional.h"
#include "core/span.h"
#include "tensor/int32.h"
#include "tensor/scalar.h"
#include "tensor/tensor.h"

namespace kerf {

template <typename... T>
struct Types {};

namespace selected {

// The types of the arguments that one loop reads for all kernels (executor/argument_frame.h): none
// where kernels have so few arguments that the loop would be larger than what it replaces.
// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
using ArgumentTypes = Types<
// [[[cog import cog; from codegen import emit; cog.out(emit.argument_types(plan)) ]]]
const Tensor&,
Tensor&,
int64_t,
Span<const int64_t>,
Int32,
const Scalar&,
bool,
const Optional<Tensor>&,
double,
const Optional<int64_t>&,
Scalar&,
const Optional<Span<const int64_t>>&,
const Optional<double>&,
const Optional<Scalar>&,
Span<Tensor>,
Span<const Optional<Tensor>>,
Span<const Tensor>,
Span<const char>,
const Optional<Span<const char>>&,
const Optional<Span<const double>>&,
const Optional<bool>&,
Span<const bool>
// [[[end]]] (sum: ggQ5HZ0r6x)
>;

// Whether some call passes an int as a double.
// [[[cog import cog; from codegen import emit; cog.out(emit.integers_as_reals(plan)) ]]]
inline constexpr bool kIntegersAsReals = true;
// [[[end]]] (sum: UYyAvx2Hhj)
// clang-format on

}  // namespace selected
}  // namespace kerf
