// Vectors of sums that become int8.
#pragma once

#include <riscv_vector.h>
#include <stdint.h>

#include "isa/scalar/loops/int8.h"

namespace kerf::integers {

// from[i] for i < count, widened.
inline vint16m2_t read_int16(const int8_t* from, size_t count) {
  return __riscv_vsext_vf2_i16m2(__riscv_vle8_v_i8m1(from, count), count);
}

// rescale() of `count` numbers, each by its own scale.
inline vint32m4_t rescale(vint32m4_t x, vint32m4_t multiplier, vint32m4_t shift, size_t count) {
  const vint32m4_t left = __riscv_vmax_vx_i32m4(shift, 0, count);
  const vint32m4_t right = __riscv_vmin_vx_i32m4(shift, 0, count);  // negative
  x = __riscv_vsll_vv_i32m4(x, __riscv_vreinterpret_v_i32m4_u32m4(left), count);
  const vint32m4_t product = __riscv_vsmul_vv_i32m4(x, multiplier, __RISCV_VXRM_RNU, count);
  // Halves go away from zero: one less is shifted right where x is negative.
  const vint32m4_t less = __riscv_vsra_vx_i32m4(__riscv_vand_vv_i32m4(x, right, count), 31, count);
  const vuint32m4_t by = __riscv_vreinterpret_v_i32m4_u32m4(__riscv_vneg_v_i32m4(right, count));
  return __riscv_vssra_vv_i32m4(__riscv_vadd_vv_i32m4(product, less, count), by, __RISCV_VXRM_RNU,
                                count);
}

// Rescales all lanes by one scale.
inline vint32m4_t rescale(vint32m4_t x, const Scale& scale, size_t count) {
  const int32_t right = scale.shift < 0 ? -scale.shift : 0;
  if (scale.shift > 0) x = __riscv_vsll_vx_i32m4(x, static_cast<size_t>(scale.shift), count);
  vint32m4_t product = __riscv_vsmul_vx_i32m4(x, scale.multiplier, __RISCV_VXRM_RNU, count);
  if (right == 0) return product;
  product = __riscv_vadd_vv_i32m4(product, __riscv_vsra_vx_i32m4(x, 31, count), count);
  return __riscv_vssra_vx_i32m4(product, static_cast<size_t>(right), __RISCV_VXRM_RNU, count);
}

// to[i] = narrow(x[i], offset, low, high) for i < count.
inline void write_narrow(int8_t* to, vint32m4_t x, int32_t offset, int32_t low, int32_t high,
                         size_t count) {
  x = __riscv_vadd_vx_i32m4(x, offset, count);
  x = __riscv_vmin_vx_i32m4(__riscv_vmax_vx_i32m4(x, low, count), high, count);
  const vint16m2_t half = __riscv_vncvt_x_x_w_i16m2(x, count);
  __riscv_vse8_v_i8m1(to, __riscv_vncvt_x_x_w_i8m1(half, count), count);
}

// out[i] = sums[i], of filter first + i, as `result` makes it int8, for i < count.
inline void write_results(const Int8Result& result, int32_t first, vint32m4_t sums, int8_t* out,
                          size_t count) {
  sums = __riscv_vadd_vv_i32m4(sums, __riscv_vle32_v_i32m4(result.start + first, count), count);
  sums = __riscv_vadd_vx_i32m4(sums, result.base, count);
  if (result.scale_step == 0) {
    sums = rescale(sums, {*result.multiplier, *result.shift}, count);
  } else {
    sums = rescale(sums, __riscv_vle32_v_i32m4(result.multiplier + first, count),
                   __riscv_vsext_vf4_i32m4(__riscv_vle8_v_i8m1(result.shift + first, count), count),
                   count);
  }
  write_narrow(out, sums, result.offset, result.low, result.high, count);
}

}  // namespace kerf::integers
