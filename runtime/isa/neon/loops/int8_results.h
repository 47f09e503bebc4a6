// Vectors of int8, and of sums that become int8.
#pragma once

#include <arm_neon.h>
#include <stdint.h>

#include "core/libc.h"
#include "isa/scalar/loops/int8.h"

namespace kerf::integers {

template <int32_t kNumber>
struct Number {
  static constexpr int32_t kValue = kNumber;
};

// Calls f for each lane of four.
template <typename F>
[[gnu::always_inline]] inline void each_lane(F f) {
  f(Number<0>{});
  f(Number<1>{});
  f(Number<2>{});
  f(Number<3>{});
}

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

// to[i] = lanes[i] for i < count <= 8.
inline void write_few(int8_t* to, int8x8_t lanes, int32_t count) {
  if (count == 8) return vst1_s8(to, lanes);
  uint64_t bytes = vget_lane_u64(vreinterpret_u64_s8(lanes), 0);
  if (count >= 4) {
    const auto word = static_cast<uint32_t>(bytes);
    libc::copy(to, &word, sizeof word);
    count -= 4;
    to += 4;
    bytes >>= 32;
  }
  for (; count > 0; --count, bytes >>= 8) *to++ = static_cast<int8_t>(bytes);
}

// The scales of four adjacent sums.
struct Int8Scales {
  int32x4_t multiplier;
  int32x4_t shift;

  Int8Scales(int32x4_t multipliers, int32x4_t shifts) : multiplier(multipliers), shift(shifts) {}

  int32x4_t rescale(int32x4_t x) const {
    const int32x4_t right = vminq_s32(shift, vdupq_n_s32(0));
    x = vshlq_s32(x, vmaxq_s32(shift, vdupq_n_s32(0)));
    const int32x4_t product = vqrdmulhq_s32(x, multiplier);
    // Halves go away from zero: one less is shifted right where x is negative.
    return vrshlq_s32(vsraq_n_s32(product, vandq_s32(x, right), 31), right);
  }

  // As rescale(), where all lanes are shifted right. Unless kSigned, halves below zero go up.
  template <bool kSigned = true>
  int32x4_t rescale_back(int32x4_t x) const {
    const int32x4_t product = vqrdmulhq_s32(x, multiplier);
    return vrshlq_s32(kSigned ? vsraq_n_s32(product, product, 31) : product, shift);
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

// How eight adjacent sums become int8.
struct EightResults {
  int32x4_t start[2];
  Int8Scales low;
  Int8Scales high;
  int16x8_t offset;
  int8x8_t least;
  int8x8_t most;
  bool back;    // whether all lanes are shifted right
  bool limits;  // whether there are numbers of int8 below `least` or above `most`

  EightResults(const Int8Result& result, const int32_t* starts, const int32_t* multiplier,
               int32x4_t low_shift, int32x4_t high_shift)
      : start{vaddq_s32(vld1q_s32(starts), vdupq_n_s32(result.base)),
              vaddq_s32(vld1q_s32(starts + 4), vdupq_n_s32(result.base))},
        low(vld1q_s32(multiplier), low_shift),
        high(vld1q_s32(multiplier + 4), high_shift),
        offset(vdupq_n_s16(static_cast<int16_t>(result.offset))),
        least(vdup_n_s8(static_cast<int8_t>(result.low))),
        most(vdup_n_s8(static_cast<int8_t>(result.high))),
        back(vmaxvq_s32(vmaxq_s32(low_shift, high_shift)) < 0),
        limits(result.low > INT8_MIN || result.high < INT8_MAX) {}

  // Makes int8 of sums that began with `start`, but for the limits. kBack: `back`, or false. Unless
  // kSigned, nothing of a negative sum is left within the limits.
  template <bool kBack, bool kSigned = true>
  int8x8_t unlimited(int32x4_t one, int32x4_t other) const {
    if constexpr (kBack) {
      one = low.rescale_back<kSigned>(one);
      other = high.rescale_back<kSigned>(other);
      return vqmovn_s16(vqaddq_s16(vqmovn_high_s32(vqmovn_s32(one), other), offset));
    }
    // Any int32, to which adding may wrap.
    one = vaddw_s16(low.rescale(one), vget_low_s16(offset));
    other = vaddw_s16(high.rescale(other), vget_low_s16(offset));
    return vqmovn_s16(vqmovn_high_s32(vqmovn_s32(one), other));
  }
  int8x8_t limited(int8x8_t bytes) const { return vmin_s8(vmax_s8(bytes, least), most); }
};

// What four filters from `first` on, which exist, become int8 by.
struct FourScales {
  int32x4_t start;
  int32x4_t multiplier;
  int32x4_t shift;

  [[gnu::always_inline]] FourScales(const Int8Result& result, int32_t first)
      : start(vaddq_s32(vld1q_s32(result.start + first), vdupq_n_s32(result.base))) {
    int8x8_t shifts;
    if (result.scale_step == 0) {
      multiplier = vld1q_dup_s32(result.multiplier);
      shifts = vld1_dup_s8(result.shift);
    } else {
      multiplier = vld1q_s32(result.multiplier + first);
      shifts = vcreate_s8(read_word<uint32_t>(result.shift + first));
    }
    shift = vmovl_s16(vget_low_s16(vmovl_s8(shifts)));
  }
};

// Whether the sums of all filters are shifted right.
inline bool all_back(const Int8Result& result, int32_t filters) {
  if (result.scale_step == 0) return *result.shift < 0;
  int8x16_t most = vdupq_n_s8(-1);
  int32_t i = 0;
  for (; filters - i >= 16; i += 16) most = vmaxq_s8(most, vld1q_s8(result.shift + i));
  bool back = vmaxvq_s8(most) < 0;
  for (; i < filters; ++i) back = back && result.shift[i] < 0;
  return back;
}

// What up to eight filters from `first` on become int8 by; those that do not exist are the first.
inline EightResults results_of(const Int8Result& result, int32_t first, int32_t count) {
  const int32_t* start = result.start + first;
  const int32_t* multiplier = result.multiplier + first * result.scale_step;
  const int8_t* shift = result.shift + first * result.scale_step;
  int32_t starts[8];
  int32_t multipliers[8];
  int8_t shifts[8];
  if (count < 8 || result.scale_step == 0) {
    for (int32_t i = 0; i < 8; ++i) {
      const int32_t lane = i < count ? i : 0;
      starts[i] = start[lane];
      multipliers[i] = multiplier[lane * result.scale_step];
      shifts[i] = shift[lane * result.scale_step];
    }
    start = starts;
    multiplier = multipliers;
    shift = shifts;
  }
  const int16x8_t by = vmovl_s8(vld1_s8(shift));
  return {result, start, multiplier, vmovl_s16(vget_low_s16(by)), vmovl_high_s16(by)};
}

// Numbers within int8, from four of each vector.
inline int8x8_t narrowed(int32x4_t low, int32x4_t high) {
  const int16x8_t both = vuzp1q_s16(vreinterpretq_s16_s32(low), vreinterpretq_s16_s32(high));
  return vmovn_s16(both);
}

}  // namespace kerf::integers
