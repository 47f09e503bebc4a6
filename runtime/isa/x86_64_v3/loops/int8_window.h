// Depthwise windows of int8 as pairs of taps, whose products are added as int32.
#pragma once

#include <stdint.h>

#include "isa/scalar/loops/int8_results.h"

namespace kerf::integers {

template <int32_t kNumber>
struct Pairs {
  static constexpr int32_t kValue = kNumber;
};

// Where the taps of a block's outputs are: inputs and weights of tap i, from those of the first
// one. A last tap without a second one is both of its pair.
struct Int8Window {
  static constexpr int32_t kMostPairs = 25;  // of 7x7 taps

  int32_t pairs;
  bool lonely;  // the last tap
  int32_t inputs[2 * kMostPairs];
  int32_t weights[2 * kMostPairs];

  Int8Window() = default;
  // Without the places of taps where there are more pairs than kMostPairs.
  explicit Int8Window(const Int8Block& block) {
    const int32_t taps = block.rows.count * block.columns.count;
    pairs = (taps + 1) / 2;
    lonely = taps % 2 != 0;
    if (pairs > kMostPairs) return;
    int32_t i = 0;
    for (int32_t j = 0; j < block.rows.count; ++j) {
      for (int32_t k = 0; k < block.columns.count; ++k, ++i) {
        inputs[i] = j * block.rows.input + k * block.columns.input;
        weights[i] = j * block.rows.weight + k * block.columns.weight;
      }
    }
    if (lonely) {
      inputs[i] = inputs[i - 1];
      weights[i] = weights[i - 1];
    }
  }
};

// Reads the windows of blocks; whether none has more pairs of taps than kMostPairs.
inline bool read_windows(const Int8Block* block, const Int8Block* end, Int8Window* windows) {
  bool few = true;
  for (; block != end; ++block, ++windows) {
    *windows = Int8Window(*block);
    few = few && windows->pairs <= Int8Window::kMostPairs;
  }
  return few;
}

// Calls run(block, window, pairs) for each block and its window. `pairs` has in its type the number
// of a window of 2x2, 2x3 or 3x3 taps, which is known when `run` is compiled; else 0.
template <typename Run>
[[gnu::always_inline]] inline void each_window(const Int8Block* block, const Int8Block* end,
                                               const Int8Window* window, Run run) {
  for (; block != end; ++block, ++window) {
    switch (window->pairs) {
      case 2:
        run(*block, *window, Pairs<2>{});
        break;
      case 3:
        run(*block, *window, Pairs<3>{});
        break;
      case 5:
        run(*block, *window, Pairs<5>{});
        break;
      default:
        run(*block, *window, Pairs<0>{});
    }
  }
}

// Computes the channels from `c` on of all pixels one after the other.
[[gnu::noinline]] inline void run_one_by_one(const Int8Depthwise& its, const Int8Block& block,
                                             int32_t c) {
  for (int32_t line = 0; line < block.lines; ++line) {
    for (int32_t pixel = 0; pixel < block.pixels; ++pixel) {
      const int8_t* const input =
          block.input + line * its.input_pitch.line + pixel * its.input_pitch.pixel;
      int8_t* const out = block.out + line * its.out_pitch.line + pixel * its.out_pitch.pixel;
      for (int32_t i = c; i < its.channels; ++i) {
        uint32_t sum = 0;
        for (int32_t j = 0; j < block.rows.count; ++j) {
          const int8_t* x = input + j * block.rows.input + i;
          const int8_t* w = block.weights + j * block.rows.weight + i;
          for (int32_t n = block.columns.count; n > 0; --n) {
            sum += static_cast<uint32_t>((*x + its.offset) * *w);
            x += block.columns.input;
            w += block.columns.weight;
          }
        }
        const uint32_t sums[4] = {sum};
        store_results(its.result, sums, {i, 1, out + i, 1}, 1);
      }
    }
  }
}

}  // namespace kerf::integers
