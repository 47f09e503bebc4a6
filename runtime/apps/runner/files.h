// Files of the runner: mapped for reading, written at once.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/result.h"
#include "core/span.h"

namespace kerf::runner {

// The bytes of a file, at a page boundary, until the process ends. Errors: AccessFailed.
Result<Span<const uint8_t>> map_file(const char* path);

// A copy of them that may be written to. Errors: AccessFailed.
Result<Span<uint8_t>> map_copy(const char* path);

// Writes a file of `bytes` at `data`. Errors: AccessFailed (a folder that does not exist, a full
// disk).
Error write_file(const char* path, const void* data, size_t bytes);

}  // namespace kerf::runner
