// Rows of weighted sums: what convolutions and matrix products are made of.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "tensor/element.h"

namespace kerf::portable {

// One loop over the terms of a sum: how many, and the distances to the next input and weight, in
// elements.
struct Terms {
  int32_t count;
  int32_t input;
  int32_t weight;
};

// The distances to input, start and out of the next sum, in elements.
struct Steps {
  int32_t input;
  int32_t start;
  int32_t out;
};

// out[i * step.out] = start[i * step.start] + sum over a, b, c of
//     input[i * step.input + a * terms[0].input + b * terms[1].input + c * terms[2].input]
//     * weight[a * terms[0].weight + b * terms[1].weight + c * terms[2].weight]
// with a < terms[0].count and so on: fastest where the last loop is the longest.
// Half and BFloat16 are summed in float, integers wrap. `out` must not alias the others.
template <typename T>
struct Sums {
  const T* input;
  const T* weight;
  const T* start;
  T* out;
  Steps step;
  Terms terms[3];

  // Computes `count` sums and advances `out` past them; `input` and `start` are unspecified then.
  [[gnu::noinline]] void run(int32_t count) {
    if (step.input == 1) {
      for (; count >= 8; count -= 8) accumulate_lanes<true, 0, 1, 2, 3, 4, 5, 6, 7>();
    }
    for (; count > 1; count -= 2) accumulate_lanes<false, 0, 1>();
    if (count > 0) {
      // A single sum is computed twice, at the same address.
      const Steps kept = step;
      step = {0, 0, 0};
      accumulate_lanes<false, 0, 1>();
      step = kept;
      out += step.out;
    }
  }

 private:
  using W = WrapOf<T>;

  // The sums i = kLane: each weight is read once for all of them, and each is held in a register.
  template <bool kAdjacent, int32_t... kLane>
  [[gnu::noinline]] void accumulate_lanes() {
    constexpr int32_t kLanes = static_cast<int32_t>(sizeof...(kLane));
    const int32_t lane = kAdjacent ? 1 : step.input;
    W sums[] = {static_cast<W>(load(start + kLane * step.start))...};
    const T* x0 = input;
    const T* w0 = weight;
    // Advanced before the loops, which need the registers.
    input += kLanes * lane;
    start += kLanes * step.start;
    for (int32_t a = terms[2].count > 0 ? terms[0].count : 0; a > 0; --a) {
      const T* x1 = x0;
      const T* w1 = w0;
      for (int32_t b = terms[1].count; b > 0; --b) {
        const T* x = x1;
        const T* w = w1;
        int32_t c = terms[2].count;
        do {
          const W factor = static_cast<W>(load(w));
          ((sums[kLane] += static_cast<W>(load(x + kLane * lane)) * factor), ...);
          x += terms[2].input;
          w += terms[2].weight;
        } while (--c > 0);
        x1 += terms[1].input;
        w1 += terms[1].weight;
      }
      x0 += terms[0].input;
      w0 += terms[0].weight;
    }
    T* to = out + kLanes * step.out;
    out = to;
    ((to -= step.out, store(to, sums[kLanes - 1 - kLane])), ...);
  }
};

}  // namespace kerf::portable
