// Discrete Fourier transforms.
#pragma once

#include <stdint.h>

#include "core/fault.h"
#include "core/span.h"
#include "kernels/context.h"
#include "kernels/dispatch.h"
#include "kernels/facts.h"
#include "kernels/support/layout.h"
#include "loops/maths.h"
#include "tensor/complex.h"
#include "tensor/walk.h"

namespace kerf::portable {

// Any dim orders; `out` must not alias. `dim`: up to kMostTransformed dimensions, each once, the
// last one first transformed. Errors of all: InvalidArgument (a dimension that does not exist, that
// is named twice or is empty, none or too many of them, an unknown normalization, out cannot have
// the shape); InvalidType (dtypes that do not belong together); MemoryAllocationFailed;
// NotSupported (dtypes that were not selected).

inline constexpr size_t kMostTransformed = 4;

// The dimensions of a transform, and what each element is multiplied with: 1, or for
// `normalization` 1 / sqrt(count), or 1 / count of the elements that are transformed together.
struct TransformedDims {
  size_t at[kMostTransformed];
  size_t count;
  int32_t longest = 1;
  uint32_t elements = 1;  // exact: those of a tensor fit

  // Reads `dim` for tensors of `sizes`. Error: InvalidArgument.
  [[gnu::noinline]] Error read(Span<const int64_t> dim, Span<const int32_t> sizes,
                               int64_t normalization) {
    count = dim.size();
    if (count == 0 || count > kMostTransformed || static_cast<uint64_t>(normalization) > 2)
      return fault(Error::InvalidArgument, "a transform along no or too many dimensions");
    uint32_t seen = 0;
    for (size_t i = 0; i < count; ++i) {
      KERF_TRY(wrap_dim(dim[i], sizes.size(), at[i]));
      if (sizes.empty() || sizes[at[i]] == 0 || (seen >> at[i] & 1) != 0)
        return fault(Error::InvalidArgument, "a dimension that is empty, or named twice");
      seen |= 1u << at[i];
      if (sizes[at[i]] > longest) longest = sizes[at[i]];
      elements *= static_cast<uint32_t>(sizes[at[i]]);
    }
    return Error::Ok;
  }

  size_t last() const { return at[count - 1]; }

  template <typename R>
  R scale(int64_t normalization) const {
    const auto all = static_cast<R>(elements);
    return normalization == 0 ? R{1} : R{1} / (normalization == 1 ? libc::sqrt(all) : all);
  }
};

// The transform of one line of `size` elements.
template <typename R>
struct LineTransform {
  int32_t size;
  Complex<R>* line;
  Complex<R>* other;  // of the same size
  Complex<R>* turns;  // turns[k] = exp(-2 pi i k / size), its conjugate for the inverse

  // Allocates for lines of up to `longest`. Error: MemoryAllocationFailed.
  Error allocate(const KernelContext& context, int32_t longest) {
    const auto count = static_cast<size_t>(longest);
    line = context.scratch<Complex<R>>(3 * count);
    if (line == nullptr) return Error::MemoryAllocationFailed;
    other = line + count;
    turns = other + count;
    return Error::Ok;
  }

  [[gnu::noinline]] void begin(int32_t its_size, bool forward) {
    size = its_size;
    constexpr auto kTurn = static_cast<R>(6.283185307179586476925286766559);
    for (int32_t k = 0; k < size; ++k) {
      // From minus half a turn to half a turn, where rounding matters least.
      const int32_t from_zero = k > size / 2 ? k - size : k;
      const R angle = static_cast<R>(from_zero) / static_cast<R>(size) * kTurn;
      const R sine = maths::sin(angle);
      turns[k] = {maths::cos(angle), forward ? -sine : sine};
    }
  }

