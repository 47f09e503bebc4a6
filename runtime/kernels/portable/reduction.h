// Reductions over dimensions: sums, products, means, whether any or all elements are not zero.
#pragma once

#include "core/optional.h"
#include "core/span.h"
#include "kernels/context.h"
#include "kernels/convert.h"
#include "kernels/dispatch.h"
#include "kernels/facts.h"
#include "kernels/portable/copy.h"
#include "kernels/portable/elementwise.h"
#include "kernels/portable/reduced_dims.h"
#include "tensor/element.h"

namespace kerf::portable {

// Elements that are summed before their sum is added to the total: rounding then grows with the sum
// of both counts, not with their product. A power of two.
inline constexpr uint32_t kBlock = 128;

// An accumulator of elements of T has add(x), for each of them, and result().

// A sum: integers wrap, floating and complex numbers are added by blocks; 0 of none.
template <typename T>
struct Sum {
  using W = WrapOf<T>;
  W total{};
  W block{};
  uint32_t added = 0;

  void add(ValueOf<T> x) {
    if constexpr (!Element<T>::kFloating) {
      total += static_cast<W>(x);
    } else {
      block += x;
      if (++added % kBlock == 0) {
        total += block;
        block = W{};
      }
    }
  }
  W result() const { return total + block; }
};

// A sum divided by a number.
template <typename T>
struct Mean : Sum<T> {
  ValueOf<T> divisor;

  explicit Mean(int32_t count) : divisor(static_cast<ValueOf<T>>(count)) {}
  ValueOf<T> result() const { return Sum<T>::result() / divisor; }
};

// A product: integers wrap, every product of Half and BFloat16 is rounded, as in PyTorch; 1 of
// none.
template <typename T>
struct Product {
  using W = WrapOf<T>;
  W total{1};

