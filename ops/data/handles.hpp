// ops/data/handles.hpp: defines the structures that API handles point to, such as blocks, datasets and stencils. Member
// functions of these structures belong to the C++ form of the API. Member functions for values are defined in ops/api,
// and member functions for derivatives in ops/derivatives/gradients.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "ops/data/box.hpp"
#include "ops/data/buffer.hpp"
#include "ops/data/decomposition.hpp"
#include "ops/data/types.hpp"
#include "ops/support/alive.hpp"
#include "ops/support/error.hpp"

#define OPS_MAX_DIM 5
#define OPS_HOST 1
#define OPS_DEVICE 2
using ops_memspace = int;

class OPS_instance;  // ops/api/instance.hpp: one instance of the library
namespace ops {
class Context;  // ops/data/context.hpp: the base class of OPS_instance

/// The positions of cells in a buffer: component c of cell (i, j, ..) is element origin + i*pitch[0] + j*pitch[1] + ..
/// + c*component. The cell with index 0 along axis 0 is 64-byte aligned in every row, whatever the halo depth.
struct Layout {
  int dims = 0;
  int components = 1;
  std::array<std::ptrdiff_t, max_dim> pitch{};  ///< [elements] between neighbours along each axis
  std::ptrdiff_t component = 1;                 ///< [elements] between components (1: array of structures)
  std::ptrdiff_t origin = 0;                    ///< [elements] from the start of the buffer to cell (0, 0, ..)
  Box allocated;                                ///< all indices, on whichever process: interior and halos
  Box interior;
  Placement placement;  ///< the cells of each process
  /// indices that this process owns, without bounds at the edges of the block
  Box share = Box::all();
  /// cells in the buffer of this process: its own, and copies of its neighbours' cells
  Box held;
  std::size_t element = 0;  ///< [bytes] of one component
  std::size_t bytes = 0;    ///< [bytes] of a buffer, padding included

  /// Marks the axes along which a lower-dimensional dataset has size 1. An axis of size 1 has no halo, and the index
  /// along it is always 0.
  std::array<bool, max_dim> collapsed{};

  /// Returns whether the dataset is a structure of arrays. The function determines the layout from `pitch`, not from
  /// `component`: in a dataset with a single cell, `component` is 1 in either layout.
  bool soa() const noexcept { return components > 1 && pitch[0] == 1; }
};

}  // namespace ops

struct ops_block_core;
struct ops_dat_core;
struct ops_stencil_core;
struct ops_reduction_core;
struct ops_halo_core;
struct ops_halo_group_core;
struct ops_scalar_core;
using ops_block = ops_block_core*;
using ops_dat = ops_dat_core*;
using ops_stencil = ops_stencil_core*;
using ops_reduction = ops_reduction_core*;
using ops_halo = ops_halo_core*;
using ops_halo_group = ops_halo_group_core*;
using ops_scalar = ops_scalar_core*;

/// A block: a grid of cells.
struct ops_block_core {
  ops::AliveMark alive_mark{this};
  int index = 0;
  int dims = 0;
  const char* name = "";
  OPS_instance* instance = nullptr;
  ops::Context* context = nullptr;
  std::string name_storage;
  /// division of the cells among processes; null: one process has all cells, or the division is not known yet
  const ops::Decomposition* decomposition = nullptr;

  template <class T>
  ops_dat decl_dat(int dim, const int* size, const int* base, const int* d_m, const int* d_p, T* data, const char* type,
                   const char* name, ops::Where where = ops::Where::current());
  template <class T>
  ops_dat decl_dat(int dim, const int* size, const int* base, const int* d_m, const int* d_p, const int* stride,
                   T* data, const char* type, const char* name, ops::Where where = ops::Where::current());
  template <class T>
  ops_dat decl_dat_passive(int dim, const int* size, const int* base, const int* d_m, const int* d_p, T* data,
                           const char* type, const char* name, ops::Where where = ops::Where::current());
  template <class T>
  ops_dat decl_dat_passive(int dim, const int* size, const int* base, const int* d_m, const int* d_p, const int* stride,
                           T* data, const char* type, const char* name, ops::Where where = ops::Where::current());
};

/// A stencil: a set of points around a cell.
struct ops_stencil_core {
  ops::AliveMark alive_mark{this};
  int index = 0;
  int dims = 0;
  int points = 0;
  const char* name = "";
  int* stencil = nullptr;       ///< points x dims offsets, point-major [cells]
  int* stride = nullptr;        ///< dims entries; 0: invariant along that axis
  int* mgrid_stride = nullptr;  ///< dims entries; used by types 1 and 2
  int type = 0;                 ///< 0 normal, 1 prolong (index / stride), 2 restrict (index * stride)
  OPS_instance* instance = nullptr;
  std::vector<ops::Index> offsets;  ///< the offsets of `stencil` as indices
  ops::Box reach;                   ///< smallest box that contains the offsets
  std::string name_storage;
  std::vector<int> storage;
};

