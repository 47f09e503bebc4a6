// A number whose type is known at run time.
#pragma once

#include <type_traits>

#include "executorch/runtime/core/portable_type/short_float.h"
#include "executorch/runtime/platform/assert.h"
#include "tensor/scalar.h"

namespace executorch::runtime::etensor {

class Scalar {
 public:
  Scalar() = default;
  explicit Scalar(const ::kerf::Scalar& scalar) : scalar_(scalar) {}
  Scalar(bool value) : scalar_(value) {}
  Scalar(double value) : scalar_(value) {}
  Scalar(Half value) : scalar_(static_cast<double>(static_cast<float>(value))) {}
  Scalar(BFloat16 value) : scalar_(static_cast<double>(static_cast<float>(value))) {}
  template <typename T, std::enable_if_t<std::is_integral_v<T>, bool> = true>
  Scalar(T value) : scalar_(static_cast<int64_t>(value)) {}

  bool isIntegral(bool with_bool) const {
    return scalar_.kind() == Kind::Int || (with_bool && isBoolean());
  }
  bool isFloatingPoint() const { return scalar_.is_floating(); }
  bool isBoolean() const { return scalar_.kind() == Kind::Bool; }

  // The value as a T, converted where it has another type.
  template <typename T>
  T to() const {
    if constexpr (std::is_same_v<T, bool>) {
      return isFloatingPoint() ? scalar_.real() != 0 : scalar_.integer() != 0;
    } else {
      return scalar_.to<T>();
    }
  }

 private:
  using Kind = ::kerf::Scalar::Kind;

  ::kerf::Scalar scalar_;
};

}  // namespace executorch::runtime::etensor

namespace torch::executor {
using ::executorch::runtime::etensor::Scalar;
}
