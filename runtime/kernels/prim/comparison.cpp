// Comparisons of symbolic numbers.
#include "kernels/prim/comparison.h"

#include "kernels/prim/numbers.h"

namespace kerf::prim {
namespace {

template <Operator kOperator, typename Compare>
Error compare(const Scalar& a, const Scalar& b, Scalar& out, Compare&& holds) {
  const auto write = [&](auto x, auto y) {
    out = holds(x, y);
    return Error::Ok;
  };
  return apply<kOperator>(a, b, write, write);
}

}  // namespace

// out = a == b.   Source: executorch_prim::eq.Scalar
Error eq_scalar(KernelContext&, const Scalar& a, const Scalar& b, Scalar& out) {
  return compare<Operator::executorch_prim_eq_Scalar>(a, b, out,
                                                      [](auto x, auto y) { return x == y; });
}

// out = a < b.   Source: executorch_prim::lt.Scalar
Error lt_scalar(KernelContext&, const Scalar& a, const Scalar& b, Scalar& out) {
  return compare<Operator::executorch_prim_lt_Scalar>(a, b, out,
                                                      [](auto x, auto y) { return x < y; });
}

// out = a <= b.   Source: executorch_prim::le.Scalar
Error le_scalar(KernelContext&, const Scalar& a, const Scalar& b, Scalar& out) {
  return compare<Operator::executorch_prim_le_Scalar>(a, b, out,
                                                      [](auto x, auto y) { return x <= y; });
}

// out = a > b.   Source: executorch_prim::gt.Scalar
Error gt_scalar(KernelContext&, const Scalar& a, const Scalar& b, Scalar& out) {
  return compare<Operator::executorch_prim_gt_Scalar>(a, b, out,
                                                      [](auto x, auto y) { return x > y; });
}

// out = a >= b.   Source: executorch_prim::ge.Scalar
Error ge_scalar(KernelContext&, const Scalar& a, const Scalar& b, Scalar& out) {
  return compare<Operator::executorch_prim_ge_Scalar>(a, b, out,
                                                      [](auto x, auto y) { return x >= y; });
}

}  // namespace kerf::prim
