// Depthwise windows of int8 by AVX2, sixteen channels at a time, two products of int16 added as
// int32. The channels that are left are computed as by scalar instructions.
#pragma once

#include <immintrin.h>
#include <stdint.h>

#include "isa/x86_64_v3/loops/int8_results.h"
#include "isa/x86_64_v3/loops/int8_window.h"
#include "loops/int8_together.h"

namespace kerf::integers {

// Computes the sixteen channels from `c` on of all pixels of a block. kPairs: those of taps, or 0
// where the number of `window` counts.
template <int32_t kPairs>
[[gnu::noinline]] void run_channels(const Int8Depthwise& its, const Int8Block& block,
                                    const Int8Window& window, const EightResults (&results)[2],
                                    int32_t c) {
  const auto load = [](const int8_t* from) __attribute__((always_inline)) {
    return _mm_loadu_si128(reinterpret_cast<const __m128i*>(from));
  };
  const int32_t pairs = kPairs == 0 ? window.pairs : kPairs;
  PairedTaps weights[kPairs == 0 ? Int8Window::kMostPairs : kPairs];
  PairedTaps all(_mm_setzero_si128(), _mm_setzero_si128());
  const __m256i ones = _mm256_set1_epi16(1);
#pragma GCC unroll 5
  for (int32_t i = 0; i < pairs; ++i) {
    const bool lonely = window.lonely && i == pairs - 1;
    const __m128i even = load(block.weights + window.weights[2 * i] + c);
    weights[i] = PairedTaps(
        even, lonely ? _mm_setzero_si128() : load(block.weights + window.weights[2 * i + 1] + c));
    add_products(all.low, weights[i].low, ones);
    add_products(all.high, weights[i].high, ones);
  }
  // What the offset adds to all pixels.
  const __m256i offset = _mm256_set1_epi32(its.offset);
  const __m256i start[2] = {
      _mm256_add_epi32(results[0].start, _mm256_mullo_epi32(all.low, offset)),
      _mm256_add_epi32(results[1].start, _mm256_mullo_epi32(all.high, offset))};
  const bool at_once = results[0].scales.at_once && results[1].scales.at_once;
  for (int32_t line = 0; line < block.lines; ++line) {
    const int8_t* x = block.input + line * its.input_pitch.line + c;
    int8_t* out = block.out + line * its.out_pitch.line + c;
    for (int32_t n = block.pixels; n > 0; --n) {
      __m256i sums[2] = {start[0], start[1]};
#pragma GCC unroll 5
      for (int32_t i = 0; i < pairs; ++i) {
        const PairedTaps taps(load(x + window.inputs[2 * i]), load(x + window.inputs[2 * i + 1]));
        add_products(sums[0], taps.low, weights[i].low);
        add_products(sums[1], taps.high, weights[i].high);
      }
#pragma GCC unroll 2
      for (int32_t i = 0; i < 2; ++i) {
        const EightScales& scales = results[i].scales;
        sums[i] = at_once ? scales.rescale_at_once(sums[i]) : scales.rescale(sums[i]);
      }
      _mm_storeu_si128(reinterpret_cast<__m128i*>(out), narrow_lanes(sums[0], sums[1], its.result));
      x += its.input_pitch.pixel;
      out += its.out_pitch.pixel;
    }
  }
}

[[gnu::noinline]] inline void Int8Depthwise::run(const Int8Block* blocks,
                                                 const Int8Block* end) const {
  Int8Window windows[kDepthwiseBlocks];
  const bool few = read_windows(blocks, end, windows);
  int32_t c = 0;
  for (; few && channels - c >= 16; c += 16) {
    const EightResults results[2] = {EightResults(result, c, 8), EightResults(result, c + 8, 8)};
    each_window(blocks, end, windows,
                [&](const Int8Block& block, const Int8Window& window, auto pairs) {
                  run_channels<decltype(pairs)::kValue>(*this, block, window, results, c);
                });
  }
  for (; c < channels && blocks != end; ++blocks) run_one_by_one(*this, *blocks, c);
}

}  // namespace kerf::integers
