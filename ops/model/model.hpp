// ops/model/model.hpp: defines OPS_MODEL, which lets other languages call a simulation program like a function.
//
//   OPS_MODEL(heat, model) {
//     const std::vector<int> n = model.size({64, 64});
//     const int steps = model.option("steps", 10, "time steps");
//     ops_block grid = ops_decl_block(2, "grid");
//     ops_dat start = ops_decl_dat<double>(grid, "start", n, {.halo = 1}), u = ..
//     model.input("start", start, "temperature at the start");
//     model.output("u", u);
//     model.objective("energy", energy);
//     model.run([=] { .. });
//   }
//
// The body of OPS_MODEL declares blocks, datasets, inputs and outputs, and passes a function to model.run. For every
// evaluation, the library sets the inputs and calls the function that was passed to model.run. Before each evaluation,
// the library restores the state at the end of the OPS_MODEL body: the random-number generator, and all datasets and
// scalars that the caller does not pass as inputs. The library does not restore ordinary variables, so the function
// that was passed to model.run must set all variables that it uses. Datasets that are declared during an evaluation are
// freed before the next evaluation. Objects that all evaluations share must be declared in the body of OPS_MODEL.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "ops/data/handles.hpp"
#include "ops/support/error.hpp"

namespace ops::model {
struct Request;
struct Declaration;
}  // namespace ops::model

/// The class through which the body of OPS_MODEL declares a model.
class ops_model {
 public:
  ops_model(const ops::model::Request& request, ops::model::Declaration& declaration)
      : request_(request), declared_(declaration) {}

  /// Sets the description of the model.
  void about(const std::string& meaning);

  /// Returns the requested number of interior cells along each axis, beginning with axis 0. In Python, where the last
  /// axis varies fastest, callers request a size with `shape=(ny, nx)`.
  /// @param usual  the default; it also fixes the number of axes
  /// @throws OPSException  the requested size has another number of axes, or an entry below 1
  const std::vector<int>& size(const std::vector<int>& usual, ops::Where where = ops::Where::current());

  // Each overload of `option` declares a setting of the model, such as a number of steps. Callers pass settings when
  // they create the model, as in `heat.Model(steps=20)`. Settings have no derivative. @throws OPSException the given
  // text is not a value of this type

  int option(const std::string& name, int usual, const std::string& meaning = "",
             ops::Where where = ops::Where::current());
  double option(const std::string& name, double usual, const std::string& meaning = "",
                ops::Where where = ops::Where::current());
  bool option(const std::string& name, bool usual, const std::string& meaning = "",
              ops::Where where = ops::Where::current());
  std::string option(const std::string& name, const char* usual, const std::string& meaning = "",
                     ops::Where where = ops::Where::current());

  // The functions below declare inputs and outputs of the model. If the caller omits an input, the input has the value
  // that it had at the end of the OPS_MODEL body. Inputs and outputs of type float or double have derivatives unless
  // they are passive. @throws OPSException the handle was not declared in this body; the name is in use or is not a
  // valid name; there are two objectives

  void input(const std::string& name, ops_dat dat, const std::string& meaning = "",
             ops::Where where = ops::Where::current());
  void input(const std::string& name, ops_scalar scalar, const std::string& meaning = "",
             ops::Where where = ops::Where::current());
  /// Declares an output: the interior values that a dataset has at the end of an evaluation.
  void output(const std::string& name, ops_dat dat, const std::string& meaning = "",
              ops::Where where = ops::Where::current());
  /// Declares an output: the result of a reduction. The function passed to model.run must not read the reduction's
  /// result, because reading the result resets the reduction.
  void output(const std::string& name, ops_reduction reduction, const std::string& meaning = "",
              ops::Where where = ops::Where::current());
  /// Declares the objective, which is the output whose gradient the library computes. The objective must be a single
  /// number.
  void objective(const std::string& name, ops_reduction reduction, const std::string& meaning = "",
                 ops::Where where = ops::Where::current());

  /// Sets the function that evaluates the model.
  /// @param program  computes the outputs from the inputs; its captures live as long as the model
  void run(std::function<void()> program, ops::Where where = ops::Where::current());

 private:
  const ops::model::Request& request_;
  ops::model::Declaration& declared_;
};

/// The macro OPS_MODEL uses this function to register a model.
/// @return true
bool ops_ad_model(const char* name, void (*body)(ops_model&), ops::Where where = ops::Where::current());

/// Defines the model `name`. The code in braces after OPS_MODEL is the body of a function with the parameter
/// `ops_model& model`. OPS_MODEL may be used in any source file, including the file with main.
#define OPS_MODEL(name, model)                                                                 \
  static void ops_body_of_##name(ops_model& model);                                            \
  [[maybe_unused]] static const bool ops_has_##name = ops_ad_model(#name, ops_body_of_##name); \
  static void ops_body_of_##name([[maybe_unused]] ops_model& model)
