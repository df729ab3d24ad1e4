// Six blocks that are the sides of a cube: twelve edges, at each of which axes are swapped or turned. Directions and bases of all halos are derived from
// integer points on the cube's surface; fields of double, float and int; state, planes and slabs go to HDF5, and a second instance goes on from there.
#define OPS_2D
#define OPS_CPP_API
#include <array>
#include <map>
#include <sstream>
#include "ops_seq_v2.h"
#include "cube6_kernels.h"
#include "tally.h"

namespace {
constexpr int n = 10, deep = 2, faces = 6;
const char* const state_file = "cube6_state.h5";
const char* const parts_file = "cube6_parts.h5";
using Point = std::array<int, 3>;
struct Cell { int face, i, j; };

// Centres of cells are odd; a face has one coordinate +-n. Each face has two axes of its own, some of them backwards.
const int axes[faces][2] = {{1, 2}, {2, 1}, {0, 2}, {2, 0}, {0, 1}, {1, 0}};
const int signs[faces][2] = {{1, 1}, {-1, 1}, {1, -1}, {-1, -1}, {1, 1}, {-1, 1}};

Point point(int face, int i, int j) {
  Point p{};
  p[face / 2] = face % 2 ? n : -n;
  p[axes[face][0]] = signs[face][0] * (2 * i + 1 - n);
  p[axes[face][1]] = signs[face][1] * (2 * j + 1 - n);
  return p;
}
// A cell beyond an edge of its face lies around the corner.
Cell fold(int face, int i, int j) {
  Point p = point(face, i, j);
  for (int d = 0; d < 3; ++d)
    if (std::abs(p[d]) > n) {
      const int beyond = std::abs(p[d]) - n;
      p[d] = p[d] > 0 ? n : -n;
      p[face / 2] = (face % 2 ? 1 : -1) * (n - beyond);
      const int other = 2 * d + (p[d] > 0);
      const auto back = [&](int a) { return (signs[other][a] * p[axes[other][a]] + n - 1) / 2; };
      return {other, back(0), back(1)};
    }
  return {face, i, j};
}

struct Fields {
  std::vector<double> u;
  std::vector<float> f;
  std::vector<int> c;
};

struct Surface {
  std::stringstream said;
  OPS_instance ops;
  ops_block side[faces];
  ops_dat u[faces], f[faces], c[faces], un[faces], fn[faces], cn[faces];
  ops_halo_group reals, others;
  ops_stencil point, star, cross;
  ops_reduction sum, least, most;

  template <class T>
  ops_dat field(int s, const char* name, const char* type, bool from_file) {
    const std::string full = name + std::to_string(s);
    if (from_file) return ops_decl_dat_hdf5(side[s], 1, type, full.c_str(), state_file);
    int size[] = {n, n}, base[] = {0, 0}, d_m[] = {-deep, -deep}, d_p[] = {deep, deep};
    return side[s]->decl_dat(1, size, base, d_m, d_p, static_cast<T*>(nullptr), type, full.c_str());
  }

  // The halo of `face` behind side 0 (low x), 1 (high x), 2 (low y), 3 (high y): counter 1 runs along the edge, counter 2 outwards.
  ops_halo halo(ops_dat* field, int face, int edge, bool from_file) {
    const int across = edge / 2, along = 1 - across;
    const auto in_face = [&](int t, int h) {
      int at[2];
      at[along] = t, at[across] = edge % 2 ? n + h : -1 - h;
      return fold(face, at[0], at[1]);
    };
    const Cell first = in_face(0, 0), beside = in_face(1, 0), outward = in_face(0, 1), last = in_face(n - 1, deep - 1);
    int iter[] = {n, deep}, from_base[] = {std::min(first.i, last.i), std::min(first.j, last.j)}, to_base[2], from_dir[2], to_dir[2];
    from_dir[0] = beside.i != first.i ? beside.i - first.i : 2 * (outward.i - first.i);
    from_dir[1] = beside.j != first.j ? beside.j - first.j : 2 * (outward.j - first.j);
    to_base[along] = 0, to_base[across] = edge % 2 ? n : -deep;
    to_dir[along] = 1, to_dir[across] = edge % 2 ? 2 : -2;
    if (from_file) return ops_decl_halo_hdf5(field[first.face], field[face], state_file);
    return ops.decl_halo(field[first.face], field[face], iter, from_base, to_base, from_dir, to_dir);
  }

