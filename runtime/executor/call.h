// One operator call of a program: its arguments by position, converted to what a kernel takes.
#pragma once

#include "core/optional.h"
#include "core/result.h"
#include "core/span.h"
#include "kernels/context.h"
#include "program/schema.h"
#include "selected/features.h"
#include "tensor/int32.h"
#include "tensor/scalar.h"
#include "tensor/tensor.h"

namespace kerf {

class Method;
struct Slot;

// Reading an argument of a kind other than requested, or a missing one, keeps the first error in
// error() and returns an empty value; the adapter checks it once, with check(), before it calls the
// kernel. Errors: InvalidProgram (too few arguments, writing a constant), InvalidType,
// InvalidState (no data yet), MemoryAllocationFailed (a list does not fit the temp arena).
// Implemented by the executor; kernels see adapters only.
class Call {
 public:
  Call(Method& method, Span<const int32_t> arguments) : method_(method), arguments_(arguments) {}

  Error error() const { return error_; }
  KernelContext context() const;

  Tensor tensor(size_t index);
  Tensor mutable_tensor(size_t index);  // an output: not a constant
  Scalar scalar(size_t index);          // an int, bool or double
  int64_t integer(size_t index);
  Int32 narrow_integer(size_t index) { return integer(index); }
  double real(size_t index);  // a double, or an int where some selected call passes one
  bool boolean(size_t index);
  bool is_none(size_t index);

  // Lists are in the temp arena or the program until the call ends.
  Span<const char> string(size_t index);
  Span<const int64_t> int_list(size_t index);
  Span<const double> double_list(size_t index);
  Span<const bool> bool_list(size_t index);
  Span<const Tensor> tensor_list(size_t index);
  Span<Tensor> mutable_tensor_list(size_t index);  // outputs: no constants
  Span<const Optional<Tensor>> optional_tensor_list(size_t index);

  // error(), and that no argument that the kernel may resize shares its sizes with another one: the
  // first `count` arguments are the kernel's parameters; bit i of `resized`: it may resize
  // parameter i. Error: InvalidProgram.
  Error check(uint32_t resized, size_t count) const {
    if constexpr (selected::features::dynamic_shapes) {
      if (error_ == Error::Ok) return check_sizes(resized, count);
    }
    return error_;
  }

  // Writes a result that is not a tensor. Error: InvalidProgram where the value is a tensor, or not
  // one that instructions write.
  void set_scalar(size_t index, const Scalar& value);

 private:
  friend Error et_view(Call& call);

  void fail(Error error) {
    if (error_ == Error::Ok) error_ = error;
  }
  Slot argument(size_t index);                       // of type Absent where there is none
  Slot typed(size_t index, schema::ValueType type);  // after a fault without a member
  Tensor view(const Slot& state);
  [[gnu::noinline]] Tensor tensor(size_t index, bool written);
  Error check_sizes(uint32_t resized, size_t count) const;
  // Calls visit(const Slot&) with each tensor of an argument, and with the items of lists of them.
  template <typename Visit>
  void each_tensor(size_t index, Visit visit) const;
  template <typename T>
  T* room_for(size_t count);
  template <bool kMutable>
  Span<Tensor> tensors(size_t index);

  Method& method_;
  Span<const int32_t> arguments_;
  Error error_ = Error::Ok;
};

}  // namespace kerf
