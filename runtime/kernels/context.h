// What a kernel may use beside its arguments.
#pragma once

#include "memory/arena.h"

namespace kerf {

class KernelContext {
 public:
  explicit KernelContext(Arena& temp) : temp_(&temp) {}

  // Scratch that is taken back when the kernel returns. Its need is the kernel's `scratch` in
  // functions.yaml.
  Arena& temp() const { return *temp_; }

 private:
  Arena* temp_;
};

}  // namespace kerf
