// ExecuTorch's data format.
// Source: extension/flat_tensor/serialize/flat_tensor.fbs and flat_tensor_header.h of
// executorch 1.5.1 (FT01, FH01).
#include "program/flat_tensor.h"

#include "core/fault.h"
#include "core/libc.h"
#include "flatbuffer/verifier.h"

namespace kerf {
namespace {

using flatbuffer::load;
using Kind = flatbuffer::FieldKind;

enum : uint8_t { kRoot, kSegment, kNamed, kLayoutTable };
namespace root {
enum : uint8_t { version = 0, segments = 1, named_data = 2 };
}
namespace segment {
enum : uint8_t { offset = 0, size = 1 };
}
namespace named {
enum : uint8_t { key = 0, segment_index = 1, tensor_layout = 2 };
}
namespace layout_table {
enum : uint8_t { scalar_type = 0, sizes = 1, dim_order = 2 };
}

constexpr flatbuffer::Row kRows[] = {
    {kRoot, root::version, Kind::number4},
    {kRoot, root::segments, Kind::tables, kSegment},
    {kRoot, root::named_data, Kind::tables, kNamed},
    {kSegment, segment::offset, Kind::number8},
    {kSegment, segment::size, Kind::number8},
    {kNamed, named::key, Kind::string},
    {kNamed, named::segment_index, Kind::number4},
    {kNamed, named::tensor_layout, Kind::table, kLayoutTable},
    {kLayoutTable, layout_table::scalar_type, Kind::number1},
    {kLayoutTable, layout_table::sizes, Kind::vector4},
    {kLayoutTable, layout_table::dim_order, Kind::vector1},
};
constexpr uint8_t kUnions[] = {0};

constexpr size_t kDataHeaderAt = 8;
constexpr size_t kDataHeaderBytes = 40;

Error invalid_data(const char* what) { return fault(Error::InvalidExternalData, what); }

}  // namespace

Result<FlatTensor> FlatTensor::load(Span<const uint8_t> bytes) {
  if (reinterpret_cast<uintptr_t>(bytes.data()) % 16 != 0) {
    return fault(Error::InvalidArgument, "the data's bytes must start at a multiple of 16");
  }
  if (bytes.size() < kDataHeaderAt + kDataHeaderBytes ||
      !flatbuffer::is_tag(bytes.data() + kDataHeaderAt, "FH01")) {
    return invalid_data("the data file has no header");
  }
  const uint8_t* header = bytes.data() + kDataHeaderAt;
  const uint64_t segment_base = flatbuffer::load<uint64_t>(header + 24);
  const uint64_t segment_room = flatbuffer::load<uint64_t>(header + 32);
  if (segment_base > bytes.size() || segment_room > bytes.size() - segment_base) {
    return invalid_data("the data file's header points beyond its end");
  }
  const Span<const uint8_t> flatbuffer(bytes.data(), static_cast<size_t>(segment_base));
  if (flatbuffer::verify(flatbuffer, "FT01", flatbuffer::Layout<kRows, kUnions>()) != Error::Ok) {
    return Error::InvalidExternalData;
  }
  FlatTensor file;
  file.root_ = flatbuffer::root(bytes.data());
  if (file.root_.number<uint32_t>(root::version) != 0)
    return invalid_data("the data file is of a newer version of the schema");
  file.segment_bytes_ = {bytes.data() + segment_base, static_cast<size_t>(segment_room)};
  const flatbuffer::TableVector segments = file.root_.tables(root::segments);
  for (size_t i = 0; i < segments.size(); ++i) {
    const uint64_t offset = segments[i].number<uint64_t>(segment::offset);
    if (offset > segment_room ||
        segments[i].number<uint64_t>(segment::size) > segment_room - offset) {
      return invalid_data("a segment of the data file is beyond its end");
    }
  }
  const flatbuffer::TableVector entries = file.root_.tables(root::named_data);
  for (size_t i = 0; i < entries.size(); ++i) {
    if (entries[i].number<uint32_t>(named::segment_index) >= segments.size()) {
      return invalid_data("named data refer to a segment that does not exist");
    }
  }
  return file;
}

Result<NamedTensor> FlatTensor::find(const char* key) const {
  const flatbuffer::TableVector entries = root_.tables(root::named_data);
  for (size_t i = 0; i < entries.size(); ++i) {
    const flatbuffer::Table entry = entries[i];
    if (libc::compare(entry.text(named::key), key) != 0) continue;
    const flatbuffer::Table where =
        root_.tables(root::segments)[entry.number<uint32_t>(named::segment_index)];
    const flatbuffer::Table shape = entry.table(named::tensor_layout);
    NamedTensor found{};
    found.data = {segment_bytes_.data() + where.number<uint64_t>(segment::offset),
                  static_cast<size_t>(where.number<uint64_t>(segment::size))};
    found.has_layout = static_cast<bool>(shape);
    if (found.has_layout) {
      found.scalar_type = static_cast<ScalarType>(shape.number<int8_t>(layout_table::scalar_type));
      found.sizes = shape.vector<int32_t>(layout_table::sizes).span();
      found.dim_order = shape.vector<uint8_t>(layout_table::dim_order).span();
    }
    return found;
  }
  return Error::NotFound;
}

}  // namespace kerf
