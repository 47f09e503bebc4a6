// The damages of a campaign: each is a function of the file and a number.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/span.h"

namespace kerf::faults {

// A way to damage a file; `number` counts from 0. Writes the result to `out`, which holds the file,
// and its length to *bytes. Returns false where `number` is beyond the last damage of that way.
using Damage = bool (*)(size_t number, Span<uint8_t> out, size_t* bytes);

// None: the file as it is, once.
bool keep(size_t number, Span<uint8_t> out, size_t* bytes);

// The first `number` bytes only.
bool truncate(size_t number, Span<uint8_t> out, size_t* bytes);

// One byte, by turns ^0xFF, ^0x01, ^0x80 and = 0.
bool flip(size_t number, Span<uint8_t> out, size_t* bytes);

// One aligned 32-bit number set to one of the values at which arithmetic goes wrong.
bool number(size_t number, Span<uint8_t> out, size_t* bytes);

// One to four places overwritten, moved or swapped, by a generator with the seed `number`.
// Has no end.
bool scramble(size_t number, Span<uint8_t> out, size_t* bytes);

}  // namespace kerf::faults