  Surface(int argc, const char** argv, bool from_file) : ops(argc, argv, 1, said) {
    for (int s = 0; s < faces; ++s) side[s] = ops.decl_block(2, ("side" + std::to_string(s)).c_str());
    for (int s = 0; s < faces; ++s) {
      u[s] = field<double>(s, "u", "double", from_file), f[s] = field<float>(s, "f", "float", from_file), c[s] = field<int>(s, "c", "int", from_file);
      un[s] = field<double>(s, "un", "double", false), fn[s] = field<float>(s, "fn", "float", false), cn[s] = field<int>(s, "cn", "int", false);
    }
    std::vector<ops_halo> real, other;
    for (int s = 0; s < faces; ++s)
      for (int edge = 0; edge < 4; ++edge) {
        real.push_back(halo(u, s, edge, from_file));
        other.push_back(halo(f, s, edge, from_file));
        other.push_back(halo(c, s, edge, from_file));
      }
    reals = ops.decl_halo_group(static_cast<int>(real.size()), real.data());
    others = ops.decl_halo_group(static_cast<int>(other.size()), other.data());
    int offsets[] = {0, 0, 1, 0, -1, 0, 0, 1, 0, -1, 2, 0, -2, 0, 0, 2, 0, -2};
    point = ops.decl_stencil(2, 1, offsets, "point"), star = ops.decl_stencil(2, 5, offsets, "star"), cross = ops.decl_stencil(2, 9, offsets, "cross");
    sum = ops.decl_reduction_handle(sizeof(double), "double", "sum");
    least = ops.decl_reduction_handle(sizeof(float), "float", "least");
    most = ops.decl_reduction_handle(sizeof(int), "int", "most");
    ops.partition("");
    int all[] = {0, n, 0, n};
    for (int s = 0; s < faces && !from_file; ++s)
      ops_par_loop(seed, "seed", side[s], 2, all, ops_arg_dat(u[s], 1, point, "double", OPS_WRITE), ops_arg_dat(f[s], 1, point, "float", OPS_WRITE),
                   ops_arg_dat(c[s], 1, point, "int", OPS_WRITE), ops_arg_idx(), ops_arg_gbl(&s, 1, "int", OPS_READ));
  }

  void step() {
    reals->halo_transfer();
    others->halo_transfer();
    int all[] = {0, n, 0, n};
    for (int s = 0; s < faces; ++s)
      ops_par_loop(relax, "relax", side[s], 2, all, ops_arg_dat(u[s], 1, cross, "double", OPS_READ), ops_arg_dat(f[s], 1, star, "float", OPS_READ),
                   ops_arg_dat(c[s], 1, star, "int", OPS_READ), ops_arg_dat(un[s], 1, point, "double", OPS_WRITE),
                   ops_arg_dat(fn[s], 1, point, "float", OPS_WRITE), ops_arg_dat(cn[s], 1, point, "int", OPS_WRITE));
    for (int s = 0; s < faces; ++s) ops_dat_deep_copy(u[s], un[s]), ops_dat_deep_copy(f[s], fn[s]), ops_dat_deep_copy(c[s], cn[s]);
  }

  Fields fields() {
    Fields all;
    for (int s = 0; s < faces; ++s) {
      for (double v : ops_dat_fetch_data<double>(u[s])) all.u.push_back(v);
      for (float v : ops_dat_fetch_data<float>(f[s])) all.f.push_back(v);
      for (int v : ops_dat_fetch_data<int>(c[s])) all.c.push_back(v);
    }
    return all;
  }
};

struct Plain : Fields {
  static size_t at(const Cell& c) { return static_cast<size_t>((c.face * n + c.j) * n + c.i); }
  Plain() {
    for (int s = 0; s < faces; ++s)
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) {
          u.push_back(sin(1.0 + s + 0.3 * i) + cos(0.2 * j * (s + 1)));
          f.push_back(static_cast<float>((i * 3 + j * 5 + s * 7) % 11) * 0.25f);
          c.push_back(s * 10000 + j * 100 + i);
        }
  }
  void step() {
    const Fields o = *this;
    for (int s = 0; s < faces; ++s)
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i) {
          const auto v = [&](const auto& field, int di, int dj) { return field[at(fold(s, i + di, j + dj))]; };
          const size_t k = at({s, i, j});
          const double near = (v(o.u, 1, 0) + v(o.u, -1, 0)) + (v(o.u, 0, 1) + v(o.u, 0, -1)), far = (v(o.u, 2, 0) + v(o.u, -2, 0)) + (v(o.u, 0, 2) + v(o.u, 0, -2));
          u[k] = o.u[k] + 0.08 * (near - 4.0 * o.u[k]) - 0.01 * (far - 4.0 * o.u[k]);
          f[k] = 0.5f * o.f[k] + 0.125f * ((v(o.f, 1, 0) + v(o.f, -1, 0)) + (v(o.f, 0, 1) + v(o.f, 0, -1)));
          c[k] = std::max({o.c[k], v(o.c, 1, 0), v(o.c, -1, 0), v(o.c, 0, 1), v(o.c, 0, -1)});
        }
  }
};

