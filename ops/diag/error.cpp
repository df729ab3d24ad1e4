// ops/diag/error.cpp: how places are written.
#include "ops/diag/error.hpp"

namespace ops {

std::string place(const std::source_location& where) {
  return std::string(where.file_name()) + ":" + std::to_string(where.line());
}

}  // namespace ops
