// Products of rows of int8 by weights whose terms are in groups, each with a factor, by AVX2 and
// FMA: of one row by up to four filters, or of rows by filters that are packed before.
#pragma once

#include <immintrin.h>
#include <stdint.h>

#include "core/libc.h"
#include "core/small.h"
#include "isa/x86_64_v3/loops/ahead.h"
#include "loops/byte_products.h"
#include "loops/floats.h"
#include "loops/grouped_sizes.h"

namespace kerf::fused {

// Whether there are loops for groups of `group` terms, or for `one`.
inline constexpr bool kHasGroupedRows = !kSmall;
inline bool has_grouped_rows(int32_t group, bool one) { return one || group % 32 == 0; }

// 64 weights of four bits as int8, those of even places apart.
struct Int4Block {
  __m256i even;
  __m256i odd;

  // `terms` of them are there, the others 0.
  Int4Block(const uint8_t* from, int32_t terms) {
    __m256i packed;
    if (terms <= 0) {
      packed = _mm256_setzero_si256();
    } else if (terms >= 64) {
      packed = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
    } else if (terms == 32) {
      packed = _mm256_zextsi128_si256(_mm_loadu_si128(reinterpret_cast<const __m128i*>(from)));
    } else {
      uint8_t rest[32] = {};
      libc::copy(rest, from, static_cast<size_t>(terms + 1) / 2);
      if (terms % 2 != 0) rest[terms / 2] &= 15;
      packed = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(rest));
    }
    const __m256i four = _mm256_set1_epi8(15);
    const __m256i numbers = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, -8, -7, -6, -5, -4, -3, -2, -1));
    even = _mm256_shuffle_epi8(numbers, _mm256_and_si256(packed, four));
    odd = _mm256_shuffle_epi8(numbers, _mm256_and_si256(_mm256_srli_epi16(packed, 4), four));
  }
};

// A register of weights of eight bits, of which `terms` are there, the others 0.
inline __m256i load_int8(const uint8_t* from, int32_t terms) {
  constexpr int32_t kTerms = 32 / kStoredInt8;
  if (terms >= kTerms) return Int8Products::load(from);
  uint8_t rest[kTerms] = {};
  if (terms > 0) libc::copy(rest, from, static_cast<size_t>(terms));
  return Int8Products::load(rest);
}

// Makes of eight words of eight registers those of equal place.
inline void transpose(__m256i (&x)[8]) {
  __m256i pairs[8];
#pragma GCC unroll 4
  for (int i = 0; i < 8; i += 2) {
    pairs[i] = _mm256_unpacklo_epi32(x[i], x[i + 1]);
    pairs[i + 1] = _mm256_unpackhi_epi32(x[i], x[i + 1]);
  }
#pragma GCC unroll 2
  for (int i = 0; i < 2; ++i) {  // words 2 i and 2 i + 1 of halves
    const __m256i low[] = {_mm256_unpacklo_epi64(pairs[i], pairs[i + 2]),
                           _mm256_unpackhi_epi64(pairs[i], pairs[i + 2])};
    const __m256i high[] = {_mm256_unpacklo_epi64(pairs[i + 4], pairs[i + 6]),
                            _mm256_unpackhi_epi64(pairs[i + 4], pairs[i + 6])};
#pragma GCC unroll 2
    for (int k = 0; k < 2; ++k) {
      x[2 * i + k] = _mm256_permute2x128_si256(low[k], high[k], 0x20);
      x[2 * i + k + 4] = _mm256_permute2x128_si256(low[k], high[k], 0x31);
    }
  }
}

// The sums of the lanes of one register or four, each in the same order.
inline void sum_each(const __m256 (&x)[1], float* sums) {
  const __m256 pairs = _mm256_hadd_ps(x[0], x[0]);
  const __m256 halves = _mm256_hadd_ps(pairs, pairs);
  *sums =
      _mm_cvtss_f32(_mm_add_ss(_mm256_castps256_ps128(halves), _mm256_extractf128_ps(halves, 1)));
}
inline void sum_each(const __m256 (&x)[4], float* sums) {
  const __m256 halves = _mm256_hadd_ps(_mm256_hadd_ps(x[0], x[1]), _mm256_hadd_ps(x[2], x[3]));
  _mm_storeu_ps(sums, _mm_add_ps(_mm256_castps256_ps128(halves), _mm256_extractf128_ps(halves, 1)));
}

