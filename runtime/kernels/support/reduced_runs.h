// Where the elements are that each output of a reduction is made of.
#pragma once

#include <stdint.h>

#include "core/span.h"
#include "kernels/support/reduced_dims.h"

namespace kerf::portable {

// How dimensions are reduced: a sum of these.
using ReductionOptions = uint32_t;
// The reduced dimensions stay, with size 1.
inline constexpr ReductionOptions kKeepDims = 1;
// Elements are read in the order of their dimensions, not of their memory.
inline constexpr ReductionOptions kInRowMajor = 2;
// An output of no elements is an error.
inline constexpr ReductionOptions kSomeElements = 4;
// An empty list of dimensions names none of them, not all.
inline constexpr ReductionOptions kNoDimsIsNone = 8;

// Sets `reduced` and gives `out` its shape. Errors of those that it calls.
inline Error shape_reduction(const Tensor& self, Span<const int64_t> dims, ReductionOptions options,
                             DimSet& reduced, Tensor& out) {
  KERF_TRY(read_dims(dims, self.dim(), reduced));
  if ((options & kNoDimsIsNone) != 0 && dims.empty()) reduced = 0;
  if ((options & kSomeElements) != 0) KERF_TRY(check_not_empty(self, reduced));
  return resize_reduced(self, reduced, (options & kKeepDims) != 0, out);
}

// PlacesOf<Facts>, one of the following two, has for a reduction of `self` to `out` and `second`,
// an output of the same shape or null:
//   Places(self, dims, options, out, second)
//     Checks and wraps `dims`, all where they are empty, and gives the outputs their shapes.
//   Error error()
//     What it found: Ok; InvalidArgument (a dimension that does not exist, is named twice or, with
//     kSomeElements, has no elements; outputs that cannot have the shape); of InnerPlaces
//     NotSupported where the elements of an output are not one run of row-major tensors.
//   void each_output<To, Second>(reduce)
//     Calls reduce(Places& places, To* to, Second* second) for each output. `second` is to be
//     ignored where there is none.
// and while `reduce` runs
//   int32_t count()   how many elements the output is made of
//   const T* first<T>()   the first of them, where there is one
//   void each_run<T>(visit)   calls visit(const T* from, int32_t step, int32_t count) for runs of
//     all of them; T void is of any dtype.
template <typename T>
inline constexpr bool kIsVoid = false;
template <>
inline constexpr bool kIsVoid<void> = true;

// The elements of an output are the next run of the input.
class InnerPlaces {
 public:
  InnerPlaces(const Tensor& self, Span<const int64_t> dims, ReductionOptions options, Tensor& out,
              Tensor* second) {
    error_ = begin(self, dims, options, out, second);
    if (error_ == Error::Ok) start(self, out, second);
  }

  // Reduces all elements, in the order of their memory. Error: InvalidArgument where `out` cannot
  // have rank 0.
  InnerPlaces(const Tensor& self, Tensor& out) {
    error_ = resize(out, {});
    if (error_ == Error::Ok) start(self, out, nullptr);
  }

  Error error() const { return error_; }

  template <typename To, typename Second, typename Reduce>
  void each_output(Reduce reduce) {
    To* to = out_->mutable_data_ptr<To>();
    Second* second = second_->mutable_data_ptr<Second>();
    for (int32_t n = 0; n < outputs_; ++n, first_ += count_) {
      reduce(*this, to + n, second);
      if constexpr (!kIsVoid<Second>) ++second;
    }
  }

  int32_t count() const { return count_; }

  template <typename T>
  const T* first() const {
    if constexpr (kIsVoid<T>) {
      return self_->const_data_ptr<uint8_t>() +
             (static_cast<size_t>(first_) << element_shift(self_->scalar_type()));
    } else {
      return self_->const_data_ptr<T>() + first_;
    }
  }

  template <typename T, typename Visit>
  void each_run(Visit visit) {
    visit(first<T>(), 1, count_);
  }

 private:
  static Error begin(const Tensor& self, Span<const int64_t> dims, ReductionOptions options,
                     Tensor& out, Tensor* second) {
    DimSet reduced;
    KERF_TRY(shape_reduction(self, dims, options, reduced, out));
    if (!is_inner(self, out, reduced))
      return fault(Error::NotSupported, "a reduction of outer dimensions was not selected");
    if (second == nullptr) return Error::Ok;
    KERF_TRY(row_major(*second));
    return resize(*second, out.sizes());
  }

