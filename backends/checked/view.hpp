// backends/checked/view.hpp: accessors of target `checked`: every access is compared with what the loop declared.
// Knows one loop's declarations and addresses; knows nothing of kernels. Slow on purpose.
#pragma once

#include <limits>
#include <span>
#include <string>
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

/// Throws an OPSException: "file:line: loop 'l', kernel 'k': <what> at point (i, j)".
[[noreturn]] void fail(const Site& site, const std::string& what, int dims, const Index& at);

/// "(1, 0)"
std::string text(int dims, const Index& index);

/// One dataset argument at one point after another.
template <class T, int dims>
class Dat {
 public:
  /// @param points  the declared stencil; empty: not known to the translator
  Dat(const Site& site, const char* name, const ArgView& view, Mode mode, int components, std::span<const Index> points)
      : site_(site), name_(name), view_(view), mode_(mode), components_(components), points_(points), written_(static_cast<std::size_t>(components)) {}

  /// Starts point `at`. What a WRITE argument holds there must not matter: it is made NaN.
  void start(const Index& at) {
    at_ = at;
    written_.assign(written_.size(), 0);
    if constexpr (std::numeric_limits<T>::has_quiet_NaN)
      if (mode_ == Mode::write && view_.out != view_.in && view_.out != nullptr)
        for (int c = 0; c < components_; ++c) cell(view_.out, Index{}, c) = std::numeric_limits<T>::quiet_NaN();
  }

  /// Ends the point: components that the kernel left alone keep their old value.
  void finish() {
    if (mode_ == Mode::read || view_.out == nullptr || view_.in == nullptr) return;
    for (int c = 0; c < components_; ++c)
      if (written_[static_cast<std::size_t>(c)] == 0) cell(view_.out, Index{}, c) = cell(const_cast<void*>(view_.in), Index{}, c);
  }

  T read(const Index& offset, int component) const {
    check(offset, component, "reads");
    const bool own = offset == Index{} && mode_ != Mode::read && written_[static_cast<std::size_t>(component)] != 0;
    if (mode_ == Mode::write && !own) complain("reads " + where(offset, component) + ", declared OPS_WRITE, before writing it");
    return cell(own ? view_.out : const_cast<void*>(view_.in), offset, component);
  }

  T& write(const Index& offset, int component) {
    check(offset, component, "writes");
    if (mode_ == Mode::read) complain("writes " + where(offset, component) + ", declared OPS_READ");
    if (offset != Index{}) complain("writes " + where(offset, component) + "; only offset " + text(dims, Index{}) + " may be written");
    written_[static_cast<std::size_t>(component)] = 1;
    return cell(view_.out, offset, component);
  }

 private:
  [[noreturn]] void complain(const std::string& what) const { fail(site_, what, dims, at_); }

  std::string where(const Index& offset, int component) const {
    return "'" + std::string(name_) + "'" + (components_ > 1 ? " component " + std::to_string(component) : "") + " at offset " + text(dims, offset);
  }

  void check(const Index& offset, int component, const char* verb) const {
    if (view_.in == nullptr && view_.out == nullptr) complain(std::string(verb) + " '" + name_ + "', which is switched off (ops_arg_dat_opt)");
    if (component < 0 || component >= components_)
      complain(std::string(verb) + " component " + std::to_string(component) + " of '" + name_ + "', which has " + std::to_string(components_));
    for (const Index& point : points_)
      if (point == offset) return;
    if (!points_.empty()) complain(std::string(verb) + " " + where(offset, component) + ", which is not in its stencil");
  }

  T& cell(void* base, const Index& offset, int component) const {
    std::ptrdiff_t element = component * view_.component;
    for (int axis = 0; axis < dims; ++axis)
      element += backend::floor_div(at_[axis], view_.divisor[axis]) * view_.step[axis] + offset[axis] * view_.pitch[axis];
    return static_cast<T*>(base)[element];
  }

  const Site& site_;
  const char* name_;
  const ArgView& view_;
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
  Values(const Site& site, const char* name, int dims, T* values, int count) : site_(site), name_(name), dims_(dims), values_(values), count_(count) {}

  void start(const Index& at) { at_ = at; }
  T& operator[](int k) const {
    if (values_ == nullptr) fail(site_, "uses '" + std::string(name_) + "', which is switched off", dims_, at_);
    if (k < 0 || k >= count_)
      fail(site_, "uses element " + std::to_string(k) + " of '" + name_ + "', which has " + std::to_string(count_), dims_, at_);
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
