// tests/ops/derivatives/tape/transposed.hpp: is the tangent of a tape the transpose of a gradient?
#pragma once

#include <cmath>
#include <vector>

#include "ops/derivatives/events/result_event.hpp"
#include "ops/derivatives/gradients/tangent_sweep.hpp"
#include "tests/ops/derivatives/tape/oracle.hpp"

namespace transposed {

using program::Index;

template <class T>
void for_zero(oracle::State<T>& s, ops_dat dat) {
  s[dat].assign(static_cast<std::size_t>(dat->layout.allocated.volume() * dat->dim), T{0});
}
template <class T>
T put(oracle::State<T>& s, ops_dat dat, const Index& i, int c, T v) {
  if (s[dat].empty()) for_zero(s, dat);
  return oracle::entry(s, dat, i, c) = v;
}
template <class T>
T& value(ops_dat dat, const ops::BufferRef& buffer, const Index& i, int c) {
  return reinterpret_cast<T*>(buffer->address)[ops::cell(dat->layout, i) + c * dat->layout.component];
}

/// All derivatives as the user sees them.
template <class T>
std::vector<T> gradients(ops::Tape& tape, const std::vector<ops_dat>& dats) {
  std::vector<T> all;
  for (const ops_dat dat : dats) {
    if (dat->passive) continue;
    const ops::BufferRef& shown = tape.shown->of(tape.recording.tracked(dat));
    program::for_points(dat->layout.allocated, [&](const Index& i) {
      for (int c = 0; c < dat->dim; ++c) all.push_back(value<T>(dat, shown, i, c));
    });
  }
  return all;
}

/// Runs a tangent sweep; all directional derivatives of datasets that are stored afterwards.
template <class T>
std::vector<T> tangents(ops::Tape& tape, const std::vector<ops_dat>& dats, oracle::State<T>& direction) {
  tape.recording.forget_tangents();
  for (const ops_dat dat : dats) {
    if (dat->passive) continue;
    ops::Tracked& t = tape.recording.tracked(dat);
    t.tangent.read(dat->layout.allocated, tape.recording.memory());
    program::for_points(dat->layout.allocated, [&](const Index& i) {
      for (int c = 0; c < dat->dim; ++c) value<T>(dat, t.tangent.buffer(), i, c) = oracle::entry(direction, dat, i, c);
    });
  }
  ops::TangentSweep(tape).run();
  std::vector<T> all;
  for (const ops_dat dat : dats) {
    ops::Tracked& t = tape.recording.tracked(dat);
    t.tangent.read(t.tangent.support(), tape.recording.memory());
    program::for_points(t.tangent.support(), [&](const Index& i) {
      for (int c = 0; c < dat->dim; ++c) all.push_back(value<T>(dat, t.tangent.buffer(), i, c));
    });
  }
  return all;
}

/// Two sums of products that should agree, and the size of their terms.
struct Sums {
  double forward = 0, backward = 0, size = 0;
  template <class T>
  void add(double& sum, T a, T b) {
    const double term = static_cast<double>(a) * static_cast<double>(b);
    sum += term;
    size += std::abs(term);
  }
};

/// Of <seeds, J v> == <gradient, v> after `tangents` ran along v: the difference relative to the size of the terms.
template <class T>
double error(ops::Tape& tape, const std::vector<ops_dat>& dats, oracle::State<T>& direction,
             oracle::State<T>& gradient) {
  Sums sums;
  for (const ops_dat dat : dats) {
    if (dat->passive) continue;
    const ops::Tracked& t = tape.recording.tracked(dat);
    program::for_points(dat->layout.allocated, [&](const Index& i) {
      for (int c = 0; c < dat->dim; ++c) {
        sums.add(sums.backward, oracle::entry(gradient, dat, i, c), oracle::entry(direction, dat, i, c));
        if (t.seed && t.tangent.support().contains(i))
          sums.add(sums.forward, value<T>(dat, t.seed, i, c), value<T>(dat, t.tangent.buffer(), i, c));
      }
    });
  }
  for (const auto& [event, slopes] : tape.recording.tangents.results) {
    const auto* seed =
        reinterpret_cast<const T*>(tape.recording.events.value(ops::result_at(tape.recording.events, event).value));
    for (std::size_t c = 0; c < slopes.size() / sizeof(T); ++c)
      sums.add(sums.forward, seed[c], reinterpret_cast<const T*>(slopes.data())[c]);
  }
  return std::abs(sums.forward - sums.backward) / (sums.size + (sizeof(T) == 8 ? 1e-6 : 1e-2));
}

}  // namespace transposed
