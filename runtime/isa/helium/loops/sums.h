// Weighted sums of float, up to two rows of twelve at a time, one fused multiply-add for each term.
// Other types are summed as by scalar instructions.
#pragma once

#include <arm_mve.h>

#include "core/small.h"
#include "isa/scalar/loops/sums.h"

namespace kerf::portable {

// The loops b and c of all sums: the number of terms of each, and their distances in bytes.
struct Loops {
  int32_t rows;  // set for each run of the loops
  int32_t count;
  int32_t next_input;
  int32_t next_weight;
  int32_t row_input;  // from the end of the last term of a row to the first of the next
  int32_t row_weight;

  [[gnu::always_inline]] explicit Loops(const Terms (&terms)[3])
      : count(terms[2].count),
        next_input(4 * terms[2].input),
        next_weight(4 * terms[2].weight),
        row_input(4 * terms[1].input - count * next_input),
        row_weight(4 * terms[1].weight - count * next_weight) {}
};

// Adjacent sums of a row, in registers.
template <int32_t kVectors>
struct Lanes {
  float32x4_t v[kVectors];
};

// They are in assembly, because compilers run out of registers and keep steps in memory.
// `mask` goes to P0, where the compiler keeps no other predicate meanwhile.

// sum[lane] += input[offset[lane]] * weight for each term, in the lanes of `mask`: no other is
// read.
inline void add_terms(Loops loops, const float* input, const float* weight, Lanes<1> (&sum)[1],
                      uint32x4_t offset, mve_pred16_t mask) {
  float32x4_t x;
  uint32_t factor;
  __asm__ volatile(
      "vmsr p0, %[mask]\n"
      "1: subs %[rows], #1\n"
      "blt 4f\n"
      "wls lr, %[count], 3f\n"
      "2: vpst\n"
      "vldrwt.u32 %q[x], [%[input], %q[offset], uxtw #2]\n"
      "ldr %[factor], [%[weight]]\n"
      "add %[input], %[next_input]\n"
      "add %[weight], %[next_weight]\n"
      "vfma.f32 %q[sum], %q[x], %[factor]\n"
      "le lr, 2b\n"
      "3: add %[input], %[row_input]\n"
      "add %[weight], %[row_weight]\n"
      "b 1b\n"
      "4:\n"
      : [input] "+r"(input), [weight] "+r"(weight), [rows] "+r"(loops.rows),
        [sum] "+w"(sum[0].v[0]), [x] "=&w"(x), [factor] "=&r"(factor)
      : [count] "r"(loops.count), [next_input] "r"(loops.next_input),
        [next_weight] "r"(loops.next_weight), [row_input] "r"(loops.row_input),
        [row_weight] "r"(loops.row_weight), [offset] "w"(offset), [mask] "r"(mask)
      : "lr", "cc", "memory");
}

// The same for twelve adjacent inputs; `mask` has the lanes of the last four.
inline void add_terms(Loops loops, const float* input, const float* weight, Lanes<3> (&sum)[1],
                      uint32x4_t, mve_pred16_t mask) {
  float32x4_t x;
  float32x4_t y;
  uint32_t factor;
  __asm__ volatile(
      "vmsr p0, %[mask]\n"
      "1: subs %[rows], #1\n"
      "blt 4f\n"
      "wls lr, %[count], 3f\n"
      "2: vldrw.u32 %q[x], [%[input]]\n"
      "ldr %[factor], [%[weight]]\n"
      "vldrw.u32 %q[y], [%[input], #16]\n"
      "vfma.f32 %q[sum0], %q[x], %[factor]\n"
      "vpst\n"
      "vldrwt.u32 %q[x], [%[input], #32]\n"
      "vfma.f32 %q[sum1], %q[y], %[factor]\n"
      "add %[input], %[next_input]\n"
      "add %[weight], %[next_weight]\n"
      "vfma.f32 %q[sum2], %q[x], %[factor]\n"
      "le lr, 2b\n"
      "3: add %[input], %[row_input]\n"
      "add %[weight], %[row_weight]\n"
      "b 1b\n"
      "4:\n"
      : [input] "+r"(input), [weight] "+r"(weight), [rows] "+r"(loops.rows),
        [sum0] "+w"(sum[0].v[0]), [sum1] "+w"(sum[0].v[1]), [sum2] "+w"(sum[0].v[2]), [x] "=&w"(x),
        [y] "=&w"(y), [factor] "=&r"(factor)
      : [count] "r"(loops.count), [next_input] "r"(loops.next_input),
        [next_weight] "r"(loops.next_weight), [row_input] "r"(loops.row_input),
        [row_weight] "r"(loops.row_weight), [mask] "r"(mask)
      : "lr", "cc", "memory");
}

// The same for two rows, whose weights are `height` elements apart, in a single loop over terms:
// two at a time, whose weights are adjacent.
inline void add_terms(const Loops& loops, const float* input, const float* weight, int32_t height,
                      Lanes<3> (&sum)[2], mve_pred16_t mask) {
  float32x4_t x;
  float32x4_t y;
  uint32_t factor;
  uint32_t next;
  uint32_t below;
  uint32_t next_below;
  const float* other = weight + height;
  __asm__ volatile(
      "vmsr p0, %[mask]\n"
      "lsr %[factor], %[count], #1\n"
      "wls lr, %[factor], 2f\n"
      "1: ldrd %[factor], %[next], [%[weight]], #8\n"
      "ldrd %[below], %[next_below], [%[other]], #8\n"
      "vldrw.u32 %q[x], [%[input]]\n"
      "vfma.f32 %q[sum0], %q[x], %[factor]\n"
      "vldrw.u32 %q[y], [%[input], #16]\n"
      "vfma.f32 %q[sum3], %q[x], %[below]\n"
      "vpst\n"
      "vldrwt.u32 %q[x], [%[input], #32]\n"
      "vfma.f32 %q[sum1], %q[y], %[factor]\n"
      "add %[input], %[next_input]\n"
      "vfma.f32 %q[sum4], %q[y], %[below]\n"
      "vfma.f32 %q[sum2], %q[x], %[factor]\n"
      "vfma.f32 %q[sum5], %q[x], %[below]\n"
      "vldrw.u32 %q[x], [%[input]]\n"
      "vfma.f32 %q[sum0], %q[x], %[next]\n"
      "vldrw.u32 %q[y], [%[input], #16]\n"
      "vfma.f32 %q[sum3], %q[x], %[next_below]\n"
      "vpst\n"
      "vldrwt.u32 %q[x], [%[input], #32]\n"
      "vfma.f32 %q[sum1], %q[y], %[next]\n"
      "add %[input], %[next_input]\n"
      "vfma.f32 %q[sum4], %q[y], %[next_below]\n"
      "vfma.f32 %q[sum2], %q[x], %[next]\n"
      "vfma.f32 %q[sum5], %q[x], %[next_below]\n"
      "le lr, 1b\n"
      "2: lsls %[factor], %[count], #31\n"
      "beq 3f\n"
      "ldr %[factor], [%[weight]], #4\n"
      "ldr %[below], [%[other]]\n"
      "vldrw.u32 %q[x], [%[input]]\n"
      "vfma.f32 %q[sum0], %q[x], %[factor]\n"
      "vldrw.u32 %q[y], [%[input], #16]\n"
      "vfma.f32 %q[sum3], %q[x], %[below]\n"
      "vpst\n"
      "vldrwt.u32 %q[x], [%[input], #32]\n"
      "vfma.f32 %q[sum1], %q[y], %[factor]\n"
      "add %[input], %[next_input]\n"
      "vfma.f32 %q[sum4], %q[y], %[below]\n"
      "vfma.f32 %q[sum2], %q[x], %[factor]\n"
      "vfma.f32 %q[sum5], %q[x], %[below]\n"
      "3:\n"
      : [input] "+r"(input), [weight] "+r"(weight), [other] "+r"(other), [sum0] "+w"(sum[0].v[0]),
        [sum1] "+w"(sum[0].v[1]), [sum2] "+w"(sum[0].v[2]), [sum3] "+w"(sum[1].v[0]),
        [sum4] "+w"(sum[1].v[1]), [sum5] "+w"(sum[1].v[2]), [x] "=&w"(x), [y] "=&w"(y),
        [factor] "=&r"(factor), [next] "=&r"(next), [below] "=&r"(below),
        [next_below] "=&r"(next_below)
      : [count] "r"(loops.count), [next_input] "r"(loops.next_input), [mask] "r"(mask)
      : "lr", "cc", "memory");
}

// from[i * step] for the lanes i, of the last vector for those of `mask`.
template <int32_t... kVector>
[[gnu::always_inline]] inline Lanes<sizeof...(kVector)> load_lanes(const float* from, int32_t step,
                                                                   mve_pred16_t mask) {
  constexpr int32_t kLast = static_cast<int32_t>(sizeof...(kVector)) - 1;
  const uint32x4_t lane = vmulq_n_u32(vidupq_n_u32(0, 1), static_cast<uint32_t>(step));
  return {{kVector < kLast
               ? vldrwq_gather_shifted_offset_f32(from + 4 * kVector * step, lane)
               : vldrwq_gather_shifted_offset_z_f32(from + 4 * kVector * step, lane, mask)...}};
}

template <int32_t... kVector>
[[gnu::always_inline]] inline void store_lanes(float* to, int32_t step,
                                               const Lanes<sizeof...(kVector)>& lanes,
                                               mve_pred16_t mask) {
  constexpr int32_t kLast = static_cast<int32_t>(sizeof...(kVector)) - 1;
  const uint32x4_t lane = vmulq_n_u32(vidupq_n_u32(0, 1), static_cast<uint32_t>(step));
  ((kVector < kLast
        ? vstrwq_scatter_shifted_offset_f32(to + 4 * kVector * step, lane, lanes.v[kVector])
        : vstrwq_scatter_shifted_offset_p_f32(to + 4 * kVector * step, lane, lanes.v[kVector],
                                              mask)),
   ...);
}

// Sums within bounds, as of clamp(). In assembly, because GCC 12 moves each predicate through a
// register; `mask` is in P0 at the end, where the compiler may expect it. A NaN is never `gt`.
template <int32_t kVectors>
[[gnu::always_inline]] inline void bound_lanes(const Unbounded&, Lanes<kVectors>&, mve_pred16_t) {}
[[gnu::always_inline]] inline void bound_lanes(const Bounds& bound, Lanes<1>& sum,
                                               mve_pred16_t mask) {
  float32x4_t least;
  uint32_t low;
  uint32_t high;
  __asm__(
      "ldrd %[low], %[high], [%[bound]]\n"
      "vdup.32 %q[least], %[low]\n"
      "vpt.f32 gt, %q[sum0], %[high]\n"
      "vdupt.32 %q[sum0], %[high]\n"
      "vpt.f32 gt, %q[least], %q[sum0]\n"
      "vmovt %q[sum0], %q[least]\n"
      "vmsr p0, %[mask]\n"
      : [sum0] "+w"(sum.v[0]), [least] "=&w"(least), [low] "=&r"(low), [high] "=&r"(high)
      : [bound] "r"(&bound), "m"(bound), [mask] "r"(mask));
}
[[gnu::always_inline]] inline void bound_lanes(const Bounds& bound, Lanes<3>& sum,
                                               mve_pred16_t mask) {
  float32x4_t least;
  uint32_t low;
  uint32_t high;
  __asm__(
      "ldrd %[low], %[high], [%[bound]]\n"
      "vdup.32 %q[least], %[low]\n"
      "vpt.f32 gt, %q[sum0], %[high]\n"
      "vdupt.32 %q[sum0], %[high]\n"
      "vpt.f32 gt, %q[least], %q[sum0]\n"
      "vmovt %q[sum0], %q[least]\n"
      "vpt.f32 gt, %q[sum1], %[high]\n"
      "vdupt.32 %q[sum1], %[high]\n"
      "vpt.f32 gt, %q[least], %q[sum1]\n"
      "vmovt %q[sum1], %q[least]\n"
      "vpt.f32 gt, %q[sum2], %[high]\n"
      "vdupt.32 %q[sum2], %[high]\n"
      "vpt.f32 gt, %q[least], %q[sum2]\n"
      "vmovt %q[sum2], %q[least]\n"
      "vmsr p0, %[mask]\n"
      : [sum0] "+w"(sum.v[0]), [sum1] "+w"(sum.v[1]), [sum2] "+w"(sum.v[2]), [least] "=&w"(least),
        [low] "=&r"(low), [high] "=&r"(high)
      : [bound] "r"(&bound), "m"(bound), [mask] "r"(mask));
}

// Computes the sums of the rows kRow from column `first` on, 4 * kVectors at a time as long as more
// than the last vector's remain, and returns the first column that is left. Inputs of one term are
// adjacent, unless there is one vector only; two rows have a single loop over terms. Nothing is
// read or written for lanes that do not exist.
template <typename Bound, int32_t... kRow, int32_t... kVector>
[[gnu::noinline]] int32_t run_strip(const Sums<float, Bound>& sums, Indices<kRow...>,
                                    Indices<kVector...>, int32_t first, int32_t columns) {
  constexpr int32_t kVectors = static_cast<int32_t>(sizeof...(kVector));
  constexpr int32_t kLanes = 4 * kVectors;
  const Steps row = sums.row;
  const Steps column = sums.column;
  const uint32x4_t offset = vmulq_n_u32(vidupq_n_u32(0, 1), static_cast<uint32_t>(column.operand));
  const Terms(&terms)[3] = sums.terms;
  Loops loops(terms);
  const float* start = sums.start + first * column.start;
  const float* lanes = sums.input + first * column.operand;
  float* out = sums.out + first * column.out;
  for (; columns - first > kLanes - 4; first += kLanes) {
    const mve_pred16_t mask = vctp32q(static_cast<uint32_t>(columns - first - kLanes + 4));
    Lanes<kVectors> sum[] = {
        load_lanes<kVector...>(start + kRow * row.start, column.start, mask)...};
    const float* input = lanes;
    const float* weight = sums.weight;
    if constexpr (sizeof...(kRow) > 1) {
      add_terms(loops, input, weight, row.operand, sum, mask);
    } else {
      for (int32_t a = terms[0].count; a > 0; --a) {
        loops.rows = terms[1].count;
        add_terms(loops, input, weight, sum, offset, mask);
        input += terms[0].input;
        weight += terms[0].weight;
      }
    }
    (bound_lanes(sums, sum[kRow], mask), ...);
    (store_lanes<kVector...>(out + kRow * row.out, column.out, sum[kRow], mask), ...);
    start += kLanes * column.start;
    lanes += kLanes * column.operand;
    out += kLanes * column.out;
  }
  return first;
}

// Small code: computes the next sums of a row, those of `mask` of the last vector, and advances
// past them.
template <int32_t... kVector, typename Bound>
[[gnu::noinline]] void run_lanes(Sums<float, Bound>& sums, mve_pred16_t mask) {
  constexpr int32_t kVectors = static_cast<int32_t>(sizeof...(kVector));
  constexpr int32_t kLanes = 4 * kVectors;
  const Steps column = sums.column;
  Lanes<kVectors> sum[] = {load_lanes<kVector...>(sums.start, column.start, mask)};
  sums.start += kLanes * column.start;
  const int32_t step = kVectors == 1 ? column.operand : 1;
  const uint32x4_t offset = vmulq_n_u32(vidupq_n_u32(0, 1), static_cast<uint32_t>(step));
  const Terms(&terms)[3] = sums.terms;
  const float* input = sums.input;
  const float* weight = sums.weight;
  sums.input += kLanes * step;
  Loops loops(terms);
  for (int32_t a = terms[0].count; a > 0; --a) {
    loops.rows = terms[1].count;
    add_terms(loops, input, weight, sum, offset, mask);
    input += terms[0].input;
    weight += terms[0].weight;
  }
  bound_lanes(sums, sum[0], mask);
  store_lanes<kVector...>(sums.out, column.out, sum[0], mask);
  sums.out += kLanes * column.out;
}

template <typename Bound>
void run_small(Sums<float, Bound>& sums, int32_t rows, int32_t columns) {
  const float* const input = sums.input;
  for (; rows > 0; --rows) {
    const float* const start = sums.start;
    float* const out = sums.out;
    sums.input = input;
    int32_t lanes;
    for (int32_t count = columns; count > 0; count -= lanes) {
      const bool wide = sums.column.operand == 1 && count > 8;
      lanes = wide ? 12 : 4;
      const mve_pred16_t mask = vctp32q(static_cast<uint32_t>(count - lanes + 4));
      wide ? run_lanes<0, 1, 2>(sums, mask) : run_lanes<0>(sums, mask);
    }
    sums.weight += sums.row.operand;
    sums.start = start + sums.row.start;
    sums.out = out + sums.row.out;
  }
}

template <typename Bound>
[[gnu::always_inline]] inline void run_vectors(Sums<float, Bound>& sums, int32_t rows,
                                               int32_t columns) {
  if constexpr (kSmall) return run_small(sums, rows, columns);
  using One = Indices<0>;
  using Three = Indices<0, 1, 2>;
  const bool adjacent = sums.column.operand == 1;
  const Terms(&terms)[3] = sums.terms;
  const bool flat = terms[0].count == 1 && terms[1].count == 1 && terms[2].weight == 1;
  while (rows > 0) {
    const bool pair = adjacent && rows > 1 && flat;
    int32_t first = 0;
    if (pair) {
      first = run_strip(sums, Indices<0, 1>{}, Three{}, first, columns);
    } else if (adjacent) {
      first = run_strip(sums, One{}, Three{}, first, columns);
    }
    for (int32_t height = pair ? 2 : 1; height > 0; --height) {
      if (first < columns) run_strip(sums, One{}, One{}, first, columns);
      sums.weight += sums.row.operand;
      sums.start += sums.row.start;
      sums.out += sums.row.out;
      --rows;
    }
  }
}

template <>
[[gnu::noinline]] inline void Sums<float>::run(int32_t rows, int32_t columns) {
  run_vectors(*this, rows, columns);
}
template <>
[[gnu::noinline]] inline void Sums<float, Bounds>::run(int32_t rows, int32_t columns) {
  run_vectors(*this, rows, columns);
}

}  // namespace kerf::portable
