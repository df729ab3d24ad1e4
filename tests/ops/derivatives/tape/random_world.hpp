// tests/ops/derivatives/tape/random_world.hpp: a context with datasets of every kind, in which random things happen to
// a tape and an oracle.
#pragma once

#include <rapidcheck.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <map>
#include <random>
#include <sstream>

#include "ops/data/halo.hpp"
#include "ops/data/halo_map.hpp"
#include "tests/ops/derivatives/tape/program_steps.hpp"
#include "tests/ops/derivatives/tape/transposed.hpp"

namespace random_world {

using ops::Box;
using program::Call;
using program::Index;
using program::Kernel;
using program::Motion;
using program::Term;
using transposed::for_zero;
using transposed::put;
using transposed::value;

template <class T>
class World {
 public:
  /// From now on the program runs in steps, by schedules of this kind. @param plans  under -OPS_AD_PLAN, which runs a
  /// step again to time it
  void run_in_steps(ops::Stepped::Planner planner, const ops::MemoryBudget& limits = {}, bool plans = false) {
    context_.options.words["OPS_AD_PLAN"] = plans ? "" : "0";
    tape_.stepping.plan(program::steps_of(tape_, limits, std::move(planner), pick(0, 1) == 0 ? 1 : 8));
    tape_.step({});
  }
  ops::Tape& tape() noexcept { return tape_; }
  World(unsigned seed, bool owner, bool in_place) : random_(seed), owner_(owner), in_place_(in_place), tape_(context_) {
    context_.hooks = tape_.hooks();
    context_.out = &said_;
    context_.partitioned = true;
    block_ = ops::declare_block(context_, 2, "block", {});
    declare();
    for (int k = 0; k < 5; ++k) make_template();
    for (int k = 0; k < 3; ++k) make_halos();
    fill();
    poison();
  }

  void step() {
    if (tape_.stepping.steps() && pick(0, 3) == 0) tape_.step({});
    const int what = pick(0, 19);
    if (what == 0) return overwrite();
    if (what == 1) return result();
    if (what == 2) return transfer();
    if (what == 3) return tape_.recorder.raw_access(any(dats_), {});
    if (what == 4) return store();
    if (what == 5) return copy();
    for (int repeat = pick(1, 3); repeat > 0; --repeat) loop();
  }

  /// @param more  what else to do with the tape, which must change no bit
  void finish(const std::function<void(ops::Context&, ops::Tape&)>& more = [](auto&, auto&) {}) {
    if (!finite(oracle_.now)) return;  // values grew without bound: nothing can be compared
    result();
    seed_datasets();
    check_primal("after the forward sweep");
    tape_.interpret({});
    oracle_.interpret();
    check_primal("after interpretation");
    if (!finite(oracle_.derivative)) return;  // derivatives did
    check_derivatives("first interpretation");
    check_stored();
    check_tangents();
    const auto first = bits();
    for (const int switches : {3, 2, 1, 0}) {
      tape_.switches = {(switches & 1) != 0, (switches & 2) != 0};
      tape_.interpret({});
      RC_ASSERT(bits() == first);
      check_primal("after another interpretation");
    }
    more(context_, tape_);
    RC_ASSERT(bits() == first);
    check_primal("after more");
    tape_.reset();
    std::size_t live = 0;
    for (const ops_dat dat : dats_) live += (dat->layout.bytes + 63) / 64 * 64;
    RC_ASSERT(context_.pool.bytes_in_use() == live);
  }

 private:
  int pick(int low, int high) { return std::uniform_int_distribution<int>(low, high)(random_); }
  double real() { return std::uniform_real_distribution<double>(-1, 1)(random_); }
  template <class C>
  auto& any(C& list) {
    return list[static_cast<std::size_t>(pick(0, static_cast<int>(list.size()) - 1))];
  }

  void declare() {
    for (int k = 0; k < 7; ++k) {
      const bool low = k == 4;
      const int size[] = {7, low ? 1 : 5}, base[] = {k == 1 ? -1 : 0, 0}, d_m[] = {-2, low ? 0 : -2},
                d_p[] = {2, low ? 0 : 2};
      context_.OPS_soa = pick(0, 1);
      ops::DatRequest request;
      request.dim = k == 2 || k == 6 ? 2 : 1;
      request.size = size;
      request.base = base;
      request.d_m = d_m;
      request.d_p = d_p;
      request.type = sizeof(T) == 8 ? "double" : "float";
      request.element = {ops::type_of<T>(), sizeof(T), false, true};
      request.name = names_.emplace_back("d" + std::to_string(k)).c_str();
      request.passive = k == 5;
      dats_.push_back(ops::declare_dat(block_, request, {}));
    }
    reduction_ = ops::declare_reduction(context_, 2 * sizeof(T), sizeof(T) == 8 ? "double" : "float", "sum", {});
    oracle_.sum.assign(2, T{0});
    oracle_.seed.assign(2, T{0});
  }

