// Products of int8 matrices by AVX2, exactly: two products of int16 are added as int32. Several
// pixels: four by sixteen filters, which are packed, two terms at a time. Few: two by four filters,
// sixteen terms at a time.
#pragma once

#include <immintrin.h>
#include <stdint.h>

#include "core/libc.h"
#include "isa/x86_64_v3/loops/int8_results.h"
#include "loops/int8_scratch.h"

namespace kerf::integers {

// The first `count` < 16 bytes, zeros behind them; no byte behind them is read.
[[gnu::always_inline]] inline __m128i load_few(const int8_t* from, int32_t count) {
  uint64_t low = 0;
  uint64_t high = 0;
  if (count >= 8) {
    libc::copy(&low, from, 8);
    if (count > 8) {
      libc::copy(&high, from + count - 8, 8);
      high >>= 8 * (16 - count);
    }
  } else if (count >= 4) {
    uint32_t first;
    uint32_t last;
    libc::copy(&first, from, 4);
    libc::copy(&last, from + count - 4, 4);
    low = first | uint64_t{last} << (8 * (count - 4));
  } else {
    for (int32_t i = 0; i < count; ++i) low |= uint64_t{static_cast<uint8_t>(from[i])} << (8 * i);
  }
  return _mm_set_epi64x(static_cast<int64_t>(high), static_cast<int64_t>(low));
}

// Four filters of two pixels; those that do not exist are others once more.
struct Int8Tile {
  const int8_t* inputs[2];
  const int8_t* weights[4];

  // The sums of the filters: of the first pixel in the low half, of the second in the high one.
  [[gnu::always_inline]] __m256i run(int32_t terms, int32_t offset) const {
    const __m256i offsets = _mm256_set1_epi16(static_cast<int16_t>(offset));
    __m256i sums[2][4];
#pragma GCC unroll 8
    for (int32_t p = 0; p < 2; ++p) {
#pragma GCC unroll 8
      for (int32_t m = 0; m < 4; ++m) sums[p][m] = _mm256_setzero_si256();
    }
    const auto add = [&](int32_t k, auto read) __attribute__((always_inline)) {
      __m256i x[2];
#pragma GCC unroll 8
      for (int32_t p = 0; p < 2; ++p)
        x[p] = _mm256_add_epi16(_mm256_cvtepi8_epi16(read(inputs[p] + k)), offsets);
#pragma GCC unroll 8
      for (int32_t m = 0; m < 4; ++m) {
        const __m256i w = _mm256_cvtepi8_epi16(read(weights[m] + k));
#pragma GCC unroll 8
        for (int32_t p = 0; p < 2; ++p) add_products(sums[p][m], x[p], w);
      }
    };
    int32_t k = 0;
    for (; terms - k >= 16; k += 16) {
      add(k, [](const int8_t* at) __attribute__((always_inline)) {
        return _mm_loadu_si128(reinterpret_cast<const __m128i*>(at));
      });
    }
    const int32_t rest = terms - k;
    if (rest == 8) {
      add(k, [](const int8_t* at) __attribute__((always_inline)) {
        return _mm_loadl_epi64(reinterpret_cast<const __m128i*>(at));
      });
    } else if (rest > 0) {
      add(k,
          [rest](const int8_t* at) __attribute__((always_inline)) { return load_few(at, rest); });
    }
    __m256i pixel[2];
#pragma GCC unroll 8
    for (int32_t p = 0; p < 2; ++p) {
      pixel[p] = _mm256_hadd_epi32(_mm256_hadd_epi32(sums[p][0], sums[p][1]),
                                   _mm256_hadd_epi32(sums[p][2], sums[p][3]));
    }
    return _mm256_add_epi32(_mm256_permute2x128_si256(pixel[0], pixel[1], 0x20),
                            _mm256_permute2x128_si256(pixel[0], pixel[1], 0x31));
  }
};

// Products of a pixel or two.
[[gnu::noinline]] inline void run_few(const Int8Product& its, const int8_t* inputs, int32_t pitch,
                                      int32_t pixels, int8_t* out) {
  const auto& [weights, filters, terms, out_pitch, result, scratch, offset] = its;
  for (int32_t m = 0; m < filters; m += 4) {
    const int32_t left = filters - m;
    const __m128i existing = _mm_cmpgt_epi32(_mm_set1_epi32(left), _mm_setr_epi32(0, 1, 2, 3));
    // Loads values of four filters, for both pixels.
    const auto values = [&](const int32_t* of, int32_t step) __attribute__((always_inline)) {
      if (step == 0) return _mm256_set1_epi32(*of);
      return _mm256_broadcastsi128_si256(_mm_maskload_epi32(of + m, existing));
    };
    const __m256i start = _mm256_add_epi32(values(result.start, 1), _mm256_set1_epi32(result.base));
    int8_t shifts[8];
    for (int32_t i = 0; i < 4; ++i) {
      const int32_t filter = i < left ? m + i : m;
      shifts[i] = shifts[4 + i] = result.shift[filter * result.scale_step];
    }
    const EightScales scales(
        values(result.multiplier, result.scale_step),
        _mm256_cvtepi8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(shifts))));
    Int8Tile tile;
    for (int32_t i = 0; i < 4; ++i) tile.weights[i] = weights + (m + (i < left ? i : 0)) * terms;
    for (int32_t p = 0; p < pixels; p += 2) {
      const bool both = pixels - p >= 2;
      tile.inputs[0] = inputs + p * pitch;
      tile.inputs[1] = both ? tile.inputs[0] + pitch : tile.inputs[0];
      const __m256i sums = _mm256_add_epi32(tile.run(terms, offset), start);
      const __m256i whole = scales.rescale(sums);
      const __m128i bytes = narrow_lanes(whole, whole, result);
      int8_t* to = out + p * out_pitch + m;
      store_bytes(to, _mm_cvtsi128_si32(bytes), left);
      if (both) store_bytes(to + out_pitch, _mm_extract_epi32(bytes, 1), left);
    }
  }
}

