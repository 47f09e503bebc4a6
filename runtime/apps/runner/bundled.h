// Bundled programs (`.bpte`): a program with inputs and expected outputs.
#pragma once

#include "apps/runner/session.h"
#include "flatbuffer/table.h"

namespace kerf::runner {

class BundledProgram {
 public:
  // Whether `bytes` have the identifier of one.
  static bool is_bundle(Span<const uint8_t> bytes);

  // Checks everything that run_bundled() reads. `bytes` outlive it. Errors: InvalidProgram,
  // InvalidArgument.
  static Result<BundledProgram> load(Span<const uint8_t> bytes);

  Span<const uint8_t> program() const;
  flatbuffer::TableVector suites() const;

 private:
  explicit BundledProgram(flatbuffer::Table root) : root_(root) {}

  flatbuffer::Table root_;
};

// Runs each case with at most `max_jumps` jumps back, prints one JSON line for it with the largest
// difference, and reports how many failed. Errors: those of loading and running; InvalidProgram
// (malformed case); Internal where outputs differ.
Error run_bundled(Session& session, const BundledProgram& bundle, uint32_t max_jumps);

}  // namespace kerf::runner
