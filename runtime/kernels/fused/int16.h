// Operators on quantized tensors of int16 whose zero points are 0, with weights of int8.
#pragma once

#include <stdint.h>

#include "core/fault.h"
#include "core/optional.h"
#include "core/span.h"
#include "kernels/context.h"
#include "kernels/cortex_m/pooling.h"
#include "kernels/facts.h"
#include "kernels/support/binary.h"
#include "kernels/support/elementwise.h"
#include "kernels/support/image.h"
#include "loops/int16_channels.h"
#include "loops/int16_dot.h"
#include "tensor/int32.h"

namespace kerf::fused {

// Results are rounded once from exact sums and products, halves up. A scale is multiplier /
// 2^shift.

// Most terms of a sum: with a bias it has 46 bits and a sign.
inline constexpr int32_t kMostSummed = 1 << 23;
// Most terms of a sum of 32 bits.
inline constexpr int32_t kMostOfChannel = 256;

// How sums and products become int16.
struct Int16Result {
  int32_t shift;
  int32_t low;
  int32_t high;

  // Ok; InvalidArgument where the shift is not within [least, 62] or a bound is not int16.
  [[gnu::noinline]] Error check(int32_t least) const {
    const auto fits = [](int32_t n) { return n == static_cast<int16_t>(n); };
    return shift >= least && shift <= 62 && fits(low) && fits(high)
               ? Error::Ok
               : fault(Error::InvalidArgument, "a shift or bounds that int16 cannot have");
  }

  // x / 2^by within the bounds; |x| <= 2^61.
  int16_t shifted(int64_t x, int32_t by) const {
    x = (x + (int64_t{1} << (by - 1))) >> by;
    x = x < low ? low : x;
    return static_cast<int16_t>(x > high ? high : x);
  }

