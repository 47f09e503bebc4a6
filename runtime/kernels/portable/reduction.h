// Reductions over dimensions: sums, products, means, whether any or all elements are not zero.
#pragma once

#include "core/optional.h"
#include "core/span.h"
#include "kernels/context.h"
#include "kernels/convert.h"
#include "kernels/dispatch.h"
#include "kernels/facts.h"
#include "kernels/support/copy.h"
#include "kernels/support/elementwise.h"
#include "kernels/support/reduced_runs.h"
#include "tensor/element.h"

namespace kerf::portable {

// Elements that are summed before their sum is added to the total: rounding then grows with the sum
// of both counts, not with their product. A power of two.
inline constexpr uint32_t kBlock = 128;

// An accumulator of elements of T is made for a number of them; it has add(x), for each of them,
// and result().

// A sum: integers wrap, floating and complex numbers are added by blocks; 0 of none.
template <typename T>
struct Sum {
  using W = WrapOf<T>;
  W total{};
  W block{};
  uint32_t added = 0;

  explicit Sum(int32_t /*count*/) {}
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

  explicit Mean(int32_t count) : Sum<T>(count), divisor(static_cast<ValueOf<T>>(count)) {}
  ValueOf<T> result() const { return Sum<T>::result() / divisor; }
};

// A product: integers wrap, every product of Half and BFloat16 is rounded, as in PyTorch; 1 of
// none.
template <typename T>
struct Product {
  using W = WrapOf<T>;
  W total{1};

