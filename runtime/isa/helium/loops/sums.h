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
  uint32_t factor = mask;  // GCC 14 has no register for both
  __asm__ volatile(
      "vmsr p0, %[factor]\n"
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
        [sum] "+w"(sum[0].v[0]), [x] "=&w"(x), [factor] "+r"(factor)
      : [count] "r"(loops.count), [next_input] "r"(loops.next_input),
        [next_weight] "r"(loops.next_weight), [row_input] "r"(loops.row_input),
        [row_weight] "r"(loops.row_weight), [offset] "w"(offset)
      : "lr", "cc", "memory");
}

// Adds the terms of twelve adjacent inputs; `mask` has the lanes of the last four.
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

// Columns of two rows, or of one, as assembly reads it and advances past what it computes.
struct Strip {
  Bounds bound;  // of Sums, as all up to terms
  const float* input;
  const float* weight;
  const float* start;
  float* out;
  Steps row;
  Steps column;
  Terms terms[3];
  int32_t columns;  // that are left
  int32_t pairs;    // of terms[2] whose weights are adjacent
  int32_t singles;  // the others
  Terms ends[2];    // steps of terms[1] and terms[0], from the end of the loop inside
};
static_assert(offsetof(Strip, input) == 8 && offsetof(Strip, row) == 24 &&
              offsetof(Strip, terms) == 48 && offsetof(Strip, columns) == 84 &&
              offsetof(Strip, ends) == 96);

// Computes the columns that are left of one row, four at a time. Nothing is read or written for
// lanes that do not exist.
[[gnu::noinline]] inline void run_strip(const Strip& strip) {
  const Steps column = strip.column;
  const uint32x4_t offset = vmulq_n_u32(vidupq_n_u32(0, 1), static_cast<uint32_t>(column.operand));
  const Terms(&terms)[3] = strip.terms;
  Loops loops(terms);
  const float* start = strip.start;
  const float* lanes = strip.input;
  float* out = strip.out;
  for (int32_t left = strip.columns; left > 0; left -= 4) {
    const mve_pred16_t mask = vctp32q(static_cast<uint32_t>(left));
    Lanes<1> sum[] = {load_lanes<0>(start, column.start, mask)};
    const float* input = lanes;
    const float* weight = strip.weight;
    for (int32_t a = terms[0].count; a > 0; --a) {
      loops.rows = terms[1].count;
      add_terms(loops, input, weight, sum, offset, mask);
      input += terms[0].input;
      weight += terms[0].weight;
    }
    bound_lanes(strip.bound, sum[0], mask);
    store_lanes<0>(out, column.out, sum[0], mask);
    start += 4 * column.start;
    lanes += 4 * column.operand;
    out += 4 * column.out;
  }
}

