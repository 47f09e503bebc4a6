// Depthwise windows of 3 x 3 by SMLAD: lines of four channels are copied to planes of int16, one
// for each channel, whose adjacent columns are the pairs of terms that it multiplies.
#pragma once

#include <stddef.h>

#include "isa/dsp/loops/int8_results.h"
#include "isa/dsp/loops/int8_scratch.h"

namespace kerf::integers {

// narrow(rescale(x, multiplier, shift), offset, INT8_MIN, INT8_MAX) of twice x, for the scales of
// FastScale except for those that make it less than a 2^22nd, as
//   nudge + (x >> 31)   where FastScale has 2 * offset + 1 << -1 - shift
//   smmlar              twice x * multiplier / 2^32
//   ssat 8 (y >> right)
struct DoubledScale {
  int32_t multiplier;
  int32_t nudge;
  int32_t right;

  static constexpr int32_t kMostBelow = 21;
  static constexpr int32_t kMostStart = 1 << 29;  // half of what twice a sum has room for

  // Returns whether the scale, and what sums begin with, are such.
  [[gnu::always_inline]] bool set(int32_t by, int32_t shift, int32_t offset, int32_t start) {
    const int32_t below = -1 - shift;
    multiplier = by;
    nudge = static_cast<int32_t>(static_cast<uint32_t>(2 * offset + 1) << (below & 31));
    right = -shift;
    return by >= 1 << 30 && static_cast<uint32_t>(below) <= kMostBelow && start < kMostStart &&
           start > -kMostStart;
  }
};

// Lines of outputs of one channel, which follow each other. The assembly copies what precedes
// `weights` to the stack, as sums, weights and addresses take all registers.
struct DspLines {
  uint32_t start;  // twice what sums begin with, the offset's part included
  int32_t pitch;   // of the plane, in bytes
  DoubledScale scale;
  int32_t step;           // to the next output
  const int8_t* run_end;  // of the outputs of the line that are computed four or two at a time
  const int8_t* end;      // of all lines
  const int16_t* from;
  int8_t* out;
  int32_t next_from;    // bytes from where a line ends to the next one
  int32_t run_bytes;    // outputs of a line that are computed four or two at a time
  int32_t rest;         // how many are left
  uint32_t weights[6];  // twice those of terms (0, 1) of the three rows, then of terms (1, 2)

  // Outputs of a line that are computed together.
  static constexpr int32_t together(int32_t across) { return across == 1 ? 4 : 2; }

  // Computes the outputs of lines of `count` outputs, which move on by `down` lines of the plane.
  void set_lines(int32_t count, int32_t channels, int32_t across, int32_t down) {
    step = channels;
    rest = count & (together(across) - 1);
    run_bytes = (count - rest) * channels;
    next_from = down * pitch - 4 * (across * (count >> 1) + (count & 1));
  }

