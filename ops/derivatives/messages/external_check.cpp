// ops/derivatives/messages/external_check.cpp: for a direction d of one input, derivatives s after the function and its
// primal F, compares <s, F'(x) d> by difference quotients with <F'(x)^T s, d> by the adjoint. Arguments that the
// function does not change count as copied.
#include "ops/derivatives/messages/external_check.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <memory>
#include <random>

#include "ops/data/passes.hpp"

namespace ops {
namespace {

using Values = std::vector<double>;

std::size_t entries(const Tracked& dat) {
  return static_cast<std::size_t>(dat.layout.allocated.volume()) * static_cast<std::size_t>(dat.components);
}

template <class T>
Values unpacked(const BufferRef& buffer, const Tracked& dat) {
  std::vector<T> packed(entries(dat));
  read_cells(reinterpret_cast<std::byte*>(packed.data()), buffer, dat.layout, dat.layout.allocated);
  return {packed.begin(), packed.end()};
}
Values values(const BufferRef& buffer, const Tracked& dat) {
  return dat.element == Type::f64 ? unpacked<double>(buffer, dat) : unpacked<float>(buffer, dat);
}

template <class T>
void put_as(const BufferRef& buffer, const Tracked& dat, const Values& from) {
  std::vector<T> packed(from.size());
  std::ranges::transform(from, packed.begin(), [](double v) { return static_cast<T>(v); });
  write_cells(buffer, reinterpret_cast<const std::byte*>(packed.data()), dat.layout, dat.layout.allocated);
}
void put(const BufferRef& buffer, const Tracked& dat, const Values& from) {
  dat.element == Type::f64 ? put_as<double>(buffer, dat, from) : put_as<float>(buffer, dat, from);
}

Values field_values(Tracked& dat, const FieldMemory& memory) {
  if (dat.field.zero()) return Values(entries(dat), 0.0);
  dat.field.read(dat.layout.allocated, memory);
  return values(dat.field.buffer(), dat);
}

template <class T>
Values numbers_as(const std::vector<std::byte>& bytes) {
  std::vector<T> numbers(bytes.size() / sizeof(T));
  std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(T));
  return {numbers.begin(), numbers.end()};
}
/// Those of a scalar that the primal wrote; none of others.
Values numbers(const ScalarAround& around, const std::vector<std::byte>& bytes) {
  if (!around.written || !alive(around.scalar) || around.scalar->passive) return {};
  if (around.scalar->element == Type::f64) return numbers_as<double>(bytes);
  return around.scalar->element == Type::f32 ? numbers_as<float>(bytes) : Values{};
}

double largest(const Values& values) {
  double most = 0;
  for (const double v : values) most = std::max(most, std::abs(v));
  return most;
}

/// A sum of products, and what it would be if nothing cancelled.
struct Sum {
  double value = 0, size = 0;
  void add(const Values& a, const Values& b) {
    for (std::size_t k = 0; k < a.size(); ++k) {
      value += a[k] * b[k];
      size += std::abs(a[k] * b[k]);
    }
  }
};

/// Gives every dataset a copy of its own to be written; puts everything back.
class Trial {
 public:
  Trial(const std::vector<Compared>& args, const FieldMemory& memory) : args_(args) {
    for (const Compared& arg : args) {
      Tracked& dat = *arg.dat;
      kept_.push_back({dat.dat->buffer, dat.needed, dat.saved, dat.dat->reducing});
      const BufferRef copy = memory.pool->take(dat.layout.bytes, "a check of dataset '" + dat.name + "'");
      copy->machine->fill_bytes(copy, std::byte{});
      copy_cells(copy, arg.before ? arg.before : arg.after, dat.layout, dat.layout.allocated);
      dat.needed = dat.saved = Box::none();
      dat.dat->adopt(copy);
    }
  }
  ~Trial() {
    for (std::size_t i = 0; i < args_.size(); ++i) {
      Tracked& dat = *args_[i].dat;
      dat.dat->adopt(kept_[i].buffer);
      dat.needed = kept_[i].needed;
      dat.saved = kept_[i].saved;
      dat.dat->reducing = kept_[i].reducing;
    }
  }
  Trial(const Trial&) = delete;
  Trial& operator=(const Trial&) = delete;

 private:
  struct Kept {
    BufferRef buffer;
    Box needed, saved;
    ops_access reducing;
  };
  const std::vector<Compared>& args_;
  std::vector<Kept> kept_;
};

/// One input and a direction of it: what every argument does, and then every scalar.
struct Product {
  std::size_t input;
  Values direction;
  std::vector<Values> outcome;
  std::vector<Values> noise;  ///< what rounding, and what is not smooth there, makes of it at most
};

class Comparison {
 public:
  Comparison(const ExternalFunction& function, std::vector<Compared> args, const FieldMemory& memory)
      : function_(function), args_(std::move(args)), memory_(memory) {}

  void measure(const std::function<void()>& run);
  void begin() {
    seeds_.clear();
    for (const Compared& arg : args_) seeds_.push_back(field_values(*arg.dat, memory_));
    for (const ScalarAround& around : function_.scalars)
      seeds_.push_back(numbers(around, alive(around.scalar) ? around.scalar->derivative : around.after));
  }
  /// The input whose derivative is wrong; null: none.
  const Product* wrong(Sum& expected, Sum& found);
  const Compared& arg(std::size_t i) const { return args_[i]; }

