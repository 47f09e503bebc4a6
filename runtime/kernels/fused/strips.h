// Chains of layers of quantized images, a few rows at a time.
#pragma once

#include <stdint.h>

#include "core/fault.h"
#include "core/libc.h"
#include "kernels/context.h"
#include "kernels/cortex_m/elementwise.h"
#include "kernels/cortex_m/pooling.h"
#include "kernels/facts.h"
#include "kernels/support/image_channels.h"
#include "kernels/support/image_products.h"
#include "loops/int8_scratch.h"

namespace kerf::fused {

// What a layer computes. A chain's `kinds` has a bit for each that it has.
enum class StripKind : int32_t {
  input,
  convolution,
  depthwise,
  average,
  maximum,
  add,
  mul,
  lookup
};

// A layer as `numbers` has it, one after the other: the chain's input first, then layers in the
// order in which they run. codegen/strips.py writes them, and checks the same.
struct StripLayer {
  int32_t kind;
  int32_t sources[2];  // the layers whose results it reads; only those of two operands have both
  int32_t rows;
  int32_t columns;
  int32_t channels;
  int32_t capacity;  // rows that are kept at a time
  union {
    struct {
      int32_t kernel[2];  // rows, columns
      int32_t stride[2];
      int32_t padding[2];
      int32_t dilation[2];
      union {
        struct {
          int32_t depth;  // channels that a filter sees
          int32_t input_offset;
          int32_t output_offset;
          int32_t low;
          int32_t high;
        } convolution;
        struct {
          int32_t zero_point;
          integers::Scale scale;
        } average;
        struct {
          int32_t low;
          int32_t high;
        } maximum;
      };
    } window;
    integers::Int8Addition add;
    integers::Int8Multiplication mul;
  };

  int32_t pitch() const { return columns * channels; }
  bool is(StripKind other) const { return kind == static_cast<int32_t>(other); }
  // Whether each output of a convolution sees the input at its place alone.
  bool in_place() const {
    return window.kernel[0] == 1 && window.kernel[1] == 1 && window.stride[0] == 1 &&
           window.stride[1] == 1 && window.padding[0] == 0 && window.padding[1] == 0;
  }
};
inline constexpr int32_t kStripNumbers = sizeof(StripLayer) / sizeof(int32_t);
static_assert(kStripNumbers == 20, "as LAYER_NUMBERS in codegen/strips.py");

// The sets of kinds that read one source through a window, and that convolve.
constexpr int32_t strip_set(StripKind kind) { return 1 << static_cast<int32_t>(kind); }
inline constexpr int32_t kConvolves =
    strip_set(StripKind::convolution) | strip_set(StripKind::depthwise);
inline constexpr int32_t kPools = strip_set(StripKind::average) | strip_set(StripKind::maximum);
inline constexpr int32_t kWindows = kConvolves | kPools;
inline constexpr int32_t kPairs = strip_set(StripKind::add) | strip_set(StripKind::mul);

// Whether a chain of `kKinds` has no kind of `kSet` but `kind`.
template <int32_t kKinds, int32_t kSet>
constexpr bool is_only(StripKind kind) {
  return (kKinds & kSet) == strip_set(kind);
}

// A layer while a chain runs: rows [first, done) of its result are at `at`.
struct Strip {
  const StripLayer* layer;
  int8_t* at;
  int32_t first;
  int32_t done;
  int32_t need;  // rows before this one are needed next
  int32_t keep;  // rows before this one are not needed any more
  const int8_t* weights;
  const int32_t* numbers;  // of a convolution: biases, multipliers, shifts of one byte
  const int32_t* start;    // what its sums begin with

  bool in(int32_t kinds) const { return (kinds >> layer->kind & 1) != 0; }
  int8_t* row(int32_t y) const { return at + (y - first) * layer->pitch(); }

  // Whether it reads its source through a window.
  template <int32_t kKinds>
  bool has_window() const {
    return (kKinds & ~kWindows) == 0 || in(kWindows);
  }