  // sum * multiplier / 2^shift within the bounds; |sum| < 2^46, shift > 16. The lowest 16 bits of
  // the sum are multiplied on their own, so that no product leaves 64 bits.
  int16_t scaled(int64_t sum, int32_t multiplier) const {
    const int64_t rest = (sum & 0xffff) * multiplier;
    return shifted((sum >> 16) * multiplier + (rest >> 16), shift - 16);
  }
};

// Ok; InvalidArgument where a multiplier has more than 31 bits and a sign.
template <typename... Number>
Error check_multipliers(Number... multipliers) {
  return ((multipliers != INT32_MIN) && ...)
             ? Error::Ok
             : fault(Error::InvalidArgument, "a multiplier of more than 32 bits");
}

// out = clamp((self * self_multiplier + other * other_multiplier) / 2^shift)
// Operands are expanded to one shape; out may be an operand of its own layout. Errors:
// InvalidArgument (a shift outside [1, 62], bounds that are not int16, multipliers of more than 32
// bits); others as portable::binary_with().   Source: kerf::int16_add.out
template <typename Facts>
Error int16_add_out(KernelContext&, const Tensor& self, Int32 self_multiplier, const Tensor& other,
                    Int32 other_multiplier, Int32 shift, Int32 activation_min, Int32 activation_max,
                    Tensor& out) {
  const Int16Result result{shift, activation_min, activation_max};
  const int32_t factors[] = {self_multiplier, other_multiplier};
  if constexpr (!proves<Facts>(Proof::checked)) {
    KERF_TRY(result.check(1));
    KERF_TRY(check_multipliers(factors[0], factors[1]));
  }
  return portable::binary_with<Facts>(self, other, out, [&](auto) {
    return [result, a_factor = factors[0], b_factor = factors[1]](WrapOf<int16_t> a,
                                                                  WrapOf<int16_t> b) {
      const int64_t sum =
          int64_t{static_cast<int32_t>(a)} * a_factor + int64_t{static_cast<int32_t>(b)} * b_factor;
      return result.shifted(sum, result.shift);
    };
  });
}

// out = clamp(self * other * multiplier / 2^shift)
// Operands, out and errors as int16_add_out().   Source: kerf::int16_mul.out
template <typename Facts>
Error int16_mul_out(KernelContext&, const Tensor& self, const Tensor& other, Int32 multiplier,
                    Int32 shift, Int32 activation_min, Int32 activation_max, Tensor& out) {
  const Int16Result result{shift, activation_min, activation_max};
  const int32_t factor = multiplier;
  if constexpr (!proves<Facts>(Proof::checked)) {
    KERF_TRY(result.check(1));
    KERF_TRY(check_multipliers(factor));
  }
  return portable::binary_with<Facts>(self, other, out, [&](auto) {
    return [result, factor](WrapOf<int16_t> a, WrapOf<int16_t> b) {
      return result.shifted(int64_t{static_cast<int32_t>(a * b)} * factor, result.shift);
    };
  });
}

// out = clamp(self * multiplier / 2^shift)
// out may be self. Errors as int16_add_out(); others as portable::unary_with().
// Source: kerf::int16_rescale.out
template <typename Facts>
Error int16_rescale_out(KernelContext&, const Tensor& self, Int32 multiplier, Int32 shift,
                        Int32 activation_min, Int32 activation_max, Tensor& out) {
  const Int16Result result{shift, activation_min, activation_max};
  const int32_t factor = multiplier;
  if constexpr (!proves<Facts>(Proof::checked)) {
    KERF_TRY(result.check(1));
    KERF_TRY(check_multipliers(factor));
  }
  return portable::unary<Facts>(self, out, [result, factor](int32_t x) {
    return result.shifted(int64_t{x} * factor, result.shift);
  });
}

// The bits of a number that lie between two entries of a table of `entries`, which is a power of
// two from 4 to 4096, and one; 0 where it is not.
inline int32_t bits_between(size_t entries) {
  for (int32_t bits = 4; bits <= 14; ++bits) {
    if (entries == (size_t{65536} >> bits) + 1) return bits;
  }
  return 0;
}

// out = clamp((table[i] + (table[i + 1] - table[i]) * j / 2^bits) / 256) for self + 32768 =
// i * 2^bits + j: the entries are as far apart as 2^bits inputs. out may be self. Errors:
// InvalidArgument (a table of other than 2^n + 1 entries with n from 2 to 12, bounds that are not
// int16); others as portable::unary_with().   Source: kerf::int16_lookup.out
template <typename Facts>
Error int16_lookup_out(KernelContext&, const Tensor& self, const Tensor& table,
                       Int32 activation_min, Int32 activation_max, Tensor& out) {
  const int32_t bits = bits_between(table.numel());
  if (bits == 0) return fault(Error::InvalidArgument, "a table of another length");
  const Int16Result result{bits + 8, activation_min, activation_max};
  if constexpr (!proves<Facts>(Proof::checked)) KERF_TRY(result.check(1));
  const auto* const entries = table.const_data_ptr<int32_t>();
  return portable::unary<Facts>(self, out, [entries, bits, result](int32_t x) {
    const int32_t at = x - INT16_MIN;
    const int32_t* const from = entries + (at >> bits);
    const int32_t part = at - (at >> bits << bits);
    const int64_t one = from[0];
    return result.shifted(one * (1 << bits) + (from[1] - one) * part, result.shift);
  });
}

// out[n, c, y, x] = clamp(the largest input that the output sees of its channel)
// Images with channels last in memory. Lists have one number, or two: height, width. out must not
// alias. Errors: InvalidArgument (an input that is not such an image, a kernel, stride or padding
// that is not possible, bounds that are not int16, out cannot have the shape).
// Source: kerf::int16_max_pool2d.out
template <typename Facts>
Error int16_max_pool2d_out(KernelContext&, const Tensor& input, Span<const int64_t> kernel_size,
                           Span<const int64_t> stride, Span<const int64_t> padding, bool ceil_mode,
                           Int32 activation_min, Int32 activation_max, Tensor& out) {
  constexpr bool kChecks = !proves<Facts>(Proof::checked);
  const Int16Result result{1, activation_min, activation_max};
  if constexpr (kChecks) KERF_TRY(result.check(1));
  cortex_m::ImagePool pool;
  KERF_TRY(pool.read<kChecks>(input, integers::kChannelsSecond, kernel_size, stride, padding,
                              ceil_mode, out));
  const auto* image = input.const_data_ptr<int16_t>();
  auto* to = out.mutable_data_ptr<int16_t>();
  for (int32_t n = pool.batches; n > 0; --n) {
    for (int32_t y = 0; y < pool.axes[0].out; ++y) {
      const portable::Taps down = pool.axes[0].taps(y);
      for (int32_t x = 0; x < pool.axes[1].out; ++x) {
        const portable::Taps across = pool.axes[1].taps(x);
        const int16_t* from = image + (down.input + across.input);
        for (int32_t c = pool.channels; c > 0; --c, ++from) {
          int32_t most = result.low;
          for (int32_t v = 0; v < down.terms.count; ++v) {
            const int16_t* const row = from + v * down.terms.input;
            for (int32_t u = 0; u < across.terms.count; ++u) {
              const int32_t seen = row[u * across.terms.input];
              most = seen > most ? seen : most;
            }
          }
          *to++ = static_cast<int16_t>(most > result.high ? result.high : most);
        }
      }
    }
    image += pool.axes[0].in * pool.axes[0].input_stride;
  }
  return Error::Ok;
}

// The filters of a convolution, and what an output pixel sees.
struct Int16Filters {
  const int8_t* weight;
  const int32_t* bias;  // null where there is none
  const int32_t* multipliers;
  int32_t terms;  // of a filter
  int32_t depth;  // channels that a filter sees
  Int16Result result;

