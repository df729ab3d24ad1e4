// ops/files/formats/hdf5/attributes.hpp: numbers and texts as attributes of objects in a file.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ops/files/formats/hdf5/handle.hpp"

namespace ops::h5 {

// In place of any attribute of that name.
void put(const Task& task, hid_t object, const char* name, std::span<const int> values);
void put(const Task& task, hid_t object, const char* name, std::span<const double> values);
void put(const Task& task, hid_t object, const char* name, std::string_view text);
/// A text without a byte of zero at its end, for readers that count bytes.
void put_bare(const Task& task, hid_t object, const char* name, std::string_view text);
inline void put(const Task& task, hid_t object, const char* name, int value) {
  put(task, object, name, std::span<const int>(&value, 1));
}

/// An open object and the path it is called by in errors.
struct Object {
  hid_t id;
  std::string path;
};

bool has(const Object& object, const char* name);
// @throws OPSException  there is no such attribute, it is of another kind or length, or a number does not fit

std::vector<int> get_ints(const Task& task, const Object& object, const char* name, std::size_t count);
int get_int(const Task& task, const Object& object, const char* name);
std::string get_text(const Task& task, const Object& object, const char* name);
/// @param kind  what `ops_type` must say
void require_kind(const Task& task, const Object& object, const char* kind);

}  // namespace ops::h5
