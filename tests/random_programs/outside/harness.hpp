// What random programs use besides the public API: declarations, seeds, external functions, and a main that prints
// every bit.
#pragma once
#include <array>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "ops/data/make_handles.hpp"
#include "ops/data/passes.hpp"

inline std::set<int> left_out;  // events of the program that do not happen: without=3,7
inline std::vector<ops_dat> all_dats;
inline std::vector<ops_scalar> all_scalars;
inline ops_halo_group periodic[3];

inline bool with_second = false;  // word: second

inline int events_left = -1;  // until the process ends, as if killed; word: die=7
inline bool on(int event) {
  if (events_left-- == 0) std::_Exit(9);
  return left_out.count(event) == 0;
}

/// Values that inputs start with, the same in plain.hpp: between -0.9 and 1.1.
inline double start_value(int input, int k) {
  return -0.9 + 2.0 * ((7919 * (input + 1) + 104729LL * k) % 99991) / 99991.0;
}

inline bool of_float(ops_dat dat) { return std::strncmp(dat->type, "float", 5) == 0; }

/// How many numbers a dataset has, halos included, on all processes together.
inline std::size_t allocated(ops_dat dat) {
  return static_cast<std::size_t>(dat->layout.allocated.volume() * dat->dim);
}

inline std::vector<std::function<void()>> first_values;  // given once all datasets are known
template <class T>
ops_dat declare_dat(int components, const char* type, const char* name, std::array<bool, dims> axes) {
  int extent[3], base[3] = {}, below[3], above[3];
  for (int d = 0; d < dims; ++d) {
    extent[d] = axes[d] ? size[d] : 1;
    below[d] = axes[d] ? -1 : 0;
    above[d] = axes[d] ? 1 : 0;
  }
  ops_dat dat = ops_decl_dat(block, components, extent, base, below, above, static_cast<T*>(nullptr), type, name);
  const int number = static_cast<int>(all_dats.size());
  first_values.push_back([dat, number] {
    std::vector<T> values(allocated(dat));
    for (std::size_t k = 0; k < values.size(); ++k)
      values[k] = static_cast<T>(start_value(number, static_cast<int>(k)));
    ops::place_dats(*dat->block->context);
    ops::write_cells(dat->buffer, reinterpret_cast<const std::byte*>(values.data()), dat->layout,
                     dat->layout.allocated);
    dat->reducing = OPS_WRITE;  // sums add to them
  });
  all_dats.push_back(dat);
  return dat;
}

template <class T>
ops_scalar declare_scalar(const char* name, int components) {
  std::vector<T> values;
  for (int c = 0; c < components; ++c)
    values.push_back(static_cast<T>(0.35 + 0.2 * static_cast<double>(all_scalars.size()) + 0.13 * c));
  all_scalars.push_back(ops_decl_scalar(name, values.data(), components));
  return all_scalars.back();
}

template <class T>
void seed_result(ops_reduction handle, double weight) {
  std::vector<T> value(static_cast<std::size_t>(handle->dim)), seed(value.size());
  for (std::size_t c = 0; c < seed.size(); ++c) seed[c] = static_cast<T>(weight * (1.0 + 0.5 * static_cast<double>(c)));
  handle->get_result(value.data(), seed.data());
  ops_printf("value %s", handle->name);
  for (const T v : value) ops_printf(" %a", static_cast<double>(v));
  ops_printf("\n");
}
inline void seed(ops_reduction handle, double weight) {
  std::strcmp(handle->type, "float") == 0 ? seed_result<float>(handle, weight) : seed_result<double>(handle, weight);
}
inline void look(ops_reduction handle) {
  std::vector<double> value(static_cast<std::size_t>(handle->dim));
  std::strcmp(handle->type, "float") == 0 ? handle->get_result(reinterpret_cast<float*>(value.data()))
                                          : handle->get_result(value.data());
}
template <class T>
void seed_values(ops_dat dat, double weight) {
  int first[3], extent[3];
  ops_dat_get_extents(dat, 0, first, extent);
  std::size_t n = static_cast<std::size_t>(dat->dim);
  for (int d = 0; d < dims; ++d) n *= static_cast<std::size_t>(extent[d]);
  std::vector<T> seeds(n);
  const ops::Box& all = dat->layout.interior;
  for (std::size_t k = 0; k < n; ++k) {  // numbered as on one process
    std::size_t rest = k / static_cast<std::size_t>(dat->dim), number = k % static_cast<std::size_t>(dat->dim),
                pitch = static_cast<std::size_t>(dat->dim);
    for (int d = 0; d < dims; ++d) {
      number += (rest % static_cast<std::size_t>(extent[d]) + static_cast<std::size_t>(first[d])) * pitch;
      rest /= static_cast<std::size_t>(extent[d]);
      pitch *= static_cast<std::size_t>(all.extent(d));
    }
    seeds[k] = static_cast<T>(weight * (0.5 + 0.125 * static_cast<double>(number % 7)));
  }
  ops_dat_set_derivative(dat, reinterpret_cast<char*>(seeds.data()));
}
inline void seed(ops_dat dat, double weight) {
  of_float(dat) ? seed_values<float>(dat, weight) : seed_values<double>(dat, weight);
}

