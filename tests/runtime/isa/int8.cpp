// Checks the loops of int8 against arithmetic in 64 bits, one step of CMSIS-NN after the other.
#include "loops/copy_bytes.h"
#include "loops/copy_rows.h"
#include "loops/int16_channels.h"
#include "loops/int16_dot.h"
#include "loops/int8_depthwise.h"
#include "loops/int8_dot.h"
#include "loops/int8_product.h"
#include "loops/int8_quantize.h"
#include "loops/int8_rows.h"
#include "loops/int8_scratch.h"
#include "loops/int8_softmax.h"
#include "loops/int8_strided_sum.h"
#include "loops/int8_sum.h"
#include "loops/reciprocal.h"
#include "tests/runtime/isa/operand.h"
#include "tests/runtime/isa/pairs.h"

namespace kerf::checks {
namespace {

using portable::Terms;

int32_t wrapped(int64_t x) { return static_cast<int32_t>(static_cast<uint32_t>(x)); }

// x / 2^bits rounded down.
int64_t floor_shift(int64_t x, int32_t bits) { return x >> bits; }

// x / 2^bits, halves away from zero.
int64_t round_shift(int64_t x, int32_t bits) {
  const int64_t size = x < 0 ? -x : x;
  const int64_t rounded = (size + (bits > 0 ? int64_t{1} << (bits - 1) : 0)) >> bits;
  return x < 0 ? -rounded : rounded;
}

int32_t rescaled_in_steps(int32_t x, int32_t multiplier, int32_t shift) {
  if (shift > 0) x = wrapped(int64_t{x} * (int64_t{1} << shift));
  const int64_t high = floor_shift(int64_t{x} * multiplier + (int64_t{1} << 30), 31);
  return wrapped(round_shift(high, shift < 0 ? -shift : 0));
}

int8_t clamped(int32_t x, int32_t offset, int32_t low, int32_t high) {
  const int32_t sum = wrapped(int64_t{x} + offset);
  return static_cast<int8_t>(sum < low ? low : sum > high ? high : sum);
}

int8_t any_int8() {
  const int32_t number = next_number();
  if (number >> 27 == 0) return number >> 26 == 0 ? -128 : 127;
  return static_cast<int8_t>((number >> 16) % 256);
}

void fill(const Operand<int8_t>& operand, int32_t span) {
  for (int32_t i = 0; i < span; ++i) operand.data()[i] = any_int8();
}

int32_t any_multiplier() {
  const int32_t number = next_number();
  if (number % 17 == 0) return 0;
  if (number % 5 == 0) return 1 << 30 | (number & 3) << 28;  // products that are halves
  return number % 19 == 0 ? INT32_MAX : number | 1 << 30;
}

// A shift by which sums of 2^`bits` become numbers of eight bits; sometimes any other.
int32_t any_shift(int32_t bits) {
  const int32_t number = next_number() >> 8;
  return number % 13 == 0 ? number / 13 % 63 - 31 : 8 - bits + number % 7 - 3;
}

int32_t any_start() {
  const int32_t number = next_number();
  return number % 29 == 0 ? number - (1 << 30) : number % 4001 - 2000;
}

// Operands of results: a start for each filter, and a scale for each or for all.
struct Results {
  Operand<int32_t> start;
  Operand<int32_t> multiplier;
  Operand<int8_t> shift;
  integers::Int8Result result;

  Results(const Place* places, int32_t filters, int32_t scale_step, int32_t bits, int32_t base)
      : start(2, places[0], filters),
        multiplier(3, places[1], scale_step == 0 ? 1 : filters),
        shift(4, places[2], scale_step == 0 ? 1 : filters) {
    for (int32_t i = 0; i < filters; ++i) start.data()[i] = any_start();
    for (int32_t i = 0; i < (scale_step == 0 ? 1 : filters); ++i) {
      multiplier.data()[i] = any_multiplier();
      shift.data()[i] = static_cast<int8_t>(any_shift(bits));
    }
    result.start = start.data();
    result.multiplier = multiplier.data();
    result.shift = shift.data();
    result.scale_step = scale_step;
    result.base = base;
    result.offset = any_int8();
    result.low = -128 + next_number() % 2 * 100;
    result.high = 127 - next_number() % 2 * 100;
  }

  int8_t of(int64_t sum, int32_t filter) const {
    const int32_t scale = filter * result.scale_step;
    const int32_t x = wrapped(sum + start.data()[filter] + result.base);
    return clamped(rescaled_in_steps(x, multiplier.data()[scale], shift.data()[scale]),
                   result.offset, result.low, result.high);
  }
};

// Compares and forgets what was written to `out`, then checks that nothing else was.
template <typename T, typename Wanted>
void check_out(const char* what, const Operand<T>& out, int32_t rows, int32_t pitch,
               int32_t columns, const Place* places, int32_t n, int32_t which, Wanted wanted) {
  ++checks;
  bool right = true;
  for (int32_t p = 0; p < rows; ++p) {
    for (int32_t c = 0; c < columns; ++c) {
      T* at = out.data() + p * pitch + c;
      right = right && *at == wanted(p, c);
      out.forget(at);
    }
  }
  if (right && out.untouched()) return;
  const int32_t numbers[] = {which, n, places[0].at, places[0].offset, places[1].at, right};
  failed(what, numbers, 6);
}

int32_t span_of(int32_t count, int32_t step, int32_t last) {
  return count == 0 ? 0 : (count - 1) * step + last;
}

// The memory of a loop, with a pattern after it.
class Scratch {
 public:
  explicit Scratch(int32_t bytes) : words_(bytes / 4) {
    for (int32_t i = 0; i < kWords; ++i) memory()[i] = kUntouched;
  }

