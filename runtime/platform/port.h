// What an application needs from the platform under it; each port folder implements all of it.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/span.h"

namespace kerf::platform {

// The bytes of the program to run, aligned to 128. Empty where none was placed.
Span<const uint8_t> model();

// The calls block: which method, how often, with which inputs. Format: apps/minimal/calls.h.
Span<const uint8_t> calls();

// Memory for planned tensors, method state and scratch, aligned to 128.
Span<uint8_t> arena();

// Appends `bytes` at `data` to the result stream.
void emit(const void* data, size_t bytes);

// Ends the application with status `code`.
[[noreturn]] void finish(int code);

}  // namespace kerf::platform
