// tests/ops/derivatives/tape/program.hpp: kernels as data, and a small engine that runs and records them.
// A kernel is a list of terms; one interpreted LoopImplementation serves all of them, in plain scatter form and in an
// owner form that writes each cell once, so that tapes can be tested without translator, backend or the real engine.
#pragma once

#include <cstring>
#include <memory>
#include <vector>

#include "ops/data/context.hpp"
#include "ops/data/host_passes.hpp"
#include "ops/data/layout.hpp"
#include "ops/data/make_handles.hpp"
#include "ops/derivatives/log/footprint.hpp"
#include "ops/derivatives/tape/tape.hpp"
#include "ops/loops/launch/reduce.hpp"
#include "ops/loops/launch/reduce_ops.hpp"

namespace program {

using ops::ArgView;
using ops::Box;
using ops::Index;

/// output component `to` of argument `out` gets coefficient * (a), (a * a) or (a * b), each read of an argument at an
/// offset.
struct Term {
  enum Kind { linear, square, product } kind = linear;
  double coefficient = 1;
  int out = 0, to = 0;
  int a = 0, a_component = 0;
  Index a_offset{};
  int b = 0, b_component = 0;
  Index b_offset{};
};

struct KernelArg {
  ops_access access = OPS_READ;
  bool reduction = false;
  int components = 1;
};

/// y = sum of terms (WRITE, RW) or y += sum of terms (INC, reductions). Outputs in order of argument, terms in order
/// given.
struct Kernel {
  std::vector<KernelArg> args;
  std::vector<Term> terms;

  // derived by facts()
  std::vector<std::vector<Index>> reads, offsets;
  std::vector<ops::ArgFacts> facts;
  ops::LoopImplementation implementation;
  void derive(bool owner);
};

inline int floor_div(int a, int b) { return a >= 0 ? a / b : -((b - 1 - a) / b); }

/// Elements from where cell (0, 0, ..) is to component `c` of what point `i` touches at offset `o`.
inline std::ptrdiff_t element(const ArgView& v, const Index& i, const Index& o, int c) {
  std::ptrdiff_t e = c * v.component;
  for (std::size_t d = 0; d < ops::max_dim; ++d) e += floor_div(i[d], v.divisor[d]) * v.step[d] + o[d] * v.pitch[d];
  return e;
}

template <class T>
T* at(const ArgView& v, const void* base, const Index& i, const Index& o, int c) {
  return const_cast<T*>(static_cast<const T*>(base)) + element(v, i, o, c);
}

/// The cell that `at` addresses, as an index.
inline Index cell_of(const ArgView& v, const Index& i, const Index& o) {
  Index cell{};
  for (std::size_t d = 0; d < ops::max_dim; ++d)
    cell[d] = floor_div(i[d], v.divisor[d]) * (v.step[d] == 0 ? 0 : static_cast<int>(v.step[d] / v.pitch[d])) + o[d];
  return cell;
}

/// How many cells of `cells` for_points visits before `cell`.
inline std::size_t number_of(const Box& cells, const Index& cell) {
  std::size_t number = 0;
  for (std::size_t d = ops::max_dim; d-- > 0;)
    number =
        number * static_cast<std::size_t>(cells.hi[d] - cells.lo[d]) + static_cast<std::size_t>(cell[d] - cells.lo[d]);
  return number;
}

template <class Fn>
void for_points(const Box& box, Fn fn) {
  if (box.empty()) return;
  Index i = box.lo;
  while (true) {
    fn(i);
    std::size_t d = 0;
    while (d < ops::max_dim && ++i[d] == box.hi[d]) {
      i[d] = box.lo[d];
      ++d;
    }
    if (d == ops::max_dim) return;
  }
}

template <class L>
const Kernel& kernel_of(const L& launch, const ArgView& last) {
  static_cast<void>(launch);
  const Kernel* kernel;
  std::memcpy(&kernel, last.in, sizeof kernel);
  return *kernel;
}
template <class L>
double scale_of(const L& launch) {
  double scale;
  std::memcpy(&scale, launch.constants[0], sizeof scale);
  return scale;
}

template <class T>
struct Interpreter {
  static T value(const Term& t, const ArgView* const* views, const Index& i, double scale) {
    const T k = static_cast<T>(t.coefficient * scale);
    const T a = *at<T>(*views[t.a], views[t.a]->in, i, t.a_offset, t.a_component);
    if (t.kind == Term::linear) return k * a;
    if (t.kind == Term::square) return k * a * a;
    return k * a * *at<T>(*views[t.b], views[t.b]->in, i, t.b_offset, t.b_component);
  }