  // The rows of a source that row y sees are from this one on.
  template <int32_t kKinds>
  int32_t first_seen(int32_t y) const {
    if (!has_window<kKinds>()) return y;
    const int32_t row = y * layer->window.stride[0] - layer->window.padding[0];
    return row < 0 ? 0 : row;
  }
  // Rows before `y` see rows of a source of `rows` rows before this one.
  template <int32_t kKinds>
  int32_t end_seen(int32_t y, int32_t rows) const {
    int32_t row = y;
    if (has_window<kKinds>()) {
      row = (y - 1) * layer->window.stride[0] - layer->window.padding[0] +
            (layer->window.kernel[0] - 1) * layer->window.dilation[0] + 1;
    }
    return row < rows ? row : rows;
  }
};

// Sets how a strip moves over the rows that its source has, as a whole image of its own: padding is
// what is left of that above the first row that it sees. Returns that row.
template <int32_t kKinds>
const int8_t* set_axes(integers::ImageWindow& image, const Strip& strip, const Strip& source,
                       int32_t end) {
  const StripLayer& layer = *strip.layer;
  const StripLayer& from = *source.layer;
  image.batches = 1;
  image.channels = from.channels;
  for (size_t i = 0; i < 2; ++i) {
    integers::Axis& axis = image.axes[i];
    axis.kernel = layer.window.kernel[i];
    axis.stride = layer.window.stride[i];
    axis.padding = layer.window.padding[i];
    axis.dilation = layer.window.dilation[i];
  }
  integers::Axis& rows = image.axes[0];
  integers::Axis& columns = image.axes[1];
  columns.in = from.columns;
  columns.out = layer.columns;
  columns.input_stride = from.channels;
  // Where only padding is seen there are none.
  const int32_t seen = strip.end_seen<kKinds>(end, from.rows);
  int32_t first = strip.first_seen<kKinds>(strip.done);
  if (first >= seen) first = source.first;
  rows.in = first < seen ? seen - first : 0;
  rows.out = end - strip.done;
  rows.padding += first - strip.done * rows.stride;
  rows.input_stride = from.pitch();
  return source.row(first);
}

// Ok, or InvalidProgram.
inline Error strip_error(bool ok) {
  return ok ? Error::Ok : fault(Error::InvalidProgram, "a chain of layers that is not possible");
}

// A chain that runs.
struct Chain {
  Strip* strips;
  int32_t layers;  // with its input
  int32_t ahead;   // bytes by which the result begins before the input, where they overlap
  void* loops;     // scratch of loops
  int8_t* patches;

  Strip& source(const Strip& strip, int i) const { return strips[strip.layer->sources[i]]; }

  // Calls visit(strip, source) for each source of each layer, the last layer first.
  template <int32_t kKinds, typename Visit>
  void each_source(Visit visit) const {
    for (Strip* strip = strips + layers; --strip != strips;) {
      visit(*strip, source(*strip, 0));
      if ((kKinds & kPairs) != 0 && strip->in(kPairs)) visit(*strip, source(*strip, 1));
    }
  }

  // Computes rows [strip.done, end). With the loops that take outputs over inputs as well, although
  // these never are: where memory is scarce, other calls have them.
  template <int32_t kKinds, bool kPacked>
  void convolve(const Strip& strip, const Strip& from, int32_t end) const {
    const StripLayer& layer = *strip.layer;
    integers::Convolution convolution;
    convolution.input = set_axes<kKinds>(convolution, strip, from, end);
    convolution.filters = layer.channels;
    convolution.offset = layer.window.convolution.input_offset;
    convolution.weight = strip.weights;
    convolution.out = strip.row(strip.done);
    convolution.result = {strip.start,
                          strip.numbers + layer.channels,
                          reinterpret_cast<const int8_t*>(strip.numbers + 2 * layer.channels),
                          1,
                          0,
                          layer.window.convolution.output_offset,
                          layer.window.convolution.low,
                          layer.window.convolution.high};
    convolution.scratch = loops;
    if (is_only<kKinds, kConvolves>(StripKind::depthwise) ||
        ((kKinds & strip_set(StripKind::depthwise)) != 0 && layer.is(StripKind::depthwise))) {
      convolution.set_weight_strides(layer.channels);
      integers::run_channels<true, false>(convolution);
      return;
    }
    const int32_t depth = layer.window.convolution.depth;
    convolution.set_weight_strides(depth);
    using Product = typename integers::ProductOf<kPacked>::Type;
    integers::run_products<integers::Windows, Product, true>(
        convolution, depth, layer.in_place() ? nullptr : patches,
        integers::gathered_at_once(convolution.taps() * depth));
  }

