// Where kernels draw random numbers from.
#pragma once

#include "core/generator.h"
#include "selected/features.h"

namespace kerf {

// The caller's generator, or none. Without random kernels not even a pointer to it.
template <bool kSelected>
class RandomSourceIf {
 public:
  constexpr RandomSourceIf(Generator*) {}  // NOLINT: a generator is a source
  Generator* generator() const { return nullptr; }
};
template <>
class RandomSourceIf<true> {
 public:
  constexpr RandomSourceIf(Generator* generator) : generator_(generator) {}  // NOLINT
  // Null where the caller supplied none.
  Generator* generator() const { return generator_; }

 private:
  Generator* generator_;
};

using RandomSource = RandomSourceIf<selected::features::random>;

}  // namespace kerf
