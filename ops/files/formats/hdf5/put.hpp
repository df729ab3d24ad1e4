// ops/files/formats/hdf5/put.hpp: writes blocks and datasets to a file that is being changed.
#pragma once

#include "ops/data/handles.hpp"
#include "ops/files/formats/hdf5/handle.hpp"

namespace ops::h5 {

constexpr std::size_t small = 1 << 16;  ///< [bytes] more than a declaration takes

/// [bytes] that a dataset takes at most
std::size_t room_for(const Storage& storage, ops_dat dat);
void put_block(const Task& task, hid_t file, ops_block block);
/// As `<folder><block>/<name>`. @param like  the declared dataset: `dat` itself, or that of which it is the derivative
Handle put_dat(const Task& task, const Storage& storage, hid_t file, ops_dat dat, ops_dat like, const std::string& name,
               const std::string& folder = "");

}  // namespace ops::h5
