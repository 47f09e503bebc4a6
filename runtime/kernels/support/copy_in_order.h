// Copies elements in the order of their indices between tensors of different shapes.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "kernels/dispatch.h"
#include "kernels/support/copy.h"
#include "tensor/tensor.h"
#include "tensor/walk.h"

namespace kerf::portable {

// A position in the row-major sequence of the elements of a tensor, whatever its dim order. The
// tensor is not empty.
class Cursor {
 public:
  explicit Cursor(const Tensor& tensor) {
    int32_t strides[kMaxRank];
    compute_strides(tensor, strides);
    for (size_t i = 0; i < tensor.dim(); ++i) walk_.add(tensor.size(i), {strides[i]});
  }

  // How many elements follow at a distance of step(), this one included.
  int32_t run() const { return walk_.count() - index_; }
  int32_t step() const { return walk_.step(0); }
  // Returns the offset of the element at this position.
  int32_t offset() const { return walk_.offset(0) + index_ * walk_.step(0); }

  // Moves on by `count` <= run() elements. The first element follows the last.
  void advance(int32_t count) {
    index_ += count;
    if (index_ < walk_.count()) return;
    walk_.next();
    index_ = 0;
  }

 private:
  Walk<1> walk_;
  int32_t index_ = 0;
};

// Copies `count` elements from cursor `in` to cursor `out`, and advances both.
template <typename Word>
[[gnu::noinline]] void copy_runs(Cursor& in, const void* from, Cursor& out, void* to,
                                 int32_t count) {
  using Any [[gnu::may_alias]] = Word;  // elements of every type of the size are moved as words
  while (count > 0) {
    const int32_t run = in.run() < out.run() ? in.run() : out.run();
    const Any* read = static_cast<const Any*>(from) + in.offset();
    Any* write = static_cast<Any*>(to) + out.offset();
    for (int32_t n = run; n > 0; --n, read += in.step(), write += out.step()) *write = *read;
    in.advance(run);
    out.advance(run);
    count -= run;
  }
}

// out[(k + shift) mod n] = self[k], where k counts the n elements of each tensor in row-major
// order. Both have the same dtype and n; 0 <= shift < n, or 0.
// Error: NotSupported where the dtype is not in kTypes.
template <DtypeSet kTypes>
[[gnu::noinline]] Error copy_in_order(const Tensor& self, int32_t shift, Tensor& out) {
  const auto count = static_cast<int32_t>(out.numel());
  if (count == 0) return Error::Ok;
  Cursor in(self);
  Cursor to(out);
  while (shift > 0) {
    const int32_t run = shift < to.run() ? shift : to.run();
    to.advance(run);
    shift -= run;
  }
  return dispatch<kTypes>(out.scalar_type(), [&](auto tag) {
    using Word = typename WordOf<sizeof(typename decltype(tag)::Type)>::Type;
    copy_runs<Word>(in, self.const_data_ptr(), to, out.mutable_data_ptr(), count);
    return Error::Ok;
  });
}

}  // namespace kerf::portable
