// What a kernel may use beside its arguments.
#pragma once

#include "memory/arena.h"

namespace kerf {

class KernelContext {
 public:
  explicit KernelContext(Arena& temp) : temp_(&temp) {}

  // Scratch that is taken back when the kernel returns. The plan counts the lists of a call only:
  // a kernel that takes more needs a larger temp arena than selected::kTempBytes.
  Arena& temp() const { return *temp_; }

 private:
  Arena* temp_;
};

}  // namespace kerf
