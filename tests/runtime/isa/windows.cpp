// Checks convolutions that gather their windows for products, against arithmetic in 64 bits.
#include "kernels/support/image_products.h"
#include "tests/runtime/isa/operand.h"
#include "tests/runtime/isa/pairs.h"

namespace kerf::checks {
namespace {

constexpr int32_t kMost = 4096;
int8_t image[kMost];
int8_t weights[kMost];
int8_t pairs[kMost];
int8_t found[kMost];
int32_t starts[64];
int32_t multipliers[64];
int8_t shifts[64];
int8_t patches[kMost];
uint32_t scratch[kMost / 4];
constexpr uint32_t kUnused = 0xA5A5A5A5;

// A number of [low, high].
int32_t any_of(int32_t low, int32_t high) { return low + next_number() % (high - low + 1); }

// The input along an axis that output `o` sees at kernel element `k`; negative where none.
int32_t seen(const integers::Axis& axis, int32_t o, int32_t k, bool transposed) {
  if (!transposed) {
    const int32_t at = o * axis.stride - axis.padding + k * axis.dilation;
    return at < axis.in ? at : -1;
  }
  const int32_t at = o + axis.padding - k * axis.dilation;
  return at < 0 || at % axis.stride != 0 || at / axis.stride >= axis.in ? -1 : at / axis.stride;
}

template <typename Windows, typename Product>
void check_windows_of(int32_t which) {
  constexpr int32_t kDepths[] = {1, 3, 4, 8, 12, 20};
  const int32_t groups = any_of(1, 2);
  const int32_t depth = kDepths[any_of(0, 5)];
  const int32_t each = any_of(1, 6);  // filters of a group
  integers::Convolution its;
  its.batches = any_of(1, 2);
  its.channels = groups * depth;
  its.filters = groups * each;
  int32_t pitch = its.channels;
  for (size_t i = 2; i-- > 0;) {
    integers::Axis& axis = its.axes[i];
    axis.in = any_of(1, 7);
    axis.kernel = any_of(1, 3);
    axis.stride = any_of(1, 2);
    axis.padding = any_of(0, 2);
    axis.dilation = any_of(1, 2);
    axis.input_stride = pitch;
    pitch *= axis.in;
    const Error error =
        Windows::kTransposed ? axis.set_transposed_output(any_of(0, 1)) : axis.set_output();
    if (error != Error::Ok) return;
  }
  const int32_t terms = its.taps() * depth;
  if (Product::kPacked && integers::kPackedLayout == 1 && (each < 2 || terms < 4)) return;
  const int32_t outs = its.batches * its.axes[0].out * its.axes[1].out * its.filters;
  if (its.batches * pitch > kMost || outs > kMost || its.filters * terms > kMost) return;
  for (int8_t& x : image) x = static_cast<int8_t>(any_of(-128, 127));
  for (int8_t& w : weights) w = static_cast<int8_t>(any_of(-127, 127));
  for (int32_t m = 0; m < its.filters; ++m) {
    starts[m] = any_of(-2000, 2000);
    multipliers[m] = any_of(1 << 30, INT32_MAX - 1);
    shifts[m] = static_cast<int8_t>(any_of(-12, -6));
  }
  its.offset = any_of(-127, 128);
  its.input = image;
  its.weight = weights;
  if constexpr (Product::kPacked) {
    its.weight = pairs;
    for (int32_t g = 0; g < groups; ++g)
      store_packed(pairs + g * each * terms, weights + g * each * terms, each, terms);
  }
  its.out = found;
  const int32_t low = any_of(0, 1) == 0 ? any_of(-128, -100) : any_of(-20, 40);
  its.result = {starts, multipliers, shifts, 1, 0, any_of(-20, 20), low, 127};
  its.scratch = scratch;
  const int32_t bytes = integers::scratch_bytes_of<Product>(terms, its.pixels(), its.filters);
  for (int32_t i = bytes / 4; i < kMost / 4; ++i) scratch[i] = kUnused;
  its.set_weight_strides(depth);
  integers::run_products<Windows, Product, false>(
      its, depth, integers::in_place<Windows>(its) ? nullptr : patches,
      integers::gathered_at_once(terms));
  ++checks;
  for (int32_t i = bytes / 4; i < kMost / 4; ++i) {
    if (scratch[i] != kUnused) return failed("scratch of windows of int8", &i, 1);
  }
  const int8_t* at = found;
  for (int32_t n = 0; n < its.batches; ++n) {
    for (int32_t o = 0; o < its.axes[0].out * its.axes[1].out; ++o) {
      for (int32_t m = 0; m < its.filters; ++m, ++at) {
        int64_t sum = starts[m];
        for (int32_t tap = 0; tap < its.taps(); ++tap) {
          const int32_t y = seen(its.axes[0], o / its.axes[1].out, tap / its.axes[1].kernel,
                                 Windows::kTransposed);
          const int32_t x = seen(its.axes[1], o % its.axes[1].out, tap % its.axes[1].kernel,
                                 Windows::kTransposed);
          if (y < 0 || x < 0) continue;
          const int8_t* from = image + n * pitch + y * its.axes[0].input_stride +
                               x * its.axes[1].input_stride + m / each * depth;
          for (int32_t c = 0; c < depth; ++c)
            sum += (from[c] + its.offset) * weights[(m * its.taps() + tap) * depth + c];
        }
        const int32_t x = integers::rescale(static_cast<int32_t>(sum), multipliers[m], shifts[m]);
        if (*at == integers::narrow(x, its.result.offset, its.result.low, its.result.high))
          continue;
        const int32_t numbers[] = {which, depth, each, o, m, *at};
        failed("windows of int8", numbers, 6);
      }
    }
  }
}

}  // namespace

void check_windows() {
  for (int32_t which = 0; which < 4000; ++which) {
    check_windows_of<integers::Windows, integers::Int8Product>(which);
    check_windows_of<integers::TransposedWindows, integers::Int8Product>(which);
    if constexpr (integers::kPackedLayout != 0) {
      check_windows_of<integers::Windows, integers::Int8PackedProduct>(which);
      check_windows_of<integers::TransposedWindows, integers::Int8PackedProduct>(which);
    }
  }
}

}  // namespace kerf::checks
