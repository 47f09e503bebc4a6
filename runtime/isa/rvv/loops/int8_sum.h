// Sums of int8 by vectors of any length.
#pragma once

#include <riscv_vector.h>
#include <stdint.h>

namespace kerf::integers {

inline uint32_t sum_int8(const int8_t* values, int32_t count) {
  vint32m1_t sum = __riscv_vmv_s_x_i32m1(0, 1);
  while (count > 0) {
    const size_t some = __riscv_vsetvl_e8m4(static_cast<size_t>(count));
    const vint16m8_t x = __riscv_vsext_vf2_i16m8(__riscv_vle8_v_i8m4(values, some), some);
    sum = __riscv_vwredsum_vs_i16m8_i32m1(x, sum, some);
    values += some;
    count -= static_cast<int32_t>(some);
  }
  return static_cast<uint32_t>(__riscv_vmv_x_s_i32m1_i32(sum));
}

}  // namespace kerf::integers
