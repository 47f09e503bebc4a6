// The fault campaign: damages a file in every way of one kind and runs each result.
//   campaign KIND COUNT FILE [--with OTHER]
// FILE is damaged; OTHER is the other one of a .pte and its .ptd. Prints one JSON object: how many
// mutants ended with which error code, and which of them were accepted. Never returns where a
// sanitizer finds anything.
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "apps/runner/bundled.h"
#include "apps/runner/files.h"
#include "tests/runtime/faults/attempt.h"
#include "tests/runtime/faults/block.h"
#include "tests/runtime/faults/damage.h"

extern "C" void __sanitizer_set_death_callback(void (*callback)());

namespace kerf::faults {
namespace {

constexpr unsigned kSeconds = 20;  // that one mutant may take
constexpr size_t kMaxListed = 64;

const char* kind;
size_t current;

void tell_mutant() {
  char text[80];
  const int length = snprintf(text, sizeof text, "mutant: %s %zu\n", kind, current);
  if (write(STDERR_FILENO, text, static_cast<size_t>(length)) < 0) _exit(1);
}

void on_timeout(int) {
  tell_mutant();
  const char text[] = "runtime error: the mutant does not end\n";
  if (write(STDERR_FILENO, text, sizeof text - 1) < 0) _exit(1);
  _exit(1);
}

Damage damage_of(const char* name) {
  if (strcmp(name, "keep") == 0) return keep;
  if (strcmp(name, "truncate") == 0) return truncate;
  if (strcmp(name, "flip") == 0) return flip;
  if (strcmp(name, "number") == 0) return number;
  if (strcmp(name, "scramble") == 0) return scramble;
  return nullptr;
}

bool is_data(Span<const uint8_t> bytes) {
  return bytes.size() >= 8 && memcmp(bytes.data() + 4, "FT01", 4) == 0;
}

// A bundled program is checked as such, then run as the program that it holds.
Error run(Span<const uint8_t> bytes, bool damaged_is_data, bool is_bundle,
          Span<const uint8_t> other, const Limits& limits) {
  if (damaged_is_data) return attempt(other, bytes, limits);
  if (!is_bundle) return attempt(bytes, other, limits);
  const Result<runner::BundledProgram> bundle = runner::BundledProgram::load(bytes);
  if (!bundle.ok()) return bundle.error();
  return attempt(bundle->program(), other, limits);
}

int campaign(const char* name, size_t count, Span<const uint8_t> file, Span<const uint8_t> other) {
  const Damage damage = damage_of(name);
  if (damage == nullptr) return 2;
  // Four times what the largest campaign model plans.
  const Limits limits = {size_t{64} << 10, 1000};
  const bool data = is_data(file);
  const bool bundle = runner::BundledProgram::is_bundle(file);
  size_t ended[256] = {};
  size_t accepted[kMaxListed];
  size_t accepted_count = 0;
  for (current = 0; current < count; ++current) {
    Block scratch;
    size_t bytes = 0;
    if (!scratch.copy(file)) return 3;
    if (!damage(current, scratch.span(), &bytes)) break;
    Block mutant;
    if (!mutant.copy({scratch.span().data(), bytes})) return 3;
    alarm(kSeconds);
    const Error error = run(mutant.span(), data, bundle, other, limits);
    ++ended[static_cast<uint8_t>(error)];
    if (error == Error::Ok && accepted_count < kMaxListed) accepted[accepted_count++] = current;
  }
  printf("{\"mutants\": %zu, \"ended\": {", current);
  const char* comma = "";
  for (size_t code = 0; code < 256; ++code) {
    if (ended[code] == 0) continue;
    printf("%s\"%s\": %zu", comma, to_string(static_cast<Error>(code)), ended[code]);
    comma = ", ";
  }
  printf("}, \"accepted\": [");
  for (size_t i = 0; i < accepted_count; ++i) printf("%s%zu", i == 0 ? "" : ", ", accepted[i]);
  printf("]}\n");
  return 0;
}

}  // namespace
}  // namespace kerf::faults

int main(int argc, char** argv) {
  using namespace kerf;
  if (argc != 4 && !(argc == 6 && strcmp(argv[4], "--with") == 0)) return 2;
  const Result<Span<const uint8_t>> file = runner::map_file(argv[3]);
  if (!file.ok()) return 3;
  faults::Block other;
  if (argc == 6) {
    const Result<Span<const uint8_t>> bytes = runner::map_file(argv[5]);
    if (!bytes.ok() || !other.copy(bytes.get())) return 3;
  }
  faults::kind = argv[1];
  __sanitizer_set_death_callback(faults::tell_mutant);
  signal(SIGALRM, faults::on_timeout);
  return faults::campaign(argv[1], strtoul(argv[2], nullptr, 10), file.get(), other.span());
}
