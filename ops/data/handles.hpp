// ops/data/handles.hpp: what the API's opaque handles point to: block, dataset, stencil, reduction, halo.
// Holds values and layout; algorithms live in higher rooms. Member functions of the C++ form are declared
// here because C++ wants them in the class, and are defined in ops/api (values) and ops/derivatives/gradients
// (derivatives).
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

class OPS_instance;  // defined in ops/api: the whole of one OPS world
namespace ops {
class Context;  // ops/data/context.hpp: the part of it that core and loop need

/// Where a cell lies in a buffer: element of (i, j, ..) component c is origin + i*pitch[0] + j*pitch[1] + .. +
/// c*component. Index 0 of axis 0 is 64-byte aligned in every row, whatever the halo depth.
struct Layout {
  int dims = 0;
  int components = 1;
  std::array<std::ptrdiff_t, max_dim> pitch{};  ///< [elements] between neighbours along each axis
  std::ptrdiff_t component = 1;                 ///< [elements] between components (1: array of structures)
  std::ptrdiff_t origin = 0;                    ///< [elements] from the start of the buffer to cell (0, 0, ..)
  Box allocated;                                ///< indices that exist, somewhere: interior and halos
  Box interior;
  Placement placement;  ///< which process has which cells
  /// indices that belong to this process, without bounds at the edges of the block
  Box share = Box::all();
  /// cells that lie in the buffer of this process: its own, and copies of its neighbours'
  Box held;
  std::size_t element = 0;  ///< [bytes] of one component
  std::size_t bytes = 0;    ///< [bytes] of a buffer, padding included
  /// Axes of size 1 (lower-dimensional dataset): no halo there, index always 0.
  std::array<bool, max_dim> collapsed{};

  /// A structure of arrays. Not told by the distance of components, which is 1 in either where there is a single cell.
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

/// A grid of cells: what ops_block points to.
struct ops_block_core {
  ops::AliveMark alive_mark{this};
  int index = 0;
  int dims = 0;
  const char* name = "";
  OPS_instance* instance = nullptr;
  ops::Context* context = nullptr;
  std::string name_storage;
  /// of its cells among processes; null: one has all, or it is not known yet
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

/// Points relative to a cell: what ops_stencil points to.
struct ops_stencil_core {
  ops::AliveMark alive_mark{this};
  int index = 0;
  int dims = 0;
  int points = 0;
  const char* name = "";
  int* stencil = nullptr;       ///< points x dims offsets, point-major [cells]
  int* stride = nullptr;        ///< dims entries; 0: invariant along that axis
  int* mgrid_stride = nullptr;  ///< dims entries; used by type 1 and 2
  int type = 0;                 ///< 0 normal, 1 prolong (index / stride), 2 restrict (index * stride)
  OPS_instance* instance = nullptr;
  std::vector<ops::Index> offsets;  ///< the same points
  ops::Box reach;                   ///< smallest box around the offsets (hi exclusive)
  std::string name_storage;
  std::vector<int> storage;
};

/// Values on the cells of a block: what ops_dat points to.
struct ops_dat_core {
  ops::AliveMark alive_mark{this};
  int index = 0;
  ops_block block = nullptr;
  int dim = 1;        ///< components per cell
  int type_size = 0;  ///< [bytes] of one component
  int elem_size = 0;  ///< [bytes] of one cell
  /// allocated cells per axis: halos and, on axis 0, padding included (the row pitch)
  int size[OPS_MAX_DIM] = {1, 1, 1, 1, 1};
  int base[OPS_MAX_DIM] = {};
  int d_m[OPS_MAX_DIM] = {};  ///< <= 0
  int d_p[OPS_MAX_DIM] = {};  ///< >= 0; on axis 0 includes x_pad, so that size + d_m - d_p is the interior
  int x_pad = 0;
  int stride[OPS_MAX_DIM] = {1, 1, 1, 1, 1};  ///< multigrid level relative to the finest
  char* data = nullptr;        ///< first allocated cell of the present version; moves when a loop makes a new version
  char* derivative = nullptr;  ///< first allocated cell of the derivative, after interpretation; else null
  const char* name = "";
  const char* type = "";
  size_t mem = 0;          ///< [bytes]
  size_t base_offset = 0;  ///< [bytes] from data to the first interior cell
  bool passive = false;    ///< never carries derivatives
  OPS_instance* instance = nullptr;

  ops::Type element = ops::Type::f64;
  ops::Layout layout;
  ops::BufferRef buffer;  ///< the present version
  std::string name_storage, type_storage;
  /// Raw pointers handed out and not yet released (values; derivatives), and what keeps these with the host.
  int raw_out = 0, raw_derivative_out = 0;
  ops_memspace raw_space = OPS_HOST, raw_derivative_space = OPS_HOST;  ///< of those that are out
  std::vector<std::shared_ptr<void>> values_shown = {}, derivatives_shown = {};
  /// Lower-dimensional datasets: the OPS_INC/MIN/MAX of the reduction in progress. -1 (fresh, or read since): the next
  /// reduction starts from the neutral element. OPS_WRITE (the program set the values): it adds to them.
  ops_access reducing = -1;

  /// Makes `version` the present one: the only way `buffer` and `data` change.
  void adopt(ops::BufferRef version);
  /// Counts a raw pointer into `shown`, of values or a derivative, that the user gets.
  void hand_out(const ops::BufferRef& shown, bool of_derivative, ops_memspace space);
  /// After a count has changed: the host no longer has what no raw pointer is out for.
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

/// What loops sum up: what ops_reduction points to.
struct ops_reduction_core {
  ops::AliveMark alive_mark{this};
  char* data = nullptr;  ///< accumulated value, `size` bytes, but for what is under way
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
  /// loops whose machine is not done: each waits for one and adds what it has summed up
  std::vector<std::function<void()>> under_way;

  /// The accumulated value, of all loops: this waits for them.
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

/// Cells that are copied to others: what ops_halo points to.
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

/// Halos that are transferred together: what ops_halo_group points to.
struct ops_halo_group_core {
  ops::AliveMark alive_mark{this};
  int nhalos = 0;
  int index = 0;
  ops_halo* halos = nullptr;
  std::vector<ops_halo> storage;
  OPS_instance* instance = nullptr;
  ops::Context* context = nullptr;
  ops::Where declared;  ///< where ops_decl_halo_group was called
  bool lagged = false;  ///< ops_halo_lagged: what its transfers left may be read after the source has changed
  void halo_transfer(ops::Where where = ops::Where::current());
};

/// A loop-invariant input (ops_decl_scalar). Values are captured by every loop that uses them.
struct ops_scalar_core {
  ops::AliveMark alive_mark{this};
  int index = 0;
  int dim = 1;           ///< components
  int size = 0;          ///< [bytes] of all components
  bool passive = false;  ///< never has a derivative
  char* data = nullptr;
  const char* name = "";
  const char* type = "";  ///< canonical name of `element`
  ops::Type element = ops::Type::f64;
  OPS_instance* instance = nullptr;
  ops::Context* context = nullptr;
  std::string name_storage;
  std::vector<std::byte> storage;
  std::vector<std::byte> derivative;  ///< after interpretation; empty before
  int raw_out = 0;                    ///< raw pointers handed out and not yet released
  bool shown = false;                 ///< the program has had a pointer to its value
  /// what kernels over scalars (ops_scalar_loop) leave for it; null: none has so far
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
