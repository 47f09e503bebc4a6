// Memory of a size that is known when the program is compiled, also where the size is 0.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/span.h"
#include "memory/memory_manager.h"

namespace kerf {

// kBytes for an arena, a planned memory or a program. C++ has no array without elements, but a
// model may need nothing of one kind (selected::kTempBytes is 0). A static Block is in .bss.
template <size_t kBytes>
struct Block {
  constexpr operator Span<uint8_t>() { return {bytes, kBytes}; }  // NOLINT: a block is a span

  alignas(kPlannedAlignment) uint8_t bytes[kBytes == 0 ? 1 : kBytes];
};

}  // namespace kerf
