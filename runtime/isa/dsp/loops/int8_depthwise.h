// Depthwise windows of int8, four channels in a word.
#pragma once

#include <stddef.h>

#include "isa/dsp/loops/int8_results.h"

namespace kerf::cortex_m {

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
  uint32_t offset;  // of inputs: twice, unless they are shared
  int32_t pixels;
  int32_t shared;  // whether the four channels have one input

  // Computes the results of all pixels, unclamped. pixels > 0.
  [[gnu::noinline]] void run() {
    register DspChannels* self __asm__("r0") = this;
    __asm__ volatile(
        "ldrd r1, r11, [r0, %[from]]\n"
        "ldr r12, [r0, %[offset]]\n"
        "1: ldm r0, {r4-r7}\n"
        "ldrd r2, r3, [r0, %[taps]]\n"
        "cbz r3, 3f\n"
        "ldr r8, [r0, %[shared]]\n"
        "cmp r8, #0\n"
        "bne 4f\n"
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
        "b 5f\n"
        "4: ldm r2!, {r8-r10}\n"
        "ldrsb r8, [r1, r8]\n"
        "subs r3, #1\n"
        "add r8, r12\n"
        "smlabb r4, r8, r9, r4\n"
        "smlabb r5, r8, r10, r5\n"
        "smlabt r6, r8, r9, r6\n"
        "smlabt r7, r8, r10, r7\n"
        "bne 4b\n"
        "b 3b\n"
        "5:\n"
        : "+r"(self)
        : [from] "i"(offsetof(DspChannels, from)), [offset] "i"(offsetof(DspChannels, offset)),
          [taps] "i"(offsetof(DspChannels, taps)), [scales] "i"(offsetof(DspChannels, scales)),
          [pitches] "i"(offsetof(DspChannels, input_pitch)),
          [pixels] "i"(offsetof(DspChannels, pixels)), [shared] "i"(offsetof(DspChannels, shared))
        : "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "lr", "cc",
          "memory");
  }
};

// The results of channel c.
template <bool kShared>
[[gnu::noinline]] void run_channel(const Int8Depthwise& of, int32_t c, const int8_t* inputs,
                                   const int8_t* weights, const portable::Terms& rows,
                                   const portable::Terms& columns, int32_t pixels, int8_t* out) {
  for (; pixels > 0; --pixels, inputs += of.input_pitch, out += of.out_pitch) {
    uint32_t sum = of.result.start_of(c);
    const int8_t* row_input = inputs + (kShared ? 0 : c);
    const int8_t* row_weight = weights + c;
    for (int32_t j = rows.count; j > 0; --j) {
      const int8_t* x = row_input;
      const int8_t* w = row_weight;
      for (int32_t k = columns.count; k > 0; --k, x += columns.input, w += columns.weight)
        sum += static_cast<uint32_t>((*x + of.offset) * *w);
      row_input += rows.input;
      row_weight += rows.weight;
    }
    out[c] = int8_of(of.result, c, sum);
  }
}

// Sets how the sums of channels c to c + 3 begin and become int8. Returns whether FastScale takes
// all of their scales.
[[gnu::noinline]] inline bool set_scales(DspChannels& four, const Int8Result& result, int32_t c) {
  const int32_t step = result.scale_step;
  const int32_t* multiplier = result.multiplier + c * step;
  const int32_t* shift = result.shift + c * step;
  const int32_t* start = result.start + c;
  int32_t others = 0;  // negative where FastScale does not take one
  for (int32_t i = 0; i < 4; ++i) {
    four.start[i] = static_cast<uint32_t>(*start++) + static_cast<uint32_t>(result.base);
    others |= four.scales[i].set(*multiplier, *shift, result.offset);
    multiplier += step;
    shift += step;
  }
  return others >= 0;
}

// Writes the taps of the four channels whose weights are at `weights`, the first with its input at
// `input`. Returns the end.
[[gnu::noinline]] inline DspTap* set_taps(DspTap* tap, const int8_t* weights, int32_t input,
                                          const portable::Terms& rows,
                                          const portable::Terms& columns) {
  const int32_t count = columns.count;
  const int32_t weight_step = columns.weight;
  const int32_t input_step = columns.input;
  const int32_t next_weight = rows.weight - count * weight_step;
  const int32_t next_input = rows.input - count * input_step;
  for (int32_t j = rows.count; j > 0; --j) {
    for (int32_t k = count; k > 0; --k) {
      const uint32_t word = load_word(weights);
      *tap++ = {input, even_bytes(word), odd_bytes(word)};
      weights += weight_step;
      input += input_step;
    }
    weights += next_weight;
    input += next_input;
  }
  return tap;
}

template <bool kShared>
[[gnu::noinline]] void Int8Depthwise::run(const int8_t* inputs, const int8_t* weights,
                                          const portable::Terms& rows,
                                          const portable::Terms& columns, int32_t pixels,
                                          int8_t* out) const {
  if (pixels == 0) return;
  DspChannels four;
  auto* const taps = static_cast<DspTap*>(scratch);
  four.taps = taps;
  four.input_pitch = input_pitch;
  four.out_pitch = out_pitch;
  four.shared = kShared ? 1 : 0;
  four.offset =
      kShared ? static_cast<uint32_t>(offset) : (static_cast<uint32_t>(offset) & 0xFFFF) * 0x10001;
  for (int32_t c = 0; c < channels;) {
    const int32_t end = channels - c < 4 ? channels : c + 4;
    if (end - c == 4 && set_scales(four, result, c)) {
      four.count =
          static_cast<int32_t>(set_taps(taps, weights + c, kShared ? 0 : c, rows, columns) - taps);
      four.from = inputs;
      four.out = out + c;
      four.pixels = pixels;
      four.run();
      c = end;
    }
    for (; c < end; ++c)
      run_channel<kShared>(*this, c, inputs, weights, rows, columns, pixels, out);
  }
  clamp_rows(result, out, out_pitch, pixels, channels);
}

}  // namespace kerf::cortex_m
