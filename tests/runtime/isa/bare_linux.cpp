// The system calls and the start of host.cpp, for Linux on RISC-V without a C library: zig's would
// take a minute to compile.
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

extern "C" int main(int argc, char** argv);

namespace {

long call(long number, long a = 0, long b = 0, long c = 0, long d = 0, long e = 0, long f = 0) {
  register long result asm("a0") = a;
  register long a1 asm("a1") = b;
  register long a2 asm("a2") = c;
  register long a3 asm("a3") = d;
  register long a4 asm("a4") = e;
  register long a5 asm("a5") = f;
  register long which asm("a7") = number;
  asm volatile("ecall"
               : "+r"(result)
               : "r"(a1), "r"(a2), "r"(a3), "r"(a4), "r"(a5), "r"(which)
               : "memory");
  return result;
}

long address(const void* at) { return reinterpret_cast<long>(at); }

}  // namespace

extern "C" {

ssize_t write(int file, const void* data, size_t count) {
  return call(64, file, address(data), static_cast<long>(count));
}

void* mmap(void* at, size_t count, int access, int flags, int file, off_t offset) {
  return reinterpret_cast<void*>(
      call(222, address(at), static_cast<long>(count), access, flags, file, offset));
}

int mprotect(void* at, size_t count, int access) {
  return static_cast<int>(call(226, address(at), static_cast<long>(count), access));
}

void _exit(int code) {
  for (;;) call(94, code);
}

size_t strlen(const char* text) {
  size_t length = 0;
  for (; text[length] != '\0'; ++length) asm("");  // else it is a call of strlen
  return length;
}

void* memset(void* to, int byte, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    static_cast<unsigned char*>(to)[i] = static_cast<unsigned char>(byte);
    asm("" ::: "memory");
  }
  return to;
}

void* memmove(void* to, const void* from, size_t count) {
  const bool up = to <= from;
  for (size_t i = 0; i < count; ++i) {
    const size_t at = up ? i : count - 1 - i;
    static_cast<unsigned char*>(to)[at] = static_cast<const unsigned char*>(from)[at];
    asm("" ::: "memory");
  }
  return to;
}

[[gnu::alias("memmove")]] void* memcpy(void* to, const void* from, size_t count);

[[noreturn, gnu::used]] static void start(long* stack) {
  _exit(main(static_cast<int>(*stack), reinterpret_cast<char**>(stack + 1)));
}
}

// The linker relaxes addresses to those next to gp.
asm(".globl _start\n"
    "_start:\n"
    ".option push\n"
    ".option norelax\n"
    "  la gp, __global_pointer$\n"
    ".option pop\n"
    "  mv a0, sp\n"
    "  andi sp, sp, -16\n"
    "  tail start\n");
