// Products of int8 matrices by SMLAD, which adds two products.
#pragma once

#include "core/small.h"
#include "isa/dsp/loops/int8_product_by_four.h"
#include "isa/dsp/loops/int8_product_by_three.h"

namespace kerf::cortex_m {

[[gnu::noinline]] inline void Int8Product::run(const int8_t* inputs, int32_t pitch, int32_t pixels,
                                               int8_t* out) const {
  if constexpr (kSmall) {
    by_four::run(*this, inputs, pitch, pixels, out);
  } else {
    by_three::run(*this, inputs, pitch, pixels, out);
  }
}

}  // namespace kerf::cortex_m
