// Depthwise windows of 3 x 3 by SMLAD: lines of four channels are copied to planes of int16, one
// for each channel, whose adjacent columns are the pairs of terms that it multiplies.
#pragma once

#include <stddef.h>

#include "isa/dsp/loops/int8_results.h"
#include "isa/dsp/loops/int8_scratch.h"

namespace kerf::integers {

// A channel and its filter.
struct DspChannel {
  uint32_t start;  // what sums begin with, the offset's part included, twice as large
  DoubledScale scale;
  uint32_t weights[6];  // of terms (0, 1) of the three rows, then of terms (1, 2), as large

  // Sets channel c of `result`, whose taps at `from` are `pitch` apart. Where kScaled, starts and
  // weights are 2^(kRight + 1 + shift) as large instead, so that all channels are shifted by kRight
  // in the end: rescale() rounds x * multiplier down after it adds what both of its roundings and
  // the offset take, which SMMLA does. Shifts are then from kLeastShift to kMostShift and starts
  // kMostStart at the most. Returns a negative number where DoubledScale does not take the scale.
  template <bool kScaled>
  int32_t set(const Int8Result& result, int32_t c, const int8_t* from, int32_t pitch,
              int32_t offset) {
    const int32_t its_start = result.start[c];
    const int32_t multiplier = result.multiplier[c];
    const int32_t shift = result.shift[c];
    int32_t outside = 0;
    int32_t more = 1;
    if constexpr (kScaled) {
      more = kRight + 1 + shift;
      scale.multiplier = multiplier;
      scale.nudge = (2 * result.offset + 1) * (1 << (kRight - 1)) + (1 << (more - 2));
    } else {
      outside = scale.set(multiplier, shift, result.offset, its_start);
    }
    const auto by = static_cast<int16_t>(1 << more);
    auto sum = static_cast<int32_t>(static_cast<uint32_t>(its_start) << more);
#pragma GCC unroll 3
    for (size_t j = 0; j < 3; ++j, from += 3 * pitch) {
      const auto middle = static_cast<uint32_t>(from[pitch] * by);
      const int32_t last = from[2 * pitch] * by;
      weights[j] = lower_halves(static_cast<uint32_t>(from[0] * by), middle);
      weights[3 + j] = lower_halves(middle, static_cast<uint32_t>(last));
      sum = __smlad(static_cast<int16x2_t>(weights[j]), static_cast<int16x2_t>(twice(offset)), sum);
      sum = __smlabb(last, offset, sum);
    }
    start = static_cast<uint32_t>(sum);
    return outside;
  }

  static constexpr int32_t kRight = 10;
  static constexpr int32_t kLeastShift = 1 - kRight;  // 4: SMMLA has the first rounding
  static constexpr int32_t kMostShift = 7 - kRight;   // 256 times -128 is an int16
  static constexpr int32_t kMostStart = 1 << 22;      // and 9 * 255 * 128: a 256th of 2^31
};

// Lines of outputs of adjacent channels, which follow each other. The assembly copies it to the
// stack, as sums, weights and addresses take all registers.
struct DspLines {
  int32_t pitch;        // of a plane, in bytes
  int32_t step;         // to the next output
  int32_t run_bytes;    // outputs of a line that are computed four at a time
  int32_t rest;         // how many are left
  int32_t next_from;    // bytes from where a line ends to the next one
  const uint8_t* from;  // the first line of the first plane
  int32_t plane;        // bytes to the next plane
  int8_t* out;
  int32_t length;  // bytes of all lines
  const DspChannel* channel;
  int32_t count;  // of channels, which have what DoubledScale takes, at least one

  // Computes lines of `outputs` outputs, which move on by `down` lines of the plane.
  void set_lines(int32_t outputs, int32_t channels, int32_t across, int32_t down) {
    step = channels;
    rest = outputs & 3;
    run_bytes = (outputs - rest) * channels;
    next_from = down * pitch - 4 * (across * (outputs >> 1) + (outputs & 1));
  }

