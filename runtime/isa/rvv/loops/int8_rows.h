// Rows of sums and products of int8 by vectors of any length, where operands are adjacent. Others
// are computed as by scalar instructions.
#pragma once

#include <riscv_vector.h>
#include <stdint.h>

#include "isa/rvv/loops/int8_results.h"
#include "isa/scalar/loops/int8_rows.h"

namespace kerf::integers {

// from[i] - zero for i < count.
inline vint32m4_t read_shifted(const int8_t* from, int32_t zero, size_t count) {
  const vint32m4_t x = __riscv_vsext_vf4_i32m4(__riscv_vle8_v_i8m1(from, count), count);
  return __riscv_vsub_vx_i32m4(x, zero, count);
}

inline int8_t* map_row(int8_t* to, const int8_t* a, int32_t a_step, const int8_t* b, int32_t b_step,
                       int32_t count, Int8Adder f) {
  if (a_step != 1 || b_step != 1)
    return portable::map_row<int8_t, Int8Adder>(to, a, a_step, b, b_step, count, f);
  const Int8Addition& by = f.by;
  while (count > 0) {
    const size_t some = __riscv_vsetvl_e32m4(static_cast<size_t>(count));
    const auto term = [&](const int8_t* from, int i) {
      const vint32m4_t x = read_shifted(from, by.zeros[i], some);
      return rescale(__riscv_vsll_vx_i32m4(x, 20, some), by.scales[i], some);
    };
    const vint32m4_t sum = __riscv_vadd_vv_i32m4(term(a, 0), term(b, 1), some);
    write_narrow(to, rescale(sum, by.scales[2], some), by.offset, by.low, by.high, some);
    a += some;
    b += some;
    to += some;
    count -= static_cast<int32_t>(some);
  }
  return to;
}

inline int8_t* map_row(int8_t* to, const int8_t* a, int32_t a_step, const int8_t* b, int32_t b_step,
                       int32_t count, Int8Multiplier f) {
  if (a_step != 1 || b_step != 1)
    return portable::map_row<int8_t, Int8Multiplier>(to, a, a_step, b, b_step, count, f);
  const Int8Multiplication& by = f.by;
  while (count > 0) {
    const size_t some = __riscv_vsetvl_e32m4(static_cast<size_t>(count));
    const vint32m4_t product = __riscv_vmul_vv_i32m4(read_shifted(a, by.zeros[0], some),
                                                     read_shifted(b, by.zeros[1], some), some);
    write_narrow(to, rescale(product, by.scale, some), by.offset, INT8_MIN, INT8_MAX, some);
    a += some;
    b += some;
    to += some;
    count -= static_cast<int32_t>(some);
  }
  return to;
}

}  // namespace kerf::integers