/// A dataset: values on the cells of a block.
struct ops_dat_core {
  ops::AliveMark alive_mark{this};
  int index = 0;
  ops_block block = nullptr;
  int dim = 1;        ///< components per cell
  int type_size = 0;  ///< [bytes] of one component
  int elem_size = 0;  ///< [bytes] of one cell
  /// allocated cells per axis, including halos and, on axis 0, padding (the row pitch)
  int size[OPS_MAX_DIM] = {1, 1, 1, 1, 1};
  int base[OPS_MAX_DIM] = {};
  int d_m[OPS_MAX_DIM] = {};  ///< <= 0
  int d_p[OPS_MAX_DIM] = {};  ///< >= 0; on axis 0 includes x_pad, so that size + d_m - d_p is the interior
  int x_pad = 0;
  int stride[OPS_MAX_DIM] = {1, 1, 1, 1, 1};  ///< multigrid level relative to the finest
  char* data = nullptr;        ///< first allocated cell of the present version; changes when a loop makes a new version
  char* derivative = nullptr;  ///< first allocated cell of the derivative, after the reverse sweep; otherwise null
  const char* name = "";
  const char* type = "";
  size_t mem = 0;          ///< [bytes]
  size_t base_offset = 0;  ///< [bytes] from data to the first interior cell
  bool passive = false;    ///< has no derivative
  OPS_instance* instance = nullptr;

  ops::Type element = ops::Type::f64;
  ops::Layout layout;
  ops::BufferRef buffer;  ///< the present version
  std::string name_storage, type_storage;
  /// The members `raw_out` and `raw_derivative_out` count the raw pointers that the program has not released yet. Until
  /// the program has released all raw pointers, the references in `values_shown` and `derivatives_shown` keep the data
  /// in memory.
  int raw_out = 0, raw_derivative_out = 0;
  ops_memspace raw_space = OPS_HOST, raw_derivative_space = OPS_HOST;  ///< memory space of the unreleased pointers
  std::vector<std::shared_ptr<void>> values_shown = {}, derivatives_shown = {};
  /// The access mode (OPS_INC, OPS_MIN or OPS_MAX) with which loops accumulate values in a lower-dimensional dataset.
  /// OPS_WRITE means that the program has written values to the dataset, and that the next reduction combines its
  /// results with these values. The value -1 means that the next reduction into the dataset discards the old values:
  /// either the dataset was declared without values, or the program has read the dataset since its values last changed.
  ops_access reducing = -1;

  /// Sets the buffer that holds the current values of the dataset. Only the function adopt() changes the members
  /// `buffer` and `data`.
  void adopt(ops::BufferRef version);
  /// Registers a raw pointer that the library returns to the program, and keeps the data in memory until the program
  /// releases the pointer.
  /// @param shown  the buffer that the pointer refers to
  void hand_out(const ops::BufferRef& shown, bool of_derivative, ops_memspace space);
  /// Clears `values_shown` if `raw_out` is 0, and `derivatives_shown` if `raw_derivative_out` is 0. The library must
  /// call let_go whenever `raw_out` or `raw_derivative_out` changes.
  void let_go();

  void print_to_txtfile(const char* file, ops::Where where = ops::Where::current());
  void get_data(ops::Where where = ops::Where::current());
  int get_local_npartitions();
  int get_global_npartitions();
  void get_extents(int part, int* disp, int* size, ops::Where where = ops::Where::current());
  size_t get_slab_extents(int part, int* disp, int* size, int* slab, ops::Where where = ops::Where::current());
  void get_raw_metadata(int part, int* disp, int* size, int* stride, int* d_m, int* d_p,
                        ops::Where where = ops::Where::current());
  char* get_raw_pointer(int part, ops_stencil stencil, ops_memspace* memspace,
                        ops::Where where = ops::Where::current());
  void release_raw_data(int part, ops_access access, ops::Where where = ops::Where::current());
  void release_raw_data(int part, ops_access access, ops_memspace* memspace, ops::Where where = ops::Where::current());
  void fetch_data(int part, char* data, ops_memspace memspace = OPS_HOST, ops::Where where = ops::Where::current());
  void fetch_data_slab(int part, char* data, int* range, ops_memspace memspace = OPS_HOST,
                       ops::Where where = ops::Where::current());
  void set_data(int part, char* data, ops_memspace memspace = OPS_HOST, ops::Where where = ops::Where::current());
  void set_data_slab(int part, char* data, int* range, ops_memspace memspace = OPS_HOST,
                     ops::Where where = ops::Where::current());

