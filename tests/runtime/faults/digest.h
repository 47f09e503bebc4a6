// Hashes of what programs return.
#pragma once

#include <stdint.h>

#include "core/span.h"

namespace kerf::faults {

inline constexpr uint64_t kEmptyDigest = 0xcbf29ce484222325u;

// FNV-1a.
inline void add(Span<const uint8_t> bytes, uint64_t& digest) {
  for (const uint8_t byte : bytes) digest = (digest ^ byte) * 0x100000001b3u;
}

template <typename T>
void add_value(const T& value, uint64_t& digest) {
  add({reinterpret_cast<const uint8_t*>(&value), sizeof value}, digest);
}

// Whether inputs have their largest shapes: in the first run, then in the second.
inline constexpr bool kShapes[] = {true, false};

// The lowest byte of every other element, of 2^`shift` bytes each: 1 as an integer or a bool.
inline void fill_input(Span<uint8_t> bytes, unsigned shift) {
  for (size_t at = 0; at < bytes.size(); at += size_t{2} << shift) bytes[at] = 1;
}

// The size of dimension `dim` of an input in its largest shape, or with half as many rows.
inline int32_t input_size(int32_t size, size_t dim, bool largest) {
  return largest || dim > 0 ? size : (size + 1) / 2;
}

}  // namespace kerf::faults
