// Products with filters whose weights are stored in pairs, where code need not be small. A word has
// two terms of both filters: as int16 these are 256 * odd + even, the weight of the even filter
// with 128 added. Of two pairs a, b and c, d, whose odd filters are b and d, three sums are enough:
//   low    256 B + A by the word of the first pair
//   high   256 D + C by that of the second one
//   middle 128 A + D by a word of both, which AND with a shift and SXTAB16 make
// as high - 256 middle + 2^15 low is C + 2^23 B, which is C modulo 2^23; then D, A and B follow.
// What is added to even weights makes low and high larger by 128 times the sum of the inputs, and
// middle by 2^14 times: the sums begin with less.
#pragma once

#include "isa/dsp/loops/copy_bytes.h"
#include "isa/dsp/loops/int8_pairs_inputs.h"
#include "isa/dsp/loops/int8_pairs_pixel.h"
#include "isa/dsp/loops/int8_pairs_rest.h"
#include "isa/dsp/loops/int8_pairs_tile.h"
#include "isa/dsp/loops/int8_product_by_three.h"
#include "isa/dsp/loops/int8_results.h"
#include "isa/dsp/loops/int8_scratch.h"

namespace kerf::integers::in_pairs {

// Tiles of a product, one after the other. `product` must outlive them. There is no scratch for
// those that do not run.
class Tiles {
 public:
  [[gnu::noinline]] explicit Tiles(const Int8PackedProduct& product, bool runs = true)
      : product_(product),
        tile_(static_cast<uint32_t*>(product.scratch)),
        fours_(reinterpret_cast<FourFilters*>(tile_ + (product.terms + 3) / 4 * 2 * kTilePixels)),
        offsets_(twice(product.offset)),
        clamps_(product.result.low != INT8_MIN || product.result.high != INT8_MAX) {
    const Int8Result& result = product.result;
    const int32_t steps = product.terms >> 1;  // at least two
    rest_.tile = tile_;
    for (uint32_t& even : rest_.even) even = 0;
    rest_.skipped = kStepBytes * ((kUnrolledSteps - steps % kUnrolledSteps) % kUnrolledSteps);
    rest_.out_pitch = product.out_pitch;
    rest_.terms = product.terms;
    rest_.offset = offsets_;
    rest_.nudge = 2 * result.offset + 1;
    if (runs && product.prepared != product.weights) {
      product.prepared = product.weights;
      // Where a sum is negative, its result is the offset or less, with or without a sign: `low`.
      product.is_usual = result.low >= result.offset && set_filters(true);
      product.is_one_run = (product.is_usual || set_filters(false)) && product.filters % 4 == 0;
    }
    rest_.flags = ((product.terms & 1) != 0 ? TileProduct::kOdd : 0) |
                  (product.is_usual ? 0 : TileProduct::kOther);
    rest_.whole = reinterpret_cast<uintptr_t>(tile_ + kTilePixels * steps);
    if (rest_.flags == 0) rest_.whole -= 4;
  }

  // Writes rows of `count` inputs to a pixel, as Int8Product::place().
  [[gnu::noinline]] void place(int32_t pixel, int32_t term, const int8_t* from,
                               const portable::Terms& rows, int32_t count) {
    uint32_t* to = tile_ + pixel + (term >> 1) * kTilePixels;
    const int32_t step = (rows.weight >> 1) * kTilePixels;
    uint32_t sum = 0;
    for (int32_t left = rows.count; left > 0; --left, from += rows.input, to += step)
      sum += expand<kTilePixels, false>(to, from, count, offsets_);
    rest_.even[pixel] += sum;
  }

  // Writes all inputs of both pixels, which are adjacent; the pixels are `pitch` apart.
  void place_both(const int8_t* from, int32_t pitch) {
    const int32_t fours = product_.terms & ~3;
    uint32_t* end = tile_ + kTilePixels * (fours >> 1);
    for (int32_t p = 0; p < kTilePixels; ++p, from += pitch, ++end) {
      place(p, 0, from, {1, 0, 0}, fours);
      if (fours != product_.terms)
        rest_.even[p] +=
            expand_rest(end, kTilePixels, from + fours, product_.terms & 3, offsets_, false);
    }
  }

