// Reads calls from text.
#include "calls.h"

#include <stdlib.h>

#include <iostream>
#include <map>
#include <sstream>
#include <utility>

namespace kerf::test {
namespace {

[[noreturn]] void fail(const std::string& what) {
  std::cerr << "not a case: " << what << "\n";
  exit(2);
}

ScalarType type_of(const std::string& name) {
  static const std::map<std::string, ScalarType> kTypes = {
      {"Byte", ScalarType::Byte},
      {"Char", ScalarType::Char},
      {"Short", ScalarType::Short},
      {"Int", ScalarType::Int},
      {"Long", ScalarType::Long},
      {"Half", ScalarType::Half},
      {"Float", ScalarType::Float},
      {"Double", ScalarType::Double},
      {"Bool", ScalarType::Bool},
      {"BFloat16", ScalarType::BFloat16},
      {"UInt16", ScalarType::UInt16},
      {"UInt32", ScalarType::UInt32},
      {"UInt64", ScalarType::UInt64},
      {"ComplexFloat", ScalarType::ComplexFloat},
      {"ComplexDouble", ScalarType::ComplexDouble},
  };
  const auto found = kTypes.find(name);
  if (found == kTypes.end()) fail(name);
  return found->second;
}

// `1,2,3` as numbers; `-` as none.
std::vector<int64_t> numbers(const std::string& text) {
  std::vector<int64_t> result;
  if (text == "-") return result;
  std::istringstream stream(text);
  for (std::string item; std::getline(stream, item, ',');)
    result.push_back(strtoll(item.c_str(), nullptr, 10));
  return result;
}

}  // namespace

Argument::Argument(const std::string& kind, const std::string& rest,
                   const std::vector<Argument>& before)
    : kind_(kind) {
  if (kind == "tensor" || is_output()) {
    read_tensor(rest, before);
  } else if (kind == "int") {
    scalar_ = Scalar(static_cast<int64_t>(strtoll(rest.c_str(), nullptr, 10)));
  } else if (kind == "double") {
    scalar_ = Scalar(strtod(rest.c_str(), nullptr));
  } else if (kind == "bool") {
    scalar_ = Scalar(rest == "1");
  } else if (kind == "doubles") {
    std::istringstream stream(rest);
    std::vector<double> list;
    for (std::string item; rest != "-" && std::getline(stream, item, ',');)
      list.push_back(strtod(item.c_str(), nullptr));
    count_ = list.size();
    doubles_.reset(new double[count_]);
    for (size_t i = 0; i < count_; ++i) doubles_[i] = list[i];
  } else if (kind == "bools") {
    const std::vector<int64_t> list = numbers(rest);
    count_ = list.size();
    bools_.reset(new bool[count_]);
    for (size_t i = 0; i < count_; ++i) bools_[i] = list[i] != 0;
  } else if (kind == "ints") {
    const std::vector<int64_t> list = numbers(rest);
    count_ = list.size();
    ints_.reset(new int64_t[count_]);
    for (size_t i = 0; i < count_; ++i) ints_[i] = list[i];
  } else if (kind == "string") {
    text_ = rest;
  } else if (kind != "none") {
    fail(kind);
  }
}

Argument::Argument(std::vector<Argument> items)
    : kind_("list"),
      items_(std::move(items)),
      count_(items_.size()),
      tensors_(new Tensor[count_]),
      optional_(new Optional<Tensor>[count_]) {
  for (size_t i = 0; i < count_; ++i) {
    tensors_[i] = items_[i].tensor_;
    if (!items_[i].is_none()) optional_[i] = items_[i].tensor_;
  }
}

// `DTYPE SIZES DIM_ORDER HEX`. Of a `dynamic` tensor the sizes are the upper bound, and its shape
// is empty at first. `overlap` has `ARGUMENT OFFSET` first: it is in the memory of that argument.
void Argument::read_tensor(const std::string& rest, const std::vector<Argument>& before) {
  std::istringstream stream(rest);
  size_t base = 0;
  size_t offset = 0;
  if (kind_ == "overlap") stream >> base >> offset;
  std::string type_name, sizes_text, order_text, hex;
  stream >> type_name >> sizes_text >> order_text >> hex;
  const ScalarType type = type_of(type_name);
  const std::vector<int64_t> sizes = numbers(sizes_text);
  const std::vector<int64_t> order = numbers(order_text);
  const size_t rank = sizes.size();
  if (order.size() != rank || rank > kMaxRank) fail(rest);
  sizes_.reset(new int32_t[rank]);
  bound_.reset(new int32_t[rank]);
  order_.reset(new uint8_t[rank]);
  for (size_t i = 0; i < rank; ++i) {
    bound_[i] = static_cast<int32_t>(sizes[i]);
    sizes_[i] = kind_ == "dynamic" ? 0 : bound_[i];
    order_[i] = static_cast<uint8_t>(order[i]);
  }
  const size_t bytes = numel_of({bound_.get(), rank}) * element_bytes(type);
  uint8_t* data = nullptr;
  if (kind_ == "overlap") {
    if (base >= before.size() || offset + bytes > before[base].tensor_.nbytes()) fail(rest);
    if (bytes != 0) data = before[base].data_.get() + offset;
  } else if (bytes != 0) {
    data_.reset(new uint8_t[bytes]);
    data = data_.get();
    for (size_t i = 0; i < bytes; ++i) {
      data[i] = is_undefined()
                    ? 0xCD
                    : static_cast<uint8_t>(strtoul(hex.substr(2 * i, 2).c_str(), nullptr, 16));
    }
  }
  if (kind_ == "dynamic") {
    tensor_ = Tensor(type, rank, sizes_.get(), bound_.get(), order_.get(), data);
  } else {
    tensor_ = Tensor(type, rank, static_cast<const int32_t*>(sizes_.get()), order_.get(), data);
  }
}

std::string Argument::contents() const {
  static const char kDigits[] = "0123456789abcdef";
  std::string text;
  for (const int32_t size : tensor_.sizes())
    text += (text.empty() ? "" : ",") + std::to_string(size);
  if (text.empty()) text = "-";
  text += ' ';
  if (tensor_.nbytes() == 0) text += '-';
  for (size_t i = 0; i < tensor_.nbytes(); ++i) {
    const uint8_t byte = tensor_.const_data_ptr<uint8_t>()[i];
    text += kDigits[byte >> 4];
    text += kDigits[byte & 15];
  }
  return text;
}

bool read_case(std::istream& input, Case& result) {
  std::string line;
  if (!std::getline(input, line)) return false;
  std::istringstream head(line);
  std::string word;
  head >> word >> result.name >> result.op;
  if (word != "case" || result.op.empty()) fail(line);
  result.arguments.clear();
  std::vector<Argument> items;
  for (size_t missing = 0; std::getline(input, line) && line != "end";) {
    const size_t space = line.find(' ');
    const std::string kind = line.substr(0, space);
    const std::string rest = space == std::string::npos ? "" : line.substr(space + 1);
    if (missing != 0) {
      items.emplace_back(kind, rest, result.arguments);
      if (--missing == 0) result.arguments.emplace_back(std::move(items));
    } else if (kind == "list") {
      items.clear();
      missing = strtoul(rest.c_str(), nullptr, 10);
      if (missing == 0) result.arguments.emplace_back(std::vector<Argument>());
    } else {
      result.arguments.emplace_back(kind, rest, result.arguments);
    }
  }
  return true;
}

}  // namespace kerf::test