  // line[j] = sum over k of line[k] * turns[j k mod size], a factor of `size` after the other:
  // X[j][c] of stage l is element j of the transform of the l elements c, c + size / l, ..
  // Source: the autosort form of Cooley and Tukey's algorithm (Stockham)
  [[gnu::noinline]] void run() {
    int32_t done = 1;
    for (int32_t factor = 2; done < size;) {
      const int32_t left = size / done;
      if (left % factor != 0) {
        factor = factor > left / factor ? left : factor + 1;
        continue;
      }
      const int32_t rest = left / factor;
      for (int32_t j = 0; j < done * factor; ++j) {
        const Complex<R>* const from = line + j % done * left;
        for (int32_t c = 0; c < rest; ++c) {
          Complex<R> sum{};
          int32_t turn = 0;
          for (int32_t r = 0; r < factor; ++r) {
            sum += from[c + rest * r] * turns[turn];
            turn += j * rest;
            if (turn >= size) turn -= size;
          }
          other[j * rest + c] = sum;
        }
      }
      done *= factor;
      Complex<R>* const result = other;
      other = line;
      line = result;
    }
  }
};

// Elements of a line as complex ones: real ones; all of them; or the first half of ones that the
// conjugates of the others follow.
template <typename R>
void read_line(LineTransform<R>& its, const R* from, int32_t step, int32_t) {
  for (int32_t k = 0; k < its.size; ++k, from += step) its.line[k] = {*from, 0};
}
template <typename R>
void read_line(LineTransform<R>& its, const Complex<R>* from, int32_t step, int32_t count) {
  for (int32_t k = 0; k < count; ++k, from += step) {
    its.line[k] = *from;
    if (k > 0 && count < its.size) its.line[its.size - k] = {from->real, -from->imag};
  }
}

template <typename R>
void write_line(const LineTransform<R>& its, Complex<R>* to, int32_t step, int32_t count, R scale) {
  for (int32_t k = 0; k < count; ++k, to += step)
    *to = {its.line[k].real * scale, its.line[k].imag * scale};
}
template <typename R>
void write_line(const LineTransform<R>& its, R* to, int32_t step, int32_t count, R scale) {
  for (int32_t k = 0; k < count; ++k, to += step) *to = its.line[k].real * scale;
}

// Transforms all lines of `self` along `dim` to those of `out`, times `scale`. The tensors may be
// the same, and differ at most in the size of that dimension.
template <typename R, typename From, typename To>
void transform_lines(LineTransform<R>& its, const Tensor& self, const Tensor& out, size_t dim,
                     R scale) {
  int32_t from[kMaxRank];
  int32_t to[kMaxRank];
  compute_strides(self, from);
  compute_strides(out, to);
  Walk<2> walk;
  for (size_t i = 0; i < out.dim(); ++i) {
    if (i != dim) walk.add(out.size(i), {from[i], to[i]});
  }
  do {
    for (int32_t i = 0; i < walk.count(); ++i) {
      read_line(its, self.const_data_ptr<From>() + walk.offset(0) + i * walk.step(0), from[dim],
                self.size(dim));
      its.run();
      write_line(its, out.mutable_data_ptr<To>() + walk.offset(1) + i * walk.step(1), to[dim],
                 out.size(dim), scale);
    }
  } while (walk.next());
}

template <typename C>
using PartsOf = typename PartOf<C>::Type;
template <typename C>
using Itself = C;

// Transforms `self`, with elements of From<C> where those of `out` are C, along all of `dims`: the
// last one first, the others in place. Errors: MemoryAllocationFailed, NotSupported.
template <typename Facts, template <typename> class From>
Error transform_to_complex(const KernelContext& context, const Tensor& self,
                           const TransformedDims& dims, int64_t normalization, bool forward,
                           Tensor& out) {
  if (out.numel() == 0) return Error::Ok;
  return dispatch<Facts::out.dtypes & kComplexTypes>(out.scalar_type(), [&](auto tag) {
    using C = typename decltype(tag)::Type;
    using R = PartsOf<C>;
    LineTransform<R> its;
    KERF_TRY(its.allocate(context, dims.longest));
    its.begin(self.size(dims.last()), forward);
    transform_lines<R, From<C>, C>(its, self, out, dims.last(), dims.scale<R>(normalization));
    for (size_t i = 0; i + 1 < dims.count; ++i) {
      its.begin(out.size(dims.at[i]), forward);
      transform_lines<R, C, C>(its, out, out, dims.at[i], R{1});
    }
    return Error::Ok;
  });
}

inline Error check_parts(const Tensor& complex, const Tensor& real) {
  if (is_complex(complex.scalar_type()) && part_type(complex.scalar_type()) == real.scalar_type())
    return Error::Ok;
  return fault(Error::InvalidType, "a dtype that is not that of the complex one's parts");
}

// out[.., j, ..] = scale * sum over k of self[.., k, ..] * exp(-2 pi i j k / n), of the real self
// and along each of `dim`; of the last one only j <= n / 2 where `onesided`.
// Source: aten::_fft_r2c.out
template <typename Facts>
Error fft_r2c_out(KernelContext& context, const Tensor& self, Span<const int64_t> dim,
                  int64_t normalization, bool onesided, Tensor& out) {
  KERF_TRY(check_parts(out, self));
  TransformedDims dims;
  KERF_TRY(dims.read(dim, self.sizes(), normalization));
  int32_t sizes[kMaxRank];
  for (size_t i = 0; i < self.dim(); ++i) sizes[i] = self.size(i);
  if (onesided) sizes[dims.last()] = sizes[dims.last()] / 2 + 1;
  KERF_TRY(resize(out, {sizes, self.dim()}));
  return transform_to_complex<Facts, PartsOf>(context, self, dims, normalization, true, out);
}

// Transforms a complex self; with exp(+2 pi i j k / n) unless `forward`.
// Source: aten::_fft_c2c.out
template <typename Facts>
Error fft_c2c_out(KernelContext& context, const Tensor& self, Span<const int64_t> dim,
                  int64_t normalization, bool forward, Tensor& out) {
  if (self.scalar_type() != out.scalar_type())
    return fault(Error::InvalidType, "the output's dtype is not the input's");
  TransformedDims dims;
  KERF_TRY(dims.read(dim, self.sizes(), normalization));
  KERF_TRY(resize(out, self.sizes()));
  return transform_to_complex<Facts, Itself>(context, self, dims, normalization, forward, out);
}

// The real part of the inverse along `dim`, without scale: of the last one self has the first
// n / 2 + 1 of n = last_dim_size elements, and the others are their conjugates. Errors also:
// InvalidArgument (self has another number of them).   Source: aten::_fft_c2r.out
template <typename Facts>
Error fft_c2r_out(KernelContext& context, const Tensor& self, Span<const int64_t> dim,
                  int64_t normalization, int64_t last_dim_size, Tensor& out) {
  KERF_TRY(check_parts(self, out));
  int32_t sizes[kMaxRank];
  for (size_t i = 0; i < self.dim(); ++i) sizes[i] = self.size(i);
  size_t last = 0;
  if (!dim.empty()) KERF_TRY(wrap_dim(dim[dim.size() - 1], self.dim(), last));
  if (self.dim() == 0 || last_dim_size < 1 || last_dim_size > INT32_MAX ||
      last_dim_size / 2 + 1 != sizes[last])
    return fault(Error::InvalidArgument, "a spectrum that is not that of so many elements");
  sizes[last] = static_cast<int32_t>(last_dim_size);
  TransformedDims dims;
  KERF_TRY(dims.read(dim, {sizes, self.dim()}, normalization));
  KERF_TRY(resize(out, {sizes, self.dim()}));
  if (out.numel() == 0) return Error::Ok;
  return dispatch<Facts::self.dtypes & kComplexTypes>(self.scalar_type(), [&](auto tag) {
    using C = typename decltype(tag)::Type;
    using R = PartsOf<C>;
    LineTransform<R> its;
    KERF_TRY(its.allocate(context, dims.longest));
    Tensor spectrum = self;
    for (size_t i = 0; i + 1 < dims.count; ++i) {
      Tensor given = spectrum;
      if (i == 0) {
        C* const copy = context.scratch<C>(self.numel());
        if (copy == nullptr) return Error::MemoryAllocationFailed;
        spectrum = self.with_data(copy);
      }
      its.begin(self.size(dims.at[i]), false);
      transform_lines<R, C, C>(its, given, spectrum, dims.at[i], R{1});
    }
    its.begin(out.size(last), false);
    transform_lines<R, C, R>(its, spectrum, out, last, dims.scale<R>(normalization));
    return Error::Ok;
  });
}

}  // namespace kerf::portable