  // Computes all lines, at least one, unclamped. kScaled: channels are set so.
  template <int32_t kAcross, bool kSigned, bool kScaled>
  [[gnu::noinline]] void run() {
    static_assert(!kSigned || !kScaled);
    register DspLines* self __asm__("r0") = this;
    // On the stack are a channel's start and scale, the ends of the outputs of a line that are
    // computed four at a time and of all, the next output, and the code for those that are left.
    enum { kScale = 4, kRunEnd = 16, kEnd = 20, kNext = 24, kTail = 28, kCopy = 32 };
    __asm__ volatile(
        // Three column pairs below each other, `pitch` apart.
        ".macro kerf_load pitch=r1\n"
        "ldr r3, [r0, \\pitch]\n"
        "ldr r4, [r0, \\pitch, lsl #1]\n"
        ".endm\n"
        ".macro kerf_next pitch=r1\n"
        "ldr r2, [r0, #4]!\n"
        "kerf_load \\pitch\n"
        ".endm\n"
        ".macro kerf_rows operation, sum, a, b, c, from\n"
        "\\operation \\sum, r2, \\a, \\from\n"
        "\\operation \\sum, r3, \\b, \\sum\n"
        "\\operation \\sum, r4, \\c, \\sum\n"
        ".endm\n"
        // What an output begins with, from the first of its pair of columns or the second.
        ".macro kerf_first sum, from\n"
        "kerf_rows smlad, \\sum, r6, r7, r8, \\from\n"
        ".endm\n"
        ".macro kerf_second sum, from\n"
        "kerf_rows smlatb, \\sum, r6, r7, r8, \\from\n"
        ".endm\n"
        // What the next columns add to it.
        ".macro kerf_first_end sum\n"
        "kerf_rows smlabt, \\sum, r9, r10, r11, \\sum\n"
        ".endm\n"
        ".macro kerf_second_end sum\n"
        "kerf_rows smlad, \\sum, r9, r10, r11, \\sum\n"
        ".endm\n"
        // Then r4 is what is at `more`.
        ".macro kerf_results more, sums:vararg\n"
        "ldr r2, [sp, %[scale]]\n"
        "ldr r3, [sp, %[scale] + 4]\n"
        ".if %c[is_scaled]\n"
        "ldr r4, [sp, \\more]\n"
        ".irp sum, \\sums\n"
        "smmla \\sum, \\sum, r2, r3\n"
        "ssat \\sum, #8, \\sum, asr %[right]\n"
        ".endr\n"
        ".else\n"
        ".if %c[is_signed]\n"
        ".irp sum, \\sums\n"
        "add r4, r3, \\sum, asr #31\n"
        "smmlar \\sum, \\sum, r2, r4\n"
        ".endr\n"
        ".endif\n"
        "ldr r4, [sp, %[scale] + 8]\n"
        ".irp sum, \\sums\n"
        ".ifeq %c[is_signed]\n"
        "smmlar \\sum, \\sum, r2, r3\n"
        ".endif\n"
        "asr \\sum, r4\n"
        "ssat \\sum, #8, \\sum\n"
        ".endr\n"
        "ldr r4, [sp, \\more]\n"
        ".endif\n"
        ".endm\n"
        // What one or two outputs begin with, and the first columns.
        ".macro kerf_begin\n"
        "ldr r1, [sp, %[pitch]]\n"
        "ldr r12, [sp]\n"
        "ldr r2, [r0]\n"
        "kerf_load\n"
        ".endm\n"
        "ldm r0, {r1-r11}\n"
        "push {r1-r11}\n"
        "sub sp, %[copy]\n"
        "adr r1, 9f\n"
        "ldrh r4, [r1, r4, lsl #1]\n"
        "add r4, r1\n"
        "orr r4, #1\n"
        "str r4, [sp, %[tail]]\n"
        "b 8f\n"
        ".balign 4\n"
        "9: .hword 5f - 9b, 6f - 9b, 4f - 9b, 3f - 9b\n"
        // One output.
        "6: kerf_begin\n"
        "kerf_first r12, r12\n"
        "kerf_next\n"
        "kerf_first_end r12\n"
        "kerf_results %[step], r12\n"
        "strb r12, [r5]\n"
        "add r5, r4\n"
        "b 5f\n"
        // A channel.
        "8: ldr r0, [sp, %[channel]]\n"
        "ldm r0!, {r1-r4, r6-r11}\n"
        "stm sp, {r1-r4}\n"
        "str r0, [sp, %[channel]]\n"
        "ldr r0, [sp, %[from]]\n"
        "ldr r5, [sp, %[out]]\n"
        "ldr r2, [sp, %[plane]]\n"
        "ldr r3, [sp, %[length]]\n"
        "ldr r4, [sp, %[run_bytes]]\n"
        "add r2, r0\n"
        "str r2, [sp, %[from]]\n"
        "add r2, r5, #1\n"
        "str r2, [sp, %[out]]\n"
        "add r3, r5\n"
        "str r3, [sp, %[end]]\n"
        // A line.
        "7: add r2, r5, r4\n"
        "str r2, [sp, %[run_end]]\n"
        "cmp r4, #0\n"
        "beq 2f\n"
        "str r5, [sp, %[next]]\n"
        // Four outputs: their sums are in r12, lr, r1 and r5.
        "1: ldr r1, [sp, %[pitch]]\n"
        "ldr r5, [sp]\n"
        "ldr r2, [r0]\n"
        "kerf_load\n"
        "kerf_first r12, r5\n"
        ".if %c[across] == 1\n"
        "kerf_second lr, r5\n"
        "kerf_next\n"
        "kerf_first_end r12\n"
        "kerf_second_end lr\n"
        "kerf_first r1, r5\n"
        "kerf_second r5, r5\n"
        "ldr r4, [sp, %[pitch]]\n"
        "kerf_next r4\n"
        "kerf_first_end r1\n"
        "kerf_second_end r5\n"
        ".else\n"
        "kerf_next\n"
        "kerf_first_end r12\n"
        "kerf_first lr, r5\n"
        "kerf_next\n"
        "kerf_first_end lr\n"
        "kerf_first r1, r5\n"
        "ldr r4, [sp, %[pitch]]\n"
        "kerf_next r4\n"
        "kerf_first_end r1\n"
        "kerf_first r5, r5\n"
        "ldr r4, [sp, %[pitch]]\n"
        "kerf_next r4\n"
        "kerf_first_end r5\n"
        ".endif\n"
        "kerf_results %[next], r12, lr, r1, r5\n"
        "ldr r3, [sp, %[step]]\n"
        "ldr r2, [sp, %[run_end]]\n"
        "strb lr, [r4, r3]\n"
        "strb r12, [r4]\n"
        "add r4, r4, r3, lsl #1\n"
        "strb r1, [r4]\n"
        "strb r5, [r4, r3]\n"
        "add r5, r4, r3, lsl #1\n"
        "str r5, [sp, %[next]]\n"
        "cmp r5, r2\n"
        "blo 1b\n"
        // The code for two outputs or none is reached with equal flags, that for three without.
        "2: ldr pc, [sp, %[tail]]\n"
        "3: movs r2, #1\n"
        "4: kerf_begin\n"
        ".if %c[across] == 1\n"
        "kerf_second lr, r12\n"
        "kerf_first r12, r12\n"
        "kerf_next\n"
        "kerf_first_end r12\n"
        "kerf_second_end lr\n"
        ".else\n"
        "mov lr, r12\n"
        "kerf_first r12, r12\n"
        "kerf_next\n"
        "kerf_first_end r12\n"
        "kerf_first lr, lr\n"
        "kerf_next\n"
        "kerf_first_end lr\n"
        ".endif\n"
        "kerf_results %[step], r12, lr\n"
        "strb lr, [r5, r4]\n"
        "strb r12, [r5]\n"
        "add r5, r5, r4, lsl #1\n"
        "bne 6b\n"
        // The next line.
        "5: ldr r2, [sp, %[next_from]]\n"
        "ldr r4, [sp, %[run_bytes]]\n"
        "ldr r3, [sp, %[end]]\n"
        "add r0, r2\n"
        "cmp r5, r3\n"
        "bne 7b\n"
        "ldr r2, [sp, %[count]]\n"
        "subs r2, #1\n"
        "str r2, [sp, %[count]]\n"
        "bne 8b\n"
        "add sp, %[copy] + 44\n"
        ".purgem kerf_load\n"
        ".purgem kerf_next\n"
        ".purgem kerf_rows\n"
        ".purgem kerf_first\n"
        ".purgem kerf_second\n"
        ".purgem kerf_first_end\n"
        ".purgem kerf_second_end\n"
        ".purgem kerf_results\n"
        ".purgem kerf_begin\n"
        : "+r"(self)
        : [scale] "i"(kScale), [run_end] "i"(kRunEnd), [end] "i"(kEnd), [next] "i"(kNext),
          [tail] "i"(kTail), [copy] "i"(kCopy), [pitch] "i"(kCopy + offsetof(DspLines, pitch)),
          [step] "i"(kCopy + offsetof(DspLines, step)),
          [run_bytes] "i"(kCopy + offsetof(DspLines, run_bytes)),
          [next_from] "i"(kCopy + offsetof(DspLines, next_from)),
          [from] "i"(kCopy + offsetof(DspLines, from)),
          [plane] "i"(kCopy + offsetof(DspLines, plane)),
          [out] "i"(kCopy + offsetof(DspLines, out)),
          [length] "i"(kCopy + offsetof(DspLines, length)),
          [channel] "i"(kCopy + offsetof(DspLines, channel)),
          [count] "i"(kCopy + offsetof(DspLines, count)), [across] "i"(kAcross),
          [is_signed] "i"(kSigned ? 1 : 0), [is_scaled] "i"(kScaled ? 1 : 0),
          [right] "i"(DspChannel::kRight)
        : "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "lr", "cc",
          "memory");
    static_assert(sizeof(DspLines) == 44 && offsetof(DspLines, rest) == 12);
  }

