// The check of flatbuffers, case by case, and the reads that rely on it.
#include "flatbuffer/table.h"
#include "flatbuffer/verifier.h"
#include "tests/runtime/units/unit.h"

namespace {

using namespace kerf;
using Kind = flatbuffer::FieldKind;

// root: a number, a string, a vector of 64-bit numbers, a vector of tables, a union.
enum : uint8_t { kRoot, kLeaf };
constexpr flatbuffer::Row kRows[] = {
    {kRoot, 0, Kind::number4},       {kRoot, 1, Kind::string},  {kRoot, 2, Kind::vector8},
    {kRoot, 3, Kind::tables, kRoot}, {kRoot, 4, Kind::number1}, {kRoot, 5, Kind::member, 0},
    {kLeaf, 0, Kind::number8},
};
constexpr uint8_t kUnions[] = {1, kLeaf};
constexpr flatbuffer::Layout<kRows, kUnions> kLayout;
// This union must not be absent.
constexpr flatbuffer::Row kChoiceRows[] = {
    {kRoot, 4, Kind::number1}, {kRoot, 5, Kind::choice, 0}, {kLeaf, 0, Kind::number8}};
constexpr flatbuffer::Layout<kChoiceRows, kUnions> kChoice;

constexpr size_t kBytes = 160;

// A file with everything in it; tests change one place.
//   8 vtable of the root, 28 root, 56 string, 64 vector of 64-bit, 88 vector of tables,
//   100 vtable of leaves, 112 leaf, 128 vtable without fields, 132 table without fields
class Image {
 public:
  Image() {
    put32(0, 28);
    memcpy(bytes_ + 4, "TEST", 4);
    const uint16_t entries[] = {16, 28, 4, 8, 12, 16, 20, 24};
    put16(8, 16);
    for (size_t i = 0; i < 8; ++i) put16(8 + 2 * i, entries[i]);
    put32(28, 20);          // to the vtable, backwards
    put32(32, 0x01020304);  // the number
    put32(36, 56 - 36);
    put32(40, 68 - 40);
    put32(44, 92 - 44);
    bytes_[48] = 1;
    put32(52, 112 - 52);
    put32(56, 3);
    memcpy(bytes_ + 60, "abc", 4);
    put32(68, 2);  // elements follow at 72, a multiple of 8
    bytes_[72] = 5;
    bytes_[80] = 6;
    put32(92, 1);
    put32(96, 132 - 96);
    put16(100, 6);
    put16(102, 16);
    put16(104, 8);
    put32(112, 12);
    bytes_[120] = 9;
    put16(128, 4);
    put16(130, 4);
    put32(132, 4);
  }
  void put16(size_t at, uint16_t value) { memcpy(bytes_ + at, &value, 2); }
  void put32(size_t at, uint32_t value) { memcpy(bytes_ + at, &value, 4); }
  uint8_t* bytes() { return bytes_; }
  bool accepted(size_t size = kBytes) const {
    const Error error = flatbuffer::verify({bytes_, size}, "TEST", kLayout);
    CHECK(error == Error::Ok || error == Error::InvalidProgram);
    return error == Error::Ok;
  }

 private:
  alignas(16) uint8_t bytes_[kBytes] = {};
};

bool rejected(void (*change)(Image&)) {
  Image image;
  change(image);
  return !image.accepted();
}

}  // namespace

UNIT(what_is_accepted_reads_as_it_was_written) {
  Image image;
  CHECK(image.accepted());
  const flatbuffer::Table root = flatbuffer::root(image.bytes());
  CHECK(root.number<uint32_t>(0) == 0x01020304);
  CHECK(strcmp(root.text(1), "abc") == 0 && root.string(1).size() == 3);
  CHECK(root.vector<uint64_t>(2).size() == 2 && root.vector<uint64_t>(2)[1] == 6);
  CHECK(root.tables(3).size() == 1);
  CHECK(root.number<uint8_t>(4) == 1 && root.table(5).number<uint64_t>(0) == 9);
}

