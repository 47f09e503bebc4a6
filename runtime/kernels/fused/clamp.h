// Maps whose results are clamped before they are written.
#pragma once

#include "kernels/context.h"
#include "kernels/support/binary.h"
#include "kernels/support/elementwise.h"
#include "loops/map.h"

namespace kerf::fused {

// A sum within bounds; of vectors as well.
struct AddClamp {
  float low;
  float high;
  template <typename A, typename B>
  auto operator()(A a, B b) const {
    using portable::clamp;
    return clamp(a + b, low, high);
  }
};

// out[i] = clamp(self[i] + other[i], min, max)
// Operands are expanded to one shape; out may be an operand of its own layout.
// Errors: those of aten::add.out.   Source: kerf::add_clamp.out
template <typename Facts>
Error add_clamp_out(KernelContext&, const Tensor& self, const Tensor& other, double min, double max,
                    Tensor& out) {
  const AddClamp map{static_cast<float>(min), static_cast<float>(max)};
  return portable::binary_with<Facts>(self, other, out, [&](auto) { return map; });
}

// A product with its own operand, shifted and within bounds; of vectors as well.
struct Gate {
  float shift;
  float low;
  float high;
  float scale;
  template <typename X>
  X operator()(X x) const {
    using portable::clamp;
    return x * clamp(x + shift, low, high) * scale;
  }
};

// out[i] = self[i] * clamp(self[i] + shift, min, max) * scale
// out may be self.   Errors: those of aten::relu.out.   Source: kerf::gate.out
template <typename Facts>
Error gate_out(KernelContext&, const Tensor& self, double shift, double min, double max,
               double scale, Tensor& out) {
  const Gate map{static_cast<float>(shift), static_cast<float>(min), static_cast<float>(max),
                 static_cast<float>(scale)};
  return portable::unary<Facts>(self, out, map);
}

}  // namespace kerf::fused
