// ops/data/make_handles.hpp: makes handles in a context, after checking everything that was asked for. The C and the
// C++ form of the API are thin wrappers around these.
#pragma once

#include <cstddef>

#include "ops/data/context.hpp"

namespace ops {

/// The C++ side of `T* data, const char* type`.
struct Element {
  Type type = Type::user;
  std::size_t bytes = 0;  ///< sizeof(T)
  bool refused = false;   ///< the application's own type_error(const T*, const char*) says the string is not this type
  bool known = true;      ///< false: no pointer type given, the string alone decides
};

/// What ops_decl_dat was told, before anything is believed. Arrays have one entry per axis of the block.
struct DatRequest {
  const char* call = "ops_decl_dat";
  int dim = 1;
  const int* size = nullptr;
  const int* base = nullptr;
  const int* d_m = nullptr;
  const int* d_p = nullptr;
  const int* stride = nullptr;  ///< null: finest level
  /// null: zeros; else all cells including halos, dense, components fastest (slowest if SoA)
  const void* data = nullptr;
  const char* type = nullptr;
  const char* name = nullptr;
  Element element;
  bool passive = false;
};

// All of these throw OPSException, naming the call, the thing, what disagrees and where.

ops_block declare_block(Context& context, int dims, const char* name, Where where);
ops_dat declare_dat(ops_block block, const DatRequest& request, Where where);
/// Divides all blocks among processes, and gives datasets their memory that have none. At the latest before values are
/// asked for.
void place_dats(Context& context);
/// First values of a dataset that has no memory yet: all cells, the components of a cell together, then axis 0, ..
/// @return false: it has memory, and `values` are left alone
bool keep_for_place(ops_dat dat, std::vector<std::byte>& values);
/// A zero-filled dataset with the block, layout and type of `like`.
ops_dat declare_dat_like(ops_dat like, const std::string& name);
/// Gives the memory back; the handle moves to Context::freed, out of which older ones go.
void free_dat(Context& context, ops_dat dat, Where where);

/// @param type    0 normal, 1 prolong, 2 restrict
/// @param stride  one per axis; null: 1 (plain stencil). Kept as mgrid_stride for types 1 and 2.
ops_stencil declare_stencil(Context& context, int dims, int points, const int* offsets, const char* name,
                            const int* stride, int type, Where where);
ops_reduction declare_reduction(Context& context, int bytes, const char* type, const char* name, Where where);
ops_scalar declare_scalar(Context& context, const char* name, const void* data, int dim, const Element& element,
                          bool passive, Where where);
/// Publishes a value; `update` (ops_update_const) needs an earlier declaration of the same type and size.
const Constant& publish_constant(Context& context, const char* name, int dim, const char* type, const Element& element,
                                 const void* data, bool update, Where where);

/// The type and component size that a type string and a C++ type agree on.
/// @param subject  "ops_decl_dat: dataset 'u'", for the error
/// @throws OPSException  if they disagree, naming both
Element agreed_element(const std::string& subject, const char* type, const Element& element, Where where);

}  // namespace ops