  // Copies rows of `count` adjacent bytes to bytes that are `rows.weight` apart.
  [[gnu::always_inline]] static void copy_rows(int8_t* to, const int8_t* from,
                                               const portable::Terms& rows, int32_t count) {
    int32_t left = rows.count;
    if (left == 0) return;
    if (count < 4 || count > 12) {
      for (; left > 0; --left, from += rows.input, to += rows.weight)
        portable::copy_bytes(to, from, static_cast<size_t>(count));
      return;
    }
    // Three words, which may overlap each other.
    const int32_t last = count - 4;
    const int32_t middle = last < 4 ? last : 4;
    uint32_t a;
    uint32_t b;
    uint32_t c;
    __asm__ volatile(
        "1: ldr %[a], [%[from]]\n"
        "ldr %[b], [%[from], %[middle]]\n"
        "ldr %[c], [%[from], %[last]]\n"
        "str %[c], [%[to], %[last]]\n"
        "str %[a], [%[to]]\n"
        "str %[b], [%[to], %[middle]]\n"
        "add %[from], %[next_from]\n"
        "add %[to], %[next_to]\n"
        "subs %[left], #1\n"
        "bne 1b\n"
        : [from] "+r"(from), [to] "+r"(to), [left] "+l"(left), [a] "=&r"(a), [b] "=&r"(b),
          [c] "=&r"(c)
        : [middle] "r"(middle), [last] "r"(last), [next_from] "r"(rows.input),
          [next_to] "r"(rows.weight)
        : "cc", "memory");
  }

  // Copies rows of `count` adjacent bytes, `rows.input` apart, to `patch`, the first one to byte
  // `term`. Then writes all inputs to a pixel, unless it is negative: `patch` has them, filled up
  // to whole words with minus the offset.
  [[gnu::noinline]] void gather(int32_t pixel, int8_t* patch, int32_t term, const int8_t* from,
                                const portable::Terms& rows, int32_t count) {
    copy_rows(patch + term, from, rows, count);
    if (pixel < 0) return;
    uint32_t* to = tile_ + pixel;
    int32_t left = product_.terms;
    uint32_t sum = 0;
    uint32_t word;
    uint32_t odd;
    // The terms after the last four are in order.
    __asm__ volatile(
        "subs %[left], #4\n"
        "bmi 2f\n"
        "1: ldr %[word], [%[patch]], #4\n"
        "subs %[left], #4\n"
        "sxtab16 %[odd], %[offset], %[word], ror #8\n"
        "sxtab16 %[word], %[offset], %[word]\n"
        "smlad %[sum], %[odd], %[less], %[sum]\n"
        "smlad %[sum], %[word], %[less], %[sum]\n"
        "str %[odd], [%[to], %[pixels]]\n"
        "str %[word], [%[to]], %[step]\n"
        "bpl 1b\n"
        "2: adds %[left], #4\n"
        "beq 3f\n"
        "ldr %[word], [%[patch]]\n"
        "sxtab16 %[odd], %[offset], %[word], ror #8\n"
        "sxtab16 %[word], %[offset], %[word]\n"
        "smlad %[sum], %[odd], %[less], %[sum]\n"
        "smlad %[sum], %[word], %[less], %[sum]\n"
        "pkhbt %[left], %[word], %[odd], lsl #16\n"
        "pkhtb %[odd], %[odd], %[word], asr #16\n"
        "str %[left], [%[to]]\n"
        "str %[odd], [%[to], %[pixels]]\n"
        "3:\n"
        : [patch] "+r"(patch), [to] "+r"(to), [left] "+r"(left), [sum] "+r"(sum),
          [word] "=&r"(word), [odd] "=&r"(odd)
        : [pixels] "i"(4 * kTilePixels), [step] "i"(8 * kTilePixels), [offset] "r"(offsets_),
          [less] "r"(twice(-128))
        : "cc", "memory");
    rest_.even[pixel] = sum;
  }

  // Whether rows of `count` adjacent bytes are three of nine, and all inputs of a pixel: those of
  // 3 x 3 taps of three channels; for run_rows_of_nine().
  bool are_rows_of_nine(const portable::Terms& rows, int32_t count) const {
    return rows.count == 3 && rows.weight == 9 && count == 9 && product_.terms == 27 &&
           product_.is_one_run;
  }

  // Computes `count` tiles of pixels of such rows, which are `step` apart, clamped. Pixels are
  // `next` apart. Returns the end of the results.
  int8_t* run_rows_of_nine(const int8_t* from, int32_t step, int32_t next, int32_t count,
                           int8_t* out) {
    rest_.row = step;
    run_tiles(from, next, count, out);
    return out + kTilePixels * count * product_.out_pitch;
  }

  // Writes terms that count nothing to the whole of a pixel, whose terms are a multiple of 4.
  [[gnu::noinline]] void pad(int32_t pixel) {
    uint32_t* to = tile_ + pixel;
    int32_t left = product_.terms;
    __asm__ volatile(
        "1: str %[zero], [%[to]], %[step]\n"
        "subs %[left], #8\n"
        "str %[zero], [%[to]], %[step]\n"
        "bmi 2f\n"
        "str %[zero], [%[to]], %[step]\n"
        "str %[zero], [%[to]], %[step]\n"
        "bne 1b\n"
        "2:\n"
        : [to] "+r"(to), [left] "+r"(left)
        : [zero] "r"(0), [step] "i"(4 * kTilePixels)
        : "cc", "memory");
  }

