// A file of what each instruction took.
#include "apps/runner/profile.h"

#include <inttypes.h>
#include <stdlib.h>
#include <time.h>

#include "core/fault.h"

namespace kerf::runner {
namespace {

// Instructions of one run: a run of more loses those that follow, and counts them.
constexpr uint32_t kEvents = 1u << 18;

uint64_t ticks(void*) { return now_ns(); }

// Names of operators and methods come from the file.
void print_name(FILE* file, const char* text) {
  for (; *text != '\0'; ++text) {
    const unsigned char c = static_cast<unsigned char>(*text);
    if (c == '"' || c == '\\') {
      fprintf(file, "\\%c", c);
    } else if (c < 0x20) {
      fprintf(file, "\\u%04x", c);
    } else {
      putc(c, file);
    }
  }
}

}  // namespace

uint64_t now_ns() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<uint64_t>(time.tv_sec) * 1000000000u + static_cast<uint64_t>(time.tv_nsec);
}

Error ProfileFile::open(const char* path) {
  if (path == nullptr) return Error::Ok;
  if (!selected::features::kProfile)
    return fault(Error::NotSupported, "the target was built without `profile` of [runtime]");
  profile_ = {ticks,   nullptr, static_cast<ProfileEvent*>(malloc(kEvents * sizeof(ProfileEvent))),
              kEvents, 0,       0,
              0};
  if (profile_.events == nullptr)
    return fault(Error::MemoryAllocationFailed, "the host has not enough memory");
  file_ = fopen(path, "w");
  if (file_ == nullptr) return fault(Error::AccessFailed, "cannot be written", path);
  fprintf(file_, "{\"traceEvents\": [");
  return Error::Ok;
}

Error ProfileFile::begin(Method& method) {
  return file_ == nullptr ? Error::Ok : method.set_profile(&profile_);
}

void ProfileFile::end_run(const Method& method) {
  if (file_ == nullptr) return;
  const MethodMeta meta = method.method_meta();
  method_ = meta.name();
  for (uint32_t i = 0; i < profile_.count; ++i) {
    const ProfileEvent& event = profile_.events[i];
    if (run_ == 0 && i == 0) first_ = event.begin;
    const Result<InstructionInfo> info = meta.instruction(event.chain, event.instruction);
    fprintf(file_, "%s\n{\"name\": \"", run_ == 0 && i == 0 ? "" : ",");
    if (info.ok()) {
      print_name(file_, info->name);
      if (info->overload[0] != '\0') putc('.', file_);
      print_name(file_, info->overload);
    }
    fprintf(file_,
            "\", \"ph\": \"X\", \"ts\": %.3f, \"dur\": %.3f, \"pid\": 1, \"tid\": 1, \"args\": "
            "{\"run\": %" PRIu32 ", \"chain\": %" PRIu32 ", \"instruction\": %" PRIu32
            ", \"begin\": %" PRIu64 ", \"end\": %" PRIu64 "}}",
            static_cast<double>(event.begin - first_) / 1000,
            static_cast<double>(event.end - event.begin) / 1000, run_, event.chain,
            event.instruction, event.begin, event.end);
  }
  lost_ += profile_.lost;
  ++run_;
  profile_.count = profile_.lost = 0;
}

Error ProfileFile::close() {
  if (file_ == nullptr) return Error::Ok;
  fprintf(file_, "\n], \"displayTimeUnit\": \"ns\", \"kerf\": {\"version\": 1, \"method\": \"");
  print_name(file_, method_);
  fprintf(file_, "\", \"unit\": \"ns\", \"runs\": %" PRIu32 ", \"lost\": %" PRIu32 "}}\n", run_,
          lost_);
  const bool failed = ferror(file_) != 0;
  return fclose(file_) != 0 || failed ? fault(Error::AccessFailed, "the profile cannot be written")
                                      : Error::Ok;
}

}  // namespace kerf::runner
