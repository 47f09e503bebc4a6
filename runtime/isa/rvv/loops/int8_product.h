// Products of int8 matrices, four pixels and up to sixteen filters at a time.
#pragma once

#include <riscv_vector.h>
#include <stdint.h>

#include "isa/rvv/loops/int8_results.h"
#include "loops/int8_scratch.h"

namespace kerf::integers {

// Computes kPixels pixels, one or four, of `count` filters from `first` on, whose weights are in
// the scratch.
template <int32_t kPixels>
[[gnu::noinline]] void run_tile(const Int8Product& product, int32_t first, const int8_t* inputs,
                                int32_t pitch, int8_t* out, size_t count) {
  // An array cannot hold vectors of any length.
  vint32m4_t sum0 = __riscv_vmv_v_x_i32m4(0, count);
  vint32m4_t sum1 = sum0;
  vint32m4_t sum2 = sum0;
  vint32m4_t sum3 = sum0;
  const auto* w = static_cast<const int8_t*>(product.scratch);
  const int8_t* x = inputs;
  for (int32_t left = product.terms; left > 0; --left, ++x, w += count) {
    const vint16m2_t weights = read_int16(w, count);
    sum0 = __riscv_vwmacc_vx_i32m4(sum0, x[0], weights, count);
    if constexpr (kPixels > 1) {
      sum1 = __riscv_vwmacc_vx_i32m4(sum1, x[pitch], weights, count);
      sum2 = __riscv_vwmacc_vx_i32m4(sum2, x[2 * pitch], weights, count);
      sum3 = __riscv_vwmacc_vx_i32m4(sum3, x[3 * pitch], weights, count);
    }
  }
  const Int8Result& result = product.result;
  const int32_t next = product.out_pitch;
  write_results(result, first, sum0, out, count);
  if constexpr (kPixels > 1) {
    write_results(result, first, sum1, out + next, count);
    write_results(result, first, sum2, out + 2 * next, count);
    write_results(result, first, sum3, out + 3 * next, count);
  }
}

inline void Int8Product::run(const int8_t* inputs, int32_t pitch, int32_t pixels,
                             int8_t* out) const {
  if (pixels <= 0) return;
  for (int32_t m = 0; m < filters;) {
    const int32_t wanted = filters - m < kFilters ? filters - m : kFilters;
    const size_t count = __riscv_vsetvl_e32m4(static_cast<size_t>(wanted));
    auto* w = static_cast<int8_t*>(scratch);
    for (int32_t k = 0; k < terms; ++k, w += count) {
      __riscv_vse8_v_i8m1(w, __riscv_vlse8_v_i8m1(weights + m * terms + k, terms, count), count);
    }
    const int8_t* x = inputs;
    int8_t* to = out + m;
    int32_t left = pixels;
    for (; left >= 4; left -= 4, x += 4 * pitch, to += 4 * out_pitch) {
      run_tile<4>(*this, m, x, pitch, to, count);
    }
    for (; left > 0; --left, x += pitch, to += out_pitch) {
      run_tile<1>(*this, m, x, pitch, to, count);
    }
    m += static_cast<int32_t>(count);
  }
}

}  // namespace kerf::integers