  void* data() const { return memory(); }

  void check(const char* what) const {
    for (int32_t i = words_; i < kWords; ++i) {
      if (memory()[i] != kUntouched) failed(what, &i, 1);
    }
  }

  static constexpr int32_t kMost = 4000;  // bytes

 private:
  static constexpr int32_t kWords = 1024;
  static constexpr uint32_t kUntouched = 0xA5A5A5A5;

  static uint32_t* memory() {
    static uint32_t words[kWords];
    return words;
  }

  int32_t words_;
};

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

// As check_product(); with `placed` as check_tile() with one row.
template <typename Product>
void check_paired(int32_t which, int32_t n, bool placed, const Place (&places)[6]) {
  const ProductCase& its = kProducts[which];
  const int32_t pixels = placed ? Product::kPlacedPixels : its.pixels < 0 ? n : its.pixels;
  const int32_t filters = its.filters < 0 ? n : its.filters;
  const int32_t terms = its.terms < 0 ? n : its.terms;
  if (filters < 2 || terms < 4) return;
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
  store_pairs(weights.data(), plain, filters, terms);
  const Scratch scratch(integers::product_scratch_bytes(terms, placed ? 3 : pixels));
  const int32_t offset = -any_int8();
  const Product product{
      {weights.data(), filters, terms, out_pitch, results.result, scratch.data(), offset}};
  // Terms of the second pixel, where rows may be placed.
  const int32_t hidden = placed && terms > 4 && terms % 4 == 0 ? 4 : 0;
  if (placed) {
    typename Product::Tiles tiles(product);
    if (hidden == 0) {
      tiles.place_both(inputs.data(), pitch);
    } else {
      tiles.place(0, 0, inputs.data(), {1, 0, 0}, terms);
      tiles.pad(1);
      tiles.place(1, hidden, inputs.data() + pitch + hidden, {1, 0, 0}, terms - hidden);
    }
    tiles.run_clamped(out.data());
  } else {
    product.run(inputs.data(), pitch, pixels, out.data());
  }
  scratch.check("int8 product in pairs");
  check_out("int8 product in pairs", out, pixels, out_pitch, filters, places, n, which,
            [&](int32_t p, int32_t m) {
              int64_t sum = 0;
              for (int32_t k = p == 1 ? hidden : 0; k < terms; ++k)
                sum += (inputs.data()[p * pitch + k] + offset) * plain[m * terms + k];
              return results.of(sum, m);
            });
}

// Four filters of weights of -128, whose sums are as large as they may be, in tiles and a pixel.
template <typename Product>
void check_largest_pairs(int8_t input, int32_t offset) {
  constexpr int32_t kTerms = 128;
  constexpr int32_t kFilters = 4;
  constexpr int32_t kPixels = Product::kPlacedPixels + 1;
  static int8_t inputs[kPixels * kTerms];
  static int8_t plain[kFilters * kTerms];
  static int8_t weights[kFilters * kTerms];
  int8_t out[kPixels * kFilters];
  const int32_t sum = kTerms * -128 * (input + offset);
  const int32_t start[] = {-sum, 1024 - sum, -2048 - sum, 4096 - sum};
  const int32_t multiplier[] = {1 << 30, 1 << 30, 1 << 30, 1 << 30};
  const int8_t shift[] = {-6, -6, -6, -6};
  constexpr int8_t kWanted[] = {0, 8, -16, 32};
  libc::fill(inputs, input, sizeof inputs);
  libc::fill(plain, -128, sizeof plain);
  store_pairs(weights, plain, kFilters, kTerms);
  const Scratch scratch(integers::product_scratch_bytes(kTerms, kPixels));
  const integers::Int8Result result{start, multiplier, shift, 1, 0, 0, INT8_MIN, INT8_MAX};
  const Product product{{weights, kFilters, kTerms, kFilters, result, scratch.data(), offset}};
  product.run(inputs, kTerms, kPixels, out);
  for (int32_t i = 0; i < kPixels * kFilters; ++i) {
    if (out[i] != kWanted[i % kFilters]) failed("largest int8 product in pairs", &i, 1);
  }
}

template <bool kHas, typename Product>
void check_pairs() {
  if constexpr (kHas) {
    check_largest_pairs<Product>(INT8_MAX, 128);
    check_largest_pairs<Product>(INT8_MIN, -127);
    for (int32_t which = 0; which < static_cast<int32_t>(sizeof kProducts / sizeof *kProducts);
         ++which) {
      for (int32_t placed = 0; placed < 2; ++placed) {
        at_every_place<int8_t, int8_t, int32_t, int32_t, int32_t, int8_t>(
            [=](int32_t n, const Place(&places)[6]) {
              check_paired<Product>(which, n, placed != 0, places);
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

struct DepthwiseCase {
  int32_t lines;
  int32_t pixels;
  int32_t channels;
  int32_t input_pitch;  // in pixels of the input
  int32_t line_pitch;   // as well
  Terms rows;           // in pixels
  Terms columns;
};

constexpr DepthwiseCase kDepthwise[] = {
    {1, 1, -1, 1, 0, {3, 5, 3}, {3, 1, 1}},   // a kernel of 3 x 3
    {1, 3, -1, 2, 0, {2, 7, 3}, {3, 1, 1}},   // of stride 2, at an edge
    {1, 2, -1, 1, 0, {1, 0, 0}, {5, 1, 1}},   // of one row
    {1, 4, -1, 1, 0, {3, 9, 2}, {2, 3, 1}},   // dilated
    {1, 2, -1, 1, 0, {0, 0, 0}, {2, 1, 1}},   // in the padding
    {1, 2, -1, 1, 0, {2, 1, 1}, {0, 0, 0}},   // as well
    {2, 3, -1, 1, 5, {3, 5, 3}, {3, 1, 1}},   // of several lines
    {3, 2, -1, 2, 10, {2, 5, 3}, {2, 1, 1}},  // more than pixels
    {1, -1, 3, 1, 0, {2, 67, 2}, {2, 1, 1}},  // a line
    {2, 4, -1, 1, 6, {2, 6, 3}, {3, 1, 1}},   // pairs of pixels
    {4, 2, -1, 1, 4, {3, 4, 3}, {3, 1, 1}},   // of lines
    {1, -1, 8, 1, 0, {2, 31, 3}, {3, 1, 1}},  // pairs of a line
    {1, -1, 4, 1, 0, {2, 67, 2}, {2, 1, 1}}, {-1, 1, 4, 1, 2, {3, 2, 2}, {2, 1, 1}},
    {1, 2, -1, 1, 0, {5, 5, 5}, {5, 1, 1}},   // a kernel of 5 x 5
    {1, 2, -1, 1, 0, {52, 1, 1}, {1, 1, 1}},  // of many taps
};

void check_depthwise(int32_t which, int32_t n, const Place (&places)[6]) {
  const DepthwiseCase& its = kDepthwise[which];
  const int32_t lines = its.lines < 0 ? n : its.lines;
  const int32_t pixels = its.pixels < 0 ? n : its.pixels;
  const int32_t channels = its.channels < 0 ? n : its.channels;
  const Terms rows{its.rows.count, its.rows.input * channels, its.rows.weight * channels};
  const Terms columns{its.columns.count, its.columns.input * channels,
                      its.columns.weight * channels};
  const integers::Int8Pitch input_pitch{its.input_pitch * channels, its.line_pitch * channels};
  const int32_t outs = lines * pixels;
  if (outs == 0) return;
  const bool reads = channels > 0 && rows.count > 0 && columns.count > 0;
  const int32_t window = (rows.count - 1) * rows.input + (columns.count - 1) * columns.input;
  const int32_t inputs_span =
      reads ? (lines - 1) * input_pitch.line + (pixels - 1) * input_pitch.pixel + window + channels
            : 0;
  const int32_t weights_span =
      reads ? (rows.count - 1) * rows.weight + (columns.count - 1) * columns.weight + channels : 0;
  const int32_t out_pitch = channels + n % 3;
  const Operand<int8_t> inputs(0, places[0], inputs_span);
  const Operand<int8_t> weights(1, places[1], weights_span);
  const Results results(places + 2, channels, 1, 14, 0);
  const Operand<int8_t> out(5, places[5], span_of(outs, out_pitch, channels));
  fill(inputs, inputs_span);
  fill(weights, weights_span);
  const int32_t offset = -any_int8();
  const Scratch scratch(integers::depthwise_scratch_bytes(rows.count * columns.count));
  const integers::Int8Depthwise depthwise{channels,       offset,
                                          input_pitch,    {out_pitch, pixels * out_pitch},
                                          results.result, scratch.data()};
  const integers::Int8Block block{inputs.data(), weights.data(), out.data(), rows,
                                  columns,       lines,          pixels};
  if constexpr (integers::kDepthwiseBlocks == 1) {
    depthwise.run(block);
  } else {
    // The first line is a block of its own.
    integers::Int8Block blocks[] = {block, block};
    blocks[0].lines = 1;
    blocks[1].lines = lines - 1;
    blocks[1].input += input_pitch.line;
    blocks[1].out += pixels * out_pitch;
    depthwise.run(blocks, blocks + (lines > 1 ? 2 : 1));
  }
  scratch.check("int8 depthwise");
  check_out("int8 depthwise", out, outs, out_pitch, channels, places, n, which,
            [&](int32_t p, int32_t c) {
              const int32_t first =
                  p / pixels * input_pitch.line + p % pixels * input_pitch.pixel + c;
              int64_t sum = 0;
              for (int32_t j = 0; j < rows.count; ++j) {
                for (int32_t k = 0; k < columns.count; ++k) {
                  const int32_t x = first + j * rows.input + k * columns.input;
                  const int32_t w = j * rows.weight + k * columns.weight + c;
                  sum += (inputs.data()[x] + offset) * weights.data()[w];
                }
              }
              return results.of(sum, c);
            });
}

struct ImageCase {
  int32_t height;  // a negative number is the length that varies
  int32_t width;
  int32_t channels;
  int32_t top;
  int32_t left;
  int32_t bottom;
  int32_t right;
  int32_t down;
  int32_t across;
  int32_t lines;  // that are kept, unless fewer are seen
};

constexpr ImageCase kImages[] = {{5, -1, 4, 1, 1, 1, 1, 1, 1, 4}, {-1, 4, 4, 1, 1, 1, 1, 1, 1, 9},
                                 {6, -1, 4, 0, 0, 1, 1, 2, 2, 5}, {-1, 5, 8, 1, 1, 1, 1, 2, 2, 70},
                                 {4, 3, 12, 2, 2, 2, 2, 1, 1, 4}, {9, 7, 4, 1, 3, 0, 0, 3, 2, 3},
                                 {1, 1, 4, 1, 1, 1, 1, 1, 1, 3},  {3, -1, 8, 0, 0, 0, 0, 1, 1, 3}};

template <typename Depthwise>
void check_depthwise_3x3(int32_t which, int32_t n, const Place (&places)[6]) {
  const ImageCase& its = kImages[which];
  const int32_t height = its.height < 0 ? n % 20 : its.height;
  const int32_t width = its.width < 0 ? n : its.width;
  const int32_t padded_height = height + its.top + its.bottom;
  const int32_t padded_width = width + its.left + its.right;
  if (height < 1 || width < 1 || padded_height < 3 || padded_width < 3) return;
  if (height * width * its.channels > kArea - 128) return;
  const int32_t rows = (padded_height - 3) / its.down + 1;
  const int32_t columns = (padded_width - 3) / its.across + 1;
  if (rows * columns * its.channels > kArea - 128) return;
  const Operand<int8_t> image(0, places[0], height * width * its.channels);
  const Operand<int8_t> weights(1, places[1], 9 * its.channels);
  const Results results(places + 2, its.channels, 1, 14, 0);
  const Operand<int8_t> out(5, places[5], rows * columns * its.channels);
  fill(image, height * width * its.channels);
  fill(weights, 9 * its.channels);
  const int32_t offset = -any_int8();
  const int32_t seen = (rows - 1) * its.down + 3;
  const int32_t lines = its.lines < seen ? its.lines : seen;
  const int32_t bytes =
      integers::depthwise_line_bytes(lines * integers::line_columns(its.across, columns));
  if (bytes > Scratch::kMost) return;
  const Scratch scratch(bytes);
  const Depthwise depthwise{its.channels,   offset,         height,        width,   its.top,
                            its.left,       its.down,       its.across,    columns, lines,
                            weights.data(), results.result, scratch.data()};
  // The first lines, then the others, as where outputs overlap inputs.
  const int32_t first = n % 3 == 0 ? rows / 2 : rows;
  depthwise.run(image.data(), 0, first, out.data());
  if (first < rows)
    depthwise.run(image.data(), first, rows - first, out.data() + first * columns * its.channels);
  scratch.check("int8 depthwise 3x3");
  const auto wanted = [&](int32_t p, int32_t c) {
    int64_t sum = 0;
    for (int32_t j = 0; j < 3; ++j) {
      for (int32_t k = 0; k < 3; ++k) {
        const int32_t y = p / columns * its.down - its.top + j;
        const int32_t x = p % columns * its.across - its.left + k;
        if (y < 0 || y >= height || x < 0 || x >= width) continue;
        sum += (image.data()[(y * width + x) * its.channels + c] + offset) *
               weights.data()[(3 * j + k) * its.channels + c];
      }
    }
    return results.of(sum, c);
  };
  check_out("int8 depthwise 3x3", out, rows * columns, its.channels, its.channels, places, n, which,
            wanted);
  // Over the image, as near to it as lines of outputs end before the inputs that they see first.
  int32_t ahead = 0;  // pixels
  for (int32_t y = 0; y < rows; ++y) {
    const int32_t line = y * its.down - its.top;
    const int32_t least = (y + 1) * columns - (line < 0 ? 0 : line) * width;
    if (least > ahead) ahead = least;
  }
  static int8_t both[2 * kArea];
  int8_t* const moved = both + ahead * its.channels;
  for (int32_t i = 0; i < height * width * its.channels; ++i) moved[i] = image.data()[i];
  depthwise.run(moved, 0, rows, both);
  scratch.check("int8 depthwise 3x3");
  for (int32_t i = 0; i < rows * columns * its.channels; ++i) {
    if (both[i] == wanted(i / its.channels, i % its.channels)) continue;
    const int32_t numbers[] = {which, n, i};
    failed("int8 depthwise 3x3 over its image", numbers, 3);
  }
}

// Not every set has these loops: those of others are not even referred to.
template <bool kHas, typename Depthwise>
void check_images() {
  if constexpr (kHas) {
    for (int32_t which = 0; which < static_cast<int32_t>(sizeof kImages / sizeof *kImages);
         ++which) {
      at_every_place<int8_t, int8_t, int32_t, int32_t, int32_t, int8_t>(
          [=](int32_t n, const Place(&places)[6]) {
            check_depthwise_3x3<Depthwise>(which, n, places);
          });
    }
  }
}

constexpr int32_t kRowSteps[][2] = {{1, 1}, {1, 0}, {0, 1}, {2, 1}, {1, 3}};

template <typename F, typename Wanted>
void check_row(const char* what, F f, Wanted wanted) {
  for (int32_t which = 0; which < 5; ++which) {
    const int32_t a_step = kRowSteps[which][0];
    const int32_t b_step = kRowSteps[which][1];
    at_every_place<int8_t, int8_t, int8_t>([&](int32_t n, const Place(&places)[3]) {
      using portable::map_row;
      const Operand<int8_t> one(0, places[0], span_of(n, a_step, 1));
      const Operand<int8_t> other(1, places[1], span_of(n, b_step, 1));
      const Operand<int8_t> out(2, places[2], n);
      fill(one, span_of(n, a_step, 1));
      fill(other, span_of(n, b_step, 1));
      const int8_t* a = one.data();
      const int8_t* b = other.data();
      const bool ends = map_row(out.data(), a, a_step, b, b_step, n, f) == out.data() + n;
      check_out(ends ? what : "int8 row: another end", out, 1, 0, n, places, n, which,
                [&](int32_t, int32_t i) { return wanted(a[i * a_step], b[i * b_step]); });
    });
  }
  // Onto an operand.
  at_every_place<int8_t>([&](int32_t n, const Place(&places)[1]) {
    using portable::map_row;
    const Operand<int8_t> both(0, places[0], n);
    fill(both, n);
    int8_t before[kLongest + 1];
    for (int32_t i = 0; i < n; ++i) before[i] = both.data()[i];
    map_row(both.data(), both.data(), 1, both.data(), 1, n, f);
    const Place twice[] = {places[0], places[0]};
    check_out(what, both, 1, 0, n, twice, n, -1,
              [&](int32_t, int32_t i) { return wanted(before[i], before[i]); });
  });
}

constexpr int32_t kInputShifts[] = {0, -1, -4, 0, 3, -31, 13};
constexpr int32_t kOutputShifts[] = {-19, -20, 0, 2, -17, -1, -21};
constexpr int32_t kHalvedShifts[] = {0, 0, -1, -19, -20, -3, 1};

// Either term may be `halved`, as quantizers scale the term of the larger scale; -1 is none.
void check_rows_of_sums(int32_t which, int32_t halved = -1) {
  integers::Int8Addition sum;
  for (int32_t& zero : sum.zeros) zero = any_int8();
  sum.scales[0] = {any_multiplier(), kInputShifts[which]};
  sum.scales[1] = {any_multiplier(), kInputShifts[(which + 1) % 7]};
  if (halved >= 0) sum.scales[halved] = {1 << 30, kHalvedShifts[which]};
  sum.scales[2] = {any_multiplier(), kOutputShifts[which]};
  sum.offset = any_int8();
  sum.low = which % 2 == 0 ? -128 : -20;
  sum.high = which % 3 == 0 ? 127 : 30;
  const auto term = [&](int8_t x, int32_t i) {
    return int64_t{rescaled_in_steps(wrapped(int64_t{x - sum.zeros[i]} * (1 << 20)),
                                     sum.scales[i].multiplier, sum.scales[i].shift)};
  };
  check_row("int8 addition", integers::Int8Adder{sum}, [&](int8_t a, int8_t b) {
    const int32_t both = wrapped(term(a, 0) + term(b, 1));
    return clamped(rescaled_in_steps(both, sum.scales[2].multiplier, sum.scales[2].shift),
                   sum.offset, sum.low, sum.high);
  });
}

void check_rows_of_products(int32_t which) {
  integers::Int8Multiplication product;
  for (int32_t& zero : product.zeros) zero = any_int8() * (which % 2 == 0 ? 1 : 128);
  product.scale = {any_multiplier(), kInputShifts[which] - 4 < -31 ? -31 : kInputShifts[which] - 4};
  product.offset = any_int8();
  check_row("int8 multiplication", integers::Int8Multiplier{product}, [&](int8_t a, int8_t b) {
    const int32_t x = (a - product.zeros[0]) * (b - product.zeros[1]);
    return clamped(rescaled_in_steps(x, product.scale.multiplier, product.scale.shift),
                   product.offset, -128, 127);
  });
}

// The arithmetic of softmax, of fractions of 2^31.

int32_t fraction_product(int64_t a, int64_t b) {
  if (a == INT32_MIN && b == INT32_MIN) return INT32_MAX;
  return wrapped(round_shift(a * b, 31));
}

int32_t exp_of_fraction(int32_t x) {
  constexpr int32_t kFactors[] = {1672461947, 1302514674, 790015084, 290630308,
                                  39332535,   720401,     242};
  if (x == 0) return INT32_MAX;
  const int64_t quarter = 1 << 24;
  const int64_t part = ((int64_t{x} % quarter) + quarter) % quarter - quarter;  // [-1/4, 0)
  const int64_t rest = part - x;
  const int64_t y = part * 32 + (1 << 28);
  const int64_t y2 = fraction_product(y, y);
  const int64_t y3 = fraction_product(y2, y);
  const int64_t y4 = round_shift(fraction_product(y2, y2), 2);
  const int64_t tail = round_shift(fraction_product(y4 + y3, 715827883) + y2, 1);
  int64_t result = 1895147668 + int64_t{fraction_product(1895147668, y + tail)};
  for (int32_t i = 0; i < 7; ++i) {
    if ((rest >> (24 + i)) % 2 != 0) result = fraction_product(result, kFactors[i]);
  }
  return wrapped(result);
}

void wanted_softmax(const integers::Int8Softmax& softmax, const int8_t* x, int32_t step,
                    int32_t count, int8_t* wanted) {
  int32_t most = -128;
  for (int32_t i = 0; i < count; ++i) most = x[i * step] > most ? x[i * step] : most;
  int32_t e[kLongest];
  int64_t sum = 0;
  for (int32_t i = 0; i < count; ++i) {
    const int32_t difference = x[i * step] - most;
    const int32_t scaled = fraction_product(
        wrapped(int64_t{difference} * (int64_t{1} << softmax.shift)), softmax.multiplier);
    e[i] = difference < softmax.diff_min ? 0 : exp_of_fraction(scaled > 0 ? 0 : scaled);
    sum += round_shift(e[i], 12);
  }
  int32_t bits = 0;
  while (sum >> bits != 0) ++bits;
  // sum / 2^bits is (1 + f) / 2.
  const int64_t f = (sum << (32 - bits)) - (int64_t{1} << 31);
  const auto half = static_cast<int32_t>((f + INT32_MAX + 1) / 2);
  int64_t y = 1515870810 + int64_t{fraction_product(half, -1010580540)};
  for (int i = 0; i < 3; ++i)
    y += int64_t{fraction_product(y, (1 << 29) - fraction_product(half, y))} * 4;
  const int64_t reciprocal = 2 * y > INT32_MAX ? INT32_MAX : 2 * y;
  for (int32_t i = 0; i < count; ++i) {
    const int64_t part = round_shift(fraction_product(reciprocal, e[i]), bits + 3);
    wanted[i] = clamped(static_cast<int32_t>(part), -128, -128, 127);
  }
}

void check_softmax() {
  constexpr integers::Int8Softmax kCases[] = {{1 << 30, 20, -256},   {1431655765, 21, -100},
                                              {1717986918, 24, -31}, {INT32_MAX, 18, -256},
                                              {0, 3, -256},          {1234567890, 27, 0}};
  for (int32_t which = 0; which < 6; ++which) {
    for (int32_t step = 1; step < 4; step += 2) {
      at_every_place<int8_t, int8_t>([&](int32_t n, const Place(&places)[2]) {
        if (n == 0) return;
        const Operand<int8_t> from(0, places[0], span_of(n, step, 1));
        const Operand<int8_t> to(1, places[1], span_of(n, step, 1));
        fill(from, span_of(n, step, 1));
        int8_t wanted[kLongest];
        wanted_softmax(kCases[which], from.data(), step, n, wanted);
        kCases[which].run(from.data(), to.data(), step, n);
        check_out("int8 softmax", to, n, step, 1, places, n, which,
                  [&](int32_t i, int32_t) { return wanted[i]; });
        kCases[which].run(from.data(), from.data(), step, n);
        for (int32_t i = 0; i < n; ++i) {
          if (from.data()[i * step] != wanted[i]) failed("int8 softmax in place", &n, 1);
        }
      });
    }
  }
}

void check_sum() {
  at_every_place<int8_t>([](int32_t n, const Place(&places)[1]) {
    const Operand<int8_t> values(0, places[0], n);
    fill(values, n);
    int32_t wanted = 0;
    for (int32_t i = 0; i < n; ++i) wanted += values.data()[i];
    ++checks;
    const auto found = static_cast<int32_t>(integers::sum_int8(values.data(), n));
    if (found != wanted) failed("int8 sum", &n, 1);
  });
}

void check_strided_sum() {
  at_every_place<int8_t>([](int32_t n, const Place(&places)[1]) {
    constexpr int32_t kSteps[] = {1, 3, 8};
    for (const int32_t step : kSteps) {
      const Operand<int8_t> values(0, places[0], span_of(n, step, 1));
      fill(values, span_of(n, step, 1));
      int32_t wanted = 0;
      for (int32_t i = 0; i < n; ++i) wanted += values.data()[i * step];
      ++checks;
      const auto found = static_cast<int32_t>(integers::sum_strided(values.data(), step, n));
      if (found != wanted) failed("strided int8 sum", &n, 1);
    }
  });
}

void check_dot() {
  at_every_place<int8_t, int8_t>([](int32_t n, const Place(&places)[2]) {
    const Operand<int8_t> one(0, places[0], n);
    const Operand<int8_t> other(1, places[1], n);
    fill(one, n);
    fill(other, n);
    int32_t wanted = 0;
    for (int32_t i = 0; i < n; ++i) wanted += one.data()[i] * other.data()[i];
    ++checks;
    const auto found = static_cast<int32_t>(integers::dot_int8(one.data(), other.data(), n));
    if (found != wanted) failed("int8 dot product", &n, 1);
  });
}

constexpr int32_t kMostWide = 5000;

void check_wide_dot() {
  static constexpr int32_t kApart[] = {1, 3};
  at_every_place<int16_t, int8_t>([](int32_t n, const Place(&places)[2]) {
    for (const int32_t step : kApart) {
      const int32_t span = n == 0 ? 0 : (n - 1) * step + 1;
      const Operand<int16_t> one(0, places[0], span);
      const Operand<int8_t> other(1, places[1], n);
      for (int32_t i = 0; i < span; ++i) one.data()[i] = static_cast<int16_t>(next_number() >> 16);
      fill(other, n);
      int64_t wanted = 0;
      for (int32_t i = 0; i < n; ++i) wanted += one.data()[i * step] * other.data()[i];
      ++checks;
      const int64_t found = fused::dot_int16(one.data(), step, other.data(), n);
      if (found != wanted) failed("dot product of int16 and int8", &n, 1);
    }
  });
  static int16_t least[kMostWide];
  static int8_t weights[kMostWide];
  for (int16_t& each : least) each = INT16_MIN;
  for (int8_t& each : weights) each = INT8_MIN;
  for (int32_t n = kMostWide - 1; n <= kMostWide; ++n) {  // sums that 32 bits do not hold
    ++checks;
    if (fused::dot_int16(least, 1, weights, n) != int64_t{n} * INT16_MIN * INT8_MIN)
      failed("long dot product of int16 and int8", &n, 1);
  }
}

void check_channels() {
  using fused::kInt16Channels;
  at_every_place<int16_t, int8_t>([](int32_t n, const Place(&places)[2]) {
    const int32_t count = n % (kInt16Channels + 1);
    const int32_t rows = n / 2 % 4;
    const int32_t columns = n % 5;
    const Terms down{rows, columns * count, columns * count};
    const Terms across{columns, count, count};
    const int32_t span = rows * columns * count;
    const Operand<int16_t> one(0, places[0], span);
    const Operand<int8_t> other(1, places[1], span);
    for (int32_t i = 0; i < span; ++i) one.data()[i] = static_cast<int16_t>(next_number() >> 16);
    fill(other, span);
    int32_t sums[kInt16Channels];
    fused::sum_channels_int16(one.data(), other.data(), down, across, count, sums);
    for (int32_t c = 0; c < count; ++c) {
      int32_t wanted = 0;
      for (int32_t i = c; i < span; i += count) wanted += one.data()[i] * other.data()[i];
      ++checks;
      if (sums[c] != wanted) failed("sums of channels of int16 and int8", &n, 1);
    }
  });
  static int16_t least[256 * kInt16Channels];
  static int8_t weights[256 * kInt16Channels];
  for (int16_t& each : least) each = INT16_MIN;
  for (int8_t& each : weights) each = INT8_MIN;
  const Terms terms{16, 16 * kInt16Channels, 16 * kInt16Channels};
  const Terms across{16, kInt16Channels, kInt16Channels};
  int32_t sums[kInt16Channels];
  fused::sum_channels_int16(least, weights, terms, across, kInt16Channels, sums);
  for (const int32_t sum : sums) {  // the largest of 32 bits
    ++checks;
    if (sum != 256 * INT16_MIN * INT8_MIN) failed("long sums of channels", &sum, 1);
  }
}

// Halves, numbers between them, infinities and NaN.
float quantizable() {
  constexpr float kSpecial[] = {__builtin_inff(), -__builtin_inff(), __builtin_nanf(""), -0.0f,
                                3e38f};
  const int32_t number = next_number() >> 4;
  if (number % 9 == 0) return kSpecial[number / 9 % 5];
  return static_cast<float>(number % 2049 - 1024) / 8.0f;
}

// In eighths, which are exact.
template <typename T>
T quantized(float value, const integers::Quantization& by) {
  if (value != value) return 0;
  const double x = static_cast<double>(value) * static_cast<double>(by.factor);
  if (x >= by.high) return static_cast<T>(by.high + by.zero);
  if (x <= by.low) return static_cast<T>(by.low + by.zero);
  constexpr int32_t kPositive = 1 << 16;
  const auto eighths = static_cast<int32_t>((x + kPositive) * 8.0);
  int32_t whole = eighths / 8;
  const int32_t rest = eighths % 8;
  if (rest > 4 || (rest == 4 && whole % 2 != 0)) ++whole;
  return static_cast<T>(whole - kPositive + by.zero);
}

// `most`: the largest T.
template <typename T>
void check_quantized(const char* what, int32_t most) {
  const integers::Quantization cases[] = {{2.0f, 3, -131, 124},
                                          {1.0f, -most - 1, 0, 2 * most + 1},
                                          {1024.0f, 100, -most - 101, most - 100}};
  for (int32_t which = 0; which < 9; ++which) {
    const int32_t step = which / 3;
    const integers::Quantization& by = cases[which % 3];
    at_every_place<float, T>([&](int32_t n, const Place(&places)[2]) {
      const Operand<float> from(0, places[0], span_of(n, step, 1));
      const Operand<T> to(1, places[1], n);
      for (int32_t i = 0; i < span_of(n, step, 1); ++i) from.data()[i] = quantizable();
      integers::quantize_ints(to.data(), from.data(), step, n, by);
      check_out(what, to, 1, 0, n, places, n, which,
                [&](int32_t, int32_t i) { return quantized<T>(from.data()[i * step], by); });
    });
  }
}

float float_of(uint32_t bits) {
  float value;
  __builtin_memcpy(&value, &bits, sizeof value);
  return value;
}

uint32_t bits_of(float value) {
  uint32_t bits;
  __builtin_memcpy(&bits, &value, sizeof bits);
  return bits;
}

uint32_t any_bits() {
  return static_cast<uint32_t>(next_number()) << 16 ^ static_cast<uint32_t>(next_number());
}

// Quantizes by any factor: in double, which holds a product of two float.
int8_t quantized_product(float x, const integers::Quantization& by) {
  const auto product = static_cast<float>(static_cast<double>(x) * static_cast<double>(by.factor));
  if (product >= static_cast<float>(by.high)) return static_cast<int8_t>(by.high + by.zero);
  if (product <= static_cast<float>(by.low)) return static_cast<int8_t>(by.low + by.zero);
  constexpr double kWhole = 6755399441055744.0;  // a sum with it has no fraction
  const double whole = static_cast<double>(product) + kWhole - kWhole;
  return static_cast<int8_t>(static_cast<int32_t>(whole) + by.zero);
}

// Numbers of all sizes, and those whose product is a half or next to one.
void check_quantized_products() {
  for (int32_t i = 0; i < 20000; ++i) {
    const uint32_t range = i % 3 == 0 ? any_bits() % 254 : 100 + any_bits() % 50;
    const float factor = float_of((any_bits() & 0x807FFFFF) | (1 + range) << 23);
    const integers::Quantization by{factor, 3, -131, 124};
    const float halves = static_cast<float>(next_number() % 600) / 2.0f;
    float x = float_of(bits_of(halves / factor) + any_bits() % 5 - 2);
    if (i % 2 == 0) x = float_of((any_bits() & 0x807FFFFF) | (1 + any_bits() % 254) << 23);
    const uint32_t exponent = bits_of(x) >> 23 & 255;
    if (exponent == 0 || exponent == 255) continue;
    int8_t found;
    integers::quantize_ints(&found, &x, 1, 1, by);
    ++checks;
    if (found != quantized_product(x, by)) failed("int8 quantization of a product", &i, 1);
  }
}

void check_reciprocal_of(double x) {
  const auto wanted = static_cast<float>(1.0 / x);
  const float found = integers::reciprocal(x);
  ++checks;
  const auto shown = static_cast<int32_t>(bits_of(found));
  if (bits_of(found) != bits_of(wanted) && (found == found || wanted == wanted))
    failed("reciprocal", &shown, 1);
}

// Tries every exponent, and numbers whose reciprocal is halfway between two float, or next to it.
void check_reciprocal() {
  for (uint64_t exponent = 0; exponent < 4096; ++exponent) {
    for (int32_t i = 0; i < 8; ++i) {
      const uint64_t any = uint64_t{any_bits()} << 32 | any_bits();
      const uint64_t mantissa = i == 0 ? 0 : i == 1 ? ~uint64_t{0} >> 12 : any >> 12;
      const uint64_t bits = exponent << 52 | mantissa;
      double x;
      __builtin_memcpy(&x, &bits, sizeof x);
      check_reciprocal_of(x);
    }
  }
  for (int32_t i = 0; i < 20000; ++i) {
    // The number has 25 bits, or fewer where the reciprocal is subnormal.
    const int32_t places = i % 2 == 0 ? 25 : 2 + i % 23;
    const uint32_t halfway = (any_bits() >> (32 - places)) | 1u | 1u << (places - 1);
    const double subnormal = 1.4272476927059599e45;  // 2^150
    const double x = (i % 2 == 0 ? 1.0 : subnormal) / static_cast<double>(halfway);
    uint64_t bits;
    __builtin_memcpy(&bits, &x, sizeof bits);
    for (uint64_t near = bits - 1; near <= bits + 1; ++near) {
      double its;
      __builtin_memcpy(&its, &near, sizeof its);
      check_reciprocal_of(its);
    }
  }
}

void check_copy() {
  at_every_place<int8_t, int8_t>([](int32_t n, const Place(&places)[2]) {
    const Operand<int8_t> from(0, places[0], n);
    const Operand<int8_t> to(1, places[1], n);
    fill(from, n);
    portable::copy_bytes(to.data(), from.data(), static_cast<size_t>(n));
    check_out("copy of bytes", to, 1, 0, n, places, n, 0,
              [&](int32_t, int32_t i) { return from.data()[i]; });
    portable::fill_bytes(to.data(), -n, static_cast<size_t>(n));
    check_out("filled bytes", to, 1, 0, n, places, n, 0,
              [&](int32_t, int32_t) { return static_cast<int8_t>(-n); });
  });
  at_every_place<int8_t, int8_t>([](int32_t n, const Place(&places)[2]) {
    constexpr int32_t kRows = 3;
    const int32_t pitch = n + 2;
    const int32_t to_pitch = n + n % 3;
    const Operand<int8_t> from(0, places[0], span_of(kRows, pitch, n));
    const Operand<int8_t> to(1, places[1], span_of(kRows, to_pitch, n));
    fill(from, span_of(kRows, pitch, n));
    portable::copy_rows(to.data(), to_pitch, from.data(), pitch, kRows, n);
    check_out("copy of rows", to, kRows, to_pitch, n, places, n, 0,
              [&](int32_t row, int32_t i) { return from.data()[row * pitch + i]; });
  });
}

}  // namespace

void check_int8() {
  for (int32_t which = 0; which < static_cast<int32_t>(sizeof kProducts / sizeof *kProducts);
       ++which) {
    at_every_place<int8_t, int8_t, int32_t, int32_t, int32_t, int8_t>(
        [=](int32_t n, const Place(&places)[6]) { check_product(which, n, places); });
  }
  for (int32_t which = 0; which < static_cast<int32_t>(sizeof kDepthwise / sizeof *kDepthwise);
       ++which) {
    at_every_place<int8_t, int8_t, int32_t, int32_t, int32_t, int8_t>(
        [=](int32_t n, const Place(&places)[6]) { check_depthwise(which, n, places); });
  }
  check_tiles<integers::kGathersTiles, integers::Int8Product>();
  check_pairs<integers::kPairsFilters, integers::Int8PairedProduct>();
  check_images<integers::kDepthwise3x3, integers::Int8Depthwise3x3>();
  for (int32_t which = 0; which < 7; which += 3) {
    check_rows_of_sums(which);
    check_rows_of_products(which);
  }
  for (int32_t which = 0; which < 7; ++which) check_rows_of_sums(which, which % 2);
  for (int32_t which = 0; which < 7; ++which) check_rows_of_sums(which, 1 - which % 2);
  check_softmax();
  check_sum();
  check_strided_sum();
  check_dot();
  check_wide_dot();
  check_channels();
  check_quantized<int8_t>("int8 quantization", INT8_MAX);
  check_quantized<int16_t>("int16 quantization", INT16_MAX);
  check_quantized_products();
  check_reciprocal();
  check_copy();
}

}  // namespace kerf::checks