  template <int32_t kKinds>
  void pool(const Strip& strip, const Strip& from, int32_t end) const {
    const auto& window = strip.layer->window;
    cortex_m::ImagePool pool;
    const int8_t* const input = set_axes<kKinds>(pool, strip, from, end);
    if (is_only<kKinds, kPools>(StripKind::average) ||
        ((kKinds & strip_set(StripKind::average)) != 0 && strip.layer->is(StripKind::average))) {
      pool.run(input, strip.row(strip.done), strip.row(end),
               cortex_m::Average(window.average.zero_point, window.average.scale));
    } else {
      pool.run(input, strip.row(strip.done), strip.row(end),
               cortex_m::Maximum{window.maximum.low, window.maximum.high});
    }
  }

  template <int32_t kKinds>
  void map(const Strip& strip, int32_t end) const {
    using portable::map_row;
    int8_t* const to = strip.row(strip.done);
    const int32_t count = (end - strip.done) * strip.layer->pitch();
    const int8_t* const a = source(strip, 0).row(strip.done);
    if constexpr ((kKinds & strip_set(StripKind::lookup)) != 0) {
      if (strip.layer->is(StripKind::lookup)) {
        for (int32_t i = 0; i < count; ++i) to[i] = strip.weights[a[i] - INT8_MIN];
        return;
      }
    }
    const int8_t* const b = source(strip, 1).row(strip.done);
    if constexpr ((kKinds & strip_set(StripKind::mul)) != 0) {
      if (strip.layer->is(StripKind::mul)) {
        map_row(to, a, 1, b, 1, count, integers::Int8Multiplier{strip.layer->mul});
        return;
      }
    }
    if constexpr ((kKinds & strip_set(StripKind::add)) != 0)
      map_row(to, a, 1, b, 1, count, integers::Int8Adder{strip.layer->add});
  }

  // The first row of the input that is read when, or after, the next rows of the last layer are
  // written, which is the last layer to run: its number of rows where none is.
  template <int32_t kKinds>
  int32_t first_read() const {
    int32_t row = strips->layer->rows;
    each_source<kKinds>([&](const Strip& strip, const Strip& from) {
      if (&from != strips) return;
      const bool is_last = &strip == strips + layers - 1;
      if (!is_last && strip.need == strip.layer->rows) return;
      const int32_t first = strip.first_seen<kKinds>(is_last ? strip.done : strip.need);
      if (first < row) row = first;
    });
    return row;
  }

  // Computes `step` rows of the last layer, and what they need of the others. Error:
  // InvalidProgram (a layer keeps too few rows, or the result needs more room before the input).
  template <int32_t kKinds, bool kChecks, bool kPacked>
  Error run(int32_t step) const {
    const Strip* const last = strips + layers - 1;
    for (Strip* strip = strips; strip <= last; ++strip) strip->need = strip->keep = strip->done;
    strips[layers - 1].keep = 0;
    strips[layers - 1].need =
        step < last->layer->rows - last->done ? last->done + step : last->layer->rows;
    each_source<kKinds>([](const Strip& strip, Strip& from) {
      const int32_t first = strip.first_seen<kKinds>(strip.done);
      if (first < from.keep) from.keep = first;
      if (strip.need == strip.done) return;
      const int32_t end = strip.end_seen<kKinds>(strip.need, from.layer->rows);
      if (end > from.need) from.need = end;
    });
    if constexpr (kChecks) {
      const int32_t row = first_read<kKinds>();
      const int32_t least = last->need * last->layer->pitch() - row * strips->layer->pitch();
      KERF_TRY(strip_error(row == strips->layer->rows || least <= ahead));
    }
    for (Strip* strip = strips; ++strip <= last;) {
      const int32_t end = strip->need;
      if (end == strip->done) continue;
      if (strip->keep != strip->first) {
        const int32_t kept = strip->done - strip->keep;
        libc::move(strip->at, strip->row(strip->keep),
                   static_cast<size_t>(kept * strip->layer->pitch()));
        strip->first = strip->keep;
      }
      if (kChecks && end - strip->first > strip->layer->capacity) return strip_error(false);
      const Strip& from = source(*strip, 0);
      if ((kKinds & kConvolves) != 0 && strip->in(kConvolves)) {
        convolve<kKinds, kPacked>(*strip, from, end);
      } else if ((kKinds & kPools) != 0 && strip->in(kPools)) {
        pool<kKinds>(*strip, from, end);
      } else {
        map<kKinds>(*strip, end);
      }
      strip->done = end;
    }
    return Error::Ok;
  }
};

// What is left of tensors that layers take their parts of, one after the other.
struct StripParts {
  const int8_t* weights;
  int64_t weights_left;
  const int32_t* numbers;
  int64_t numbers_left;
  int8_t* rows;
  int64_t rows_left;

