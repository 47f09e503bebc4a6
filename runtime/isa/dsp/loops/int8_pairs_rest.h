// Filters in pairs that a four does not have.
#pragma once

#include "isa/dsp/loops/int8_results.h"

namespace kerf::integers::in_pairs {

// Adds the products of both halves of w and x.
inline uint32_t add(uint32_t w, uint32_t x, uint32_t to) {
  return static_cast<uint32_t>(
      __smlad(static_cast<int16x2_t>(w), static_cast<int16x2_t>(x), static_cast<int32_t>(to)));
}

// The results of filters m and m + 1, which are a pair, of a pixel of a tile of `pixels`; `begin`
// is what even filters begin with. Their terms are at `weights`, two each `step` bytes, the last
// one of odd terms `before` bytes before its place.
[[gnu::noinline, gnu::cold]] inline void run_pair(const Int8Product& product, int32_t m,
                                                  const int8_t* weights, int32_t step,
                                                  int32_t before, const uint32_t* tile,
                                                  int32_t pixels, uint32_t begin, int8_t* out) {
  uint32_t even = begin;
  uint32_t both = 0;
  for (int32_t left = product.terms; left > 0; left -= 2, weights += step, tile += pixels) {
    uint32_t w = 0;
    if (left == 1) {
      w = static_cast<uint8_t>(weights[-before]) |
          static_cast<uint32_t>(static_cast<uint8_t>(weights[1 - before])) << 8;
    } else {
      w = load_word(weights);
    }
    both = add(w, *tile, both);
    even = add(w & 0x00FF00FF, *tile, even);
  }
  const auto odd = static_cast<int32_t>(both + begin - even);
  const Int8Result& result = product.result;
  out[m] = int8_of(result, m, result.start_of(m) + even);
  out[m + 1] = int8_of(result, m + 1, result.start_of(m + 1) + static_cast<uint32_t>(odd >> 8));
}

// The results of the last two filters, which are a pair, and of the last one, as run_pair().
[[gnu::noinline, gnu::cold]] inline void run_last(const Int8Product& product, const uint32_t* tile,
                                                  int32_t pixels, uint32_t begin, int8_t* out) {
  const int32_t terms = product.terms;
  int32_t m = product.filters & ~3;
  const int8_t* weights = product.weights + m * terms;
  if ((product.filters & 2) != 0) {
    run_pair(product, m, weights, 4, 0, tile, pixels, begin, out);
    weights += 2 * terms;
    m += 2;
  }
  if ((product.filters & 1) == 0) return;
  uint32_t total = product.result.start_of(m);
  for (int32_t left = terms; left > 0; left -= 4, weights += 4, tile += 2 * pixels) {
    uint32_t w = 0;
    libc::copy(&w, weights, static_cast<size_t>(left < 4 ? left : 4));
    // The terms of the last word are in order.
    if (left < 4) w = (w & 0xFF0000FF) | (w << 8 & 0x00FF0000) | (w >> 8 & 0x0000FF00);
    total = add(even_bytes(w), tile[0], total);
    if (left > 2) total = add(odd_bytes(w), tile[pixels], total);
  }
  out[m] = int8_of(product.result, m, total);
}

}  // namespace kerf::integers::in_pairs
