// The runner's command line.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/result.h"

namespace kerf::runner {

inline constexpr size_t kMaxCalls = 256;
inline constexpr size_t kMaxInputs = 1024;  // of all calls together
inline constexpr size_t kMaxDataFiles = 64;

struct CallArguments {
  const char* method;
  size_t first_input;  // of Arguments::inputs
  size_t input_count;
};

// Strings point into argv.
struct Arguments {
  const char* model = nullptr;
  const char* data[kMaxDataFiles];
  size_t data_count = 0;
  const char* output_dir = ".";
  const char* profile = nullptr;
  uint32_t repeat = 1;
  // Jumps back that one execution may make: an endless loop of small kernels ends within a second
  // or two.
  uint32_t max_jumps = 1000000;
  uint64_t seed = 0;  // of the generator that random operators draw from
  uint32_t threads = 1;
  bool bundled = false;
  bool help = false;
  CallArguments calls[kMaxCalls];
  size_t call_count = 0;
  const char* inputs[kMaxInputs];
  size_t input_count = 0;
};

extern const char kUsage[];

// Error: InvalidArgument, described by last_fault().
Error parse(int argc, char** argv, Arguments& arguments);

}  // namespace kerf::runner