template <bool kPacked>
struct ProductsOf : Int8Products {};
template <>
struct ProductsOf<true> : Int4Products {};

// Sums over the groups g of a filter, of `group` terms each but for the last one, of
//   factors[g] * (sum over the terms i of g of (x[i] - zero) * w[i])
// kPacked: w[i] is the signed number in four bits i, the lower four of a byte first, and a filter
// begins with a byte; else int8. Filters follow each other, as do their `groups` factors.
template <bool kPacked>
struct GroupedRows {
  using Products = ProductsOf<kPacked>;
  using Floats = portable::Floats;

  static constexpr int32_t kPanel = kPanelFilters;
  static constexpr int32_t kRows = kPanelRows;
  static constexpr int32_t kLeastRows = 4;  // that packing is worth

  static int32_t filter_bytes(int32_t terms) { return kPacked ? (terms + 1) / 2 : terms; }

  // Stores a row of inputs to a multiple of 32. For weights of four bits they are the bytes
  // x + 128, of each 64 terms those of even places first. Fills up with some number.
  static void store(const int8_t* x, int32_t terms, uint8_t* stored) {
    if constexpr (!kPacked) {
      Int8Products::store(x, terms, stored);
      const int32_t used = terms * kStoredInt8;
      libc::fill(stored + used, 0, static_cast<size_t>(stored_row_bytes(terms, false) - used));
    } else {
      const __m256i sign = _mm256_set1_epi8(-128);
      const __m256i low = _mm256_set1_epi16(255);
      for (; terms > 0; terms -= 64, x += 64, stored += 64) {
        int8_t rest[64] = {};
        if (terms < 64) libc::copy(rest, x, static_cast<size_t>(terms));
        const auto* const from = reinterpret_cast<const __m256i*>(terms < 64 ? rest : x);
        const __m256i first = _mm256_xor_si256(_mm256_loadu_si256(from), sign);
        const __m256i second = _mm256_xor_si256(_mm256_loadu_si256(from + 1), sign);
        const auto write = [](__m256i one, __m256i other, uint8_t* to) {
          const __m256i all = _mm256_permute4x64_epi64(_mm256_packus_epi16(one, other), 0xd8);
          _mm256_store_si256(reinterpret_cast<__m256i*>(to), all);
        };
        write(_mm256_and_si256(first, low), _mm256_and_si256(second, low), stored);
        write(_mm256_srli_epi16(first, 8), _mm256_srli_epi16(second, 8), stored + 32);
      }
    }
  }

