// Operator calls as text: what the case files hold, as arguments of kernels. Host only.
#pragma once

#include <stdint.h>

#include <memory>
#include <string>
#include <vector>

#include "core/optional.h"
#include "core/span.h"
#include "tensor/scalar.h"
#include "tensor/tensor.h"

namespace kerf::test {

// One argument, with all memory that it refers to in blocks of exact size, so that a sanitizer sees
// a step beyond.
class Argument {
 public:
  // `kind` and `rest` of a line: `tensor Float 2,3 0,1 00..`; `before` are the arguments before it.
  Argument(const std::string& kind, const std::string& rest, const std::vector<Argument>& before);

  // A list: `list 2`, the items are those of the lines that follow.
  explicit Argument(std::vector<Argument> items);

  bool is_none() const { return kind_ == "none"; }
  bool is_tensor() const { return kind_ == "tensor" || is_output(); }
  bool is_output() const { return is_undefined() || kind_ == "both" || kind_ == "overlap"; }
  const Tensor& tensor() const { return tensor_; }
  Tensor& mutable_tensor() { return tensor_; }
  const Scalar& scalar() const { return scalar_; }
  Span<const int64_t> ints() const { return {ints_.get(), count_}; }
  Span<const char> text() const { return {text_.data(), text_.size()}; }
  Span<const double> doubles() const { return {doubles_.get(), count_}; }
  Span<const bool> bools() const { return {bools_.get(), count_}; }
  const std::vector<Argument>& items() const { return items_; }
  Span<Tensor> tensors() const { return {tensors_.get(), count_}; }
  Span<const Optional<Tensor>> optional_tensors() const { return {optional_.get(), count_}; }

  // `2,3 00..`: sizes and elements as they now are.
  std::string contents() const;

 private:
  bool is_undefined() const { return kind_ == "out" || kind_ == "dynamic"; }
  void read_tensor(const std::string& rest, const std::vector<Argument>& before);

  std::string kind_;
  Tensor tensor_;
  Scalar scalar_;
  std::string text_;
  std::vector<Argument> items_;
  size_t count_ = 0;  // of numbers or of items
  std::unique_ptr<Tensor[]> tensors_;
  std::unique_ptr<Optional<Tensor>[]> optional_;
  std::unique_ptr<int64_t[]> ints_;
  std::unique_ptr<double[]> doubles_;
  std::unique_ptr<bool[]> bools_;
  std::unique_ptr<int32_t[]> sizes_;
  std::unique_ptr<int32_t[]> bound_;
  std::unique_ptr<uint8_t[]> order_;
  std::unique_ptr<uint8_t[]> data_;
};

// A call: the operator and its arguments in schema order.
struct Case {
  std::string name;
  std::string op;
  std::vector<Argument> arguments;
};

// The next case of `input`; false at its end. Exits where the text is not one.
bool read_case(std::istream& input, Case& result);

}  // namespace kerf::test
