// An input or output of a method: a tensor, a number, or nothing.
#pragma once

#include "tensor/scalar.h"
#include "tensor/tensor.h"

namespace kerf {

class Value {
 public:
  // In the order of ExecuTorch's KernelTypes.
  enum class Kind : uint8_t { None, Int, Bool, Double, Tensor };

  Value() : none_(0) {}
  Value(const Tensor& tensor)
      : tensor_(tensor), kind_(Kind::Tensor) {}  // NOLINT: a tensor is a value
  Value(const Scalar& scalar)                    // NOLINT: a number is a value
      : scalar_(scalar), kind_(static_cast<Kind>(static_cast<uint8_t>(scalar.kind()) + 1)) {}

  Kind kind() const { return kind_; }
  bool is_tensor() const { return kind_ == Kind::Tensor; }

  // Only for a value of that kind.
  const Tensor& tensor() const { return tensor_; }
  Tensor& tensor() { return tensor_; }
  const Scalar& scalar() const { return scalar_; }

 private:
  static_assert(static_cast<uint8_t>(Scalar::Kind::Int) + 1 == static_cast<uint8_t>(Kind::Int));
  static_assert(static_cast<uint8_t>(Scalar::Kind::Double) + 1 ==
                static_cast<uint8_t>(Kind::Double));

  union {
    char none_;
    Tensor tensor_;
    Scalar scalar_;
  };
  Kind kind_ = Kind::None;
};

}  // namespace kerf