  // Checks what a layer of `kinds` with these sources says of itself. Errors: InvalidArgument,
  // InvalidProgram.
  static Error check(int32_t kinds, const StripLayer& layer, const StripLayer& from,
                     const StripLayer& other) {
    KERF_TRY(strip_error(layer.kind > 0 && layer.kind < 32 && (kinds >> layer.kind & 1) != 0));
    if ((kWindows >> layer.kind & 1) == 0) {
      KERF_TRY(strip_error(alike(layer, from) && alike(layer, other)));
      if (layer.is(StripKind::lookup)) return Error::Ok;
      const bool adds = layer.is(StripKind::add);
      const auto& [zeros, scales, offset, low, high] = layer.add;
      if (!adds) {
        KERF_TRY(integers::check_factor_zeros(layer.mul.zeros[0], layer.mul.zeros[1]));
        KERF_TRY(integers::check_int8(layer.mul.offset));
        return integers::check_scale(layer.mul.scale);
      }
      KERF_TRY(integers::check_int8(zeros[0], zeros[1], offset, low, high));
      for (const integers::Scale& scale : scales) KERF_TRY(integers::check_scale(scale));
      return Error::Ok;
    }
    const auto& window = layer.window;
    const bool pools = (kPools >> layer.kind & 1) != 0;
    const int32_t sizes[] = {from.rows, from.columns};
    const int32_t outs[] = {layer.rows, layer.columns};
    for (size_t i = 0; i < 2; ++i) {
      integers::Axis axis{};
      axis.in = sizes[i];
      axis.kernel = window.kernel[i];
      axis.stride = window.stride[i];
      axis.padding = window.padding[i];
      axis.dilation = window.dilation[i];
      KERF_TRY(strip_error(is_extent(axis.kernel, 1) && is_extent(axis.stride, 1) &&
                           is_extent(axis.padding, 0) && is_extent(axis.dilation, 1)));
      KERF_TRY(axis.set_output());
      if (pools) {
        KERF_TRY(strip_error(axis.padding <= axis.kernel / 2 && axis.dilation == 1));
        if (axis.out != outs[i]) KERF_TRY(portable::set_pool_output(axis, true));
      }
      KERF_TRY(strip_error(axis.out == outs[i]));
    }
    if (pools) {
      KERF_TRY(strip_error(layer.channels == from.channels));
      if (layer.is(StripKind::maximum))
        return integers::check_int8(window.maximum.low, window.maximum.high);
      KERF_TRY(integers::check_int8(window.average.zero_point));
      return integers::check_scale(window.average.scale);
    }
    const auto& [depth, input_offset, output_offset, low, high] = window.convolution;
    const bool depthwise = layer.is(StripKind::depthwise);
    const int32_t groups = depth < 1 ? 0 : from.channels / depth;
    KERF_TRY(strip_error(groups >= 1 && groups * depth == from.channels &&
                         layer.channels % groups == 0 &&
                         (!depthwise || (depth == 1 && groups == layer.channels))));
    return integers::check_int8(integers::negative(input_offset), output_offset, low, high);
  }

  static bool is_extent(int32_t number, int32_t least) {
    return number >= least && number <= portable::kLargestExtent;
  }

  static bool alike(const StripLayer& one, const StripLayer& other) {
    return one.rows == other.rows && one.columns == other.columns && one.channels == other.channels;
  }