  /// Memory that comes from the pool later holds NaNs, so that nothing passes because fresh memory happens to be zero.
  void poison() {
    std::vector<ops::BufferRef> taken;
    for (const ops_dat dat : dats_)
      for (int k = 0; k < 20; ++k) {
        taken.push_back(context_.pool.take(dat->layout.bytes, "poison"));
        std::memset(taken.back()->address, 0xff, dat->layout.bytes);
      }
  }

  void fill() {
    for (const ops_dat dat : dats_) {
      tape_.recording.tracked(dat).used = true;  // nothing counts as initialisation, which the oracle does not know
      program::for_points(dat->layout.allocated, [&](const Index& i) {
        for (int c = 0; c < dat->dim; ++c)
          value<T>(dat, dat->buffer, i, c) = put(oracle_.now, dat, i, c, static_cast<T>(real()));
      });
      for_zero(oracle_.derivative, dat);
    }
  }

  Box some_range() {
    const bool strip = pick(0, 3) == 0;
    Box r;
    for (std::size_t d = 0; d < 2; ++d) {
      const int n = d == 0 ? 7 : 5;
      r.lo[d] = pick(0, 2) == 0 ? pick(-2, n) : pick(0, 1);
      r.hi[d] = pick(0, 2) == 0 ? pick(r.lo[d] + 1, n + 1) : std::max(r.lo[d] + 1, n - pick(0, 1));
    }
    if (!strip) return r;
    const auto d = static_cast<std::size_t>(pick(0, 1));
    r.hi[d] = std::min(r.hi[d], r.lo[d] + pick(1, 2));
    return r;
  }

  /// A random offset that keeps the argument's reads in allocated cells.
  Index offset(const Call& c, int arg) {
    const ops_dat dat = c.dats[static_cast<std::size_t>(arg)];
    Index o{};
    for (std::size_t d = 0; d < 2; ++d) {
      if (dat->layout.collapsed[d] || pick(0, 1) == 0) continue;
      const int low = std::max(-4, dat->layout.allocated.lo[d] - c.range.lo[d]),
                high = std::min(4, dat->layout.allocated.hi[d] - c.range.hi[d]);
      if (low <= high) o[d] = pick(std::max(low, -2), std::max(std::min(high, 2), std::max(low, -2)));
      if (pick(0, 4) == 0 && low <= high) o[d] = pick(low, high);
    }
    return o;
  }

  void make_template() {
    for (int attempt = 0; attempt < 50; ++attempt) {
      auto kernel = std::make_unique<Kernel>();
      Call c;
      c.range = some_range();
      const int inputs = pick(1, 3), outputs = pick(1, 2);
      for (int a = 0; a < inputs + outputs; ++a) {
        const bool reduction = a >= inputs && pick(0, 5) == 0;
        const ops_dat dat = reduction ? nullptr : any(dats_);
        const ops_access access = a < inputs ? OPS_READ : reduction ? OPS_INC : any(accesses_);
        kernel->args.push_back({access, reduction, reduction ? 2 : dat->dim});
        c.dats.push_back(dat);
        c.motions.push_back(dat ? program::motion_of(dat) : Motion{});
      }
      c.reduction = reduction_;
      c.kernel = kernel.get();
      for (int a = inputs; a < inputs + outputs; ++a) add_terms(*kernel, c, a, inputs);
      program::finish<T>(*kernel, owner_);
      if (!oracle::inside(c) || oracle::depends_on_order(c)) continue;
      centre_only(*kernel);
      kernels_.push_back(std::move(kernel));
      templates_.push_back(c);
      return;
    }
  }

  void add_terms(Kernel& kernel, const Call& c, int out, int inputs) {
    const auto readable = [&] {
      if (kernel.args[static_cast<std::size_t>(out)].access == OPS_RW && pick(0, 1) == 0) return out;
      return pick(0, inputs - 1);
    };
    const auto component = [&](int arg) { return pick(0, kernel.args[static_cast<std::size_t>(arg)].components - 1); };
    for (int k = pick(0, 3); k >= 0; --k) {
      Term t;
      t.kind = pick(0, 2) != 0 ? Term::linear : pick(0, 1) == 0 ? Term::square : Term::product;
      t.coefficient = real() / 2;
      t.out = out;
      t.to = component(out);
      t.a = readable();
      t.a_component = component(t.a);
      t.a_offset = offset(c, t.a);
      t.b = readable();
      t.b_component = component(t.b);
      t.b_offset = offset(c, t.b);
      kernel.terms.push_back(t);
    }
  }

