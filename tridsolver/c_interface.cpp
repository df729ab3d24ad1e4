// tridsolver/c_interface.cpp: tridsolver.h by means of tridsolver.hpp.
#include <algorithm>
#include <cstring>
#include <new>
#include <stdexcept>

#include "tridsolver/tridsolver.h"
#include "tridsolver/tridsolver.hpp"

namespace tridsolver {
namespace {

template <class To, class From>
Array<To> array(const From& from) {
  Array<To> result{from.first, {}};
  std::copy_n(from.step, max_dims, result.step.begin());
  return result;
}

template <class T, class From>
Batch<T> batch(const From& from) {
  Batch<T> result{{from.shape.dims, {}, from.shape.axis},
                  array<const T>(from.a),
                  array<const T>(from.b),
                  array<const T>(from.c),
                  array<const T>(from.d),
                  array<T>(from.x),
                  from.add != 0,
                  from.transposed != 0};
  std::copy_n(from.shape.cells, max_dims, result.shape.cells.begin());
  return result;
}

Parallel spread(trid_parallel parallel, void* context) {
  if (parallel == nullptr) return {};
  return [parallel, context](std::int64_t n, const std::function<void(std::int64_t, std::int64_t)>& body) {
    const auto call = [](void* data, std::int64_t first, std::int64_t last) {
      (*static_cast<const std::function<void(std::int64_t, std::int64_t)>*>(data))(first, last);
    };
    parallel(context, n, call, const_cast<void*>(static_cast<const void*>(&body)));
  };
}

/// No exception leaves the library: its callers may be written in C.
template <class Act>
int guarded(const Act& act) noexcept {
  try {
    return act();
  } catch (const std::invalid_argument&) {
    return TRID_BAD_SHAPE;
  } catch (...) {
    return TRID_NO_MEMORY;
  }
}

template <class T, class From>
int run_checked(const From& from, trid_parallel parallel, void* context, char* text, std::size_t bytes) {
  return guarded([&] {
    const std::optional<Fault> fault = tridsolver::solve_checked(batch<T>(from), spread(parallel, context));
    if (!fault) return static_cast<int>(TRID_OK);
    if (bytes > 0) {
      const std::string reason = fault->text();
      const std::size_t length = std::min(reason.size(), bytes - 1);
      std::memcpy(text, reason.data(), length);
      text[length] = '\0';
    }
    return static_cast<int>(TRID_FAULT);
  });
}

template <class T, class From>
int run(const From& from, trid_parallel parallel, void* context) {
  return guarded([&] {
    tridsolver::solve(batch<T>(from), spread(parallel, context));
    return static_cast<int>(TRID_OK);
  });
}

}  // namespace
}  // namespace tridsolver

int trid_solve_f64(const trid_batch_f64* batch, trid_parallel parallel, void* context) {
  return tridsolver::run<double>(*batch, parallel, context);
}
int trid_solve_f32(const trid_batch_f32* batch, trid_parallel parallel, void* context) {
  return tridsolver::run<float>(*batch, parallel, context);
}
int trid_solve_checked_f64(const trid_batch_f64* batch, trid_parallel parallel, void* context, char* text,
                           size_t bytes) {
  return tridsolver::run_checked<double>(*batch, parallel, context, text, bytes);
}
int trid_solve_checked_f32(const trid_batch_f32* batch, trid_parallel parallel, void* context, char* text,
                           size_t bytes) {
  return tridsolver::run_checked<float>(*batch, parallel, context, text, bytes);
}
