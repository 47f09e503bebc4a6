// Weighted sums of float by vectors of any length, one fused multiply-add for each term: up to four
// rows of four registers at a time, each sum in the order of its terms. Where inputs are not
// adjacent and all loops over terms are one, in which inputs and weights are, the terms k of a sum
// are added in as many parts as four registers have elements n, those of equal k modulo n, whose
// sums are then added in order, start last. Other types are summed as by scalar instructions.
#pragma once

#include <riscv_vector.h>

#include "isa/scalar/loops/sums.h"

namespace kerf::portable {

inline vfloat32m4_t read_lanes(const float* from, int32_t step, size_t count) {
  if (step == 1) return __riscv_vle32_v_f32m4(from, count);
  return __riscv_vlse32_v_f32m4(from, 4 * ptrdiff_t{step}, count);
}

inline void write_lanes(float* to, int32_t step, vfloat32m4_t lanes, size_t count) {
  if (step == 1) return __riscv_vse32_v_f32m4(to, lanes, count);
  __riscv_vsse32_v_f32m4(to, 4 * ptrdiff_t{step}, lanes, count);
}

// As clamp(): a NaN is neither below nor above, and stays.
inline vfloat32m4_t bounded(const Bounds& bound, vfloat32m4_t lanes, size_t count) {
  const vbool8_t above = __riscv_vmfgt_vf_f32m4_b8(lanes, bound.high, count);
  const vbool8_t below = __riscv_vmflt_vf_f32m4_b8(lanes, bound.low, count);
  lanes = __riscv_vfmerge_vfm_f32m4(lanes, bound.high, above, count);
  return __riscv_vfmerge_vfm_f32m4(lanes, bound.low, below, count);
}

// Computes kRows rows, one or four, of `count` sums.
template <bool kAdjacent, int32_t kRows>
[[gnu::noinline]] void run_tile(const AnySums& sums, int32_t first, size_t count) {
  const Steps row = sums.row;
  const Steps column = sums.column;
  const int32_t step = kAdjacent ? 1 : column.operand;
  const float* const start = sums.start + first * column.start;
  const auto start_of = [&](int32_t r) {
    return read_lanes(start + r * row.start, column.start, count);
  };
  // An array cannot hold vectors of any length.
  vfloat32m4_t sum0 = start_of(0);
  vfloat32m4_t sum1 = start_of(kRows > 1 ? 1 : 0);
  vfloat32m4_t sum2 = start_of(kRows > 1 ? 2 : 0);
  vfloat32m4_t sum3 = start_of(kRows > 1 ? 3 : 0);
  const auto add = [&](const float* x, const float* w) __attribute__((always_inline)) {
    const vfloat32m4_t inputs = read_lanes(x, step, count);
    sum0 = __riscv_vfmacc_vf_f32m4(sum0, w[0], inputs, count);
    if constexpr (kRows > 1) {
      sum1 = __riscv_vfmacc_vf_f32m4(sum1, w[row.operand], inputs, count);
      sum2 = __riscv_vfmacc_vf_f32m4(sum2, w[2 * row.operand], inputs, count);
      sum3 = __riscv_vfmacc_vf_f32m4(sum3, w[3 * row.operand], inputs, count);
    }
  };
  for_terms(sums.terms, sums.input + first * step, sums.weight, add);
  float* const out = sums.out + first * column.out;
  const auto write = [&](int32_t r, vfloat32m4_t sum) __attribute__((always_inline)) {
    write_lanes(out + r * row.out, column.out, bounded(sums, sum, count), count);
  };
  write(0, sum0);
  if constexpr (kRows > 1) {
    write(1, sum1);
    write(2, sum2);
    write(3, sum3);
  }
}

template <int32_t kRows>
void run_strip(const AnySums& sums, int32_t columns) {
  for (int32_t first = 0; first < columns;) {
    const size_t count = __riscv_vsetvl_e32m4(static_cast<size_t>(columns - first));
    if (sums.column.operand == 1) {
      run_tile<true, kRows>(sums, first, count);
    } else {
      run_tile<false, kRows>(sums, first, count);
    }
    first += static_cast<int32_t>(count);
  }
}

inline float sum_lanes(vfloat32m4_t lanes) {
  const size_t all = __riscv_vsetvlmax_e32m4();
  const vfloat32m1_t zero = __riscv_vfmv_s_f_f32m1(0, 1);
  return __riscv_vfmv_f_s_f32m1_f32(__riscv_vfredosum_vs_f32m4_f32m1(lanes, zero, all));
}

// Computes the sums of kColumns columns, one or four, of a row, whose terms are adjacent in inputs
// and weights.
template <int32_t kColumns>
[[gnu::noinline]] void run_dots(const AnySums& sums, int32_t first) {
  const Steps column = sums.column;
  const float* x = sums.input + first * column.operand;
  const float* w = sums.weight;
  vfloat32m4_t sum0 = __riscv_vfmv_v_f_f32m4(0, __riscv_vsetvlmax_e32m4());
  vfloat32m4_t sum1 = sum0;
  vfloat32m4_t sum2 = sum0;
  vfloat32m4_t sum3 = sum0;
  for (int32_t left = sums.terms[2].count; left > 0;) {
    const size_t count = __riscv_vsetvl_e32m4(static_cast<size_t>(left));
    const vfloat32m4_t weights = __riscv_vle32_v_f32m4(w, count);
    const auto read = [&](int32_t i) {
      return __riscv_vle32_v_f32m4(x + i * column.operand, count);
    };
    // The elements from `count` on keep their sums.
    sum0 = __riscv_vfmacc_vv_f32m4_tu(sum0, weights, read(0), count);
    if constexpr (kColumns > 1) {
      sum1 = __riscv_vfmacc_vv_f32m4_tu(sum1, weights, read(1), count);
      sum2 = __riscv_vfmacc_vv_f32m4_tu(sum2, weights, read(2), count);
      sum3 = __riscv_vfmacc_vv_f32m4_tu(sum3, weights, read(3), count);
    }
    x += count;
    w += count;
    left -= static_cast<int32_t>(count);
  }
  const float* const start = sums.start + first * column.start;
  float* const out = sums.out + first * column.out;
  const auto write = [&](int32_t i, vfloat32m4_t sum) __attribute__((always_inline)) {
    out[i * column.out] = sums.bounded(start[i * column.start] + sum_lanes(sum));
  };
  write(0, sum0);
  if constexpr (kColumns > 1) {
    write(1, sum1);
    write(2, sum2);
    write(3, sum3);
  }
}

inline void run_vectors(AnySums sums, int32_t rows, int32_t columns) {
  const bool dots = sums.column.operand != 1 && sums.are_dots();
  for (int32_t height; rows > 0; rows -= height) {
    height = rows >= 4 && !dots ? 4 : 1;
    if (dots) {
      int32_t first = 0;
      for (; columns - first >= 4; first += 4) run_dots<4>(sums, first);
      for (; first < columns; ++first) run_dots<1>(sums, first);
    } else if (height == 4) {
      run_strip<4>(sums, columns);
    } else {
      run_strip<1>(sums, columns);
    }
    sums.skip(height);
  }
}

template <>
inline void AnySums::run(int32_t rows, int32_t columns) {
  run_vectors(*this, rows, columns);
}
template <>
inline void Sums<float>::run(int32_t rows, int32_t columns) {
  any_sums(*this).run(rows, columns);
}

}  // namespace kerf::portable
