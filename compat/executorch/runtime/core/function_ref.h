// A function to call, which others own: no copy, no heap.
#pragma once

#include <stdint.h>

#include <type_traits>
#include <utility>

namespace executorch::runtime {

template <typename Signature>
class FunctionRef;

template <typename R, typename... A>
class FunctionRef<R(A...)> {
 public:
  FunctionRef() = default;
  template <typename F,
            std::enable_if_t<!std::is_same_v<std::decay_t<F>, FunctionRef>, bool> = true>
  FunctionRef(F&& function)
      : call_([](intptr_t at, A... arguments) -> R {
          return (*reinterpret_cast<std::remove_reference_t<F>*>(at))(
              std::forward<A>(arguments)...);
        }),
        at_(reinterpret_cast<intptr_t>(&function)) {}

  R operator()(A... arguments) const { return call_(at_, std::forward<A>(arguments)...); }
  explicit operator bool() const { return call_ != nullptr; }

 private:
  R (*call_)(intptr_t, A...) = nullptr;
  intptr_t at_ = 0;
};

}  // namespace executorch::runtime

namespace torch::executor {
using ::executorch::runtime::FunctionRef;
}