  /// The owner form here works target by target, so it can run in place only if there is one target.
  void centre_only(Kernel& kernel) const {
    int targets = 0;
    bool centre = true;
    for (std::size_t a = 0; a < kernel.args.size(); ++a) {
      targets += kernel.facts[a].target;
      for (const Index& o : kernel.reads[a]) centre = centre && o == Index{};
    }
    kernel.implementation.owner_in_place = in_place_ && centre && targets == 1;
  }

  void make_halos() {
    std::vector<ops_halo> members;
    for (int k = pick(1, 2); k > 0; --k) {
      const ops_dat from = dats_[static_cast<std::size_t>(pick(0, 1))],
                    to = dats_[static_cast<std::size_t>(any(halo_targets_))];
      const bool swap = pick(0, 1) == 0;
      const int size[] = {pick(1, 3), pick(1, 3)}, fb[] = {pick(-1, 2), pick(-2, 1)}, tb[] = {pick(-1, 2), pick(-2, 1)};
      const int fd[] = {pick(0, 1) ? 1 : -1, pick(0, 1) ? 2 : -2};
      const int td[] = {swap ? 2 : 1, swap ? -1 : 2};
      members.push_back(ops::declare_halo(context_, {from, to, size, fb, tb, fd, td}, {}));
    }
    groups_.push_back(ops::declare_halo_group(context_, static_cast<int>(members.size()), members.data(), {}));
  }

  void loop() {
    if (templates_.empty()) return;
    Call c = any(templates_);
    // Half of the time the same loop again, so that contributions can be postponed; or the same kernel with swapped
    // datasets.
    if (pick(0, 1) == 0) c = templates_.front();
    if (pick(0, 2) == 0) c = swapped(c);
    c.scale = pick(0, 3) == 0 ? real() : 1;
    c.passive = pick(0, 19) == 0;
    run(context_, c);
    oracle_.loop(c);
    for (std::size_t a = 0; a < c.dats.size(); ++a) accumulated_ = accumulated_ || (!c.dats[a] && !c.passive);
  }

  Call swapped(const Call& c) {
    Call s = c;
    for (ops_dat& dat : s.dats) {
      if (dat == dats_[0]) dat = dats_[3];
      else if (dat == dats_[3]) dat = dats_[0];
    }
    return oracle::inside(s) && !oracle::depends_on_order(s) ? s : c;
  }

  void overwrite() {
    const ops_dat dat = any(dats_);
    Box cells = intersection(some_range(), dat->layout.allocated);
    if (dat->layout.collapsed[1]) cells.lo[1] = 0, cells.hi[1] = 1;
    if (cells.empty() || pick(0, 1) == 0) cells = dat->layout.allocated;
    tape_.recorder.raw_write_part(dat, cells, {});
    oracle_.overwrite(dat, cells, [&] { return static_cast<T>(real()); });
    program::for_points(cells, [&](const Index& i) {
      for (int c = 0; c < dat->dim; ++c) value<T>(dat, dat->buffer, i, c) = oracle::entry(oracle_.now, dat, i, c);
    });
  }

  void result() {
    std::vector<T> seed{T{0}, T{0}};
    if (accumulated_ && pick(0, 2) != 0) seed = {static_cast<T>(real()), static_cast<T>(real())};
    std::memcpy(ops::reduction_seed(reduction_, ops::type_of<T>(), {}), seed.data(), 2 * sizeof(T));
    tape_.recorder.reduction_result(reduction_, {});
    oracle_.result(seed);
    accumulated_ = false;
  }

  void transfer() {
    const ops_halo_group group = any(groups_);
    tape_.recorder.halo_transfer(group, {});
    ops::transfer(group);
    for (const ops_halo halo : group->storage) {
      const ops::HaloMap map = ops::halo_map(*halo);
      oracle_.halo(*halo, [map](const auto& fn) { ops::for_each_pair(map, fn); });
    }
  }

  /// Among datasets of one shape; some have two layouts, some are passive.
  void copy() {
    const ops_dat to = any(dats_), from = any(dats_);
    if (to == from || to->dim != from->dim || !(to->layout.allocated == from->layout.allocated)) return;
    tape_.recorder.copy(to, from, {});
    ops::copy_region(to->buffer->address, to->layout, from->buffer->address, from->layout, from->layout.allocated);
    oracle_.copy(to, from);
  }

