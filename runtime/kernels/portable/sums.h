// Rows of weighted sums: what convolutions and matrix products are made of.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "tensor/element.h"

namespace kerf::portable {

// One loop over the terms of a sum: how many, and how far the next input and the next weight lie,
// in elements.
struct Terms {
  int32_t count;
  int32_t input;
  int32_t weight;
};

// out[i * out_step] = start[i * start_step] + sum over a, b, c of
//     input[i * input_step + a * terms[0].input + b * terms[1].input + c * terms[2].input]
//     * weight[a * terms[0].weight + b * terms[1].weight + c * terms[2].weight]
// with a < terms[0].count and so on: fastest where the last loop is the longest.
// Half and BFloat16 are summed in float, integers wrap. `out` must not alias the others.
template <typename T>
struct Sums {
  const T* input;
  const T* weight;
  const T* start;
  T* out;
  int32_t input_step;
  int32_t start_step;
  int32_t out_step;
  Terms terms[3];

  // Computes `count` outputs. Moves input, start and out.
  void run(int32_t count) {
    if (input_step == 1) {
      for (; count >= 8; count -= 8) side_by_side<0, 1, 2, 3, 4, 5, 6, 7>(1, start_step, out_step);
    }
    // One output alone is computed twice, in one place.
    for (; count > 1; count -= 2) side_by_side<0, 1>(input_step, start_step, out_step);
    if (count > 0) side_by_side<0, 1>(0, 0, 0);
  }

 private:
  using W = WrapOf<T>;

  // The outputs i = kLane, with steps of their own: each weight is read once for all, and each sum
  // is a register.
  template <int32_t... kLane>
  [[gnu::noinline]] void side_by_side(int32_t in_step, int32_t from_step, int32_t to_step) {
    constexpr int32_t kLanes = static_cast<int32_t>(sizeof...(kLane));
    if (kLanes > 2) in_step = 1;
    W sums[] = {static_cast<W>(load(start + kLane * from_step))...};
    const T* x0 = input;
    const T* w0 = weight;
    for (int32_t a = terms[2].count > 0 ? terms[0].count : 0; a > 0; --a) {
      const T* x1 = x0;
      const T* w1 = w0;
      for (int32_t b = terms[1].count; b > 0; --b) {
        const T* x = x1;
        const T* w = w1;
        int32_t c = terms[2].count;
        do {
          const W factor = static_cast<W>(load(w));
          ((sums[kLane] += static_cast<W>(load(x + kLane * in_step)) * factor), ...);
          x += terms[2].input;
          w += terms[2].weight;
        } while (--c > 0);
        x1 += terms[1].input;
        w1 += terms[1].weight;
      }
      x0 += terms[0].input;
      w0 += terms[0].weight;
    }
    T* to = out + kLanes * to_step;
    input += kLanes * in_step;
    start += kLanes * from_step;
    out = to;
    ((to -= to_step, store(to, sums[kLanes - 1 - kLane])), ...);
  }
};

}  // namespace kerf::portable
