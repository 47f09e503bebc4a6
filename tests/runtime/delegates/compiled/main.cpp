// Calls the compiled m.pte twice, and prints its outputs.
#include <stdio.h>

#include "delegate/backend.h"
#include "include/m.h"

int main() {
  alignas(16) static unsigned char arena[m_forward_arena_bytes];
  const float in[6] = {1, 2, 3, 4, 5, 6};
  for (int run = 0; run < 2; ++run) {
    float out[6] = {};
    printf("%d:", m_forward(arena, in, out));
    for (const float each : out) printf(" %g", static_cast<double>(each));
    kerf::BackendOption live{"live", kerf::Scalar(int64_t{-1})};
    (void)kerf::get_option("ScaleBackend", {&live, 1});
    printf(", live %lld\n", static_cast<long long>(live.value.integer()));
  }
  return 0;
}
