// Unit tests in C++: UNIT(name) { CHECK(...); }. The program runs the one that it is given by name.
#pragma once

#include <stdio.h>
#include <string.h>

namespace kerf::unit {

struct Unit {
  const char* name;
  void (*run)();
  Unit* next;
};

inline Unit* first = nullptr;
inline int failures = 0;

// Registers a unit, before main.
inline bool enter(Unit* unit) {
  first = unit;
  return true;
}

}  // namespace kerf::unit

#define UNIT(name)                                                                       \
  static void name();                                                                    \
  static ::kerf::unit::Unit unit_##name = {#name, name, ::kerf::unit::first};            \
  [[maybe_unused]] static const bool entered_##name = ::kerf::unit::enter(&unit_##name); \
  static void name()

#define CHECK(expression)                                              \
  do {                                                                 \
    if (!(expression)) {                                               \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #expression); \
      ++::kerf::unit::failures;                                        \
    }                                                                  \
  } while (false)

int main(int argc, char** argv) {
  for (kerf::unit::Unit* unit = kerf::unit::first; unit != nullptr; unit = unit->next) {
    if (argc != 2 || strcmp(unit->name, argv[1]) != 0) continue;
    unit->run();
    return kerf::unit::failures == 0 ? 0 : 1;
  }
  fprintf(stderr, "no such unit\n");
  return 2;
}
