// Products of int8 matrices on Armv6-M: four pixels at a time, with every register.
#pragma once

#include "core/small.h"
#include "isa/armv6m/loops/int8_results.h"

namespace kerf::integers {

inline constexpr int32_t kTilePixels = 4;

// A filter and four pixels, of which the tile holds a term each next to each other.
struct TileSums {
  const int32_t* tile;
  const int8_t* end;  // of the filter
  int32_t first;      // -terms
  uint32_t start;
  uint32_t sums[kTilePixels];

  // Adds the products to the start. first < 0.
  [[gnu::noinline]] void add() {
    register TileSums* self __asm__("r0") = this;
    // The odd term is the first one.
    __asm__ volatile(
        ".syntax unified\n"
        "mov r12, r0\n"
        "ldm r0!, {r4-r7}\n"
        "mov r0, r4\n"
        "mov r1, r5\n"
        "mov r2, r6\n"
        "mov r8, r7\n"
        "mov r9, r7\n"
        "mov r10, r7\n"
        "mov r11, r7\n"
        "lsrs r3, r2, #1\n"
        "bcs 2f\n"
        "1: ldm r0!, {r4-r7}\n"
        "ldrsb r3, [r1, r2]\n"
        "adds r2, #1\n"
        "muls r4, r3, r4\n"
        "add r8, r4\n"
        "muls r5, r3, r5\n"
        "add r9, r5\n"
        "muls r6, r3, r6\n"
        "add r10, r6\n"
        "muls r7, r3, r7\n"
        "add r11, r7\n"
        "2: ldm r0!, {r4-r7}\n"
        "ldrsb r3, [r1, r2]\n"
        "muls r4, r3, r4\n"
        "add r8, r4\n"
        "muls r5, r3, r5\n"
        "add r9, r5\n"
        "muls r6, r3, r6\n"
        "add r10, r6\n"
        "muls r7, r3, r7\n"
        "add r11, r7\n"
        "adds r2, #1\n"
        "bne 1b\n"
        "mov r0, r12\n"
        "adds r0, #16\n"
        "mov r4, r8\n"
        "mov r5, r9\n"
        "mov r6, r10\n"
        "mov r7, r11\n"
        "stm r0!, {r4-r7}\n"
        : "+r"(self)
        :
        : "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "cc",
          "memory");
  }
};

// Writes a pixel to a tile.
[[gnu::noinline]] inline void expand_pixel(int32_t* tile, const int8_t* from, int32_t terms) {
  for (const int8_t* end = from + terms; from != end; tile += kTilePixels) *tile = *from++;
}

// The results of `pixels` <= 4 pixels: of the last ones twice where there are fewer.
[[gnu::noinline]] inline void run_tile(const Int8Product& product, const int8_t* inputs,
                                       int32_t pitch, int32_t pixels, int8_t* out) {
  const int32_t terms = product.terms;
  TileSums sums;
  auto* tile = static_cast<int32_t*>(product.scratch);
  sums.tile = tile;
  sums.end = product.weights;
  sums.first = -terms;
  for (int32_t i = 0; i < kTilePixels; ++i) {
    expand_pixel(tile + i, inputs, terms);
    if (i + 1 < pixels) inputs += pitch;
  }
  Column column(product.result, sums.sums);
  column.out = out;
  column.out_pitch = product.out_pitch;
  for (int32_t m = 0; m < product.filters; ++m) {
    sums.end += terms;
    sums.start = product.result.start_of(m);
    sums.add();
    column.store(product.result, m, pixels);
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
      column.store(product.result, m, 1);
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
      column.store(product.result, m, 1);
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
