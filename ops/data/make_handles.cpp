// ops/data/make_handles.cpp: declares blocks, stencils, reductions, scalars and constants. make_dat.cpp declares
// datasets.
#include "ops/data/make_handles.hpp"

#include <algorithm>
#include <cstring>
#include <iomanip>

#include "ops/support/static_storage.hpp"

namespace ops {
namespace {

/// "ops_decl_stencil: stencil 'S5'": how messages begin.
std::string subject(const char* call, const char* kind, const char* name, Where where) {
  if (name == nullptr || *name == '\0')
    throw error_at(OPS_INVALID_ARGUMENT, call, where) << "the name of a " << kind << " must not be null or empty";
  return std::string(call) + ": " + kind + " '" + name + "'";
}

void require_dims(const std::string& what, int dims, Where where) {
  if (dims < 1 || dims > max_dim)
    throw invalid(what, where) << "has " << dims << " dimensions; 1 to " << max_dim << " are possible";
}

const char* stencil_call(int type, bool strided) {
  if (type == 1) return "ops_decl_prolong_stencil";
  if (type == 2) return "ops_decl_restrict_stencil";
  return strided ? "ops_decl_strided_stencil" : "ops_decl_stencil";
}

void set_offsets(ops_stencil_core& stencil, const int* offsets) {
  stencil.reach = Box::none();
  for (int k = 0; k < stencil.points; ++k) {
    Index point{};
    Box cell;
    for (int axis = 0; axis < stencil.dims; ++axis) {
      point[axis] = offsets[k * stencil.dims + axis];
      cell.lo[axis] = point[axis];
      cell.hi[axis] = point[axis] + 1;
    }
    // the translator warns of it
    if (std::find(stencil.offsets.begin(), stencil.offsets.end(), point) != stencil.offsets.end()) continue;
    stencil.offsets.push_back(point);
    stencil.reach = hull(stencil.reach, cell);
  }
}

/// Lays out points, strides and multigrid strides in one piece of storage, as the API's fields want pointers.
void set_storage(ops_stencil_core& stencil, const int* offsets, const int* stride) {
  const auto dims = static_cast<std::size_t>(stencil.dims);
  const std::size_t coordinates = dims * static_cast<std::size_t>(stencil.points);
  stencil.storage.assign(coordinates + 2 * dims, 1);
  std::copy_n(offsets, coordinates, stencil.storage.begin());
  stencil.stencil = stencil.storage.data();
  stencil.stride = stencil.stencil + coordinates;
  stencil.mgrid_stride = stencil.stride + dims;
  if (stride != nullptr) std::copy_n(stride, dims, stencil.type == 0 ? stencil.stride : stencil.mgrid_stride);
}

}  // namespace

ops_block declare_block(Context& context, int dims, const char* name, Where where) {
  const std::string what = subject("ops_decl_block", "block", name, where);
  require_dims(what, dims, where);
  auto block = std::make_unique<ops_block_core>();
  block->index = static_cast<int>(context.blocks.size());
  block->dims = dims;
  block->name_storage = name;
  block->name = block->name_storage.c_str();
  block->instance = context.self;
  block->context = &context;
  return context.blocks.emplace_back(std::move(block)).get();
}

ops_stencil declare_stencil(Context& context, int dims, int points, const int* offsets, const char* name,
                            const int* stride, int type, Where where) {
  const bool strided = stride != nullptr || type != 0;
  const std::string what = subject(stencil_call(type, strided), "stencil", name, where);
  require_dims(what, dims, where);
  if (points < 1) throw invalid(what, where) << "the stencil has " << points << " points; at least one is needed";
  if (offsets == nullptr) throw invalid(what, where) << "the list of offsets is null";
  if (type != 0 && stride == nullptr) throw invalid(what, where) << "the list of strides is null";
  const int least = type == 0 ? 0 : 1;
  for (int axis = 0; axis < dims && stride != nullptr; ++axis)
    if (stride[axis] < least)
      throw invalid(what, where) << "has stride " << stride[axis] << " on axis " << axis << "; at least " << least
                                 << " is needed";
  auto stencil = std::make_unique<ops_stencil_core>();
  stencil->index = static_cast<int>(context.stencils.size());
  stencil->dims = dims;
  stencil->points = points;
  stencil->type = type;
  stencil->name_storage = name;
  stencil->name = stencil->name_storage.c_str();
  stencil->instance = context.self;
  set_offsets(*stencil, offsets);
  set_storage(*stencil, offsets, stride);
  return context.stencils.emplace_back(std::move(stencil)).get();
}

ops_reduction declare_reduction(Context& context, int bytes, const char* type, const char* name, Where where) {
  const std::string what = subject("ops_decl_reduction_handle", "reduction", name, where);
  const Element element = agreed_element(what, type, {Type::user, 0, false, false}, where);
  if (element.type == Type::f16 || element.type == Type::boolean)
    throw invalid(what, where) << "type \"" << type << "\" cannot be reduced; "
                               << (element.type == Type::f16 ? "reduce in float" : "use int");
  const int size = static_cast<int>(element.bytes);
  if (bytes <= 0 || bytes % size != 0)
    throw invalid(what, where) << "the size of the handle is " << bytes << " bytes, but must be a positive multiple of "
                               << size << " bytes, the size of one value of type " << std::quoted(type);
  auto handle = std::make_unique<ops_reduction_core>();
  handle->size = bytes;
  handle->index = static_cast<int>(context.reductions.size());
  handle->element = element.type;
  handle->dim = bytes / size;
  handle->name_storage = name;
  handle->type_storage = type;
  handle->name = handle->name_storage.c_str();
  handle->type = handle->type_storage.c_str();
  handle->storage.assign(static_cast<std::size_t>(bytes), std::byte{0});
  handle->data = reinterpret_cast<char*>(handle->storage.data());
  handle->instance = context.self;
  handle->context = &context;
  return context.reductions.emplace_back(std::move(handle)).get();
}

ops_scalar declare_scalar(Context& context, const char* name, const void* data, int dim, const Element& element,
                          bool passive, Where where) {
  const std::string what = subject(passive ? "ops_decl_scalar_passive" : "ops_decl_scalar", "scalar", name, where);
  if (dim < 1) throw invalid(what, where) << "the scalar has " << dim << " values; at least one is needed";
  if (data == nullptr) throw invalid(what, where) << "its values are null";
  if (!is_real(element.type))
    throw invalid(what, where) << "the scalar is of type " << std::quoted(type_name(element.type))
                               << ", but must be of type double or float";
  auto scalar = std::make_unique<ops_scalar_core>();
  scalar->index = static_cast<int>(context.scalars.size());
  scalar->dim = dim;
  scalar->size = dim * static_cast<int>(element.bytes);
  scalar->passive = passive;
  scalar->element = element.type;
  scalar->type = type_name(element.type);
  scalar->name_storage = name;
  scalar->name = scalar->name_storage.c_str();
  scalar->storage.resize(static_cast<std::size_t>(scalar->size));
  std::memcpy(scalar->storage.data(), data, scalar->storage.size());
  scalar->data = reinterpret_cast<char*>(scalar->storage.data());
  scalar->instance = context.self;
  scalar->context = &context;
  return context.scalars.emplace_back(std::move(scalar)).get();
}

const Constant& publish_constant(Context& context, const char* name, int dim, const char* type, const Element& element,
                                 const void* data, bool update, Where where) {
  const std::string what = subject(update ? "ops_update_const" : "ops_decl_const", "constant", name, where);
  if (dim < 1) throw invalid(what, where) << "the constant has " << dim << " values; at least one is needed";
  if (data == nullptr) throw invalid(what, where) << "its value is null";
  const Element agreed = agreed_element(what, type, element, where);
  const auto* first = static_cast<const std::byte*>(data);
  std::vector<std::byte> value(first, first + static_cast<std::size_t>(dim) * agreed.bytes);
  const void* variable = in_static_storage(data) ? data : nullptr;
  const auto known = context.constants.find(name);
  if (known == context.constants.end()) {
    if (update) throw invalid(what, where) << "was never declared with ops_decl_const";
    Constant fresh{name,  agreed.type, dim, std::make_shared<const std::vector<std::byte>>(std::move(value)),
                   where, variable};
    return context.constants.emplace(name, std::move(fresh)).first->second;
  }
  Constant& constant = known->second;
  if (constant.type != agreed.type || constant.dim != dim || constant.value->size() != value.size())
    throw invalid(what, where) << "was declared as " << constant.dim << " x \"" << type_name(constant.type) << "\" ("
                               << constant.value->size() << " bytes), but is now given as " << dim << " x \"" << type
                               << "\" (" << value.size() << " bytes)";
  if (variable != nullptr && variable != constant.variable) constant.variable = nullptr;
  constant.where = where;
  if (*constant.value != value) constant.value = std::make_shared<const std::vector<std::byte>>(std::move(value));
  return constant;
}

Element agreed_element(const std::string& what, const char* type, const Element& element, Where where) {
  if (type == nullptr || *type == '\0')
    throw invalid(what, where) << "its type string is " << (type == nullptr ? "null" : "empty");
  const char* given = element.known ? type_name(element.type) : "unknown";
  if (element.refused)
    throw invalid(what, where) << "the program's function type_error reports that the type string " << std::quoted(type)
                               << " does not match the type of the data";
  const Type named = type_from_name(type);
  if (!element.known) {
    if (named == Type::user) throw invalid(what, where) << "the type string \"" << type << "\" is unknown";
    return {named, type_size(named), false, true};
  }
  if (named == element.type) return element;
  if (named == Type::user)
    throw invalid(what, where) << "the type string " << std::quoted(type) << " is unknown; the data are of type "
                               << std::quoted(given);
  if (element.type == Type::user) given = "a type of the application";
  throw invalid(what, where) << "the type string is " << std::quoted(type) << ", but the data are of type "
                             << std::quoted(given);
}

}  // namespace ops