void compare(Tally& tally, const std::string& when, Surface& surface, const Plain& plain) {
  const Fields found = surface.fields();
  tally.all("u " + when, found.u, plain.u);
  tally.all("f " + when, found.f, plain.f);
  tally.all("c " + when, found.c, plain.c);
  int all[] = {0, n, 0, n};
  for (int s = 0; s < faces; ++s)
    ops_par_loop(tally_kernel, "tally", surface.side[s], 2, all, ops_arg_dat(surface.u[s], 1, surface.point, "double", OPS_READ),
                 ops_arg_dat(surface.f[s], 1, surface.point, "float", OPS_READ), ops_arg_dat(surface.c[s], 1, surface.point, "int", OPS_READ),
                 ops_arg_reduce(surface.sum, 1, "double", OPS_INC), ops_arg_reduce(surface.least, 1, "float", OPS_MIN),
                 ops_arg_reduce(surface.most, 1, "int", OPS_MAX));
  double sum, plain_sum = 0.0;
  float least;
  int most;
  surface.sum->get_result(&sum), surface.least->get_result(&least), surface.most->get_result(&most);
  for (double v : plain.u) plain_sum += v;
  tally.one("sum " + when, sum, plain_sum, 1e-12);
  tally.one("least " + when, least, *std::min_element(plain.f.begin(), plain.f.end()));
  tally.one("most " + when, most, *std::max_element(plain.c.begin(), plain.c.end()));
}
}  // namespace

int main(int argc, const char** argv) {
  Tally tally;
  Plain plain;
  std::vector<double> row(n);
  {
    Surface first(argc, argv, false);
    if (first.ops.is_root()) remove(state_file), remove(parts_file);
    for (int s = 0; s < 3; ++s) first.step(), plain.step();
    compare(tally, "after 3", first, plain);
    for (int s = 0; s < faces; ++s) {
      ops_fetch_block_hdf5_file(first.side[s], state_file);
      for (ops_dat d : {first.u[s], first.f[s], first.c[s]}) ops_fetch_dat_hdf5_file(d, state_file);
    }
    for (ops_halo_group group : {first.reals, first.others})
      for (int h = 0; h < group->nhalos; ++h) ops_fetch_halo_hdf5_file(group->halos[h], state_file);
    const int slab[] = {2, 7, -1, 1};
    ops_write_data_slab_hdf5(first.u[1], slab, parts_file, "slabs/u1", REAL_PRECISION::Single);
    ops_write_data_slab_hdf5(first.c[4], slab, parts_file, "slabs/c4");
    ops_write_plane_hdf5(first.f[2], 1, n / 2, parts_file, "planes/f2");
    ops_write_plane_hdf5(first.u[2], 0, 0, parts_file, "planes/u2", REAL_PRECISION::Single);
    const std::vector<double> side5 = ops_dat_fetch_data<double>(first.u[5]);
    for (int i = 0; i < n; ++i) row[static_cast<size_t>(i)] = side5[static_cast<size_t>(3 * n + i)];
    ops_write_const_hdf5("row", n, "double", reinterpret_cast<char*>(row.data()), parts_file);
  }
  Plain onward = plain;
  {
    Surface second(argc, argv, true);
    compare(tally, "again", second, onward);
    std::vector<double> again(n);
    ops_get_const_hdf5("row", n, "double", reinterpret_cast<char*>(again.data()), parts_file);
    tally.all("the row", again, row);
    for (int s = 0; s < 4; ++s) second.step(), onward.step();
    compare(tally, "after 7", second, onward);
    // Rows of one side, as far as they are here, are taken, changed and put back.
    int slab[] = {1, n - 1, 4, 6}, disp[2], size[2];
    const size_t bytes = ops_dat_get_slab_extents(second.u[3], 0, disp, size, slab);
    std::vector<double> part(bytes / sizeof(double));
    part.reserve(1);  // a process may have no cell of the slab
    ops_dat_fetch_data_slab_memspace(second.u[3], 0, reinterpret_cast<char*>(part.data()), slab, OPS_HOST);
    for (double& v : part) v = -v;
    ops_dat_set_data_slab_memspace(second.u[3], 0, reinterpret_cast<char*>(part.data()), slab, OPS_HOST);
    for (int j = 4; j < 6; ++j)
      for (int i = 1; i < n - 1; ++i) onward.u[Plain::at({3, i, j})] *= -1.0;
    second.step(), onward.step();
    compare(tally, "after 8", second, onward);
    ops_read_dat_hdf5(second.u[0]);
    const std::vector<double> back = ops_dat_fetch_data<double>(second.u[0]);
    tally.all("u0 read again", back, std::vector<double>(plain.u.begin(), plain.u.begin() + n * n));
    tally.is("nothing was said", second.said.str().empty());
    if (!second.said.str().empty()) ops_printf("%s", second.said.str().c_str());
    return tally.end();
  }
}
