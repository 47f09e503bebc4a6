// Runs the checks on a board, in a memory that ends on both sides.
#include "platform/port.h"
#include "tests/runtime/isa/operand.h"

namespace kerf::checks {

uint32_t checks;

Region guarded() {
  return {reinterpret_cast<uint8_t*>(KERF_GUARDED_BEGIN),
          reinterpret_cast<uint8_t*>(KERF_GUARDED_END)};
}

void failed(const char* what, const int32_t* numbers, size_t count) {
  size_t length = 0;
  while (what[length] != '\0') ++length;
  platform::emit(numbers, count * sizeof *numbers);
  platform::emit(what, length);
  platform::finish(1);
}

}  // namespace kerf::checks

// A model of one byte is the command: 0 checks, 1 reads the byte before the memory, 2 that after
// it.
extern "C" int main() {
  using namespace kerf::checks;
  const uint8_t mode = kerf::platform::model().data()[0];
  if (mode != 0) {
    const volatile uint8_t* at = mode == 1 ? guarded().begin - 1 : guarded().end;
    const uint8_t found = *at;
    kerf::platform::emit(&found, 1);
    return 0;
  }
  run_checks();
  kerf::platform::emit(&checks, sizeof checks);
  return 0;
}