  static void primal(const ops::Launch& l) {
    int count = 0;
    while (l.args[count].divisor[0] != -1) ++count;  // the gbl argument is marked
    const Kernel& k = kernel_of(l, l.args[count]);
    const double scale = scale_of(l);
    std::vector<const ArgView*> views;
    for (int a = 0; a < count; ++a) views.push_back(&l.args[a]);
    for_points(l.range, [&](const Index& i) {
      std::vector<std::vector<T>> sums;
      for (const KernelArg& arg : k.args) sums.emplace_back(static_cast<std::size_t>(arg.components), T{0});
      for (const Term& t : k.terms)
        sums[static_cast<std::size_t>(t.out)][static_cast<std::size_t>(t.to)] += value(t, views.data(), i, scale);
      for (std::size_t w = 0; w < k.args.size(); ++w)
        for (int c = 0; c < k.args[w].components; ++c)
          store(k.args[w], l.args[w], i, c, sums[w][static_cast<std::size_t>(c)]);
    });
  }

  static void store(const KernelArg& arg, const ArgView& v, const Index& i, int c, T sum) {
    if (arg.access == OPS_READ) return;
    if (arg.reduction) {
      static_cast<ops::reduce::Total<ops::reduce::Op::sum, T>*>(v.out)[c].add(&sum, 1);
      return;
    }
    const T before = arg.access == OPS_INC ? *at<T>(v, v.in, i, {}, c) : T{0};
    *at<T>(v, v.out, i, {}, c) = before + sum;
  }

  /// Calls fn(argument, offset, component, value) for every contribution of one point, in order.
  template <class Seed, class Fn>
  static void contributions(const Kernel& k, const ops::AdjointArg* args, double scale, const Index& i, Seed seed,
                            Fn fn) {
    const auto old = [&](int a, const Index& o, int c) { return *at<T>(args[a].primal, args[a].primal.in, i, o, c); };
    for (const Term& t : k.terms) {
      const T s = seed(t.out, t.to);
      const T c = static_cast<T>(t.coefficient * scale);
      if (t.kind == Term::linear) fn(t.a, t.a_offset, t.a_component, c * s);
      if (t.kind == Term::square)
        fn(t.a, t.a_offset, t.a_component, c * s * (T{2} * old(t.a, t.a_offset, t.a_component)));
      if (t.kind == Term::product) {
        fn(t.a, t.a_offset, t.a_component, c * s * old(t.b, t.b_offset, t.b_component));
        fn(t.b, t.b_offset, t.b_component, c * s * old(t.a, t.a_offset, t.a_component));
      }
    }
  }

  static int arguments(const ops::AdjointLaunch& l) {
    int count = 0;
    while (l.args[count].primal.in == nullptr || l.args[count].primal.divisor[0] != 1 || !is_gbl(l.args[count]))
      ++count;
    return count;
  }
  static bool is_gbl(const ops::AdjointArg& a) { return a.primal.pitch == std::array<std::ptrdiff_t, ops::max_dim>{}; }

  static T seed_at(const Kernel& k, const ops::AdjointArg* args, int out, int to, const Index& i) {
    const ops::AdjointArg& a = args[out];
    if (k.args[static_cast<std::size_t>(out)].reduction) return static_cast<const T*>(a.seed.in)[to];
    return *at<T>(a.seed, a.seed.in, i, {}, to);
  }

