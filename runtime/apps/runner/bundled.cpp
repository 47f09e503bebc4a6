// Reading and running bundled programs.
// Source: devtools/bundled_program/schema/bundled_program_schema.fbs of executorch 1.5.1 (BP08).
#include "apps/runner/bundled.h"

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/fault.h"
#include "core/libc.h"
#include "flatbuffer/verifier.h"
#include "tensor/half.h"

namespace kerf::runner {
namespace {

using flatbuffer::Table;
using flatbuffer::TableVector;
using flatbuffer::Vector;
using Kind = flatbuffer::FieldKind;

namespace root {
enum : uint8_t { method_test_suites = 1, program = 2 };
}
namespace suite {
enum : uint8_t { method_name = 0, test_cases = 1 };
}
namespace test_case {
enum : uint8_t { inputs = 0, expected_outputs = 1 };
}
namespace tensor {
enum : uint8_t { scalar_type = 0, sizes = 1, data = 2, dim_order = 3 };
}
// Members of the union ValueUnion.
enum class Member : uint8_t { Tensor = 1, Int = 2, Bool = 3, Double = 4 };

enum : uint8_t { kRoot, kSuite, kCase, kValue, kTensor, kNumber8, kNumber1 };
constexpr flatbuffer::Row kRows[] = {
    {kRoot, root::method_test_suites, Kind::tables, kSuite},
    {kRoot, root::program, Kind::vector1},
    {kSuite, suite::method_name, Kind::string},
    {kSuite, suite::test_cases, Kind::tables, kCase},
    {kCase, test_case::inputs, Kind::tables, kValue},
    {kCase, test_case::expected_outputs, Kind::tables, kValue},
    {kValue, schema::chosen::type, Kind::number1},
    {kValue, schema::chosen::member, Kind::member, 0},
    {kTensor, tensor::scalar_type, Kind::number1},
    {kTensor, tensor::sizes, Kind::vector4},
    {kTensor, tensor::data, Kind::vector1},
    {kTensor, tensor::dim_order, Kind::vector1},
    {kNumber8, schema::boxed::value, Kind::number8},
    {kNumber1, schema::boxed::value, Kind::number1},
};
constexpr uint8_t kUnions[] = {4, kTensor, kNumber8, kNumber1, kNumber8};
constexpr char kIdentifier[] = "BP08";

constexpr double kTolerance =
    1e-4;  // relative to the largest expected element, as for the case files

Error invalid(const char* what) { return fault(Error::InvalidProgram, what); }

// Copies of a case's tensors, until it ends: a program may write to its inputs, and in the file
// they need not be aligned to their elements.
class Copies {
 public:
  Copies() = default;
  Copies(const Copies&) = delete;
  Copies& operator=(const Copies&) = delete;
  ~Copies() {
    while (last_ != nullptr) {
      Block* const before = last_->before;
      free(last_);
      last_ = before;
    }
  }

  // Null where the host has not enough memory.
  void* add(const uint8_t* data, size_t bytes) {
    Block* const block = static_cast<Block*>(malloc(sizeof(Block) + bytes));
    if (block == nullptr) return nullptr;
    block->before = last_;
    last_ = block;
    if (bytes != 0) memcpy(block + 1, data, bytes);
    return block + 1;
  }

 private:
  struct alignas(max_align_t) Block {
    Block* before;
  };
  Block* last_ = nullptr;
};

Result<Tensor> tensor_of(Table table, Copies& copies) {
  const int8_t type = table.number<int8_t>(tensor::scalar_type);
  const Vector<int32_t> sizes = table.vector<int32_t>(tensor::sizes);
  const Vector<uint8_t> dim_order = table.vector<uint8_t>(tensor::dim_order);
  const Vector<uint8_t> data = table.vector<uint8_t>(tensor::data);
  if (!is_scalar_type(type) || sizes.size() > kMaxRank || dim_order.size() != sizes.size()) {
    return invalid("a bundled tensor is malformed");
  }
  uint64_t bytes = element_bytes(static_cast<ScalarType>(type));
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] < 0 || dim_order[i] >= sizes.size())
      return invalid("a bundled tensor is malformed");
    bytes *= static_cast<uint32_t>(sizes[i]);
    if (bytes > data.size()) return invalid("a bundled tensor is longer than its data");
  }
  void* const copy = copies.add(data.data(), static_cast<size_t>(bytes));
  if (copy == nullptr)
    return fault(Error::MemoryAllocationFailed, "the host has not enough memory");
  return Tensor(static_cast<ScalarType>(type), sizes.size(), sizes.data(), dim_order.data(), copy);
}