  void start(const Tensor& self, const Tensor& out, const Tensor* second) {
    self_ = &self;
    out_ = &out;
    second_ = second != nullptr ? second : &out;
    outputs_ = static_cast<int32_t>(out.numel());
    if (outputs_ != 0) count_ = static_cast<int32_t>(self.numel()) / outputs_;
  }

  Error error_;
  const Tensor* self_;
  const Tensor* out_;
  const Tensor* second_;
  int32_t outputs_;
  int32_t count_ = 0;
  int32_t first_ = 0;
};

// They are anywhere. What does not depend on the reduction is compiled once for all of them.
class OuterPlaces {
 public:
  [[gnu::noinline]] OuterPlaces(const Tensor& self, const Span<const int64_t>& dims,
                                ReductionOptions options, Tensor& out, Tensor* second)
      : out_(&out), second_(second != nullptr ? second : &out) {
    error_ = begin(self, dims, options);
  }

  Error error() const { return error_; }

  template <typename To, typename Second, typename Reduce>
  void each_output(Reduce reduce) {
    each_output(call<To, Second, Reduce>, &reduce);
  }

  int32_t count() const { return count_; }

  template <typename T>
  const T* first() const {
    return reinterpret_cast<const T*>(first_);
  }

  template <typename T, typename Visit>
  void each_run(Visit visit) {
    while (next_run()) visit(static_cast<const T*>(run_), step_, run_count_);
  }

 private:
  using Function = void (*)(const void* reduce, OuterPlaces& places, void* to, void* second);

  template <typename To, typename Second, typename Reduce>
  static void call(const void* reduce, OuterPlaces& places, void* to, void* second) {
    (*static_cast<const Reduce*>(reduce))(places, static_cast<To*>(to),
                                          static_cast<Second*>(second));
  }

  Error begin(const Tensor& self, Span<const int64_t> dims, ReductionOptions options) {
    DimSet reduced;
    KERF_TRY(shape_reduction(self, dims, options, reduced, *out_));
    KERF_TRY(resize(*second_, out_->sizes()));
    from_ = self.const_data_ptr<uint8_t>();
    shift_ = element_shift(self.scalar_type());
    const int32_t outputs = static_cast<int32_t>(out_->numel());
    if (outputs == 0) return Error::Ok;
    count_ = static_cast<int32_t>(self.numel()) / outputs;
    done_ = count_ == 0;
    if (done_) {
      kept_.add(outputs, {0, 1});
    } else {
      walk_reduction(self, *out_, *second_, reduced, (options & kInRowMajor) != 0, kept_, runs_);
    }
    return Error::Ok;
  }

  [[gnu::noinline]] void each_output(Function reduce, const void* with) {
    if (out_->numel() == 0) return;
    uint8_t* to = out_->mutable_data_ptr<uint8_t>();
    do {
      for (int32_t i = 0; i < kept_.count(); ++i) {
        first_ = at(from_, kept_.offset(0) + i * kept_.step(0), shift_);
        reduce(with, *this, to,
               at(second_->mutable_data_ptr<uint8_t>(), kept_.offset(1) + i * kept_.step(1),
                  element_shift(second_->scalar_type())));
        to += element_bytes(out_->scalar_type());
      }
    } while (kept_.next());
  }

  // Sets the run that each_run() visits; false after the last, the next is then the first.
  [[gnu::noinline]] bool next_run() {
    if (done_) {
      done_ = count_ == 0;
      return false;
    }
    run_ = at(first_, runs_.offset(0), shift_);
    step_ = runs_.step(0);
    run_count_ = runs_.count();
    done_ = !runs_.next();
    return true;
  }

  template <typename Byte>
  static Byte* at(Byte* data, int32_t offset, unsigned shift) {
    return data + (static_cast<size_t>(offset) << shift);
  }

  Error error_;
  bool done_ = true;  // there is no other run
  unsigned shift_;    // of elements of the input
  const uint8_t* from_;
  const uint8_t* first_;
  const void* run_;
  int32_t step_;
  int32_t run_count_;
  Tensor* out_;
  Tensor* second_;
  int32_t count_ = 0;
  Walk<2> kept_;  // the outputs
  Walk<1> runs_;  // the elements of one
};

template <typename Facts>
using PlacesOf = IfNeeds<Facts, Trait::outer_reduction, OuterPlaces, InnerPlaces>;

}  // namespace kerf::portable
