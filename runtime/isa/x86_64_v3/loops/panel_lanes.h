// Registers that hold a number of each filter of a panel, as grouped_rows.h computes with them: of
// AVX2.
#pragma once

#include <immintrin.h>
#include <stdint.h>

namespace kerf::fused {

struct PanelLanes {
  using Ints = __m256i;
  using Floats = __m256;

  static constexpr int32_t kRows = 4;  // that are multiplied together

  static Ints same(int32_t x) { return _mm256_set1_epi32(x); }
  static Floats same(float x) { return _mm256_set1_ps(x); }
  static Ints load(const int32_t* from) {
    return _mm256_load_si256(reinterpret_cast<const __m256i*>(from));
  }
  static Floats load(const float* from) { return _mm256_loadu_ps(from); }
  static void store(Ints x, int32_t* to) { _mm256_store_si256(reinterpret_cast<__m256i*>(to), x); }
  static void store(Floats x, float* to) { _mm256_storeu_ps(to, x); }

  static Floats to_floats(Ints x) { return _mm256_cvtepi32_ps(x); }
  static Ints subtract_products(Ints from, Ints a, Ints b) {
    return _mm256_sub_epi32(from, _mm256_mullo_epi32(a, b));
  }
  static Floats subtract(Floats a, Floats b) { return _mm256_sub_ps(a, b); }
  static Floats add(Floats a, Floats b) { return _mm256_add_ps(a, b); }
  static Floats multiply(Floats a, Floats b) { return _mm256_mul_ps(a, b); }
  static Floats add_products(Floats to, Floats a, Floats b) { return _mm256_fmadd_ps(a, b, to); }
  // NaN stays: it is the second operand.
  static Floats bounded(Floats x, Floats low, Floats high) {
    return _mm256_max_ps(low, _mm256_min_ps(high, x));
  }
};

}  // namespace kerf::fused
