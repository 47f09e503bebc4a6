// Products of int8 matrices with 32 registers: four pixels and two filters at a time.
#pragma once

#include "isa/rv32/loops/int8_results.h"

namespace kerf::integers {

inline constexpr int32_t kTilePixels = 4;

// The sums of four pixels and two filters: at[p] of one, at[4 + p] of the other.
struct TileSums {
  uint32_t at[2 * kTilePixels];

  [[gnu::always_inline]] void add(const int8_t* x0, const int8_t* x1, const int8_t* x2,
                                  const int8_t* x3, int32_t one, int32_t two) {
    at[0] += static_cast<uint32_t>(*x0 * one);
    at[4] += static_cast<uint32_t>(*x0 * two);
    at[1] += static_cast<uint32_t>(*x1 * one);
    at[5] += static_cast<uint32_t>(*x1 * two);
    at[2] += static_cast<uint32_t>(*x2 * one);
    at[6] += static_cast<uint32_t>(*x2 * two);
    at[3] += static_cast<uint32_t>(*x3 * one);
    at[7] += static_cast<uint32_t>(*x3 * two);
  }
};

// Adds the products of `terms` terms. The odd one is the first.
[[gnu::noinline]] inline void add_tile(TileSums& to, const int8_t* const (&pixels)[kTilePixels],
                                       const int8_t* one, const int8_t* two, int32_t terms) {
  const int8_t* x0 = pixels[0];
  const int8_t* x1 = pixels[1];
  const int8_t* x2 = pixels[2];
  const int8_t* x3 = pixels[3];
  TileSums sums = to;
  const int8_t* end = one + terms;
  if ((terms & 1) != 0) sums.add(x0++, x1++, x2++, x3++, *one++, *two++);
  for (; one != end; one += 2, two += 2, x0 += 2, x1 += 2, x2 += 2, x3 += 2) {
    sums.add(x0, x1, x2, x3, one[0], two[0]);
    sums.add(x0 + 1, x1 + 1, x2 + 1, x3 + 1, one[1], two[1]);
  }
  to = sums;
}

// The results of `count` <= 4 pixels; where there are fewer, the last one is computed again. So is
// a filter that is left.
[[gnu::noinline]] inline void run_tile(const Int8Product& product, const int8_t* inputs,
                                       int32_t pitch, int32_t count, int8_t* out) {
  const int8_t* pixels[kTilePixels];
  for (int32_t i = 0; i < kTilePixels; ++i) {
    pixels[i] = inputs;
    if (i + 1 < count) inputs += pitch;
  }
  const int32_t terms = product.terms;
  const int8_t* weights = product.weights;
  for (int32_t m = 0; m < product.filters; m += 2, weights += 2 * terms) {
    const int32_t filters = m + 1 < product.filters ? 2 : 1;
    TileSums sums;
    const uint32_t start = product.result.start_of(m);
    const uint32_t other = product.result.start_of(m + filters - 1);
    for (int32_t i = 0; i < kTilePixels; ++i) {
      sums.at[i] = start;
      sums.at[kTilePixels + i] = other;
    }
    add_tile(sums, pixels, weights, weights + (filters - 1) * terms, terms);
    for (int32_t f = 0; f < filters; ++f) {
      store_sums(product.result, sums.at + f * kTilePixels,
                 {m + f, 0, out + m + f, product.out_pitch}, count);
    }
  }
}

// The results of one pixel.
[[gnu::noinline]] inline void run_pixel(const Int8Product& product, const int8_t* input,
                                        int8_t* out) {
  const int8_t* w = product.weights;
  for (int32_t m = 0; m < product.filters; ++m) {
    uint32_t sum = product.result.start_of(m);
    const int8_t* x = input;
    for (const int8_t* end = w + product.terms; w != end;)
      sum += static_cast<uint32_t>(*x++ * *w++);
    store_sums(product.result, &sum, {m, 0, out++, 0}, 1);
  }
}

[[gnu::noinline]] inline void Int8Product::run(const int8_t* inputs, int32_t pitch, int32_t pixels,
                                               int8_t* out) const {
  while (pixels > 0) {
    const int32_t count = pixels < 3 ? 1 : pixels < kTilePixels ? 3 : kTilePixels;
    if (count == 1) {
      run_pixel(*this, inputs, out);
    } else {
      run_tile(*this, inputs, pitch, count, out);
    }
    inputs += count * pitch;
    out += count * out_pitch;
    pixels -= count;
  }
}

}  // namespace kerf::integers
