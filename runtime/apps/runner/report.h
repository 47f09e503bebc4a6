// The JSON line of one call, and the files of its output tensors.
#pragma once

#include "apps/runner/session.h"

namespace kerf::runner {

// Writes each output tensor to `output_dir`/output-<call>-<index>.bin and prints one line about the
// call to stdout. Errors: AccessFailed, InvalidType (an output is a list).
Error report_call(const LoadedMethod& loaded, size_t call, const char* output_dir,
                  uint64_t time_ns);

}  // namespace kerf::runner
