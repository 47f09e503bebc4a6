// Depthwise windows of int8 on Armv6-M: four pixels of a channel at a time, with every register.
#pragma once

#include "isa/armv6m/loops/int8_results.h"

namespace kerf::integers {

// A tap of a channel: where its input is, its weight, and where that is among all.
struct ChannelTap {
  int32_t input;
  int32_t weight;
  int32_t weight_at;
};

// Sets the weights of a channel. Returns their sum.
[[gnu::noinline]] inline int32_t set_weights(ChannelTap* tap, const ChannelTap* end,
                                             const int8_t* weights) {
  int32_t sum = 0;
  for (; tap != end; ++tap) {
    const int32_t weight = weights[tap->weight_at];
    tap->weight = weight;
    sum += weight;
  }
  return sum;
}

// sum + the products of one pixel.
[[gnu::noinline]] inline uint32_t add_taps(uint32_t sum, const int8_t* from, const ChannelTap* tap,
                                           const ChannelTap* end) {
  for (; tap != end; ++tap) sum += static_cast<uint32_t>(from[tap->input] * tap->weight);
  return sum;
}

// Four pixels of a channel.
struct FourPixels {
  const ChannelTap* taps;
  const int8_t* from;
  int32_t pitch;
  uint32_t start;
  const ChannelTap* end;
  uint32_t sums[4];

  // Adds the products to the start. taps < end.
  [[gnu::noinline]] void add() {
    register FourPixels* self __asm__("r0") = this;
    __asm__ volatile(
        ".syntax unified\n"
        "mov r12, r0\n"
        "ldm r0!, {r3-r7}\n"
        "mov r0, r3\n"
        "mov lr, r7\n"
        "mov r8, r6\n"
        "mov r9, r6\n"
        "mov r10, r6\n"
        "mov r11, r6\n"
        "mov r1, r4\n"
        "adds r2, r1, r5\n"
        "adds r3, r2, r5\n"
        "adds r4, r3, r5\n"
        "1: ldm r0!, {r5-r7}\n"
        "ldrsb r7, [r1, r5]\n"
        "muls r7, r6, r7\n"
        "add r8, r7\n"
        "ldrsb r7, [r2, r5]\n"
        "muls r7, r6, r7\n"
        "add r9, r7\n"
        "ldrsb r7, [r3, r5]\n"
        "muls r7, r6, r7\n"
        "add r10, r7\n"
        "ldrsb r7, [r4, r5]\n"
        "muls r7, r6, r7\n"
        "add r11, r7\n"
        "cmp r0, lr\n"
        "bne 1b\n"
        "mov r0, r12\n"
        "adds r0, #20\n"
        "mov r4, r8\n"
        "mov r5, r9\n"
        "mov r6, r10\n"
        "mov r7, r11\n"
        "stm r0!, {r4-r7}\n"
        : "+r"(self)
        :
        : "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "lr", "cc",
          "memory");
  }
};

[[gnu::noinline]] inline void Int8Depthwise::run(const Int8Block& block) const {
  FourPixels four;
  auto* const taps = static_cast<ChannelTap*>(scratch);
  ChannelTap* end = taps;
  for (int32_t j = 0; j < block.rows.count; ++j) {
    for (int32_t k = 0; k < block.columns.count; ++k) {
      *end++ = {j * block.rows.input + k * block.columns.input, 0,
                j * block.rows.weight + k * block.columns.weight};
    }
  }
  const Int8Lines its(*this, block);
  four.taps = taps;
  four.end = end;
  four.pitch = its.input.pixel;
  Column column(result, four.sums);
  column.out_pitch = its.out.pixel;
  for (int32_t c = 0; c < channels; ++c) {
    const auto sum = static_cast<uint32_t>(set_weights(taps, end, block.weights + c));
    four.start = result.start_of(c) + sum * static_cast<uint32_t>(offset);
    for (int32_t line = 0; line < its.lines; ++line) {
      four.from = block.input + c + line * its.input.line;
      column.out = block.out + c + line * its.out.line;
      for (int32_t left = its.pixels; left > 0;) {
        const int32_t count = left < 4 || end == taps ? 1 : 4;
        if (count == 1) {
          four.sums[0] = add_taps(four.start, four.from, taps, end);
        } else {
          four.add();
        }
        column.store(c, count);
        four.from += count * four.pitch;
        column.out += count * column.out_pitch;
        left -= count;
      }
    }
  }
}

}  // namespace kerf::integers