// Packs eight filters: of each eight terms four pairs, of which 32 bytes are those of all filters.
// Distances in `to` are those of sixteen filters. What does not exist is 0. Returns their sums.
[[gnu::noinline]] inline __m256i pack_eight(const int8_t* weights, int32_t filters, int32_t terms,
                                            int8_t* to) {
  __m256i sums = _mm256_setzero_si256();
  for (int32_t k = 0; k < terms; k += 8, to += 4 * 64) {
    __m128i rows[8];
#pragma GCC unroll 8
    for (int32_t m = 0; m < 8; ++m) {
      const int8_t* const from = weights + m * terms + k;
      rows[m] = m >= filters     ? _mm_setzero_si128()
                : terms - k >= 8 ? _mm_loadl_epi64(reinterpret_cast<const __m128i*>(from))
                                 : load_few(from, terms - k);
    }
    __m128i twos[4];
#pragma GCC unroll 4
    for (int32_t i = 0; i < 4; ++i) twos[i] = _mm_unpacklo_epi16(rows[2 * i], rows[2 * i + 1]);
    const __m128i fours[4] = {
        _mm_unpacklo_epi32(twos[0], twos[1]), _mm_unpackhi_epi32(twos[0], twos[1]),
        _mm_unpacklo_epi32(twos[2], twos[3]), _mm_unpackhi_epi32(twos[2], twos[3])};
    const __m128i pairs[4] = {
        _mm_unpacklo_epi64(fours[0], fours[2]), _mm_unpackhi_epi64(fours[0], fours[2]),
        _mm_unpacklo_epi64(fours[1], fours[3]), _mm_unpackhi_epi64(fours[1], fours[3])};
    __m256i all = _mm256_setzero_si256();
#pragma GCC unroll 4
    for (int32_t i = 0; i < 4; ++i) {
      const __m256i wide = _mm256_cvtepi8_epi16(pairs[i]);
      _mm256_storeu_si256(reinterpret_cast<__m256i*>(to + 64 * i), wide);
      all = _mm256_add_epi16(all, wide);
    }
    add_products(sums, all, _mm256_set1_epi16(1));
  }
  return sums;
}

