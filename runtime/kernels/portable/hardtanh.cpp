// Clamps to an interval.
#include "kernels/portable/hardtanh.h"

#include "kernels/portable/elementwise.h"

namespace kerf::portable {

// out[i] = min where self[i] < min, else max where self[i] > max, else self[i]: a NaN stays one
// out may be self.   Source: aten::hardtanh.out
Error hardtanh_out(KernelContext&, const Tensor& self, const Scalar& min, const Scalar& max,
                   Tensor& out) {
  return unary<Operator::aten_hardtanh_out, kAllTypes & ~kBoolType>(self, out, [&](auto tag) {
    using V = ValueOf<typename decltype(tag)::Type>;
    return [low = convert<V>(min), high = convert<V>(max)](auto x) { return clamp(x, low, high); };
  });
}

}  // namespace kerf::portable
