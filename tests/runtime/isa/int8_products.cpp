// Products of int8: of pixels and filters, by tiles, of filters in pairs.
#include "loops/int8_product.h"
#include "loops/int8_scratch.h"
#include "tests/runtime/isa/int8.h"
#include "tests/runtime/isa/pairs.h"

namespace kerf::checks {
namespace {

using portable::Terms;

// A negative number is the length that varies.
struct ProductCase {
  int32_t pixels;
  int32_t filters;
  int32_t terms;
  int32_t pitch;  // more than the terms
  int32_t scale_step;
};

constexpr ProductCase kProducts[] = {
    {1, 1, -1, 0, 1},  {1, 4, -1, 0, 0},  {1, 7, -1, 0, 1}, {2, 3, -1, 5, 1},
    {4, 5, -1, 0, 1},  {7, 9, -1, 1, 0},  {3, -1, 5, 0, 1}, {5, -1, 16, 2, 0},
    {1, -1, 19, 0, 1}, {-1, 3, 9, -7, 1}, {-1, 6, 3, 0, 1}, {-1, 1, 33, 3, 0},
    {3, 8, -1, 0, 1},  {6, 4, -1, 1, 0},  {7, -1, 8, 0, 1}, {-1, 9, 21, 0, 1}};

void check_product(int32_t which, int32_t n, const Place (&places)[6]) {
  const ProductCase& its = kProducts[which];
  const int32_t pixels = its.pixels < 0 ? n : its.pixels;
  const int32_t filters = its.filters < 0 ? n : its.filters;
  const int32_t terms = its.terms < 0 ? n : its.terms;
  const int32_t pitch = terms + its.pitch;
  const int32_t out_pitch = filters + n % 3;
  const int32_t inputs_span = terms == 0 ? 0 : span_of(pixels, pitch, terms);
  const Operand<int8_t> inputs(0, places[0], inputs_span);
  const Operand<int8_t> weights(1, places[1], filters * terms);
  const int32_t base = n % 2 == 0 ? 0 : any_start();
  const Results results(places + 2, filters, its.scale_step, 16, base);
  const Operand<int8_t> out(5, places[5], span_of(pixels, out_pitch, filters));
  fill(inputs, inputs_span);
  fill(weights, filters * terms);
  if (n % 5 == 4) {  // the largest products, of either sign
    const auto filled = [](const Operand<int8_t>& all, int32_t span, int8_t number) {
      for (int32_t i = 0; i < span; ++i) all.data()[i] = number;
    };
    filled(inputs, inputs_span, n % 3 == 0 ? INT8_MAX : INT8_MIN);
    filled(weights, filters * terms, n % 3 == 1 ? INT8_MAX : INT8_MIN);
  }
  const Scratch scratch(integers::product_scratch_bytes(terms, pixels));
  const int32_t offset = integers::kAddsOffset ? -any_int8() : 0;
  const integers::Int8Product product{weights.data(), filters,        terms, out_pitch,
                                      results.result, scratch.data(), offset};
  const auto run = [&](const int8_t* from, const Scratch& memory) {
    product.run(from, pitch, pixels, out.data());
    memory.check("int8 product");
    check_out("int8 product", out, pixels, out_pitch, filters, places, n, which,
              [&](int32_t p, int32_t m) {
                int64_t sum = 0;
                for (int32_t k = 0; k < terms; ++k)
                  sum += (inputs.data()[p * pitch + k] + offset) * weights.data()[m * terms + k];
                return results.of(sum, m);
              });
  };
  run(inputs.data(), scratch);
  // The scratch of one pixel may be over it: at the least distance, and at larger ones.
  const int32_t ahead = integers::scratch_ahead(terms);
  if (pixels != 1 || ahead == 0) return;
  const int32_t bytes = integers::product_scratch_bytes(terms, 1);
  for (int32_t distance = ahead; distance + terms <= bytes + 8; distance += 4) {
    const Scratch longer(bytes + 8);
    auto* const over = static_cast<int8_t*>(longer.data()) + distance;
    for (int32_t k = 0; k < terms; ++k) over[k] = inputs.data()[k];
    run(over, longer);
  }
}

// Tiles whose pixels are placed by rows; the second pixel sees padding in place of its first row.
template <typename Product>
void check_tile(int32_t which, int32_t n, const Place (&places)[6]) {
  constexpr int32_t kRows[] = {1, 2, 3};
  constexpr int32_t kPixels = Product::kPlacedPixels;
  const int32_t rows = kRows[which % 3];
  const int32_t count = n / 4 * 4;  // terms of a row
  const int32_t terms = rows * count;
  const int32_t filters = 2 * which;
  if (terms < 4) return;
  const int32_t out_pitch = filters + n % 3;
  const Operand<int8_t> inputs(0, places[0], kPixels * terms);
  const Operand<int8_t> weights(1, places[1], filters * terms);
  const Results results(places + 2, filters, which % 2, 16, 0);
  const Operand<int8_t> out(5, places[5], span_of(kPixels, out_pitch, filters));
  fill(inputs, kPixels * terms);
  fill(weights, filters * terms);
  const Scratch scratch(integers::product_scratch_bytes(terms, kPixels));
  const int32_t offset = -any_int8();
  const Product product{weights.data(), filters,        terms, out_pitch,
                        results.result, scratch.data(), offset};
  const bool takes = filters > 0;
  if (product.takes_tiles() != takes) failed("int8 tile that is taken", &filters, 1);
  if (!takes) return;
  // The rows of all pixels are next to each other.
  for (int32_t p = 0; p < kPixels; ++p) {
    const int32_t hidden = p == 1 ? 1 : 0;
    if (hidden != 0) product.pad(p);
    product.place(p, hidden * count, inputs.data() + (hidden * kPixels + p) * count,
                  {rows - hidden, kPixels * count, count}, count);
  }
  product.run_placed(out.data());
  scratch.check("int8 tile");
  check_out("int8 tile", out, kPixels, out_pitch, filters, places, n, which,
            [&](int32_t p, int32_t m) {
              int64_t sum = 0;
              for (int32_t k = p == 1 ? count : 0; k < terms; ++k) {
                const int32_t x = (k / count * kPixels + p) * count + k % count;
                sum += (inputs.data()[x] + offset) * weights.data()[m * terms + k];
              }
              return results.of(sum, m);
            });
}

// Scratch of a product with packed weights.
template <typename Product>
int32_t packed_scratch_bytes(int32_t terms, int32_t pixels, int32_t filters) {
  const int32_t bytes = integers::product_scratch_bytes(terms, pixels);
  if (pixels < Product::kLeastPixels) return bytes;
  const int32_t paired =
      integers::paired_terms_bytes(terms) + integers::paired_filters_bytes(filters);
  return paired < bytes ? bytes : paired;
}

// As check_product(); with `placed` as check_tile() with one row.
template <typename Product>
void check_packed_product(int32_t which, int32_t n, bool placed, const Place (&places)[6]) {
  const ProductCase& its = kProducts[which];
  const int32_t pixels = placed ? Product::kPlacedPixels : its.pixels < 0 ? n : its.pixels;
  const int32_t filters = its.filters < 0 ? n : its.filters;
  const int32_t terms = its.terms < 0 ? n : its.terms;
  if (integers::kPackedLayout == 1 && (filters < 2 || terms < 4)) return;
  const int32_t pitch = placed ? terms : terms + its.pitch;
  const int32_t out_pitch = filters + n % 3;
  const int32_t inputs_span = span_of(pixels, pitch, terms);
  const Operand<int8_t> inputs(0, places[0], inputs_span);
  const Operand<int8_t> weights(1, places[1], filters * terms);
  const Results results(places + 2, filters, its.scale_step, 16, 0);
  const Operand<int8_t> out(5, places[5], span_of(pixels, out_pitch, filters));
  static int8_t plain[4096];
  fill(inputs, inputs_span);
  for (int32_t i = 0; i < filters * terms; ++i) plain[i] = any_int8();
  store_packed(weights.data(), plain, filters, terms);
  const Scratch scratch(packed_scratch_bytes<Product>(terms, placed ? 3 : pixels, filters));
  const int32_t offset = -any_int8();
  const Product product{
      {weights.data(), filters, terms, out_pitch, results.result, scratch.data(), offset}};
  // Terms of the second pixel, where rows may be placed.
  const int32_t hidden = placed && terms > 4 && terms % 4 == 0 ? 4 : 0;
  if (placed) {
    if constexpr (integers::kPackedLayout == 1) {
      typename Product::Tiles tiles(product);
      if (hidden == 0) {
        tiles.place_both(inputs.data(), pitch);
      } else {
        tiles.place(0, 0, inputs.data(), {1, 0, 0}, terms);
        tiles.pad(1);
        tiles.place(1, hidden, inputs.data() + pitch + hidden, {1, 0, 0}, terms - hidden);
      }
      tiles.run_clamped(out.data());
    }
  } else if (pixels == 1) {
    product.run_row(inputs.data(), out.data());
  } else {
    product.run(inputs.data(), pitch, pixels, out.data());
  }
  scratch.check("int8 product of packed weights");
  check_out("int8 product of packed weights", out, pixels, out_pitch, filters, places, n, which,
            [&](int32_t p, int32_t m) {
              int64_t sum = 0;
              for (int32_t k = p == 1 ? hidden : 0; k < terms; ++k)
                sum += (inputs.data()[p * pitch + k] + offset) * plain[m * terms + k];
              return results.of(sum, m);
            });
}

// Four filters of weights of -128, whose sums are as large as they may be, in tiles and a pixel.
// With `large`, they start with so much less that they end near 0.
template <typename Product>
void check_largest_packed(int8_t input, int32_t offset, bool large) {
  constexpr int32_t kTerms = 124;
  constexpr int32_t kFilters = 4;
  constexpr int32_t kPixels = Product::kPlacedPixels + 1;
  static int8_t inputs[kPixels * kTerms];
  static int8_t plain[kFilters * kTerms];
  static int8_t weights[kFilters * kTerms];
  int8_t out[kPixels * kFilters];
  const int32_t sum = kTerms * -128 * (input + offset);
  const int32_t less = large ? sum : 0;
  const int32_t start[] = {-less, 1024 - less, -2048 - less, (1 << 17) - 1 - less};
  const int32_t multiplier[] = {1 << 30, INT32_MAX, 3 << 29, 1 << 30};
  const int8_t shift[] = {-15, -15, -14, -15};
  libc::fill(inputs, input, sizeof inputs);
  libc::fill(plain, -128, sizeof plain);
  store_packed(weights, plain, kFilters, kTerms);
  const Scratch scratch(packed_scratch_bytes<Product>(kTerms, kPixels, kFilters));
  const integers::Int8Result result{start, multiplier, shift, 1, 0, 0, INT8_MIN, INT8_MAX};
  const Product product{{weights, kFilters, kTerms, kFilters, result, scratch.data(), offset}};
  product.run(inputs, kTerms, kPixels, out);
  for (int32_t i = 0; i < kPixels * kFilters; ++i) {
    const int32_t m = i % kFilters;
    const int32_t x = rescaled_in_steps(sum + start[m], multiplier[m], shift[m]);
    if (out[i] != clamped(x, 0, INT8_MIN, INT8_MAX))
      failed("largest int8 product of packed weights", &i, 1);
  }
}

// Results of every kind, in tiles and a pixel.
template <typename Product>
void check_scales_of_packed() {
  constexpr int32_t kTerms = 4;
  constexpr int32_t kPixels = Product::kPlacedPixels + 1;
  static int8_t weights[kScaled * kTerms];
  constexpr int8_t kInputs[kPixels * kTerms] = {1, -7, 30};
  static int8_t zeros[kScaled * kTerms];
  store_packed(weights, zeros, kScaled, kTerms);
  const Scratch scratch(packed_scratch_bytes<Product>(kTerms, kPixels, kScaled));
  at_scales([&](const integers::Int8Result& result, const int8_t* wanted) {
    int8_t out[kPixels * kScaled];
    const Product product{{weights, kScaled, kTerms, kScaled, result, scratch.data(), 1}};
    product.run(kInputs, kTerms, kPixels, out);
    check_scaled("results of int8 product of packed weights", result, out, kPixels * kScaled,
                 wanted);
  });
}

template <bool kHas, typename Product>
void check_packed() {
  if constexpr (kHas) {
    check_scales_of_packed<Product>();
    for (int32_t large = 0; large < 2; ++large) {
      check_largest_packed<Product>(INT8_MAX, 128, large != 0);
      check_largest_packed<Product>(INT8_MIN, -127, large != 0);
    }
    for (int32_t which = 0; which < static_cast<int32_t>(sizeof kProducts / sizeof *kProducts);
         ++which) {
      for (int32_t placed = 0; placed < (integers::kPackedLayout == 1 ? 2 : 1); ++placed) {
        at_every_place<int8_t, int8_t, int32_t, int32_t, int32_t, int8_t>(
            [=](int32_t n, const Place(&places)[6]) {
              check_packed_product<Product>(which, n, placed != 0, places);
            });
      }
    }
  }
}

// Not every set has tiles: those of others are not even referred to.
template <bool kHas, typename Product>
void check_tiles() {
  if constexpr (kHas) {
    for (int32_t which = 0; which < 5; ++which) {
      at_every_place<int8_t, int8_t, int32_t, int32_t, int32_t, int8_t>(
          [=](int32_t n, const Place(&places)[6]) { check_tile<Product>(which, n, places); });
    }
  }
}

}  // namespace

void check_int8_products() {
  for (int32_t which = 0; which < static_cast<int32_t>(sizeof kProducts / sizeof *kProducts);
       ++which) {
    at_every_place<int8_t, int8_t, int32_t, int32_t, int32_t, int8_t>(
        [=](int32_t n, const Place(&places)[6]) { check_product(which, n, places); });
  }
  check_tiles<integers::kGathersTiles, integers::Int8Product>();
  check_packed<integers::kPackedLayout != 0, integers::Int8PackedProduct>();
}

}  // namespace kerf::checks