// Computes twelve columns of both rows at a time, as long as more than 8 are left, which there are;
// `columns` is below 0 where the last tile has fewer than twelve. Columns are adjacent, but starts
// may be one for all. In assembly, because compilers run out of registers. A NaN is not compared as
// equal, and is written.
[[gnu::noinline]] inline void run_pairs(Strip& strip) {
  float32x4_t sum[6];
  float32x4_t x;
  float32x4_t y;
  uint32_t input;
  uint32_t weight;
  uint32_t other;
  uint32_t factor;
  uint32_t next;
  uint32_t below;
  uint32_t next_below;
  uint32_t outer;
  uint32_t inner;
  uint32_t step;
  __asm__ volatile(
      // Starts, and the lanes of the last vector.
      "1: ldr %[factor], [%[strip], #16]\n"
      "ldr %[below], [%[strip], #84]\n"
      "ldr %[next], [%[strip], #28]\n"
      "ldr %[inner], [%[strip], #40]\n"
      "add %[next], %[factor], %[next], lsl #2\n"
      "subs %[below], #8\n"
      "vctp.32 %[below]\n"
      "cbz %[inner], 2f\n"
      "vldrw.u32 %q[sum0], [%[factor]]\n"
      "vldrw.u32 %q[sum1], [%[factor], #16]\n"
      "vldrw.u32 %q[sum3], [%[next]]\n"
      "vldrw.u32 %q[sum4], [%[next], #16]\n"
      "vpstt\n"
      "vldrwt.u32 %q[sum2], [%[factor], #32]\n"
      "vldrwt.u32 %q[sum5], [%[next], #32]\n"
      "adds %[factor], #48\n"
      "str %[factor], [%[strip], #16]\n"
      "b 3f\n"
      "2: ldr %[factor], [%[factor]]\n"
      "ldr %[next], [%[next]]\n"
      "vdup.32 %q[sum0], %[factor]\n"
      "vdup.32 %q[sum1], %[factor]\n"
      "vdup.32 %q[sum2], %[factor]\n"
      "vdup.32 %q[sum3], %[next]\n"
      "vdup.32 %q[sum4], %[next]\n"
      "vdup.32 %q[sum5], %[next]\n"
      "3: ldrd %[input], %[weight], [%[strip], #8]\n"
      "ldr %[other], [%[strip], #24]\n"
      "ldr %[outer], [%[strip], #48]\n"
      "add %[other], %[weight], %[other], lsl #2\n"
      "ldr %[inner], [%[strip], #60]\n"
      // Terms.
      "4: ldr %[step], [%[strip], #76]\n"
      "ldr %[factor], [%[strip], #88]\n"
      "lsls %[step], #2\n"
      "wls lr, %[factor], 6f\n"
      "5: ldrd %[factor], %[next], [%[weight]], #8\n"
      "ldrd %[below], %[next_below], [%[other]], #8\n"
      "vldrw.u32 %q[x], [%[input]]\n"
      "vfma.f32 %q[sum0], %q[x], %[factor]\n"
      "vldrw.u32 %q[y], [%[input], #16]\n"
      "vfma.f32 %q[sum3], %q[x], %[below]\n"
      "vpst\n"
      "vldrwt.u32 %q[x], [%[input], #32]\n"
      "vfma.f32 %q[sum1], %q[y], %[factor]\n"
      "add %[input], %[step]\n"
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
      "add %[input], %[step]\n"
      "vfma.f32 %q[sum4], %q[y], %[next_below]\n"
      "vfma.f32 %q[sum2], %q[x], %[next]\n"
      "vfma.f32 %q[sum5], %q[x], %[next_below]\n"
      "le lr, 5b\n"
      "6: ldr %[factor], [%[strip], #92]\n"
      "wls lr, %[factor], 8f\n"
      "ldr %[next], [%[strip], #80]\n"
      "7: ldr %[factor], [%[weight]]\n"
      "ldr %[below], [%[other]]\n"
      "vldrw.u32 %q[x], [%[input]]\n"
      "vfma.f32 %q[sum0], %q[x], %[factor]\n"
      "vldrw.u32 %q[y], [%[input], #16]\n"
      "vfma.f32 %q[sum3], %q[x], %[below]\n"
      "vpst\n"
      "vldrwt.u32 %q[x], [%[input], #32]\n"
      "vfma.f32 %q[sum1], %q[y], %[factor]\n"
      "add %[input], %[step]\n"
      "vfma.f32 %q[sum4], %q[y], %[below]\n"
      "add %[weight], %[weight], %[next], lsl #2\n"
      "vfma.f32 %q[sum2], %q[x], %[factor]\n"
      "add %[other], %[other], %[next], lsl #2\n"
      "vfma.f32 %q[sum5], %q[x], %[below]\n"
      "le lr, 7b\n"
      "8: subs %[inner], #1\n"
      "beq 9f\n"
      "ldrd %[factor], %[next], [%[strip], #100]\n"
      "11: add %[input], %[input], %[factor], lsl #2\n"
      "add %[weight], %[weight], %[next], lsl #2\n"
      "add %[other], %[other], %[next], lsl #2\n"
      "b 4b\n"
      "9: subs %[outer], #1\n"
      "beq 10f\n"
      "ldr %[inner], [%[strip], #60]\n"
      "ldrd %[factor], %[next], [%[strip], #112]\n"
      "b 11b\n"
      // Bounds.
      "10: ldrd %[factor], %[next], [%[strip]]\n"
      "vdup.32 %q[x], %[factor]\n"
      "vdup.32 %q[y], %[next]\n"
      "vptt.f32 eq, %q[sum0], %q[sum0]\n"
      "vmaxnmt.f32 %q[sum0], %q[sum0], %q[x]\n"
      "vminnmt.f32 %q[sum0], %q[sum0], %q[y]\n"
      "vptt.f32 eq, %q[sum1], %q[sum1]\n"
      "vmaxnmt.f32 %q[sum1], %q[sum1], %q[x]\n"
      "vminnmt.f32 %q[sum1], %q[sum1], %q[y]\n"
      "vptt.f32 eq, %q[sum2], %q[sum2]\n"
      "vmaxnmt.f32 %q[sum2], %q[sum2], %q[x]\n"
      "vminnmt.f32 %q[sum2], %q[sum2], %q[y]\n"
      "vptt.f32 eq, %q[sum3], %q[sum3]\n"
      "vmaxnmt.f32 %q[sum3], %q[sum3], %q[x]\n"
      "vminnmt.f32 %q[sum3], %q[sum3], %q[y]\n"
      "vptt.f32 eq, %q[sum4], %q[sum4]\n"
      "vmaxnmt.f32 %q[sum4], %q[sum4], %q[x]\n"
      "vminnmt.f32 %q[sum4], %q[sum4], %q[y]\n"
      "vptt.f32 eq, %q[sum5], %q[sum5]\n"
      "vmaxnmt.f32 %q[sum5], %q[sum5], %q[x]\n"
      "vminnmt.f32 %q[sum5], %q[sum5], %q[y]\n"
      // Results.
      "ldr %[factor], [%[strip], #20]\n"
      "ldr %[next], [%[strip], #32]\n"
      "ldr %[below], [%[strip], #84]\n"
      "ldr %[inner], [%[strip], #8]\n"
      "add %[next], %[factor], %[next], lsl #2\n"
      "subs %[below], #8\n"
      "vctp.32 %[below]\n"
      "vstrw.32 %q[sum0], [%[factor]]\n"
      "vstrw.32 %q[sum1], [%[factor], #16]\n"
      "vstrw.32 %q[sum3], [%[next]]\n"
      "vstrw.32 %q[sum4], [%[next], #16]\n"
      "vpstt\n"
      "vstrwt.32 %q[sum2], [%[factor], #32]\n"
      "vstrwt.32 %q[sum5], [%[next], #32]\n"
      "adds %[inner], #48\n"
      "adds %[factor], #48\n"
      "subs %[below], #4\n"
      "str %[inner], [%[strip], #8]\n"
      "str %[factor], [%[strip], #20]\n"
      "str %[below], [%[strip], #84]\n"
      "cmp %[below], #8\n"
      "bgt 1b\n"
      : [sum0] "=&w"(sum[0]), [sum1] "=&w"(sum[1]), [sum2] "=&w"(sum[2]), [sum3] "=&w"(sum[3]),
        [sum4] "=&w"(sum[4]), [sum5] "=&w"(sum[5]), [x] "=&w"(x), [y] "=&w"(y),
        [input] "=&r"(input), [weight] "=&r"(weight), [other] "=&r"(other), [factor] "=&l"(factor),
        [next] "=&r"(next), [below] "=&l"(below), [next_below] "=&r"(next_below),
        [outer] "=&r"(outer), [inner] "=&l"(inner), [step] "=&l"(step)
      : [strip] "l"(&strip)
      : "lr", "cc", "memory");
}