  static void scatter(const ops::AdjointLaunch& l) {
    const Kernel& k = kernel_of(l, l.args[arguments(l)].primal);
    for_points(l.range, [&](const Index& i) {
      std::vector<std::vector<T>> seeds(k.args.size());
      for (std::size_t w = 0; w < k.args.size(); ++w) {
        if (k.args[w].access == OPS_READ) continue;
        for (int c = 0; c < k.args[w].components; ++c)
          seeds[w].push_back(seed_at(k, l.args, static_cast<int>(w), c, i));
        if (l.args[w].seed.out)
          for (int c = 0; c < k.args[w].components; ++c) *at<T>(l.args[w].seed, l.args[w].seed.out, i, {}, c) = T{0};
      }
      const auto seed = [&](int out, int to) {
        return seeds[static_cast<std::size_t>(out)][static_cast<std::size_t>(to)];
      };
      contributions(k, l.args, scale_of(l), i, seed, [&](int a, const Index& o, int c, T value) {
        if (l.args[a].target.out) *at<T>(l.args[a].target, l.args[a].target.out, i, o, c) += value;
      });
    });
  }

  /// All directions of a point are read before any is written.
  static void tangent(const ops::Launch& l) {
    int count = 0;
    while (l.args[count].in == nullptr || l.args[count].pitch != std::array<std::ptrdiff_t, ops::max_dim>{}) ++count;
    const Kernel& k = kernel_of(l, l.args[count]);
    const double scale = scale_of(l);
    const ArgView* directions = l.args + count + 1;
    for_points(l.range, [&](const Index& i) {
      std::vector<std::vector<T>> sums;
      for (const KernelArg& arg : k.args) sums.emplace_back(static_cast<std::size_t>(arg.components), T{0});
      for (const Term& t : k.terms)
        sums[static_cast<std::size_t>(t.out)][static_cast<std::size_t>(t.to)] += slope(t, l.args, directions, i, scale);
      for (std::size_t w = 0; w < k.args.size(); ++w)
        for (int c = 0; c < k.args[w].components; ++c)
          store(k.args[w], directions[w], i, c, sums[w][static_cast<std::size_t>(c)]);
    });
  }

  static T slope(const Term& t, const ArgView* values, const ArgView* directions, const Index& i, double scale) {
    const auto a = [&](const ArgView* views) {
      return *at<T>(views[t.a], views[t.a].in, i, t.a_offset, t.a_component);
    };
    const auto b = [&](const ArgView* views) {
      return *at<T>(views[t.b], views[t.b].in, i, t.b_offset, t.b_component);
    };
    const T k = static_cast<T>(t.coefficient * scale);
    if (t.kind == Term::linear) return k * a(directions);
    if (t.kind == Term::square) return k * (T{2} * a(values) * a(directions));
    return k * (a(directions) * b(values) + a(values) * b(directions));
  }

  /// Target by target, cell by cell; deferred targets first, then seeds that have stayed in place.
  static void owner(const ops::AdjointLaunch& l) {
    const Kernel& k = kernel_of(l, l.args[arguments(l)].primal);
    for (const bool deferred : {true, false}) {
      for (std::size_t a = 0; a < k.args.size() && !deferred; ++a)
        if (l.args[a].renews >= 0) renew(l, k, l.args[a].renews, l.args[a].target);
      for (std::size_t a = 0; a < k.args.size(); ++a)
        if (l.args[a].target.out && (l.args[a].deferred != nullptr) == deferred) own(l, k, static_cast<int>(a));
    }
  }

  static void renew(const ops::AdjointLaunch& l, const Kernel& k, int seed_of, const ArgView& cells) {
    const auto components = static_cast<std::size_t>(k.args[static_cast<std::size_t>(seed_of)].components);
    for_points(l.range, [&](const Index& i) {
      std::vector<T> sums(components, T{0});
      for (const Term& t : k.terms)
        if (t.a == seed_of)
          sums[static_cast<std::size_t>(t.a_component)] +=
              static_cast<T>(t.coefficient * scale_of(l)) * *at<T>(cells, cells.out, i, {}, t.to);
      for (std::size_t c = 0; c < components; ++c) *at<T>(cells, cells.out, i, {}, static_cast<int>(c)) = sums[c];
    });
  }

