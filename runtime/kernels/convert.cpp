// A loop for each pair of dtypes that is converted. Complex elements are runs of their parts: they
// have no loops of their own but for what joins the parts.
#include "kernels/convert.h"

#include "core/libc.h"
#include "core/result.h"
#include "kernels/dispatch.h"
#include "loops/convert.h"
#include "selected/conversions.h"
#include "tensor/element.h"

namespace kerf {
namespace {

constexpr DtypeSet targets() {
  DtypeSet set = 0;
  for (unsigned bit = 0; bit < 16; ++bit) {
    if (selected::kConversions[bit] != 0) set = static_cast<DtypeSet>(set | 1u << bit);
  }
  return set;
}

constexpr DtypeSet sources() {
  DtypeSet set = 0;
  for (unsigned bit = 0; bit < 16; ++bit)
    set = static_cast<DtypeSet>(set | selected::kConversions[bit]);
  return set;
}

// Whether or not elements may be complex.
constexpr DtypeSet kReal = static_cast<DtypeSet>(
    ~(dtype_set(ScalarType::ComplexFloat) | dtype_set(ScalarType::ComplexDouble)));
constexpr DtypeSet kToReal = targets() & kReal;

// Between dtypes that are not complex.
Error convert_real(const Run& from, ScalarType type, void* to, int32_t count) {
  return dispatch<kToReal>(type, [&](auto to_tag) {
    using To = typename decltype(to_tag)::Type;
    constexpr DtypeSet kSources = selected::converted_to(decltype(to_tag)::kDtype) & kReal;
    return dispatch<kSources>(from.type, [&](auto from_tag) {
      using From = typename decltype(from_tag)::Type;
      portable::convert_row(static_cast<To*>(to), static_cast<const From*>(from.data) + from.offset,
                            from.step, count);
      return Error::Ok;
    });
  });
}

// Converts as well where both have one dtype: then it copies.
Error convert_parts(const Run& from, ScalarType type, void* to, int32_t count) {
  if (from.type != type) return convert_real(from, type, to, count);
  const size_t bytes = element_bytes(type);
  const auto* at = static_cast<const uint8_t*>(from.data);
  for (int32_t i = 0; i < count; ++i) {
    libc::copy(static_cast<uint8_t*>(to) + static_cast<size_t>(i) * bytes,
               at + (from.offset + ptrdiff_t{i} * from.step) * static_cast<ptrdiff_t>(bytes),
               bytes);
  }
  return Error::Ok;
}

// The real parts of complex elements whose step is below 2^30, or with `imag` the others.
Run parts(const Run& complex, bool imag) {
  const size_t bytes = element_bytes(complex.type);
  const auto* first = static_cast<const uint8_t*>(complex.data) +
                      complex.offset * static_cast<ptrdiff_t>(bytes) + (imag ? bytes / 2 : 0);
  return {part_type(complex.type), first, 0, 2 * complex.step};
}

// A complex element is true where either part is not 0.
Error convert_to_bool(const Run& from, void* to, int32_t count) {
  constexpr int32_t kMost = 32;
  bool imag[kMost] = {};
  auto* out = static_cast<bool*>(to);
  Run rest = parts(from, true);
  KERF_TRY(convert_real(parts(from, false), ScalarType::Bool, to, count));
  for (int32_t done = 0; done < count; done += kMost) {
    const int32_t some = count - done < kMost ? count - done : kMost;
    KERF_TRY(convert_real(rest, ScalarType::Bool, imag, some));
    for (int32_t i = 0; i < some; ++i) out[done + i] = out[done + i] || imag[i];
    rest.data = static_cast<const uint8_t*>(rest.data) +
                ptrdiff_t{kMost} * rest.step * static_cast<ptrdiff_t>(element_bytes(rest.type));
  }
  return Error::Ok;
}

// Spreads `count` real parts at the start of `to` over its elements, the last first, and sets the
// other parts to 0.
template <typename R>
void spread(void* to, int32_t count) {
  R* at = static_cast<R*>(to);
  for (int32_t i = count; i-- > 0;) {
    at[2 * i] = at[i];
    at[2 * i + 1] = 0;
  }
}

Error convert_to_complex(const Run& from, ScalarType type, void* to, int32_t count) {
  if (is_complex(from.type)) {
    const size_t bytes = element_bytes(type);
    for (int32_t i = 0; i < count; ++i) {
      Run pair = parts({from.type, from.data, from.offset, 0}, false);
      pair.data = static_cast<const uint8_t*>(pair.data) +
                  ptrdiff_t{i} * from.step * static_cast<ptrdiff_t>(element_bytes(from.type));
      pair.step = 1;
      KERF_TRY(convert_real(pair, part_type(type),
                            static_cast<uint8_t*>(to) + static_cast<size_t>(i) * bytes, 2));
    }
    return Error::Ok;
  }
  KERF_TRY(convert_parts(from, part_type(type), to, count));
  type == ScalarType::ComplexDouble ? spread<double>(to, count) : spread<float>(to, count);
  return Error::Ok;
}

// Elements so far apart that the distance of their parts is no int32_t.
Error convert_one_by_one(const Run& from, ScalarType type, void* to, int32_t count) {
  const auto* element = static_cast<const uint8_t*>(from.data) +
                        from.offset * static_cast<ptrdiff_t>(element_bytes(from.type));
  auto* out = static_cast<uint8_t*>(to);
  for (; count > 0; --count) {
    KERF_TRY(convert_run({from.type, element, 0, 0}, type, out, 1));
    element += from.step * static_cast<ptrdiff_t>(element_bytes(from.type));
    out += element_bytes(type);
  }
  return Error::Ok;
}

}  // namespace

Error convert_run(const Run& from, ScalarType type, void* to, int32_t count) {
  if constexpr ((targets() & kComplexTypes) != 0) {
    if (is_complex(type)) return convert_to_complex(from, type, to, count);
  }
  if constexpr ((sources() & kComplexTypes) != 0) {
    if (is_complex(from.type)) {
      constexpr int32_t kLongest = INT32_MAX / 2;
      if (from.step > kLongest || from.step < -kLongest)
        return convert_one_by_one(from, type, to, count);
      if (type == ScalarType::Bool) return convert_to_bool(from, to, count);
      return convert_parts(parts(from, false), type, to, count);
    }
  }
  return convert_real(from, type, to, count);
}

}  // namespace kerf
