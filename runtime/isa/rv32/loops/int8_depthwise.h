// Depthwise windows of int8 with 32 registers: four channels at a time.
#pragma once

#include "isa/rv32/loops/int8_results.h"

namespace kerf::cortex_m {

// Adds to sums[lane] the products of channel `lane` of the window at `input`.
template <bool kShared, int32_t... kLane>
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
      ((sum[kLane] += static_cast<uint32_t>((x[kShared ? 0 : kLane] + offset) * w[kLane])), ...);
      x += input_step;
      w += weight_step;
    }
    input += rows.input;
    weight += rows.weight;
  }
  ((sums[kLane] = sum[kLane]), ...);
}

template <bool kShared>
[[gnu::noinline]] void Int8Depthwise::run(const int8_t* inputs, const int8_t* weights,
                                          const portable::Terms& rows,
                                          const portable::Terms& columns, int32_t pixels,
                                          int8_t* out) const {
  for (int32_t c = 0, lanes; c < channels; c += lanes) {
    lanes = channels - c < 4 ? 1 : 4;
    const int8_t* x = inputs + (kShared ? 0 : c);
    int8_t* to = out + c;
    for (int32_t p = pixels; p > 0; --p, x += input_pitch, to += out_pitch) {
      uint32_t sums[4];
      for (int32_t i = 0; i < lanes; ++i) sums[i] = result.start_of(c + i);
      if (lanes == 4) {
        add_window<kShared, 0, 1, 2, 3>(sums, x, weights + c, rows, columns, offset);
      } else {
        add_window<kShared, 0>(sums, x, weights + c, rows, columns, offset);
      }
      store_sums(result, sums, {c, 1, to, 1}, lanes);
    }
  }
}

}  // namespace kerf::cortex_m
