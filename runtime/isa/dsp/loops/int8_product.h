// Products of int8 matrices by SMLAD, which adds two products.
#pragma once

#include "core/small.h"
#include "isa/dsp/loops/int8_product_by_four.h"
#include "isa/dsp/loops/int8_product_by_three.h"
#include "isa/dsp/loops/int8_product_in_pairs.h"
#include "isa/dsp/loops/int8_scratch.h"

namespace kerf::integers {

[[gnu::noinline]] inline void Int8Product::run(const int8_t* inputs, int32_t pitch, int32_t pixels,
                                               int8_t* out) const {
  if constexpr (kSmall) {
    by_four::run(*this, inputs, pitch, pixels, out);
  } else {
    by_three::run(*this, inputs, pitch, pixels, out);
  }
}

inline bool Int8Product::takes_tiles() const {
  return terms >= 4 && filters >= 2 && filters % 2 == 0 && result.base == 0;
}

[[gnu::noinline]] inline void Int8Product::place(int32_t pixel, int32_t term, const int8_t* from,
                                                 const portable::Terms& rows, int32_t count) const {
  constexpr int32_t kWords = 2 * kPlacedPixels;  // of four terms
  const uint32_t offsets = twice(offset);
  auto* tile = static_cast<uint32_t*>(scratch) + pixel + (term >> 2) * kWords;
  const int32_t step = (rows.weight >> 2) * kWords;
  for (int32_t left = rows.count; left > 0; --left, from += rows.input, tile += step)
    by_three::expand_pixel<kPlacedPixels>(tile, from, count, offsets);
}

[[gnu::noinline]] inline void Int8Product::pad(int32_t pixel) const {
  auto* tile = static_cast<uint32_t*>(scratch) + pixel;
  for (int32_t left = terms; left > 0; left -= 8) {
    tile[0] = 0;
    tile[kPlacedPixels] = 0;
    if (left == 4) break;
    tile[2 * kPlacedPixels] = 0;
    tile[3 * kPlacedPixels] = 0;
    tile += 4 * kPlacedPixels;
  }
}

[[gnu::noinline]] inline void Int8Product::run_placed(int8_t* out) const {
  by_three::run_tile(*this, static_cast<const uint32_t*>(scratch), out);
  clamp_rows(result, out, out_pitch, kPlacedPixels, filters);
}

[[gnu::noinline]] inline void Int8PackedProduct::run(const int8_t* inputs, int32_t pitch,
                                                     int32_t pixels, int8_t* out) const {
  in_pairs::run(*this, inputs, pitch, pixels, out);
}

inline void Int8PackedProduct::run_row(const int8_t* inputs, int8_t* out) const {
  in_pairs::run_row(*this, inputs, out);
}

}  // namespace kerf::integers
