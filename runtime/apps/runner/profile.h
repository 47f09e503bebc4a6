// A file of what each instruction took.
#pragma once

#include <stdio.h>

#include "executor/method.h"

namespace kerf::runner {

// Writes the instructions of runs as Chrome's trace events, in the form of
// docs/reference/profile.md. Without a path it does nothing.
class ProfileFile {
 public:
  // Errors: NotSupported (the target was built without), MemoryAllocationFailed, AccessFailed.
  Error open(const char* path);

  // Makes the runs of `method` that follow be noted. Error: NotSupported.
  Error begin(Method& method);
  // Writes what the last run of `method` noted.
  void end_run(const Method& method);

  // Errors: AccessFailed (a full disk).
  Error close();

 private:
  FILE* file_ = nullptr;
  Profile profile_{};
  uint64_t first_ = 0;
  uint32_t run_ = 0;
  uint32_t lost_ = 0;
  const char* method_ = "";
};

// Nanoseconds of the monotonic clock.
uint64_t now_ns();

}  // namespace kerf::runner
