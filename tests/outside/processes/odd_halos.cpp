// Transfers of every kind in the plane: a block onto a part of itself, turned; from halo cells on; into the interior; overlapping regions of the target from
// two sources, one after the other; deep regions over several processes; between datasets of other precision and with components; one repeated.
#define OPS_2D
#include <algorithm>
#include "ops.hpp"
#include "check.h"

constexpr int AX = 8, AY = 7, BX = 6, BY = 9;
void grow(const ACC<double>& u, ACC<double>& v) {
  v(0, 0, 0) = u(0, 0, 0) + 0.1 * u(0, -2, 0) * u(1, 0, 2) - 0.05 * u(0, 2, -2);
  v(1, 0, 0) = 0.9 * u(1, 0, 0) + 0.05 * u(0, -2, 2) * u(1, 2, 2);
}
void put(const ACC<double>& v, ACC<double>& u) {
  u(0, 0, 0) = v(0, 0, 0);
  u(1, 0, 0) = v(1, 0, 0);
}
void squares(const ACC<double>& u, const int* idx, double* sum) { *sum += (1.0 + 0.1 * idx[0]) * u(0, 0, 0) * u(1, 0, 0) + 0.01 * idx[1] * u(0, 0, 0); }

template <class T>
struct Field {
  int nx, ny;
  std::vector<T> v;
  Field(int x, int y) : nx(x), ny(y), v(2 * (x + 4) * (y + 4)) {}
  T& operator()(int c, int i, int j) { return v[c + 2 * (i + 2 + (nx + 4) * (j + 2))]; }
};
struct Halo {
  int from, to, iter[2], from_base[2], to_base[2], from_dir[2], to_dir[2];
};
// group 1 (once per step), group 2 (once per step)
const Halo first[] = {
    {0, 1, {2, 6}, {6, 1}, {-2, 2}, {1, 2}, {1, 2}},       // a's right columns into b's left halo
    {1, 0, {2, 6}, {0, 2}, {8, 1}, {1, 2}, {1, 2}},        // and back
    {0, 0, {8, 2}, {0, 5}, {0, -2}, {1, 2}, {-1, 2}},      // a onto itself, mirrored in x
    {1, 0, {6, 2}, {0, 7}, {1, 7}, {1, 2}, {1, -2}},       // b's top, upside down, above a
    {0, 1, {6, 2}, {1, 0}, {0, 9}, {1, -2}, {-1, 2}},      //
    {1, 1, {5, 5}, {0, 0}, {1, 4}, {2, 1}, {-1, 2}},       // a big piece of b onto b's interior, transposed and flipped; regions overlap at (1..4, 4)
};
const Halo second[] = {
    {0, 1, {2, 4}, {-2, 2}, {6, 3}, {1, 2}, {1, -2}},      // from a's halo cells
    {0, 1, {7, 2}, {0, 2}, {-1, -2}, {1, 2}, {1, 2}},      // a row into the rows below b, one column of its halo included
    {1, 0, {3, 9}, {1, 0}, {-2, -2}, {1, 2}, {2, 1}},      // 3 x 9 of b, transposed, onto 9 x 3 cells of a from the corner of its halo on
};
template <class T>
void transfer(Field<T>& a, Field<T>& b, const Halo* list, int n) {
  for (int h = 0; h < n; ++h) {
    Field<T>&from = list[h].from ? b : a, &to = list[h].to ? b : a, source = from;
    const auto index = [](const int* base, const int* dir, const int* iter, int p, int q, int d) {
      const int axis = std::abs(dir[d]) - 1, count = axis ? q : p;
      return base[d] + (dir[d] > 0 ? count : iter[axis] - 1 - count);
    };
    for (int q = 0; q < list[h].iter[1]; ++q)
      for (int p = 0; p < list[h].iter[0]; ++p)
        for (int c = 0; c < 2; ++c)
          to(c, index(list[h].to_base, list[h].to_dir, list[h].iter, p, q, 0), index(list[h].to_base, list[h].to_dir, list[h].iter, p, q, 1)) =
              source(c, index(list[h].from_base, list[h].from_dir, list[h].iter, p, q, 0), index(list[h].from_base, list[h].from_dir, list[h].iter, p, q, 1));
  }
}
template <class T>
T plain(const std::vector<T>& x, Field<T>& a, Field<T>& b) {
  for (int j = 0; j < AY; ++j)
    for (int i = 0; i < AX; ++i)
      for (int c = 0; c < 2; ++c) a(c, i, j) = x[c + 2 * (i + AX * j)];
  for (int j = 0; j < BY; ++j)
    for (int i = 0; i < BX; ++i)
      for (int c = 0; c < 2; ++c) b(c, i, j) = x[2 * AX * AY + c + 2 * (i + BX * j)];
  T sum = 0;
  for (int s = 0; s < 3; ++s) {
    transfer(a, b, first, 6);
    transfer(a, b, second, 3);
    for (Field<T>* f : {&a, &b}) {
      Field<T> v = *f, &u = *f;
      for (int j = 0; j < u.ny; ++j)
        for (int i = 0; i < u.nx; ++i) {
          v(0, i, j) = u(0, i, j) + 0.1 * u(0, i - 2, j) * u(1, i, j + 2) - 0.05 * u(0, i + 2, j - 2);
          v(1, i, j) = 0.9 * u(1, i, j) + 0.05 * u(0, i - 2, j + 2) * u(1, i + 2, j + 2);
        }
      u.v = v.v;
    }
  }
  for (Field<T>* f : {&a, &b})
    for (int j = 0; j < f->ny; ++j)
      for (int i = 0; i < f->nx; ++i) sum += (1.0 + 0.1 * i) * (*f)(0, i, j) * (*f)(1, i, j) + 0.01 * j * (*f)(0, i, j);
  return sum;
}
int run() {
  ops_block block[2] = {ops_decl_block(2, "a"), ops_decl_block(2, "b")};
  const int size[2][2] = {{AX, AY}, {BX, BY}};
  ops_dat start[2], u[2], v[2];
  for (int b = 0; b < 2; ++b) {
    const auto field = [&](const char* name) { return ops_decl_dat<double>(block[b], (name + std::to_string(b)).c_str(), {size[b][0], size[b][1]}, {.dim = 2, .halo = 2}); };
    start[b] = field("start"), u[b] = field("u"), v[b] = field("v");
  }
  int offsets[] = {0, 0, -2, 0, 0, 2, 2, -2, -2, 2, 2, 2};
  ops_stencil point = ops_decl_stencil(2, 1, offsets, "point"), six = ops_decl_stencil(2, 6, offsets, "six");
  const auto group = [&](const Halo* list, int n) {
    std::vector<ops_halo_group> groups;  // "order inside a group unspecified": a group each
    for (int h = 0; h < n; ++h) {
      Halo w = list[h];
      ops_halo halo = ops_decl_halo(u[w.from], u[w.to], w.iter, w.from_base, w.to_base, w.from_dir, w.to_dir);
      groups.push_back(ops_decl_halo_group(1, &halo));
    }
    return groups;
  };
  const std::vector<ops_halo_group> one = group(first, 6), two = group(second, 3);
  ops_reduction sum = ops_decl_reduction_handle(sizeof(double), "double", "sum");
  ops_partition("");
  std::vector<double> x(2 * (AX * AY + BX * BY));
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = 0.6 * std::sin(1.9 * i) + 0.3;
  const std::size_t na = 2 * AX * AY;
  ops_dat_set_data(start[0], std::vector<double>(x.begin(), x.begin() + na));
  ops_dat_set_data(start[1], std::vector<double>(x.begin() + na, x.end()));
  for (int b = 0; b < 2; ++b) ops_dat_deep_copy(u[b], start[b]);
  for (int s = 0; s < 3; ++s) {
    for (ops_halo_group g : one) ops_halo_transfer(g);
    for (ops_halo_group g : two) ops_halo_transfer(g);
    for (int b = 0; b < 2; ++b) {
      int all[] = {0, size[b][0], 0, size[b][1]};
      ops_par_loop(grow, "grow", block[b], 2, all, ops_arg_dat(u[b], 2, six, "double", OPS_READ), ops_arg_dat(v[b], 2, point, "double", OPS_WRITE));
      ops_par_loop(put, "put", block[b], 2, all, ops_arg_dat(v[b], 2, point, "double", OPS_READ), ops_arg_dat(u[b], 2, point, "double", OPS_WRITE));
    }
  }
  for (int b = 0; b < 2; ++b) {
    int all[] = {0, size[b][0], 0, size[b][1]};
    ops_par_loop(squares, "squares", block[b], 2, all, ops_arg_dat(u[b], 2, point, "double", OPS_READ), ops_arg_idx(), ops_arg_reduce(sum, 1, "double", OPS_INC));
  }
  Field<double> fa(AX, AY), fb(BX, BY);
  check::number("J", ops_ad_objective(sum), plain<double>(x, fa, fb), 1e-12);
  for (int b = 0; b < 2; ++b) {  // halos too
    std::vector<double> all(2 * (size[b][0] + 4) * (size[b][1] + 4));
    ops_dat_fetch_all(u[b], reinterpret_cast<char*>(all.data()));
    check::fields(u[b]->name, all, (b ? fb : fa).v, 1e-12);
  }
  ops_interpret_adjoints();
  std::vector<double> slope = ops_dat_fetch_derivative<double>(start[0]), more = ops_dat_fetch_derivative<double>(start[1]);
  slope.insert(slope.end(), more.begin(), more.end());
  check::fields("slope", slope, check::gradient(x, [](const std::vector<Complex>& y) { Field<Complex> a(AX, AY), b(BX, BY); return plain<Complex>(y, a, b); }), 1e-11);
  return check::verdict();
}
int main(int argc, char** argv) { return ops_main(argc, argv, run); }
