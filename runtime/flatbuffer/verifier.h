// Checks a flatbuffer of unknown origin against a schema, once, so that table.h may read it without
// checks.
#pragma once

#include <stdint.h>

#include "core/error.h"
#include "core/span.h"

namespace kerf::flatbuffer {

enum class FieldKind : uint8_t {
  number1,  // a number of 1, 2, 4 or 8 bytes
  number2,
  number4,
  number8,
  vector1,  // a vector of such numbers
  vector2,
  vector4,
  vector8,
  string,
  table,
  tables,  // a vector of tables
  member,  // a union: the field before it (a byte) selects the table
};

struct Field {
  uint8_t id;  // position in the table's schema
  FieldKind kind;
  uint8_t type;  // table, tables: the table type; member: where the union starts in `members`
};

// A schema as data. Fields of table type t are fields[first[t]] up to fields[first[t + 1]].
struct Schema {
  const Field* fields;
  const uint8_t* first;
  const uint8_t* members;  // unions: the number of members, then their table types
};

// Of the bytes before the root table, only its reference and the identifier at 4 are read. `bytes`
// start at a multiple of 8 and must not change after the check.
// Ok; InvalidProgram where anything that the schema reaches is outside `bytes`, is misaligned, is a
// string without its NUL, an unknown union member, or where tables are shared so often that reading
// them would take too long.
Error verify(Span<const uint8_t> bytes, const char* identifier, const Schema& schema,
             uint8_t root_type);

}  // namespace kerf::flatbuffer
