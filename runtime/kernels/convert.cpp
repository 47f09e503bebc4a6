// A loop for each pair of dtypes that is converted.
#include "kernels/convert.h"

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

}  // namespace

Error convert_run(const Run& from, ScalarType type, void* to, int32_t count) {
  return dispatch<targets()>(type, [&](auto to_tag) {
    using To = typename decltype(to_tag)::Type;
    constexpr DtypeSet kSources = selected::converted_to(decltype(to_tag)::kDtype);
    return dispatch<kSources>(from.type, [&](auto from_tag) {
      using From = typename decltype(from_tag)::Type;
      portable::convert_row(static_cast<To*>(to), static_cast<const From*>(from.data) + from.offset,
                            from.step, count);
      return Error::Ok;
    });
  });
}

}  // namespace kerf