/// v = 0.7 v + 0.2 u u on the interior, by raw pointers, with its adjoint by hand.
inline void external_square(ops_dat u, ops_dat v) {
  const auto each = [](ops_dat dat, auto f) {
    int pitch[3] = {}, extent[3] = {};
    ops_dat_get_raw_metadata(dat, 0, nullptr, extent, pitch, nullptr, nullptr);
    for (int d = dims; d < 3; ++d) extent[d] = pitch[d] = 1;
    for (int k = 0; k < extent[2]; ++k)
      for (int j = 0; j < extent[1]; ++j)
        for (int i = 0; i < extent[0]; ++i) f(i + pitch[0] * (j + pitch[1] * k));
  };
  ops_execute_external_function(
      [=] {
        ops_memspace host = OPS_HOST;
        const double* x = reinterpret_cast<double*>(ops_dat_get_raw_pointer(u, 0, centre, &host));
        double* y = reinterpret_cast<double*>(ops_dat_get_raw_pointer(v, 0, centre, &host));
        each(u, [&](int at) { y[at] = 0.7 * y[at] + 0.2 * x[at] * x[at]; });
        ops_dat_release_raw_data(u, 0, OPS_READ);
        ops_dat_release_raw_data(v, 0, OPS_RW);
      },
      [=] {
        ops_memspace host = OPS_HOST;
        const double* x = reinterpret_cast<double*>(ops_dat_get_raw_pointer(u, 0, centre, &host));
        double* dx = reinterpret_cast<double*>(ops_dat_derivative_get_raw_pointer(u, centre, &host));
        double* dy = reinterpret_cast<double*>(ops_dat_derivative_get_raw_pointer(v, centre, &host));
        each(u, [&](int at) {
          dx[at] += 0.4 * x[at] * dy[at];
          dy[at] *= 0.7;
        });
        ops_dat_release_raw_data(u, 0, OPS_READ);
        ops_dat_release_raw_derivative(u, OPS_RW);
        ops_dat_release_raw_derivative(v, OPS_RW);
      },
      ops_arg_dat(u, 1, centre, "double", OPS_READ), ops_arg_dat(v, 1, centre, "double", OPS_RW));
}

/// target = 0.7 target + 0.2 source source, or 0.3 instead of the first, with its adjoint by hand. @param any  a
/// dataset, as one is to be declared
template <bool anew, bool released, bool declared>
void external_scalar(ops_scalar source, ops_scalar target, ops_dat any) {
  const auto primal = [=] {
    const double x = *source->get_data<double>();
    double* const y = released ? target->get_raw_pointer<double>() : target->get_data<double>();
    *y = (anew ? 0.3 : 0.7 * *y) + 0.2 * x * x;
    if (released) target->release_raw_pointer(y, anew ? OPS_WRITE : OPS_RW);
  };
  const auto adjoint = [=] {
    double* const dy = target->get_derivative<double>();
    *source->get_derivative<double>() += 0.4 * *source->get_data<double>() * *dy;
    *dy *= anew ? 0.0 : 0.7;
  };
  if constexpr (declared)
    ops_execute_external_function(primal, adjoint, ops_arg_scalar(source, 1, "double", OPS_READ),
                                  ops_arg_scalar(target, 1, "double", anew ? OPS_WRITE : OPS_RW));
  else ops_execute_external_function(primal, adjoint, ops_arg_dat(any, 1, centre, "double", OPS_READ));
}

