// Copies of adjacent bytes: the few that a window sees without a call.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/libc.h"

namespace kerf::portable {

// Copies from one word to two, which may overlap.
template <typename Word>
[[gnu::always_inline]] inline void copy_words(void* to, const void* from, size_t count) {
  Word first;
  Word last;
  libc::copy(&first, from, sizeof first);
  libc::copy(&last, static_cast<const char*>(from) + (count - sizeof last), sizeof last);
  libc::copy(to, &first, sizeof first);
  libc::copy(static_cast<char*>(to) + (count - sizeof last), &last, sizeof last);
}

// Calls run(copy), where copy(to, from) copies `count` bytes.
template <typename Run>
[[gnu::always_inline]] inline void by_length(size_t count, Run run) {
  if (count == 1) return run([](void* to, const void* from) { libc::copy(to, from, 1); });
  if (count - 8 <= 8)
    return run([=](void* to, const void* from) { copy_words<uint64_t>(to, from, count); });
  if (count - 4 <= 4)
    return run([=](void* to, const void* from) { copy_words<uint32_t>(to, from, count); });
  run([=](void* to, const void* from) { libc::move(to, from, count); });
}

inline void copy_bytes(void* to, const void* from, size_t count) {
  by_length(count, [=](auto copy) { copy(to, from); });
}

inline void fill_bytes(void* to, int32_t value, size_t count) { libc::fill(to, value, count); }

}  // namespace kerf::portable
