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

// These are libm's. Compile with -fno-math-errno: errno is never read. compiler-rt, which is all
// that zig has for bare metal, has of these sqrt, exp, log, log2, log10, sin, cos, tan, floor,
// ceil, trunc, fmod.
inline float sqrt(float x) { return __builtin_sqrtf(x); }
inline double sqrt(double x) { return __builtin_sqrt(x); }
inline float exp(float x) { return __builtin_expf(x); }
inline double exp(double x) { return __builtin_exp(x); }
inline float expm1(float x) { return __builtin_expm1f(x); }
inline double expm1(double x) { return __builtin_expm1(x); }
inline float log(float x) { return __builtin_logf(x); }
inline double log(double x) { return __builtin_log(x); }
inline float log1p(float x) { return __builtin_log1pf(x); }
inline double log1p(double x) { return __builtin_log1p(x); }
inline float log2(float x) { return __builtin_log2f(x); }
inline double log2(double x) { return __builtin_log2(x); }
inline float log10(float x) { return __builtin_log10f(x); }
inline double log10(double x) { return __builtin_log10(x); }
inline float pow(float x, float y) { return __builtin_powf(x, y); }
inline double pow(double x, double y) { return __builtin_pow(x, y); }
inline float sin(float x) { return __builtin_sinf(x); }
inline double sin(double x) { return __builtin_sin(x); }
inline float cos(float x) { return __builtin_cosf(x); }
inline double cos(double x) { return __builtin_cos(x); }
inline float tan(float x) { return __builtin_tanf(x); }
inline double tan(double x) { return __builtin_tan(x); }
inline float asin(float x) { return __builtin_asinf(x); }
inline double asin(double x) { return __builtin_asin(x); }
inline float acos(float x) { return __builtin_acosf(x); }
inline double acos(double x) { return __builtin_acos(x); }
inline float atan(float x) { return __builtin_atanf(x); }
inline double atan(double x) { return __builtin_atan(x); }
inline float atan2(float y, float x) { return __builtin_atan2f(y, x); }
inline double atan2(double y, double x) { return __builtin_atan2(y, x); }
inline float sinh(float x) { return __builtin_sinhf(x); }
inline double sinh(double x) { return __builtin_sinh(x); }
inline float cosh(float x) { return __builtin_coshf(x); }
inline double cosh(double x) { return __builtin_cosh(x); }
inline float tanh(float x) { return __builtin_tanhf(x); }
inline double tanh(double x) { return __builtin_tanh(x); }
inline float asinh(float x) { return __builtin_asinhf(x); }
inline double asinh(double x) { return __builtin_asinh(x); }
inline float acosh(float x) { return __builtin_acoshf(x); }
inline double acosh(double x) { return __builtin_acosh(x); }
inline float atanh(float x) { return __builtin_atanhf(x); }
inline double atanh(double x) { return __builtin_atanh(x); }
inline float erf(float x) { return __builtin_erff(x); }
inline double erf(double x) { return __builtin_erf(x); }
inline float floor(float x) { return __builtin_floorf(x); }
inline double floor(double x) { return __builtin_floor(x); }
inline float ceil(float x) { return __builtin_ceilf(x); }
inline double ceil(double x) { return __builtin_ceil(x); }
inline float trunc(float x) { return __builtin_truncf(x); }
inline double trunc(double x) { return __builtin_trunc(x); }
inline float fmod(float x, float y) { return __builtin_fmodf(x, y); }
inline double fmod(double x, double y) { return __builtin_fmod(x, y); }
inline float copysign(float size, float sign) { return __builtin_copysignf(size, sign); }
inline double copysign(double size, double sign) { return __builtin_copysign(size, sign); }
inline float fabs(float x) { return __builtin_fabsf(x); }
inline double fabs(double x) { return __builtin_fabs(x); }

}  // namespace kerf::libc