  void store() {
    const ops_dat dat = dats_[static_cast<std::size_t>(pick(0, 4))];
    const std::size_t count = static_cast<std::size_t>(dat->layout.interior.volume() * dat->dim);
    stored_.push_back(
        std::make_unique<std::pair<std::vector<T>, std::vector<T>>>(std::vector<T>(count, T{9}), std::vector<T>{}));
    auto* pair = stored_.back().get();
    tape_.recorder.store(dat, reinterpret_cast<char*>(pair->first.data()), {});
    oracle_.reverse.push_back([this, dat, pair] {
      program::for_points(dat->layout.interior, [&](const Index& i) {
        for (int c = 0; c < dat->dim; ++c) pair->second.push_back(oracle::entry(oracle_.derivative, dat, i, c));
      });
    });
  }

  void seed_datasets() {
    for (const ops_dat dat : dats_) {
      if (dat->passive || (pick(0, 1) == 0 && dat != dats_[0])) continue;
      ops::Tracked& t = tape_.recording.tracked(dat);
      const ops::BufferRef& buffer = tape_.shown->of(t);
      program::for_points(dat->layout.allocated, [&](const Index& i) {
        for (int c = 0; c < dat->dim; ++c)
          value<T>(dat, buffer, i, c) = put(oracle_.derivative, dat, i, c, static_cast<T>(real()));
      });
      tape_.shown->seed(t);
    }
  }

  static bool finite(const auto& fields) {
    const auto bounded = [](const auto& field) {
      return std::ranges::all_of(field.second, [](T v) { return std::abs(v) < 1e10; });
    };
    return std::ranges::all_of(fields, bounded);
  }

  void check_primal(const std::string& when) {
    for (const ops_dat dat : dats_)
      program::for_points(dat->layout.allocated, [&](const Index& i) {
        for (int c = 0; c < dat->dim; ++c)
          if (value<T>(dat, dat->buffer, i, c) != oracle::entry(oracle_.now, dat, i, c)) fail(when + ": value", dat, i);
      });
  }

  void check_derivatives(const std::string& when) {
    for (const ops_dat dat : dats_) {
      if (dat->passive) continue;
      const ops::BufferRef& shown = tape_.shown->of(tape_.recording.tracked(dat));
      program::for_points(dat->layout.allocated, [&](const Index& i) {
        for (int c = 0; c < dat->dim; ++c)
          if (value<T>(dat, shown, i, c) != oracle::entry(oracle_.derivative, dat, i, c))
            fail(when + ": derivative", dat, i);
      });
    }
  }

  void check_stored() {
    for (const auto& pair : stored_) RC_ASSERT(pair->first == pair->second);
  }

  /// For a random direction; the gradient is the oracle's by now.
  void check_tangents() {
    oracle::State<T> direction;
    for (const ops_dat dat : dats_) {
      for_zero(direction, dat);
      if (dat->passive || pick(0, 3) == 0) continue;
      program::for_points(dat->layout.allocated, [&](const Index& i) {
        for (int c = 0; c < dat->dim; ++c) put(direction, dat, i, c, static_cast<T>(real()));
      });
    }
    tape_.complete("tangents", {});
    const auto first = transposed::tangents(tape_, dats_, direction);
    check_primal("after a tangent sweep");
    RC_ASSERT(transposed::error(tape_, dats_, direction, oracle_.derivative) <= (sizeof(T) == 8 ? 1e-12 : 1e-3));
    RC_ASSERT(transposed::tangents(tape_, dats_, direction) == first);
  }

  [[noreturn]] void fail(const std::string& what, ops_dat dat, const Index& i) {
    RC_FAIL(what + " of " + dat->name + " at (" + std::to_string(i[0]) + ", " + std::to_string(i[1]) + ")");
    std::abort();
  }

  std::vector<T> bits() { return transposed::gradients<T>(tape_, dats_); }

  std::mt19937 random_;
  bool owner_, in_place_;
  std::ostringstream said_;
  ops::Context context_;
  ops::Tape tape_;
  ops_block block_ = nullptr;
  std::vector<ops_dat> dats_;
  std::deque<std::string> names_;
  std::vector<ops_access> accesses_{OPS_WRITE, OPS_WRITE, OPS_RW, OPS_INC};
  std::vector<int> halo_targets_{0, 1, 3, 5};
  ops_reduction reduction_ = nullptr;
  std::vector<std::unique_ptr<Kernel>> kernels_;
  std::vector<Call> templates_;
  std::vector<ops_halo_group> groups_;
  std::vector<std::unique_ptr<std::pair<std::vector<T>, std::vector<T>>>> stored_;
  oracle::Oracle<T> oracle_;
  bool accumulated_ = false;
};

}  // namespace random_world
