// Choices between symbolic numbers.
#include "kernels/prim/choice.h"

#include "kernels/prim/numbers.h"

namespace kerf::prim {
namespace {

template <Operator kOperator, typename Compare>
Error choose(const Scalar& a, const Scalar& b, Scalar& out, Compare&& takes_second) {
  const auto write = [&](auto x, auto y) {
    out = takes_second(x, y) ? y : x;
    return Error::Ok;
  };
  return apply<kOperator>(a, b, write, write);
}

}  // namespace

// out = max(a, b), as Python: the first where they cannot be compared.   Source:
// executorch_prim::sym_max.Scalar
Error sym_max_scalar(KernelContext&, const Scalar& a, const Scalar& b, Scalar& out) {
  return choose<Operator::executorch_prim_sym_max_Scalar>(a, b, out,
                                                          [](auto x, auto y) { return y > x; });
}

// out = min(a, b), as Python: the first where they cannot be compared.   Source:
// executorch_prim::sym_min.Scalar
Error sym_min_scalar(KernelContext&, const Scalar& a, const Scalar& b, Scalar& out) {
  return choose<Operator::executorch_prim_sym_min_Scalar>(a, b, out,
                                                          [](auto x, auto y) { return y < x; });
}

// out = not a.   Source: executorch_prim::sym_not.Scalar
Error sym_not_scalar(KernelContext&, bool a, Scalar& out) {
  out = !a;
  return Error::Ok;
}

// out = condition ? yes : no.   Source: executorch_prim::sym_ite.Scalar
Error sym_ite_scalar(KernelContext&, bool condition, const Scalar& yes, const Scalar& no,
                     Scalar& out) {
  out = condition ? yes : no;
  return Error::Ok;
}

}  // namespace kerf::prim
