// Reading input values.
#include "apps/runner/input.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apps/runner/files.h"
#include "core/fault.h"

namespace kerf::runner {
namespace {

Error invalid(const char* what, const char* subject) {
  return fault(Error::InvalidArgument, what, subject);
}

// What follows `prefix` in `text`, or null.
const char* after(const char* text, const char* prefix) {
  const size_t length = strlen(prefix);
  return strncmp(text, prefix, length) == 0 ? text + length : nullptr;
}

Error read_number(const char* text, Value& value, bool& known) {
  char* end = nullptr;
  errno = 0;
  known = true;
  if (strcmp(text, "none") == 0) {
    value = Value();
  } else if (const char* integer = after(text, "int:"); integer != nullptr) {
    value = Scalar(static_cast<int64_t>(strtoll(integer, &end, 10)));
    if (end == integer || *end != '\0' || errno != 0)
      return invalid("not an integer of 64 bits", text);
  } else if (const char* real = after(text, "double:"); real != nullptr) {
    value = Scalar(strtod(real, &end));
    if (end == real || *end != '\0') return invalid("not a number", text);
  } else if (const char* boolean = after(text, "bool:"); boolean != nullptr) {
    const bool yes = strcmp(boolean, "true") == 0;
    if (!yes && strcmp(boolean, "false") != 0)
      return invalid("neither bool:true nor bool:false", text);
    value = Scalar(yes);
  } else {
    known = false;
  }
  return Error::Ok;
}

constexpr size_t kShapeBytes = 160;

// Writes "[2, 3]", cut off where it is too long.
void print_shape(Span<const int32_t> sizes, char (&text)[kShapeBytes]) {
  int at = snprintf(text, sizeof text, "[");
  for (size_t i = 0; i < sizes.size() && at < static_cast<int>(kShapeBytes) - 16; ++i)
    at += snprintf(text + at, sizeof text - static_cast<size_t>(at), "%s%d", i == 0 ? "" : ", ",
                   static_cast<int>(sizes[i]));
  snprintf(text + at, sizeof text - static_cast<size_t>(at), "]");
}

Error wrong_shape(const MethodMeta& meta, size_t index, Span<const int32_t> sizes) {
  char given[kShapeBytes];
  char taken[kShapeBytes];
  char what[2 * kShapeBytes + 120];
  const Result<TensorInfo> info = meta.input_tensor_meta(index);
  print_shape(sizes, given);
  print_shape(info.ok() ? info->sizes : Span<const int32_t>(), taken);
  snprintf(what, sizeof what, "input %zu has the shape %s, %.60s takes %s%s", index, given,
           meta.name(), info.ok() && info->is_dynamic ? "at most " : "", taken);
  return fault(Error::InvalidArgument, what);
}

// Whether a tensor of the method can have these sizes, of its rank.
bool has_room(const TensorInfo& info, Span<const int32_t> sizes) {
  if (sizes.size() != info.sizes.size()) return false;
  for (size_t i = 0; i < sizes.size(); ++i) {
    if (info.is_dynamic ? sizes[i] > info.sizes[i] : sizes[i] != info.sizes[i]) return false;
  }
  return true;
}

// Reads "2x3"; "" is the shape of rank 0.
Error read_shape(const char* text, int32_t* sizes, size_t& rank) {
  rank = 0;
  while (*text != '\0') {
    char* end = nullptr;
    errno = 0;
    const long size = strtol(text, &end, 10);
    if (text[0] < '0' || text[0] > '9' || errno != 0 || size > INT32_MAX || rank == kMaxRank) {
      return invalid("not a shape like 2x3", text);
    }
    sizes[rank++] = static_cast<int32_t>(size);
    if (*end != 'x' && *end != '\0') return invalid("not a shape like 2x3", text);
    text = *end == 'x' ? end + 1 : end;
    if (*end == 'x' && *text == '\0') return invalid("a shape ends in x", end);
  }
  return Error::Ok;
}

}  // namespace

Error read_input(const char* text, const MethodMeta& meta, size_t index, Input& input) {
  bool is_number = false;
  KERF_TRY(read_number(text, input.value, is_number));
  if (is_number) return Error::Ok;
  if (index >= meta.num_inputs()) return invalid("more inputs than the method has, from", text);
  const Result<TensorInfo> info = meta.input_tensor_meta(index);
  if (!info.ok())
    return invalid("the method takes a number here (int:, double:, bool: or none), not a file",
                   text);

  // A file's name may contain an @: the shape follows the last one, if it is a shape.
  char path[4096];
  if (strlen(text) >= sizeof path) return invalid("the path is too long", text);
  strcpy(path, text);
  size_t rank = info->sizes.size();
  memcpy(input.sizes, info->sizes.data(), rank * sizeof(int32_t));
  if (char* at = strrchr(path, '@'); at != nullptr) {
    *at = '\0';
    KERF_TRY(read_shape(at + 1, input.sizes, rank));
  }
  if (rank != info->dim_order.size()) return wrong_shape(meta, index, {input.sizes, rank});

  const Result<Span<uint8_t>> bytes = map_copy(path);  // a program may write to its inputs
  if (!bytes.ok()) return bytes.error();
  size_t expected = element_bytes(info->scalar_type);
  for (size_t i = 0; i < rank; ++i) {
    if (__builtin_mul_overflow(expected, static_cast<size_t>(input.sizes[i]), &expected)) {
      return invalid("the shape is too large", text);
    }
  }
  if (bytes->size() != expected) {
    char what[260];
    snprintf(what, sizeof what, "%.80s has %zu bytes, the shape of input %zu needs %zu%s", path,
             bytes->size(), index, expected,
             info->is_dynamic ? "; the shape is dynamic, pass it as FILE@2x3" : "");
    return invalid("wrong file size", what);
  }
  input.value = Tensor(info->scalar_type, rank, input.sizes, info->dim_order.data(), bytes->data());
  return Error::Ok;
}

Error refused(Error error, const MethodMeta& meta, size_t index, const Input& input) {
  char why[256];
  char what[300];
  snprintf(why, sizeof why, "%s", last_fault());
  snprintf(what, sizeof what, "input %zu: %s", index,
           why[0] == '\0' ? "not one that the method takes" : why);
  clear_fault();
  const Result<TensorInfo> info = meta.input_tensor_meta(index);
  if (error == Error::InvalidArgument && info.ok() && input.value.is_tensor()) {
    const Span<const int32_t> sizes = input.value.tensor().sizes();
    if (!has_room(info.get(), sizes)) return wrong_shape(meta, index, sizes);
  }
  return fault(error, what);
}

}  // namespace kerf::runner