UNIT(absent_fields_read_as_empty) {
  Image image;
  const flatbuffer::Table empty = flatbuffer::root(image.bytes()).tables(3)[0];
  CHECK(empty.number<int32_t>(0) == 0 && empty.number<double>(9) == 0);
  CHECK(strcmp(empty.text(1), "") == 0);
  CHECK(empty.vector<uint64_t>(2).size() == 0 && empty.vector<uint64_t>(2).data() != nullptr);
  CHECK(!empty.table(5) && empty.tables(3).size() == 0);
  CHECK(!empty.table(5).table(5) && empty.table(5).number<int64_t>(0) == 0);
}

UNIT(file_without_room_or_identifier_is_rejected) {
  const Image image;
  for (size_t size = 0; size < 136; ++size) CHECK(!image.accepted(size));
  CHECK(image.accepted(136));
  CHECK(rejected([](Image& i) { i.bytes()[4] = 'X'; }));
}

UNIT(root_outside_the_file_is_rejected) {
  CHECK(rejected([](Image& i) { i.put32(0, kBytes); }));
  CHECK(rejected([](Image& i) { i.put32(0, 0xFFFFFFFC); }));
  CHECK(rejected([](Image& i) { i.put32(0, 30); }));
}

UNIT(vtable_out_of_place_is_rejected) {
  CHECK(rejected([](Image& i) { i.put32(28, 32); }));          // before the file
  CHECK(rejected([](Image& i) { i.put32(28, 0xFFFFFF00); }));  // after it
  CHECK(rejected([](Image& i) { i.put32(28, 19); }));          // at an odd address
  CHECK(rejected([](Image& i) { i.put16(8, 2); }));            // shorter than itself
  CHECK(rejected([](Image& i) { i.put16(8, 15); }));           // half an entry
  CHECK(rejected([](Image& i) { i.put16(8, 400); }));
}

UNIT(size_that_a_vtable_states_is_no_bound) {
  CHECK(!rejected([](Image& i) { i.put16(10, 400); }));
  CHECK(!rejected([](Image& i) { i.put16(10, 4); }));
}

UNIT(field_outside_the_file_is_rejected) {
  CHECK(rejected([](Image& i) { i.put16(12, kBytes - 28); }));
  CHECK(!rejected([](Image& i) { i.put16(12, kBytes - 28 - 4); }));
  CHECK(rejected([](Image& i) { i.put16(12, 0xFFFC); }));
}

UNIT(misaligned_field_is_rejected) {
  CHECK(rejected([](Image& i) { i.put16(12, 5); }));
  CHECK(rejected([](Image& i) { i.put16(104, 4); }));  // 64 bits at a multiple of 4
}

UNIT(string_must_end_in_a_nul_inside_the_file) {
  CHECK(rejected([](Image& i) { i.bytes()[63] = 'd'; }));
  CHECK(rejected([](Image& i) { i.put32(56, 4), i.bytes()[64] = 'e'; }));
  CHECK(rejected([](Image& i) { i.put32(56, kBytes - 60); }));
  CHECK(rejected([](Image& i) { i.put32(56, 0xFFFFFFFF); }));
}

UNIT(vector_must_be_inside_the_file_at_its_alignment) {
  CHECK(rejected([](Image& i) { i.put32(68, 12); }));
  CHECK(rejected([](Image& i) { i.put32(68, 0x20000000); }));               // times 8 is 2^32
  CHECK(rejected([](Image& i) { i.put32(40, 64 - 40), i.put32(64, 1); }));  // elements at 68
  CHECK(rejected([](Image& i) { i.put32(40, 0xFFFFFFE0); }));
}

// As flatbuffers' C++ builder, and so flatc, writes it.
UNIT(empty_vector_may_be_misaligned) {
  CHECK(!rejected([](Image& i) { i.put32(40, 64 - 40), i.put32(64, 0); }));
}

