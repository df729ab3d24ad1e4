// ops/data/make_handles.hpp: declares functions that check the arguments of declarations, such as ops_decl_dat, and
// create handles.
#pragma once

#include <cstddef>

#include "ops/data/context.hpp"

namespace ops {

/// The element type T of the argument `T* data` of ops_decl_dat and similar functions.
struct Element {
  Type type = Type::user;
  std::size_t bytes = 0;  ///< sizeof(T)
  /// the application's own type_error(const T*, const char*) reports that the type string does not match
  bool refused = false;
  bool known = true;  ///< false: there is no pointer type, and the type string alone decides
};

/// Holds the arguments of a call to ops_decl_dat until they have been checked. Each array has one entry for each axis
/// of the block.
struct DatRequest {
  const char* call = "ops_decl_dat";
  int dim = 1;
  const int* size = nullptr;
  const int* base = nullptr;
  const int* d_m = nullptr;
  const int* d_p = nullptr;
  const int* stride = nullptr;  ///< null: finest level
  /// null: zeros; otherwise the values of all cells, halos included: dense, components fastest (slowest with structures
  /// of arrays)
  const void* data = nullptr;
  const char* type = nullptr;
  const char* name = nullptr;
  Element element;
  bool passive = false;
};

// All functions in this header throw an OPSException if an argument is invalid. The message of the exception names the
// call, the object, the error and the source location.

ops_block declare_block(Context& context, int dims, const char* name, Where where);
ops_dat declare_dat(ops_block block, const DatRequest& request, Where where);
/// Divides all blocks among processes, and allocates memory for datasets that have none yet. Call place_dats before
/// accessing the values of a newly declared dataset.
void place_dats(Context& context);
/// Stores the initial values of a dataset whose memory has not been allocated yet; place_dats copies them to the
/// dataset. In `values`, the components of a cell are adjacent, and axis 0 varies fastest.
/// @return false: the dataset has memory, and `values` are unchanged
bool keep_for_place(ops_dat dat, std::vector<std::byte>& values);
/// Declares a dataset with the same block, layout and type as `like`, and sets its values to zero.
ops_dat declare_dat_like(ops_dat like, const std::string& name);
/// Frees the memory of a dataset. The list Context::freed keeps the handles of recently freed datasets, so that
/// the library can report later uses.
void free_dat(Context& context, ops_dat dat, Where where);

/// @param type    0 normal, 1 prolong, 2 restrict
/// @param stride  one per axis; null: 1 (plain stencil); stored as mgrid_stride for types 1 and 2
ops_stencil declare_stencil(Context& context, int dims, int points, const int* offsets, const char* name,
                            const int* stride, int type, Where where);
ops_reduction declare_reduction(Context& context, int bytes, const char* type, const char* name, Where where);
ops_scalar declare_scalar(Context& context, const char* name, const void* data, int dim, const Element& element,
                          bool passive, Where where);
/// Stores the value of a constant for use in kernels. If `update` is true (ops_update_const), the constant must already
/// exist, with the same type and size.
const Constant& publish_constant(Context& context, const char* name, int dim, const char* type, const Element& element,
                                 const void* data, bool update, Where where);

/// Returns the element type of a dataset or constant, and checks that the type string and the C++ type agree.
/// @param subject  begins the error message: "ops_decl_dat: dataset 'u'"
/// @throws OPSException  they disagree; the message names both
Element agreed_element(const std::string& subject, const char* type, const Element& element, Where where);

}  // namespace ops
