// tests/hdf5/everything.cpp: a dataset of every element type in both layouts, stencils, halos and constants, written
// and read.
#include <cstring>
#include <iostream>

#include "tests/hdf5/program.hpp"

/// A type of the application's own.
struct pair_type {
  int first;
  float second;
};
inline int type_error(const pair_type*, const char* name) {
  return std::string(name) != "pair_type" && std::string(name) != "pair_type:soa";
}

namespace {

template <class T>
std::vector<T> values(int dim) {
  std::vector<T> all;
  for (int k = 0; k < columns * rows; ++k)
    for (int c = 0; c < dim; ++c) all.push_back(value_of<T>(k, c));
  return all;
}
template <>
std::vector<pair_type> values(int dim) {
  std::vector<pair_type> all;
  for (int k = 0; k < columns * rows; ++k)
    for (int c = 0; c < dim; ++c) all.push_back({k, 0.5f * static_cast<float>(c)});
  return all;
}

int all_cells[] = {-2, 6, -2, 4};

/// std::vector<bool> has no bytes of its own.
template <class T>
std::vector<char> bytes_of(const std::vector<T>& all) {
  std::vector<char> bytes(all.size() * sizeof(T));
  for (std::size_t i = 0; i < all.size(); ++i) {
    const T value = all[i];
    std::memcpy(bytes.data() + i * sizeof(T), &value, sizeof(T));
  }
  return bytes;
}

template <class T>
void write(ops_block block, const std::string& type, int dim, const std::string& file) {
  const std::string spelled = dim > 3 ? type + ":soa" : type, name = type + "_" + std::to_string(dim);
  ops_dat dat =
      ops_decl_dat(block, dim, sizes, bases, below, above, static_cast<T*>(nullptr), spelled.c_str(), name.c_str());
  std::vector<char> bytes = bytes_of(values<T>(dim));
  ops_dat_set_data_slab_memspace(dat, 0, bytes.data(), all_cells, OPS_HOST);
  ops_fetch_dat_hdf5_file(dat, file.c_str());
}

template <class T>
void read(ops_block block, const std::string& type, int dim, const std::string& file) {
  const std::string spelled = dim > 3 ? type + ":soa" : type, name = type + "_" + std::to_string(dim);
  ops_dat dat = ops_decl_dat_hdf5(block, dim, spelled.c_str(), name.c_str(), file.c_str());
  const std::vector<char> expected = bytes_of(values<T>(dim));
  std::vector<char> found(expected.size());
  for (const bool again : {false, true}) {
    if (again) {
      ops_dat_set_data_slab_memspace(dat, 0, found.data(), all_cells, OPS_HOST);
      ops_read_dat_hdf5(dat);
    }
    ops_dat_fetch_data_slab_memspace(dat, 0, found.data(), all_cells, OPS_HOST);
    if (found != expected) throw OPSException(OPS_INTERNAL_ERROR) << name << " came back different";
    std::fill(found.begin(), found.end(), char{1});
  }
  if (dat->base[0] != -1 || dat->d_m[1] != -2) throw OPSException(OPS_INTERNAL_ERROR) << name << " lies elsewhere";
}

/// One component, three, and four as a structure of arrays.
#define OPS_TEST_FOR_ALL_TYPES(action)                                                                \
  for (const int dim : {1, 3, 4}) {                                                                   \
    action<double>(block, "double", dim, file), action<float>(block, "float", dim, file),             \
        action<half>(block, "half", dim, file);                                                       \
    action<char>(block, "char", dim, file), action<short>(block, "short", dim, file),                 \
        action<int>(block, "int", dim, file);                                                         \
    action<long>(block, "long", dim, file), action<uint>(block, "uint", dim, file),                   \
        action<ul>(block, "ulong", dim, file);                                                        \
    action<ll>(block, "ll", dim, file), action<bool>(block, "bool", dim, file),                       \
        action<complexd>(block, "complexd", dim, file);                                               \
    action<complexf>(block, "complexf", dim, file), action<pair_type>(block, "pair_type", dim, file); \
  }

ops_dat line(ops_block block) {
  int size[] = {1, 4}, base[] = {0, 0}, m[] = {0, -1}, p[] = {0, 1};
  double held[] = {1, 2, 3, 4, 5, 6};
  return ops_decl_dat(block, 1, size, base, m, p, held, "double", "line");
}

ops_dat coarse(ops_block block) {
  int size[] = {3, 2}, base[] = {0, 0}, m[] = {0, 0}, p[] = {0, 0}, stride[] = {2, 2};
  int held[] = {1, 2, 3, 4, 5, 6};
  return ops_decl_dat(block, 1, size, base, m, p, stride, held, "int", "coarse");
}

template <class T>
void constant(const char* name, const char* type, T first, T second, const std::string& file, bool reading) {
  T pair[] = {first, second}, found[] = {T{}, T{}};
  char* bytes = reinterpret_cast<char*>(reading ? found : pair);
  if (!reading) return ops_write_const_hdf5(name, 2, type, bytes, file.c_str());
  ops_get_const_hdf5(name, 2, type, bytes, file.c_str());
  if (std::memcmp(pair, found, sizeof pair) != 0)
    throw OPSException(OPS_INTERNAL_ERROR) << name << " came back different";
}

void constants(const std::string& file, bool reading) {
  constant("gravity", "double", 9.81, -1.0, file, reading);
  constant("limit", "float", 0.5f, 2.0f, file, reading);
  constant("count", "int", -7, 8, file, reading);
  constant("large", "ll", 1LL << 60, -2LL, file, reading);
  constant("wave", "complexd", complexd(1, 2), complexd(3, -4), file, reading);
  constant("on", "bool", true, false, file, reading);
}

int points[] = {0, 0, 1, 0, 0, -1}, strides[] = {0, 1};
int two[] = {2, 4}, from_base[] = {0, 0}, to_base[] = {-2, 0}, same[] = {1, 2}, flipped[] = {-1, 2};

}  // namespace

