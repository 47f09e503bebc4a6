// Storage of the fault's description, and its way to the port; linked only where they are on.
#include "core/fault.h"

namespace kerf {
namespace {

constexpr size_t kFaultBytes = 256;
#if KERF_DIAGNOSTICS > 1
thread_local
#endif
    char kept[kFaultBytes];

char printable(char c) { return c >= ' ' && c <= '~' ? c : '?'; }  // names come from the file

// Appends to what is kept.
class Kept {
 public:
  Kept() {
    while (kept[at_] != '\0') ++at_;
  }
  void operator()(const char* text) {
    while (*text != '\0' && at_ + 1 < kFaultBytes) kept[at_++] = printable(*text++);
    kept[at_] = '\0';
  }

 private:
  size_t at_ = 0;
};

template <typename Out>
void write_name(Out& out, const char* name, const char* overload) {
  if (name == nullptr) return;
  out(": ");
  out(name);
  if (overload == nullptr || overload[0] == '\0') return;
  out(".");
  out(overload);
}

template <typename Out>
void write_place(Out& out, const char* name, const char* overload, size_t instruction) {
  char digits[21];  // of a number of 64 bits, and the end
  size_t first = sizeof digits - 1;
  digits[first] = '\0';
  do {
    digits[--first] = static_cast<char>('0' + instruction % 10);
    instruction /= 10;
  } while (instruction != 0);
  out("in instruction ");
  out(digits + first);
  write_name(out, name, overload);
}

}  // namespace

void keep_fault(const char* what, const char* subject, const char* overload) {
  if (kept[0] != '\0') return;
  Kept out;
  out(what);
  write_name(out, subject, overload);
}

void keep_fault(const char* what) { keep_fault(what, nullptr, nullptr); }

void keep_place(const char* name, const char* overload, size_t instruction) {
  Kept out;
  if (kept[0] != '\0') out(", ");
  write_place(out, name, overload, instruction);
}

void clear_fault() { kept[0] = '\0'; }

const char* last_fault() { return kept; }

#if KERF_MESSAGES && !KERF_DIAGNOSTICS
namespace {

// Passes text to the port, in pieces that fit.
struct Port {
  void operator()(const char* text) const {
    while (*text != '\0') {
      char piece[32];
      size_t count = 0;
      while (*text != '\0' && count + 1 < sizeof piece) piece[count++] = printable(*text++);
      piece[count] = '\0';
      kerf_message(piece);
    }
  }
};

}  // namespace

void say_fault(Error error, const char* what, const char* subject, const char* overload) {
  const Port out;
  out(to_string(error));
  out(": ");
  out(what);
  write_name(out, subject, overload);
  kerf_message("\n");
}

void say_place(Error error, const char* name, const char* overload, size_t instruction) {
  const Port out;
  out(to_string(error));
  out(" ");
  write_place(out, name, overload, instruction);
  kerf_message("\n");
}
#endif

}  // namespace kerf
