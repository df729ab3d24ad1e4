// tests/ops/derivatives/tape/oracle.hpp: the same programs on plain arrays: every state is stored, every reverse loop
// scatters in order. Shares only the description of a kernel with the tape: no boxes of non-zeros, no versions, no
// views.
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "tests/ops/derivatives/tape/program.hpp"

namespace oracle {

using program::Call;
using program::Index;
using program::Term;

/// All datasets as dense arrays over their allocated cells.
template <class T>
using State = std::map<ops_dat, std::vector<T>>;

template <class T>
T& entry(State<T>& state, ops_dat dat, const Index& cell, int component) {
  const ops::Box& box = dat->layout.allocated;
  std::size_t at = 0;
  for (std::size_t d = ops::max_dim; d-- > 0;)
    at = at * static_cast<std::size_t>(box.extent(static_cast<int>(d))) + static_cast<std::size_t>(cell[d] - box.lo[d]);
  return state[dat].at(at * static_cast<std::size_t>(dat->dim) + static_cast<std::size_t>(component));
}

inline Index touched(const Call& call, int arg, const Index& i, const Index& o) {
  const program::Motion m = call.motions.empty() ? program::Motion{} : call.motions[static_cast<std::size_t>(arg)];
  Index cell{};
  for (std::size_t d = 0; d < ops::max_dim; ++d) cell[d] = program::floor_div(i[d], m.divisor[d]) * m.step[d] + o[d];
  return cell;
}

/// Whether everything the call touches is allocated.
inline bool inside(const Call& c) {
  for (std::size_t a = 0; a < c.dats.size(); ++a) {
    if (!c.dats[a]) continue;
    const ops::ArgView v = program::view_of(c.dats[a], c.motions[a]);
    if (!c.dats[a]->layout.allocated.contains(ops::footprint(v, c.range))) return false;
    for (const Index& o : c.kernel->reads[a])
      if (!c.dats[a]->layout.allocated.contains(ops::footprint(v, c.range, {&o, 1}))) return false;
  }
  return true;
}

/// Whether the result depends on the order of the points: by looking at every pair of touches.
inline bool depends_on_order(const Call& c) {
  std::map<std::pair<ops_dat, Index>, Index> writer;
  std::map<ops_dat, int> writes;
  for (std::size_t a = 0; a < c.dats.size(); ++a)
    if (c.dats[a] && c.kernel->args[a].access != OPS_READ && ++writes[c.dats[a]] > 1) return true;
  bool conflict = false;
  program::for_points(c.range, [&](const Index& i) {
    for (std::size_t a = 0; a < c.dats.size(); ++a)
      if (c.dats[a] && c.kernel->args[a].access != OPS_READ)
        conflict = !writer.emplace(std::pair{c.dats[a], touched(c, static_cast<int>(a), i, {})}, i).second || conflict;
  });
  program::for_points(c.range, [&](const Index& i) {
    for (std::size_t a = 0; a < c.dats.size(); ++a)
      for (const Index& o : c.kernel->reads[a]) {
        const auto found = writer.find({c.dats[a], touched(c, static_cast<int>(a), i, o)});
        conflict = conflict || (found != writer.end() && found->second != i);
      }
  });
  return conflict;
}

/// Forward and reverse steps of a program, on arrays.
template <class T>
struct Oracle {
  State<T> now, derivative;
  std::vector<T> sum;                          ///< of the reduction
  std::vector<T> seed;                         ///< of the result that loops now add to
  std::vector<std::function<void()>> reverse;  ///< one per step

  T read(State<T>& s, const Call& c, int arg, const Index& i, const Index& o, int component) {
    return entry(s, c.dats[static_cast<std::size_t>(arg)], touched(c, arg, i, o), component);
  }

  void loop(const Call& c) {
    State<T> before = now;
    program::for_points(c.range, [&](const Index& i) { point(c, i); });
    if (c.passive) reverse.push_back([this, c] { forget_written(c); });
    else
      reverse.push_back(
          [this, c, before]() mutable { program::for_points(c.range, [&](const Index& i) { back(c, before, i); }); });
  }

  void point(const Call& c, const Index& i) {
    const auto& args = c.kernel->args;
    std::vector<std::vector<T>> out;
    for (const auto& arg : args) out.emplace_back(static_cast<std::size_t>(arg.components), T{0});
    for (const Term& t : c.kernel->terms) {
      const T k = static_cast<T>(t.coefficient * c.scale), a = read(now, c, t.a, i, t.a_offset, t.a_component);
      T v = k * a;
      if (t.kind == Term::square) v = k * a * a;
      if (t.kind == Term::product) v = k * a * read(now, c, t.b, i, t.b_offset, t.b_component);
      out[static_cast<std::size_t>(t.out)][static_cast<std::size_t>(t.to)] += v;
    }
    for (std::size_t w = 0; w < args.size(); ++w)
      for (int k = 0; k < args[w].components && args[w].access != OPS_READ; ++k) {
        const T v = out[w][static_cast<std::size_t>(k)];
        if (args[w].reduction) sum[static_cast<std::size_t>(k)] += v;
        else {
          T& cell = entry(now, c.dats[w], touched(c, static_cast<int>(w), i, {}), k);
          cell = args[w].access == OPS_INC ? cell + v : v;
        }
      }
  }