  void add(ValueOf<T> x) {
    total *= static_cast<W>(x);
    if constexpr (kIsFloating<W> && sizeof(T) < sizeof(W)) {
      T rounded;
      store(&rounded, total);
      total = load(&rounded);
    }
  }
  W result() const { return total; }
};

template <typename T, typename Accumulator>
[[gnu::always_inline]] inline void add_elements(Accumulator& accumulator, const T* from,
                                                int32_t step, int32_t count) {
  for (; count > 0; --count, from += step) accumulator.add(load(from));
}

// Adds the run of elements of `self` from `offset` on, as elements of T, to `accumulator`; with
// kMixed they may have another dtype than `type`, that of T. Error: NotSupported as convert_run().
template <typename T, bool kMixed, typename Accumulator>
Error add_run(Accumulator& accumulator, const Tensor& self, ScalarType type, int32_t offset,
              int32_t step, int32_t count) {
  if constexpr (kMixed) {
    if (self.scalar_type() != type) {
      T converted[kConvertedRun];
      for (int32_t done = 0; done < count; done += kConvertedRun) {
        const int32_t n = count - done < kConvertedRun ? count - done : kConvertedRun;
        KERF_TRY(
            convert_run({self.scalar_type(), self.const_data_ptr(), offset + done * step, step},
                        type, converted, n));
        add_elements(accumulator, converted, 1, n);
      }
      return Error::Ok;
    }
  }
  add_elements(accumulator, self.const_data_ptr<T>() + offset, step, count);
  return Error::Ok;
}

// Reduces the elements of `self`, as elements of T, whose dtype is `type`: for each output `start`
// adds its elements, and sink(number of the output, offset of the second output, accumulator)
// stores the result. Error: NotSupported as convert_run().
template <typename T, bool kMixed, bool kWalks, typename Accumulator, typename Sink>
Error reduce(const Tensor& self, ScalarType type, Places<kWalks>& places, const Accumulator& start,
             Sink sink) {
  return places.each_output([&](int32_t n, int32_t second, int32_t first) {
    Accumulator accumulator = start;
    KERF_TRY(places.each_run(first, [&](int32_t offset, int32_t step, int32_t count) {
      return add_run<T, kMixed>(accumulator, self, type, offset, step, count);
    }));
    sink(n, second, accumulator);
    return Error::Ok;
  });
}

// out[kept] = the reduction of self over `reduced`, converted to out's dtype: a complete kernel but
// for the check of dtypes. start(tag, number of elements for each output) makes the accumulator.
// Errors: InvalidArgument (out cannot have the shape); NotSupported (not selected).
template <typename Facts, bool kWalks, typename Start>
Error reduce_with(const Tensor& self, DimSet reduced, bool keepdim, Tensor& out, Start start) {
  constexpr bool kMixed =
      needs<Facts>(Trait::mixed_dtypes) && !one_dtype(Facts::self.dtypes, Facts::out.dtypes);
  if (!kMixed && !one_dtype(Facts::self.dtypes, Facts::out.dtypes) &&
      self.scalar_type() != out.scalar_type()) {
    return fault(Error::NotSupported, "dtypes that differ were not selected");
  }
  KERF_TRY(resize_reduced(self, reduced, keepdim, out));
  Places<kWalks> places(self, out, out, reduced, false);
  return dispatch<Facts::out.dtypes>(out.scalar_type(), [&](auto tag) {
    using T = typename decltype(tag)::Type;
    T* to = out.mutable_data_ptr<T>();
    return reduce<T, kMixed>(
        self, out.scalar_type(), places, start(tag, places.count()),
        [to](int32_t n, int32_t, const auto& accumulator) { store(to + n, accumulator.result()); });
  });
}

// Ok, or InvalidArgument where `dtype`, a ScalarType number, is not that of `out`.
inline Error check_requested(const Optional<int64_t>& dtype, const Tensor& out) {
  return dtype && *dtype != static_cast<int64_t>(out.scalar_type())
             ? fault(Error::InvalidArgument, "an output that is not of the requested dtype")
             : Error::Ok;
}

// Ok, or NotSupported where a kernel that does not walk would have to.
template <bool kWalks>
Error check_walk(const Tensor& self, const Tensor& out, DimSet reduced) {
  return kWalks || is_inner(self, out, reduced)
             ? Error::Ok
             : fault(Error::NotSupported, "a reduction of outer dimensions was not selected");
}

// The kernels of this file take any dim orders; `out` must not alias. Elements are converted to
// out's dtype before they are added or multiplied: Half and BFloat16 are then summed in float,
// integers wrap, and Bool gives `or` for a sum and `and` for a product. `dim` absent or empty
// means all dimensions; `dtype` is a ScalarType number.
// Errors of all: InvalidArgument (a dimension that does not exist or is named twice, out cannot
// have the shape, dtype is not out's); NotSupported (not selected).

// out[kept] = sum over the reduced dimensions of self   0 of none.   Source: aten::sum.IntList_out
template <typename Facts>
Error sum_intlist_out(KernelContext&, const Tensor& self, const Optional<Span<const int64_t>>& dim,
                      bool keepdim, const Optional<int64_t>& dtype, Tensor& out) {
  constexpr bool kWalks = needs<Facts>(Trait::outer_reduction);
  KERF_TRY(check_requested(dtype, out));
  DimSet reduced;
  KERF_TRY(read_dims(dim, self.dim(), reduced));
  KERF_TRY(check_walk<kWalks>(self, out, reduced));
  return reduce_with<Facts, kWalks>(self, reduced, keepdim, out, [](auto tag, int32_t) {
    return Sum<typename decltype(tag)::Type>{};
  });
}

// out[kept] = product over dimension `dim` of self   1 of none.   Source: aten::prod.int_out
template <typename Facts>
Error prod_int_out(KernelContext&, const Tensor& self, int64_t dim, bool keepdim,
                   const Optional<int64_t>& dtype, Tensor& out) {
  constexpr bool kWalks = needs<Facts>(Trait::outer_reduction);
  KERF_TRY(check_requested(dtype, out));
  DimSet reduced;
  KERF_TRY(read_dim(dim, self.dim(), reduced));
  KERF_TRY(check_walk<kWalks>(self, out, reduced));
  return reduce_with<Facts, kWalks>(self, reduced, keepdim, out, [](auto tag, int32_t) {
    return Product<typename decltype(tag)::Type>{};
  });
}

// out = product of all elements of self   Source: aten::prod.out
template <typename Facts>
Error prod_out(KernelContext&, const Tensor& self, const Optional<int64_t>& dtype, Tensor& out) {
  KERF_TRY(check_requested(dtype, out));
  return reduce_with<Facts, false>(self, all_dims(self.dim()), false, out, [](auto tag, int32_t) {
    return Product<typename decltype(tag)::Type>{};
  });
}

// Ok; InvalidArgument as check_requested(); InvalidType where a mean is not of the input's dtype,
// nor is `dtype` requested.
template <typename Facts>
Error check_mean(const Tensor& self, const Optional<int64_t>& dtype, const Tensor& out) {
  KERF_TRY(check_requested(dtype, out));
  if (!one_dtype(Facts::self.dtypes, Facts::out.dtypes) &&
      self.scalar_type() != out.scalar_type() && !(needs<Facts>(Trait::mixed_dtypes) && dtype)) {
    return fault(Error::InvalidType, "a mean whose dtype is not the input's");
  }
  return Error::Ok;
}

// out[kept] = sum over the reduced dimensions of self / number of elements reduced
// NaN of none. InvalidType: self has neither out's dtype nor is `dtype` requested.
// Source: aten::mean.out
template <typename Facts>
Error mean_out(KernelContext&, const Tensor& self, const Optional<Span<const int64_t>>& dim,
               bool keepdim, const Optional<int64_t>& dtype, Tensor& out) {
  constexpr bool kWalks = needs<Facts>(Trait::outer_reduction);
  KERF_TRY(check_mean<Facts>(self, dtype, out));
  DimSet reduced;
  KERF_TRY(read_dims(dim, self.dim(), reduced));
  KERF_TRY(check_walk<kWalks>(self, out, reduced));
  return reduce_with<Facts, kWalks>(self, reduced, keepdim, out, [](auto tag, int32_t count) {
    return Mean<typename decltype(tag)::Type>(count);
  });
}

// out = sum of all elements of self / their number   Otherwise as aten::mean.out.
// Source: aten::mean.dtype_out
template <typename Facts>
Error mean_dtype_out(KernelContext&, const Tensor& self, const Optional<int64_t>& dtype,
                     Tensor& out) {
  KERF_TRY(check_mean<Facts>(self, dtype, out));
  return reduce_with<Facts, false>(
      self, all_dims(self.dim()), false, out,
      [](auto tag, int32_t count) { return Mean<typename decltype(tag)::Type>(count); });
}

// Whether any of the elements is 0, or any is not, without `zero`.
template <typename Word, bool kFloating>
[[gnu::noinline]] bool find_element(const void* from, int32_t step, int32_t count, bool zero) {
  using Any [[gnu::may_alias]] = Word;
  constexpr Word kBits = static_cast<Word>(~Word{0});
  constexpr Word kMask = static_cast<Word>(kFloating ? kBits >> 1 : kBits);  // -0 is 0
  const Any* at = static_cast<const Any*>(from);
  for (; count > 0; --count, at += step) {
    if (((*at & kMask) == 0) == zero) return true;
  }
  return false;
}
using FindElement = bool (*)(const void* from, int32_t step, int32_t count, bool zero);

// out[kept] = 1 where any element over `reduced`, or all with kAll, are not 0, else 0
// NaN is not 0. Errors: InvalidArgument (out cannot have the shape); InvalidType (out is neither
// Bool nor Byte); NotSupported (not selected).
template <typename Facts, bool kAll, bool kWalks>
Error reduce_nonzero(const Tensor& self, DimSet reduced, bool keepdim, Tensor& out) {
  if (out.scalar_type() != ScalarType::Bool && out.scalar_type() != ScalarType::Byte)
    return fault(Error::InvalidType, "an output that is neither Bool nor Byte");
  KERF_TRY(resize_reduced(self, reduced, keepdim, out));
  FindElement find = nullptr;
  KERF_TRY(dispatch<Facts::self.dtypes>(self.scalar_type(), [&find](auto tag) {
    using T = typename decltype(tag)::Type;
    find = find_element<typename WordOf<sizeof(T)>::Type, Element<T>::kFloating>;
    return Error::Ok;
  }));
  Places<kWalks> places(self, out, out, reduced, false);
  const uint8_t* from = self.const_data_ptr<uint8_t>();
  uint8_t* to = out.mutable_data_ptr<uint8_t>();
  const unsigned shift = element_shift(self.scalar_type());
  return places.each_output([&](int32_t n, int32_t, int32_t first) {
    bool found = false;
    static_cast<void>(places.each_run(first, [&](int32_t offset, int32_t step, int32_t count) {
      found = found || find(from + (static_cast<size_t>(offset) << shift), step, count, kAll);
      return Error::Ok;
    }));
    to[n] = found != kAll;
    return Error::Ok;
  });
}

// The same over one dimension.
template <typename Facts, bool kAll>
Error reduce_nonzero_along(const Tensor& self, int64_t dim, bool keepdim, Tensor& out) {
  DimSet reduced;
  KERF_TRY(read_dim(dim, self.dim(), reduced));
  constexpr bool kWalks = needs<Facts>(Trait::outer_reduction);
  KERF_TRY(check_walk<kWalks>(self, out, reduced));
  return reduce_nonzero<Facts, kAll, kWalks>(self, reduced, keepdim, out);
}

// The same over some dimensions: all where `dims` is absent, none where it is empty.
template <typename Facts, bool kAll>
Error reduce_nonzero_dims(const Tensor& self, const Optional<Span<const int64_t>>& dims,
                          bool keepdim, Tensor& out) {
  DimSet reduced = 0;
  if (!dims || !dims->empty()) KERF_TRY(read_dims(dims, self.dim(), reduced));
  constexpr bool kWalks = needs<Facts>(Trait::outer_reduction);
  KERF_TRY(check_walk<kWalks>(self, out, reduced));
  return reduce_nonzero<Facts, kAll, kWalks>(self, reduced, keepdim, out);
}

// Errors of the following: InvalidArgument (a dimension that does not exist or is named twice),
// and those of reduce_nonzero().

// out[kept] = whether any element along `dim` is not 0   Source: aten::any.out
template <typename Facts>
Error any_out(KernelContext&, const Tensor& self, int64_t dim, bool keepdim, Tensor& out) {
  return reduce_nonzero_along<Facts, false>(self, dim, keepdim, out);
}

// The same over several dimensions.   Source: aten::any.dims_out
template <typename Facts>
Error any_dims_out(KernelContext&, const Tensor& self, const Optional<Span<const int64_t>>& dim,
                   bool keepdim, Tensor& out) {
  return reduce_nonzero_dims<Facts, false>(self, dim, keepdim, out);
}

// The same over all.   Source: aten::any.all_out
template <typename Facts>
Error any_all_out(KernelContext&, const Tensor& self, Tensor& out) {
  return reduce_nonzero<Facts, false, false>(self, all_dims(self.dim()), false, out);
}

// out[kept] = whether all elements along `dim` are not 0   Source: aten::all.out
template <typename Facts>
Error all_out(KernelContext&, const Tensor& self, int64_t dim, bool keepdim, Tensor& out) {
  return reduce_nonzero_along<Facts, true>(self, dim, keepdim, out);
}

// The same over several dimensions.   Source: aten::all.dims_out
template <typename Facts>
Error all_dims_out(KernelContext&, const Tensor& self, const Optional<Span<const int64_t>>& dim,
                   bool keepdim, Tensor& out) {
  return reduce_nonzero_dims<Facts, true>(self, dim, keepdim, out);
}

// The same over all.   Source: aten::all.all_out
template <typename Facts>
Error all_all_out(KernelContext&, const Tensor& self, Tensor& out) {
  return reduce_nonzero<Facts, true, false>(self, all_dims(self.dim()), false, out);
}

}  // namespace kerf::portable
