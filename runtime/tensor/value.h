// What a method takes and gives: a tensor, a number, or nothing.
#pragma once

#include "tensor/scalar.h"
#include "tensor/tensor.h"

namespace kerf {

class Value {
 public:
  enum class Kind : uint8_t { None, Int, Bool, Double, Tensor };

  Value() = default;
  Value(const Tensor& tensor) : tensor_(tensor), kind_(Kind::Tensor) {}  // NOLINT: a tensor is a value
  Value(const Scalar& scalar) : scalar_(scalar), kind_(kind_of(scalar)) {}  // NOLINT: a number is a value

  Kind kind() const { return kind_; }
  bool is_tensor() const { return kind_ == Kind::Tensor; }

  // Only where the kind says so.
  const Tensor& tensor() const { return tensor_; }
  const Scalar& scalar() const { return scalar_; }

 private:
  static Kind kind_of(const Scalar& scalar) {
    switch (scalar.kind()) {
      case Scalar::Kind::Int: return Kind::Int;
      case Scalar::Kind::Bool: return Kind::Bool;
      case Scalar::Kind::Double: return Kind::Double;
    }
    return Kind::None;
  }

  Tensor tensor_;
  Scalar scalar_;
  Kind kind_ = Kind::None;
};

}  // namespace kerf
