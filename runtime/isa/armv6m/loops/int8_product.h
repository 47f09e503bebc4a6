// Products of int8 matrices on Armv6-M: four pixels at a time, with every register.
#pragma once

#include "core/small.h"
#include "isa/armv6m/loops/int8_results.h"

namespace kerf::integers {

inline constexpr int32_t kTilePixels = 4;

// A filter and four pixels: a word of the tile has a term of two of them, x + 65536 y. Its product
// with a weight holds both products, and so does the sum of two such products: as inputs and
// weights are int8, each part is in [-32512, 32768]. With 32767 added to both they are the halves
// of the word.
struct PairSums {
  uint32_t sums[kTilePixels];
  const int32_t* tile;
  const int8_t* end;  // of the filter
  int32_t first;      // -terms
  uint32_t start;

  // Adds the products to the start. Weights are read as words, or as bytes where these are not
  // aligned or terms are left after fours of them. first < 0.
  template <bool kWords>
  [[gnu::noinline]] void add() {
    register PairSums* self __asm__("r0") = this;
    __asm__ volatile(
        ".syntax unified\n"
        ".macro kerf_split word, low, high\n"
        "add \\word, r12\n"
        "uxth r6, \\word\n"
        "add \\low, r6\n"
        "lsrs \\word, \\word, #16\n"
        "add \\high, \\word\n"
        ".endm\n"
        ".macro kerf_halves\n"
        "kerf_split r4, r8, r9\n"
        "kerf_split r5, r10, r11\n"
        ".endm\n"
        ".macro kerf_last_term weight\n"
        "muls r6, \\weight, r6\n"
        "muls r7, \\weight, r7\n"
        "adds r4, r6\n"
        "adds r5, r7\n"
        ".endm\n"
        "push {r0}\n"
        "adds r0, #16\n"
        "ldm r0, {r0-r3}\n"
        // What is added to both halves is subtracted from the start, for each two terms.
        "movs r7, #1\n"
        "lsls r7, r7, #15\n"
        "subs r7, #1\n"
        "asrs r4, r2, #1\n"
        "muls r4, r7, r4\n"
        "adds r4, r3\n"
        "mov r8, r4\n"
        "mov r9, r4\n"
        "mov r10, r4\n"
        "mov r11, r4\n"
        "lsls r4, r7, #16\n"
        "adds r4, r7\n"
        "mov r12, r4\n"
        ".if %c[words]\n"
        "mov lr, r1\n"
        "adds r1, r2\n"
        "1: ldm r1!, {r3}\n"
        "ldm r0!, {r4-r7}\n"
        "sxtb r2, r3\n"
        "muls r4, r2, r4\n"
        "muls r5, r2, r5\n"
        "asrs r3, r3, #8\n"
        "sxtb r2, r3\n"
        "kerf_last_term r2\n"
        "kerf_halves\n"
        "ldm r0!, {r4-r7}\n"
        "asrs r3, r3, #8\n"
        "sxtb r2, r3\n"
        "muls r4, r2, r4\n"
        "muls r5, r2, r5\n"
        "asrs r3, r3, #8\n"
        "kerf_last_term r3\n"
        "kerf_halves\n"
        "cmp r1, lr\n"
        "bne 1b\n"
        ".else\n"
        // The odd term is the first one.
        "movs r4, #0\n"
        "movs r5, #0\n"
        "lsrs r3, r2, #1\n"
        "bcc 1f\n"
        "ldm r0!, {r6-r7}\n"
        "b 2f\n"
        "1: ldm r0!, {r4-r7}\n"
        "ldrsb r3, [r1, r2]\n"
        "adds r2, #1\n"
        "muls r4, r3, r4\n"
        "muls r5, r3, r5\n"
        "2: ldrsb r3, [r1, r2]\n"
        "kerf_last_term r3\n"
        "kerf_halves\n"
        "adds r2, #1\n"
        "bne 1b\n"
        ".endif\n"
        "pop {r0}\n"
        "mov r4, r8\n"
        "mov r5, r9\n"
        "mov r6, r10\n"
        "mov r7, r11\n"
        "stm r0!, {r4-r7}\n"
        ".purgem kerf_split\n"
        ".purgem kerf_halves\n"
        ".purgem kerf_last_term\n"
        : "+r"(self)
        : [words] "i"(kWords ? 1 : 0)
        : "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "lr", "cc",
          "memory");
  }
};

// Writes four pixels to a tile of PairSums: three, `pitch` apart, of which the first one ends at
// `end`, and the one that ends at `last`. first = -terms.
[[gnu::noinline]] inline void expand_pairs(const int8_t* end, int32_t pitch, int32_t first,
                                           int32_t* tile, const int8_t* last) {
  int32_t x;
  int32_t y;
  const int8_t* const second = end + pitch;
  const int8_t* const third = second + pitch;
  __asm__ volatile(
      ".syntax unified\n"
      "1: ldrsb %[x], [%[p0], %[k]]\n"
      "ldrsb %[y], [%[p1], %[k]]\n"
      "lsls %[y], %[y], #16\n"
      "adds %[x], %[y]\n"
      "str %[x], [%[tile]]\n"
      "ldrsb %[x], [%[p2], %[k]]\n"
      "ldrsb %[y], [%[p3], %[k]]\n"
      "lsls %[y], %[y], #16\n"
      "adds %[x], %[y]\n"
      "str %[x], [%[tile], #4]\n"
      "adds %[tile], #8\n"
      "adds %[k], #1\n"
      "bne 1b\n"
      : [tile] "+l"(tile), [k] "+l"(first), [x] "=&l"(x), [y] "=&l"(y)
      : [p0] "l"(end), [p1] "l"(second), [p2] "l"(third), [p3] "l"(last)
      : "cc", "memory");
}

// The results of three or four pixels.
[[gnu::noinline]] inline void run_tile(const Int8Product& product, const int8_t* inputs,
                                       int32_t pitch, int32_t pixels, int8_t* out) {
  const int32_t terms = product.terms;
  auto* tile = static_cast<int32_t*>(product.scratch);
  PairSums sums;
  sums.tile = tile;
  sums.end = product.weights;
  sums.first = -terms;
  inputs += terms;
  expand_pairs(inputs, pitch, sums.first, tile, inputs + (pixels - 1) * pitch);
  const bool words = ((terms | reinterpret_cast<uintptr_t>(product.weights)) & 3) == 0;
  Column column(product.result, sums.sums);
  column.out = out;
  column.out_pitch = product.out_pitch;
  for (int32_t m = 0; m < product.filters; ++m) {
    sums.end += terms;
    sums.start = product.result.start_of(m);
    if (kSmall || !words) {
      sums.add<false>();
    } else {
      sums.add<true>();
    }
    column.store(m, pixels);
    ++column.out;
  }
}

// Adds the products of a pixel and two filters, whose terms end at `ends`, to their sums.
[[gnu::noinline]] inline void add_products(uint32_t (&sums)[2], const int8_t* input,
                                           const int8_t* const (&ends)[2], int32_t terms) {
  if (terms == 0) return;
  uint32_t one = sums[0];
  uint32_t two = sums[1];
  int32_t x;
  int32_t w;
  int32_t k = -terms;
  // In assembly: compilers index from the start, which takes an instruction more, and extend apart.
  __asm__ volatile(
      ".syntax unified\n"
      "1: ldrsb %[x], [%[input], %[k]]\n"
      "ldrsb %[w], [%[first], %[k]]\n"
      "muls %[w], %[x], %[w]\n"
      "add %[one], %[w]\n"
      "ldrsb %[w], [%[second], %[k]]\n"
      "muls %[w], %[x], %[w]\n"
      "add %[two], %[w]\n"
      "adds %[k], #1\n"
      "bne 1b\n"
      : [one] "+r"(one), [two] "+r"(two), [k] "+l"(k), [x] "=&l"(x), [w] "=&l"(w)
      : [input] "l"(input + terms), [first] "l"(ends[0]), [second] "l"(ends[1])
      : "cc", "memory");
  sums[0] = one;
  sums[1] = two;
}

// The results of one pixel, two filters at a time; one that is left is computed twice.
[[gnu::noinline]] inline void run_pixel(const Int8Product& product, const int8_t* input,
                                        int8_t* out) {
  uint32_t sums[2];
  Column column(product.result, sums);
  column.out = out;
  const int8_t* ends[2];
  const int8_t* weights = product.weights;
  for (int32_t m = 0; m < product.filters;) {
    const int32_t last = m + 1 < product.filters ? m + 1 : m;
    sums[0] = product.result.start_of(m);
    sums[1] = product.result.start_of(last);
    weights += product.terms;
    ends[0] = weights;
    if (last != m) weights += product.terms;
    ends[1] = weights;
    add_products(sums, input, ends, product.terms);
    for (column.sums = sums; m <= last; ++m) {
      column.store(m, 1);
      ++column.sums;
      ++column.out;
    }
  }
}

// A pixel and four filters, where code need not be small: an input is loaded once for all.
struct PixelSums {
  static constexpr int32_t kFilters = 4;

