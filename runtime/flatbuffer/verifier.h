// Checks a flatbuffer of unknown origin against a schema, once, so that table.h may read it without
// checks.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/result.h"
#include "core/span.h"
#include "flatbuffer/table.h"

namespace kerf::flatbuffer {

// The lowest two bits of a number or vector: its elements have 1 << that many bytes.
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
  tables = 10,  // a vector of tables
  table,
  member,  // a union: the field before it (a byte) selects the table
  choice,  // a union that must not be absent
};

// The least type of a row that names a check, see Walk::Check.
inline constexpr uint8_t kFirstCheck = 64;
// The check of a table that has rows, of which none is read.
inline constexpr uint8_t kUnread = kFirstCheck;

// A field of a table as the author of a schema writes it.
struct Row {
  uint8_t table;  // the type of the table that has it
  uint8_t id;     // position in the table's schema: at most 14
  FieldKind kind;
  // table, tables: the table type; member, choice: where the union starts in `unions`; any other
  // kind: 0, or in the last row of a table its check.
  uint8_t type = 0;
  bool read = true;  // whether anything reads it: else it is not checked
};

// A field as the walk reads it, in 16 bits: id 0 to 3, kind 4 to 7, type 8 to 14, and whether it is
// the last of its table.
class Field {
 public:
  constexpr Field() = default;
  // `type`: of table, tables: the first field of the table type.
  constexpr Field(unsigned id, FieldKind kind, unsigned type, bool last)
      : bits_(static_cast<int16_t>(
            static_cast<int>(id | static_cast<unsigned>(kind) << 4 | type << 8) -
            (last ? 1 << 15 : 0))) {}

  unsigned id() const { return static_cast<unsigned>(bits_) & 15u; }
  unsigned kind() const { return static_cast<unsigned>(bits_) >> 4 & 15u; }
  bool is(FieldKind wanted) const { return kind() == static_cast<unsigned>(wanted); }
  bool is_number() const { return kind() < static_cast<unsigned>(FieldKind::vector1); }
  unsigned type() const { return static_cast<unsigned>(bits_) >> 8 & 127u; }
  bool has_check() const { return (type() & kFirstCheck) != 0; }
  bool last() const { return bits_ < 0; }

 private:
  int16_t bits_ = 0;
};

// The fields of all tables; unions: for each the number of members, then the first fields of their
// tables.
struct Schema {
  const Field* fields;
  const uint8_t* unions;
};

// `kRows`, those of one table adjacent and tables in the order of their types, and `kUnions`, the
// number of members, then their table types, for each union: in the form of Schema.
template <const auto& kRows, const auto& kUnions>
class Layout {
 public:
  // The position of a table's first field.
  static constexpr unsigned table(unsigned type) { return position(type, 0, true); }
  // The position of a field that is read.
  static constexpr unsigned field(unsigned type, unsigned id) { return position(type, id, false); }
  static constexpr unsigned size() { return table(kRows[kCount - 1].table + 1); }
  static constexpr Schema schema() { return {kData.fields, kData.unions}; }

 private:
  static constexpr unsigned kCount = sizeof kRows / sizeof kRows[0];
  // Names no field: no table has so many fields that this one is present.
  static constexpr uint8_t kNoField = 15;

  // A table of which nothing is read has one field all the same.
  static constexpr unsigned position(unsigned type, unsigned id, bool of_table) {
    unsigned at = 0;
    for (unsigned row = 0, table = 0; table <= type; ++table) {
      if (of_table && table == type) return at;
      const unsigned first = at;
      for (; row < kCount && kRows[row].table == table; ++row) {
        if (table == type && kRows[row].id == id && kRows[row].read) return at;
        at += kRows[row].read ? 1 : 0;
      }
      at += at == first ? 1 : 0;
    }
    return at;
  }

  struct Data {
    Field fields[position(kRows[kCount - 1].table + 1, 0, true)];
    uint8_t unions[sizeof kUnions];
  };