  // Computes all lines of the first channel, which is channel c of `result`, by whatever scale.
  [[gnu::noinline]] void run_slowly(const Int8Result& result, int32_t c, int32_t across,
                                    int32_t outputs) const {
    const auto begin = static_cast<uint32_t>(result.start[c]);
    const uint32_t* const weights = channel->weights;
    const uint8_t* line = from;
    for (int8_t* to = out; to != out + length;) {
      for (int32_t x = 0; x < outputs; ++x, to += step) {
        const uint8_t* const terms_from = line + 2 * across * x;
        uint32_t sum = channel->start - 2 * begin;  // which fits, whatever the start
        for (int32_t j = 0; j < 3; ++j) {
          int16_t terms[3];
          libc::copy(terms, terms_from + j * pitch, sizeof terms);
          const int32_t row = terms[0] * static_cast<int16_t>(weights[j]) +
                              terms[1] * static_cast<int16_t>(weights[3 + j]) +
                              terms[2] * (static_cast<int32_t>(weights[3 + j]) >> 16);
          sum += static_cast<uint32_t>(row);
        }
        *to = int8_of(result, c, begin + static_cast<uint32_t>(static_cast<int32_t>(sum) >> 1));
      }
      line += next_from + 4 * (across * (outputs >> 1) + (outputs & 1));
    }
  }
};

// Four planes of int16 that are `plane` bytes apart.
struct DspPlanes {
  uint8_t* first;
  int32_t plane;

