// Sums, differences and products of symbolic numbers.
#include "kernels/prim/arithmetic.h"

#include "kernels/prim/numbers.h"

namespace kerf::prim {
namespace {

// `integers` is one of the compiler's checked operations: it returns whether the result overflows.
template <Operator kOperator, typename Integers, typename Reals>
Error compute(const Scalar& a, const Scalar& b, Scalar& out, Integers&& integers, Reals&& reals) {
  return apply<kOperator>(
      a, b,
      [&](int64_t x, int64_t y) {
        int64_t result = 0;
        if (integers(x, y, &result)) return overflow();
        out = result;
        return Error::Ok;
      },
      [&](double x, double y) {
        out = reals(x, y);
        return Error::Ok;
      });
}

}  // namespace

// out = a + b.   Source: executorch_prim::add.Scalar
Error add_scalar(KernelContext&, const Scalar& a, const Scalar& b, Scalar& out) {
  return compute<Operator::executorch_prim_add_Scalar>(
      a, b, out, [](int64_t x, int64_t y, int64_t* z) { return __builtin_add_overflow(x, y, z); },
      [](double x, double y) { return x + y; });
}

// out = a - b.   Source: executorch_prim::sub.Scalar
Error sub_scalar(KernelContext&, const Scalar& a, const Scalar& b, Scalar& out) {
  return compute<Operator::executorch_prim_sub_Scalar>(
      a, b, out, [](int64_t x, int64_t y, int64_t* z) { return __builtin_sub_overflow(x, y, z); },
      [](double x, double y) { return x - y; });
}

// out = a * b.   Source: executorch_prim::mul.Scalar
Error mul_scalar(KernelContext&, const Scalar& a, const Scalar& b, Scalar& out) {
  return compute<Operator::executorch_prim_mul_Scalar>(
      a, b, out, [](int64_t x, int64_t y, int64_t* z) { return __builtin_mul_overflow(x, y, z); },
      [](double x, double y) { return x * y; });
}

// out = -a.   Source: executorch_prim::neg.Scalar
Error neg_scalar(KernelContext&, const Scalar& a, Scalar& out) {
  return compute<Operator::executorch_prim_neg_Scalar>(
      a, Scalar(), out,
      [](int64_t x, int64_t, int64_t* z) { return __builtin_sub_overflow(0, x, z); },
      [](double x, double) { return -x; });
}

}  // namespace kerf::prim
