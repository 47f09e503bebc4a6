// Printing the outputs of a call.
#include "apps/runner/report.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "apps/runner/files.h"
#include "core/fault.h"

namespace kerf::runner {
namespace {

const char* name_of(ScalarType type) {
  switch (type) {
    case ScalarType::Byte:
      return "Byte";
    case ScalarType::Char:
      return "Char";
    case ScalarType::Short:
      return "Short";
    case ScalarType::Int:
      return "Int";
    case ScalarType::Long:
      return "Long";
    case ScalarType::Half:
      return "Half";
    case ScalarType::Float:
      return "Float";
    case ScalarType::Double:
      return "Double";
    case ScalarType::ComplexFloat:
      return "ComplexFloat";
    case ScalarType::ComplexDouble:
      return "ComplexDouble";
    case ScalarType::Bool:
      return "Bool";
    case ScalarType::BFloat16:
      return "BFloat16";
    case ScalarType::UInt16:
      return "UInt16";
    case ScalarType::UInt32:
      return "UInt32";
    case ScalarType::UInt64:
      return "UInt64";
  }
  return "Unknown";
}

void print_string(const char* text) {
  putchar('"');
  for (; *text != '\0'; ++text) {
    const unsigned char c = static_cast<unsigned char>(*text);
    if (c == '"' || c == '\\') {
      printf("\\%c", c);
    } else if (c < 0x20) {
      printf("\\u%04x", c);
    } else {
      putchar(c);
    }
  }
  putchar('"');
}

template <typename T>
void print_list(const char* key, Span<const T> items) {
  printf(", \"%s\": [", key);
  for (size_t i = 0; i < items.size(); ++i)
    printf("%s%d", i == 0 ? "" : ", ", static_cast<int>(items[i]));
  putchar(']');
}

void print_double(double value) {
  // As Python's json reads and writes them.
  if (isnan(value)) {
    printf("NaN");
  } else if (isinf(value)) {
    printf(value < 0 ? "-Infinity" : "Infinity");
  } else {
    char text[40];
    snprintf(text, sizeof text, "%.17g", value);
    bool integral = true;
    for (const char* c = text; *c != '\0'; ++c) integral = integral && *c != '.' && *c != 'e';
    printf("%s%s", text, integral ? ".0" : "");
  }
}

Error print_tensor(const Tensor& tensor, const char* path) {
  KERF_TRY(write_file(path, tensor.const_data_ptr(), tensor.nbytes()));
  printf("{\"kind\": \"tensor\", \"dtype\": \"%s\"", name_of(tensor.scalar_type()));
  print_list("sizes", tensor.sizes());
  print_list("dim_order", tensor.dim_order());
  printf(", \"file\": ");
  print_string(path);
  putchar('}');
  return Error::Ok;
}

Error print_output(const Value& value, const char* path) {
  switch (value.kind()) {
    case Value::Kind::None:
      printf("{\"kind\": \"none\"}");
      break;
    case Value::Kind::Int:
      printf("{\"kind\": \"int\", \"value\": %" PRId64 "}", value.scalar().to<int64_t>());
      break;
    case Value::Kind::Bool:
      printf("{\"kind\": \"bool\", \"value\": %s}", value.scalar().to<bool>() ? "true" : "false");
      break;
    case Value::Kind::Double:
      printf("{\"kind\": \"double\", \"value\": ");
      print_double(value.scalar().to<double>());
      putchar('}');
      break;
    case Value::Kind::Tensor:
      return print_tensor(value.tensor(), path);
  }
  return Error::Ok;
}

}  // namespace

Error report_call(const LoadedMethod& loaded, size_t call, const char* output_dir,
                  uint64_t time_ns) {
  const Method& method = *loaded.method;
  printf("{\"method\": ");
  print_string(method.method_meta().name());
  printf(", \"outputs\": [");
  for (size_t i = 0; i < method.outputs_size(); ++i) {
    if (i != 0) printf(", ");
    char path[4096];
    const int length = snprintf(path, sizeof path, "%s/output-%zu-%zu.bin", output_dir, call, i);
    if (length < 0 || static_cast<size_t>(length) >= sizeof path) {
      return fault(Error::InvalidArgument, "the output folder's name is too long");
    }
    const Result<Value> output = method.get_output(i);
    if (!output.ok()) return output.error();
    KERF_TRY(print_output(output.get(), path));
  }
  printf("], \"memory\": {\"method\": %zu, \"planned\": %zu, \"temp\": %zu}, \"time_ns\": %" PRIu64
         "}\n",
         loaded.method_arena.used(), loaded.planned_bytes, loaded.temp_arena.peak(), time_ns);
  return fflush(stdout) == 0 ? Error::Ok : fault(Error::AccessFailed, "stdout cannot be written");
}

}  // namespace kerf::runner
