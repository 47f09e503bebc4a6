// Rows of weighted sums of int8, rescaled to int8: what quantized convolutions and matrix products
// are made of.
#pragma once

#include <stdint.h>

#include "loops/rescale.h"

namespace kerf::cortex_m {

// How sums become int8. `multiplier` and `shift` are those of rescale().
struct Int8Result {
  const int32_t* start;  // what each sum begins with
  const int32_t* multiplier;
  const int32_t* shift;
  int32_t base;  // added to every sum
  int32_t offset;
  int32_t low;
  int32_t high;

  int8_t of(uint32_t sum, int32_t start_at, int32_t scale_at) const {
    sum += static_cast<uint32_t>(start[start_at]) + static_cast<uint32_t>(base);
    return narrow(rescale(static_cast<int32_t>(sum), multiplier[scale_at], shift[scale_at]), offset,
                  low, high);
  }
};

// Distances in elements.
struct Int8Steps {
  int32_t common;
  int32_t lanes;
  int32_t start;
  int32_t scale;
  int32_t out;
};

// sums[lane] = sum of common[k] * lanes[lane * pitch + k] over k < count, modulo 2^32.
inline void add_products(uint32_t (&sums)[4], const int8_t* common,
                                           const int8_t* lanes, int32_t pitch, int32_t count) {
  uint32_t a = 0;
  uint32_t b = 0;
  uint32_t c = 0;
  uint32_t d = 0;
  const int32_t pitch2 = 2 * pitch;
  const int32_t pitch3 = 3 * pitch;
  for (; count > 0; --count, ++lanes) {
    const int32_t x = *common++;
    a += static_cast<uint32_t>(x * lanes[0]);
    b += static_cast<uint32_t>(x * lanes[pitch]);
    c += static_cast<uint32_t>(x * lanes[pitch2]);
    d += static_cast<uint32_t>(x * lanes[pitch3]);
  }
  sums[0] = a;
  sums[1] = b;
  sums[2] = c;
  sums[3] = d;
}

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
      for (int32_t i = 0; i < 4; ++i)
        out[i * lane.out] =
            result.of(sums[i], start_at + i * lane.start, scale_at + i * lane.scale);
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
    const int32_t end = first + channels;
    for (; first + 4 <= end; first += 4, from += 4 * step) sum<0, 1, 2, 3>(from, first);
    for (; first < end; ++first, from += step) sum<0>(from, first);
  }

 private:
  template <int32_t... kLane>
  void sum(int32_t from, int32_t first) const {
    uint32_t sums[] = {static_cast<uint32_t>(0 * kLane)...};
    const int8_t* w = weights + first;
    const int8_t* const* at = inputs;
    for (int32_t n = count; n > 0; --n, w += pitch) {
      const int8_t* x = *at++ + from;
      ((sums[kLane] += static_cast<uint32_t>(x[kLane * step] * w[kLane])), ...);
    }
    for (const uint32_t each : sums) {
      out[first] = result.of(each, first, first);
      ++first;
    }
  }
};

}  // namespace kerf::cortex_m
