// The kernels of prim_view, bound to the facts of their calls in the plan.
#include "executor/adapter.h"
#include "kernels/facts.h"

// Generated from the plan; refresh with `nox -s gen`.
// clang-format off
// [[[cog import cog; from codegen import emit; cog.out(emit.family(plan, "prim_view")) ]]]
#include "executor/view.h"

namespace kerf::selected::prim {
// executorch_prim::et_view.default(Tensor(a) self, SymInt[] size, *, Tensor(a!) out) -> ()
Error call_executorch_prim_et_view_default(Call& call) {
  constexpr FunctionOf<Error(Call&)> run =
      ::kerf::et_view;
  return run(call);
}
}
// [[[end]]] (sum: bFuGabb3L2)
// clang-format on
