// The host runner: loads a program and calls its methods on files.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apps/runner/arguments.h"
#include "apps/runner/bundled.h"
#include "apps/runner/files.h"
#include "apps/runner/input.h"
#include "apps/runner/profile.h"
#include "apps/runner/report.h"
#include "apps/runner/session.h"
#include "apps/runner/thread_pool.h"
#include "core/fault.h"
#include "core/lowered.h"

namespace kerf::runner {
namespace {

int by_value(const void* a, const void* b) {
  const uint64_t left = *static_cast<const uint64_t*>(a);
  const uint64_t right = *static_cast<const uint64_t*>(b);
  return left < right ? -1 : left > right;
}

// Runs one call as often as `arguments` specify; *time_ns becomes the median time.
Error run_call(const Arguments& arguments, LoadedMethod& loaded, Span<const Input> inputs,
               ProfileFile& profile, uint64_t* time_ns) {
  const uint32_t repeat = arguments.repeat;
  uint64_t* times = static_cast<uint64_t*>(malloc(repeat * sizeof(uint64_t)));
  if (times == nullptr)
    return fault(Error::MemoryAllocationFailed, "the host has not enough memory");
  Error error = profile.begin(*loaded.method);
  for (uint32_t run = 0; run < repeat && error == Error::Ok; ++run) {
    // Set before each run: a run may overwrite the memory of a planned input.
    for (size_t i = 0; i < inputs.size() && error == Error::Ok; ++i) {
      error = loaded.method->set_input(i, inputs[i].value);
      if (error != Error::Ok) error = refused(error, loaded.method->method_meta(), i, inputs[i]);
    }
    if (error != Error::Ok) break;
    const uint64_t start = now_ns();
    error = loaded.method->execute(arguments.max_jumps);
    times[run] = now_ns() - start;
    profile.end_run(*loaded.method);
  }
  if (error == Error::Ok) {
    qsort(times, repeat, sizeof(uint64_t), by_value);
    *time_ns = times[repeat / 2];
  }
  free(times);
  return error;
}

Error call(const Arguments& arguments, size_t index, LoadedMethod& loaded, ProfileFile& profile) {
  const CallArguments& wanted = arguments.calls[index];
  const MethodMeta meta = loaded.method->method_meta();
  if (wanted.input_count != meta.num_inputs()) {
    char counts[120];
    snprintf(counts, sizeof counts, "%.60s takes %zu, given %zu", wanted.method, meta.num_inputs(),
             wanted.input_count);
    return fault(Error::InvalidArgument, "wrong number of inputs", counts);
  }
  Input* inputs = static_cast<Input*>(calloc(wanted.input_count + 1, sizeof(Input)));
  if (inputs == nullptr)
    return fault(Error::MemoryAllocationFailed, "the host has not enough memory");
  Error error = Error::Ok;
  for (size_t i = 0; i < wanted.input_count && error == Error::Ok; ++i) {
    error = read_input(arguments.inputs[wanted.first_input + i], meta, i, inputs[i]);
  }
  uint64_t time_ns = 0;
  if (error == Error::Ok)
    error = run_call(arguments, loaded, {inputs, wanted.input_count}, profile, &time_ns);
  if (error == Error::Ok) error = report_call(loaded, index, arguments.output_dir, time_ns);
  free(inputs);
  return error;
}

// `model` becomes the bytes of the program.
Error run(const Arguments& arguments, Span<const uint8_t>& model) {
  const Result<Span<const uint8_t>> file = map_file(arguments.model);
  if (!file.ok()) return file.error();
  Span<const uint8_t> data[kMaxDataFiles];
  for (size_t i = 0; i < arguments.data_count; ++i) {
    const Result<Span<const uint8_t>> bytes = map_file(arguments.data[i]);
    if (!bytes.ok()) return bytes.error();
    data[i] = bytes.get();
  }
  model = file.get();
  Result<BundledProgram> bundle = Error::NotFound;
  if (BundledProgram::is_bundle(model)) {
    bundle = BundledProgram::load(model);
    if (!bundle.ok()) return bundle.error();
    model = bundle->program();
  }
  if (arguments.bundled && !bundle.ok())
    return fault(Error::InvalidArgument, "not a bundled program", arguments.model);
  const Result<const ParallelFor*> threads = start_threads(arguments.threads);
  if (!threads.ok()) return threads.error();
  static Session session(arguments.seed, threads.get());
  KERF_TRY(session.open(model, {data, arguments.data_count}));
  if (arguments.bundled) return run_bundled(session, bundle.get(), arguments.max_jumps);

  LoadedMethod* loaded[kMaxCalls];
  for (size_t i = 0; i < arguments.call_count; ++i) {
    const Result<LoadedMethod*> method = session.load(arguments.calls[i].method);
    if (!method.ok()) return method.error();
    loaded[i] = method.get();
  }
  ProfileFile profile;
  KERF_TRY(profile.open(arguments.profile));
  for (size_t i = 0; i < arguments.call_count; ++i)
    KERF_TRY(call(arguments, i, *loaded[i], profile));
  return profile.close();
}

int tell(Error error) {
  if (error == Error::Ok) return 0;
  fflush(stdout);
  const char* what = last_fault();
  fprintf(stderr, "error: %s (0x%02x): %s\n", to_string(error), static_cast<unsigned>(error),
          what[0] != '\0' ? what : "no further detail");
  return static_cast<int>(error);
}

// Prints what to do with a program whose parts were compiled for a backend that Kerf turns back.
void advise(Span<const uint8_t> model) {
  if (memmem(model.data(), model.size(), kTurnedBack, sizeof kTurnedBack - 1) != nullptr)
    fprintf(stderr, "%s\n", kStillLowered);
}

}  // namespace
}  // namespace kerf::runner

int main(int argc, char** argv) {
  static kerf::runner::Arguments arguments;
  if (const kerf::Error error = kerf::runner::parse(argc, argv, arguments);
      error != kerf::Error::Ok) {
    return kerf::runner::tell(error);
  }
  if (arguments.help) {
    fputs(kerf::runner::kUsage, stdout);
    return 0;
  }
  kerf::Span<const uint8_t> model;
  const kerf::Error error = kerf::runner::run(arguments, model);
  const int code = kerf::runner::tell(error);
  if (error == kerf::Error::NotFound || error == kerf::Error::NotSupported)
    kerf::runner::advise(model);
  return code;
}