  // Computes all lines, at least one, unclamped.
  template <int32_t kAcross>
  [[gnu::noinline]] void run() {
    register DspLines* self __asm__("r0") = this;
    __asm__ volatile(
        // Three columns pairs below each other, `pitch` apart.
        ".macro kerf_load pitch=r1\n"
        "ldr r3, [r0, \\pitch]\n"
        "ldr r4, [r0, \\pitch, lsl #1]\n"
        ".endm\n"
        ".macro kerf_rows operation, sum, a, b, c, from\n"
        "\\operation \\sum, r2, \\a, \\from\n"
        "\\operation \\sum, r3, \\b, \\sum\n"
        "\\operation \\sum, r4, \\c, \\sum\n"
        ".endm\n"
        ".macro kerf_scale\n"
        "ldr r2, [sp, %[scale]]\n"
        "ldr r3, [sp, %[scale] + 4]\n"
        "ldr r4, [sp, %[scale] + 8]\n"
        ".endm\n"
        ".macro kerf_multiply sum, free\n"
        "add \\free, r3, \\sum, asr #31\n"
        "smmlar \\sum, \\sum, r2, \\free\n"
        ".endm\n"
        ".macro kerf_narrow sum\n"
        "asr \\sum, r4\n"
        "ssat \\sum, #8, \\sum\n"
        ".endm\n"
        // Two outputs.
        ".macro kerf_pair\n"
        "ldr r12, [sp]\n"
        "ldr r2, [r0]\n"
        "kerf_load\n"
        ".if %c[across] == 1\n"
        "kerf_rows smlatb, lr, r6, r7, r8, r12\n"
        "kerf_rows smlad, r12, r6, r7, r8, r12\n"
        "ldr r2, [r0, #4]!\n"
        "kerf_load\n"
        "kerf_rows smlabt, r12, r9, r10, r11, r12\n"
        "kerf_rows smlad, lr, r9, r10, r11, lr\n"
        ".else\n"
        "mov lr, r12\n"
        "kerf_rows smlad, r12, r6, r7, r8, r12\n"
        "ldr r2, [r0, #4]!\n"
        "kerf_load\n"
        "kerf_rows smlabt, r12, r9, r10, r11, r12\n"
        "kerf_rows smlad, lr, r6, r7, r8, lr\n"
        "ldr r2, [r0, #4]!\n"
        "kerf_load\n"
        "kerf_rows smlabt, lr, r9, r10, r11, lr\n"
        ".endif\n"
        "kerf_scale\n"
        "kerf_multiply r12, r1\n"
        "kerf_multiply lr, r1\n"
        "kerf_narrow r12\n"
        "kerf_narrow lr\n"
        "ldr r2, [sp, %[step]]\n"
        "ldr r3, [sp, %[run_end]]\n"
        "ldr r1, [sp, %[pitch]]\n"
        "strb lr, [r5, r2]\n"
        "strb r12, [r5]\n"
        "add r5, r5, r2, lsl #1\n"
        ".endm\n"
        "add r1, r0, #32\n"
        "ldm r1!, {r2-r6}\n"
        "push {r2-r6}\n"
        "ldm r0, {r2-r9}\n"
        "push {r2-r9}\n"
        "ldm r1, {r6-r11}\n"
        "ldr r0, [sp, %[from]]\n"
        "ldr r5, [sp, %[out]]\n"
        "ldr r2, [sp, %[run_end]]\n"
        "ldr r1, [sp, %[pitch]]\n"
        "cmp r5, r2\n"
        "beq 3f\n"
        ".if %c[across] == 1\n"
        // Four outputs: their sums are in r12, lr, r1 and r5.
        "1: ldr r1, [sp, %[pitch]]\n"
        "ldr r5, [sp]\n"
        "ldr r2, [r0]\n"
        "kerf_load\n"
        "kerf_rows smlad, r12, r6, r7, r8, r5\n"
        "kerf_rows smlatb, lr, r6, r7, r8, r5\n"
        "ldr r2, [r0, #4]!\n"
        "kerf_load\n"
        "kerf_rows smlabt, r12, r9, r10, r11, r12\n"
        "kerf_rows smlad, lr, r9, r10, r11, lr\n"
        "kerf_rows smlad, r1, r6, r7, r8, r5\n"
        "kerf_rows smlatb, r5, r6, r7, r8, r5\n"
        "ldr r4, [sp, %[pitch]]\n"
        "ldr r2, [r0, #4]!\n"
        "kerf_load r4\n"
        "kerf_rows smlabt, r1, r9, r10, r11, r1\n"
        "kerf_rows smlad, r5, r9, r10, r11, r5\n"
        "ldr r2, [sp, %[scale]]\n"
        "ldr r3, [sp, %[scale] + 4]\n"
        "kerf_multiply r12, r4\n"
        "kerf_multiply lr, r4\n"
        "kerf_multiply r1, r4\n"
        "kerf_multiply r5, r4\n"
        "ldr r4, [sp, %[scale] + 8]\n"
        "kerf_narrow r12\n"
        "kerf_narrow lr\n"
        "kerf_narrow r1\n"
        "kerf_narrow r5\n"
        "ldr r2, [sp, %[out]]\n"
        "ldr r3, [sp, %[step]]\n"
        "ldr r4, [sp, %[run_end]]\n"
        "strb lr, [r2, r3]\n"
        "strb r12, [r2]\n"
        "add r2, r2, r3, lsl #1\n"
        "strb r1, [r2]\n"
        "strb r5, [r2, r3]\n"
        "add r2, r2, r3, lsl #1\n"
        "str r2, [sp, %[out]]\n"
        "cmp r2, r4\n"
        "blo 1b\n"
        "ldr r1, [sp, %[pitch]]\n"
        "mov r5, r2\n"
        ".else\n"
        "1: kerf_pair\n"
        "cmp r5, r3\n"
        "blo 1b\n"
        ".endif\n"
        "3: ldr r2, [sp, %[rest]]\n"
        "lsls r2, #31\n"
        "bcs 6f\n"
        "bpl 5f\n"
        "4: ldr r12, [sp]\n"
        "ldr r2, [r0]\n"
        "kerf_load\n"
        "kerf_rows smlad, r12, r6, r7, r8, r12\n"
        "ldr r2, [r0, #4]!\n"
        "kerf_load\n"
        "kerf_rows smlabt, r12, r9, r10, r11, r12\n"
        "ldr r1, [sp, %[step]]\n"
        "kerf_scale\n"
        "kerf_multiply r12, lr\n"
        "kerf_narrow r12\n"
        "strb r12, [r5]\n"
        "add r5, r1\n"
        // The next line.
        "5: ldr r2, [sp, %[next_from]]\n"
        "ldr r4, [sp, %[run_bytes]]\n"
        "ldr r3, [sp, %[end]]\n"
        "ldr r1, [sp, %[pitch]]\n"
        "str r5, [sp, %[out]]\n"
        "add r0, r2\n"
        "cmp r5, r3\n"
        "beq 7f\n"
        "adds r3, r5, r4\n"
        "str r3, [sp, %[run_end]]\n"
        "cmp r4, #0\n"
        "bne 1b\n"
        "b 3b\n"
        "6:\n"
        ".if %c[across] == 1\n"
        "kerf_pair\n"
        "ldr r2, [sp, %[rest]]\n"
        "lsrs r2, #1\n"
        "bcs 4b\n"
        "b 5b\n"
        ".endif\n"
        "7: add sp, #52\n"
        ".purgem kerf_load\n"
        ".purgem kerf_rows\n"
        ".purgem kerf_scale\n"
        ".purgem kerf_multiply\n"
        ".purgem kerf_narrow\n"
        ".purgem kerf_pair\n"
        : "+r"(self)
        : [pitch] "i"(offsetof(DspLines, pitch)), [scale] "i"(offsetof(DspLines, scale)),
          [step] "i"(offsetof(DspLines, step)), [run_end] "i"(offsetof(DspLines, run_end)),
          [end] "i"(offsetof(DspLines, end)), [from] "i"(offsetof(DspLines, from)),
          [out] "i"(offsetof(DspLines, out)), [next_from] "i"(offsetof(DspLines, next_from)),
          [run_bytes] "i"(offsetof(DspLines, run_bytes)), [rest] "i"(offsetof(DspLines, rest)),
          [across] "i"(kAcross)
        : "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "lr", "cc",
          "memory");
    static_assert(offsetof(DspLines, weights) == 52);
  }