int write_everything(const std::string& file) {
  ops_block block = ops_decl_block(2, "grid"), other = ops_decl_block(2, "other");
  ops_fetch_block_hdf5_file(block, file.c_str());
  ops_fetch_block_hdf5_file(other, file.c_str());
  OPS_TEST_FOR_ALL_TYPES(write)
  ops_fetch_dat_hdf5_file(line(block), file.c_str());
  ops_fetch_dat_hdf5_file(coarse(block), file.c_str());
  ops_fetch_stencil_hdf5_file(ops_decl_stencil(2, 3, points, "three"), file.c_str());
  ops_fetch_stencil_hdf5_file(ops_decl_strided_stencil(2, 1, points, strides, "along"), file.c_str());
  ops_dat u = ops_decl_dat(block, 1, sizes, bases, below, above, static_cast<double*>(nullptr), "double", "u");
  ops_fetch_halo_hdf5_file(ops_decl_halo(u, u, two, from_base, to_base, same, same), file.c_str());
  ops_fetch_halo_hdf5_file(ops_decl_halo(u, u, two, from_base, to_base, same, flipped), file.c_str());
  constants(file, false);
  return 0;
}

int read_everything(const std::string& file) {
  ops_block block = ops_decl_block_hdf5(2, "grid", file.c_str());
  OPS_TEST_FOR_ALL_TYPES(read)
  ops_dat l = ops_decl_dat_hdf5(block, 1, "double", "line", file.c_str());
  ops_dat c = ops_decl_dat_hdf5(block, 1, "int", "coarse", file.c_str());
  ops_stencil three = ops_decl_stencil_hdf5(2, 3, "three", file.c_str());
  ops_stencil along = ops_decl_strided_stencil_hdf5(2, 1, 2, "along", file.c_str());
  ops_dat u = ops_decl_dat(block, 1, sizes, bases, below, above, static_cast<double*>(nullptr), "double", "u");
  ops_halo first = ops_decl_halo_hdf5(u, u, file.c_str()), second = ops_decl_halo_hdf5(u, u, file.c_str());
  constants(file, true);
  const bool right = l->size[0] == 1 && l->d_m[1] == -1 && c->stride[1] == 2 && three->stencil[2] == 1 &&
                     three->stencil[5] == -1 && along->stride[0] == 0 && first->to_dir[0] == 1 &&
                     second->to_dir[0] == -1 && second->iter_size[1] == 4;
  std::cout << (right ? "right\n" : "wrong\n");
  return right ? 0 : 1;
}
