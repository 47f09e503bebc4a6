// An option of a backend: a bool, an int or a string.
#pragma once

#include <array>
#include <variant>

#include "executorch/runtime/core/error.h"
#include "executorch/runtime/core/span.h"

namespace executorch::runtime {

inline constexpr size_t kMaxOptionKeyLength = 64;
inline constexpr size_t kMaxOptionValueLength = 256;

using OptionValue = std::variant<bool, int, std::array<char, kMaxOptionValueLength>>;

struct BackendOption {
  char key[kMaxOptionKeyLength]{};
  OptionValue value;
};

}  // namespace executorch::runtime

namespace torch::executor {
using ::executorch::runtime::BackendOption;
}
