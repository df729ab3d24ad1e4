// ops/files/formats/text.cpp: implements ops_print_dat_to_txtfile.
#include "ops/files/formats/text.hpp"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "ops/data/layout.hpp"
#include "ops/data/passes.hpp"
#include "ops/support/broadcast.hpp"
#include "ops/support/file_limit.hpp"
#include "ops/support/format.hpp"

namespace ops {
namespace {

constexpr const char* call = "ops_print_dat_to_txtfile";

template <class T>
T value_at(const std::byte* address) {
  T value;
  std::memcpy(&value, address, sizeof value);
  return value;
}

template <class T>
std::string complex_text(const std::byte* address) {
  const auto value = value_at<std::complex<T>>(address);
  return ops::format(" ({:.10f},{:.10f})", value.real(), value.imag());
}

std::string text(Type type, const std::byte* at) {
  switch (type) {
    case Type::f64: return ops::format(" {:3.10f}", value_at<double>(at));
    case Type::f32: return ops::format(" {:3.10f}", value_at<float>(at));
    case Type::f16: return ops::format(" {:3.10f}", static_cast<float>(value_at<Half>(at)));
    case Type::i8: return ops::format(" {}", static_cast<int>(value_at<signed char>(at)));
    case Type::i16: return ops::format(" {}", value_at<std::int16_t>(at));
    case Type::i32: return ops::format(" {}", value_at<std::int32_t>(at));
    case Type::i64: return ops::format(" {}", value_at<std::int64_t>(at));
    case Type::u32: return ops::format(" {}", value_at<std::uint32_t>(at));
    case Type::u64: return ops::format(" {}", value_at<std::uint64_t>(at));
    case Type::boolean: return ops::format(" {}", static_cast<int>(value_at<unsigned char>(at)));
    case Type::c64: return complex_text<double>(at);
    case Type::c32: return complex_text<float>(at);
    case Type::user: break;
  }
  return "";
}

std::string header(ops_dat dat) {
  std::string out =
      ops::format("ops_dat:  {} \nops_dat dim:  {} \nblock Dims : {} ", dat->name, dat->dim, dat->block->dims);
  for (int d = 0; d < dat->block->dims; ++d) out += ops::format("[{}]", dat->layout.allocated.extent(d));
  return out + ops::format("\nelem size {} \n\n", dat->elem_size);
}

/// Rows along axis 0; an empty line whenever a plane ends. @param write  false: it could not
template <class Write>
bool write_rows(ops_dat dat, const std::byte* values, const Layout& layout, const Write& write) {
  const Box& box = dat->layout.allocated;
  const auto element = static_cast<std::ptrdiff_t>(dat->layout.element);
  Index at = box.lo;
  for (std::int64_t rows = box.volume() / box.extent(0); rows > 0; --rows) {
    std::string line;
    for (at[0] = box.lo[0]; at[0] < box.hi[0]; ++at[0])
      for (std::ptrdiff_t c = 0; c < dat->dim; ++c)
        line += text(dat->element, values + (cell(layout, at) + c * layout.component) * element);
    line += '\n';
    for (std::size_t d = 1; d < static_cast<std::size_t>(dat->block->dims) && ++at[d] == box.hi[d]; ++d) {
      at[d] = box.lo[d];
      line += '\n';
    }
    if (!write(line)) return false;
  }
  return true;
}

/// @return what went wrong, "" if nothing
std::string append(ops_dat dat, const std::byte* values, const Layout& layout, const std::string& path) {
  const FileLimit no_signal;
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "a"),
                                                             [](std::FILE* f) { return std::fclose(f); });
  if (!file) return "cannot open '" + path + "': " + std::strerror(errno);
  const auto write = [&](const std::string& line) {
    return std::fwrite(line.data(), 1, line.size(), file.get()) == line.size();
  };
  const bool written =
      write(header(dat)) && write_rows(dat, values, layout, write) && write("\n") && std::fflush(file.get()) == 0;
  return written ? "" : "cannot write '" + path + "': " + std::strerror(errno);
}

}  // namespace

void append_text(ops_dat dat, const char* path, Where where) {
  const auto complain = [&](int code) { return error_at(code, call, where) << "dataset '" << dat->name << "': "; };
  if (path == nullptr) throw complain(OPS_INVALID_ARGUMENT) << "the file name is null";
  if (dat->element == Type::user)
    throw complain(OPS_INVALID_ARGUMENT) << "values of the user-defined type '" << dat->type << "' cannot be printed";
  const auto [held, layout] = look_at(dat->buffer, dat->layout, dat->layout.allocated);
  const std::string wrong =
      text_of_first(communicator(), dat->buffer->machine->speaks() ? append(dat, held.get(), layout, path) : "");
  if (!wrong.empty()) throw complain(OPS_RUNTIME_ERROR) << wrong;
}

}  // namespace ops