  // Computes the sums of a stored row and kFilters filters.
  template <int kFilters>
  static void multiply_row(const uint8_t* row, int32_t zero, const uint8_t* w, int32_t terms,
                           int32_t group, const float* factors, int32_t groups, float* sums) {
    const __m256i none = _mm256_setzero_si256();
    const int32_t bytes = filter_bytes(terms);
    __m256 totals[kFilters];
    __m256 weights[kFilters];  // the sums of weights alone
    Ahead<> next_weights(w, kFilters * bytes);
    Ahead<> next_factors(factors, kFilters * groups * static_cast<int32_t>(sizeof(float)));
#pragma GCC unroll 4
    for (int f = 0; f < kFilters; ++f) totals[f] = weights[f] = _mm256_setzero_ps();
    const auto add = [&](int f, __m256i own, __m256i products, __m256 factor) {
      weights[f] = _mm256_fmadd_ps(_mm256_cvtepi32_ps(own), factor, weights[f]);
      totals[f] = _mm256_fmadd_ps(_mm256_cvtepi32_ps(products), factor, totals[f]);
    };
    if constexpr (kPacked) {
      int32_t left = group;  // terms of the group of the first chunk of a block
      for (; terms > 0; terms -= 64, w += 32, row += 64) {
        const auto* const x = reinterpret_cast<const __m256i*>(row);
        const bool two = left == kChunk && terms > kChunk;
        next_weights.fetch(kFilters * 32);
#pragma GCC unroll 4
        for (int f = 0; f < kFilters; ++f) {
          const Int4Block block(w + f * bytes, terms);
          const float* const from = factors + f * groups;
          const __m128 low = _mm_broadcast_ss(from);
          const __m256i products =
              Products::add(Products::add(none, x[0], block.even), x[1], block.odd);
          add(f, Products::sum(block.even, block.odd), Products::finish(products),
              _mm256_set_m128(two ? _mm_broadcast_ss(from + 1) : low, low));
        }
        for (left -= 64; left <= 0; left += group) {
          next_factors.fetch(kFilters * static_cast<int32_t>(sizeof(float)));
          ++factors;
        }
      }
    } else {
      constexpr int32_t kTerms = 32 / kStoredInt8;
      for (; terms > 0; terms -= group, ++factors) {
        __m256i own[kFilters];
        __m256i products[kFilters];
#pragma GCC unroll 4
        for (int f = 0; f < kFilters; ++f) own[f] = products[f] = none;
        for (int32_t left = terms < group ? terms : group; left > 0; left -= kTerms) {
          const __m256i x = _mm256_load_si256(reinterpret_cast<const __m256i*>(row));
          next_weights.fetch(kFilters * kTerms);
#pragma GCC unroll 4
          for (int f = 0; f < kFilters; ++f) {
            const __m256i y = load_int8(w + f * bytes, left);
            own[f] = Products::add_weights(own[f], y);
            products[f] = Products::add(products[f], x, y);
          }
          w += kTerms;
          row += 32;
        }
#pragma GCC unroll 4
        for (int f = 0; f < kFilters; ++f)
          add(f, own[f], products[f], _mm256_broadcast_ss(factors + f * groups));
        next_factors.fetch(kFilters * static_cast<int32_t>(sizeof(float)));
      }
    }
    sum_each(totals, sums);
    float own[kFilters];
    sum_each(weights, own);
    const float moved = static_cast<float>(zero) + Products::kMoved;
    for (int f = 0; f < kFilters; ++f) sums[f] -= moved * own[f];
  }

  // A panel has the sums of the weights of each filter, each times its factor, then for each chunk
  // the factors of the filters, and words of four bytes of each filter in the order in which words
  // of a stored row are multiplied by them.
  static constexpr int32_t kLine = 4 * kPanel;  // bytes of a word of each
  static constexpr int32_t kChunkBytes = panel_chunk_bytes(kPacked);
  static constexpr int32_t kWords = kChunkBytes / kLine - 1;  // of a chunk

  // Packs `count` filters, kPanel or fewer, to a multiple of 64.
  static void pack(const uint8_t* w, int32_t count, int32_t terms, int32_t group,
                   const float* factors, int32_t groups, uint8_t* panel) {
    for (int32_t f = 0; f < kPanel; f += 8)
      pack_eight(w + f * filter_bytes(terms), count - f, terms, group, factors + f * groups, groups,
                 panel + 4 * f);
    Floats sums[1];
    const PanelWords ones = all_words(Products::kOnes);
    multiply(panel, chunks_of(terms), sums, [&](int, int32_t, int32_t) { return ones; });
    sums[0].write(reinterpret_cast<float*>(panel));
  }

  // Where results are written, those of the next row `stride` further, and what becomes of sums.
  struct Results {
    float* to;
    int32_t stride;
    int32_t count;        // of filters
    float start[kPanel];  // of each
    float low;
    float high;
  };

  // Writes, of kCount stored rows, `stride` bytes apart, and a panel,
  //   clamp(start[f] + forms[r].scale * sum[f], low, high)
  template <int kCount, typename Form>
  static void multiply_panel(const uint8_t* rows, int32_t stride, const Form* forms,
                             const uint8_t* panel, int32_t terms, const Results& results) {
    Floats totals[kCount];
    multiply(panel, chunks_of(terms), totals, [&](int r, int32_t c, int32_t u) {
      // Rows for weights of four bits have words of even places apart.
      const int32_t place =
          kPacked ? c / 2 * 64 + c % 2 * 16 + u / 4 * 32 + u % 4 * 4 : (c * kWords + u) * 4;
      int32_t word;
      libc::copy(&word, rows + r * stride + place, sizeof word);
      return all_words(word);
    });
    const Floats weights = Floats::read(reinterpret_cast<const float*>(panel));
    float* to = results.to;
#pragma GCC unroll 8
    for (int r = 0; r < kCount; ++r, to += results.stride) {
      const float moved = static_cast<float>(forms[r].zero) + Products::kMoved;
      const Floats sums = totals[r] - Floats::all(moved) * weights;
      const Floats result = Floats::read(results.start) + Floats::all(forms[r].scale) * sums;
      clamp(result, results.low, results.high).write(to, results.count);
    }
  }

