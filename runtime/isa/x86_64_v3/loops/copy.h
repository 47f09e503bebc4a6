// Rows of words of four bytes by AVX2: one for all, adjacent ones and every second one, eight at a
// time. Others are copied as by scalar instructions.
#pragma once

#include <immintrin.h>

#include "isa/scalar/loops/copy.h"

namespace kerf::portable {

// The lanes below `count`, as masks of loads and stores take them: those of the others do not
// happen.
inline __m256i lanes_below(int32_t count) {
  return _mm256_cmpgt_epi32(_mm256_set1_epi32(count), _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7));
}

// Eight words, of which those below `count` are read.
inline __m256i read_words(const uint32_t* from, int32_t count) {
  if (count >= 8) return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(from));
  return _mm256_maskload_epi32(reinterpret_cast<const int32_t*>(from), lanes_below(count));
}

// to[i] = lane i of read(from + i * step, elements left) for i < count.
template <typename Read>
[[gnu::always_inline]] inline void write_words(uint32_t* to, const uint32_t* from, int32_t step,
                                               int32_t count, Read read) {
  for (; count >= 8; count -= 8, to += 8, from += 8 * step)
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(to), read(from, 8));
  if (count > 0)
    _mm256_maskstore_epi32(reinterpret_cast<int32_t*>(to), lanes_below(count), read(from, count));
}

inline void copy_row(uint32_t* to, int32_t to_step, const uint32_t* from, int32_t from_step,
                     int32_t count) {
  if (count <= 0) return;
  if (to_step == 1 && from_step == 1) return write_words(to, from, 1, count, read_words);
  if (to_step == 1 && from_step == 0) {
    const __m256i all = _mm256_set1_epi32(static_cast<int32_t>(*from));
    return write_words(to, from, 0, count, [=](const uint32_t*, int32_t) { return all; });
  }
  if (to_step == 1 && from_step == 2) {
    return write_words(to, from, 2, count, [](const uint32_t* at, int32_t some) {
      // The word behind the last one may not exist.
      const __m256 low = _mm256_castsi256_ps(read_words(at, 2 * some - 1));
      const __m256 high = _mm256_castsi256_ps(read_words(at + 8, 2 * some - 9));
      const __m256 even = _mm256_shuffle_ps(low, high, 0x88);
      return _mm256_permute4x64_epi64(_mm256_castps_si256(even), 0xD8);
    });
  }
  copy_row<uint32_t>(to, to_step, from, from_step, count);
}

}  // namespace kerf::portable
