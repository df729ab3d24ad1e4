// tests/ops/data/world.hpp: a context with a block and datasets filled from a formula.
#pragma once

#include <cstring>

#include "ops/data/halo.hpp"
#include "ops/data/layout.hpp"
#include "ops/data/make_handles.hpp"

struct World {
  ops::Context context;

  ops_block block(int dims) { return ops::declare_block(context, dims, "block", ops::Where::current()); }

  /// Interior of `size` from `base`, halo of depth `halo` on every side.
  template <class T>
  ops_dat dat(ops_block on, const char* name, const char* type, std::vector<int> size, int halo, int dim = 1,
              int base = 0) {
    const std::vector<int> first(size.size(), base), below(size.size(), -halo), above(size.size(), halo);
    return ops::declare_dat(on,
                            {"ops_decl_dat",
                             dim,
                             size.data(),
                             first.data(),
                             below.data(),
                             above.data(),
                             nullptr,
                             nullptr,
                             type,
                             name,
                             {ops::type_of<T>(), sizeof(T), false, true},
                             false},
                            ops::Where::current());
  }
};

template <class T>
T& at(ops_dat dat, ops::Index index, int component = 0) {
  const auto offset = ops::cell(dat->layout, index) + component * dat->layout.component;
  return reinterpret_cast<T*>(dat->buffer->address)[offset];
}

/// Calls fn(index) for every allocated cell.
template <class Fn>
void for_each_cell(ops_dat dat, Fn fn) {
  const ops::Box& box = dat->layout.allocated;
  ops::Index index = box.lo;
  for (auto left = box.volume(); left > 0; --left) {
    fn(index);
    for (std::size_t d = 0; d < ops::max_dim && ++index[d] == box.hi[d]; ++d) index[d] = box.lo[d];
  }
}

/// A number that names the cell.
inline double label(const ops::Index& i, int component = 0) {
  return 1.0 + i[0] + 100.0 * i[1] + 10000.0 * i[2] + 0.25 * component;
}
