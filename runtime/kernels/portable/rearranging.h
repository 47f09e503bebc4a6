// Copies a tensor reversed, rolled or repeated.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "core/fault.h"
#include "core/span.h"
#include "kernels/context.h"
#include "kernels/facts.h"
#include "kernels/support/copy_in_order.h"
#include "kernels/support/layout.h"
#include "kernels/support/strided_copy.h"
#include "tensor/tensor.h"
#include "tensor/walk.h"

namespace kerf::portable {

// out[.., i, ..] = self[.., size - 1 - i, ..] for each dimension of `dims`
// Any dim orders; out must not alias. Errors: InvalidArgument (a dimension that does not exist or
// is named twice); others as copy_part().   Source: aten::flip.out
template <typename Facts>
Error flip_out(KernelContext&, const Tensor& self, Span<const int64_t> dims, Tensor& out) {
  StridedCopy part;
  read_all(self, part);
  uint32_t seen = 0;
  for (const int64_t dim : dims) {
    size_t at;
    KERF_TRY(wrap_dim(dim, self.dim(), at));
    if ((seen >> at & 1u) != 0) return fault(Error::InvalidArgument, "a dimension named twice");
    seen |= 1u << at;
    if (at >= self.dim() || self.numel() == 0) continue;
    part.start[kFrom] += (self.size(at) - 1) * part.strides[kFrom][at];
    part.strides[kFrom][at] = -part.strides[kFrom][at];
  }
  return copy_part<Facts::out.dtypes>(part, self, out);
}

// `number` mod `size` > 0, in [0, size). By bits: a division of 64 bits is a library function that
// no other kernel needs.
[[gnu::noinline]] inline int32_t modulo(int64_t number, int32_t size) {
  const auto divisor = static_cast<uint32_t>(size);
  const uint64_t magnitude =
      number < 0 ? 0 - static_cast<uint64_t>(number) : static_cast<uint64_t>(number);
  uint32_t rest = 0;
  for (unsigned bit = 64; bit-- > 0;) {
    rest = rest << 1 | static_cast<uint32_t>(magnitude >> bit & 1);
    if (rest >= divisor) rest -= divisor;
  }
  return static_cast<int32_t>(number < 0 && rest != 0 ? divisor - rest : rest);
}

// Moves the elements of `whole` by `shifts`[rank], each below its size: 2^k boxes, where k
// dimensions are shifted. Error as move_part().
template <DtypeSet kTypes>
Error move_boxes(const StridedCopy& whole, const int32_t* shifts, const Tensor& self, Tensor& out) {
  uint32_t shifted = 0;
  for (size_t i = 0; i < whole.rank; ++i) shifted |= (shifts[i] != 0 ? 1u : 0u) << i;
  // Counts through all subsets of `shifted`: the dimensions in which elements wrap around.
  uint32_t wrapped = 0;
  do {
    StridedCopy box = whole;
    for (size_t i = 0; i < whole.rank; ++i) {
      const int32_t kept = whole.sizes[i] - shifts[i];
      const bool wraps = (wrapped >> i & 1u) != 0;
      box.sizes[i] = wraps ? shifts[i] : kept;
      box.start[kFrom] += wraps ? kept * whole.strides[kFrom][i] : 0;
      box.start[kTo] += wraps ? 0 : shifts[i] * whole.strides[kTo][i];
    }
    KERF_TRY(move_part<kTypes>(box, self, out));
    wrapped = (wrapped - shifted) & shifted;
  } while (wrapped != 0);
  return Error::Ok;
}

// out[.., (i + shift) mod size, ..] = self[.., i, ..] for each dimension of `dims`
// Without dims the elements are rolled as one row, in row-major order. A dimension named
// twice is rolled by the sum. Any dim orders; out must not alias. Errors: InvalidArgument (not one
// shift for each dimension, a dimension that does not exist); InvalidType, InvalidArgument as
// resize_like(); NotSupported (a dtype or a dim order that was not selected).
// Source: aten::roll.out
template <typename Facts>
Error roll_out(KernelContext&, const Tensor& self, Span<const int64_t> shifts,
               Span<const int64_t> dims, Tensor& out) {
  const bool flat = dims.empty() && shifts.size() == 1;
  if (!flat && (dims.size() != shifts.size() || dims.empty()))
    return fault(Error::InvalidArgument, "not one shift for each dimension");
  KERF_TRY(resize_like(self, out));
  if (out.numel() == 0 && flat) return Error::Ok;
  StridedCopy whole;
  read_all(self, whole);
  write_all(out, whole);
  int32_t by[kMaxRank] = {};
  if (flat) {
    const auto count = static_cast<int32_t>(out.numel());
    by[0] = modulo(shifts[0], count);
    if constexpr (Facts::self.permuted || Facts::out.permuted) {
      return copy_in_order<Facts::out.dtypes>(self, by[0], out);
    }
    KERF_TRY(row_major(self));
    KERF_TRY(row_major(out));
    whole.rank = 1;
    whole.sizes[0] = count;
    whole.strides[kFrom][0] = 1;
    whole.strides[kTo][0] = 1;
  }
  for (size_t i = 0; i < dims.size(); ++i) {
    size_t at;
    KERF_TRY(wrap_dim(dims[i], self.dim(), at));
    if (at >= self.dim()) return fault(Error::InvalidArgument, "a roll of a tensor of rank 0");
    if (self.size(at) == 0) continue;
    by[at] += modulo(shifts[i], self.size(at)) - self.size(at);
    if (by[at] < 0) by[at] += self.size(at);
  }
  return move_boxes<Facts::out.dtypes>(whole, by, self, out);
}

// Writes self's elements to `out`, which is not empty, `repeats` times along each dimension; the
// copy to the first of these places is `whole`. Without kMany `out` has at most kMaxRank / 2
// dimensions. Error as move_part().
template <DtypeSet kTypes, bool kMany>
Error repeat_copy(const StridedCopy& whole, Span<const int64_t> repeats, const Tensor& self,
                  Tensor& out) {
  size_t room = kMaxRank;  // for dimensions of repeats
  for (size_t i = 0; kMany && i < whole.rank; ++i) room -= whole.sizes[i] == 1 ? 0 : 1;
  // Each dimension is one of repeats around one of positions; those of size 1 are left out.
  StridedCopy part;
  Walk<1> others;  // over the repeats that there is no room for
  for (size_t i = 0; i < whole.rank; ++i) {
    const int32_t stride = whole.strides[kTo][i];
    const int32_t loops[2][3] = {
        {static_cast<int32_t>(repeats[i]), 0, stride * whole.sizes[i]},
        {whole.sizes[i], whole.strides[kFrom][i], stride},
    };
    for (size_t k = 0; k < 2; ++k) {
      const auto& [size, from, to] = loops[k];
      if (size == 1) continue;
      if (kMany && k == 0 && room == 0) {
        others.add(size, {to});
        continue;
      }
      if (k == 0) --room;
      KERF_TRY(part.insert(part.rank, size));
      part.strides[kFrom][part.rank - 1] = from;
      part.strides[kTo][part.rank - 1] = to;
    }
  }
  if constexpr (!kMany) return move_part<kTypes>(part, self, out);
  do {
    for (int32_t n = 0; n < others.count(); ++n) {
      part.start[kTo] = others.offset(0) + n * others.step(0);
      KERF_TRY(move_part<kTypes>(part, self, out));
    }
  } while (others.next());
  return Error::Ok;
}

// out[i_0, i_1, ..] = self[i_0 mod n_0, i_1 mod n_1, ..], self having leading dimensions of size 1
// Any dim orders; out must not alias. Errors: InvalidArgument (fewer repeats than dimensions, a
// negative one, out cannot have the shape); InvalidType (out's dtype is not self's); NotSupported
// (a dtype or a rank that was not selected).   Source: aten::repeat.out
template <typename Facts>
Error repeat_out(KernelContext&, const Tensor& self, Span<const int64_t> repeats, Tensor& out) {
  if (repeats.size() < self.dim() || repeats.size() > kMaxRank)
    return fault(Error::InvalidArgument, "fewer repeats than dimensions");
  if (self.scalar_type() != out.scalar_type()) {
    return fault(Error::InvalidType, "the output's dtype is not the input's");
  }
  StridedCopy whole;
  read_all(self, whole);
  while (whole.rank < repeats.size()) KERF_TRY(whole.insert(0, 1));
  int32_t sizes[kMaxRank];
  for (size_t i = 0; i < whole.rank; ++i) {
    if (repeats[i] < 0 || repeats[i] > INT32_MAX || repeats[i] * whole.sizes[i] > INT32_MAX)
      return fault(Error::InvalidArgument, "impossible repeats");
    sizes[i] = static_cast<int32_t>(repeats[i]) * whole.sizes[i];
  }
  KERF_TRY(resize(out, {sizes, whole.rank}));
  if (out.numel() == 0) return Error::Ok;
  compute_strides(out, whole.strides[kTo]);
  constexpr bool kMany = Facts::out.ranks >> (kMaxRank / 2 + 1) != 0;
  return repeat_copy<Facts::out.dtypes, kMany>(whole, repeats, self, out);
}

}  // namespace kerf::portable
