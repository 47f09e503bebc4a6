// Depthwise windows of int8 with 32 registers: four channels at a time.
#pragma once

#include "isa/rv32/loops/int8_results.h"

namespace kerf::integers {

// Adds to sums[lane] the products of channel `lane` of the window at `input`.
template <int32_t... kLane>
[[gnu::noinline]] void add_window(uint32_t* sums, const int8_t* input, const int8_t* weight,
                                  const portable::Terms& rows, const portable::Terms& columns,
                                  int32_t offset) {
  uint32_t sum[] = {sums[kLane]...};
  const int32_t count = columns.count;
  const int32_t input_step = columns.input;
  const int32_t weight_step = columns.weight;
  for (int32_t j = rows.count; j > 0; --j) {
    const int8_t* x = input;
    const int8_t* w = weight;
    for (int32_t n = count; n > 0; --n) {
      ((sum[kLane] += static_cast<uint32_t>((x[kLane] + offset) * w[kLane])), ...);
      x += input_step;
      w += weight_step;
    }
    input += rows.input;
    weight += rows.weight;
  }
  ((sums[kLane] = sum[kLane]), ...);
}

[[gnu::noinline]] inline void Int8Depthwise::run(const Int8Block& block) const {
  for (int32_t c = 0, lanes; c < channels; c += lanes) {
    lanes = channels - c < 4 ? 1 : 4;
    for (int32_t line = 0; line < block.lines; ++line) {
      const int8_t* x = block.input + c + line * input_pitch.line;
      int8_t* to = block.out + c + line * out_pitch.line;
      for (int32_t p = block.pixels; p > 0; --p, x += input_pitch.pixel, to += out_pitch.pixel) {
        uint32_t sums[4];
        for (int32_t i = 0; i < lanes; ++i) sums[i] = result.start_of(c + i);
        if (lanes == 4) {
          add_window<0, 1, 2, 3>(sums, x, block.weights + c, block.rows, block.columns, offset);
        } else {
          add_window<0>(sums, x, block.weights + c, block.rows, block.columns, offset);
        }
        store_sums(result, sums, {c, 1, to, 1}, lanes);
      }
    }
  }
}

}  // namespace kerf::integers