// Computes kPixels pixels of packed filters, of which `count` exist, eight in each of kHalves.
template <int32_t kPixels, int32_t kHalves>
[[gnu::noinline]] void run_packed(const Int8Product& its, const EightResults (&results)[2],
                                  const int8_t* inputs, int32_t pitch, int32_t count, int8_t* out) {
  __m256i sums[kPixels][kHalves];
#pragma GCC unroll 4
  for (int32_t p = 0; p < kPixels; ++p) {
#pragma GCC unroll 2
    for (int32_t half = 0; half < kHalves; ++half) sums[p][half] = results[half].start;
  }
  const auto* packed = static_cast<const int8_t*>(its.scratch);
  const auto add = [&](auto read) __attribute__((always_inline)) {
    __m256i x[kPixels];
#pragma GCC unroll 4
    for (int32_t p = 0; p < kPixels; ++p)
      x[p] = _mm256_cvtepi8_epi16(_mm_set1_epi64x(read(inputs + p * pitch)));
    const auto add_pair = [&](auto shuffle) __attribute__((always_inline)) {
      __m256i weights[kHalves];
#pragma GCC unroll 2
      for (int32_t half = 0; half < kHalves; ++half)
        weights[half] = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(packed + 32 * half));
      packed += 64;
#pragma GCC unroll 4
      for (int32_t p = 0; p < kPixels; ++p) {
        const __m256i pair = shuffle(x[p]);
#pragma GCC unroll 2
        for (int32_t half = 0; half < kHalves; ++half)
          add_products(sums[p][half], pair, weights[half]);
      }
    };
    add_pair([](__m256i v) { return _mm256_shuffle_epi32(v, 0x00); });
    add_pair([](__m256i v) { return _mm256_shuffle_epi32(v, 0x55); });
    add_pair([](__m256i v) { return _mm256_shuffle_epi32(v, 0xAA); });
    add_pair([](__m256i v) { return _mm256_shuffle_epi32(v, 0xFF); });
  };
  int32_t left = its.terms;
  const auto eight = [](const int8_t* at) __attribute__((always_inline)) {
    int64_t bytes;
    libc::copy(&bytes, at, sizeof bytes);
    return bytes;
  };
  for (; left >= 8; left -= 8, inputs += 8) add(eight);
  if (left > 0) {
    // The eight bytes that end with the last one, where there are as many.
    const bool behind = its.terms >= 8;
    add([=](const int8_t* at) __attribute__((always_inline)) {
      if (!behind) return static_cast<int64_t>(_mm_cvtsi128_si64(load_few(at, left)));
      return eight(at + left - 8) >> (8 * (8 - left));
    });
  }
  const bool at_once = results[0].scales.at_once && results[kHalves - 1].scales.at_once;
#pragma GCC unroll 4
  for (int32_t p = 0; p < kPixels; ++p) {
#pragma GCC unroll 2
    for (int32_t half = 0; half < kHalves; ++half) {
      const EightScales& scales = results[half].scales;
      __m256i& x = sums[p][half];
      x = at_once ? scales.rescale_at_once(x) : scales.rescale(x);
    }
    store_some(out + p * its.out_pitch, narrow_lanes(sums[p][0], sums[p][kHalves - 1], its.result),
               count);
  }
}

// Computes all pixels of packed filters, as run_packed().
template <int32_t kHalves>
void run_pixels(const Int8Product& its, const EightResults (&results)[2], const int8_t* inputs,
                int32_t pitch, int32_t pixels, int32_t count, int8_t* out) {
  const auto advance = [&](int32_t done) {
    pixels -= done;
    inputs += done * pitch;
    out += done * its.out_pitch;
  };
  while (pixels >= 4) {
    run_packed<4, kHalves>(its, results, inputs, pitch, count, out);
    advance(4);
  }
  while (pixels > 0) {
    run_packed<1, kHalves>(its, results, inputs, pitch, count, out);
    advance(1);
  }
}

[[gnu::noinline]] inline void Int8Product::run(const int8_t* inputs, int32_t pitch, int32_t pixels,
                                               int8_t* out) const {
  if (pixels < kLeastPacked) return run_few(*this, inputs, pitch, pixels, out);
  for (int32_t m = 0; m < filters; m += kPackedFilters) {
    const int32_t count = filters - m < kPackedFilters ? filters - m : kPackedFilters;
    EightResults results[2];
    for (int32_t i = 0; i < count; i += 8) {
      EightResults& eight = results[i / 8];
      eight = EightResults(result, m + i, count - i);
      const __m256i sums = pack_eight(weights + (m + i) * terms, count - i, terms,
                                      static_cast<int8_t*>(scratch) + 4 * i);
      eight.start =
          _mm256_add_epi32(eight.start, _mm256_mullo_epi32(sums, _mm256_set1_epi32(offset)));
    }
    count > 8 ? run_pixels<2>(*this, results, inputs, pitch, pixels, count, out + m)
              : run_pixels<1>(*this, results, inputs, pitch, pixels, count, out + m);
  }
}

}  // namespace kerf::integers