UNIT(reference_outside_the_file_is_rejected) {
  CHECK(rejected([](Image& i) { i.put32(96, kBytes - 96); }));
  CHECK(rejected([](Image& i) { i.put32(96, 0x80000000); }));
  CHECK(rejected([](Image& i) { i.put32(92, 40); }));
}

UNIT(union_needs_a_known_selector_and_a_member_together) {
  CHECK(rejected([](Image& i) { i.bytes()[48] = 2; }));
  CHECK(rejected([](Image& i) { i.bytes()[48] = 0; }));
  CHECK(rejected([](Image& i) { i.put16(22, 0); }));  // a selector without a member
  CHECK(rejected([](Image& i) { i.put16(20, 0); }));  // a member without a selector
  CHECK(!rejected([](Image& i) { i.put16(20, 0), i.put16(22, 0); }));
}

UNIT(union_that_is_a_choice_must_not_be_absent) {
  Image image;
  const Span<const uint8_t> bytes(image.bytes(), kBytes);
  CHECK(flatbuffer::verify(bytes, "TEST", kChoice) == Error::Ok);
  image.put16(20, 0);
  image.put16(22, 0);
  CHECK(flatbuffer::verify(bytes, "TEST", kLayout) == Error::Ok);
  CHECK(flatbuffer::verify(bytes, "TEST", kChoice) == Error::InvalidProgram);
}

UNIT(check_sees_tables_of_which_nothing_is_read_and_those_that_name_one) {
  static constexpr flatbuffer::Row kChecked[] = {
      {kRoot, 4, Kind::number1},
      {kRoot, 5, Kind::choice, 0},
      {kRoot, 0, Kind::number4, flatbuffer::kFirstCheck + 3},
      {kLeaf, 0, Kind::number8, 0, false}};
  using Layout = flatbuffer::Layout<kChecked, kUnions>;
  static unsigned seen[2];
  static size_t count;
  const uint8_t* fields[Layout::size()];
  Image whole;
  flatbuffer::Walk walk({whole.bytes(), kBytes}, Layout::schema(), fields,
                        [](flatbuffer::Walk& at, unsigned check) {
                          if (count == 1)
                            CHECK(at.number<uint32_t>(Layout::field(kRoot, 0)) == 0x01020304);
                          seen[count++] = check;
                          return Error::Ok;
                        });
  CHECK(walk.run() == Error::Ok && count == 2);
  CHECK(seen[0] == flatbuffer::kUnread && seen[1] == flatbuffer::kFirstCheck + 3);
}

UNIT(table_that_holds_itself_is_rejected) {
  CHECK(rejected([](Image& i) { i.put32(96, 0u - (96 - 28)); }));
  // Forwards only: a vector of tables that refer to the vector's own table cannot be written, but
  // a vector of very many references to one table can.
  alignas(16) static uint8_t many[8 << 10];
  Image image;
  memcpy(many, image.bytes(), kBytes);
  constexpr uint32_t kCount = 1000;
  const auto put = [](size_t at, uint32_t value) { memcpy(many + at, &value, 4); };
  put(44, 160 - 44);
  put(160, kCount);
  for (uint32_t i = 0; i < kCount; ++i) put(164 + 4 * i, 164 + 4 * kCount - (164 + 4 * i));
  put(164 + 4 * kCount, 164 + 4 * kCount - 128);  // no fields
  CHECK(flatbuffer::verify({many, sizeof many}, "TEST", kLayout) == Error::Ok);
  // As many references lead to a table that has the whole vector of numbers: 2,000 bytes each.
  put(164 + 4 * kCount, 164 + 4 * kCount - 8);
  put(176 + 4 * kCount, 5000 - (176 + 4 * kCount));
  put(5000 - 4 + 4, 0);
  CHECK(flatbuffer::verify({many, sizeof many}, "TEST", kLayout) == Error::InvalidProgram);
}
