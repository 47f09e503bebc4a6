// What a shared library has in addition to the C interface, for languages whose functions are slow
// to call or bound to a thread: a whole run in one call, threads, a clock, what the processor has.
#include <time.h>
#if defined(__x86_64__)
#include <cpuid.h>
#elif defined(__aarch64__) && __has_include(<sys/auxv.h>)
#include <sys/auxv.h>
#endif

#include "apps/runner/thread_pool.h"
#include "c_api/kerf_c.h"
#include "executor/registry.h"

extern "C" {

// The kind of an input that stays as it is.
constexpr uint8_t kKept = 255;

// Sets inputs[input_count], runs the method with at most `jumps` jumps back, and reads
// outputs[output_count]. Of a fault of an input, *at becomes its index, of one of an output its
// index plus input_count, of another SIZE_MAX. Errors: those of the functions that it calls.
kerf_error kerf_host_call(kerf_method* method, const kerf_value* inputs, size_t input_count,
                          uint32_t jumps, kerf_value* outputs, size_t output_count, size_t* at) {
  if (at == nullptr || (inputs == nullptr && input_count != 0) ||
      (outputs == nullptr && output_count != 0))
    return KERF_INVALID_ARGUMENT;
  for (*at = 0; *at < input_count; ++*at) {
    if (inputs[*at].kind == kKept) continue;
    const kerf_error error = kerf_method_set_input(method, *at, inputs + *at);
    if (error != KERF_OK) return error;
  }
  *at = SIZE_MAX;
  const kerf_error error = kerf_method_execute(method, jumps);
  if (error != KERF_OK) return error;
  for (size_t i = 0; i < output_count; ++i) {
    *at = input_count + i;
    const kerf_error read = kerf_method_get_output(method, i, outputs + i);
    // A list or a string has no value here: its kind says so.
    if (read == KERF_INVALID_TYPE) outputs[i].kind = KERF_KIND_OTHER;
    if (read != KERF_OK && read != KERF_INVALID_TYPE) return read;
  }
  return KERF_OK;
}

// Starts `count` threads, the calling one among them, which run until the process ends. Once.
// Errors: KERF_INVALID_ARGUMENT (null, or fewer than 2 or more than 64), KERF_NOT_SUPPORTED (the
// library was built for one), KERF_OUT_OF_RESOURCES (the host starts no more).
kerf_error kerf_host_threads(uint32_t count, kerf_parallel_for* parallel_for) {
  if (parallel_for == nullptr || count < 2 || count > kerf::runner::kMaxThreads)
    return KERF_INVALID_ARGUMENT;
  const kerf::Result<const kerf::ParallelFor*> started = kerf::runner::start_threads(count);
  if (!started.ok()) return static_cast<kerf_error>(started.error());
  *parallel_for = reinterpret_cast<const kerf_parallel_for&>(*started.get());
  return KERF_OK;
}

// The operator of a kernel in this library, like "aten::add.out"; null past the last.
const char* kerf_host_operator(size_t index) {
  const kerf::Span<const kerf::Kernel> kernels = kerf::registered_kernels();
  return index < kernels.size() ? kernels[index].name : nullptr;
}

// Nanoseconds of the monotonic clock: `ticks` of a kerf_profile.
uint64_t kerf_host_ticks(void*) {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<uint64_t>(time.tv_sec) * 1000000000u + static_cast<uint64_t>(time.tv_nsec);
}

// The best of the instruction sets that Kerf has libraries for which the processor has and the
// system lets programs use; "base" is what every processor of the family has.
// Source: the psABI of x86-64 (its levels; v4 here with VNNI), Intel's manual on CPUID and XGETBV;
// Linux's documentation of arm64, "ARM64 ELF hwcaps" (all that Armv8.2-A has, and dot products).
const char* kerf_host_instruction_set() {
#if defined(__x86_64__)
  constexpr uint32_t kFirst = bit_SSE3 | bit_SSSE3 | bit_FMA | bit_CMPXCHG16B | bit_SSE4_1 |
                              bit_SSE4_2 | bit_MOVBE | bit_POPCNT | bit_OSXSAVE | bit_AVX |
                              bit_F16C;
  constexpr uint32_t kSeventh = bit_BMI | bit_AVX2 | bit_BMI2;
  constexpr uint32_t kExtended = bit_LAHF_LM | bit_ABM;
  constexpr uint32_t kAvx512 =
      bit_AVX512F | bit_AVX512BW | bit_AVX512CD | bit_AVX512DQ | bit_AVX512VL;
  constexpr uint32_t kYmm = 0x06, kZmm = 0xE6;  // registers that are kept for each thread
  const auto has = [](uint32_t found, uint32_t wanted) { return (found & wanted) == wanted; };
  uint32_t a = 0, b = 0, c = 0, d = 0, kept = 0, high = 0;
  if (__get_cpuid(1, &a, &b, &c, &d) == 0 || !has(c, kFirst)) return "base";
  asm("xgetbv" : "=a"(kept), "=d"(high) : "c"(0));
  if (!has(kept, kYmm) || __get_cpuid(0x80000001, &a, &b, &c, &d) == 0 || !has(c, kExtended) ||
      __get_cpuid_count(7, 0, &a, &b, &c, &d) == 0 || !has(b, kSeventh))
    return "base";
  const bool v4 = has(kept, kZmm) && has(b, kAvx512) && has(c, bit_AVX512VNNI);
  return v4 ? "x86-64-v4" : "x86-64-v3";
#elif defined(__aarch64__) && __has_include(<sys/auxv.h>)
  constexpr unsigned long kDotProducts =
      HWCAP_ATOMICS | HWCAP_CRC32 | HWCAP_ASIMDRDM | HWCAP_ASIMDDP;
  const bool has = (getauxval(AT_HWCAP) & kDotProducts) == kDotProducts;
  return has ? "aarch64-dotprod" : "aarch64-neon";
#else
  return "base";
#endif
}

}  // extern "C"
