// ops/support/error.cpp: formats places in the source.
#include "ops/support/error.hpp"

namespace ops {

std::string place(const std::source_location& where) {
  return std::string(where.file_name()) + ":" + std::to_string(where.line());
}

OPSException error_at(int code, std::string_view call, const Where& where) {
  OPSException error(code);
  error << place(where) << ": " << call << ": ";
  return error;
}

}  // namespace ops
