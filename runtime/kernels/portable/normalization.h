// Normalisation.
#pragma once

#include "core/libc.h"
#include "core/optional.h"
#include "kernels/context.h"
#include "kernels/dispatch.h"
#include "kernels/facts.h"
#include "kernels/support/copy.h"
#include "kernels/support/layout.h"
#include "kernels/support/moments.h"
#include "loops/map.h"
#include "loops/multiply_add.h"
#include "loops/norm_row.h"
#include "tensor/element.h"

namespace kerf::portable {
// Groups of elements that are normalised by their own mean and variance. None is empty.
struct Groups : Threads {
  explicit Groups(Threads threads) : Threads(threads) {}

  Walk<4> groups;    // offsets into the data, the means, their inverse deviations, the parameters
  Walk<3> elements;  // of one group: into the data, and from there on into weight and bias
  int32_t count;     // elements of one group

  // Whether they are to be divided, into some of each run.
  static constexpr bool kDivided = kMostParts > 1;
  static constexpr int32_t begin() { return 0; }
  int32_t end() const { return groups.count(); }
};

// Some of the groups of each run.
struct PartOfGroups : Groups {
  static constexpr bool kDivided = false;
  PartOfGroups(const Groups& all, int32_t first, int32_t last)
      : Groups(all), first_(first), last_(last) {}
  int32_t begin() const { return first_; }
  int32_t end() const { return last_; }

