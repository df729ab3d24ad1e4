// tests/ranks/whole.h: for programs that were written for one process: what they fetch, set and give as a direction is
// that of all cells, on every process. tests/ranks/whole.py includes it after the interface.
#pragma once
#include <cstring>
#include <vector>

#include "ops.hpp"
#include "ops/data/passes.hpp"

namespace whole_program {

inline std::vector<int> sizes(ops_dat dat) {
  std::vector<int> all;
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(dat->block->dims); ++axis)
    all.push_back(dat->layout.interior.hi[axis] - dat->layout.interior.lo[axis]);
  return all;
}
template <class T>
std::vector<T> numbers(ops_dat dat, const char* from) {
  std::size_t count = static_cast<std::size_t>(dat->dim);
  for (const int size : sizes(dat)) count *= static_cast<std::size_t>(size);
  std::vector<T> values(count);
  std::memcpy(values.data(), from, count * sizeof(T));
  return values;
}
/// Calls act(T{}) with the type of a dataset.
void typed(ops_dat dat, const auto& act) {
  if (dat->element == ops::Type::f64) act(double{});
  else if (dat->element == ops::Type::f32) act(float{});
  else act(int{});
}
template <class T>
void put(const std::vector<T>& values, char* to) {
  std::memcpy(to, values.data(), values.size() * sizeof(T));
}

/// Cells of a box {lo0, hi0, lo1, hi1, ..}, copies around the interior among them.
inline void slab(ops_dat dat, int, char* to, const int* range) {
  ops::Box box = dat->layout.interior;  // axes beyond those of the block stay
  for (std::size_t axis = 0; axis < static_cast<std::size_t>(dat->block->dims); ++axis)
    box.lo[axis] = range[2 * axis], box.hi[axis] = range[2 * axis + 1];
  ops::read_cells(reinterpret_cast<std::byte*>(to), dat->buffer, dat->layout, box);
}
inline void fetch(ops_dat dat, int, char* to) {
  typed(dat, [&]<class T>(T) { put(ops_dat_fetch_data<T>(dat), to); });
}
inline void set(ops_dat dat, int, const char* from) {
  typed(dat, [&]<class T>(T) { ops_dat_set_data(dat, numbers<T>(dat, from)); });
}
void set(ops_dat dat, const auto& values) { ops_dat_set_data(dat, values); }
inline void derivative(ops_dat dat, char* to) {
  dat->element == ops::Type::f64 ? put(ops_dat_fetch_derivative<double>(dat), to)
                                 : put(ops_dat_fetch_derivative<float>(dat), to);
}
inline void tangent(ops_dat dat, char* to) {
  dat->element == ops::Type::f64 ? put(ops_dat_fetch_tangent<double>(dat), to)
                                 : put(ops_dat_fetch_tangent<float>(dat), to);
}
inline void product(ops_dat dat, char* to) {
  dat->element == ops::Type::f64 ? put(ops_dat_fetch_hessian_vector<double>(dat), to)
                                 : put(ops_dat_fetch_hessian_vector<float>(dat), to);
}
inline void extents(ops_dat dat, int, int* first, int* size) {
  const std::vector<int> all = sizes(dat);
  for (std::size_t axis = 0; axis < all.size(); ++axis) {
    if (first != nullptr) first[axis] = 0;
    if (size != nullptr) size[axis] = all[axis];
  }
}

/// Calls act(directions), each of which is given for all cells.
void along(const std::vector<ops_ad_direction>& given, const auto& act) {
  std::vector<std::vector<double>> doubles;
  std::vector<std::vector<float>> floats;
  doubles.reserve(given.size()), floats.reserve(given.size());  // directions refer to them
  std::vector<ops_ad_direction> all;
  for (const ops_ad_direction& one : given)
    if (one.dat == nullptr || one.data == nullptr) all.push_back(one);
    else if (one.dat->element == ops::Type::f64)
      all.push_back(ops_ad_along(one.dat, doubles.emplace_back(numbers<double>(one.dat, one.data))));
    else all.push_back(ops_ad_along(one.dat, floats.emplace_back(numbers<float>(one.dat, one.data))));
  act(all);
}
inline void tangents(ops::Context* of, const std::vector<ops_ad_direction>& given) {
  along(given, [&](const auto& all) { ops_tangent(of, all); });
}
inline void products(ops::Context* of, const std::vector<ops_ad_direction>& given) {
  along(given, [&](const auto& all) { ops_hessian_vector(of, all); });
}

}  // namespace whole_program

#define ops_dat_fetch_data(...) whole_program::fetch(__VA_ARGS__)
#define ops_dat_set_data(...) whole_program::set(__VA_ARGS__)
#define ops_dat_fetch_derivative(...) whole_program::derivative(__VA_ARGS__)
#define ops_dat_fetch_tangent(...) whole_program::tangent(__VA_ARGS__)
#define ops_dat_fetch_hessian_vector(...) whole_program::product(__VA_ARGS__)
#define ops_dat_get_extents(...) whole_program::extents(__VA_ARGS__)
#define ops_tangent(...) whole_program::tangents(__VA_ARGS__)
#define ops_hessian_vector(...) whole_program::products(__VA_ARGS__)