  void back(const Call& c, State<T>& before, const Index& i) {
    const auto& args = c.kernel->args;
    std::vector<std::vector<T>> seeds(args.size());
    for (std::size_t w = 0; w < args.size(); ++w)
      for (int k = 0; k < args[w].components && args[w].access != OPS_READ; ++k) {
        if (args[w].reduction) {
          seeds[w].push_back(seed[static_cast<std::size_t>(k)]);
          continue;
        }
        T& d = entry(derivative, c.dats[w], touched(c, static_cast<int>(w), i, {}), k);
        seeds[w].push_back(c.dats[w]->passive ? T{0} : d);
        if (args[w].access != OPS_INC) d = T{0};
      }
    const auto give = [&](int arg, const Index& o, int k, T value) {
      if (!c.dats[static_cast<std::size_t>(arg)]->passive)
        entry(derivative, c.dats[static_cast<std::size_t>(arg)], touched(c, arg, i, o), k) += value;
    };
    for (const Term& t : c.kernel->terms) {
      const T s = seeds[static_cast<std::size_t>(t.out)][static_cast<std::size_t>(t.to)],
              k = static_cast<T>(t.coefficient * c.scale);
      const T a = read(before, c, t.a, i, t.a_offset, t.a_component);
      if (t.kind == Term::linear) give(t.a, t.a_offset, t.a_component, k * s);
      if (t.kind == Term::square) give(t.a, t.a_offset, t.a_component, k * s * (T{2} * a));
      if (t.kind == Term::product) {
        give(t.a, t.a_offset, t.a_component, k * s * read(before, c, t.b, i, t.b_offset, t.b_component));
        give(t.b, t.b_offset, t.b_component, k * s * a);
      }
    }
  }

  void forget_written(const Call& c) {
    program::for_points(c.range, [&](const Index& i) {
      for (std::size_t w = 0; w < c.dats.size(); ++w)
        for (int k = 0; k < c.kernel->args[w].components && c.kernel->args[w].access != OPS_READ && c.dats[w]; ++k)
          entry(derivative, c.dats[w], touched(c, static_cast<int>(w), i, {}), k) = T{0};
    });
  }

  void overwrite(ops_dat dat, const ops::Box& cells, const std::function<T()>& value) {
    program::for_points(cells, [&](const Index& i) {
      for (int k = 0; k < dat->dim; ++k) entry(now, dat, i, k) = value();
    });
    reverse.push_back([this, dat, cells] {
      program::for_points(cells, [&](const Index& i) {
        for (int k = 0; k < dat->dim; ++k) entry(derivative, dat, i, k) = T{0};
      });
    });
  }

  void result(const std::vector<T>& its_seed) {
    std::fill(sum.begin(), sum.end(), T{0});
    reverse.push_back([this, its_seed] { seed = its_seed; });
  }

  void copy(ops_dat to, ops_dat from) {
    now[to] = now[from];
    reverse.push_back([this, to, from] {
      for (std::size_t k = 0; k < derivative[to].size(); ++k) {
        if (!to->passive && !from->passive) derivative[from][k] += derivative[to][k];
        derivative[to][k] = T{0};
      }
    });
  }

  void halo(const ops_halo_core& h, const std::function<void(const std::function<void(Index, Index)>&)>& pairs) {
    State<T> before = now;
    pairs([&](Index from, Index to) {
      for (int k = 0; k < h.from->dim; ++k) entry(now, h.to, to, k) = entry(before, h.from, from, k);
    });
    reverse.push_back([this, &h, pairs] {
      State<T> after = derivative;
      pairs([&](Index, Index to) {
        for (int k = 0; k < h.to->dim; ++k) entry(derivative, h.to, to, k) = T{0};
      });
      pairs([&](Index from, Index to) {
        for (int k = 0; k < h.from->dim && !h.from->passive && !h.to->passive; ++k)
          entry(derivative, h.from, from, k) += entry(after, h.to, to, k);
      });
    });
  }

  void interpret() {
    for (auto step = reverse.rbegin(); step != reverse.rend(); ++step) (*step)();
  }
};

}  // namespace oracle
