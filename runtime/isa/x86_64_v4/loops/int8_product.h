// Products of int8 matrices by AVX-512 VNNI: up to eight pixels by sixteen filters, four terms at a
// time in one VPDPBUSD. It takes inputs that are not negative: they are moved up by 128, and what
// that adds beyond their offset is taken from the sums.
#pragma once

#include <immintrin.h>
#include <stdint.h>

#include "core/libc.h"
#include "isa/x86_64_v4/loops/int8_results.h"
#include "loops/int8_scratch.h"

namespace kerf::integers {

// Sixteen filters: four terms of each at a time.
struct PackedFilters {
  int8_t* fours;  // of terms
  int32_t count;  // of them
  int32_t rest;   // terms behind them
  __m512i last;   // those, and zeros
  __m512i moved;  // what moving the inputs up adds to the sums, beyond their offset

  // Packs `filters` <= 16 filters at `weights` to `scratch`.
  PackedFilters(const int8_t* weights, int32_t filters, int32_t terms, int32_t offset,
                void* scratch)
      : fours(static_cast<int8_t*>(scratch)), count(terms / 4), rest(terms % 4) {
    const __m512i ones = _mm512_set1_epi8(1);
    moved = last = _mm512_setzero_si512();
    int32_t k = 0;
    for (; terms - 4 * k >= 16; k += 4) {
      __m512i four[4];
      read_fours(weights + 4 * k, filters, terms, kAll, four);
#pragma GCC unroll 4
      for (int32_t i = 0; i < 4; ++i) {
        _mm512_storeu_si512(fours + 64 * (k + i), four[i]);
        moved = _mm512_dpbusd_epi32(moved, ones, four[i]);
      }
    }
    if (const int32_t left = terms - 4 * k; left > 0) {
      __m512i four[4];
      read_fours(weights + 4 * k, filters, terms, static_cast<__mmask16>((1 << left) - 1), four);
#pragma GCC unroll 4
      for (int32_t i = 0; i < 4; ++i) {
        if (k + i < count) _mm512_storeu_si512(fours + 64 * (k + i), four[i]);
        if (k + i == count) last = four[i];
        moved = _mm512_dpbusd_epi32(moved, ones, four[i]);
      }
    }
    moved = _mm512_maskz_mullo_epi32(kAll, moved, _mm512_set1_epi32(128 - offset));
  }

 private:
  // Sets four[i] to terms 4i to 4i + 3 of sixteen filters, zeros where there is no filter or the
  // term is not in `existing`.
  [[gnu::always_inline]] static void read_fours(const int8_t* weights, int32_t filters,
                                                int32_t terms, __mmask16 existing,
                                                __m512i (&four)[4]) {
    __m512i rows[4];  // filter 4i + j in quarter i of row j
#pragma GCC unroll 4
    for (int32_t j = 0; j < 4; ++j) {
      __m128i quarters[4];
#pragma GCC unroll 4
      for (int32_t i = 0; i < 4; ++i) {
        const int32_t m = 4 * i + j;
        quarters[i] =
            m < filters ? _mm_maskz_loadu_epi8(existing, weights + m * terms) : _mm_setzero_si128();
      }
      const __m256i low = _mm256_setr_m128i(quarters[0], quarters[1]);
      const __m256i high = _mm256_setr_m128i(quarters[2], quarters[3]);
      rows[j] = _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
    }
    const __m512i pairs[4] = {
        _mm512_unpacklo_epi32(rows[0], rows[1]), _mm512_unpacklo_epi32(rows[2], rows[3]),
        _mm512_unpackhi_epi32(rows[0], rows[1]), _mm512_unpackhi_epi32(rows[2], rows[3])};
    four[0] = _mm512_unpacklo_epi64(pairs[0], pairs[1]);
    four[1] = _mm512_unpackhi_epi64(pairs[0], pairs[1]);
    four[2] = _mm512_unpacklo_epi64(pairs[2], pairs[3]);
    four[3] = _mm512_unpackhi_epi64(pairs[2], pairs[3]);
  }
};

// The `count` < 4 bytes at `from`, zeros behind them. With `behind` four bytes are before them.
[[gnu::always_inline]] inline int32_t load_rest(const int8_t* from, int32_t count, bool behind) {
  uint32_t word = 0;
  if (behind) {
    libc::copy(&word, from + count - 4, 4);
    return static_cast<int32_t>(word >> (8 * (4 - count)));
  }
  for (int32_t i = 0; i < count; ++i) word |= uint32_t{static_cast<uint8_t>(from[i])} << (8 * i);
  return static_cast<int32_t>(word);
}

// Computes kPixels pixels of the filters from `m` on.
template <int32_t kPixels>
[[gnu::always_inline]] inline void run_tile(const Int8Result& result, const SixteenResults& results,
                                            const PackedFilters& filters, const int8_t* inputs,
                                            int32_t pitch, int8_t* out, int32_t out_pitch) {
  __m512i sums[kPixels];
#pragma GCC unroll 9
  for (int32_t p = 0; p < kPixels; ++p) sums[p] = _mm512_setzero_si512();
  const __m512i up = _mm512_set1_epi8(INT8_MIN);
  const int8_t* x = inputs;
  const int8_t* w = filters.fours;
  for (int32_t k = filters.count; k > 0; --k, x += 4, w += 64) {
    const __m512i weights = _mm512_loadu_si512(w);
#pragma GCC unroll 9
    for (int32_t p = 0; p < kPixels; ++p) {
      int32_t four;
      libc::copy(&four, x + p * pitch, 4);
      const __m512i moved = _mm512_xor_si512(_mm512_set1_epi32(four), up);
      sums[p] = _mm512_dpbusd_epi32(sums[p], moved, weights);
    }
  }
  if (filters.rest > 0) {
#pragma GCC unroll 9
    for (int32_t p = 0; p < kPixels; ++p) {
      const int32_t few = load_rest(x + p * pitch, filters.rest, filters.count > 0);
      const __m512i moved = _mm512_xor_si512(_mm512_set1_epi32(few), up);
      sums[p] = _mm512_dpbusd_epi32(sums[p], moved, filters.last);
    }
  }
#pragma GCC unroll 9
  for (int32_t p = 0; p < kPixels; ++p)
    store_lanes(result, results, _mm512_sub_epi32(sums[p], filters.moved), out + p * out_pitch);
}

[[gnu::noinline]] inline void Int8Product::run(const int8_t* inputs, int32_t pitch, int32_t pixels,
                                               int8_t* out) const {
  if (pixels <= 0) return;
  for (int32_t m = 0; m < filters; m += kFilters) {
    const int32_t count = filters - m < kFilters ? filters - m : kFilters;
    const SixteenResults results(this->result, m, count);
    const PackedFilters packed(weights + m * terms, count, terms, offset, scratch);
    const int8_t* x = inputs;
    int8_t* to = out + m;
    int32_t left = pixels;
    const auto advance = [&](int32_t done) {
      left -= done;
      x += done * pitch;
      to += done * out_pitch;
    };
    const auto run = [&](auto tile, int32_t computed) __attribute__((always_inline)) {
      tile(result, results, packed, x, pitch, to, out_pitch);
      advance(computed);
    };
    // A tile of one waits for each of its products: nine pixels are one tile.
    while (left >= 8 && left != 9) run(run_tile<8>, 8);
    if (left == 9) run(run_tile<9>, 9);
    while (left >= 4) run(run_tile<4>, 4);
    while (left > 0) run(run_tile<1>, 1);
  }
}

}  // namespace kerf::integers