 private:
  int32_t first_;
  int32_t last_;
};

// Parameters of a normalisation; null where there are none.
template <typename P>
struct Affine {
  const P* weight;
  const P* bias;
};

// Running statistics, which those of each group are mixed into.
template <typename P>
struct Running {
  P* mean;
  P* variance;
  double momentum;
};

template <typename P>
inline constexpr bool kIsBFloat16 = false;
template <>
inline constexpr bool kIsBFloat16<BFloat16> = true;

// Rounds the mean of `count` elements to a P, and the sum of squares of what they differ from it
// by; returns 1 / sqrt(variance + eps), rounded too. The steps between are rounded as in PyTorch:
// of BFloat16 to BFloat16, of Half not.
template <typename P, typename V>
V round_statistics(Moments<V>& moments, int32_t count, V eps) {
  const auto rounded = [](V x) {
    P value;
    store(&value, static_cast<ValueOf<P>>(x));
    return static_cast<V>(load(&value));
  };
  constexpr bool kSteps = kIsBFloat16<P>;
  const auto step = [&](V x) { return kSteps ? rounded(x) : x; };
  const V mean = rounded(moments.mean);
  if (kSteps) {
    const V error = moments.mean - mean;
    moments.squares += error * error * static_cast<V>(count);
  }
  moments.mean = mean;
  moments.squares = step(moments.squares);
  return rounded(V{1} / libc::sqrt(step(moments.squares / static_cast<V>(count) + eps)));
}

// For each group: mean = that of its elements, invstd = 1 / sqrt(variance + eps) and
// to[i] = (from[i] - mean) * invstd * weight + bias. With kRunning, at the place of the mean:
//   running mean = (1 - momentum) * running mean + momentum * mean
//   running variance = (1 - momentum) * running variance
//                      + momentum * variance * count / (count - 1)
// With kRounded each statistic is rounded to a P before it is used.
template <typename T, typename P, bool kRounded, bool kRunning, typename Where>
[[gnu::noinline]] void normalize_groups(Where& where, const void* from, Tensor& out,
                                        const Affine<P>& affine, double eps, Tensor& mean_out,
                                        Tensor& invstd_out, const Running<P>& running) {
  if constexpr (Where::kDivided) {
    const int32_t all = where.end();
    where.run(where.parts(all, int64_t{all} * where.count * kFunctionWork), all,
              [&](int32_t, int32_t begin, int32_t end) {
                PartOfGroups part(where, begin, end);
                normalize_groups<T, P, kRounded, kRunning>(part, from, out, affine, eps, mean_out,
                                                           invstd_out, running);
              });
    return;
  }
  using V = ValueOf<T>;
  const T* data = static_cast<const T*>(from);
  T* to = out.mutable_data_ptr<T>();
  Walk<4>& groups = where.groups;
  Walk<3>& elements = where.elements;
  do {
    for (int32_t g = where.begin(); g < where.end(); ++g) {
      const int32_t first = groups.offset(0) + g * groups.step(0);
      const int32_t parameter = groups.offset(3) + g * groups.step(3);
      // One run, of adjacent elements.
      const bool adjacent = elements.count() == where.count && elements.step(0) == 1;
      const T* const row = data + first + elements.offset(0);
      Moments<V> moments;
      if (!adjacent || !moments_row(row, where.count, moments.mean, moments.squares)) {
        moments = moments_of(data + first, where.count, [&](auto each) {
          do {
            each(data + first + elements.offset(0), elements.step(0), elements.count());
          } while (elements.next());
        });
      }
      V scale;
      if constexpr (kRounded) {
        scale = round_statistics<P>(moments, where.count, static_cast<V>(eps));
      } else {
        const V variance = moments.squares / static_cast<V>(where.count);
        scale = V{1} / libc::sqrt(variance + static_cast<V>(eps));
      }
      const int32_t mean_at = groups.offset(1) + g * groups.step(1);
      store(mean_out.mutable_data_ptr<P>() + mean_at, static_cast<ValueOf<P>>(moments.mean));
      store(invstd_out.mutable_data_ptr<P>() + groups.offset(2) + g * groups.step(2),
            static_cast<ValueOf<P>>(scale));
      if constexpr (kRunning) {
        using S = ValueOf<P>;
        const S part = static_cast<S>(running.momentum);
        const auto update = [part](P* at, S value) {
          store(at, (S{1} - part) * load(at) + part * value);
        };
        update(running.mean + mean_at, static_cast<S>(moments.mean));
        update(running.variance + mean_at,
               static_cast<S>(moments.squares) / static_cast<S>(where.count - 1));
      }
      const auto one = [&](const P* all, size_t which) {
        return all == nullptr ? all : all + parameter + elements.offset(which);
      };
      if (adjacent && (affine.weight == nullptr || elements.step(1) == 1) &&
          (affine.bias == nullptr || elements.step(2) == 1) &&
          normalize_row(to + first + elements.offset(0), row, where.count, moments.mean, scale,
                        one(affine.weight, 1), one(affine.bias, 2)))
        continue;
      do {
        for (int32_t i = 0; i < elements.count(); ++i) {
          const int32_t at = first + elements.offset(0) + i * elements.step(0);
          V x = (load(data + at) - moments.mean) * scale;
          if (affine.weight != nullptr) {
            x *= static_cast<V>(
                load(affine.weight + parameter + elements.offset(1) + i * elements.step(1)));
          }
          if (affine.bias != nullptr) {
            x += static_cast<V>(
                load(affine.bias + parameter + elements.offset(2) + i * elements.step(2)));
          }
          store(to + at, x);
        }
      } while (elements.next());
    }
  } while (groups.next());
}

// Calls run(tag of data, tag of parameters): parameters and statistics have the dtype of the data,
// or are Float for Half and BFloat16. Errors: InvalidType where they have another; NotSupported.
template <DtypeSet kData, DtypeSet kParameters, typename Run>
Error dispatch_parameters(ScalarType data, ScalarType parameters, Run run) {
  return dispatch<kData>(data, [&](auto tag) {
    using T = typename decltype(tag)::Type;
    constexpr ScalarType kOwn = decltype(tag)::kDtype;
    if constexpr (contains(kParameters, kOwn)) {
      if (parameters == kOwn) return run(tag, tag);
    }
    if constexpr (sizeof(T) == 2 && contains(kParameters, ScalarType::Float)) {
      if (parameters == ScalarType::Float) return run(tag, DtypeTag<ScalarType::Float>{});
    }
    return fault(Error::InvalidType, "a norm whose parameters have another dtype than its input");
  });
}

// Ok, or InvalidType where the parameters of a norm differ from `statistics` in dtype.
[[gnu::noinline]] inline Error same_statistics(const Optional<Tensor>& weight,
                                               const Optional<Tensor>& bias,
                                               const Tensor& statistics, const Tensor& others) {
  const ScalarType type = statistics.scalar_type();
  const bool same = others.scalar_type() == type && (!weight || weight->scalar_type() == type) &&
                    (!bias || bias->scalar_type() == type);
  return same ? Error::Ok
              : fault(Error::InvalidType, "parameters and statistics of several dtypes");
}

template <typename P>
const P* data_of(const Optional<Tensor>& parameter) {
  return parameter ? parameter->const_data_ptr<P>() : nullptr;
}

// Ok, or InvalidArgument where a parameter of a batch norm is not one number for each channel.
inline Error check_parameter(const Tensor& parameter, const Tensor& input) {
  if (parameter.dim() != 1 || parameter.size(0) != input.size(1)) {
    return fault(Error::InvalidArgument,
                 "a batch norm parameter that is not one number for each channel");
  }
  return Error::Ok;
}

// The dtypes and layouts of a batch norm by given statistics.
template <DtypeSet kIn, DtypeSet kOut, DtypeSet kParameters, bool kOneDtype, typename Layouts>
struct BatchNorm {};

// out[n,c,..] = (input[n,c,..] - mean[c]) / sqrt(variance[c] + eps) * weight[c] + bias[c]
// weight 1 and bias 0 where absent; Half and BFloat16 are computed in float, their parameters may
// be Float; out may be input. Errors: InvalidArgument (no channel dimension, a parameter that is
// not one number for each channel, statistics are requested, an output that cannot have its shape);
// InvalidType (other dtypes); NotSupported (dim orders not selected).
template <DtypeSet kIn, DtypeSet kOut, DtypeSet kParameters, bool kOneDtype, typename Layouts>
Error normalize_channels(BatchNorm<kIn, kOut, kParameters, kOneDtype, Layouts>, const Tensor& input,
                         const Optional<Tensor>& weight, const Optional<Tensor>& bias,
                         const Tensor& running_mean, const Tensor& running_var, double eps,
                         Tensor& out, Tensor& mean_out, Tensor& invstd_out) {
  if (input.dim() < 2)
    return fault(Error::InvalidArgument, "a batch norm of a tensor without channels");
  if constexpr (!kOneDtype) KERF_TRY(same_statistics(weight, bias, running_mean, running_var));
  const Tensor* parameters[] = {&running_mean, &running_var, weight ? &*weight : &running_mean,
                                bias ? &*bias : &running_mean};
  for (const Tensor* parameter : parameters) KERF_TRY(check_parameter(*parameter, input));
  if (mean_out.numel() + invstd_out.numel() != 0) {
    return fault(Error::InvalidArgument, "a batch norm whose statistics are requested");
  }
  const void* source;
  KERF_TRY((read_in_layout_of<Layouts, kIn, kOut>(input, out, source)));
  const auto run = [&](auto tag, auto parameter_tag) {
    using T = typename decltype(tag)::Type;
    using P = typename decltype(parameter_tag)::Type;
    using V = ValueOf<T>;
    if (out.numel() == 0) return Error::Ok;
    const DimSplit shape = split_at(out, 1);
    const T* from = static_cast<const T*>(source);
    T* to = out.mutable_data_ptr<T>();
    for (int32_t i = 0; i < shape.outer; ++i) {
      for (int32_t c = 0; c < shape.size; ++c) {
        V scale =
            V{1} / libc::sqrt(load(running_var.const_data_ptr<P>() + c) + static_cast<V>(eps));
        if (weight) scale *= load(weight->const_data_ptr<P>() + c);
        V shift = -load(running_mean.const_data_ptr<P>() + c) * scale;
        if (bias) shift += load(bias->const_data_ptr<P>() + c);
        to = map_row(to, from, 1, shape.inner,
                     [=](auto x) { return multiply_add(shift, x, scale); });
        from += shape.inner;
      }
    }
    return Error::Ok;
  };
  if constexpr (kOneDtype) {
    return dispatch<kOut>(out.scalar_type(), [&](auto tag) { return run(tag, tag); });
  } else {
    return dispatch_parameters<kOut, kParameters>(out.scalar_type(), running_mean.scalar_type(),
                                                  run);
  }
}

template <typename Facts>
constexpr bool same_parameters() {
  constexpr DtypeSet kDtypes = Facts::input.dtypes;
  return one_dtype(kDtypes, Facts::running_mean.dtypes, Facts::running_var.dtypes,
                   Facts::weight.present() ? Facts::weight.dtypes : kDtypes,
                   Facts::bias.present() ? Facts::bias.dtypes : kDtypes);
}

// Calls normalize_channels() with the running statistics.
// Source: aten::_native_batch_norm_legit_no_training.out
template <typename Facts>
Error native_batch_norm_legit_no_training_out(KernelContext&, const Tensor& input,
                                              const Optional<Tensor>& weight,
                                              const Optional<Tensor>& bias,
                                              const Tensor& running_mean, const Tensor& running_var,
                                              double /*momentum*/, double eps, Tensor& out,
                                              Tensor& mean_out, Tensor& invstd_out) {
  return normalize_channels(
      BatchNorm<Facts::input.dtypes, Facts::out0.dtypes, Facts::running_mean.dtypes,
                same_parameters<Facts>(), LayoutsOf<Facts>>{},
      input, weight, bias, running_mean, running_var, eps, out, mean_out, invstd_out);
}

// Ok, or InvalidArgument where `parameter` is present and has another shape than `sizes`.
inline Error check_shape(const Optional<Tensor>& parameter, Span<const int32_t> sizes) {
  bool same = !parameter || parameter->dim() == sizes.size();
  for (size_t i = 0; same && parameter && i < sizes.size(); ++i)
    same = parameter->size(i) == sizes[i];
  return same ? Error::Ok
              : fault(Error::InvalidArgument, "a parameter of a norm that has another shape");
}

// Writes the statistics of groups without elements: mean 0, and the inverse deviation of nothing.
template <typename P>
void write_empty_statistics(Tensor& mean_out, Tensor& invstd_out) {
  using V = ValueOf<P>;
  for (size_t i = 0; i < mean_out.numel(); ++i) {
    store(mean_out.mutable_data_ptr<P>() + i, V{0});
    store(invstd_out.mutable_data_ptr<P>() + i, static_cast<V>(__builtin_nan("")));
  }
}

// out = (input - mean) * rstd * weight + bias   mean, rstd: of each part of shape normalized_shape
// rstd = 1 / sqrt(variance + eps); weight 1 and bias 0 where absent. Half and BFloat16 are computed
// in float; their parameters and statistics may be Float. Any dim orders; out0 may be input.
// Errors: InvalidArgument (shapes that do not fit, outputs that cannot have theirs); InvalidType
// (dtypes that do not fit); NotSupported (not selected).   Source: aten::native_layer_norm.out
template <typename Facts>
Error native_layer_norm_out(KernelContext& context, const Tensor& input,
                            Span<const int64_t> normalized_shape, const Optional<Tensor>& weight,
                            const Optional<Tensor>& bias, double eps, Tensor& out, Tensor& mean_out,
                            Tensor& rstd_out) {
  const size_t rank = input.dim();
  bool fits = !normalized_shape.empty() && normalized_shape.size() <= rank;
  const size_t lead = fits ? rank - normalized_shape.size() : 0;
  for (size_t i = lead; fits && i < rank; ++i) fits = normalized_shape[i - lead] == input.size(i);
  if (!fits) return fault(Error::InvalidArgument, "a layer norm of another shape than its input's");
  const Span<const int32_t> shape{input.sizes().data() + lead, rank - lead};
  KERF_TRY(check_shape(weight, shape));
  KERF_TRY(check_shape(bias, shape));
  KERF_TRY(same_statistics(weight, bias, mean_out, rstd_out));
  const DimSet reduced = all_dims(rank) & ~all_dims(lead);
  KERF_TRY(resize_reduced(input, reduced, true, mean_out));
  KERF_TRY(resize(rstd_out, mean_out.sizes()));
  const void* source;
  KERF_TRY((read_in_layout_of<LayoutsOf<Facts>, Facts::input.dtypes, Facts::out0.dtypes>(input, out,
                                                                                         source)));
  return dispatch_parameters<Facts::out0.dtypes, Facts::out1.dtypes>(
      out.scalar_type(), mean_out.scalar_type(),
      [&, threads = context.threads()](auto tag, auto parameter) {
        using T = typename decltype(tag)::Type;
        using P = typename decltype(parameter)::Type;
        if (out.numel() == 0) {
          write_empty_statistics<P>(mean_out, rstd_out);
          return Error::Ok;
        }
        int32_t strides[5][kMaxRank] = {};
        compute_strides(out, strides[0]);
        compute_strides(mean_out, strides[1]);
        compute_strides(rstd_out, strides[2]);
        if (weight) compute_strides(*weight, strides[3]);
        if (bias) compute_strides(*bias, strides[4]);
        Groups where(threads);
        for (size_t i = 0; i < lead; ++i)
          where.groups.add(out.size(i), {strides[0][i], strides[1][i], strides[2][i], 0});
        where.count = 1;
        for (size_t i = lead; i < rank; ++i) {
          where.count *= out.size(i);
          where.elements.add(out.size(i),
                             {strides[0][i], strides[3][i - lead], strides[4][i - lead]});
        }
        normalize_groups<T, P, false, false>(where, source, out,
                                             Affine<P>{data_of<P>(weight), data_of<P>(bias)}, eps,
                                             mean_out, rstd_out, {});
        return Error::Ok;
      });
}

// out[n,c,..] = (input[n,c,..] - mean[n,g]) * rstd[n,g] * weight[c] + bias[c], g = c / (C / group)
// mean, rstd: of all elements of the channels of group g, rstd = 1 / sqrt(variance + eps); weight 1
// and bias 0 where absent. input has N * C * HxW elements. Half and BFloat16 are computed in float;
// their parameters and statistics may be Float. Any dim orders; out0 may be input.
// Errors: InvalidArgument (shapes and numbers that do not fit, outputs that cannot have theirs);
// InvalidType (dtypes that do not fit); NotSupported (not selected).
// Source: aten::native_group_norm.out
template <typename Facts>
Error native_group_norm_out(KernelContext& context, const Tensor& input,
                            const Optional<Tensor>& weight, const Optional<Tensor>& bias, int64_t n,
                            int64_t c, int64_t hxw, int64_t group, double eps, Tensor& out,
                            Tensor& mean_out, Tensor& rstd_out) {
  const size_t rank = input.dim();
  if (rank < 2 || n != input.size(0) || c != input.size(1) || group <= 0 || group > INT32_MAX ||
      c % group != 0 || hxw != static_cast<int64_t>(numel_of({input.sizes().data() + 2, rank - 2})))
    return fault(Error::InvalidArgument, "a group norm whose numbers are not its input's");
  const int32_t channels = input.size(1);
  KERF_TRY(check_shape(weight, {&channels, 1}));
  KERF_TRY(check_shape(bias, {&channels, 1}));
  KERF_TRY(same_statistics(weight, bias, mean_out, rstd_out));
  const int32_t groups = static_cast<int32_t>(group);
  const int32_t statistics[] = {input.size(0), groups};
  KERF_TRY(resize(mean_out, {statistics, 2}));
  KERF_TRY(resize(rstd_out, {statistics, 2}));
  const void* source;
  KERF_TRY((read_in_layout_of<LayoutsOf<Facts>, Facts::input.dtypes, Facts::out0.dtypes>(input, out,
                                                                                         source)));
  return dispatch_parameters<Facts::out0.dtypes, Facts::out1.dtypes>(
      out.scalar_type(), mean_out.scalar_type(),
      [&, threads = context.threads()](auto tag, auto parameter) {
        using T = typename decltype(tag)::Type;
        using P = typename decltype(parameter)::Type;
        if (out.numel() == 0) {
          write_empty_statistics<P>(mean_out, rstd_out);
          return Error::Ok;
        }
        int32_t strides[3][kMaxRank];
        compute_strides(out, strides[0]);
        compute_strides(mean_out, strides[1]);
        compute_strides(rstd_out, strides[2]);
        const int32_t each = channels / groups;
        Groups where(threads);
        where.groups.add(out.size(0), {strides[0][0], strides[1][0], strides[2][0], 0});
        where.groups.add(groups, {each * strides[0][1], strides[1][1], strides[2][1], each});
        where.elements.add(each, {strides[0][1], 1, 1});
        where.count = each;
        for (size_t i = 2; i < rank; ++i) {
          where.count *= out.size(i);
          where.elements.add(out.size(i), {strides[0][i], 0, 0});
        }
        normalize_groups<T, P, false, false>(where, source, out,
                                             Affine<P>{data_of<P>(weight), data_of<P>(bias)}, eps,
                                             mean_out, rstd_out, {});
        return Error::Ok;
      });
}

// out[n,c,..] = (input[n,c,..] - save_mean[c]) * save_invstd[c] * weight[c] + bias[c]
// of all elements of channel c: save_mean the mean, save_invstd = 1 / sqrt(variance + eps); the
// running statistics, where they are present, are updated. Half and BFloat16 are computed in float;
// their parameters and statistics may be Float. Any dim orders.
// Errors: InvalidArgument (an empty input or one without channels, shapes that do not fit, outputs
// that cannot have theirs); InvalidType (dtypes that do not fit); NotSupported (not selected).
template <DtypeSet kIn, DtypeSet kOut, DtypeSet kStatistics, typename Layouts, bool kRunning>
Error normalize_batch(const Tensor& input, const Optional<Tensor>& weight,
                      const Optional<Tensor>& bias, const Running<void>& running, double eps,
                      Tensor& out, Tensor& mean_out, Tensor& invstd_out) {
  const size_t rank = input.dim();
  if (rank < 2 || input.numel() == 0)
    return fault(Error::InvalidArgument, "a batch norm of nothing, or without channels");
  const int32_t channels = input.size(1);
  KERF_TRY(check_shape(weight, {&channels, 1}));
  KERF_TRY(check_shape(bias, {&channels, 1}));
  KERF_TRY(same_statistics(weight, bias, mean_out, invstd_out));
  KERF_TRY(resize(mean_out, {&channels, 1}));
  KERF_TRY(resize(invstd_out, {&channels, 1}));
  const void* source;
  KERF_TRY((read_in_layout_of<Layouts, kIn, kOut>(input, out, source)));
  return dispatch_parameters<kOut, kStatistics>(
      out.scalar_type(), mean_out.scalar_type(), [&](auto tag, auto parameter) {
        using T = typename decltype(tag)::Type;
        using P = typename decltype(parameter)::Type;
        int32_t strides[kMaxRank];
        compute_strides(out, strides);
        Groups where(nullptr);
        where.groups.add(channels, {strides[1], 1, 1, 1});
        where.count = static_cast<int32_t>(out.numel()) / channels;
        for (size_t i = 0; i < rank; ++i) {
          if (i != 1) where.elements.add(out.size(i), {strides[i], 0, 0});
        }
        normalize_groups<T, P, true, kRunning>(
            where, source, out, Affine<P>{data_of<P>(weight), data_of<P>(bias)}, eps, mean_out,
            invstd_out,
            {static_cast<P*>(running.mean), static_cast<P*>(running.variance), running.momentum});
        return Error::Ok;
      });
}

// Calls normalize_batch() without running statistics. InvalidArgument: not `training`, so that
// there would be none.   Source: aten::_native_batch_norm_legit.no_stats_out
template <typename Facts>
Error native_batch_norm_legit_no_stats_out(KernelContext&, const Tensor& input,
                                           const Optional<Tensor>& weight,
                                           const Optional<Tensor>& bias, bool training,
                                           double /*momentum*/, double eps, Tensor& out,
                                           Tensor& save_mean, Tensor& save_invstd) {
  if (!training) return fault(Error::InvalidArgument, "a batch norm without statistics");
  return normalize_batch<Facts::input.dtypes, Facts::out.dtypes, Facts::save_mean.dtypes,
                         LayoutsOf<Facts>, false>(input, weight, bias, {}, eps, out, save_mean,
                                                  save_invstd);
}

// Calls normalize_batch() where `training`; else normalize_channels() with the running statistics,
// which stay.   Source: aten::_native_batch_norm_legit.out
template <typename Facts>
Error native_batch_norm_legit_out(KernelContext&, const Tensor& input,
                                  const Optional<Tensor>& weight, const Optional<Tensor>& bias,
                                  Tensor& running_mean, Tensor& running_var, bool training,
                                  double momentum, double eps, Tensor& out, Tensor& save_mean,
                                  Tensor& save_invstd) {
  if (!training) {
    return normalize_channels(
        BatchNorm<Facts::input.dtypes, Facts::out.dtypes, Facts::running_mean.dtypes,
                  same_parameters<Facts>(), LayoutsOf<Facts>>{},
        input, weight, bias, running_mean, running_var, eps, out, save_mean, save_invstd);
  }
  if (input.dim() < 2)
    return fault(Error::InvalidArgument, "a batch norm of a tensor without channels");
  const int32_t channels = input.size(1);
  KERF_TRY(check_shape(running_mean, {&channels, 1}));
  KERF_TRY(check_shape(running_var, {&channels, 1}));
  KERF_TRY(same_statistics(running_mean, running_var, save_mean, save_invstd));
  return normalize_batch<Facts::input.dtypes, Facts::out.dtypes, Facts::save_mean.dtypes,
                         LayoutsOf<Facts>, true>(
      input, weight, bias,
      {running_mean.mutable_data_ptr(), running_var.mutable_data_ptr(), momentum}, eps, out,
      save_mean, save_invstd);
}

}  // namespace kerf::portable
