// Depthwise windows of int8, four channels in a word.
#pragma once

#include <stddef.h>

#include "isa/dsp/loops/int8_depthwise_3x3.h"
#include "isa/dsp/loops/int8_results.h"
#include "isa/dsp/loops/int8_scratch.h"

namespace kerf::integers {

// A tap of four channels: where its input is, and its weights as int16, channels (0, 2) and (1, 3).
struct DspTap {
  int32_t input;
  uint32_t even;
  uint32_t odd;
};

// Four channels of the pixels that are left.
struct DspChannels {
  uint32_t start[4];
  FastScale scales[4];  // directly after `start`
  const DspTap* taps;
  int32_t count;
  const int8_t* from;
  int8_t* out;
  int32_t input_pitch;
  int32_t out_pitch;
  uint32_t offset;  // of inputs, twice
  int32_t pixels;

  // Computes the results of all pixels, unclamped. pixels > 0.
  [[gnu::noinline]] void run() {
    register DspChannels* self __asm__("r0") = this;
    __asm__ volatile(
        "ldrd r1, r11, [r0, %[from]]\n"
        "ldr r12, [r0, %[offset]]\n"
        "1: ldm r0, {r4-r7}\n"
        "ldrd r2, r3, [r0, %[taps]]\n"
        "cbz r3, 3f\n"
        "2: ldm r2!, {r8-r10}\n"
        "ldr r8, [r1, r8]\n"
        "subs r3, #1\n"
        "sxtab16 lr, r12, r8\n"
        "sxtab16 r8, r12, r8, ror #8\n"
        "smlabb r4, lr, r9, r4\n"
        "smlabb r5, r8, r10, r5\n"
        "smlatt r6, lr, r9, r6\n"
        "smlatt r7, r8, r10, r7\n"
        "bne 2b\n"
        "3: add r2, r0, %[scales]\n"
        "ldm r2!, {r8-r10}\n"
        "add r3, r4, r4, asr #31\n"
        "smmlar r3, r4, r8, r3\n"
        "qadd r3, r3, r9\n"
        "asr r3, r10\n"
        "ssat r3, #8, r3\n"
        "strb r3, [r11]\n"
        "ldm r2!, {r8-r10}\n"
        "add r3, r5, r5, asr #31\n"
        "smmlar r3, r5, r8, r3\n"
        "qadd r3, r3, r9\n"
        "asr r3, r10\n"
        "ssat r3, #8, r3\n"
        "strb r3, [r11, #1]\n"
        "ldm r2!, {r8-r10}\n"
        "add r3, r6, r6, asr #31\n"
        "smmlar r3, r6, r8, r3\n"
        "qadd r3, r3, r9\n"
        "asr r3, r10\n"
        "ssat r3, #8, r3\n"
        "strb r3, [r11, #2]\n"
        "ldm r2!, {r8-r10}\n"
        "add r3, r7, r7, asr #31\n"
        "smmlar r3, r7, r8, r3\n"
        "qadd r3, r3, r9\n"
        "asr r3, r10\n"
        "ssat r3, #8, r3\n"
        "strb r3, [r11, #3]\n"
        "ldrd r8, r9, [r0, %[pitches]]\n"
        "ldr r3, [r0, %[pixels]]\n"
        "add r1, r8\n"
        "add r11, r9\n"
        "subs r3, #1\n"
        "str r3, [r0, %[pixels]]\n"
        "bne 1b\n"
        : "+r"(self)
        : [from] "i"(offsetof(DspChannels, from)), [offset] "i"(offsetof(DspChannels, offset)),
          [taps] "i"(offsetof(DspChannels, taps)), [scales] "i"(offsetof(DspChannels, scales)),
          [pitches] "i"(offsetof(DspChannels, input_pitch)),
          [pixels] "i"(offsetof(DspChannels, pixels))
        : "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "lr", "cc",
          "memory");
  }
};

// The results of channel c in a line of pixels.
[[gnu::noinline]] inline void run_channel(const Int8Depthwise& of, const Int8Block& block,
                                          const DspChannels& line, int32_t c) {
  const int8_t* from = line.from;
  int8_t* out = line.out;
  for (int32_t left = line.pixels; left > 0; --left) {
    uint32_t sum = of.result.start_of(c);
    const int8_t* row_input = from;
    const int8_t* row_weight = block.weights + c;
    for (int32_t j = block.rows.count; j > 0; --j) {
      const int8_t* x = row_input;
      const int8_t* w = row_weight;
      for (int32_t k = block.columns.count; k > 0; --k) {
        sum += static_cast<uint32_t>((*x + of.offset) * *w);
        x += block.columns.input;
        w += block.columns.weight;
      }
      row_input += block.rows.input;
      row_weight += block.rows.weight;
    }
    *out = int8_of(of.result, c, sum);
    from += line.input_pitch;
    out += line.out_pitch;
  }
}

// Sets how the sums of channels c to c + 3 begin and become int8. Returns whether FastScale takes
// all of their scales.
[[gnu::noinline]] inline bool set_scales(DspChannels& four, const Int8Result& result, int32_t c) {
  const int32_t* multiplier = result.multiplier + c;
  const int8_t* shift = result.shift + c;
  const int32_t* start = result.start + c;
  int32_t others = 0;  // negative where FastScale does not take one
  for (int32_t i = 0; i < 4; ++i) {
    four.start[i] = static_cast<uint32_t>(*start++);
    others |= four.scales[i].set(*multiplier++, *shift++, result.offset);
  }
  return others >= 0;
}

// Writes the taps of the four channels whose weights are at `weights`. Returns how many they are.
[[gnu::noinline]] inline int32_t set_taps(DspTap* tap, const int8_t* weights,
                                          const portable::Terms& rows,
                                          const portable::Terms& columns) {
  const int32_t taps = rows.count * columns.count;
  if (taps == 0) return 0;
  int32_t left = rows.count;
  int32_t column;
  register int32_t input __asm__("r4") = 0;
  register uint32_t even __asm__("r5");
  register uint32_t odd __asm__("r6");
  // In assembly: compilers compute where a row ends before they begin it.
  __asm__ volatile(
      "1: mov %[column], %[columns]\n"
      "2: ldr %[odd], [%[weights]]\n"
      "add %[weights], %[weight_step]\n"
      "sxtb16 %[even], %[odd]\n"
      "sxtb16 %[odd], %[odd], ror #8\n"
      "stm %[tap]!, {r4-r6}\n"
      "subs %[column], #1\n"
      "add %[input], %[input_step]\n"
      "bne 2b\n"
      "subs %[left], #1\n"
      "add %[weights], %[next_weight]\n"
      "add %[input], %[next_input]\n"
      "bne 1b\n"
      : [tap] "+r"(tap), [weights] "+r"(weights), [input] "+r"(input), [even] "=&r"(even),
        [odd] "=&r"(odd), [left] "+l"(left), [column] "=&l"(column)
      : [columns] "r"(columns.count), [weight_step] "r"(columns.weight),
        [input_step] "r"(columns.input),
        [next_weight] "r"(rows.weight - columns.count * columns.weight),
        [next_input] "r"(rows.input - columns.count * columns.input)
      : "cc", "memory");
  return taps;
}

[[gnu::noinline]] inline void Int8Depthwise::run(const Int8Block* blocks,
                                                 const Int8Block* end) const {
  DspChannels four;
  static_assert(kDepthwiseBlocks * sizeof(Int8Block) == kBlockBytes);
  auto* const taps = reinterpret_cast<DspTap*>(static_cast<uint8_t*>(scratch) + kBlockBytes);
  four.taps = taps;
  four.offset = twice(offset);
  for (int32_t c = 0, lanes; c < channels; c += lanes) {
    const bool fast = channels - c >= 4 && set_scales(four, result, c);
    lanes = fast ? 4 : 1;
    for (const Int8Block* block = blocks; block != end; ++block) {
      const Int8Lines its(*this, *block);
      four.input_pitch = its.input.pixel;
      four.out_pitch = its.out.pixel;
      if (fast) four.count = set_taps(taps, block->weights + c, block->rows, block->columns);
      const int8_t* from = block->input + c;
      int8_t* out = block->out + c;
      for (int32_t left = its.lines; left > 0; --left) {
        four.from = from;
        four.out = out;
        four.pixels = its.pixels;
        if (fast) {
          four.run();
        } else {
          run_channel(*this, *block, four, c);
        }
        from += its.input.line;
        out += its.out.line;
      }
    }
  }
  for (const Int8Block* block = blocks; block != end; ++block) {
    for (int32_t line = 0; line < block->lines; ++line) {
      clamp_rows(result, block->out + line * out_pitch.line, out_pitch.pixel, block->pixels,
                 channels);
    }
  }
}

inline void Int8Depthwise::run(const Int8Block& block) const { run(&block, &block + 1); }

}  // namespace kerf::integers