  // Takes `count` of what is `left` at `from`. Error: InvalidProgram.
  template <bool kChecks, typename T>
  static Error take(T*& from, int64_t& left, int64_t count, T*& part) {
    if constexpr (kChecks) {
      KERF_TRY(strip_error(count <= left));
      left -= count;
    }
    part = from;
    from += count;
    return Error::Ok;
  }
};

// The product of sizes, -1 where one is not positive or it is not an int32.
inline int64_t strip_product(int32_t a, int32_t b, int32_t c = 1, int32_t d = 1) {
  int64_t product = 1;
  const int32_t sizes[] = {a, b, c, d};
  for (const int32_t size : sizes) {
    if (size < 1 || (product *= size) > INT32_MAX) return -1;
  }
  return product;
}

// out = the last of `layers` layers, the first of which reads input, `step` rows of it at a time:
// each layer computes the rows that the next ones need, and keeps those that they will need again
// in workspace. Every element is what the layer's own operator computes: quantized_conv2d, groups
// included; quantized_depthwise_conv2d with one filter for each channel; quantized_avg_pool2d,
// quantized_max_pool2d; quantized_add, quantized_mul, quantized_activation of one shape.
// input, out: images of one batch whose channels are adjacent in memory. numbers: a StripLayer for
// input and for each layer; then for each convolution the biases, the multipliers and the shifts of
// its channels, shifts four in a number. weights: filters of convolutions as their operators have
// them, tables of lookups. kinds: a bit for each StripKind of the chain. filters: those of all
// convolutions; terms: the most that a filter has that is not depthwise; taps: the most that a
// depthwise one has. out may overlap input where it begins at least `ahead` bytes before it; ahead:
// as many as the schedule needs, and more than none. Errors: InvalidArgument, InvalidProgram
// (layers that are not possible, tensors that are too small for them, an output that overlaps too
// much of the input); MemoryAllocationFailed (as well where filters, terms or taps are too few).
// Source: kerf::strips.out
template <typename Facts>
Error strips_out(KernelContext& context, const Tensor& input, const Tensor& weights,
                 const Tensor& numbers, Int32 kinds, Int32 layers, Int32 step, Int32 filters,
                 Int32 terms, Int32 taps, Int32 ahead, Tensor& out, Tensor& workspace) {
  constexpr bool kChecks = !proves<Facts>(Proof::checked);
  constexpr int32_t kKinds =
      Facts::kinds.known == Known::integer ? static_cast<int32_t>(Facts::kinds.integer) : INT32_MAX;
  constexpr int32_t kAll = (strip_set(StripKind::lookup) << 1) - 2;
  constexpr int32_t kHas = kKinds & kAll;
  if constexpr (kChecks) {
    const int64_t most = static_cast<int64_t>(weights.numel());
    KERF_TRY(strip_error(layers >= 2 && step >= 1 && (kinds & ~kHas) == 0 && filters >= 0 &&
                         static_cast<size_t>(filters) <= numbers.numel() && terms >= 0 &&
                         terms <= most && taps >= 0 && taps <= most && ahead >= 1 &&
                         int64_t{layers} * kStripNumbers <= static_cast<int64_t>(numbers.numel())));
  }
  if constexpr (kChecks && needs<Facts>(Trait::overlap)) {
    const auto from = reinterpret_cast<uintptr_t>(input.const_data_ptr());
    const auto to = reinterpret_cast<uintptr_t>(out.const_data_ptr());
    // Modulo the size of the address space: one of the two differences is huge.
    const bool overlap = to - from < input.nbytes() || from - to < out.nbytes();
    KERF_TRY(strip_error(!overlap || (to < from && from - to >= static_cast<uint32_t>(ahead))));
  }
  StripParts parts{weights.const_data_ptr<int8_t>(),     static_cast<int64_t>(weights.numel()),
                   numbers.const_data_ptr<int32_t>(),    static_cast<int64_t>(numbers.numel()),
                   workspace.mutable_data_ptr<int8_t>(), static_cast<int64_t>(workspace.numel())};
  const int32_t* at = nullptr;
  KERF_TRY(StripParts::take<kChecks>(parts.numbers, parts.numbers_left,
                                     int64_t{layers} * kStripNumbers, at));
  const auto* layer = reinterpret_cast<const StripLayer*>(at);
  Chain chain;
  chain.layers = layers;
  chain.ahead = ahead;
  chain.strips = context.scratch<Strip>(static_cast<size_t>(layers));
  if (chain.strips == nullptr) return Error::MemoryAllocationFailed;
  // In one place for all layers, of which one runs at a time.
  using Product = typename integers::ProductOf<proves<Facts>(Proof::packed)>::Type;
  int32_t most = integers::scratch_bytes_of<Product>(terms, INT32_MAX, filters);
  const int32_t depthwise = integers::depthwise_scratch_bytes(taps);
  if ((kHas & strip_set(StripKind::depthwise)) != 0 && taps > 0 && depthwise > most)
    most = depthwise;
  KERF_TRY(integers::allocate_scratch(context, most, chain.loops));
  constexpr bool kProducts = (kHas & strip_set(StripKind::convolution)) != 0;
  int32_t* start = nullptr;
  if constexpr (kProducts) {
    int32_t patch = 4 * terms > 512 ? 4 * terms : 512;
    if constexpr (integers::gathered_at_once(1) > 512) {
      // A layer of fewer terms gathers at most as much as one of a single term, or of all.
      const int32_t all = integers::gathered_at_once(terms) * terms;
      patch = all > integers::gathered_at_once(1) ? all : integers::gathered_at_once(1);
    }
    chain.patches = context.scratch<int8_t>(static_cast<size_t>(patch));
    if (chain.patches == nullptr) return Error::MemoryAllocationFailed;
    if constexpr (!integers::kAddsOffset) {
      start = context.scratch<int32_t>(static_cast<size_t>(filters));
      if (start == nullptr) return Error::MemoryAllocationFailed;
    }
  }
  int32_t filters_left = filters;
  for (int32_t i = 0; i < layers; ++i, ++layer) {
    Strip& strip = chain.strips[i];
    strip.layer = layer;
    strip.first = 0;
    strip.done = i == 0 ? layer->rows : 0;
    const bool whole = i == 0 || i == layers - 1;
    if constexpr (kChecks) {
      const int32_t kept = layer->capacity;
      const int64_t elements = strip_product(layer->columns, layer->channels, layer->rows);
      KERF_TRY(strip_error(elements > 0 && kept >= 1 && kept <= layer->rows &&
                           (!whole || kept == layer->rows)));
      const Tensor& image = i == 0 ? input : out;
      KERF_TRY(strip_error(!whole || static_cast<int64_t>(image.numel()) == elements));
      if (i > 0) {
        KERF_TRY(strip_error(static_cast<uint32_t>(layer->sources[0]) < static_cast<uint32_t>(i) &&
                             static_cast<uint32_t>(layer->sources[1]) < static_cast<uint32_t>(i)));
      }
    }
    if (whole) {
      strip.at = i == 0 ? const_cast<int8_t*>(input.const_data_ptr<int8_t>())
                        : out.mutable_data_ptr<int8_t>();
    } else {
      KERF_TRY(StripParts::take<kChecks>(parts.rows, parts.rows_left,
                                         int64_t{layer->capacity} * layer->pitch(), strip.at));
    }
    if (i == 0) continue;
    if constexpr (kChecks) {
      KERF_TRY(StripParts::check(kinds, *layer, *chain.source(strip, 0).layer,
                                 *chain.source(strip, 1).layer));
    }
    if ((kHas & strip_set(StripKind::lookup)) != 0 && layer->is(StripKind::lookup)) {
      KERF_TRY(StripParts::take<kChecks>(parts.weights, parts.weights_left, 256, strip.weights));
    }
    if (!strip.in(kHas & kConvolves)) continue;
    const auto& window = layer->window;
    const int32_t count = layer->channels;
    const int64_t total =
        kChecks ? strip_product(window.kernel[0], window.kernel[1], window.convolution.depth, count)
                : int64_t{window.kernel[0] * window.kernel[1] * window.convolution.depth * count};
    if constexpr (kChecks) KERF_TRY(strip_error(total > 0));
    KERF_TRY(StripParts::take<kChecks>(parts.weights, parts.weights_left, total, strip.weights));
    const int32_t own = static_cast<int32_t>(total) / count;
    KERF_TRY(StripParts::take<kChecks>(parts.numbers, parts.numbers_left,
                                       2 * int64_t{count} + (int64_t{count} + 3) / 4,
                                       strip.numbers));
    strip.start = strip.numbers;
    if constexpr (kChecks) {
      const int32_t* const multiplier = strip.numbers + count;
      const auto* const shift = reinterpret_cast<const int8_t*>(multiplier + count);
      for (int32_t m = 0; m < count; ++m)
        KERF_TRY(integers::check_scale({multiplier[m], shift[m]}));
    }
    const bool apart = layer->is(StripKind::depthwise);
    if (kChecks && own > (apart ? taps : terms)) return Error::MemoryAllocationFailed;
    if constexpr (kProducts && !integers::kAddsOffset) {
      if (apart) continue;
      if (kChecks && count > filters_left) return Error::MemoryAllocationFailed;
      filters_left -= count;
      integers::fold_offsets(start, strip.numbers, strip.weights, count, own,
                             window.convolution.input_offset, 0);
      strip.start = start;
      start += count;
    }
  }
  const Strip& last = chain.strips[layers - 1];
  while (last.done < last.layer->rows)
    KERF_TRY((chain.run<kHas, kChecks, proves<Facts>(Proof::packed)>(step)));
  return Error::Ok;
}

}  // namespace kerf::fused
