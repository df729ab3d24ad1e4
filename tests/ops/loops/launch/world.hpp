// tests/ops/loops/launch/world.hpp: a context with a loop engine, and short ways to declare things in it.
// Tests name ops::Accessor<T, rank> directly, so that one file holds loops of every dimension.
#pragma once

#include <numeric>

#include "ops/data/layout.hpp"
#include "ops/data/make_handles.hpp"
#include "ops/loops/engine/engine.hpp"
#include "ops/loops/engine/par_loop.hpp"
#include "ops/loops/launch/pitch.hpp"

namespace ops::test {

struct World {
  Context context;
  LoopEngine engine{context};
  Where here = Where::current();

  World() {
    context.loops = &engine;
    context.partitioned = true;
  }

  ops_block block(int dims, const char* name = "grid") { return declare_block(context, dims, name, here); }
  ops_stencil stencil(int dims, std::vector<int> offsets, const char* name = "S") {
    return declare_stencil(context, dims, static_cast<int>(offsets.size()) / dims, offsets.data(), name, nullptr, 0,
                           here);
  }
  ops_stencil strided(int dims, std::vector<int> offsets, std::vector<int> stride, int type = 0) {
    return declare_stencil(context, dims, static_cast<int>(offsets.size()) / dims, offsets.data(), "strided",
                           stride.data(), type, here);
  }
  ops_stencil centre(int dims) { return stencil(dims, std::vector<int>(static_cast<std::size_t>(dims), 0), "centre"); }

  /// Interior `size` from index 0 with `halo` cells on every side.
  template <class T>
  ops_dat dat(ops_block on, std::vector<int> size, int halo, const char* name = "u", int components = 1) {
    const std::vector<int> zero(size.size(), 0), below(size.size(), -halo), above(size.size(), halo);
    DatRequest r;
    r.dim = components;
    r.size = size.data();
    r.base = zero.data();
    r.d_m = below.data();
    r.d_p = above.data();
    r.type = type_of<T>() == Type::user ? "thing" : type_name(type_of<T>());
    r.name = name;
    r.element = {type_of<T>(), sizeof(T), false, true};
    return declare_dat(on, r, here);
  }
  template <class T>
  ops_reduction reduction(const char* name = "r", int dim = 1) {
    return declare_reduction(context, dim * static_cast<int>(sizeof(T)), type_name(type_of<T>()), name, here);
  }
};

template <class T>
T& at(ops_dat dat, Index cell_at, int component = 0) {
  return reinterpret_cast<T*>(dat->buffer->address)[cell(dat->layout, cell_at) + component * dat->layout.component];
}
/// The accumulated value; the next loop starts afresh.
template <class T>
T result(ops_reduction handle, int component = 0) {
  handle->initialized = 0;
  return reinterpret_cast<T*>(handle->data)[component];
}

/// Calls body(index) for every point of a box, axis 0 fastest.
template <class F>
void for_points(const Box& box, F body) {
  Index at = box.lo;
  for (std::int64_t n = box.volume(); n-- > 0;) {
    body(at);
    for (int axis = 0; axis < max_dim; ++axis) {
      if (++at[axis] < box.hi[axis]) break;
      at[axis] = box.lo[axis];
    }
  }
}

/// Different in every cell and exactly representable.
inline double name_of(const Index& i, int c = 0) {
  return i[0] + 16.0 * i[1] + 256.0 * i[2] + 4096.0 * i[3] + 65536.0 * i[4] + 0.25 * c;
}
template <class T>
void name_cells(ops_dat dat) {
  for_points(dat->layout.allocated, [&](const Index& i) {
    for (int c = 0; c < dat->dim; ++c) at<T>(dat, i, c) = static_cast<T>(name_of(i, c));
  });
}

}  // namespace ops::test