  char* derivative_get_raw_pointer(ops_stencil stencil, ops_memspace* memspace);
  void release_raw_derivative(ops_access access, ops_memspace* memspace);
  void release_raw_derivative(ops_access access, ops_memspace memspace = 0);
  void fetch_derivative(char* data, ops_memspace memspace = OPS_HOST);
  void set_derivative(char* data, ops_memspace memspace = OPS_HOST);
  void store_derivative(char* data, ops_memspace memspace = OPS_HOST);
  ops_dat get_derivative_as_ops_dat();
};

/// A reduction: a sum, minimum or maximum computed by loops.
struct ops_reduction_core {
  ops::AliveMark alive_mark{this};
  char* data = nullptr;  ///< accumulated value, `size` bytes, without the loops in `under_way`
  int size = 0;          ///< [bytes]
  int initialized = 0;   ///< 1 after the first loop since the last result
  int index = 0;
  ops_access acc = OPS_INC;  ///< fixed by the first use
  const char* type = "";
  const char* name = "";
  OPS_instance* instance = nullptr;
  ops::Context* context = nullptr;
  ops::Type element = ops::Type::f64;
  int dim = 1;  ///< components
  std::string name_storage, type_storage;
  std::vector<std::byte> storage;
  std::vector<std::byte> seed;  ///< derivative of the objective with respect to the result; empty: not seeded
  /// adds the results of loops that are still running: each function waits for one loop
  std::vector<std::function<void()>> under_way;

  /// Waits for all loops that contribute to the reduction, and returns the accumulated value.
  char* values() {
    for (const auto& add : std::exchange(under_way, {})) add();
    return data;
  }
  template <class T>
  void get_result(T* out, ops::Where where = ops::Where::current());
  template <class T>
  void get_result(T* out, const T* derivative_seed, ops::Where where = ops::Where::current());
  template <class T>
  T* get_derivative();
};

/// A halo: a region of cells that is copied to another region.
struct ops_halo_core {
  ops::AliveMark alive_mark{this};
  ops_dat from = nullptr;
  ops_dat to = nullptr;
  int iter_size[OPS_MAX_DIM] = {1, 1, 1, 1, 1};
  int from_base[OPS_MAX_DIM] = {};
  int to_base[OPS_MAX_DIM] = {};
  int from_dir[OPS_MAX_DIM] = {1, 2, 3, 4, 5};
  int to_dir[OPS_MAX_DIM] = {1, 2, 3, 4, 5};
  int index = 0;
  OPS_instance* instance = nullptr;
};

/// A group of halos that are transferred together.
struct ops_halo_group_core {
  ops::AliveMark alive_mark{this};
  int nhalos = 0;
  int index = 0;
  ops_halo* halos = nullptr;
  std::vector<ops_halo> storage;
  OPS_instance* instance = nullptr;
  ops::Context* context = nullptr;
  ops::Where declared;  ///< where ops_decl_halo_group was called
  bool lagged = false;  ///< set by ops_halo_lagged: loops may read the halo cells after the source has changed
  void halo_transfer(ops::Where where = ops::Where::current());
};

/// A scalar. Each loop uses the value that the scalar has when the program calls the loop.
struct ops_scalar_core {
  ops::AliveMark alive_mark{this};
  int index = 0;
  int dim = 1;           ///< components
  int size = 0;          ///< [bytes] of all components
  bool passive = false;  ///< has no derivative
  char* data = nullptr;
  const char* name = "";
  const char* type = "";  ///< canonical name of `element`
  ops::Type element = ops::Type::f64;
  OPS_instance* instance = nullptr;
  ops::Context* context = nullptr;
  std::string name_storage;
  std::vector<std::byte> storage;
  std::vector<std::byte> derivative;  ///< after the reverse sweep; empty before
  int raw_out = 0;                    ///< number of raw pointers that the program has not released yet
  bool shown = false;                 ///< the program has had a pointer to the value
  /// result of kernels over scalars (ops_scalar_loop) that write this scalar; null: there has been none
  ops_reduction written = nullptr;

  template <class T>
  T* get_data(ops::Where where = ops::Where::current());
  template <class T>
  T* get_derivative();
  template <class T>
  T* get_raw_pointer(ops::Where where = ops::Where::current());
  template <class T>
  void release_raw_pointer(T* pointer, ops_access access, ops::Where where = ops::Where::current());
};