  // Writes `lines` lines of `pixels` pixels, `pitch` apart, from `column` on, which is in bytes.
  // Lines are `from_line` apart, and `to_line` bytes in the planes.
  [[gnu::noinline]] void widen(int32_t column, const int8_t* from, int32_t pitch, int32_t pixels,
                               int32_t lines, int32_t from_line, int32_t to_line) const {
    if (lines <= 0) return;
    const int32_t pairs = pixels >> 1;
    const int32_t next_from = from_line - 2 * pairs * pitch;
    const int32_t next_to = to_line - 4 * pairs;
    uint8_t* to0 = first + column;
    uint8_t* to1 = to0 + plane;
    uint8_t* to2 = to1 + plane;
    uint8_t* to3 = to2 + plane;
    int32_t left = pixels;
    uint32_t a;
    uint32_t b;
    uint32_t low;
    __asm__ volatile(
        // Two pixels.
        ".macro kerf_widen\n"
        "ldr %[a], [%[from]]\n"
        "ldr %[b], [%[from], %[pitch]]\n"
        "add %[from], %[from], %[pitch], lsl #1\n"
        "pkhbt %[low], %[a], %[b], lsl #16\n"
        "pkhtb %[b], %[b], %[a], asr #16\n"
        "sxtb16 %[a], %[low]\n"
        "sxtb16 %[low], %[low], ror #8\n"
        "str %[a], [%[to0]], #4\n"
        "str %[low], [%[to1]], #4\n"
        "sxtb16 %[a], %[b]\n"
        "sxtb16 %[b], %[b], ror #8\n"
        "str %[a], [%[to2]], #4\n"
        "str %[b], [%[to3]], #4\n"
        ".endm\n"
        "1: subs %[left], #4\n"
        "bmi 3f\n"
        "2: kerf_widen\n"
        "kerf_widen\n"
        "subs %[left], #4\n"
        "bpl 2b\n"
        "3: lsls %[left], #31\n"
        "bcc 4f\n"
        "kerf_widen\n"
        "4: bpl 5f\n"
        "ldr %[a], [%[from]]\n"
        "sxtb16 %[b], %[a]\n"
        "sxtb16 %[a], %[a], ror #8\n"
        "strh %[b], [%[to0]]\n"
        "strh %[a], [%[to1]]\n"
        "lsr %[b], #16\n"
        "lsr %[a], #16\n"
        "strh %[b], [%[to2]]\n"
        "strh %[a], [%[to3]]\n"
        "5: ldr %[a], %[lines]\n"
        "ldr %[b], %[next_from]\n"
        "ldr %[low], %[next_to]\n"
        "ldr %[left], %[pixels]\n"
        "subs %[a], #1\n"
        "str %[a], %[lines]\n"
        "add %[from], %[b]\n"
        "add %[to0], %[low]\n"
        "add %[to1], %[low]\n"
        "add %[to2], %[low]\n"
        "add %[to3], %[low]\n"
        "bne 1b\n"
        ".purgem kerf_widen\n"
        : [from] "+r"(from), [left] "+r"(left), [lines] "+m"(lines), [to0] "+r"(to0),
          [to1] "+r"(to1), [to2] "+r"(to2), [to3] "+r"(to3), [a] "=&r"(a), [b] "=&r"(b),
          [low] "=&r"(low)
        :
        [pitch] "r"(pitch), [pixels] "m"(pixels), [next_from] "m"(next_from), [next_to] "m"(next_to)
        : "cc", "memory");
  }

