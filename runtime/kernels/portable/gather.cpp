// Elements whose position in one dimension is an element of an index.
#include "kernels/portable/gather.h"

#include "kernels/portable/fill.h"
#include "kernels/portable/positions.h"
#include "kernels/portable/transfer.h"
#include "selected/dtypes.h"
#include "selected/operators.h"
#include "tensor/element.h"

namespace kerf::portable {
namespace {

// The elements of an index in the order of its memory, and where the two tensors are at each:
// walk's offsets and `by` times the position.
struct Indexed {
  const Tensor* index;
  int32_t size;   // of the dimension
  int32_t by[2];  // strides of the dimension: 0 where the position does not matter
  Walk<2> walk;
};

// apply(from, to) with the two offsets of each element. InvalidArgument where a position is out of
// range.
template <DtypeSet kIndices, typename Apply>
Error for_each(Indexed& each, Apply apply) {
  Walk<2>& walk = each.walk;
  int32_t at = 0;
  do {
    for (int32_t i = 0; i < walk.count(); ++i) {
      int32_t position;
      TRY(position_at<kIndices>(*each.index, at++, each.size, position));
      apply(walk.offset(kFrom) + i * walk.step(kFrom) + position * each.by[kFrom],
            walk.offset(kTo) + i * walk.step(kTo) + position * each.by[kTo]);
    }
  } while (walk.next());
  return Error::Ok;
}

template <DtypeSet kIndices, typename Word>
[[gnu::noinline]] Error move_indexed(Indexed& each, const void* from, void* to) {
  using Any [[gnu::may_alias]] = Word;
  return for_each<kIndices>(each, [=](int32_t in, int32_t out) {
    static_cast<Any*>(to)[out] = static_cast<const Any*>(from)[in];
  });
}

template <DtypeSet kTypes, DtypeSet kIndices>
Error move_indexed(Indexed& each, const void* from, Tensor& out) {
  return dispatch<kTypes>(out.scalar_type(), [&](auto tag) {
    using Word = typename WordOf<sizeof(typename decltype(tag)::Type)>::Type;
    return move_indexed<kIndices, Word>(each, from, out.mutable_data_ptr());
  });
}

// Whether index has self's rank and, but for dimension `at`, no larger sizes.
bool fits(const Tensor& index, const Tensor& self, size_t at) {
  bool fits = index.dim() == self.dim();
  for (size_t i = 0; fits && i < self.dim(); ++i) {
    fits = i == at || index.size(i) <= self.size(i);
  }
  return fits;
}

Error wrong_shape() { return fault(Error::InvalidArgument, "an index that does not fit"); }

// strides[kFrom], strides[kTo]: of the two tensors; that of dimension `at` of `kIndexed` goes by
// the position. `index` is not empty.
void begin(Indexed& each, const Tensor& index, const Tensor& indexed, size_t at, size_t operand,
           int32_t (*strides)[kMaxRank]) {
  each.index = &index;
  each.size = 1;
  each.by[kFrom] = 0;
  each.by[kTo] = 0;
  if (indexed.dim() != 0) {
    each.size = indexed.size(at);
    each.by[operand] = strides[operand][at];
    strides[operand][at] = 0;
  }
  walk_storage(each.walk, index, strides);
}

// Checks for scatter, and `out` becomes `self`.
template <Operator kOperator>
Error begin_scatter(const Tensor& self, int64_t dim, const Tensor& index, Tensor& out, size_t& at) {
  TRY(check_index_type<selected::inputs(kOperator) & kIndexTypes>(index));
  TRY(wrap_dim(dim, self.dim(), at));
  if (!fits(index, self, at)) return wrong_shape();
  Transfer all;
  read_all(self, all);
  return copy_part<selected::outputs(kOperator)>(all, self, out);
}

// The same with elements of `src`.
template <Operator kOperator>
Error begin_scatter(const Tensor& self, int64_t dim, const Tensor& index, const Tensor& src,
                    Tensor& out, size_t& at) {
  if (src.scalar_type() != self.scalar_type())
    return fault(Error::InvalidType, "a source of another dtype than the tensor");
  if (!fits(index, src, kMaxRank)) return wrong_shape();
  return begin_scatter<kOperator>(self, dim, index, out, at);
}

}  // namespace

// out[.., i, ..] = self[.., index[.., i, ..], ..]
// Any dim orders; out must not alias.   Source: aten::gather.out
Error gather_out(KernelContext&, const Tensor& self, int64_t dim, const Tensor& index,
                 bool /*sparse_grad*/, Tensor& out) {
  constexpr Operator kOperator = Operator::aten_gather_out;
  constexpr DtypeSet kIndices = selected::inputs(kOperator) & kIndexTypes;
  TRY(check_index_type<kIndices>(index));
  if (self.scalar_type() != out.scalar_type()) {
    return fault(Error::InvalidType, "the output's dtype is not the input's");
  }
  size_t at = 0;
  TRY(wrap_dim(dim, self.dim(), at));
  if (!fits(index, self, at)) return wrong_shape();
  TRY(resize(out, index.sizes()));
  if (index.numel() == 0) return Error::Ok;
  int32_t strides[2][kMaxRank];
  compute_strides(self, strides[kFrom]);
  compute_strides(out, strides[kTo]);
  Indexed each;
  begin(each, index, self, at, kFrom, strides);
  return move_indexed<selected::outputs(kOperator), kIndices>(each, self.const_data_ptr(), out);
}

// out = self, but out[.., index[.., i, ..], ..] = src[.., i, ..]
// Any dim orders; out must not alias.   Source: aten::scatter.src_out
Error scatter_src_out(KernelContext&, const Tensor& self, int64_t dim, const Tensor& index,
                      const Tensor& src, Tensor& out) {
  constexpr Operator kOperator = Operator::aten_scatter_src_out;
  size_t at = 0;
  TRY(begin_scatter<kOperator>(self, dim, index, src, out, at));
  if (index.numel() == 0) return Error::Ok;
  int32_t strides[2][kMaxRank];
  compute_strides(src, strides[kFrom]);
  compute_strides(out, strides[kTo]);
  Indexed each;
  begin(each, index, out, at, kTo, strides);
  return move_indexed<selected::outputs(kOperator), selected::inputs(kOperator) & kIndexTypes>(
      each, src.const_data_ptr(), out);
}

// out = self, but out[.., index[.., i, ..], ..] = value
// Any dim orders; out must not alias.   Source: aten::scatter.value_out
Error scatter_value_out(KernelContext&, const Tensor& self, int64_t dim, const Tensor& index,
                        const Scalar& value, Tensor& out) {
  constexpr Operator kOperator = Operator::aten_scatter_value_out;
  size_t at = 0;
  TRY(begin_scatter<kOperator>(self, dim, index, out, at));
  if (index.numel() == 0) return Error::Ok;
  AnyElement element;
  TRY(to_element<selected::outputs(kOperator)>(value, out.scalar_type(), element));
  int32_t strides[2][kMaxRank] = {};
  compute_strides(out, strides[kTo]);
  Indexed each;
  begin(each, index, out, at, kTo, strides);
  return move_indexed<selected::outputs(kOperator), selected::inputs(kOperator) & kIndexTypes>(
      each, &element, out);
}

// out = self, but out[.., index[.., i, ..], ..] += src[.., i, ..], integers modulo 2^bits
// Any dim orders; out must not alias.   Source: aten::scatter_add.out
Error scatter_add_out(KernelContext&, const Tensor& self, int64_t dim, const Tensor& index,
                      const Tensor& src, Tensor& out) {
  constexpr Operator kOperator = Operator::aten_scatter_add_out;
  size_t at = 0;
  TRY(begin_scatter<kOperator>(self, dim, index, src, out, at));
  if (index.numel() == 0) return Error::Ok;
  int32_t strides[2][kMaxRank];
  compute_strides(src, strides[kFrom]);
  compute_strides(out, strides[kTo]);
  Indexed each;
  begin(each, index, out, at, kTo, strides);
  return dispatch<selected::outputs(kOperator)>(out.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    const T* from = src.const_data_ptr<T>();
    T* to = out.mutable_data_ptr<T>();
    return for_each<selected::inputs(kOperator) & kIndexTypes>(each, [=](int32_t in, int32_t sum) {
      store(to + sum,
            static_cast<WrapOf<T>>(load(to + sum)) + static_cast<WrapOf<T>>(load(from + in)));
    });
  });
}

}  // namespace kerf::portable
