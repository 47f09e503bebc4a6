// Loading a program and finding data in it.
#include "program/program.h"

#include "core/fault.h"
#include "core/libc.h"
#include "program/check.h"
#include "program/method_meta.h"
#include "selected/features.h"

namespace kerf {
namespace {

using flatbuffer::load;

namespace features = selected::features;

// The extended header is between the file identifier and the root table.
// Source: schema/extended_header.cpp of executorch (magic, length, program size, segment base
// offset).
constexpr size_t kHeaderAt = 8;
constexpr char kHeaderMagic[] = "eh00";
constexpr uint32_t kHeaderBytes = 24;

struct Extent {
  size_t program_bytes;
  size_t segment_base;
};

Result<Extent> find_extent(Span<const uint8_t> bytes) {
  if (bytes.size() < kHeaderAt + kHeaderBytes) {
    return fault(Error::InvalidProgram, "the file is too short to be a program");
  }
  const uint8_t* header = bytes.data() + kHeaderAt;
  if (!flatbuffer::is_tag(header, kHeaderMagic)) return Extent{bytes.size(), bytes.size()};
  const uint64_t program_bytes = load<uint64_t>(header + 8);
  const uint64_t segment_base = load<uint64_t>(header + 16);
  if (load<uint32_t>(header + 4) < kHeaderBytes || program_bytes > bytes.size() ||
      segment_base > bytes.size()) {
    return fault(Error::InvalidProgram, "the extended header points beyond the end of the file");
  }
  return Extent{static_cast<size_t>(program_bytes), static_cast<size_t>(segment_base)};
}

}  // namespace

Result<Program> Program::load(Span<const uint8_t> bytes) {
  if (reinterpret_cast<uintptr_t>(bytes.data()) % kMinimumAlignment != 0) {
    return fault(Error::InvalidArgument, "the program's bytes must start at a multiple of 16");
  }
  const Result<Extent> extent = find_extent(bytes);
  if (!extent.ok()) return extent.error();
  const Span<const uint8_t> flatbuffer(bytes.data(), extent->program_bytes);
  if constexpr (features::kChecksPrograms) {
    KERF_TRY(flatbuffer::check_identifier(flatbuffer, schema::kProgramIdentifier));
  } else if (!flatbuffer::has_identifier(bytes.data(), schema::kProgramIdentifier)) {
    // So that erased flash is an error.
    return fault(Error::InvalidProgram, "the file identifier is not", schema::kProgramIdentifier);
  }
  Program program(flatbuffer::root(bytes.data()),
                  {bytes.data() + extent->segment_base, bytes.size() - extent->segment_base});
  if constexpr (features::kChecksPrograms) {
    ProgramCheck check(flatbuffer, program);
    KERF_TRY(check.run());
    program.features_ = check.features();
  }
  program.plans_ = program.root_.tables(schema::program::execution_plan);
  if constexpr (features::constant_segment) {
    // Without constants the segment's offsets are empty or hold the reserved entry 0 alone.
    const schema::Table constants = program.root_.table(schema::program::constant_segment);
    if (constants) {
      program.constant_starts_ = constants.vector<uint64_t>(schema::subsegments::offsets);
      program.constants_ =
          program.segment(constants.number<uint32_t>(schema::subsegments::segment_index)).data();
    }
  }
  return program;
}

schema::Table Program::plan(const char* name) const {
  for (size_t i = 0; i < plans_.size(); ++i) {
    if (libc::compare(method_name(i), name) == 0) return plans_[i];
  }
  static_cast<void>(fault(Error::NotFound, "the program has no method", name));
  return {};
}

Result<MethodMeta> Program::method_meta(const char* name) const {
  const schema::Table found = plan(name);
  if (!found) return Error::NotFound;
  return MethodMeta(found);
}

Span<const uint8_t> Program::segment(uint32_t index) const {
  const schema::Table segment = root_.tables(schema::program::segments)[index];
  return {segment_bytes_.data() + segment.number<uint64_t>(schema::segment::offset),
          static_cast<size_t>(segment.number<uint64_t>(schema::segment::size))};
}

const uint8_t* Program::constant(uint32_t index) const {
  if (!features::constant_buffer || constant_starts_.size() != 0)
    return constants_ + constant_starts_[index];
  const schema::Table buffer = root_.tables(schema::program::constant_buffer)[index];
  return buffer.vector<uint8_t>(schema::boxed::value).span().data();
}

const uint8_t* Program::mutable_data(uint64_t list, uint32_t index) const {
  const schema::Table data =
      root_.tables(schema::program::mutable_data_segments)[static_cast<size_t>(list)];
  return segment(data.number<uint32_t>(schema::subsegments::segment_index)).data() +
         data.vector<uint64_t>(schema::subsegments::offsets)[index];
}

Span<const uint8_t> Program::delegate_data(schema::Table delegate) const {
  const schema::Table processed = delegate.table(schema::delegate::processed);
  if (!processed) return {};
  const auto index = processed.number<uint32_t>(schema::data_reference::index);
  if (processed.number<int8_t>(schema::data_reference::location) != 0) return segment(index);
  return root_.tables(schema::program::backend_delegate_data)[index]
      .vector<uint8_t>(schema::boxed::value)
      .span();
}

Result<Span<const uint8_t>> Program::named_data(const char* key) const {
  const schema::TableVector entries = root_.tables(schema::program::named_data);
  for (size_t i = 0; i < entries.size(); ++i) {
    if (libc::compare(entries[i].text(schema::named::key), key) == 0) {
      return segment(entries[i].number<uint32_t>(schema::named::segment_index));
    }
  }
  return Error::NotFound;  // the caller knows what is missing
}

}  // namespace kerf
