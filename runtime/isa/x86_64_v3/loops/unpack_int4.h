// Weights of four bits as int8 by AVX2, 64 at a time.
#pragma once

#include <immintrin.h>
#include <stdint.h>

namespace kerf::fused {

// Unpacks values[i], the signed number in four bits i of `packed`, the lower four of a byte first.
[[gnu::noinline]] inline void unpack_int4(const uint8_t* packed, int8_t* values, int32_t count) {
  const __m256i four = _mm256_set1_epi8(15);
  const __m256i sign = _mm256_set1_epi8(8);
  for (; count >= 64; count -= 64, packed += 32, values += 64) {
    const __m256i x = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(packed));
    const auto extended = [&](__m256i bits) {
      return _mm256_sub_epi8(_mm256_xor_si256(_mm256_and_si256(bits, four), sign), sign);
    };
    const __m256i even = extended(x);
    const __m256i odd = extended(_mm256_srli_epi16(x, 4));
    // Each is of both halves of `packed`.
    const __m256i first = _mm256_unpacklo_epi8(even, odd);
    const __m256i second = _mm256_unpackhi_epi8(even, odd);
    auto* const to = reinterpret_cast<__m256i*>(values);
    _mm256_storeu_si256(to, _mm256_permute2x128_si256(first, second, 0x20));
    _mm256_storeu_si256(to + 1, _mm256_permute2x128_si256(first, second, 0x31));
  }
  for (; count > 1; count -= 2) {
    const int32_t byte = *packed++;
    *values++ = static_cast<int8_t>(((byte & 15) ^ 8) - 8);
    *values++ = static_cast<int8_t>(((byte >> 4) ^ 8) - 8);
  }
  if (count > 0) *values = static_cast<int8_t>(((*packed & 15) ^ 8) - 8);
}

}  // namespace kerf::fused
