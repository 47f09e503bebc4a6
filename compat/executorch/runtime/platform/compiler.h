// Names of ExecuTorch for what compilers call differently.
#pragma once

#include <stddef.h>
#include <stdint.h>

#ifndef ET_RUNTIME_NAMESPACE
#define ET_RUNTIME_NAMESPACE runtime
#endif

#define ET_NODISCARD [[nodiscard]]
#define ET_UNUSED [[maybe_unused]]
#define ET_DEPRECATED [[deprecated]]
#define ET_NORETURN [[noreturn]]
#define ET_EXPERIMENTAL
#define ET_INLINE inline
#define ET_INLINE_ATTRIBUTE __attribute__((always_inline))
#define ET_NOINLINE __attribute__((noinline))
#define ET_RESTRICT __restrict__
#define ET_WEAK __attribute__((weak))
#define ET_PRINTFLIKE(format, arguments) __attribute__((format(printf, format, arguments)))
#define ET_FUNCTION __func__
#define ET_LINE __LINE__
#define ET_LIKELY(condition) (__builtin_expect(!!(condition), 1))
#define ET_UNLIKELY(condition) (__builtin_expect(!!(condition), 0))
#define ET_UNREACHABLE() __builtin_unreachable()

// Kernels use a signed size without including the header of POSIX that has it.
using ssize_t = __PTRDIFF_TYPE__;
