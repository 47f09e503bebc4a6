// What the loops of a convolution share: strides, which outputs a call computes, terms.
#pragma once

#include "kernels/context.h"
#include "kernels/support/convolution_shape.h"
#include "loops/sums.h"
#include "memory/threads.h"

namespace kerf::portable {

// A tensor's strides by meaning: batch (of a weight: outer channel), channel, row, column.
struct PlaneStrides {
  PlaneStrides(const Tensor& tensor, bool one_dimensional) {
    compute_strides(tensor, &outer);
    if (one_dimensional && tensor.dim() == 3) column = row;
  }
  int32_t outer;
  int32_t channel;
  int32_t row;
  int32_t column;
};

// Which outputs a call of a loop below computes: all of them.
struct WholeConvolution {
  static constexpr int32_t begin() { return 0; }
  static constexpr int32_t end(int32_t all) { return all; }
  static constexpr int32_t first_row() { return 0; }
  static constexpr int32_t end_row(int32_t rows) { return rows; }
  template <typename T>
  T* scratch(const KernelContext& context, size_t count) const {
    return context.scratch<T>(count);
  }
  static Threads threads(const KernelContext& context) { return context.threads(); }
};

// One part of a divided call: some channels, or images and groups, or some rows of outputs.
struct PartOfConvolution {
  int32_t first = 0;
  int32_t last = INT32_MAX;  // one past it
  int32_t row = 0;
  int32_t last_row = INT32_MAX;
  void* memory = nullptr;  // scratch, if this is not all
  bool all = false;

  int32_t begin() const { return first; }
  int32_t end(int32_t count) const { return last < count ? last : count; }
  int32_t first_row() const { return row; }
  int32_t end_row(int32_t rows) const { return last_row < rows ? last_row : rows; }
  template <typename T>
  T* scratch(const KernelContext& context, size_t count) const {
    return all ? context.scratch<T>(count) : static_cast<T*>(memory);
  }
  Threads threads(const KernelContext& context) const {
    return all ? context.threads() : Threads(nullptr);
  }
};

// At most so many multiplications make `out`.
template <typename Forms>
int64_t multiplications(const ConvolutionShape<Forms>& shape, const Tensor& out) {
  return int64_t{shape.group_inputs} * shape.axes[0].kernel * shape.axes[1].kernel *
         static_cast<int64_t>(out.numel());
}

// Makes one loop over terms of the last two, where they are one, and a loop of one term the first.
inline void join_terms(Terms (&terms)[3]) {
  Terms& inner = terms[2];
  Terms& outer = terms[1];
  if (inner.count == 1) {
    inner = outer;
  } else if (outer.count > 1) {
    if (outer.input != inner.count * inner.input || outer.weight != inner.count * inner.weight)
      return;
    inner.count *= outer.count;
  }
  outer = terms[0];
  terms[0] = {1, 0, 0};
}

}  // namespace kerf::portable
