// Weighted sums of float, up to three rows of eight at a time, one fused multiply-add for each
// term. Other types are summed as by scalar instructions.
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

// The same of one vector.
inline void add_strided_terms(Loops loops, const float* input, const float* weight, Lanes<1>& sum,
                              uint32x4_t offset, int32_t, mve_pred16_t mask) {
  Lanes<1>(&one)[1] = reinterpret_cast<Lanes<1>(&)[1]>(sum);
  add_terms(loops, input, weight, one, offset, mask);
}

// Adds the terms of twelve inputs, which are `step` apart.
inline void add_strided_terms(Loops loops, const float* input, const float* weight, Lanes<3>& sum,
                              uint32x4_t offset, int32_t step, mve_pred16_t mask) {
  const uint32x4_t second = vaddq_n_u32(offset, static_cast<uint32_t>(4 * step));
  const uint32x4_t third = vaddq_n_u32(offset, static_cast<uint32_t>(8 * step));
  float32x4_t x;
  uint32_t factor;
  __asm__ volatile(
      "vmsr p0, %[mask]\n"
      "1: subs %[rows], #1\n"
      "blt 4f\n"
      "wls lr, %[count], 3f\n"
      "2: ldr %[factor], [%[weight]]\n"
      "vldrw.u32 %q[x], [%[input], %q[offset], uxtw #2]\n"
      "vfma.f32 %q[sum0], %q[x], %[factor]\n"
      "add %[weight], %[next_weight]\n"
      "vldrw.u32 %q[x], [%[input], %q[second], uxtw #2]\n"
      "vfma.f32 %q[sum1], %q[x], %[factor]\n"
      "vpst\n"
      "vldrwt.u32 %q[x], [%[input], %q[third], uxtw #2]\n"
      "vfma.f32 %q[sum2], %q[x], %[factor]\n"
      "add %[input], %[next_input]\n"
      "le lr, 2b\n"
      "3: add %[input], %[row_input]\n"
      "add %[weight], %[row_weight]\n"
      "b 1b\n"
      "4:\n"
      : [input] "+r"(input), [weight] "+r"(weight), [rows] "+r"(loops.rows), [sum0] "+w"(sum.v[0]),
        [sum1] "+w"(sum.v[1]), [sum2] "+w"(sum.v[2]), [x] "=&w"(x), [factor] "=&r"(factor)
      : [count] "r"(loops.count), [next_input] "r"(loops.next_input),
        [next_weight] "r"(loops.next_weight), [row_input] "r"(loops.row_input),
        [row_weight] "r"(loops.row_weight), [mask] "r"(mask), [offset] "w"(offset),
        [second] "w"(second), [third] "w"(third)
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

// Three rows, whose columns are adjacent, as assembly reads them; steps are in bytes.
struct Tiles {
  const float* weights[3];
  const float* input;
  int32_t step;   // of the inputs of the loop inside
  int32_t pairs;  // of its terms whose weights are adjacent
  int32_t forms;  // kMoreTerms, kBounded
  Bounds bound;
  const float* starts[3];   // or the numbers themselves
  int32_t adjacent_starts;  // whether each column has one
  float* outs[3];
  int32_t last;      // column of the first tile
  int32_t overlaps;  // whether a tile may compute columns again
  int32_t singles;   // of the terms inside: those that are not in pairs
  int32_t weight_step;
  int32_t counts[2];  // of terms[1] and terms[0]
  int32_t left[2];    // of them
  Terms ends[2];      // steps of terms[1] and terms[0], from the end of the loop inside
};
static_assert(offsetof(Tiles, step) == 16 && offsetof(Tiles, forms) == 24 &&
              offsetof(Tiles, bound) == 28 && offsetof(Tiles, starts) == 36 &&
              offsetof(Tiles, outs) == 52 && offsetof(Tiles, last) == 64 &&
              offsetof(Tiles, singles) == 72 && offsetof(Tiles, counts) == 80 &&
              offsetof(Tiles, ends) == 96);
enum : int32_t { kMoreTerms = 1, kBounded = 2 };

// Computes eight columns of three rows at a time, from the last ones to the first, of which fewer
// than eight may be left. All registers are in use: r0 is at `tiles`, r1 to r3 are at weights, r4
// is at inputs, r5 is the distance of the tile from the first column. A NaN is not compared as
// equal, and is written.
[[gnu::noinline]] inline void run_tiles(Tiles& tiles) {
  register Tiles* given __asm__("r0") = &tiles;
  float32x4_t sum[6];
  float32x4_t x;
  float32x4_t y;
  __asm__ volatile(
      "push {r4-r11}\n"
      "ldr r5, [r0, #64]\n"
      // Starts.
      "1: ldrd r1, r2, [r0, #36]\n"
      "ldrd r3, r4, [r0, #44]\n"
      "cbz r4, 2f\n"
      "add r1, r5\n"
      "add r2, r5\n"
      "add r3, r5\n"
      "vldrw.u32 %q[sum0], [r1]\n"
      "vldrw.u32 %q[sum1], [r1, #16]\n"
      "vldrw.u32 %q[sum2], [r2]\n"
      "vldrw.u32 %q[sum3], [r2, #16]\n"
      "vldrw.u32 %q[sum4], [r3]\n"
      "vldrw.u32 %q[sum5], [r3, #16]\n"
      "b 3f\n"
      "2: vdup.32 %q[sum0], r1\n"
      "vdup.32 %q[sum1], r1\n"
      "vdup.32 %q[sum2], r2\n"
      "vdup.32 %q[sum3], r2\n"
      "vdup.32 %q[sum4], r3\n"
      "vdup.32 %q[sum5], r3\n"
      // Terms.
      "3: ldm r0, {r1, r2, r3, r4, r6, r7}\n"
      "add r4, r5\n"
      "4: wls lr, r7, 6f\n"
      "5: ldrd r7, r8, [r1], #8\n"
      "vldrw.u32 %q[x], [r4]\n"
      "vfma.f32 %q[sum0], %q[x], r7\n"
      "ldrd r9, r10, [r2], #8\n"
      "vldrw.u32 %q[y], [r4, #16]\n"
      "vfma.f32 %q[sum2], %q[x], r9\n"
      "ldrd r11, r12, [r3], #8\n"
      "vfma.f32 %q[sum4], %q[x], r11\n"
      "add r4, r6\n"
      "vldrw.u32 %q[x], [r4]\n"
      "vfma.f32 %q[sum1], %q[y], r7\n"
      "vfma.f32 %q[sum3], %q[y], r9\n"
      "vfma.f32 %q[sum5], %q[y], r11\n"
      "vldrw.u32 %q[y], [r4, #16]\n"
      "vfma.f32 %q[sum0], %q[x], r8\n"
      "vfma.f32 %q[sum2], %q[x], r10\n"
      "vfma.f32 %q[sum4], %q[x], r12\n"
      "add r4, r6\n"
      "vfma.f32 %q[sum1], %q[y], r8\n"
      "vfma.f32 %q[sum3], %q[y], r10\n"
      "vfma.f32 %q[sum5], %q[y], r12\n"
      "le lr, 5b\n"
      "6: ldr r7, [r0, #24]\n"
      "lsrs r7, r7, #1\n"
      "bcs 10f\n"
      "7: beq 8f\n"
      // Bounds.
      "ldrd r7, r8, [r0, #28]\n"
      "vdup.32 %q[x], r7\n"
      "vdup.32 %q[y], r8\n"
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
      "8: ldrd r7, r8, [r0, #52]\n"
      "ldr r9, [r0, #60]\n"
      "add r7, r5\n"
      "add r8, r5\n"
      "add r9, r5\n"
      "vstrw.32 %q[sum0], [r7]\n"
      "vstrw.32 %q[sum1], [r7, #16]\n"
      "vstrw.32 %q[sum2], [r8]\n"
      "vstrw.32 %q[sum3], [r8, #16]\n"
      "vstrw.32 %q[sum4], [r9]\n"
      "vstrw.32 %q[sum5], [r9, #16]\n"
      "subs r5, #32\n"
      "bge 1b\n"
      "adds r7, r5, #32\n"
      "beq 9f\n"
      "ldr r7, [r0, #68]\n"
      "movs r5, #0\n"
      "cmp r7, #0\n"
      "bne 1b\n"
      "9: b 15f\n"
      // Terms that are not in pairs, and loops around them.
      "10: ldrd r7, r8, [r0, #72]\n"
      "wls lr, r7, 12f\n"
      "sub r2, r1\n"
      "sub r3, r1\n"
      "11: ldr r7, [r1]\n"
      "vldrw.u32 %q[x], [r4]\n"
      "vfma.f32 %q[sum0], %q[x], r7\n"
      "ldr r9, [r1, r2]\n"
      "vldrw.u32 %q[y], [r4, #16]\n"
      "vfma.f32 %q[sum2], %q[x], r9\n"
      "ldr r11, [r1, r3]\n"
      "vfma.f32 %q[sum1], %q[y], r7\n"
      "add r4, r6\n"
      "vfma.f32 %q[sum4], %q[x], r11\n"
      "vfma.f32 %q[sum3], %q[y], r9\n"
      "add r1, r8\n"
      "vfma.f32 %q[sum5], %q[y], r11\n"
      "le lr, 11b\n"
      "add r2, r1\n"
      "add r3, r1\n"
      "12: ldrd r7, r8, [r0, #88]\n"
      "subs r7, #1\n"
      "beq 14f\n"
      "ldrd r9, r10, [r0, #100]\n"
      "13: strd r7, r8, [r0, #88]\n"
      "add r4, r9\n"
      "add r1, r10\n"
      "add r2, r10\n"
      "add r3, r10\n"
      "ldr r7, [r0, #20]\n"
      "b 4b\n"
      "14: subs r8, #1\n"
      "ldr r7, [r0, #80]\n"
      "ldrd r9, r10, [r0, #112]\n"
      "bne 13b\n"
      "ldr r8, [r0, #84]\n"
      "strd r7, r8, [r0, #88]\n"
      "ldr r7, [r0, #24]\n"
      "lsrs r7, r7, #1\n"
      "b 7b\n"
      "15: pop {r4-r11}\n"
      : [given] "+r"(given), [sum0] "=&w"(sum[0]), [sum1] "=&w"(sum[1]), [sum2] "=&w"(sum[2]),
        [sum3] "=&w"(sum[3]), [sum4] "=&w"(sum[4]), [sum5] "=&w"(sum[5]), [x] "=&w"(x), [y] "=&w"(y)
      :
      : "r1", "r2", "r3", "r12", "lr", "cc", "memory");
}

// Computes adjacent columns of at least two rows, as many as tiles of eight have. Returns how many
// columns are left, from the first on: where starts allow, a tile computes columns again if that
// takes less than those that are left, one by one.
[[gnu::noinline]] inline int32_t run_triples(const Sums<float, Bounds>& sums, int32_t rows,
                                             int32_t columns) {
  const Terms(&terms)[3] = sums.terms;
  const Terms& inner = terms[2];
  const Steps row = sums.row;
  const bool apart = sums.column.start == 0;
  int32_t left = columns % 8;
  Tiles tiles;
  tiles.input = sums.input;
  tiles.step = 4 * inner.input;
  tiles.pairs = inner.weight == 1 ? inner.count >> 1 : 0;
  tiles.bound = sums;
  tiles.adjacent_starts = !apart;
  tiles.last = 4 * (columns - 8);
  tiles.overlaps = apart && left >= (rows > 8 ? 4 : 2);
  tiles.singles = inner.count - 2 * tiles.pairs;
  tiles.weight_step = 4 * inner.weight;
  for (size_t i = 0; i < 2; ++i) tiles.counts[i] = tiles.left[i] = terms[1 - i].count;
  const int32_t inputs = inner.count * inner.input;
  const int32_t weights = inner.count * inner.weight;
  const int32_t others = terms[1].count - 1;
  tiles.ends[0] = {0, 4 * (terms[1].input - inputs), 4 * (terms[1].weight - weights)};
  tiles.ends[1] = {0, 4 * (terms[0].input - inputs - others * terms[1].input),
                   4 * (terms[0].weight - weights - others * terms[1].weight)};
  const bool more = tiles.singles > 0 || terms[1].count > 1 || terms[0].count > 1;
  const bool bounded = sums.low > -__builtin_inff() || sums.high < __builtin_inff();
  tiles.forms = kMoreTerms * more + kBounded * bounded;
  const float* weight = sums.weight;
  const float* start = sums.start;
  float* out = sums.out;
  for (; rows > 0; rows -= 3) {
    for (int32_t i = 0; i < 3; ++i) {
      tiles.weights[i] = weight;
      tiles.outs[i] = out;
      // A number goes to the assembly as the address would.
      if (apart) __builtin_memcpy(&tiles.starts[i], start, 4);
      if (!apart) tiles.starts[i] = start;
      if (i + 1 < rows) {  // else the row is computed again, at the same address
        weight += row.operand;
        start += row.start;
        out += row.out;
      }
    }
    run_tiles(tiles);
  }
  return tiles.overlaps ? 0 : left;
}

// Computes `left` columns of a row, four at a time or twelve. Nothing is read or written for lanes
// that do not exist.
[[gnu::noinline]] inline void run_strip(const Sums<float, Bounds>& sums, int32_t left) {
  const Steps column = sums.column;
  const Terms(&terms)[3] = sums.terms;
  Loops loops(terms);
  const float* start = sums.start;
  const float* lanes = sums.input;
  float* out = sums.out;
  const auto run = [&](auto sum, mve_pred16_t mask) {
    const uint32x4_t offset =
        vmulq_n_u32(vidupq_n_u32(0, 1), static_cast<uint32_t>(column.operand));
    const float* input = lanes;
    const float* weight = sums.weight;
    for (int32_t a = terms[0].count; a > 0; --a) {
      loops.rows = terms[1].count;
      add_strided_terms(loops, input, weight, sum, offset, column.operand, mask);
      input += terms[0].input;
      weight += terms[0].weight;
    }
    bound_lanes(sums, sum, mask);
    return sum;
  };
  while (left > 0) {
    const bool wide = left > 8;
    const int32_t count = wide ? 12 : 4;
    const mve_pred16_t mask = vctp32q(static_cast<uint32_t>(left - count + 4));
    if (wide) {
      store_lanes<0, 1, 2>(out, column.out,
                           run(load_lanes<0, 1, 2>(start, column.start, mask), mask), mask);
    } else {
      store_lanes<0>(out, column.out, run(load_lanes<0>(start, column.start, mask), mask), mask);
    }
    start += count * column.start;
    lanes += count * column.operand;
    out += count * column.out;
    left -= count;
  }
}

// The sums of all rows; the pointers of `sums` are unspecified then.
[[gnu::noinline, gnu::cold]] inline void run_rows(Sums<float, Bounds>& sums, int32_t rows,
                                                  int32_t columns) {
  Terms(&terms)[3] = sums.terms;
  if (terms[0].count <= 0 || terms[1].count <= 0) {
    terms[0].count = terms[1].count = 1;
    terms[2].count = 0;
  }
  const Steps column = sums.column;
  int32_t left = columns;
  if (rows > 1 && columns >= 8 && column.operand == 1 && column.out == 1 &&
      column.start >> 1 == 0) {
    if (rows % 3 == 1) {  // a tile would compute the last row three times
      Sums<float, Bounds> last = sums;
      last.skip(--rows);
      run_strip(last, columns);
    }
    left = run_triples(sums, rows, columns);
  }
  if (left < rows) {  // lanes are rows
    const float* const input = sums.input;
    sums.input = sums.weight;
    sums.weight = input;
    sums.column = sums.row;
    sums.row = column;
    for (Terms& loop : terms) loop = {loop.count, loop.weight, loop.input};
    const int32_t lanes = rows;
    rows = left;
    left = lanes;
  }
  for (; rows > 0; --rows) {
    run_strip(sums, left);
    sums.skip(1);
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
  AnySums all = any_sums(sums);
  run_rows(all, rows, columns);
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
