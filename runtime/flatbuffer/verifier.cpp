// A table-driven walk over everything a schema reaches.
#include "flatbuffer/verifier.h"

#include "core/fault.h"

namespace kerf::flatbuffer {
namespace {

// The walk's caller describes it.
constexpr Error kMalformed = Error::InvalidProgram;

}  // namespace

Error check_identifier(Span<const uint8_t> bytes, const char* identifier) {
  // The format's own limit: references are signed 32-bit in vtables.
  if (bytes.size() < 8 || bytes.size() > 0x7FFFFFFFu) {
    return fault(Error::InvalidProgram, "the file is too short or too long to be a flatbuffer");
  }
  if (!has_identifier(bytes.data(), identifier)) {
    return fault(Error::InvalidProgram, "the file identifier is not", identifier);
  }
  return Error::Ok;
}

Error Walk::run() {
  const Error error = table(last_ - size_, 0);
  // Any other error is one of a check, which describes it. One that a check describes as well is
  // kept as the check has it.
  if (error != Error::InvalidProgram) return error;
  return fault(error, "a table, vector or string of the file is outside it or malformed");
}

const uint8_t* Walk::peek(const uint8_t* at) const {
  const uint32_t distance = load<uint32_t>(at);
  uint32_t room = left(at);
  if (distance > room || (distance & 3) != 0) return kNoElements;
  at += distance;
  room -= distance;
  // The vtable is checked as in table(); its first entry is at 4 and has 2 bytes.
  const uint32_t back = load<uint32_t>(at);
  const uint32_t vtable_room = room + back;
  if (vtable_room > size_ || vtable_room < 2 || (back & 1) != 0) return kNoElements;
  const uint32_t offset = load<uint16_t>(last_ - vtable_room + 4);
  return offset < room + 4 ? at + offset : kNoElements;
}

Error Walk::table(const uint8_t* at, unsigned type) {
  const uint32_t distance = load<uint32_t>(at);
  uint32_t room = left(at);
  if (distance > room || (distance & 3) != 0) return kMalformed;
  at += distance;
  room -= distance;
  // The vtable is so far from last_. Wraps where it is after that, or before the file: then it is
  // farther than the first byte.
  const uint32_t back = load<uint32_t>(at);
  const uint32_t vtable_room = room + back;
  if (vtable_room > size_ || (back & 1) != 0) return kMalformed;
  const uint8_t* const vtable = last_ - vtable_room;
  const uint32_t entries_bytes = load<uint16_t>(vtable) - 4u;  // wraps where it is less
  // Readers compare a field's entry with the size: half an entry would be one to them. The size of
  // the table comes next and says nothing: tables of different sizes may share a vtable.
  if (entries_bytes > vtable_room || (entries_bytes & 1) != 0) return kMalformed;
  room += 4;
  const Field* field = schema_.fields + type;
  for (const uint8_t** found = fields_ + type;; ++found, ++field) {
    const Field now = *field;
    const uint32_t entry = 2 * now.id();
    const uint32_t offset = entry < entries_bytes ? load<uint16_t>(vtable + 4 + entry) : 0;
    const uint32_t bytes = now.is_number() ? 1u << now.kind() : 4;
    if (offset == 0) {
      *found = kNoElements;
      if (now.is(FieldKind::choice)) return kMalformed;
      // A selector without its member.
      if (now.is(FieldKind::member) && *found[-1] != 0) return kMalformed;
    } else {
      if (offset + bytes > room) return kMalformed;
      *found = at + offset;
      if ((reinterpret_cast<uintptr_t>(*found) & (bytes - 1)) != 0) return kMalformed;
      if (!now.is_number()) KERF_TRY(reference(*found, now, found));
    }
    if (now.last()) return now.has_check() ? check_(*this, now.type()) : Error::Ok;
  }
}

Error Walk::reference(const uint8_t* at, Field field, const uint8_t** found) {
  unsigned type = field.type();
  const uint8_t* end = at + 4;
  if (field.kind() >= static_cast<unsigned>(FieldKind::member)) {
    const uint8_t* const types = schema_.unions + type;
    const unsigned selector = *found[-1];
    if (selector == 0 || selector > types[0]) return kMalformed;
    type = types[selector];
  } else if (!field.is(FieldKind::table)) {
    // A length and that many elements of 1 << shift bytes.
    const uint32_t distance = load<uint32_t>(at);
    uint32_t room = left(at);
    if (distance > room || (distance & 3) != 0) return kMalformed;
    at += distance;
    room -= distance;
    *found = at;
    const unsigned shift = field.kind() & 3u;
    const uint32_t count = load<uint32_t>(at);
    const uint32_t bytes = count << shift;
    at += 4;
    // Some exporters align only vectors that have elements.
    if (count > room >> shift || bytes > bytes_left_ ||
        (count != 0 && (reinterpret_cast<uintptr_t>(at) & ((1u << shift) - 1)) != 0)) {
      return kMalformed;
    }
    bytes_left_ -= bytes;
    end = at + bytes;
    if (field.is(FieldKind::string)) return count < room && *end == 0 ? Error::Ok : kMalformed;
    if (!field.is(FieldKind::tables)) return Error::Ok;
  }
  for (; at != end; at += 4) KERF_TRY(table(at, type));
  return Error::Ok;
}

}  // namespace kerf::flatbuffer