  // Writes `value` to the first `bytes` of all, a multiple of 4.
  [[gnu::noinline]] void fill(int32_t bytes, int32_t value) const {
    const uint32_t both = twice(value);
    auto* to0 = reinterpret_cast<uint32_t*>(first);
    auto* to1 = reinterpret_cast<uint32_t*>(first + plane);
    auto* to2 = reinterpret_cast<uint32_t*>(first + 2 * plane);
    auto* to3 = reinterpret_cast<uint32_t*>(first + 3 * plane);
    for (int32_t left = bytes >> 2; left > 0; --left) {
      *to0++ = both;
      *to1++ = both;
      *to2++ = both;
      *to3++ = both;
    }
  }
};

template <bool kSigned, bool kScaled>
[[gnu::noinline]] void Int8Depthwise3x3::run(const int8_t* image, int32_t first, int32_t count,
                                             int8_t* out) const {
  const int32_t columns = line_columns(across, out_width);
  const int32_t pitch = 2 * columns;
  const DspPlanes planes{static_cast<uint8_t*>(scratch), pitch * lines};
  const int32_t before = left < columns ? left : columns;
  const int32_t seen = width < columns - before ? width : columns - before;
  const int32_t line = out_width * channels;
  const int32_t seen_lines = (count - 1) * down + 3;
  planes.fill(pitch * (lines < seen_lines ? lines : seen_lines), -offset);
  DspChannel four[4];
  DspLines its;
  its.pitch = pitch;
  its.plane = planes.plane;
  its.set_lines(out_width, channels, across, down);
  const int32_t most = (lines - 3) / down + 1;
  for (int32_t c = 0; c < channels; c += 4) {
    int32_t outside = 0;  // negative where DoubledScale does not take a channel
    for (int32_t i = 0; i < 4; ++i)
      outside |= four[i].set<kScaled>(result, c + i, weights + c + i, channels, offset);
    int32_t at_once;
    for (int32_t y = 0; y < count; y += at_once) {
      at_once = count - y < most ? count - y : most;
      const int32_t row = (first + y) * down - top;
      const int32_t used = (at_once - 1) * down + 3;
      // The lines of the image, between others above and below it.
      const int32_t above = row < 0 ? (row < -used ? used : -row) : 0;
      int32_t end = height - row;
      if (end > used) end = used;
      if (end < above) end = above;
      if (at_once < count) {
        for (int32_t i = 0; i < used; ++i) {
          if (i == above) i = end;
          if (i < used) DspPlanes{planes.first + i * pitch, planes.plane}.fill(pitch, -offset);
        }
      }
      DspPlanes{planes.first + above * pitch, planes.plane}.widen(
          2 * before, image + (row + above) * width * channels + c, channels, seen, end - above,
          width * channels, pitch);
      its.length = at_once * line;
      its.count = outside < 0 ? 1 : 4;
      for (int32_t i = 0; i < 4; i += its.count) {
        its.from = planes.first + i * planes.plane;
        its.out = out + y * line + c + i;
        its.channel = four + i;
        const DoubledScale& scale = four[i].scale;
        if (!kScaled && outside < 0 &&
            DoubledScale::outside(scale.multiplier, -scale.right, result.start[c + i]) < 0) {
          its.run_slowly(result, c + i, across, out_width);
        } else if (across == 1) {
          its.run<1, kSigned, kScaled>();
        } else {
          its.run<2, kSigned, kScaled>();
        }
      }
    }
  }
  clamp_rows(result, out, line, count, line);
}

}  // namespace kerf::integers
