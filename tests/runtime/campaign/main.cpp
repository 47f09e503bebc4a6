// Runs many programs in one process, each in memory of exactly the sizes that it needs.
//   campaign PACK FIRST [first-runs]
// PACK holds programs one after the other, each after its length (32 bits); those before number
// FIRST are skipped. Prints a line for each program: the name of the error code, the digest of its
// outputs (0 where it failed), and what failed, in its smaller shapes if not before. Never returns
// where a sanitizer finds anything, or a program does not end: the culprit is then the first
// program that has no line. With `first-runs` the line has the name and the digest of each method's
// first run, in its largest and in its smaller shapes.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "apps/runner/files.h"
#include "core/fault.h"
#include "tests/runtime/faults/attempt.h"
#include "tests/runtime/faults/block.h"

namespace kerf::faults {
namespace {

constexpr unsigned kSeconds = 20;  // that one program may take
constexpr Limits kLimits = {size_t{1} << 20, 200};

void show(Error error, uint64_t digest) {
  printf("%s:%016" PRIx64 " ", to_string(error), error == Error::Ok ? digest : 0);
}

int run_all(Span<const uint8_t> pack, size_t first, bool first_runs_only) {
  size_t at = 0;
  for (size_t number = 0; at < pack.size(); ++number) {
    uint32_t bytes = 0;
    if (pack.size() - at < sizeof bytes) return 3;
    memcpy(&bytes, pack.data() + at, sizeof bytes);
    at += sizeof bytes;
    if (pack.size() - at < bytes) return 3;
    const Span<const uint8_t> program(pack.data() + at, bytes);
    at += bytes;
    if (number < first) continue;
    Block model;
    if (!model.copy(program)) return 3;
    alarm(kSeconds);
    uint64_t digest = 0;
    clear_fault();
    if (first_runs_only) {
      const Error error = first_runs(model.span(), kLimits, show);
      printf("%s\n", error == Error::Ok ? "" : to_string(error));
      continue;
    }
    const Error error = attempt(model.span(), {}, kLimits, &digest);
    printf("%s %016" PRIx64 " %s\n", to_string(error), digest, last_fault());
  }
  return 0;
}

}  // namespace
}  // namespace kerf::faults

int main(int argc, char** argv) {
  using namespace kerf;
  if (argc < 3) return 2;
  const Result<Span<const uint8_t>> pack = runner::map_file(argv[1]);
  if (!pack.ok()) return 3;
  setvbuf(stdout, nullptr, _IOLBF, 0);
  return faults::run_all(pack.get(), strtoul(argv[2], nullptr, 10), argc > 3);
}
