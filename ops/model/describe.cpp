// ops/model/describe.cpp: names and numbers, quoted.
#include "ops/model/describe.hpp"

#include <concepts>
#include <cstddef>
#include <cstdio>

#include "ops/data/context.hpp"
#include "ops/data/layout.hpp"
#include "ops/data/machine.hpp"
#include "ops/loops/launch/registry.hpp"

namespace ops::model {
namespace {

std::string quoted(const std::string& text) {
  std::string all = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') all += '\\';
    if (static_cast<unsigned char>(c) >= 0x20) {
      all += c;
      continue;
    }
    char code[8];
    std::snprintf(code, sizeof code, "\\u%04x", static_cast<unsigned>(c));
    all += code;
  }
  return all + '"';
}

template <class Each, class Text>
std::string list(const std::vector<Each>& items, const Text& text) {
  std::string all = "[";
  for (const Each& item : items) all += (all.size() > 1 ? ", " : "") + text(item);
  return all + "]";
}

template <std::integral Number>
std::string numbers(const std::vector<Number>& items) {
  return list(items, [](Number item) { return std::to_string(item); });
}

/// Of NumPy; "": it has none.
std::string type_of_array(Type type) {
  switch (type) {
    case Type::f64: return "float64";
    case Type::f32: return "float32";
    case Type::f16: return "float16";
    case Type::i8: return "int8";
    case Type::i16: return "int16";
    case Type::i32: return "int32";
    case Type::i64: return "int64";
    case Type::u32: return "uint32";
    case Type::u64: return "uint64";
    case Type::boolean: return "bool";
    case Type::c64: return "complex128";
    case Type::c32: return "complex64";
    case Type::user: return "";
  }
  return "";
}

struct Shape {
  std::vector<int> cells;
  std::vector<std::ptrdiff_t> strides;  // [bytes]
};

/// Of views: into the dataset's buffer, or into a packed copy (ops/model/slot.hpp).
Shape shape_of(const ops_dat_core& dat) {
  Shape shape;
  const bool in_place = registry().machine == nullptr || dat.block->context->pool.machine().device_access() != nullptr;
  const Layout layout = in_place ? dat.layout : dense_layout(dat.layout, dat.layout.interior, false);
  const auto element = static_cast<std::ptrdiff_t>(layout.element);
  for (int axis = layout.dims; axis-- > 0;) {
    shape.cells.push_back(layout.interior.extent(axis));
    shape.strides.push_back(layout.pitch[static_cast<std::size_t>(axis)] * element);
  }
  if (layout.components == 1) return shape;
  shape.cells.push_back(layout.components);
  shape.strides.push_back(layout.component * element);
  return shape;
}

std::string text_of(const Entry& entry) {
  Shape shape;
  Type type = Type::f64;
  const char* kind = "dataset";
  int axes = 0;
  if (entry.dat != nullptr) {
    shape = shape_of(*entry.dat);
    axes = entry.dat->layout.dims;
    type = entry.dat->element;
  } else {
    kind = entry.scalar != nullptr ? "scalar" : "sum";
    type = entry.scalar != nullptr ? entry.scalar->element : entry.reduction->element;
    if (const int dim = entry.scalar != nullptr ? entry.scalar->dim : entry.reduction->dim; dim > 1)
      shape.cells = {dim};
  }
  return "{\"name\": " + quoted(entry.name) + ", \"meaning\": " + quoted(entry.meaning) + ", \"kind\": \"" + kind +
         "\", \"type\": " + quoted(type_of_array(type)) + ", \"shape\": " + numbers(shape.cells) +
         ", \"axes\": " + std::to_string(axes) + ", \"strides\": " + numbers(shape.strides) +
         ", \"active\": " + (active(entry) ? "true" : "false") +
         ", \"objective\": " + (entry.objective ? "true" : "false") + "}";
}

/// Where views of the datasets lie: DLPack's type of device (1: host, 2: CUDA) and its number.
std::vector<int> place_of(const Declaration& declared) {
  for (const std::vector<Entry>* entries : {&declared.inputs, &declared.outputs})
    for (const Entry& entry : *entries)
      if (entry.dat != nullptr)
        if (const DeviceAccess* device = entry.dat->block->context->pool.machine().device_access())
          return {2, device->device_number()};
  return {1, 0};
}

std::string text_of_option(const Option& option) {
  return "{\"name\": " + quoted(option.name) + ", \"meaning\": " + quoted(option.meaning) +
         ", \"type\": " + quoted(option.type) + ", \"usual\": " + quoted(option.usual) +
         ", \"value\": " + quoted(option.value) + "}";
}

}  // namespace

std::string describe(const Declaration& declared) {
  const std::vector<int> size(declared.size.rbegin(), declared.size.rend());
  const std::vector<int> usual(declared.usual_size.rbegin(), declared.usual_size.rend());
  return "{\"meaning\": " + quoted(declared.meaning) + ", \"device\": " + numbers(place_of(declared)) +
         ", \"shape\": " + numbers(size) + ", \"usual_shape\": " + numbers(usual) +
         ", \"options\": " + list(declared.options, text_of_option) +
         ", \"inputs\": " + list(declared.inputs, text_of) + ", \"outputs\": " + list(declared.outputs, text_of) + "}";
}

}  // namespace ops::model
