// ops/support/error.hpp: defines OPSException, the only exception type that API functions throw.
#pragma once

#include <exception>
#include <source_location>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>

/// The error codes: the possible values of `OPSException::code`.
enum ops_error_code : int {
  OPS_NOT_IMPLEMENTED = 1,
  OPS_RUNTIME_CONFIGURATION_ERROR = 2,
  OPS_INTERNAL_ERROR = 3,
  OPS_RUNTIME_ERROR = 4,
  OPS_HDF5_ERROR = 5,
  OPS_INVALID_ARGUMENT = 6,
  OPS_OPENCL_ERROR = 7
};

/// An error with a code and a message. Stream more text to extend the message: `throw OPSException(code) << ".." <<
/// value;`
class OPSException : public std::exception {
 public:
  explicit OPSException(int error_code) : code(error_code) {}
  OPSException(int error_code, std::string message) : code(error_code), message_(std::move(message)) {}

  const char* what() const noexcept override { return message_.c_str(); }

  template <class T>
  OPSException& operator<<(const T& value) {
    std::ostringstream text;
    text << value;
    message_ += text.str();
    return *this;
  }

  int code;

 private:
  std::string message_;
};

namespace ops {

/// The source location of a call in the user's program. In API functions that can fail, the last parameter is a source
/// location, which is by default the location of the call.
using Where = std::source_location;

/// Returns "file:line", with the file name as it was passed to the compiler.
std::string place(const std::source_location& where);

/// Creates an error whose message begins with "file:line: call: ". The caller appends text to the message with
/// operator<<, and throws the error.
OPSException error_at(int code, std::string_view call, const Where& where);
/// Calls error_at with the code OPS_INVALID_ARGUMENT.
inline OPSException invalid(std::string_view call, const Where& where) {
  return error_at(OPS_INVALID_ARGUMENT, call, where);
}

}  // namespace ops
