// backends/checked/view.hpp: accessors of the target `checked`, which compare every access with the declaration of the
// loop. Slow by design.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "backends/common/address.hpp"

namespace ops::checked {

/// The loop, for messages.
struct Site {
  const char* loop;
  const char* file;
  int line;
  const char* kernel;
};

enum class Mode { read, write, update };  ///< declared access; update: RW, INC

/// What a kernel was about to do.
struct Attempt {
  const char* verb;  ///< "reads", "writes"
  const char* name;  ///< of the kernel's parameter
  int components;    ///< that it has
  int component;
  int rank;  ///< axes of `offset`; 0: no dataset
  Index offset;
};

/// Throws an OPSException: "file:line: loop 'l': kernel 'k' reads component 1 of 'u' at offset (1, 0)<problem>, at
/// point (i, j)".
[[noreturn]] void fail(const Site& site, const Attempt& attempt, const char* problem, int dims, const Index& at);

/// One dataset argument at one point after another.
template <class T, int dims>
class Dat {
 public:
  /// @param points  the declared stencil; empty: not known to the translator
  Dat(const Site& site, const char* name, const ArgView& view, Mode mode, int components, std::span<const Index> points)
      : site_(site), name_(name), view_(view), mode_(mode), components_(components), points_(points) {
    written_.resize(static_cast<std::size_t>(components * view_.at.volume()));
    for (int axis = 0; axis < dims; ++axis)  // points share a cell: each finds what the one before has left
      if (view_.step[axis] == 0 && view_.out != nullptr) view_.in = view_.out;
  }

  /// Starts point `at`. What a WRITE argument holds there must not matter: it is made NaN.
  void start(const Index& at) {
    at_ = at;
    written_.assign(written_.size(), 0);
    if constexpr (std::numeric_limits<T>::has_quiet_NaN)
      if (mode_ == Mode::write && view_.out != view_.in && view_.out != nullptr)
        for_places(
            [&](const Index& offset, int c) { cell(view_.out, offset, c) = std::numeric_limits<T>::quiet_NaN(); });
  }

  /// Ends the point: components that the kernel left alone keep their old value.
  void finish() {
    if (mode_ == Mode::read || view_.out == nullptr || view_.in == nullptr) return;
    for_places([&](const Index& offset, int c) {
      if (written_[number(offset, c)] == 0) cell(view_.out, offset, c) = cell(const_cast<void*>(view_.in), offset, c);
    });
  }

  T read(const Index& offset, int component) const {
    check(offset, component, "reads");
    const bool own = mode_ != Mode::read && view_.at.contains(offset) && written_[number(offset, component)] != 0;
    if (mode_ == Mode::write && !own) fail("reads", offset, component, ", declared OPS_WRITE, before writing it");
    return cell(own ? view_.out : const_cast<void*>(view_.in), offset, component);
  }

  T& write(const Index& offset, int component) {
    check(offset, component, "writes");
    if (mode_ == Mode::read) fail("writes", offset, component, ", declared OPS_READ");
    if (!view_.at.contains(offset)) fail("writes", offset, component, "; only the point itself may be written");
    written_[number(offset, component)] = 1;
    return cell(view_.out, offset, component);
  }

 private:
  [[noreturn]] void fail(const char* verb, const Index& offset, int component, const char* problem) const {
    checked::fail(site_, {verb, name_, components_, component, dims, offset}, problem, dims, at_);
  }

  void check(const Index& offset, int component, const char* verb) const {
    if (view_.in == nullptr && view_.out == nullptr)
      fail(verb, offset, component, ", which is switched off (ops_arg_dat_opt)");
    if (component < 0 || component >= components_) fail(verb, offset, component, ", which it does not have");
    for (const Index& point : points_)
      if (point == offset) return;
    if (!points_.empty()) fail(verb, offset, component, ", which is not in its stencil");
  }

  /// Of what a point may write: place after place, of each the components.
  std::size_t number(const Index& offset, int component) const {
    std::size_t place = 0;
    for (int axis = dims; axis-- > 0;)
      place = place * static_cast<std::size_t>(view_.at.extent(axis)) +
              static_cast<std::size_t>(offset[axis] - view_.at.lo[axis]);
    return place * static_cast<std::size_t>(components_) + static_cast<std::size_t>(component);
  }

  template <class Do>
  void for_places(Do&& act) const {
    Index offset = view_.at.lo;
    for (std::int64_t left = view_.at.volume(); left > 0; --left) {
      for (int c = 0; c < components_; ++c) act(offset, c);
      for (int axis = 0; axis < dims && ++offset[axis] == view_.at.hi[axis]; ++axis) offset[axis] = view_.at.lo[axis];
    }
  }

  T& cell(void* base, const Index& offset, int component) const {
    std::ptrdiff_t element = component * view_.component;
    for (int axis = 0; axis < dims; ++axis)
      element +=
          backend::floor_div(at_[axis], view_.divisor[axis]) * view_.step[axis] + offset[axis] * view_.pitch[axis];
    return static_cast<T*>(base)[element];
  }

  const Site& site_;
  const char* name_;
  ArgView view_;
  Mode mode_;
  int components_;
  std::span<const Index> points_;
  Index at_{};
  std::vector<char> written_;
};

/// A small array argument: gbl, scalar, index, or what one point adds to a reduction.
template <class T>
class Values {
 public:
  Values(const Site& site, const char* name, int dims, T* values, int count)
      : site_(site), name_(name), dims_(dims), values_(values), count_(count) {}

  void start(const Index& at) { at_ = at; }
  T& operator[](int k) const {
    if (values_ == nullptr || k < 0 || k >= count_)
      fail(site_, {"uses", name_, count_, k, 0, {}},
           values_ == nullptr ? ", which is switched off" : ", which it does not have", dims_, at_);
    return values_[k];
  }

 private:
  const Site& site_;
  const char* name_;
  int dims_;
  T* values_;
  int count_;
  Index at_{};
};

}  // namespace ops::checked