inline ops_dat rows[3];  // matrices
inline void declare_rows() {
  for (int n = 0; n < 3; ++n) {
    int extent[3], base[3] = {}, below[3] = {-1, -1, -1}, above[3] = {1, 1, 1};
    for (int d = 0; d < dims; ++d) extent[d] = size[d];
    rows[n] = ops_decl_dat(block, 1, extent, base, below, above, static_cast<double*>(nullptr), "double",
                           ("rows" + std::to_string(n)).c_str());
  }
}
/// @param to  null: d becomes the solution
inline void solve(ops_dat u, ops_dat d, ops_dat to, int axis, int* range) {
  ops_par_loop(equations, "equations", block, dims, whole, ops_arg_dat(u, 1, centre, "double", OPS_READ),
               ops_arg_dat(rows[0], 1, centre, "double", OPS_WRITE),
               ops_arg_dat(rows[1], 1, centre, "double", OPS_WRITE),
               ops_arg_dat(rows[2], 1, centre, "double", OPS_WRITE));
  if (to == nullptr) ops_tridMultiDimBatch(dims, axis, range, rows[0], rows[1], rows[2], d, nullptr);
  else ops_tridMultiDimBatch_Inc(dims, axis, range, rows[0], rows[1], rows[2], d, to, nullptr);
}

struct Touched {
  ops_dat dat;
  ops_access access;
};
/// A loop as an external function; its adjoint records it again, on a tape of its own.
inline void external_loop(std::function<void()> loop, std::vector<Touched> touched) {
  std::vector<ops_arg> args;
  for (const Touched& t : touched) args.push_back(ops_arg_dat(t.dat, t.dat->dim, centre, t.dat->type, t.access));
  ops_execute_external_function(
      loop,
      [loop] {
        OPS_instance* instance = OPS_instance::getOPSInstance();
        ops_ad_tape* tape = ops_create_tape(instance);
        loop();
        tape->interpret_adjoints(instance);
        ops_remove_tape(instance, tape);
      },
      args);
}

template <class T>
std::vector<double> cells(ops_dat dat) {
  std::vector<T> values(allocated(dat));
  int first[3], extent[3];
  ops_dat_get_extents(dat, 0, first, extent);
  std::vector<T> own(values.size());
  ops_dat_fetch_data(dat, 0, reinterpret_cast<char*>(own.data()));  // as programs do
  ops::read_cells(reinterpret_cast<std::byte*>(values.data()), dat->buffer, dat->layout, dat->layout.allocated);
  return {values.begin(), values.end()};
}
inline std::string line(const char* what, const char* name, const std::vector<double>& values) {
  std::string out = std::string(what) + " " + name;
  char word[40];
  for (const double v : values) out.append(word, static_cast<std::size_t>(std::snprintf(word, sizeof word, " %a", v)));
  return out + "\n";
}
inline std::string values_now() {
  std::string out;
  for (ops_dat dat : all_dats) out += line("value", dat->name, of_float(dat) ? cells<float>(dat) : cells<double>(dat));
  return out;
}
inline std::string gradient() {
  std::string out;
  for (ops_dat dat : all_dats) {
    ops_dat slope = ops_get_derivative_as_ops_dat(dat);
    out += line("slope", dat->name, of_float(dat) ? cells<float>(slope) : cells<double>(slope));
  }
  for (ops_scalar s : all_scalars) {
    std::vector<double> slopes;
    for (int c = 0; c < s->dim; ++c)
      slopes.push_back(std::strcmp(s->type, "float") == 0 ? static_cast<double>(s->get_derivative<float>()[c])
                                                          : s->get_derivative<double>()[c]);
    out += line("slope", s->name, slopes);
  }
  return out;
}

#ifdef SECOND
inline std::vector<ops_dat> directions;
/// As in plain_main.hpp.
inline double direction(int input, int k) { return static_cast<double>((31 * (input + 3) + 7 * k) % 17) / 8.0 - 1.0; }