  static constexpr Data data() {
    Data data{};
    unsigned at = 0;
    for (unsigned row = 0, table = 0; table <= kRows[kCount - 1].table; ++table) {
      const unsigned first = at;
      const unsigned end = Layout::table(table + 1);
      for (; row < kCount && kRows[row].table == table; ++row) {
        if (!kRows[row].read) continue;
        const bool refers =
            kRows[row].kind == FieldKind::table || kRows[row].kind == FieldKind::tables;
        const unsigned type = refers ? Layout::table(kRows[row].type) : kRows[row].type;
        data.fields[at] = {kRows[row].id, kRows[row].kind, type, at + 1 == end};
        ++at;
      }
      if (at == first) {
        const bool empty = row == 0 || kRows[row - 1].table != table;
        data.fields[at++] = {kNoField, FieldKind::number1, empty ? 0u : kUnread, true};
      }
    }
    for (unsigned i = 0; i < sizeof kUnions;) {
      const unsigned end = i + kUnions[i];
      data.unions[i] = kUnions[i];
      while (i++ < end) data.unions[i] = static_cast<uint8_t>(Layout::table(kUnions[i]));
    }
    return data;
  }

  static constexpr Data kData = data();
};

// One walk over everything that a schema reaches. Each table is checked with all that it refers to
// before `check` sees it, and what was found in it can be read until the next table of its type.
class Walk {
 public:
  // What a schema cannot express of the table that was found last: `check` is of its last row. Ok,
  // or any error.
  using Check = Error (*)(Walk& walk, unsigned check);

  // `fields`: room for each field of the schema. Of the bytes before the root table, only its
  // reference is read. `bytes` start at a multiple of 8, must not change after the check, and
  // check_identifier() has accepted them.
  Walk(Span<const uint8_t> bytes, const Schema& schema, const uint8_t** fields, Check check)
      : last_(bytes.data() + bytes.size() - 4),
        size_(static_cast<uint32_t>(bytes.size()) - 4),
        // Vectors have bytes of their own: to visit more than twice as many means sharing, and
        // could take a time that grows with the square of the size. Tables are elements of vectors,
        // or one of a few in such a table.
        bytes_left_(2 * static_cast<uint32_t>(bytes.size())),
        schema_(schema),
        fields_(fields),
        check_(check) {}

  // Walks from the root, the table at position 0. Ok; InvalidProgram where anything that the schema
  // reaches is outside the bytes, is misaligned, is a string without its NUL, an unknown union
  // member, or where tables are shared so often that reading them would take too long; the first
  // error of `check`.
  Error run();

  // What was found of a field: the address of a number, of a vector's or string's length, of a
  // table's reference; that of zeros where the field is absent.
  const uint8_t* found(unsigned field) const { return fields_[field]; }
  bool has(unsigned field) const { return found(field) != kNoElements; }
  template <typename T>
  T number(unsigned field) const {
    return load<T>(found(field));
  }
  template <typename T>
  Vector<T> vector(unsigned field) const {
    return Vector<T>(found(field));
  }
  TableVector tables(unsigned field) const { return TableVector(found(field)); }
  // All bytes that are walked.
  Span<const uint8_t> bytes() const { return {last_ - size_, size_t{size_} + 4}; }

 protected:
  // The byte where the table that the reference at `at`, inside and aligned, points to has its
  // first field, if the walk accepts that table and it has one; else any byte that may be read.
  const uint8_t* peek(const uint8_t* at) const;

 private:
  // The table that the reference at `at`, which is inside and aligned, points to.
  Error table(const uint8_t* at, unsigned type);
  // What a field that is a reference, at `at`, points to. `found`: where what is found of it is
  // kept.
  Error reference(const uint8_t* at, Field field, const uint8_t** found);
  // Bytes after the four at `at`, which are inside: below 2^31, see check_identifier().
  uint32_t left(const uint8_t* at) const { return static_cast<uint32_t>(last_ - at); }

  const uint8_t* last_;  // the last four bytes
  uint32_t size_;        // bytes before them
  uint32_t bytes_left_;  // that vectors may still have
  Schema schema_;
  const uint8_t** fields_;
  Check check_;
};

// Ok; InvalidProgram where `bytes` are too short or too long to be a flatbuffer, or not one of this
// `identifier`.
Error check_identifier(Span<const uint8_t> bytes, const char* identifier);

// The whole check of a flatbuffer, against what its schema expresses. Errors: InvalidProgram.
template <typename L>
Error verify(Span<const uint8_t> bytes, const char* identifier, L) {
  const uint8_t* fields[L::size()];
  KERF_TRY(check_identifier(bytes, identifier));
  return Walk(bytes, L::schema(), fields, [](Walk&, unsigned) { return Error::Ok; }).run();
}

}  // namespace kerf::flatbuffer
