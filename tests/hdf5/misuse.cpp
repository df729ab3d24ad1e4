// tests/hdf5/misuse.cpp: calls that no file can help: each must be refused, and leave the file alone.
#include <functional>
#include <iostream>

#include "tests/hdf5/program.hpp"

int misuse(const std::string& name) {
  const char* file = name.c_str();
  ops_block block = ops_decl_block(2, "grid"), slash = ops_decl_block(2, "a/b");
  const auto dat = [&](ops_block on, const char* called) {
    return ops_decl_dat(on, 1, sizes, bases, below, above, static_cast<double*>(nullptr), "double", called);
  };
  ops_dat u = dat(block, "u"), odd = dat(block, "x/y"), freed = dat(block, "freed"), hidden = dat(slash, "u");
  ops_dat whole = ops_decl_dat(block, 1, sizes, bases, below, above, static_cast<int*>(nullptr), "int", "whole");
  ops_free_dat(freed);
  int empty[] = {0, 0, 0, 1}, outside[] = {0, 1, 0, 99};
  double value = 1;
  char* bytes = reinterpret_cast<char*>(&value);
  const std::vector<std::function<void()>> wrong{
      [&] { ops_fetch_block_hdf5_file(nullptr, file); },
      [&] { ops_fetch_block_hdf5_file(block, nullptr); },
      [&] { ops_fetch_block_hdf5_file(block, ""); },
      [&] { ops_fetch_block_hdf5_file(slash, file); },
      [&] { ops_fetch_block_hdf5_file(block, "/no/such/folder/f.h5"); },
      [&] { ops_fetch_dat_hdf5_file(freed, file); },
      [&] { ops_fetch_dat_hdf5_file(odd, file); },
      [&] { ops_fetch_dat_hdf5_file(hidden, file); },
      [&] { ops_fetch_dat_and_derivative_hdf5_file(whole, file); },
      [&] { ops_fetch_stencil_hdf5_file(nullptr, file); },
      [&] { ops_fetch_halo_hdf5_file(nullptr, file); },
      [&] { ops_dump_to_hdf5(file); },
      [&] { ops_write_const_hdf5(nullptr, 1, "double", bytes, file); },
      [&] { ops_write_const_hdf5("c", 0, "double", bytes, file); },
      [&] { ops_write_const_hdf5("c", 1, "dubble", bytes, file); },
      [&] { ops_write_const_hdf5("c", 1, "double", nullptr, file); },
      [&] { ops_decl_block_hdf5(2, nullptr, file); },
      [&] { ops_decl_dat_hdf5(block, 0, "double", "u", file); },
      [&] { ops_decl_dat_hdf5(block, 1, "", "u", file); },
      [&] { ops_decl_dat_hdf5(block, 1, "double", "absent", file); },
      [&] { ops_decl_stencil_hdf5(-1, 3, "wide", file); },
      [&] { ops_decl_stencil_hdf5(2, -3, "wide", file); },
      [&] { ops_decl_strided_stencil_hdf5(2, 3, 1, "wide", file); },
      [&] { ops_decl_halo_hdf5(u, nullptr, file); },
      [&] { ops_read_dat_hdf5(u); },
      [&] { ops_write_plane_hdf5(u, 2, 0, file, "p"); },
      [&] { ops_write_plane_hdf5(u, 0, 99, file, "p"); },
      [&] { ops_write_plane_hdf5(u, 0, 0, file, "p//q"); },
      [&] { ops_write_plane_hdf5(u, 0, 0, file, "grid/u/below"); },
      [&] { ops_write_plane_hdf5(u, 0, 0, file, "grid"); },
      [&] { ops_write_plane_group_hdf5({{0, 0}}, "k", {}); },
      [&] { ops_write_data_slab_hdf5(u, empty, file, "s"); },
      [&] { ops_write_data_slab_hdf5(u, outside, file, "s"); },
      [&] { ops_write_data_slab_hdf5(u, nullptr, file, "s"); },
      [&] { ops_write_data_slab_hdf5(u, nullptr, file, nullptr); },
      [&] { ops_append_vtk_hdf5({}, 0.0, file); },
      [&] { ops_append_vtk_hdf5({u, nullptr}, 0.0, file); },
      [&] { ops_append_vtk_hdf5({u}, {u}, 0.0, file); },
  };
  int refused = 0;
  for (const auto& call : wrong) {
    try {
      call();
      std::cout << "not refused: number " << &call - wrong.data() << "\n";
    } catch (const OPSException& error) {
      std::cout << error.what() << "\n";
      ++refused;
    }
  }
  return refused == static_cast<int>(wrong.size()) ? 0 : 1;
}
