// Depthwise windows of int8, and planes of 3x3.
#include "loops/int8_depthwise.h"

#include "loops/int8_scratch.h"
#include "loops/int8_single_filter.h"
#include "tests/runtime/isa/int8.h"

namespace kerf::checks {
namespace {

using portable::Terms;

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
                                 {4, 3, 12, 2, 2, 2, 2, 1, 1, 4}, {9, 7, 12, 1, 3, 0, 0, 3, 2, 3},
                                 {1, 1, 4, 1, 1, 1, 1, 1, 1, 3},  {3, -1, 8, 0, 0, 0, 0, 1, 1, 3},
                                 {3, 3, 12, 1, 1, 1, 1, 1, 1, 3}};

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
  if (results.result.low >= results.result.offset) {
    depthwise.template run<false>(image.data(), 0, rows, out.data());
    check_out("int8 depthwise 3x3 without a sign", out, rows * columns, its.channels, its.channels,
              places, n, which, wanted);
    for (int32_t c = 0; c < its.channels; ++c) {
      results.shift.data()[c] = static_cast<int8_t>(-3 - (next_number() >> 8) % 7);
      results.start.data()[c] %= (1 << 22) + 1;
    }
    depthwise.template run<false, true>(image.data(), 0, rows, out.data());
    check_out("int8 depthwise 3x3 of usual scales", out, rows * columns, its.channels, its.channels,
              places, n, which, wanted);
  }
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

// Results of every kind, with a sign and without.
template <typename Depthwise>
void check_scales_of_images() {
  constexpr int32_t kWidth = 7;  // four outputs, two and one
  static int8_t image[kWidth * kScaled];
  static int8_t weights[9 * kScaled];
  const Scratch scratch(integers::depthwise_line_bytes(3 * integers::line_columns(1, kWidth)));
  at_scales([&](const integers::Int8Result& result, const int8_t* wanted) {
    const Depthwise depthwise{kScaled, 1,       1,      kWidth,        1, 1, 1, 1, kWidth,
                              3,       weights, result, scratch.data()};
    const auto check = [&](auto run) {
      int8_t out[kWidth * kScaled];
      run(out);
      check_scaled("results of int8 depthwise 3x3", result, out, kWidth * kScaled, wanted);
    };
    check([&](int8_t* out) { depthwise.run(image, 0, 1, out); });
    if (result.low < result.offset) return;
    check([&](int8_t* out) { depthwise.template run<false>(image, 0, 1, out); });
    const bool usual = result.shift[0] >= -9 && result.shift[0] <= -3 && result.start[0] <= 1 << 22;
    if (usual) check([&](int8_t* out) { depthwise.template run<false, true>(image, 0, 1, out); });
  });
}

constexpr Terms kSingleFilters[][2] = {{{1, 0, 0}, {1, 1, 1}},   {{3, 70, 3}, {3, 1, 1}},
                                       {{2, 75, 2}, {5, 20, 1}}, {{0, 0, 0}, {2, 1, 1}},
                                       {{24, 5, 2}, {1, 0, 0}},  {{7, 9, 11}, {10, 64, 1}}};

template <typename Columns>
void check_single_filter(int32_t which, int32_t n, const Place (&places)[6]) {
  if (n < Columns::kLeast) return;
  const Terms& rows = kSingleFilters[which][0];
  const Terms& columns = kSingleFilters[which][1];
  const bool reads = rows.count > 0;
  const int32_t inputs_span =
      reads ? (rows.count - 1) * rows.input + (columns.count - 1) * columns.input + n : 0;
  const int32_t weights_span =
      reads ? (rows.count - 1) * rows.weight + (columns.count - 1) * columns.weight + 1 : 0;
  const Operand<int8_t> inputs(0, places[0], inputs_span);
  const Operand<int8_t> weights(1, places[1], weights_span);
  const Results results(places + 2, 1, 1, 14, 0);
  const Operand<int8_t> out(5, places[5], n);
  fill(inputs, inputs_span);
  fill(weights, weights_span);
  const int32_t offset = -any_int8();
  const Columns sums{weights.data(), rows, columns, offset, results.result};
  sums.run(inputs.data(), n, out.data());
  check_out("int8 single filter", out, 1, n, n, places, n, which, [&](int32_t, int32_t i) {
    int64_t sum = 0;
    for (int32_t j = 0; j < rows.count; ++j) {
      for (int32_t k = 0; k < columns.count; ++k)
        sum += (inputs.data()[j * rows.input + k * columns.input + i] + offset) *
               weights.data()[j * rows.weight + k * columns.weight];
    }
    return results.of(sum, 0);
  });
}

// Not every set has these loops: those of others are not even referred to.
template <bool kHas, typename Columns>
void check_single_filters() {
  if constexpr (kHas) {
    for (int32_t which = 0;
         which < static_cast<int32_t>(sizeof kSingleFilters / sizeof *kSingleFilters); ++which) {
      at_every_place<int8_t, int8_t, int32_t, int32_t, int32_t, int8_t>(
          [=](int32_t n, const Place(&places)[6]) {
            check_single_filter<Columns>(which, n, places);
          });
    }
  }
}

template <bool kHas, typename Depthwise>
void check_images() {
  if constexpr (kHas) {
    check_scales_of_images<Depthwise>();
    for (int32_t which = 0; which < static_cast<int32_t>(sizeof kImages / sizeof *kImages);
         ++which) {
      at_every_place<int8_t, int8_t, int32_t, int32_t, int32_t, int8_t>(
          [=](int32_t n, const Place(&places)[6]) {
            check_depthwise_3x3<Depthwise>(which, n, places);
          });
    }
  }
}

}  // namespace

void check_int8_depthwise() {
  for (int32_t which = 0; which < static_cast<int32_t>(sizeof kDepthwise / sizeof *kDepthwise);
       ++which) {
    at_every_place<int8_t, int8_t, int32_t, int32_t, int32_t, int8_t>(
        [=](int32_t n, const Place(&places)[6]) { check_depthwise(which, n, places); });
  }
  check_single_filters<integers::kHasSingleFilter, integers::Int8SingleFilter>();
  check_images<integers::kDepthwise3x3, integers::Int8Depthwise3x3>();
}

}  // namespace kerf::checks