// The sums of all rows. `strip` is Sums in its other fields; its pointers are unspecified then.
[[gnu::noinline, gnu::cold]] inline void run_rows(Strip& strip, int32_t rows, int32_t columns) {
  Terms(&terms)[3] = strip.terms;
  const Steps column = strip.column;
  const bool pairs =
      columns > 8 && column.operand == 1 && column.out == 1 && column.start >> 1 == 0;
  if (terms[0].count <= 0 || terms[1].count <= 0) {
    terms[0].count = terms[1].count = 1;
    terms[2].count = 0;
  }
  const Terms& inner = terms[2];
  strip.pairs = inner.weight == 1 ? inner.count >> 1 : 0;
  strip.singles = inner.count - 2 * strip.pairs;
  strip.ends[0] = {0, terms[1].input - inner.count * inner.input,
                   terms[1].weight - inner.count * inner.weight};
  const int32_t last = terms[1].count - 1;
  strip.ends[1] = {0, terms[0].input - inner.count * inner.input - last * terms[1].input,
                   terms[0].weight - inner.count * inner.weight - last * terms[1].weight};
  const float* const input = strip.input;
  for (; rows > 0; rows -= 2) {
    if (rows == 1) strip.row = {};  // computed twice, at the same address
    const Steps row = strip.row;
    const float* const start = strip.start + 2 * row.start;
    float* const out = strip.out + 2 * row.out;
    strip.input = input;
    strip.columns = columns;
    if (pairs) run_pairs(strip);
    for (int32_t height = rows == 1 ? 1 : 2; height > 0; --height) {
      if (strip.columns > 0) run_strip(strip);
      strip.weight += row.operand;
      strip.start += row.start;
      strip.out += row.out;
    }
    strip.start = start;
    strip.out = out;
  }
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
  const Terms(&terms)[3] = sums.terms;
  Strip strip;  // run_rows() sets the rest
  strip.bound = bounds_of(sums);
  strip.input = sums.input;
  strip.weight = sums.weight;
  strip.start = sums.start;
  strip.out = sums.out;
  strip.row = sums.row;
  strip.column = sums.column;
  for (size_t i = 0; i < 3; ++i) strip.terms[i] = terms[i];
  run_rows(strip, rows, columns);
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
