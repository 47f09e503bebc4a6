// Calls the compiled m.pte three times, destroys its delegates after the second call and the third,
// and prints its outputs, and how many handles the backend has made and has.
#include <stdio.h>
#include <string.h>

#include "delegate/backend.h"
#include "include/m.h"

static long long count(const char* key) {
  kerf::BackendOption option{key, kerf::Scalar(int64_t{-1})};
  (void)kerf::get_option("ScaleBackend", {&option, 1});
  return static_cast<long long>(option.value.integer());
}

int main() {
  alignas(16) static unsigned char arena[m_forward_arena_bytes + 16];
  memset(arena + m_forward_arena_bytes, 0x5A, 16);
  const float in[6] = {1, 2, 3, 4, 5, 6};
  for (int run = 0; run < 3; ++run) {
    float out[6] = {};
    printf("%d:", m_forward(arena, in, out));
    for (const float each : out) printf(" %g", static_cast<double>(each));
    printf(", made %lld, live %lld", count("made"), count("live"));
    if (run > 0) m_forward_destroy(arena);
    printf(", then %lld\n", count("live"));
  }
  for (size_t i = 0; i < 16; ++i) {
    if (arena[m_forward_arena_bytes + i] != 0x5A) return 1;
  }
  return 0;
}
