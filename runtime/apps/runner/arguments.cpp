// Parsing the runner's command line.
#include "apps/runner/arguments.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "apps/runner/thread_pool.h"
#include "core/fault.h"

namespace kerf::runner {

const char kUsage[] =
    "usage: runner --model M.pte [--data D.ptd]... [--output-dir DIR] [--repeat N]\n"
    "              [--max-jumps N] [--seed N] [--threads N] [--profile FILE]\n"
    "              [--call METHOD [--input VALUE]...]...\n"
    "       runner --model X.bpte --bundled [--max-jumps N] [--seed N] [--threads N]\n"
    "\n"
    "Loads every method that is named, then makes the calls in order on one loaded program;\n"
    "a method keeps its state. Without --call: one call of forward with the inputs.\n"
    "\n"
    "  --model FILE      the program (.pte), or a bundled one (.bpte)\n"
    "  --data FILE       tensors that the program refers to and that are outside it (.ptd)\n"
    "  --output-dir DIR  folder for output-<call>-<index>.bin (default: .)\n"
    "  --repeat N        run each call N times; time_ns is the median (default: 1)\n"
    "  --max-jumps N     jumps back that loops may make in one run of a method, so that it ends\n"
    "                    (default: 1000000)\n"
    "  --seed N          seed of the random numbers that operators draw (default: 0)\n"
    "  --threads N       threads that a call is divided among; results are the same (default: 1)\n"
    "  --profile FILE    write what each instruction took, as a trace; the target has\n"
    "                    `profile = true` in its [runtime]\n"
    "  --call METHOD     call this method with the inputs that follow\n"
    "  --input VALUE     FILE: raw little-endian elements in storage order; FILE@2x3 where the\n"
    "                    shape is dynamic; int:3, double:0.5, bool:true or none\n"
    "  --bundled         run the cases in a .bpte and compare with the outputs it expects\n"
    "  --help            show this\n"
    "\n"
    "Each call prints one JSON object on its own line. A failure prints\n"
    "`error: <Name> (0x..): <what>` and exits with that number.\n";

namespace {

Error usage(const char* what, const char* subject) {
  return fault(Error::InvalidArgument, what, subject);
}

Error start_call(Arguments& arguments, const char* method) {
  if (arguments.call_count == kMaxCalls) return usage("more than 256 calls", method);
  arguments.calls[arguments.call_count++] = {method, arguments.input_count, 0};
  return Error::Ok;
}

Error add_input(Arguments& arguments, const char* value) {
  if (arguments.call_count == 0) KERF_TRY(start_call(arguments, "forward"));
  if (arguments.input_count == kMaxInputs) return usage("more than 1024 inputs", value);
  arguments.inputs[arguments.input_count++] = value;
  ++arguments.calls[arguments.call_count - 1].input_count;
  return Error::Ok;
}

// Reads a number from `least` to `most` into *number; `expected` describes it in a fault.
template <typename T>
Error read_count(const char* value, T least, T most, const char* expected, T* number) {
  char* end = nullptr;
  errno = 0;
  const unsigned long long count = strtoull(value, &end, 10);
  if (value[0] < '0' || value[0] > '9' || *end != '\0' || errno != 0 || count < least ||
      count > most) {
    return usage(expected, value);
  }
  *number = static_cast<T>(count);
  return Error::Ok;
}

Error apply(Arguments& arguments, const char* option, const char* value) {
  if (strcmp(option, "--call") == 0) {
    // Inputs before the first --call belong to forward; a call after them is a second one.
    return start_call(arguments, value);
  }
  if (strcmp(option, "--input") == 0) return add_input(arguments, value);
  if (strcmp(option, "--repeat") == 0) {
    return read_count(value, 1u, 1000000u, "--repeat takes a number from 1 to 1000000, not",
                      &arguments.repeat);
  }
  if (strcmp(option, "--max-jumps") == 0) {
    return read_count(value, 0u, UINT32_MAX, "--max-jumps takes a number from 0 to 4294967295, not",
                      &arguments.max_jumps);
  }
  if (strcmp(option, "--seed") == 0) {
    return read_count(value, uint64_t{0}, UINT64_MAX,
                      "--seed takes a number from 0 to 18446744073709551615, not", &arguments.seed);
  }
  if (strcmp(option, "--threads") == 0) {
    return read_count(value, 1u, kMaxThreads, "--threads takes a number from 1 to 64, not",
                      &arguments.threads);
  }
  if (strcmp(option, "--output-dir") == 0) {
    arguments.output_dir = value;
    return Error::Ok;
  }
  if (strcmp(option, "--profile") == 0) {
    arguments.profile = value;
    return Error::Ok;
  }
  if (strcmp(option, "--model") == 0) {
    if (arguments.model != nullptr) return usage("--model is given twice", value);
    arguments.model = value;
    return Error::Ok;
  }
  if (arguments.data_count == kMaxDataFiles) return usage("more than 64 data files", value);
  arguments.data[arguments.data_count++] = value;
  return Error::Ok;
}

bool takes_value(const char* option) {
  static const char* const kOptions[] = {"--model",     "--data", "--output-dir", "--repeat",
                                         "--max-jumps", "--seed", "--threads",    "--profile",
                                         "--call",      "--input"};
  for (const char* known : kOptions) {
    if (strcmp(option, known) == 0) return true;
  }
  return false;
}

}  // namespace

Error parse(int argc, char** argv, Arguments& arguments) {
  for (int i = 1; i < argc; ++i) {
    const char* option = argv[i];
    if (strcmp(option, "--help") == 0) {
      arguments.help = true;
      return Error::Ok;
    }
    if (strcmp(option, "--bundled") == 0) {
      arguments.bundled = true;
      continue;
    }
    if (!takes_value(option)) return usage("unknown option (see --help)", option);
    if (i + 1 == argc) return usage("a value is missing after", option);
    KERF_TRY(apply(arguments, option, argv[++i]));
  }
  if (arguments.model == nullptr) return usage("--model is missing (see --help)", nullptr);
  if (arguments.bundled && (arguments.call_count != 0 || arguments.profile != nullptr)) {
    return usage("--bundled has its own calls: leave out --call, --input and --profile", nullptr);
  }
  if (!arguments.bundled && arguments.call_count == 0) KERF_TRY(start_call(arguments, "forward"));
  return Error::Ok;
}

}  // namespace kerf::runner