template <class T>
void fill_direction(ops_dat dat, int input) {
  std::vector<T> values(allocated(dat));
  for (std::size_t k = 0; k < values.size(); ++k) values[k] = static_cast<T>(direction(input, static_cast<int>(k)));
  ops::write_cells(dat->buffer, reinterpret_cast<const std::byte*>(values.data()), dat->layout, dat->layout.allocated);
}
inline void declare_directions() {
  for (ops_dat dat : all_dats) {
    int below[3], above[3], extent[3], base[3] = {};
    for (int d = 0; d < dims; ++d) {
      below[d] = dat->layout.allocated.lo[d];
      above[d] = dat->layout.allocated.hi[d] - dat->layout.interior.hi[d];
      extent[d] = dat->layout.interior.extent(d);
    }
    const std::string name = "along " + std::string(dat->name);
    const auto declare = [&]<class T>(T* none) {
      return ops_decl_dat_passive(block, dat->dim, extent, base, below, above, none, dat->type, name.c_str());
    };
    directions.push_back(of_float(dat) ? declare(static_cast<float*>(nullptr))
                                       : declare(static_cast<double*>(nullptr)));
  }
}
inline bool of_float(ops_scalar scalar) { return std::strcmp(scalar->type, "float") == 0; }
/// The components' direction in `room`. @param input  scalars come after the datasets
template <class T>
ops_ad_direction moved(ops_scalar scalar, int input, std::vector<T>& room) {
  for (int c = 0; c < scalar->dim; ++c) room.push_back(static_cast<T>(direction(input, c)));
  return {scalar, room.data()};
}
template <class T>
std::vector<double> widened(const std::vector<T>& values) {
  return {values.begin(), values.end()};
}
/// H v: of each dataset, then of each scalar.
inline std::vector<std::vector<double>> product(const std::vector<ops_ad_direction>& along) {
  ops_hessian_vector(OPS_instance::getOPSInstance(), along);
  std::vector<std::vector<double>> parts;
  for (ops_dat dat : all_dats)
    parts.push_back(of_float(dat) ? widened(ops_dat_fetch_hessian_vector<float>(dat))
                                  : ops_dat_fetch_hessian_vector<double>(dat));
  for (ops_scalar s : all_scalars) {
    std::vector<double>& part = parts.emplace_back();
    for (int c = 0; c < s->dim; ++c)
      part.push_back(of_float(s) ? static_cast<double>(ops_scalar_get_hessian_vector<float>(s)[c])
                                 : ops_scalar_get_hessian_vector<double>(s)[c]);
  }
  return parts;
}
/// Whether a product is the sum of those along two parts of its direction; nothing is said of what is not finite.
inline bool adds_up(const std::vector<std::vector<double>>& whole, const std::vector<std::vector<double>>& one,
                    const std::vector<std::vector<double>>& other) {
  double largest = 0.0, far = 0.0;
  for (std::size_t n = 0; n < whole.size(); ++n)
    for (std::size_t k = 0; k < whole[n].size(); ++k) {
      for (const double x : {whole[n][k], one[n][k], other[n][k]}) largest += std::fabs(x);
      far = std::fmax(far, std::fabs(whole[n][k] - one[n][k] - other[n][k]));
    }
  return !std::isfinite(largest) || far <= 1e-8 * largest;
}

/// Tangents against derivatives, and H v along a direction of all datasets and scalars, of datasets alone, and of
/// scalars alone.
inline void second_derivatives() {
  OPS_instance* instance = OPS_instance::getOPSInstance();
  ops_ad_dot_options options;
  options.print = false;
  const ops_ad_dot_result dot = ops_ad_dot_test(instance, all_dats, options);
  if (!dot.passed && !dot.inconclusive && dot.error > 1e-10)
    std::printf("FAILED: dot-product test: %s\n", dot.verdict.c_str());
  std::vector<ops_ad_direction> of_dats, of_scalars;
  for (std::size_t n = 0; n < all_dats.size(); ++n) {
    of_float(all_dats[n]) ? fill_direction<float>(directions[n], static_cast<int>(n))
                          : fill_direction<double>(directions[n], static_cast<int>(n));
    of_dats.emplace_back(all_dats[n], directions[n]);
  }
  std::vector<std::vector<double>> room(all_scalars.size());
  std::vector<std::vector<float>> narrow(all_scalars.size());
  for (std::size_t n = 0; n < all_scalars.size(); ++n) {
    const int input = static_cast<int>(all_dats.size() + n);
    of_scalars.push_back(of_float(all_scalars[n]) ? moved(all_scalars[n], input, narrow[n])
                                                  : moved(all_scalars[n], input, room[n]));
  }
  std::vector<ops_ad_direction> all = of_dats;
  all.insert(all.end(), of_scalars.begin(), of_scalars.end());
  const auto along_dats = product(of_dats), along_scalars = product(of_scalars), whole = product(all);
  for (std::size_t n = 0; n < whole.size(); ++n) {
    const char* name = n < all_dats.size() ? all_dats[n]->name : all_scalars[n - all_dats.size()]->name;
    ops_printf("%s", line("second", name, whole[n]).c_str());
  }
  if (!adds_up(whole, along_dats, along_scalars))
    std::printf("FAILED: H v is not what it is along datasets and along scalars\n");
}
#endif

