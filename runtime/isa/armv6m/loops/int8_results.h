// Sums that become int8 on a processor that multiplies 32 bits to 32.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "isa/scalar/loops/int8.h"

namespace kerf::integers {

// Sums of one filter and where their results are, in the order of the registers.
struct Column {
  int32_t right;  // -1 - shift
  int32_t out_pitch;
  const uint32_t* end;
  const Int8Result& result;
  const uint32_t* sums;
  int8_t* out;
  uint32_t low_half;  // of the multiplier
  uint32_t high_half;

  // For sums that are at `from`. out and out_pitch are the caller's to set.
  Column(const Int8Result& its, const uint32_t* from) : result(its), sums(from) {}

  // Stores `count` sums of filter m, which hold its start already, as int8.
  [[gnu::noinline]] void store(int32_t m, int32_t count) {
    const int32_t scale = m * result.scale_step;
    const int32_t shift = result.shift[scale];
    const auto multiplier = static_cast<uint32_t>(result.multiplier[scale]);
    low_half = multiplier & 0xFFFF;
    high_half = multiplier >> 16;
    right = -1 - shift;
    end = sums + count;
    if (right >= 0) return store_all();
    int8_t* to = out;
    for (const uint32_t* sum = sums; sum < end; ++sum, to += out_pitch)
      *to = narrow(rescaled(static_cast<int32_t>(*sum), {static_cast<int32_t>(multiplier), shift}),
                   result.offset, result.low, result.high);
  }

 private:
  // Stores each sum as an int8. sums < end, right >= 0.
  //
  // y = x * multiplier / 2^31 with halves up, of products of 16 bits: two where x is an int16, else
  // four, of which the lowest matters for its carry alone. No sum overflows, as multiplier < 2^31.
  // Then ((y + (x >> 31) >> right) + 1) >> 1: halves are rounded away from zero.
  [[gnu::noinline]] void store_all() {
    register Column* self __asm__("r0") = this;
    __asm__ volatile(
        ".syntax unified\n"
        "ldm r0!, {r1-r4}\n"
        "mov r8, r1\n"
        "mov r12, r2\n"
        "mov lr, r3\n"
        "adds r4, %[offset]\n"
        "ldm r4!, {r1-r3}\n"
        "mov r9, r1\n"
        "mov r10, r2\n"
        "mov r11, r3\n"
        "ldm r0, {r0-r3}\n"
        "1: ldm r0!, {r4}\n"
        "sxth r6, r4\n"
        "cmp r6, r4\n"
        "bne 5f\n"
        "mov r5, r4\n"
        "muls r6, r2, r6\n"
        "muls r5, r3, r5\n"
        "asrs r6, r6, #16\n"
        "adds r6, r5\n"
        "asrs r6, r6, #14\n"
        "adds r6, #1\n"
        "asrs r5, r6, #1\n"
        "2: asrs r4, r4, #31\n"
        "adds r5, r4\n"
        "mov r7, r8\n"
        "asrs r5, r7\n"
        "adds r5, #1\n"
        "asrs r5, r5, #1\n"
        "add r5, r9\n"
        "cmp r5, r10\n"
        "bge 3f\n"
        "mov r5, r10\n"
        "3: cmp r5, r11\n"
        "ble 4f\n"
        "mov r5, r11\n"
        "4: strb r5, [r1]\n"
        "add r1, r12\n"
        "cmp r0, lr\n"
        "bne 1b\n"
        "b 6f\n"
        "5: uxth r5, r4\n"
        "asrs r4, r4, #16\n"
        "mov r6, r5\n"
        "muls r6, r2, r6\n"
        "lsrs r6, r6, #16\n"
        "muls r5, r3, r5\n"
        "adds r5, r6\n"
        "uxth r6, r5\n"
        "lsrs r5, r5, #16\n"
        "mov r7, r4\n"
        "muls r7, r2, r7\n"
        "adds r6, r7\n"
        "mov r7, r4\n"
        "muls r7, r3, r7\n"
        "adds r5, r7\n"
        "lsls r5, r5, #1\n"
        "asrs r6, r6, #14\n"
        "adds r6, #1\n"
        "asrs r6, r6, #1\n"
        "adds r5, r6\n"
        "b 2b\n"
        "6:\n"
        : "+r"(self)
        : [offset] "i"(offsetof(Int8Result, offset))
        : "r1", "r2", "r3", "r4", "r5", "r6", "r7", "r8", "r9", "r10", "r11", "r12", "lr", "cc",
          "memory");
    static_assert(offsetof(Int8Result, low) == offsetof(Int8Result, offset) + 4 &&
                  offsetof(Int8Result, high) == offsetof(Int8Result, offset) + 8);
  }
};

}  // namespace kerf::integers