Result<Value> value_of(Table value, Copies& copies) {
  const Table member = value.table(schema::chosen::member);
  switch (static_cast<Member>(value.number<uint8_t>(schema::chosen::type))) {
    case Member::Tensor: {
      const Result<Tensor> found = tensor_of(member, copies);
      if (!found.ok()) return found.error();
      return Value(found.get());
    }
    case Member::Int:
      return Value(Scalar(member.number<int64_t>(schema::boxed::value)));
    case Member::Bool:
      return Value(Scalar(member.number<uint8_t>(schema::boxed::value) != 0));
    case Member::Double:
      return Value(Scalar(member.number<double>(schema::boxed::value)));
  }
  return Value();
}

// A number of a tensor: an element, or one of the two parts of a complex one.
double element(const Tensor& tensor, size_t index) {
  switch (tensor.scalar_type()) {
    case ScalarType::ComplexFloat:
    case ScalarType::Float:
      return static_cast<double>(tensor.const_data_ptr<float>()[index]);
    case ScalarType::ComplexDouble:
    case ScalarType::Double:
      return tensor.const_data_ptr<double>()[index];
    case ScalarType::Half:
      return static_cast<double>(to_float(tensor.const_data_ptr<Half>()[index]));
    case ScalarType::BFloat16:
      return static_cast<double>(to_float(tensor.const_data_ptr<BFloat16>()[index]));
    case ScalarType::Byte:
    case ScalarType::Char:
    case ScalarType::Short:
    case ScalarType::Int:
    case ScalarType::Long:
    case ScalarType::Bool:
    case ScalarType::UInt16:
    case ScalarType::UInt32:
    case ScalarType::UInt64:
      break;
  }
  return 0;
}

bool is_floating(ScalarType type) {
  return type == ScalarType::Float || type == ScalarType::Double || type == ScalarType::Half ||
         type == ScalarType::BFloat16 || is_complex(type);
}

// The largest difference of two tensors of one shape; HUGE_VAL where elements that must be equal
// are not.
double difference(const Tensor& got, const Tensor& expected, double* largest) {
  if (!is_floating(got.scalar_type())) {
    const bool equal = libc::equal(got.const_data_ptr(), expected.const_data_ptr(), got.nbytes());
    return equal ? 0 : HUGE_VAL;
  }
  const size_t numbers = got.numel() * (is_complex(got.scalar_type()) ? 2 : 1);
  double most = 0;
  for (size_t i = 0; i < numbers; ++i) {
    const double a = element(got, i);
    const double b = element(expected, i);
    if (a == b || (isnan(a) && isnan(b))) continue;
    if (!isfinite(a) || !isfinite(b)) return HUGE_VAL;
    most = fmax(most, fabs(a - b));
  }
  for (size_t i = 0; i < numbers; ++i) {
    if (isfinite(element(expected, i))) *largest = fmax(*largest, fabs(element(expected, i)));
  }
  return most;
}

// Whether one output is the expected one; *most becomes the largest difference so far.
bool matches(const Value& got, const Value& expected, double* most) {
  if (got.kind() != expected.kind()) return false;
  if (got.kind() == Value::Kind::None) return true;
  if (!got.is_tensor()) {
    const double a = got.scalar().to<double>();
    const double b = expected.scalar().to<double>();
    *most = fmax(*most, fabs(a - b));
    return a == b || fabs(a - b) <= kTolerance * fabs(b);
  }
  const Tensor& a = got.tensor();
  const Tensor& b = expected.tensor();
  if (a.scalar_type() != b.scalar_type() || !same_shape(a, b) || !same_dim_order(a, b))
    return false;
  double largest = 0;
  const double differs = difference(a, b, &largest);
  *most = fmax(*most, differs);
  return differs <= kTolerance * largest;
}