 private:
  // Packs eight filters of a panel, of which `count` are there.
  static void pack_eight(const uint8_t* w, int32_t count, int32_t terms, int32_t group,
                         const float* factors, int32_t groups, uint8_t* panel) {
    const int32_t chunks = chunks_of(terms);
    const auto chunk_at = [&](int32_t c) { return panel + kLine + c * kChunkBytes; };
    // Stores words of filters as words of chunk c from `first` on, four of chunk c + 1 if `two`.
    const auto put = [&](__m256i(&filters)[8], int32_t c, int32_t first, bool two) {
      transpose(filters);
      for (int32_t i = 0; i < 8 && c + (two ? i / 4 : 0) < chunks; ++i) {
        const int32_t word = first + (two ? i % 4 : i);
        uint8_t* const to = chunk_at(c + (two ? i / 4 : 0)) + kLine * (1 + word);
        _mm256_store_si256(reinterpret_cast<__m256i*>(to), filters[i]);
      }
    };
    Ahead<> next(w, (count < 8 ? count : 8) * filter_bytes(terms));
    for (int32_t c = 0; c < chunks; ++c) {
      const int32_t left = terms - c * kChunk;
      next.fetch(8 * kChunk / (kPacked ? 2 : 1));
      const float* const own = factors + c * kChunk / group;
      for (int32_t f = 0; f < 8; ++f)
        reinterpret_cast<float*>(chunk_at(c))[f] = f < count ? own[f * groups] : 0.0f;
      const auto filter = [&](int32_t f) { return w + f * filter_bytes(terms); };
      if constexpr (!kPacked) {
        for (int32_t i = 0; i < kWords; i += 8) {
          const int32_t done = i * 4 / kStoredInt8;
          __m256i filters[8];
          for (int32_t f = 0; f < 8; ++f)
            filters[f] = load_int8(filter(f) + c * kChunk + done, f < count ? left - done : 0);
          put(filters, c, i, false);
        }
      } else if (c % 2 == 0) {
        __m256i even[8];
        __m256i odd[8];
        for (int32_t f = 0; f < 8; ++f) {
          const Int4Block block(filter(f) + c * kChunk / 2, f < count ? left : 0);
          even[f] = block.even;
          odd[f] = block.odd;
        }
        put(even, c, 0, true);
        put(odd, c, 4, true);
      }
    }
  }

  // The products of kCount rows, of which x(r, c, u) has word u of chunk c for each filter.
  template <int kCount, typename X>
  static void multiply(const uint8_t* panel, int32_t chunks, Floats (&totals)[kCount], X x) {
#pragma GCC unroll 8
    for (Floats& total : totals) total = Floats::all(0);
    const uint8_t* chunk = panel + kLine;
    for (int32_t c = 0; c < chunks; ++c, chunk += kChunkBytes) {
      PanelWords sums[kCount];
#pragma GCC unroll 8
      for (PanelWords& sum : sums) sum = all_words(0);
#pragma GCC unroll 8
      for (int32_t u = 0; u < kWords; ++u) {
        const PanelWords w = load_words(chunk + kLine * (1 + u));
#pragma GCC unroll 8
        for (int r = 0; r < kCount; ++r) sums[r] = Products::add(sums[r], x(r, c, u), w);
      }
      const Floats factors = Floats::read(reinterpret_cast<const float*>(chunk));
#pragma GCC unroll 8
      for (int r = 0; r < kCount; ++r)
        totals[r] = multiply_add(totals[r], to_floats(Products::finish(sums[r])), factors);
    }
  }
};

}  // namespace kerf::fused
