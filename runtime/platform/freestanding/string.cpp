// The functions of the C library that the runtime uses (core/libc.h) and compiler-rt lacks; for
// compilers without a C library.
extern "C" int strcmp(const char* a, const char* b) {
  while (*a != '\0' && *a == *b) {
    ++a;
    ++b;
  }
  return static_cast<unsigned char>(*a) - static_cast<unsigned char>(*b);
}