  // Computes the results of the pixels, clamped. The next pixels may be placed.
  [[gnu::noinline]] void run_clamped(int8_t* out) {
    rest_.filters = fours_;
    rest_.out = out;
    rest_.from = nullptr;
    rest_.tiles = 1;
    if (product_.is_one_run) {
      rest_.run();
    } else {
      run_slowly(out);
    }
    for (uint32_t& even : rest_.even) even = 0;
    if (clamps_)
      clamp_rows(product_.result, out, product_.out_pitch, kTilePixels, product_.filters);
  }

  // Computes the results of `count` tiles of adjacent inputs, clamped, whose pixels are `pitch`
  // apart.
  void run_all(const int8_t* from, int32_t pitch, int32_t count, int8_t* out) {
    if (product_.is_one_run && product_.terms % 4 == 0) {
      rest_.row = 0;
      return run_tiles(from, pitch, count, out);
    }
    for (; count > 0; --count) {
      place_both(from, pitch);
      run_clamped(out);
      from += kTilePixels * pitch;
      out += kTilePixels * product_.out_pitch;
    }
  }

 private:
  // Sets what loops need to know of all filters, which are usual where `usual`. Returns whether
  // they take them so.
  [[gnu::noinline, gnu::cold]] bool set_filters(bool usual) {
    FourFilters* four = fours_;
    const int8_t* weights = product_.weights;
    bool takes = true;
    for (int32_t m = 0; m < (product_.filters & ~3); m += 4, ++four) {
      const Int8Result& result = product_.result;
      const int32_t outside = usual ? four->set_usual(result, m) : four->set_other(result, m);
      four->weights = outside < 0 ? nullptr : weights;
      if (outside < 0) takes = false;
      weights += 4 * product_.terms;
    }
    four->weights = nullptr;
    return takes;
  }

  [[gnu::noinline]] void run_tiles(const int8_t* from, int32_t pitch, int32_t count, int8_t* out) {
    rest_.filters = fours_;
    rest_.out = out;
    rest_.from = from;
    rest_.pitch = pitch;
    rest_.tiles = count;
    rest_.run();
    clamp_rows(product_.result, out, product_.out_pitch, kTilePixels * count, product_.filters);
  }

  // The results where filters are left after fours of them, or some have scales that loops do not
  // take.
  [[gnu::noinline, gnu::cold]] void run_slowly(int8_t* out) {
    const int32_t terms = product_.terms;
    const int32_t fours = product_.filters & ~3;
    for (int32_t m = 0; m != fours; m = static_cast<int32_t>(rest_.out - out)) {
      rest_.filters = fours_ + m / 4;
      if (rest_.filters->weights != nullptr) {
        rest_.run();
        continue;
      }
      const int8_t* const weights = product_.weights + m * terms;
      for (int32_t p = 0; p < kTilePixels; ++p) {
        int8_t* const to = out + p * product_.out_pitch;
        run_pair(product_, m, weights, 8, 0, tile_ + p, kTilePixels, rest_.even[p], to);
        run_pair(product_, m + 2, weights + 4, 8, 2, tile_ + p, kTilePixels, rest_.even[p], to);
      }
      rest_.out += 4;
    }
    if ((product_.filters & 3) == 0) return;
    for (int32_t p = 0; p < kTilePixels; ++p)
      run_last(product_, tile_ + p, kTilePixels, rest_.even[p], out + p * product_.out_pitch);
  }

  const Int8PackedProduct& product_;
  uint32_t* const tile_;
  FourFilters* const fours_;
  const uint32_t offsets_;
  const bool clamps_;
  TileProduct rest_;
};

[[gnu::noinline]] inline void run_row(const Int8Product& product, const int8_t* inputs,
                                      int8_t* out) {
  auto* tile = static_cast<uint32_t*>(product.scratch);
  run_pixel(product, tile, expand_pixel<1>(tile, inputs, product.terms, twice(product.offset)),
            out);
  clamp_rows(product.result, out, product.filters, 1, product.filters);
}

[[gnu::always_inline]] inline void run(const Int8PackedProduct& product, const int8_t* inputs,
                                       int32_t pitch, int32_t pixels, int8_t* out) {
  // There is less scratch for few pixels.
  if (pixels >= Int8PackedProduct::kLeastPixels) {
    const int32_t tiles = pixels / kTilePixels;
    Tiles(product).run_all(inputs, pitch, tiles, out);
    inputs += kTilePixels * tiles * pitch;
    out += kTilePixels * tiles * product.out_pitch;
    pixels -= kTilePixels * tiles;
  }
  for (; pixels > 0; --pixels, inputs += pitch, out += product.out_pitch)
    run_row(product, inputs, out);
}

}  // namespace kerf::integers::in_pairs
