// ops/model/declaration.hpp: the request for a model, and the declarations that its body makes.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "ops/data/handles.hpp"

namespace ops::model {

/// How a model is wanted.
struct Request {
  std::vector<int> size;                       ///< cells along each axis, axis 0 first; empty: as usual
  std::map<std::string, std::string> options;  ///< as text
};

/// An input or output: a dataset, a scalar, or a reduction.
struct Entry {
  std::string name, meaning;
  ops_dat dat = nullptr;
  ops_scalar scalar = nullptr;
  ops_reduction reduction = nullptr;
  bool objective = false;  ///< what value_and_grad differentiates
};

/// Whether it has derivatives.
inline bool active(const Entry& entry) noexcept {
  if (entry.dat != nullptr) return is_real(entry.dat->element) && !entry.dat->passive;
  return entry.scalar != nullptr ? is_real(entry.scalar->element) && !entry.scalar->passive
                                 : is_real(entry.reduction->element);
}

/// A number or word that a model may be given when it is made.
struct Option {
  std::string name, meaning;
  const char* type = "int";  ///< of Python: int, float, bool, str
  std::string usual, value;
};

/// What the body of OPS_MODEL has said.
struct Declaration {
  std::string meaning;
  std::vector<int> usual_size;  ///< empty: the model has no shape
  std::vector<int> size;
  std::vector<Option> options;
  std::vector<Entry> inputs, outputs;
  std::function<void()> run;
};

}  // namespace ops::model
