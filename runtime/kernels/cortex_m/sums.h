// Rows of sums of int8 and their results.
#pragma once

#include <stdint.h>

#include "loops/int8_sums.h"

namespace kerf::cortex_m {

// Distances in elements.
struct Int8Steps {
  int32_t common;
  int32_t lanes;
  int32_t start;
  int32_t scale;
  int32_t out;
};

// Tiles of four sums that have one operand in common: a filter for four pixels, or a pixel for four
// filters. Of tile t and lane l,
//   out[t * tile.out + l * lane.out] = sum over k < count of
//     common[t * tile.common + k] * lanes[t * tile.lanes + l * lane.lanes + k]
// as `result` makes it int8.
struct Int8Sums {
  const int8_t* common;
  const int8_t* lanes;
  int32_t count;
  const Int8Result& result;
  int8_t* out;
  Int8Steps tile;
  Int8Steps lane;
  int32_t start_at = 0;
  int32_t scale_at = 0;

  // Computes `tiles` tiles and advances past them.
  [[gnu::noinline]] void run(int32_t tiles) {
    for (; tiles > 0; --tiles) {
      uint32_t sums[4];
      add_products(sums, common, lanes, lane.lanes, count);
      store_results(result, sums, {start_at, lane.start, scale_at, lane.scale, out, lane.out}, 4);
      common += tile.common;
      lanes += tile.lanes;
      start_at += tile.start;
      scale_at += tile.scale;
      out += tile.out;
    }
  }
};

// The channels of one pixel, each summed over the taps of its own filter.
struct Int8Taps {
  const int8_t* const* inputs;  // of each tap: the channels of the pixel there
  int32_t count;
  int32_t step;           // from the input of one channel to that of the next, 0 or 1
  const int8_t* weights;  // of the first tap
  int32_t pitch;          // from one tap's weights to the next one's
  const Int8Result& result;
  int8_t* out;

  // out[c] = sum over t < count of inputs[t][from + (c - first) * step] * weights[t * pitch + c],
  // as `result` makes it int8, for first <= c < first + channels.
  [[gnu::noinline]] void run(int32_t from, int32_t first, int32_t channels) const {
    while (channels > 0) {
      uint32_t sums[4];
      const int32_t lanes =
          add_taps(sums, inputs, from, step, weights + first, pitch, count, channels);
      store_results(result, sums, {first, 1, first, 1, out + first, 1}, lanes);
      channels -= lanes;
      first += lanes;
      from += lanes * step;
    }
  }
};

}  // namespace kerf::cortex_m