  /// Each cell gets one sum: what it held, then the contributions of the points in their order.
  static void own(const ops::AdjointLaunch& l, const Kernel& k, int a) {
    const ops::AdjointArg& arg = l.args[a];
    const Box cells = ops::footprint(arg.target, l.range, k.offsets[static_cast<std::size_t>(a)]);
    const auto components = static_cast<std::size_t>(k.args[static_cast<std::size_t>(a)].components);
    ArgView plain = arg.target;
    plain.divisor = {1, 1, 1, 1, 1};
    std::vector<T> sums;
    for_points(cells, [&](const Index& j) {
      for (int c = 0; c < static_cast<int>(components); ++c)
        sums.push_back(arg.hole.contains(j) ? T{0} : *at<T>(plain, arg.target.out, {}, j, c));
    });
    const auto gather = [&](const void* instead) {
      const int replaced = instead ? k.facts[static_cast<std::size_t>(a)].deferred_seed : -1;
      for_points(l.range, [&](const Index& i) {
        const auto seed = [&](int out, int to) {
          return out == replaced ? *at<T>(l.args[out].seed, instead, i, {}, to) : seed_at(k, l.args, out, to, i);
        };
        contributions(k, l.args, scale_of(l), i, seed, [&](int target, const Index& o, int c, T value) {
          if (target == a)
            sums[number_of(cells, cell_of(arg.target, i, o)) * components + static_cast<std::size_t>(c)] += value;
        });
      });
    };
    if (arg.deferred) gather(arg.deferred);
    gather(nullptr);
    auto sum = sums.begin();
    for_points(cells, [&](const Index& j) {
      for (int c = 0; c < static_cast<int>(components); ++c) *at<T>(plain, arg.target.out, {}, j, c) = *sum++;
    });
  }
};

inline void Kernel::derive(bool owner) {
  reads.assign(args.size(), {});
  offsets.assign(args.size(), {});
  facts.assign(args.size() + 1, {});
  const auto add = [](std::vector<Index>& list, const Index& o) {
    if (std::find(list.begin(), list.end(), o) == list.end()) list.push_back(o);
  };
  for (const Term& t : terms) {
    for (const auto& [arg, offset, used] :
         {std::tuple{t.a, t.a_offset, true}, std::tuple{t.b, t.b_offset, t.kind == Term::product}}) {
      if (!used) continue;
      const auto i = static_cast<std::size_t>(arg);
      add(reads[i], offset);
      facts[i].target = facts[i].reads_old = true;
      facts[i].adjoint_reads = facts[i].adjoint_reads || t.kind != Term::linear;
    }
  }
  for (std::size_t i = 0; i < args.size(); ++i) {
    ops::ArgFacts& f = facts[i];
    f.written = f.seed = args[i].access != OPS_READ;
    f.consumed = args[i].access == OPS_WRITE || args[i].access == OPS_RW;
    offsets[i] = reads[i];
    f.offsets = offsets[i];
    f.reads = reads[i];
    if (!f.target || reads[i] != std::vector<Index>{Index{}}) continue;
    const auto itself = [me = static_cast<int>(i)](const Term& t) { return t.kind == Term::linear && t.out == me; };
    const auto met = [me = static_cast<int>(i)](const Term& t) {
      return t.a == me || (t.kind == Term::product && t.b == me);
    };
    f.renewable =
        f.consumed && std::all_of(terms.begin(), terms.end(), [&](const Term& t) { return !met(t) || itself(t); });
    implementation.owner_renews = implementation.owner_renews || f.renewable;
    if (f.seed) continue;
    int from = -1;
    bool simple = true;
    for (const Term& t : terms) {
      if (!met(t)) continue;
      simple = simple && t.kind == Term::linear && !args[static_cast<std::size_t>(t.out)].reduction &&
               (from == -1 || from == t.out);
      from = t.out;
    }
    f.deferrable = simple;
    f.deferred_seed = simple ? from : -1;
  }
  static constexpr std::size_t constant_bytes[] = {sizeof(double)};
  static constexpr const char* constants[] = {"scale"};
  implementation.args = facts;
  implementation.constants = constants;
  implementation.constant_bytes = constant_bytes;
  implementation.name = "interpreted";
  static_cast<void>(owner);
}

/// Fills in the functions for element type T.
template <class T>
void finish(Kernel& kernel, bool owner) {
  kernel.derive(owner);
  kernel.implementation.primal = Interpreter<T>::primal;
  kernel.implementation.adjoint = Interpreter<T>::scatter;
  kernel.implementation.tangent = Interpreter<T>::tangent;
  kernel.implementation.adjoint_owner = owner ? Interpreter<T>::owner : nullptr;
}

/// How an argument moves over its dataset.
struct Motion {
  Index step{1, 1, 1, 1, 1};  ///< cells per iteration point; 0: invariant
  Index divisor{1, 1, 1, 1, 1};
};

inline ArgView view_of(ops_dat dat, const Motion& motion) {
  ArgView v;
  v.component = dat->layout.component;
  for (std::size_t d = 0; d < ops::max_dim; ++d) {
    v.pitch[d] = dat->layout.pitch[d];
    v.step[d] = v.pitch[d] * motion.step[d];
    v.divisor[d] = motion.divisor[d];
  }
  v.in = v.out = dat->buffer->address + dat->layout.origin * static_cast<std::ptrdiff_t>(dat->layout.element);
  return v;
}

/// One call: datasets or a reduction per kernel argument.
struct Call {
  const Kernel* kernel = nullptr;
  Box range;
  std::vector<ops_dat> dats;  ///< null: the reduction
  std::vector<Motion> motions;
  ops_reduction reduction = nullptr;
  double scale = 1;
  bool passive = false;
  int dims = 2;
  std::source_location where = std::source_location::current();
};

/// What the loop engine does, without checks: shows the loop to the recorder, runs it, completes new versions.
inline void run(ops::Context& context, const Call& call) {
  const std::size_t count = call.kernel->args.size();
  std::vector<ops_arg> args(count + 1);
  std::vector<ArgView> views(count + 1);
  std::vector<ops::Totals> totals;
  for (std::size_t i = 0; i < count; ++i) {
    args[i].acc = call.kernel->args[i].access;
    if (call.dats[i]) {
      args[i].argtype = ops::ArgKind::dat;
      args[i].dat = call.dats[i];
      args[i].element = call.dats[i]->element;
      views[i] = view_of(call.dats[i], call.motions.empty() ? Motion{} : call.motions[i]);
    } else {
      args[i].argtype = ops::ArgKind::reduce;
      args[i].reduction = call.reduction;
      args[i].element = call.reduction->element;
      call.reduction->acc = args[i].acc;
      totals.emplace_back(*ops::reduce_ops(args[i].element, OPS_INC), call.reduction->dim);
      views[i].out = totals.back().data();
    }
  }
  const Kernel* kernel = call.kernel;
  args[count].argtype = ops::ArgKind::gbl;
  args[count].elem_size = sizeof kernel;
  views[count].in = &kernel;
  auto bytes = std::make_shared<std::vector<std::byte>>(sizeof(double));
  std::memcpy(bytes->data(), &call.scale, sizeof(double));
  const std::shared_ptr<const std::vector<std::byte>> constants[] = {bytes};
  std::vector<const std::byte*> before;  // kept alive by the recorder alone
  for (const ops_dat dat : call.dats) before.push_back(dat ? dat->buffer->address : nullptr);
  if (context.hooks.redirector)
    context.hooks.redirector->redirect(
        std::make_shared<ops::LoopCall>(ops::LoopCall{"loop", call.where, nullptr, call.dims, call.range, args,
                                                      &call.kernel->implementation, call.passive}),
        {views, constants});
  const void* values[] = {bytes->data()};
  views[count].divisor[0] = -1;
  const auto primal = call.kernel->implementation.primal;  // none: the reference, here the same
  (primal ? primal : Interpreter<double>::primal)({call.dims, call.range, views.data(), values});
  for (const ops::Totals& all : totals) all.combine_into(call.reduction->data);
  for (std::size_t i = 0; i < count; ++i) {
    if (!call.dats[i] || views[i].in == views[i].out) continue;
    for (const Box& rest : ops::difference(call.dats[i]->layout.allocated, ops::footprint(views[i], call.range)))
      ops::copy_region(call.dats[i]->buffer->address, before[i], call.dats[i]->layout, rest);
  }
}

}  // namespace program
