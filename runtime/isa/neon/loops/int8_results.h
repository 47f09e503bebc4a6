// Vectors of int8, and of sums that become int8.
#pragma once

#include <arm_neon.h>
#include <stdint.h>

#include "core/libc.h"
#include "isa/scalar/loops/int8.h"

namespace kerf::integers {

template <typename Word>
Word read_word(const int8_t* from) {
  Word word;
  libc::copy(&word, from, sizeof word);
  return word;
}

// from[i] for i < count <= 8, and zeros.
inline int8x8_t read_few(const int8_t* from, int32_t count) {
  if (count == 8) return vld1_s8(from);
  const auto place = [from](int32_t i) {
    return uint64_t{static_cast<uint8_t>(from[i])} << (8 * i);
  };
  // Bytes that are read twice are the same in both words.
  const uint64_t bytes = count >= 4  ? uint64_t{read_word<uint32_t>(from)} |
                                           uint64_t{read_word<uint32_t>(from + count - 4)}
                                               << (8 * (count - 4))
                         : count > 0 ? place(0) | place(count / 2) | place(count - 1)
                                     : 0;
  return vcreate_s8(bytes);
}

// from[i] for i < 16 and i < count, and zeros.
inline int8x16_t read_up_to_16(const int8_t* from, int32_t count) {
  if (count >= 16) return vld1q_s8(from);
  const int32_t low = count < 8 ? count : 8;
  return vcombine_s8(read_few(from, low), read_few(from + low, count - low));
}

// to[i] = lanes[i] for i < count <= 8.
inline void write_few(int8_t* to, int8x8_t lanes, int32_t count) {
  if (count == 8) return vst1_s8(to, lanes);
  uint64_t bytes = vget_lane_u64(vreinterpret_u64_s8(lanes), 0);
  for (; count > 0; --count, bytes >>= 8) *to++ = static_cast<int8_t>(bytes);
}

// The scales of four adjacent sums.
struct Int8Scales {
  int32x4_t multiplier;
  int32x4_t left;   // what rescale() shifts left by
  int32x4_t right;  // what it shifts right by, negative

  Int8Scales(int32x4_t multipliers, int32x4_t shift)
      : multiplier(multipliers),
        left(vmaxq_s32(shift, vdupq_n_s32(0))),
        right(vminq_s32(shift, vdupq_n_s32(0))) {}

  int32x4_t rescale(int32x4_t x) const {
    x = vshlq_s32(x, left);
    const int32x4_t product = vqrdmulhq_s32(x, multiplier);
    // Halves go away from zero: one less is shifted right where x is negative.
    return vrshlq_s32(vsraq_n_s32(product, vandq_s32(x, right), 31), right);
  }
};

// What comes after scales, the same for all sums.
struct Int8Limits {
  int32x4_t offset;
  int32x4_t low;
  int32x4_t high;

  Int8Limits(int32_t its_offset, int32_t its_low, int32_t its_high)
      : offset(vdupq_n_s32(its_offset)), low(vdupq_n_s32(its_low)), high(vdupq_n_s32(its_high)) {}

  int32x4_t apply(int32x4_t x) const {
    return vminq_s32(vmaxq_s32(vaddq_s32(x, offset), low), high);
  }
};

// Numbers within int8, from four of each vector.
inline int8x8_t narrowed(int32x4_t low, int32x4_t high) {
  const int16x8_t both = vuzp1q_s16(vreinterpretq_s16_s32(low), vreinterpretq_s16_s32(high));
  return vmovn_s16(both);
}

}  // namespace kerf::integers
