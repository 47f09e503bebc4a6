// Depthwise windows of int8, four channels at a time.
#pragma once

#include <stdint.h>

#include "isa/scalar/loops/int8_results.h"

namespace kerf::integers {

// sums[lane] = the sum of channel `lane`, modulo 2^32, of the pixel at `input`: as of
// Int8Depthwise::run().
template <int32_t... kLane>
void add_window(uint32_t (&sums)[4], const int8_t* input, const int8_t* weight,
                portable::Terms rows, const portable::Terms& columns, int32_t offset) {
  ((sums[kLane] = 0), ...);
  for (; rows.count > 0; --rows.count, input += rows.input, weight += rows.weight) {
    const int8_t* x = input;
    const int8_t* w = weight;
    for (int32_t n = columns.count; n > 0; --n, x += columns.input, w += columns.weight) {
      ((sums[kLane] += static_cast<uint32_t>((x[kLane] + offset) * w[kLane])), ...);
    }
  }
}

[[gnu::noinline]] inline void Int8Depthwise::run(const Int8Block& block) const {
  for (int32_t line = 0; line < block.lines; ++line) {
    const int8_t* input = block.input + line * input_pitch.line;
    int8_t* out = block.out + line * out_pitch.line;
    for (int32_t left = block.pixels; left > 0; --left) {
      for (int32_t c = 0, lanes; c < channels; c += lanes) {
        const int8_t* weights = block.weights + c;
        uint32_t sums[4];
        lanes = channels - c >= 4 ? 4 : 1;
        if (lanes == 4) {
          add_window<0, 1, 2, 3>(sums, input + c, weights, block.rows, block.columns, offset);
        } else {
          add_window<0>(sums, input + c, weights, block.rows, block.columns, offset);
        }
        store_results(result, sums, {c, 1, out + c, 1}, lanes);
      }
      input += input_pitch.pixel;
      out += out_pitch.pixel;
    }
  }
}

}  // namespace kerf::integers