  // Computes all lines, of `outputs` outputs of channel c of `result`, by whatever scale.
  [[gnu::noinline]] void run_slowly(const Int8Result& result, int32_t c, int32_t across,
                                    int32_t outputs) const {
    const auto begin = static_cast<uint32_t>(result.start[c]);
    const auto* line = reinterpret_cast<const uint8_t*>(from);
    for (int8_t* to = out; to != end;) {
      for (int32_t x = 0; x < outputs; ++x, to += step) {
        const uint8_t* const terms_from = line + 2 * across * x;
        uint32_t sum = start - 2 * begin;  // which fits, whatever the start
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
    uint8_t* to = first + column;
    for (; lines > 0; --lines, from += from_line, to += to_line)
      widen_line(to, from, pitch, pixels);
  }

  [[gnu::always_inline]] void widen_line(uint8_t* to0, const int8_t* from, int32_t pitch,
                                         int32_t pixels) const {
    uint8_t* to1 = to0 + plane;
    uint8_t* to2 = to1 + plane;
    uint8_t* to3 = to2 + plane;
    uint32_t a;
    uint32_t b;
    uint32_t low;
    __asm__ volatile(
        "subs %[pixels], #2\n"
        "bmi 2f\n"
        "1: ldr %[a], [%[from]]\n"
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
        "subs %[pixels], #2\n"
        "bpl 1b\n"
        "2: adds %[pixels], #1\n"
        "bmi 3f\n"
        "ldr %[a], [%[from]]\n"
        "sxtb16 %[b], %[a]\n"
        "sxtb16 %[a], %[a], ror #8\n"
        "strh %[b], [%[to0]]\n"
        "strh %[a], [%[to1]]\n"
        "lsr %[b], #16\n"
        "lsr %[a], #16\n"
        "strh %[b], [%[to2]]\n"
        "strh %[a], [%[to3]]\n"
        "3:\n"
        : [from] "+r"(from), [pixels] "+r"(pixels), [to0] "+r"(to0), [to1] "+r"(to1),
          [to2] "+r"(to2), [to3] "+r"(to3), [a] "=&r"(a), [b] "=&r"(b), [low] "=&r"(low)
        : [pitch] "r"(pitch)
        : "cc", "memory");
  }

  // Writes `value` to the first `bytes` of all, a multiple of 4.
  [[gnu::noinline]] void fill(int32_t bytes, int32_t value) const {
    for (int32_t i = 0; i < 4; ++i) {
      auto* const to = reinterpret_cast<uint32_t*>(first + i * plane);
      const uint32_t both = twice(value);
      for (int32_t at = 0; at < bytes >> 2; ++at) to[at] = both;
    }
  }
};

// Sets the weights of the four channels at `weights`, whose taps are `pitch` apart, and adds what
// `offset` adds to their doubled sums to the starts.
[[gnu::noinline]] inline void set_weights(DspLines (&channels)[4], const int8_t* weights,
                                          int32_t pitch, int32_t offset) {
  const auto offsets = static_cast<int16x2_t>(twice(offset));
  auto sum0 = static_cast<int32_t>(channels[0].start);
  auto sum1 = static_cast<int32_t>(channels[1].start);
  auto sum2 = static_cast<int32_t>(channels[2].start);
  auto sum3 = static_cast<int32_t>(channels[3].start);
  // The first term of `later` is the second of `former`, which is in the sum already.
  const auto set = [&](uint32_t* to, int32_t& sum, uint32_t former, uint32_t later) {
    const int16x2_t pair = __sadd16(static_cast<int16x2_t>(former), static_cast<int16x2_t>(former));
    const int16x2_t next = __sadd16(static_cast<int16x2_t>(later), static_cast<int16x2_t>(later));
    to[0] = static_cast<uint32_t>(pair);
    to[3] = static_cast<uint32_t>(next);
    sum = __smlad(pair, offsets, sum);
    sum = __smlatb(next, offset, sum);
  };
  for (size_t j = 0; j < 3; ++j, weights += 3 * pitch) {
    const uint32_t a = load_word(weights);
    const uint32_t b = load_word(weights + pitch);
    const uint32_t c = load_word(weights + 2 * pitch);
    const uint32_t low = (a & 0xFFFF) | b << 16;
    const uint32_t later_low = (b & 0xFFFF) | c << 16;
    set(channels[0].weights + j, sum0, even_bytes(low), even_bytes(later_low));
    set(channels[1].weights + j, sum1, odd_bytes(low), odd_bytes(later_low));
    const uint32_t high = a >> 16 | (b & 0xFFFF0000);
    const uint32_t later_high = b >> 16 | (c & 0xFFFF0000);
    set(channels[2].weights + j, sum2, even_bytes(high), even_bytes(later_high));
    set(channels[3].weights + j, sum3, odd_bytes(high), odd_bytes(later_high));
  }
  channels[0].start = static_cast<uint32_t>(sum0);
  channels[1].start = static_cast<uint32_t>(sum1);
  channels[2].start = static_cast<uint32_t>(sum2);
  channels[3].start = static_cast<uint32_t>(sum3);
}

[[gnu::noinline]] inline void Int8Depthwise3x3::run(const int8_t* image, int32_t first,
                                                    int32_t count, int8_t* out) const {
  const int32_t columns = line_columns(across, out_width);
  const int32_t pitch = 2 * columns;
  const DspPlanes planes{static_cast<uint8_t*>(scratch), pitch * lines};
  const int32_t before = left < columns ? left : columns;
  const int32_t seen = width < columns - before ? width : columns - before;
  const int32_t line = out_width * channels;
  const int32_t seen_lines = (count - 1) * down + 3;
  planes.fill(pitch * (lines < seen_lines ? lines : seen_lines), -offset);
  DspLines four[4];
  for (DspLines& its : four) {
    its.pitch = pitch;
    its.set_lines(out_width, channels, across, down);
  }
  for (int32_t c = 0; c < channels; c += 4) {
    bool fast[4];
    for (int32_t i = 0; i < 4; ++i) {
      DspLines& its = four[i];
      const int32_t start = result.start[c + i];
      its.start = 2 * static_cast<uint32_t>(start);
      fast[i] = its.scale.set(result.multiplier[c + i], result.shift[c + i], result.offset, start);
    }
    set_weights(four, weights + c, channels, offset);
    int32_t at_once;
    for (int32_t y = 0; y < count; y += at_once) {
      at_once = (lines - 3) / down + 1;
      if (at_once > count - y) at_once = count - y;
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
      for (int32_t i = 0; i < 4; ++i) {
        DspLines& its = four[i];
        its.from = reinterpret_cast<const int16_t*>(planes.first + i * planes.plane);
        its.out = out + y * line + c + i;
        its.end = its.out + at_once * line;
        its.run_end = its.out + its.run_bytes;
        if (!fast[i]) {
          its.run_slowly(result, c + i, across, out_width);
        } else if (across == 1) {
          its.run<1>();
        } else {
          its.run<2>();
        }
      }
    }
  }
  clamp_rows(result, out, line, count, line);
}

}  // namespace kerf::integers