/// Periodic halos of the first three datasets.
inline void declare_periodic() {
  for (int n = 0; n < 3; ++n) {
    std::vector<ops_halo> halos;
    for (int d = 0; d < dims; ++d)
      for (const bool up : {true, false}) {
        int extent[3], from[3] = {}, to[3] = {}, along[3] = {1, 2, 3};
        for (int e = 0; e < dims; ++e) extent[e] = e == d ? 1 : size[e];
        from[d] = up ? size[d] - 1 : 0;
        to[d] = up ? -1 : size[d];
        halos.push_back(ops_decl_halo(all_dats[static_cast<std::size_t>(n)], all_dats[static_cast<std::size_t>(n)],
                                      extent, from, to, along, along));
      }
    periodic[n] = ops_decl_halo_group(static_cast<int>(halos.size()), halos.data());
  }
}

/// The first line of `text` that is another one in `expected`.
inline std::string other_line(const std::string& text, const std::string& expected) {
  std::size_t at = 0;
  while (at < text.size() && at < expected.size() && text[at] == expected[at]) ++at;
  const std::size_t from = text.rfind('\n', at) + 1;
  return text.substr(from, text.find('\n', at) - from);
}

inline int act(void (*program)()) {
  program();
  const std::string values = values_now();
  OPS_instance* instance = OPS_instance::getOPSInstance();
  ops_interpret_adjoints(instance);
  const std::string slopes = gradient();
  ops_printf("%s", (values + slopes).c_str());
  if (values_now() != values) std::printf("FAILED: values after the interpretation are not those before it\n");
  ops_interpret_adjoints(instance);
  if (const std::string again = gradient(); again != slopes)
    std::printf("FAILED: a second interpretation gives other derivatives: %s\n", other_line(again, slopes).c_str());
#ifdef SECOND
  if (with_second) second_derivatives();
#endif
  ops_printf("done\n");
  return 0;
}

template <std::size_t n>
int run(int argc, char** argv, void (*declare)(), void (*const (&programs)[n])()) {
  try {
    ops_init(argc, argv, 1);
    int here[] = {0, 0, 0}, slots = 0;
    centre = ops_decl_stencil(dims, 1, here, "centre");
    ops_decl_const("rate", 1, "double", &rate);
    declare();
    declare_rows();
#ifdef SECOND
    declare_directions();
#endif
    declare_periodic();
    for (const auto& give : first_values) give();
    ops_partition("");
    for (int k = 2; k < argc; ++k)
      if (std::strncmp(argv[k], "without=", 8) == 0)
        for (char* at = argv[k] + 7; *at != '\0';) left_out.insert(static_cast<int>(std::strtol(at + 1, &at, 10)));
      else if (std::strncmp(argv[k], "slots=", 6) == 0) slots = std::atoi(argv[k] + 6);
      else if (std::strncmp(argv[k], "die=", 4) == 0) events_left = std::atoi(argv[k] + 4);
      else if (std::strncmp(argv[k], "restart=", 8) == 0) ops_checkpointing_init(argv[k] + 8, 0.0, 0);
      else if (std::strcmp(argv[k], "second") == 0) with_second = true;
    if (slots > 0) ops_ad_set_checkpoint_count(slots, 0);
    const int status = act(programs[std::atoi(argv[1])]);
    ops_exit();
    return status;
  } catch (const OPSException& error) {
    std::printf("EXCEPTION %s\n", error.what());
    return 1;
  }
}
