// The few functions of the C library that the runtime uses, without its headers:
// freestanding targets (zig) have the functions but no <string.h> or <math.h>.
#pragma once

#include <stddef.h>

namespace kerf::libc {

inline void copy(void* to, const void* from, size_t bytes) { __builtin_memcpy(to, from, bytes); }
inline void move(void* to, const void* from, size_t bytes) { __builtin_memmove(to, from, bytes); }
inline void fill(void* to, int byte, size_t bytes) { __builtin_memset(to, byte, bytes); }
// Null pointers to no bytes are equal, which memcmp leaves undefined.
inline bool equal(const void* a, const void* b, size_t bytes) {
  return bytes == 0 || __builtin_memcmp(a, b, bytes) == 0;
}
inline int compare(const char* a, const char* b) { return __builtin_strcmp(a, b); }
inline size_t length(const char* text) { return __builtin_strlen(text); }

// Of libm, only what picolibc and compiler-rt both have. Compile with -fno-math-errno: errno is
// never read.
inline float sqrt(float x) { return __builtin_sqrtf(x); }
inline double sqrt(double x) { return __builtin_sqrt(x); }
inline float exp(float x) { return __builtin_expf(x); }
inline double exp(double x) { return __builtin_exp(x); }
inline float log(float x) { return __builtin_logf(x); }
inline double log(double x) { return __builtin_log(x); }
inline float pow(float x, float y) { return __builtin_powf(x, y); }
inline double pow(double x, double y) { return __builtin_pow(x, y); }
inline double floor(double x) { return __builtin_floor(x); }
inline double fmod(double x, double y) { return __builtin_fmod(x, y); }
inline double copysign(double size, double sign) { return __builtin_copysign(size, sign); }

}  // namespace kerf::libc
