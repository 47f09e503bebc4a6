// Which dtypes are selected for each operator: the gate of every dtype switch.
#pragma once

#include "selected/operators.h"
#include "tensor/scalar_type.h"

namespace kerf::selected {

struct OperatorDtypes {
  DtypeSet inputs;
  DtypeSet outputs;
};

// One row for each Operator, for compile-time use only. Generated from the plan; refresh with `nox -s gen`.
// clang-format off
inline constexpr OperatorDtypes kOperatorDtypes[] = {
// [[[cog import cog; from codegen import emit; cog.out(emit.dtype_sets(plan)) ]]]
// [[[end]]]
};
// clang-format on

// Dtypes that tensor arguments other than outputs may have; none where the operator is not selected.
constexpr DtypeSet inputs(Operator op) { return kOperatorDtypes[static_cast<unsigned>(op)].inputs; }

// Dtypes that outputs may have.
constexpr DtypeSet outputs(Operator op) { return kOperatorDtypes[static_cast<unsigned>(op)].outputs; }

}  // namespace kerf::selected
