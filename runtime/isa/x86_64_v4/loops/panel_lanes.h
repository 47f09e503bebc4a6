// Registers that hold a number of each filter of a panel, as grouped_rows.h computes with them: of
// AVX-512.
#pragma once

#include <immintrin.h>
#include <stdint.h>

namespace kerf::fused {

struct PanelLanes {
  using Ints = __m512i;
  using Floats = __m512;

  static constexpr int32_t kRows = 8;  // that are multiplied together

  static Ints same(int32_t x) { return _mm512_set1_epi32(x); }
  static Floats same(float x) { return _mm512_set1_ps(x); }
  static Ints load(const int32_t* from) { return _mm512_load_si512(from); }
  static Floats load(const float* from) { return _mm512_loadu_ps(from); }
  static void store(Ints x, int32_t* to) { _mm512_store_si512(to, x); }
  static void store(Floats x, float* to) { _mm512_storeu_ps(to, x); }

  static Floats to_floats(Ints x) { return _mm512_cvtepi32_ps(x); }
  static Ints subtract_products(Ints from, Ints a, Ints b) {
    return _mm512_sub_epi32(from, _mm512_mullo_epi32(a, b));
  }
  static Floats subtract(Floats a, Floats b) { return _mm512_sub_ps(a, b); }
  static Floats add(Floats a, Floats b) { return _mm512_add_ps(a, b); }
  static Floats multiply(Floats a, Floats b) { return _mm512_mul_ps(a, b); }
  static Floats add_products(Floats to, Floats a, Floats b) { return _mm512_fmadd_ps(a, b, to); }
  // NaN stays: it is the second operand.
  static Floats bounded(Floats x, Floats low, Floats high) {
    return _mm512_max_ps(low, _mm512_min_ps(high, x));
  }
};

}  // namespace kerf::fused
