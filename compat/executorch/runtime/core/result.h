// A value, or the error that prevented it.
#pragma once

#include <utility>

#include "executorch/runtime/core/error.h"

namespace executorch::runtime {

// T can be made without arguments: where there is an error, the value is such a one.
template <typename T>
class [[nodiscard]] Result final {
 public:
  using value_type = T;

  Result(Error error) : error_(error == Error::Ok ? Error::Internal : error) {}
  Result(const T& value) : value_(value) {}
  Result(T&& value) : value_(std::move(value)) {}

  bool ok() const { return error_ == Error::Ok; }
  Error error() const { return error_; }

  T& get() { return checked(*this); }
  const T& get() const { return checked(*this); }
  T& operator*() & { return get(); }
  const T& operator*() const& { return get(); }
  T* operator->() { return &get(); }
  const T* operator->() const { return &get(); }

 private:
  template <typename Self>
  static auto& checked(Self& self) {
    ET_CHECK(self.ok());
    return self.value_;
  }

  T value_{};
  Error error_ = Error::Ok;
};

}  // namespace executorch::runtime

namespace torch::executor {
using ::executorch::runtime::Result;
}

#define ET_UNWRAP(result, ...)     \
  ({                               \
    auto& kerf_result_ = (result); \
    if (!kerf_result_.ok()) {      \
      return kerf_result_.error(); \
    }                              \
    std::move(*kerf_result_);      \
  })
