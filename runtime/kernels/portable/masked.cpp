// Elements where a mask is true.
#include "kernels/portable/masked.h"

#include "kernels/portable/fill.h"
#include "kernels/portable/transfer.h"
#include "selected/dtypes.h"
#include "selected/operators.h"
#include "tensor/broadcast.h"
#include "tensor/element.h"

namespace kerf::portable {
namespace {

// Elements that are written one after the other, each `step` elements behind the one before.
struct Source {
  const void* data;
  int32_t step;  // 0: one element again and again
  size_t count;
};

Error check(const Tensor& self, const Tensor& mask, const Tensor& out) {
  if (self.scalar_type() != out.scalar_type()) {
    return fault(Error::InvalidType, "the output's dtype is not the input's");
  }
  return mask.scalar_type() == ScalarType::Bool
             ? Error::Ok
             : fault(Error::InvalidType, "a mask that is not of bools");
}

// Writes the elements of `source` where the mask, operand kFrom of `walk`, is true.
template <typename Word>
[[gnu::noinline]] Error replace_words(Walk<2>& walk, const bool* mask, Source source, void* out) {
  using Any [[gnu::may_alias]] = Word;
  const Any* from = static_cast<const Any*>(source.data);
  do {
    for (int32_t i = 0; i < walk.count(); ++i) {
      if (!load(mask + walk.offset(kFrom) + i * walk.step(kFrom))) continue;
      if (source.count == 0)
        return fault(Error::InvalidArgument, "a mask of more elements than its source has");
      if (source.step != 0) --source.count;
      static_cast<Any*>(out)[walk.offset(kTo) + i * walk.step(kTo)] = *from;
      from += source.step;
    }
  } while (walk.next());
  return Error::Ok;
}

// `out`, which has its shape, becomes `self`, with elements of `source` where `mask` is true, in
// row-major order.
template <DtypeSet kTypes>
[[gnu::noinline]] Error replace(const Tensor& self, const Tensor& mask, const Source& source,
                                Tensor& out) {
  Transfer all;
  write_all(out, all);
  TRY(stretch(self, out.sizes(), all.strides[kFrom]));
  TRY(move_part<kTypes>(all, self, out));
  if (out.numel() == 0) return Error::Ok;
  TRY(stretch(mask, out.sizes(), all.strides[kFrom]));
  Walk<2> walk;
  for (size_t i = 0; i < out.dim(); ++i)
    walk.add(out.size(i), {all.strides[kFrom][i], all.strides[kTo][i]});
  return dispatch<kTypes>(out.scalar_type(), [&](auto tag) {
    using Word = typename WordOf<sizeof(typename decltype(tag)::Type)>::Type;
    return replace_words<Word>(walk, mask.const_data_ptr<bool>(), source, out.mutable_data_ptr());
  });
}

// Writes to `to`, or only counts where that is null, the elements of operand 0 of `walk` where
// operand 1 is true, up to `most`. Returns how many there are.
template <typename Word>
[[gnu::noinline]] int32_t select_words(Walk<2>& walk, const void* from, const bool* mask, void* to,
                                       int32_t most) {
  using Any [[gnu::may_alias]] = Word;
  int32_t found = 0;
  do {
    for (int32_t i = 0; i < walk.count(); ++i) {
      if (!load(mask + walk.offset(1) + i * walk.step(1))) continue;
      if (found == most) return found;
      if (to != nullptr) {
        static_cast<Any*>(to)[found] =
            static_cast<const Any*>(from)[walk.offset(0) + i * walk.step(0)];
      }
      ++found;
    }
  } while (walk.next());
  return found;
}

}  // namespace

// out[i] = mask[i] ? value : self[i]
// Any dim orders; out must not alias.   Source: aten::masked_fill.Scalar_out
Error masked_fill_scalar_out(KernelContext&, const Tensor& self, const Tensor& mask,
                             const Scalar& value, Tensor& out) {
  constexpr DtypeSet kTypes = selected::outputs(Operator::aten_masked_fill_Scalar_out);
  TRY(check(self, mask, out));
  TRY(resize_to_broadcast(out, self, mask));
  AnyElement element;
  TRY(to_element<kTypes>(value, out.scalar_type(), element));
  return replace<kTypes>(self, mask, {&element, 0, 1}, out);
}

// out[i] = mask[i] ? value[] : self[i]
// Any dim orders; out must not alias.   Source: aten::masked_fill.Tensor_out
Error masked_fill_tensor_out(KernelContext&, const Tensor& self, const Tensor& mask,
                             const Tensor& value, Tensor& out) {
  TRY(check(self, mask, out));
  if (value.dim() != 0) return fault(Error::InvalidArgument, "a value that is not one number");
  if (value.scalar_type() != out.scalar_type())
    return fault(Error::InvalidType, "a value of another dtype than the tensor");
  TRY(resize_to_broadcast(out, self, mask));
  constexpr DtypeSet kTypes = selected::outputs(Operator::aten_masked_fill_Tensor_out);
  return replace<kTypes>(self, mask, {value.const_data_ptr(), 0, 1}, out);
}

// out[i] = mask[i] ? source[number of true elements before i] : self[i], in row-major order
// self and mask of any dim orders; out must not alias.   Source: aten::masked_scatter.out
Error masked_scatter_out(KernelContext&, const Tensor& self, const Tensor& mask,
                         const Tensor& source, Tensor& out) {
  TRY(check(self, mask, out));
  if (source.scalar_type() != out.scalar_type())
    return fault(Error::InvalidType, "a source of another dtype than the tensor");
  TRY(row_major(source));
  TRY(resize_to_broadcast(out, self, mask));
  constexpr DtypeSet kTypes = selected::outputs(Operator::aten_masked_scatter_out);
  return replace<kTypes>(self, mask, {source.const_data_ptr(), 1, source.numel()}, out);
}

// out[k] = self[i] for the k-th i with mask[i], in row-major order
// out: [found]; out must not alias.   Source: aten::masked_select.out
Error masked_select_out(KernelContext&, const Tensor& self, const Tensor& mask, Tensor& out) {
  TRY(check(self, mask, out));
  int32_t sizes[kMaxRank];
  Span<const int32_t> shape;
  TRY(broadcast(self.sizes(), mask.sizes(), sizes, shape));
  int32_t found = 0;
  // Neither tensor alone says how many elements both stretched have.
  int64_t count = 1;
  for (const int32_t size : shape) count = count > INT32_MAX && size != 0 ? count : count * size;
  if (count > INT32_MAX) return fault(Error::InvalidArgument, "a mask of too many elements");
  if (count == 0) return resize(out, {&found, 1});
  int32_t strides[2][kMaxRank];
  TRY(stretch(self, shape, strides[0]));
  TRY(stretch(mask, shape, strides[1]));
  Walk<2> walk;
  for (size_t i = 0; i < shape.size(); ++i) walk.add(sizes[i], {strides[0][i], strides[1][i]});
  constexpr DtypeSet kTypes = selected::outputs(Operator::aten_masked_select_out);
  return dispatch<kTypes>(out.scalar_type(), [&](auto tag) {
    using Word = typename WordOf<sizeof(typename decltype(tag)::Type)>::Type;
    const bool* chosen = mask.const_data_ptr<bool>();
    found = select_words<Word>(walk, self.const_data_ptr(), chosen, nullptr, INT32_MAX);
    TRY(resize(out, {&found, 1}));
    // Not more than were counted, even where a hostile program puts `out` over the mask.
    select_words<Word>(walk, self.const_data_ptr(), chosen, out.mutable_data_ptr(), found);
    return Error::Ok;
  });
}

}  // namespace kerf::portable