Result<bool> run_case(LoadedMethod& loaded, Table the_case, uint32_t max_jumps, double* most) {
  Method& method = *loaded.method;
  Copies copies;
  const TableVector inputs = the_case.tables(test_case::inputs);
  if (inputs.size() != method.inputs_size())
    return invalid("a bundled case has the wrong number of inputs");
  for (size_t i = 0; i < inputs.size(); ++i) {
    const Result<Value> value = value_of(inputs[i], copies);
    if (!value.ok()) return value.error();
    if (const Error error = method.set_input(i, value.get()); error != Error::Ok) return error;
  }
  if (const Error error = method.execute(max_jumps); error != Error::Ok) return error;
  const TableVector expected = the_case.tables(test_case::expected_outputs);
  if (expected.size() != method.outputs_size())
    return invalid("a bundled case has the wrong number of outputs");
  bool all = true;
  for (size_t i = 0; i < expected.size(); ++i) {
    const Result<Value> wanted = value_of(expected[i], copies);
    const Result<Value> got = method.get_output(i);
    if (!wanted.ok()) return wanted.error();
    if (!got.ok()) return got.error();
    all = matches(got.get(), wanted.get(), most) && all;
  }
  return all;
}

}  // namespace

bool BundledProgram::is_bundle(Span<const uint8_t> bytes) {
  return bytes.size() >= 8 && memcmp(bytes.data() + 4, kIdentifier, 4) == 0;
}

Result<BundledProgram> BundledProgram::load(Span<const uint8_t> bytes) {
  if (const Error error =
          flatbuffer::verify(bytes, kIdentifier, flatbuffer::Layout<kRows, kUnions>());
      error != Error::Ok)
    return error;
  return BundledProgram(flatbuffer::root(bytes.data()));
}

Span<const uint8_t> BundledProgram::program() const {
  return root_.vector<uint8_t>(root::program).span();
}

TableVector BundledProgram::suites() const { return root_.tables(root::method_test_suites); }

Error run_bundled(Session& session, const BundledProgram& bundle, uint32_t max_jumps) {
  const TableVector suites = bundle.suites();
  for (size_t s = 0; s < suites.size(); ++s) {
    const Result<LoadedMethod*> loaded = session.load(suites[s].text(suite::method_name));
    if (!loaded.ok()) return loaded.error();
  }
  size_t failed = 0;
  size_t count = 0;
  for (size_t s = 0; s < suites.size(); ++s) {
    const Result<LoadedMethod*> loaded = session.load(suites[s].text(suite::method_name));
    if (!loaded.ok()) return loaded.error();
    const TableVector cases = suites[s].tables(suite::test_cases);
    for (size_t c = 0; c < cases.size(); ++c, ++count) {
      double most = 0;
      const Result<bool> passed = run_case(*loaded.get(), cases[c], max_jumps, &most);
      if (!passed.ok()) return passed.error();
      failed += passed.get() ? 0 : 1;
      // The name is one of the program's methods: load() has found it. JSON has no infinity: Python
      // reads this one.
      char text[40];
      snprintf(text, sizeof text, isinf(most) ? "Infinity" : "%.9g", most);
      printf("{\"method\": \"%s\", \"case\": %zu, \"passed\": %s, \"max_abs_diff\": %s}\n",
             suites[s].text(suite::method_name), c, passed.get() ? "true" : "false", text);
    }
  }
  if (count == 0) return fault(Error::NotFound, "the bundled program has no cases");
  if (failed == 0) return Error::Ok;
  char what[80];
  snprintf(what, sizeof what, "%zu of %zu", failed, count);
  return fault(Error::Internal, "bundled cases differ from their expected outputs", what);
}

}  // namespace kerf::runner