  explicit Product(int32_t /*count*/) {}
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

// Adds elements of dtype `from_type`, `step` apart, to `accumulator` as elements of T, whose dtype
// is `type`. Error: NotSupported as convert_run().
template <typename T, typename Accumulator>
Error add_converted(Accumulator& accumulator, ScalarType from_type, ScalarType type,
                    const void* from, int32_t step, int32_t count) {
  if (from_type == type) {
    add_elements(accumulator, static_cast<const T*>(from), step, count);
    return Error::Ok;
  }
  T converted[kConvertedRun];
  for (int32_t done = 0; done < count; done += kConvertedRun) {
    const int32_t n = count - done < kConvertedRun ? count - done : kConvertedRun;
    KERF_TRY(convert_run({from_type, from, done * step, step}, type, converted, n));
    add_elements(accumulator, converted, 1, n);
  }
  return Error::Ok;
}

// Makes each output of `places` a T, the result of an Accumulator of its elements.
template <template <typename> class Accumulator, typename T, typename Places>
void reduce(Places& places) {
  places.template each_output<T, void>([](Places& each, T* to, void*) {
    Accumulator<T> accumulator(each.count());
    each.template each_run<T>([&accumulator](const T* from, int32_t step, int32_t count) {
      add_elements(accumulator, from, step, count);
    });
    store(to, accumulator.result());
  });
}

// Accumulates elements of dtype `from_type`, which are converted to `type`, that of T.
// Error: NotSupported as convert_run().
template <template <typename> class Accumulator, typename T, typename Places>
Error reduce_converted(Places& places, ScalarType from_type, ScalarType type) {
  Error error = Error::Ok;
  places.template each_output<T, void>([&](Places& each, T* to, void*) {
    Accumulator<T> accumulator(each.count());
    each.template each_run<void>([&](const void* from, int32_t step, int32_t count) {
      if (error == Error::Ok)
        error = add_converted<T>(accumulator, from_type, type, from, step, count);
    });
    store(to, accumulator.result());
  });
  return error;
}

// Whether elements are converted before they are added.
template <typename Facts>
inline constexpr bool kConverts =
    needs<Facts>(Trait::mixed_dtypes) && !one_dtype(Facts::self.dtypes, Facts::out.dtypes);

// out = the reduction of `places`, converted to out's dtype.
// Error: NotSupported (not selected).
template <template <typename> class Accumulator, typename Facts, typename Places>
Error reduce_with(Places& places, const Tensor& self, const Tensor& out) {
  const ScalarType type = out.scalar_type();
  if (!kConverts<Facts> && !one_dtype(Facts::self.dtypes, Facts::out.dtypes) &&
      self.scalar_type() != type) {
    return fault(Error::NotSupported, "dtypes that differ were not selected");
  }
  return dispatch<Facts::out.dtypes>(type, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    if constexpr (kConverts<Facts>)
      return reduce_converted<Accumulator, T>(places, self.scalar_type(), type);
    reduce<Accumulator, T>(places);
    return Error::Ok;
  });
}

// Reduces over some dimensions: a complete kernel but for the check of dtypes. Errors: as
// Places::error().
template <template <typename> class Accumulator, typename Facts>
Error reduce_dims(const Tensor& self, const Span<const int64_t>& dims, bool keepdim, Tensor& out) {
  PlacesOf<Facts> places(self, dims, keepdim ? kKeepDims : 0, out, nullptr);
  KERF_TRY(places.error());
  return reduce_with<Accumulator, Facts>(places, self, out);
}

// Reduces over all dimensions.
template <template <typename> class Accumulator, typename Facts>
Error reduce_all(const Tensor& self, Tensor& out) {
  InnerPlaces places(self, out);
  KERF_TRY(places.error());
  return reduce_with<Accumulator, Facts>(places, self, out);
}

// Ok, or InvalidArgument where `dtype`, a ScalarType number, is not that of `out`.
inline Error check_requested(const Optional<int64_t>& dtype, const Tensor& out) {
  return dtype && *dtype != static_cast<int64_t>(out.scalar_type())
             ? fault(Error::InvalidArgument, "an output that is not of the requested dtype")
             : Error::Ok;
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
  KERF_TRY(check_requested(dtype, out));
  return reduce_dims<Sum, Facts>(self, dim.value(), keepdim, out);
}

// out[kept] = product over dimension `dim` of self   1 of none.   Source: aten::prod.int_out
template <typename Facts>
Error prod_int_out(KernelContext&, const Tensor& self, int64_t dim, bool keepdim,
                   const Optional<int64_t>& dtype, Tensor& out) {
  KERF_TRY(check_requested(dtype, out));
  return reduce_dims<Product, Facts>(self, {&dim, 1}, keepdim, out);
}

// out = product of all elements of self   Source: aten::prod.out
template <typename Facts>
Error prod_out(KernelContext&, const Tensor& self, const Optional<int64_t>& dtype, Tensor& out) {
  KERF_TRY(check_requested(dtype, out));
  return reduce_all<Product, Facts>(self, out);
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
  KERF_TRY(check_mean<Facts>(self, dtype, out));
  return reduce_dims<Mean, Facts>(self, dim.value(), keepdim, out);
}

// out = sum of all elements of self / their number   Otherwise as aten::mean.out.
// Source: aten::mean.dtype_out
template <typename Facts>
Error mean_dtype_out(KernelContext&, const Tensor& self, const Optional<int64_t>& dtype,
                     Tensor& out) {
  KERF_TRY(check_mean<Facts>(self, dtype, out));
  return reduce_all<Mean, Facts>(self, out);
}

// Whether any of the elements is 0, or any is not, without `zero`.
template <typename Word, bool kFloating>
[[gnu::noinline]] bool find_element(const void* from, int32_t step, int32_t count, bool zero) {
  using Any [[gnu::may_alias]] = Word;
  const Any* at = static_cast<const Any*>(from);
  for (; count > 0; --count, at += step) {
    if (is_zero<kFloating, Word>(*at) == zero) return true;
  }
  return false;
}
using FindElement = bool (*)(const void* from, int32_t step, int32_t count, bool zero);

// Each output of `places` = 1 where any element of it, or all with `all`, are not 0, else 0
// NaN is not 0.
template <typename Places>
void find_nonzero(Places& places, FindElement find, bool all) {
  places.template each_output<uint8_t, void>([find, all](Places& each, uint8_t* to, void*) {
    bool found = false;
    each.template each_run<void>([&](const void* from, int32_t step, int32_t count) {
      found = found || find(from, step, count, all);
    });
    *to = found != all;
  });
}

// Ok; InvalidType where `out` is neither Bool nor Byte; NotSupported (not selected). Sets `find` to
// the function for self's dtype.
template <typename Facts>
Error choose_find(const Tensor& self, const Tensor& out, FindElement& find) {
  if (out.scalar_type() != ScalarType::Bool && out.scalar_type() != ScalarType::Byte)
    return fault(Error::InvalidType, "an output that is neither Bool nor Byte");
  return dispatch<Facts::self.dtypes>(self.scalar_type(), [&find](auto tag) {
    using T = typename decltype(tag)::Type;
    find = find_element<typename WordOf<sizeof(T)>::Type, Element<T>::kFloating>;
    return Error::Ok;
  });
}

// out[kept] = whether any element over `dims` is not 0, or all with `all`. Errors: as choose_find()
// and Places::error().
template <typename Facts>
Error reduce_nonzero(const Tensor& self, const Span<const int64_t>& dims, ReductionOptions options,
                     bool all, Tensor& out) {
  FindElement find = nullptr;
  KERF_TRY(choose_find<Facts>(self, out, find));
  PlacesOf<Facts> places(self, dims, options, out, nullptr);
  KERF_TRY(places.error());
  find_nonzero(places, find, all);
  return Error::Ok;
}

// Reduces over some dimensions: all where `dims` is absent, none where it is empty.
template <typename Facts>
Error reduce_nonzero_dims(const Tensor& self, const Optional<Span<const int64_t>>& dims,
                          bool keepdim, bool all, Tensor& out) {
  return reduce_nonzero<Facts>(self, dims.value(),
                               (keepdim ? kKeepDims : 0) | (dims.has_value() ? kNoDimsIsNone : 0),
                               all, out);
}

// Reduces over all dimensions.
template <typename Facts>
Error reduce_nonzero_all(const Tensor& self, bool all, Tensor& out) {
  FindElement find = nullptr;
  KERF_TRY(choose_find<Facts>(self, out, find));
  InnerPlaces places(self, out);
  KERF_TRY(places.error());
  find_nonzero(places, find, all);
  return Error::Ok;
}

// Errors of the following: InvalidArgument (a dimension that does not exist or is named twice),
// and those of
// reduce_nonzero().

// out[kept] = whether any element along `dim` is not 0   Source: aten::any.out
template <typename Facts>
Error any_out(KernelContext&, const Tensor& self, int64_t dim, bool keepdim, Tensor& out) {
  return reduce_nonzero<Facts>(self, {&dim, 1}, keepdim ? kKeepDims : 0, false, out);
}

// Reduces over several dimensions.   Source: aten::any.dims_out
template <typename Facts>
Error any_dims_out(KernelContext&, const Tensor& self, const Optional<Span<const int64_t>>& dim,
                   bool keepdim, Tensor& out) {
  return reduce_nonzero_dims<Facts>(self, dim, keepdim, false, out);
}

// Reduces over all dimensions.   Source: aten::any.all_out
template <typename Facts>
Error any_all_out(KernelContext&, const Tensor& self, Tensor& out) {
  return reduce_nonzero_all<Facts>(self, false, out);
}

// out[kept] = whether all elements along `dim` are not 0   Source: aten::all.out
template <typename Facts>
Error all_out(KernelContext&, const Tensor& self, int64_t dim, bool keepdim, Tensor& out) {
  return reduce_nonzero<Facts>(self, {&dim, 1}, keepdim ? kKeepDims : 0, true, out);
}

// Reduces over several dimensions.   Source: aten::all.dims_out
template <typename Facts>
Error all_dims_out(KernelContext&, const Tensor& self, const Optional<Span<const int64_t>>& dim,
                   bool keepdim, Tensor& out) {
  return reduce_nonzero_dims<Facts>(self, dim, keepdim, true, out);
}

// Reduces over all dimensions.   Source: aten::all.all_out
template <typename Facts>
Error all_all_out(KernelContext&, const Tensor& self, Tensor& out) {
  return reduce_nonzero_all<Facts>(self, true, out);
}

}  // namespace kerf::portable