 private:
  bool active(const Compared& arg) const { return arg.dat->active && arg.dat->dat; }
  std::vector<Values> moved(std::size_t input, const Values& direction, double step, const std::function<void()>& run);

  Values after(std::size_t number) const;
  double rounding(std::size_t number) const;

  const ExternalFunction& function_;
  std::vector<Compared> args_;
  FieldMemory memory_;
  std::vector<Product> products_;
  std::vector<Values> seeds_;
};

std::vector<Values> Comparison::moved(std::size_t input, const Values& direction, double step,
                                      const std::function<void()>& run) {
  Trial trial(args_, memory_);
  Tracked& dat = *args_[input].dat;
  Values x = values(dat.dat->buffer, dat);
  for (std::size_t k = 0; k < x.size(); ++k) x[k] += step * direction[k];
  put(dat.dat->buffer, dat, x);
  run();
  std::vector<Values> all;
  for (const Compared& arg : args_) all.push_back(active(arg) ? values(arg.dat->dat->buffer, *arg.dat) : Values{});
  for (std::size_t s = 0; s < function_.scalars.size(); ++s)
    all.push_back(numbers(function_.scalars[s], function_.again[s]));
  return all;
}

/// What the function left of an argument, or of a scalar.
Values Comparison::after(std::size_t number) const {
  if (number < args_.size()) return values(args_[number].after, *args_[number].dat);
  const ScalarAround& around = function_.scalars[number - args_.size()];
  return numbers(around, around.after);
}

double Comparison::rounding(std::size_t number) const {
  const Type element =
      number < args_.size() ? args_[number].dat->element : function_.scalars[number - args_.size()].scalar->element;
  return element == Type::f64 ? 1e-15 : 1e-6;
}

void Comparison::measure(const std::function<void()>& run) {
  std::mt19937 random(20231);
  for (std::size_t i = 0; i < args_.size(); ++i) {
    if (args_[i].access == OPS_WRITE || !active(args_[i])) continue;
    const double scale = std::max(largest(values(args_[i].before, *args_[i].dat)), 1e-30);
    Product p{i, Values(entries(*args_[i].dat)), {}, {}};
    for (double& d : p.direction) d = scale * (2.0 * static_cast<double>(random()) / 4294967295.0 - 1.0);
    const double step = args_[i].dat->element == Type::f64 ? 1e-6 : 1e-3;
    p.outcome = moved(i, p.direction, step, run);
    p.noise = moved(i, p.direction, -step, run);
    for (std::size_t a = 0; a < p.noise.size(); ++a) {
      if (p.noise[a].empty()) continue;
      const Values middle = after(a);
      for (std::size_t k = 0; k < middle.size(); ++k) {
        const double there = p.outcome[a][k], back = p.noise[a][k];
        p.outcome[a][k] = (there - back) / (2.0 * step);
        p.noise[a][k] =
            (rounding(a) * (std::abs(there) + std::abs(back)) + std::abs(there - 2.0 * middle[k] + back)) / step;
      }
    }
    products_.push_back(std::move(p));
  }
}

const Product* Comparison::wrong(Sum& expected, Sum& found) {
  for (const Product& p : products_) {
    expected = found = {};
    Sum noise;
    for (std::size_t a = 0; a < p.outcome.size(); ++a) {
      if (p.outcome[a].empty()) continue;
      expected.add(seeds_[a], p.outcome[a]);
      noise.add(seeds_[a], p.noise[a]);
    }
    found.add(field_values(*args_[p.input].dat, memory_), p.direction);
    const double tolerance =
        std::ranges::all_of(args_, [](const Compared& c) { return c.dat->element == Type::f64; }) ? 1e-6 : 1e-2;
    if (!(std::abs(expected.value - found.value) <= tolerance * std::max(expected.size, found.size) + noise.size))
      return &p;
  }
  return nullptr;
}

}  // namespace

bool externals_are_checked(const Context& context) {
  const auto asked = context.options.words.find("OPS_AD_CHECK");
  return asked != context.options.words.end() && ("," + asked->second + ",").find(",loops,") != std::string::npos;
}

std::function<void()> compared_adjoint(const ExternalFunction& function, std::vector<Compared> args,
                                       const std::function<void()>& run, const FieldMemory& memory) {
  const auto comparison = std::make_shared<Comparison>(function, std::move(args), memory);
  comparison->measure(run);
  return [comparison, adjoint = function.adjoint, where = function.where] {
    comparison->begin();
    adjoint();
    Sum expected, found;
    const Product* wrong = comparison->wrong(expected, found);
    if (!wrong) return;
    throw error_at(OPS_RUNTIME_ERROR, "ops_execute_external_function", where)
        << "the adjoint gives a wrong derivative of dataset '" << comparison->arg(wrong->input).dat->name
        << "': along a random direction, difference quotients of the primal give " << expected.value
        << ", but the adjoint gives " << found.value;
  };
}

}  // namespace ops
