// Rows of float that become int8 by vectors of any length: as by scalar instructions.
#pragma once

#include <riscv_vector.h>
#include <stdint.h>

#include "isa/scalar/loops/int8_quantize.h"

namespace kerf::integers {

inline void quantize_ints(int8_t* to, const float* from, int32_t step, int32_t count,
                          const Quantization& by) {
  while (count > 0) {
    const size_t some = __riscv_vsetvl_e32m4(static_cast<size_t>(count));
    vfloat32m4_t x = step == 1 ? __riscv_vle32_v_f32m4(from, some)
                               : __riscv_vlse32_v_f32m4(from, 4 * ptrdiff_t{step}, some);
    x = __riscv_vfmul_vf_f32m4(x, by.factor, some);
    vint32m4_t whole = __riscv_vfcvt_x_f_v_i32m4_rm(x, __RISCV_FRM_RNE, some);
    whole = __riscv_vmin_vx_i32m4(__riscv_vmax_vx_i32m4(whole, by.low, some), by.high, some);
    whole = __riscv_vadd_vx_i32m4(whole, by.zero, some);
    whole = __riscv_vmerge_vxm_i32m4(whole, 0, __riscv_vmfne_vv_f32m4_b8(x, x, some), some);
    const vint16m2_t half = __riscv_vncvt_x_x_w_i16m2(whole, some);
    __riscv_vse8_v_i8m1(to, __riscv_vncvt_x_x_w_i8m1(half, some), some);
    from += static_cast<ptrdiff_t>(some) * step;
    to += some;
    count -= static_cast<int32_t>(some);
  }
}

}  // namespace kerf::integers
