// An argument of a delegate's call: a tensor, a number, or none.
#pragma once

#include "executorch/runtime/core/exec_aten/exec_aten.h"
#include "executorch/runtime/core/result.h"

namespace executorch::runtime {

enum class Tag : uint32_t { None, Tensor, String, Double, Int, Bool };

struct EValue {
  EValue() : EValue(Tag::None) { payload.integer = 0; }
  EValue(const aten::Tensor& value) : EValue(Tag::Tensor) { payload.tensor = value; }
  EValue(int64_t value) : EValue(Tag::Int) { payload.integer = value; }
  EValue(double value) : EValue(Tag::Double) { payload.real = value; }
  EValue(bool value) : EValue(Tag::Bool) { payload.truth = value; }

  bool isNone() const { return tag == Tag::None; }
  bool isTensor() const { return tag == Tag::Tensor; }
  bool isInt() const { return tag == Tag::Int; }
  bool isDouble() const { return tag == Tag::Double; }
  bool isBool() const { return tag == Tag::Bool; }
  bool isScalar() const { return isInt() || isDouble() || isBool(); }
  // No delegate is called with a string or a list.
  bool isString() const { return false; }
  bool isIntList() const { return false; }
  bool isBoolList() const { return false; }
  bool isDoubleList() const { return false; }
  bool isTensorList() const { return false; }
  bool isListOptionalTensor() const { return false; }

  // A value of another kind stops the program, as in ExecuTorch.
  const aten::Tensor& toTensor() const {
    ET_CHECK(isTensor());
    return payload.tensor;
  }
  aten::Tensor& toTensor() {
    ET_CHECK(isTensor());
    return payload.tensor;
  }
  int64_t toInt() const {
    ET_CHECK(isInt());
    return payload.integer;
  }
  double toDouble() const {
    ET_CHECK(isDouble());
    return payload.real;
  }
  bool toBool() const {
    ET_CHECK(isBool());
    return payload.truth;
  }
  aten::Scalar toScalar() const {
    ET_CHECK(isScalar());
    if (isInt()) return payload.integer;
    if (isDouble()) return payload.real;
    return payload.truth;
  }
  Result<int64_t> tryToInt() const {
    if (!isInt()) return Error::InvalidType;
    return payload.integer;
  }
  Result<double> tryToDouble() const {
    if (!isDouble()) return Error::InvalidType;
    return payload.real;
  }
  Result<bool> tryToBool() const {
    if (!isBool()) return Error::InvalidType;
    return payload.truth;
  }

  union Payload {
    Payload() : integer(0) {}
    aten::Tensor tensor;
    int64_t integer;
    double real;
    bool truth;
  } payload;
  Tag tag;

 private:
  explicit EValue(Tag kind) : tag(kind) {}
};

}  // namespace executorch::runtime

namespace torch::executor {
using ::executorch::runtime::EValue;
using ::executorch::runtime::Tag;
}  // namespace torch::executor
