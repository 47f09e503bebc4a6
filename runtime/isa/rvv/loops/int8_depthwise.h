// Depthwise windows of int8: as many channels as four registers have sums, of four pixels at a
// time.
#pragma once

#include <riscv_vector.h>
#include <stdint.h>

#include "isa/rvv/loops/int8_results.h"

namespace kerf::integers {

// From one pixel to the next.
struct PixelSteps {
  int32_t input;
  int32_t out;
};

// Computes `count` channels from `channel` on of kPixels pixels of a line, one or four, the first
// of which is at `input` and `out`.
template <int32_t kPixels>
[[gnu::noinline]] void run_windows(const Int8Depthwise& its, const Int8Block& block,
                                   int32_t channel, const int8_t* input, int8_t* out,
                                   const PixelSteps& steps, size_t count) {
  const int32_t pitch = steps.input;
  portable::Terms rows = block.rows;
  const portable::Terms columns = block.columns;
  const auto add = [&its, count](vint32m4_t sum, const int8_t* x, vint16m2_t weights) {
    const auto offset = static_cast<int16_t>(its.offset);
    const vint16m2_t shifted = __riscv_vadd_vx_i16m2(read_int16(x, count), offset, count);
    return __riscv_vwmacc_vv_i32m4(sum, shifted, weights, count);
  };
  // An array cannot hold vectors of any length.
  vint32m4_t sum0 = __riscv_vmv_v_x_i32m4(0, count);
  vint32m4_t sum1 = sum0;
  vint32m4_t sum2 = sum0;
  vint32m4_t sum3 = sum0;
  input += channel;
  const int8_t* weight = block.weights + channel;
  for (; rows.count > 0; --rows.count, input += rows.input, weight += rows.weight) {
    const int8_t* x = input;
    const int8_t* w = weight;
    for (int32_t n = columns.count; n > 0; --n, x += columns.input, w += columns.weight) {
      const vint16m2_t weights = read_int16(w, count);
      sum0 = add(sum0, x, weights);
      if constexpr (kPixels > 1) {
        sum1 = add(sum1, x + pitch, weights);
        sum2 = add(sum2, x + 2 * pitch, weights);
        sum3 = add(sum3, x + 3 * pitch, weights);
      }
    }
  }
  const int32_t next = steps.out;
  out += channel;
  write_results(its.result, channel, sum0, out, count);
  if constexpr (kPixels > 1) {
    write_results(its.result, channel, sum1, out + next, count);
    write_results(its.result, channel, sum2, out + 2 * next, count);
    write_results(its.result, channel, sum3, out + 3 * next, count);
  }
}

inline void Int8Depthwise::run(const Int8Block& block) const {
  const Int8Lines its(*this, block);
  const PixelSteps next{its.input.pixel, its.out.pixel};
  for (int32_t line = 0; line < its.lines; ++line) {
    const int8_t* input = block.input + line * its.input.line;
    int8_t* out = block.out + line * its.out.line;
    for (int32_t left = its.pixels, some; left > 0; left -= some) {
      some = left >= 4 ? 4 : 1;
      for (int32_t c = 0; c < channels;) {
        const size_t count = __riscv_vsetvl_e32m4(static_cast<size_t>(channels - c));
        if (some == 4) {
          run_windows<4>(*this, block, c, input, out, next, count);
        } else {
          run_windows<1>(*this, block, c, input, out, next, count);
        }
        c += static_cast<int32_t>(count);
      }
      input += some * its.input.pixel;
      out += some * its.out.pixel;
    }
  }
}

}  // namespace kerf::integers
