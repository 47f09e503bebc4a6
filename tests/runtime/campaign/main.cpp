// Runs many programs in one process, each in memory of exactly the sizes that it needs.
//   campaign PACK FIRST [first-runs|data|bundled]
// PACK holds files one after the other, each after its length (32 bits); the programs before number
// FIRST are skipped. Prints a line for each program: the name of the error code, the digest of its
// outputs (0 where it failed), and what failed, in its smaller shapes if not before. Never returns
// where a sanitizer finds anything, or a program does not end: the culprit is then the first
// program that has no line. With `first-runs` the line has the name and the digest of each method's
// first run, in its largest and in its smaller shapes. With `data` a .ptd follows each program.
// With `bundled` the files are .bpte, each of which runs its cases in a process of its own: what
// the runner loads it keeps until it ends.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "apps/runner/bundled.h"
#include "apps/runner/files.h"
#include "core/fault.h"
#include "tests/runtime/delegates/live.h"
#include "tests/runtime/faults/attempt.h"
#include "tests/runtime/faults/block.h"

namespace kerf::faults {
namespace {

constexpr unsigned kSeconds = 20;  // that one program may take
constexpr Limits kLimits = {size_t{1} << 20, 200};

void show(Error error, uint64_t digest) {
  printf("%s:%016" PRIx64 " ", to_string(error), error == Error::Ok ? digest : 0);
}

enum class Form { Program, FirstRuns, Data, Bundled };

Form form_of(const char* name) {
  if (strcmp(name, "first-runs") == 0) return Form::FirstRuns;
  if (strcmp(name, "data") == 0) return Form::Data;
  return strcmp(name, "bundled") == 0 ? Form::Bundled : Form::Program;
}

// Whether `pack` had a file more, which is then no longer in it.
bool next(Span<const uint8_t>& pack, Span<const uint8_t>& file) {
  uint32_t bytes = 0;
  if (pack.size() < sizeof bytes) return false;
  memcpy(&bytes, pack.data(), sizeof bytes);
  if (pack.size() - sizeof bytes < bytes) return false;
  file = {pack.data() + sizeof bytes, bytes};
  pack = {file.data() + bytes, pack.size() - sizeof bytes - bytes};
  return true;
}

Error run_cases(Span<const uint8_t> file) {
  const Result<runner::BundledProgram> bundle = runner::BundledProgram::load(file);
  if (!bundle.ok()) return bundle.error();
  runner::Session session(0);
  KERF_TRY(session.open(bundle->program(), {}));
  return runner::run_bundled(session, bundle.get(), kLimits.max_jumps_back);
}

// Whether the process ended by itself, with *error.
bool run_apart(Span<const uint8_t> file, Error* error) {
  void* const page =
      mmap(nullptr, sizeof *error, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (page == MAP_FAILED) return false;
  const pid_t child = fork();
  if (child == 0) {
    alarm(kSeconds);
    if (freopen("/dev/null", "w", stdout) == nullptr) _exit(2);
    *static_cast<Error*>(page) = run_cases(file);
    _exit(0);
  }
  int status = 1;
  const bool ended = child > 0 && waitpid(child, &status, 0) == child && status == 0;
  *error = *static_cast<Error*>(page);
  munmap(page, sizeof *error);
  return ended;
}

int run_all(Span<const uint8_t> pack, size_t first, Form form) {
  for (size_t number = 0; !pack.empty(); ++number) {
    Span<const uint8_t> files[2];
    if (!next(pack, files[0]) || (form == Form::Data && !next(pack, files[1]))) return 3;
    if (number < first) continue;
    Block model;
    Block data;
    if (!model.copy(files[0]) || !data.copy(files[1])) return 3;
    uint64_t digest = 0;
    Error error;
    clear_fault();
    if (form == Form::Bundled) {
      if (!run_apart(model.span(), &error)) return 4;
      printf("%s %016" PRIx64 " \n", to_string(error), digest);
      continue;
    }
    alarm(kSeconds);
    if (form == Form::FirstRuns) {
      error = first_runs(model.span(), kLimits, show);
      if (live_delegates() != 0) return 5;
      printf("%s\n", error == Error::Ok ? "" : to_string(error));
      continue;
    }
    error = attempt(model.span(), data.span(), kLimits, &digest);
    if (live_delegates() != 0) return 5;
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
  const faults::Form form = faults::form_of(argc > 3 ? argv[3] : "");
  return faults::run_all(pack.get(), strtoul(argv[2], nullptr, 10), form);
}