  uint32_t sums[kFilters];
  int32_t first;        // -terms
  const int8_t* input;  // its end, as of the filters
  const int8_t* ends[kFilters];

  // Adds the products to the sums. first < 0.
  [[gnu::noinline]] void add() {
    register PixelSums* self __asm__("r0") = this;
    __asm__ volatile(
        ".syntax unified\n"
        ".macro kerf_add filter, sum\n"
        "ldrsb r7, [\\filter, r1]\n"
        "muls r7, r0, r7\n"
        "add \\sum, r7\n"
        ".endm\n"
        "mov r12, r0\n"
        "ldm r0!, {r4-r7}\n"
        "mov r8, r4\n"
        "mov r9, r5\n"
        "mov r10, r6\n"
        "mov r11, r7\n"
        "ldm r0!, {r1-r6}\n"
        "1: ldrsb r0, [r2, r1]\n"
        "kerf_add r3, r8\n"
        "kerf_add r4, r9\n"
        "kerf_add r5, r10\n"
        "kerf_add r6, r11\n"
        "adds r1, #1\n"
        "bne 1b\n"
        "mov r0, r12\n"
        "mov r4, r8\n"
        "mov r5, r9\n"
        "mov r6, r10\n"
        "mov r7, r11\n"
        "stm r0!, {r4-r7}\n"
        ".purgem kerf_add\n"
        : "+r"(self)
        :
        : "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "cc",
          "memory");
  }
};

// The results of one pixel, four filters at a time. Where fewer are left the last one is added up
// several times.
[[gnu::noinline]] inline void run_pixel_by_fours(const Int8Product& product, const int8_t* input,
                                                 int8_t* out) {
  PixelSums pixel;
  Column column(product.result, pixel.sums);
  column.out = out;
  pixel.first = -product.terms;
  pixel.input = input + product.terms;
  const int8_t* end = product.weights;
  for (int32_t m = 0; m < product.filters;) {
    int32_t next = m;
    for (int32_t i = 0; i < PixelSums::kFilters; ++i) {
      if (next < product.filters) {
        end += product.terms;
        ++next;
      }
      pixel.ends[i] = end;
      pixel.sums[i] = product.result.start_of(next - 1);
    }
    if (product.terms != 0) pixel.add();
    for (column.sums = pixel.sums; m < next; ++m) {
      column.store(m, 1);
      ++column.sums;
      ++column.out;
    }
  }
}

[[gnu::noinline]] inline void Int8Product::run(const int8_t* inputs, int32_t pitch, int32_t pixels,
                                               int8_t* out) const {
  while (pixels > 0) {
    const int32_t count = pixels < 3 || terms == 0 ? 1 : pixels < kTilePixels ? 3 : kTilePixels;
    if (count == 1) {
      if constexpr (kSmall) {
        run_pixel(*this, inputs, out);
      } else {
        run_pixel_by_fours(*this, inputs, out);
      }
    } else {
      run_tile(*this, inputs, pitch, count, out);
    }
    inputs += count * pitch;
    out += count * out_pitch;
    pixels -= count;
  }
}

}  // namespace kerf::integers
