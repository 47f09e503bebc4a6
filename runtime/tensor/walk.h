// Nested loops over the elements of tensors whose strides differ.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "tensor/tensor.h"

namespace kerf {

// The offsets of the elements of kOperands tensors while one nest of loops runs over all of them.
// Offsets and strides are in elements. A new walk has no loops: it visits one element of each.
//   do { for (i = 0; i < walk.count(); ++i) visit(a[walk.offset(0) + i * walk.step(0)], ...) }
//   while (walk.next());
template <size_t kOperands>
class Walk {
 public:
  // Adds a loop inside those added before, or extends the last one where it continues with the
  // same steps. `size` >= 1; at most kMaxRank loops; `strides` as from compute_strides(), or 0
  // where an operand repeats.
  void add(int32_t size, const int32_t (&strides)[kOperands]) {
    if (size == 1) return;
    Loop* last = &loops_[depth_];
    if (depth_ > 0 && goes_on(size, strides)) {
      --last;
      last->size *= size;
    } else {
      last->size = size;
      last->index = 0;
      ++depth_;
    }
    for (size_t k = 0; k < kOperands; ++k) last->strides[k] = strides[k];
  }

  // Exchanges the two innermost loops where the inner one is the shorter, which changes the order
  // of the visits. Returns how many times the inner loop now begins before the two are complete:
  // the size of the former inner loop, or 1 where nothing is exchanged.
  int32_t lengthen() {
    if (depth_ < 2) return 1;
    Loop& outer = loops_[depth_ - 2];
    Loop& inner = loops_[depth_ - 1];
    if (outer.size <= inner.size) return 1;
    const Loop longer = outer;
    outer = inner;
    inner = longer;
    return outer.size;
  }

  // Sets the offset of the first element of an operand; 0 by default.
  void start(size_t operand, int32_t offset) { offsets_[operand] = offset; }

  // The number of elements of the innermost loop.
  int32_t count() const { return depth_ == 0 ? 1 : loops_[depth_ - 1].size; }
  int32_t step(size_t operand) const {
    return depth_ == 0 ? 0 : loops_[depth_ - 1].strides[operand];
  }
  int32_t offset(size_t operand) const { return offsets_[operand]; }

  // Advances to the next run of the innermost loop. False after the last: the walk is then back at
  // its start.
  [[gnu::noinline]] bool next() {
    for (size_t i = depth_; i-- > 1;) {
      Loop& loop = loops_[i - 1];
      const bool more = ++loop.index < loop.size;
      const int32_t moved = more ? 1 : 1 - loop.size;
      if (!more) loop.index = 0;
      for (size_t k = 0; k < kOperands; ++k) offsets_[k] += moved * loop.strides[k];
      if (more) return true;
    }
    return false;
  }

 private:
  struct Loop {
    int32_t size;
    int32_t index;
    int32_t strides[kOperands];
  };

  bool goes_on(int32_t size, const int32_t (&strides)[kOperands]) const {
    for (size_t k = 0; k < kOperands; ++k) {
      // Strides other than a tensor's own may overflow here; then they are not equal modulo 2^32.
      const uint32_t whole = static_cast<uint32_t>(strides[k]) * static_cast<uint32_t>(size);
      if (static_cast<uint32_t>(loops_[depth_ - 1].strides[k]) != whole) return false;
    }
    return true;
  }

  size_t depth_ = 0;
  int32_t offsets_[kOperands] = {};
  Loop loops_[kMaxRank];
};

}  // namespace kerf
