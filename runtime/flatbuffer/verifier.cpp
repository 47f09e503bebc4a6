// A table-driven walk over everything a schema reaches.
#include "flatbuffer/verifier.h"

#include "core/fault.h"
#include "core/libc.h"
#include "flatbuffer/table.h"

namespace kerf::flatbuffer {
namespace {

class Walk {
 public:
  Walk(Span<const uint8_t> bytes, const Schema& schema)
      : base_(bytes.data()),
        size_(static_cast<uint32_t>(bytes.size())),
        // Tables and vectors have bytes of their own: to visit more than twice as many means
        // sharing, and could take a time that grows with the square of the size.
        bytes_left_(2 * size_),
        schema_(schema) {}

  bool table(uint32_t at, uint8_t type) {
    if (!spend(4) || !inside(at, 4, 4)) return false;
    // Wraps for a vtable before the buffer, and is then outside it.
    const uint32_t vtable = at - load<uint32_t>(base_ + at);
    if (!inside(vtable, 4, 2)) return false;
    const uint32_t vtable_bytes = load<uint16_t>(base_ + vtable);
    const uint32_t table_bytes = load<uint16_t>(base_ + vtable + 2);
    // Readers compare a field's entry with the size: half an entry would be one to them.
    if (vtable_bytes < 4 || (vtable_bytes & 1) != 0) return false;
    if (!inside(vtable, vtable_bytes, 2) || !inside(at, table_bytes, 4)) return false;
    uint32_t selector = 0;
    for (unsigned i = schema_.first[type]; i < schema_.first[type + 1u]; ++i) {
      const Field& field = schema_.fields[i];
      const uint32_t entry = 2u * field.id + 4;
      const uint32_t offset =
          entry + 2 <= vtable_bytes ? load<uint16_t>(base_ + vtable + entry) : 0;
      if (offset == 0) {
        // A union whose member is absent must not have a selector either.
        if (field.kind == FieldKind::member && selector != 0) return false;
        selector = 0;
        continue;
      }
      const uint32_t bytes =
          field.kind <= FieldKind::number8 ? 1u << static_cast<unsigned>(field.kind) : 4;
      if (offset + bytes > table_bytes || !inside(at + offset, bytes, bytes)) return false;
      if (field.kind <= FieldKind::number8) {
        selector = base_[at + offset];
      } else if (!reference(at + offset, field, selector)) {
        return false;
      }
    }
    return true;
  }

 private:
  bool inside(uint32_t at, uint32_t bytes, uint32_t alignment) const {
    return (at & (alignment - 1)) == 0 && bytes <= size_ && at <= size_ - bytes;
  }

  bool reference(uint32_t at, const Field& field, uint32_t selector) {
    // Neither can exceed 2^31 (see verify), so the sum does not wrap.
    const uint32_t distance = load<uint32_t>(base_ + at);
    if (distance > size_) return false;
    const uint32_t target = at + distance;
    switch (field.kind) {
      case FieldKind::table:
        return table(target, field.type);
      case FieldKind::member: {
        const uint8_t* members = schema_.members + field.type;
        return selector != 0 && selector <= members[0] && table(target, members[selector]);
      }
      case FieldKind::tables:
        return tables(target, field.type);
      case FieldKind::string:
        return vector(target, 0) && inside(target + 4 + load<uint32_t>(base_ + target), 1, 1) &&
               base_[target + 4 + load<uint32_t>(base_ + target)] == 0;
      case FieldKind::vector1:
      case FieldKind::vector2:
      case FieldKind::vector4:
      case FieldKind::vector8:
        return vector(
            target, static_cast<unsigned>(field.kind) - static_cast<unsigned>(FieldKind::vector1));
      case FieldKind::number1:
      case FieldKind::number2:
      case FieldKind::number4:
      case FieldKind::number8:
        break;
    }
    return false;
  }

  // A length and that many elements of 1 << shift bytes.
  bool vector(uint32_t at, unsigned shift) {
    if (!inside(at, 4, 4)) return false;
    const uint32_t count = load<uint32_t>(base_ + at);
    return count <= size_ >> shift && inside(at + 4, count << shift, 1u << shift) &&
           spend(count << shift);
  }

  bool spend(uint32_t bytes) {
    if (bytes > bytes_left_) return false;
    bytes_left_ -= bytes;
    return true;
  }

  bool tables(uint32_t at, uint8_t type) {
    if (!vector(at, 2)) return false;
    const Field element{0, FieldKind::table, type};
    const uint32_t end = at + 4 + 4 * load<uint32_t>(base_ + at);
    for (at += 4; at != end; at += 4) {
      if (!reference(at, element, 0)) return false;
    }
    return true;
  }

  const uint8_t* base_;
  uint32_t size_;
  uint32_t bytes_left_;
  const Schema& schema_;
};

}  // namespace

Error verify(Span<const uint8_t> bytes, const char* identifier, const Schema& schema,
             uint8_t root_type) {
  // The format's own limit: references are signed 32-bit in vtables.
  if (bytes.size() < 8 || bytes.size() > 0x7FFFFFFFu) {
    return fault(Error::InvalidProgram, "the file is too short or too long to be a flatbuffer");
  }
  if (!has_identifier(bytes.data(), identifier)) {
    return fault(Error::InvalidProgram, "the file identifier is not", identifier);
  }
  const uint32_t root = load<uint32_t>(bytes.data());
  if (root > bytes.size() || !Walk(bytes, schema).table(root, root_type)) {
    return fault(Error::InvalidProgram,
                 "a table, vector or string of the file is outside it or malformed");
  }
  return Error::Ok;
}

}  // namespace kerf::flatbuffer