  // The sums of `count` filters from number `first` on, each of what `image` and a filter have at
  // the taps of an output.
  void run(const int16_t* image, const portable::Taps& down, const portable::Taps& across,
           int32_t first, int32_t count, int16_t* to) const {
    const bool joined = depth == across.terms.input || across.terms.count == 1;
    const int32_t length = joined || depth == 1 ? depth * across.terms.count : depth;
    const int32_t step = joined ? 1 : across.terms.input;
    const int8_t* from = weight + first * terms + (down.weight + across.weight);
    for (int32_t m = first; m < first + count; ++m, from += terms) {
      int64_t sum = bias == nullptr ? 0 : bias[m];
      const int16_t* row = image;
      const int8_t* w = from;
      for (int32_t v = down.terms.count; v > 0; --v) {
        if (joined || depth == 1) {
          sum += dot_int16(row, step, w, length);
        } else {
          for (int32_t u = 0; u < across.terms.count; ++u)
            sum += dot_int16(row + u * step, 1, w + u * depth, length);
        }
        row += down.terms.input;
        w += down.terms.weight;
      }
      *to++ = result.scaled(sum, multipliers[m]);
    }
  }

  // The sums of `count` filters that see one channel each, whose weights are adjacent for each tap.
  void run_channels(const int16_t* image, const portable::Taps& down, const portable::Taps& across,
                    int32_t count, int16_t* to) const {
    const int8_t* const from = weight + (down.weight + across.weight);
    for (int32_t c = 0; c < count; c += kInt16Channels) {
      int32_t sums[kInt16Channels];
      const int32_t some = count - c < kInt16Channels ? count - c : kInt16Channels;
      sum_channels_int16(image + c, from + c, down.terms, across.terms, some, sums);
      for (int32_t i = 0; i < some; ++i) {
        const int64_t start = bias == nullptr ? 0 : bias[c + i];
        *to++ = result.scaled(start + sums[i], multipliers[c + i]);
      }
    }
  }
};

// out[n, m, y, x] = clamp((bias[m] + sum of input * weight[m]) * multipliers[m] / 2^shift) over
// what filter m sees of its group of channels at (y, x); padding is 0. Images with channels last in
// memory; weight [filters, rows, columns, channels of a group] is row-major, or [rows, columns,
// filters] where each channel has a filter. Lists have one number, or two: height, width. out must
// not alias. Errors: InvalidArgument (images or weights that are not such, filters that cannot be
// divided into groups or have more than 2^23 weights, 256 of one channel, a window that is not
// possible, a shift outside [17, 62], bounds that are not int16, out cannot have the shape).
// Source: kerf::int16_conv2d.out
template <typename Facts>
Error int16_conv2d_out(KernelContext&, const Tensor& input, const Tensor& weight,
                       const Optional<Tensor>& bias, Span<const int64_t> stride,
                       Span<const int64_t> padding, Span<const int64_t> dilation,
                       const Tensor& multipliers, Int32 shift, Int32 activation_min,
                       Int32 activation_max, Tensor& out) {
  constexpr bool kChecks = !proves<Facts>(Proof::checked);
  const bool has_bias = Facts::bias.present() && bias;
  const Int16Result result{shift, activation_min, activation_max};
  const bool alone = Facts::weight.may_have_rank(3) && weight.dim() == 3;
  if constexpr (kChecks) {
    KERF_TRY(result.check(17));
    if ((!alone && weight.dim() != 4) || !is_contiguous(weight) || weight.numel() == 0)
      return fault(Error::InvalidArgument, "weights that are not row-major filters");
  }
  integers::ImageWindow window;
  KERF_TRY(window.read_image<kChecks>(input, integers::kChannelsSecond, {stride, padding, dilation},
                                      out));
  const size_t first = alone ? 0 : 1;  // the dimension of rows
  const int32_t step = weight.size(first + 2);
  const int32_t filters = alone ? step : weight.size(0);
  const int32_t depth = alone ? 1 : step;
  const int32_t groups = window.channels / depth;
  const auto terms = static_cast<int32_t>(weight.numel() / static_cast<size_t>(filters));
  if constexpr (kChecks) {
    const auto whole = static_cast<size_t>(filters);
    if (groups == 0 || groups * depth != window.channels || filters % groups != 0 ||
        terms > (alone ? kMostOfChannel : kMostSummed) || (alone && filters != groups) ||
        multipliers.numel() != whole || (has_bias && bias->numel() != whole))
      return fault(Error::InvalidArgument, "filters that do not fit the channels");
  }
  window.axes[0].weight_stride = weight.size(first + 1) * step;
  window.axes[1].weight_stride = step;
  for (size_t i = 0; i < 2; ++i) {
    window.axes[i].kernel = weight.size(first + i);
    if constexpr (kChecks) KERF_TRY(window.axes[i].set_output());
  }
  if constexpr (kChecks) KERF_TRY(window.resize_image(out, integers::kChannelsSecond, filters));
  const Int16Filters all{weight.const_data_ptr<int8_t>(),
                         has_bias ? bias->template const_data_ptr<int32_t>() : nullptr,
                         multipliers.const_data_ptr<int32_t>(),
                         terms,
                         depth,
                         result};
  const int32_t count = filters / groups;
  const auto* image = input.const_data_ptr<int16_t>();
  auto* to = out.mutable_data_ptr<int16_t>();
  for (int32_t n = window.batches; n > 0; --n) {
    for (int32_t y = 0; y < window.axes[0].out; ++y) {
      const portable::Taps down = window.axes[0].taps(y);
      for (int32_t x = 0; x < window.axes[1].out; ++x) {
        const portable::Taps across = window.axes[1].taps(x);
        const int16_t* from = image + (down.input + across.input);
        if constexpr (Facts::weight.may_have_rank(3)) {
          if (alone) {
            all.run_channels(from, down, across, filters, to);
            to += filters;
            continue;
          }
        }
        for (int32_t m = 0; m < filters; m += count, from += depth, to += count)
          all.run(from, down, across, m, count, to);
      }
    }
    image += window.axes[0].in * window.axes[0].input_stride;
  }
  return Error::Ok;
}

}  // namespace kerf::fused
