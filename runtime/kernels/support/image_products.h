// Convolutions of quantized images as products: inputs are gathered unless they are in place.
#pragma once

#include <stdint.h>

#include "core/fault.h"
#include "core/libc.h"
#include "core/optional.h"
#include "kernels/context.h"
#include "kernels/support/image_convolution.h"
#include "kernels/support/products.h"
#include "loops/copy_bytes.h"
#include "loops/copy_rows.h"
#include "loops/int8_product.h"
#include "loops/int8_scratch.h"
#include "loops/int8_single_filter.h"
#include "memory/threads.h"

namespace kerf::integers {

// Whether outputs see the inputs at their places alone: nothing needs to be gathered. Not of
// transposed ones, which may have more outputs.
template <typename Windows>
bool in_place(const Convolution& its) {
  if constexpr (Windows::kTransposed) return false;
  for (const Axis& axis : its.axes) {
    if (axis.kernel != 1 || axis.stride != 1 || axis.padding != 0) return false;
  }
  return true;
}

// Copies the inputs of `outputs` outputs of a run, `depth` for each tap that they see, to their
// places in adjacent patches.
[[gnu::noinline]] inline void gather(const Convolution& its, int8_t* patches, const int8_t* from,
                                     const portable::Taps& down, const portable::Taps& across,
                                     int32_t depth, int32_t outputs) {
  const int32_t terms = its.taps() * depth;
  const int32_t next = input_step(its.axes[1]);
  patches += down.weight + across.weight;
  int32_t columns = across.terms.count;
  if (across.terms.input == depth && across.terms.weight == depth) {
    depth *= columns;
    columns = 1;
  }
  for (int32_t j = down.terms.count; j > 0; --j) {
    for (int32_t k = 0; k < columns; ++k) {
      portable::copy_rows(patches + k * across.terms.weight, terms, from + k * across.terms.input,
                          next, outputs, depth);
    }
    from += down.terms.input;
    patches += down.terms.weight;
  }
}

// As gather() to pixels of a tile, from `first` on. `depth` is a multiple of 4.
template <typename Product>
[[gnu::noinline]] void gather_tile(const Convolution& its, const Product& product, int32_t first,
                                   const int8_t* from, const portable::Taps& down,
                                   const portable::Taps& across, int32_t depth, int32_t outputs) {
  int32_t columns = across.terms.count;
  if (across.terms.input == depth && across.terms.weight == depth) {
    depth *= columns;
    columns = 1;
  }
  for (int32_t n = first; n < first + outputs; ++n, from += input_step(its.axes[1])) {
    for (int32_t k = 0; k < columns; ++k) {
      product.place(n, down.weight + across.weight + k * across.terms.weight,
                    from + k * across.terms.input, down.terms, depth);
    }
  }
}

// Computes `left` pixels, whose outputs may overlap their inputs: as many at a time as end before
// what is still to be read, from the first on where outputs begin before inputs, else from the
// last on.
template <typename Product>
[[gnu::noinline]] void run_over(const Convolution& its, const Product& product, const int8_t* from,
                                int32_t left, int8_t* to) {
  int8_t last[kMostKept];
  const bool forwards = reinterpret_cast<uintptr_t>(to) < reinterpret_cast<uintptr_t>(from);
  while (left > 0) {
    auto room = reinterpret_cast<uintptr_t>(from) - reinterpret_cast<uintptr_t>(to);
    if (!forwards) room = static_cast<uintptr_t>(left * (its.filters - its.channels)) - room;
    room /= static_cast<uintptr_t>(its.filters);
    int32_t count = left;
    if (room < static_cast<uintptr_t>(left)) {
      count = static_cast<int32_t>(room);
      constexpr uint32_t kTogether =  // by loops
          kPackedLayout == 1 && Product::kPacked ? Product::kPlacedPixels
                                                 : gathered_at_once(INT32_MAX);
      if (room > kTogether)
        count = static_cast<int32_t>(static_cast<uint32_t>(room) / kTogether * kTogether);
    }
    if (count == 0) {
      libc::copy(last, from, static_cast<size_t>(its.channels));
      from = last;
      count = 1;
    }
    left -= count;
    const int32_t first = forwards ? 0 : left;
    product.run(from + first * its.channels, its.channels, count, to + first * its.filters);
    if (!forwards) continue;
    from += count * its.channels;
    to += count * its.filters;
  }
}

// Calls visit(term, offset of the input, count, whether it is the last) for each column of taps,
// or for all where these are adjacent or there is none.
template <typename Visit>
void each_column(const portable::Taps& down, const portable::Taps& across, int32_t depth,
                 Visit visit) {
  const int32_t term = down.weight + across.weight;
  const int32_t columns = across.terms.count;
  if ((across.terms.input == depth && across.terms.weight == depth) || columns == 0)
    return visit(term, 0, depth * columns, true);
  for (int32_t k = 0; k < columns; ++k)
    visit(term + k * across.terms.weight, k * across.terms.input, depth, k == columns - 1);
}

// Convolves one group, whose first input is `image`, to `pixels` outputs.
template <typename Windows, typename Product>
void run_gathered(const Convolution& its, const Product& product, const int8_t* image,
                  int32_t depth, int8_t* patches, int32_t at_once, int32_t pixels, int8_t* to) {
  int32_t y = its.first_line();
  int32_t x = 0;
  int32_t gathered = 0;
  [[maybe_unused]] bool in_tiles = false;
  while (pixels > 0) {
    const portable::Taps down = Windows::taps(its.axes[0], y);
    const portable::Taps across = Windows::taps(its.axes[1], x);
    if constexpr (kGathersTiles) {
      if (gathered == 0)
        in_tiles = pixels >= Int8Product::kPlacedPixels && depth % 4 == 0 && product.takes_tiles();
    }
    const int32_t together = kGathersTiles && in_tiles ? Int8Product::kPlacedPixels : at_once;
    // Outputs of a row that see the same taps.
    int32_t count = together - gathered;
    if (count > across.outputs) count = across.outputs;
    if (kGathersTiles && in_tiles) {
      if (down.terms.count * across.terms.count != its.taps()) {
        for (int32_t n = 0; n < count; ++n) product.pad(gathered + n);
      }
      gather_tile(its, product, gathered, image + (down.input + across.input), down, across, depth,
                  count);
    } else {
      int8_t* const patch = patches + gathered * product.terms;
      if (down.terms.count * across.terms.count != its.taps())
        portable::fill_bytes(patch, -its.offset, static_cast<size_t>(count * product.terms));
      gather(its, patch, image + (down.input + across.input), down, across, depth, count);
    }
    gathered += count;
    pixels -= count;
    if (gathered == together || pixels == 0) {
      if (kGathersTiles && in_tiles) {
        product.run_placed(to);
      } else {
        product.run(patches, product.terms, gathered, to);
      }
      to += gathered * its.filters;
      gathered = 0;
    }
    x += count;
    if (x != its.axes[1].out) continue;
    x = 0;
    if (++y != its.end_line(its.axes[0].out)) continue;
    y = its.first_line();
    image += its.axes[0].in * its.axes[0].input_stride;
  }
}

// As run_gathered(), of whole tiles. `patch` has room for the inputs of an output, filled up to
// whole words.
template <typename Windows, typename Product>
void run_in_tiles(const Convolution& its, const Product& product, const int8_t* image,
                  int32_t depth, int8_t* patch, int32_t pixels, int8_t* to) {
  const bool few = pixels < Product::kLeastPixels;  // for which scratch has no tile
  typename Product::Tiles tiles(product, !few);
  // The last pixels, which fill no tile.
  const int32_t last = few ? pixels : pixels % Product::kPlacedPixels;
  portable::fill_bytes(patch + product.terms, -its.offset, static_cast<size_t>(-product.terms & 3));
  int32_t placed = 0;
  for (int32_t n = its.batches; n > 0; --n, image += its.axes[0].in * its.axes[0].input_stride) {
    for (int32_t y = its.first_line(); y < its.end_line(its.axes[0].out); ++y) {
      const portable::Taps down = Windows::taps(its.axes[0], y);
      for (int32_t x = 0; x < its.axes[1].out;) {
        const portable::Taps across = Windows::taps(its.axes[1], x);
        const bool padded = down.terms.count * across.terms.count != its.taps();
        const int8_t* from = image + (down.input + across.input);
        const bool in_nines = across.terms.input == depth && across.terms.weight == depth &&
                              tiles.are_rows_of_nine(down.terms, across.terms.count * depth);
        x += across.outputs;
        // Each output that sees the same taps reads a step further than the one before.
        for (int32_t left = across.outputs; left > 0;
             --left, --pixels, from += input_step(its.axes[1])) {
          if (in_nines && placed == 0) {
            const int32_t whole =
                (left < pixels - last ? left : pixels - last) / Product::kPlacedPixels;
            if (whole > 0) {
              const int32_t next = input_step(its.axes[1]);
              to = tiles.run_rows_of_nine(from, down.terms.input, next, whole, to);
              from += whole * Product::kPlacedPixels * next;
              pixels -= whole * Product::kPlacedPixels;
              left -= whole * Product::kPlacedPixels;
              if (left == 0) break;
            }
          }
          const bool alone = pixels <= last;
          if (alone || depth % 4 != 0) {
            if (padded)
              portable::fill_bytes(patch, -its.offset, static_cast<size_t>(product.terms));
            each_column(down, across, depth,
                        [&](int32_t term, int32_t at, int32_t count, bool all) {
                          tiles.gather(all && !alone ? placed : -1, patch, term, from + at,
                                       down.terms, count);
                        });
            if (alone) {
              product.run(patch, product.terms, 1, to);
              to += its.filters;
              continue;
            }
          } else {
            if (padded) tiles.pad(placed);
            each_column(down, across, depth, [&](int32_t term, int32_t at, int32_t count, bool) {
              tiles.place(placed, term, from + at, down.terms, count);
            });
          }
          if (++placed != Product::kPlacedPixels) continue;
          tiles.run_clamped(to);
          to += placed * its.filters;
          placed = 0;
        }
      }
    }
  }
}

// Whether loops of Int8SingleFilter convolve: one filter over one channel, whose outputs of a line
// see the same columns of taps.
template <typename Windows>
bool takes_single_filter(const Convolution& its) {
  const Axis& across = its.axes[1];
  return !Windows::kTransposed && its.filters == 1 && its.channels == 1 && across.stride == 1 &&
         across.padding == 0 && across.out >= Int8SingleFilter::kLeast;
}

// Convolves with one filter over one channel.
template <typename Windows>
[[gnu::noinline]] void run_single_filter(const Convolution& its) {
  const int8_t* image = its.input;
  int8_t* to = its.out;
  for (int32_t n = its.batches; n > 0; --n, image += its.axes[0].in * its.axes[0].input_stride) {
    for (int32_t y = its.first_line(); y < its.end_line(its.axes[0].out); ++y) {
      const portable::Taps down = Windows::taps(its.axes[0], y);
      const portable::Taps across = Windows::taps(its.axes[1], 0);
      const Int8SingleFilter sums{its.weight + down.weight, down.terms, across.terms, its.offset,
                                  its.result};
      sums.run(image + down.input, its.axes[1].out, to);
      to += its.axes[1].out;
    }
  }
}

// Convolves with filters of `depth` channels: each of the groups with its own. Inputs are
// gathered in `patches`, those of `at_once` outputs, unless it is null.
template <typename Windows, typename Product, bool kOverlaps>
[[gnu::noinline]] void run_products(const Convolution& its, int32_t depth, int8_t* patches,
                                    int32_t at_once) {
  if constexpr (kHasSingleFilter) {
    // The last outputs of a line may be computed twice, so that none is over an input.
    if (takes_single_filter<Windows>(its) && !(kOverlaps && its.overlaps()))
      return run_single_filter<Windows>(its);
  }
  const int32_t groups = its.channels / depth;
  const int32_t terms = its.taps() * depth;
  Product product{
      Int8Product{its.weight, its.filters / groups, terms, its.filters, its.result, its.scratch}};
  if constexpr (kAddsOffset && !Product::kFolded) product.offset = its.offset;
  const int32_t lines = its.end_line(its.axes[0].out) - its.first_line();
  const int32_t pixels = its.batches * lines * its.axes[1].out;
  for (int32_t g = 0; g < groups; ++g) {
    const int8_t* from = its.input + g * depth;
    int8_t* to = its.out + g * product.filters;
    if (patches == nullptr) {
      // Only an output of one group may overlap its input.
      if (kOverlaps && groups == 1) {
        run_over(its, product, from, pixels, to);
      } else {
        product.run(from, its.channels, pixels, to);
      }
    } else {
      if constexpr (kPackedLayout == 1 && Product::kPacked) {
        run_in_tiles<Windows>(its, product, from, depth, patches, pixels, to);
      } else {
        run_gathered<Windows>(its, product, from, depth, patches, at_once, pixels, to);
      }
    }
    product.weights += product.filters * terms;
    product.result.skip(product.filters);
  }
}

// Runs run_products() with its scratch, divided: by pixels or filters in place, else by
// lines, each part with scratch of its own. Error: MemoryAllocationFailed.
template <typename Windows, typename Divided>
Error run_products_divided(KernelContext& context, const Divided& convolution, int32_t depth) {
  const int32_t terms = convolution.taps() * depth;
  if (in_place<Windows>(convolution)) {
    const int32_t groups = convolution.channels / depth;
    const int32_t filters = convolution.filters;
    Int8Product product{convolution.weight, filters / groups, terms, filters,
                        convolution.result, nullptr};
    if constexpr (kAddsOffset) product.offset = convolution.offset;
    DividedProduct divided(context, product, convolution.pixels());
    KERF_TRY(divided.allocate(context));
    for (int32_t g = 0; g < groups; ++g) {
      divided.run(product, convolution.input + g * depth, convolution.channels,
                  convolution.out + g * product.filters);
      product.weights += product.filters * terms;
      product.result.skip(product.filters);
    }
    return Error::Ok;
  }
  const int32_t lines = convolution.axes[0].out;
  int32_t parts = context.parts(lines, convolution.multiplications(terms));
  const int32_t at_once = gathered_at_once(terms);
  const auto words =
      static_cast<size_t>(product_scratch_bytes(terms, convolution.pixels())) / sizeof(uint32_t);
  const size_t patch_bytes = static_cast<size_t>(at_once) * static_cast<size_t>(terms);
  // Patches at least are there: a part has one block for both.
  const size_t part_words = words + (patch_bytes + sizeof(uint32_t) - 1) / sizeof(uint32_t);
  auto* const scratch = context.scratch_of_parts<uint32_t>(parts, part_words);
  if (scratch == nullptr) return Error::MemoryAllocationFailed;
  for (int32_t n = 0; n < convolution.batches; ++n) {
    context.run(parts, lines, [&](int32_t part, int32_t begin, int32_t end) {
      Divided some = lines_of(convolution, n, begin, end);
      uint32_t* const own = scratch + static_cast<size_t>(part) * part_words;
      some.scratch = own;
      run_products<Windows, Int8Product, false>(some, depth, reinterpret_cast<int8_t*>(own + words),
                                                at_once);
    });
  }
  return Error::Ok;
}

// Convolves with filters of `depth` channels. Errors: InvalidArgument (a bias of another length);
// InvalidProgram (an output that overlaps too much of the input); MemoryAllocationFailed.
template <typename Windows, typename Product, bool kChecks, bool kOverlaps>
Error convolve_products(KernelContext& context, Convolution& convolution,
                        const Optional<Tensor>& bias, int32_t depth) {
  const int32_t terms = convolution.taps() * depth;
  if constexpr (kChecks && kOverlaps) {
    KERF_TRY(convolution.check_overlap(depth == convolution.channels,
                                       in_place<Windows>(convolution), 1));
  }
  KERF_TRY(convolution.fold<kChecks>(context, bias, kAddsOffset ? 0 : terms));
  if constexpr (kMostParts > 1) {
    convolution.set_weight_strides(depth);
    if (!kOverlaps || !convolution.overlaps())
      return run_products_divided<Windows>(context, convolution, depth);
  }
  const int32_t bytes = scratch_bytes_of<Product>(terms, convolution.pixels(), convolution.filters);
  KERF_TRY(allocate_scratch(context, bytes, convolution.scratch));
  convolution.set_weight_strides(depth);
  int8_t* patches = nullptr;
  const int32_t at_once = gathered_at_once(terms);
  if (!in_place<Windows>(convolution)) {
    patches = context.scratch<int8_t>(static_cast<size_t>(at_once) * static_cast<size_t>(terms));
    if (patches == nullptr) return Error::MemoryAllocationFailed;
  }
  run_products<Windows, Product, kOverlaps>(convolution, depth, patches, at_once);
  return Error::Ok;
}

}  // namespace kerf::integers
