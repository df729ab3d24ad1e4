// ops/files/formats/hdf5/handle.cpp: HDF5's error stack, and the lock that admits one thread at a time.
#include "ops/files/formats/hdf5/handle.hpp"

namespace ops::h5 {
namespace {

/// HDF5 is not safe for threads everywhere.
std::recursive_mutex& one_at_a_time() {
  static std::recursive_mutex mutex;
  return mutex;
}

herr_t keep_first(unsigned position, const H5E_error2_t* error, void* text) {
  if (position == 0 && error->desc != nullptr) *static_cast<std::string*>(text) = error->desc;
  return 0;
}

}  // namespace

Session::Session() : lock_(one_at_a_time()) {
  H5open();
  H5Eget_auto2(H5E_DEFAULT, &print_, &print_data_);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

Session::~Session() {
  H5Eclear2(H5E_DEFAULT);
  H5Eset_auto2(H5E_DEFAULT, print_, print_data_);
}

std::string reason() {
  std::string text;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_first, &text);
  H5Eclear2(H5E_DEFAULT);
  // Of failed input and output HDF5 tells much that says nothing; what the system said is in quotes.
  const std::string mark = "error message = '";
  if (const auto at = text.find(mark); at != std::string::npos) {
    const auto first = at + mark.size();
    text = text.substr(first, text.find('\'', first) - first);
  }
  return text.empty() ? "HDF5 gives no reason" : text;
}

void require(bool good, const Task& task, const std::string& doing) {
  if (!good) throw task.error() << doing << " failed: " << reason();
}

Handle opened(hid_t id, Handle::Close close, const Task& task, const std::string& doing) {
  require(id >= 0, task, doing);
  return {id, close};
}

}  // namespace ops::h5
