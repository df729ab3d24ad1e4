// ops/model/model.hpp: a program as a function of its inputs, for callers in other languages.
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
// The body declares; the function that model.run gets is called for every evaluation, with the inputs set. Whatever it
// reads and has not written itself, inputs excepted, has the values that the body left: also what the evaluation before
// has changed, as datasets, scalars and random numbers are put back. Variables of the program are not put back: the
// function sets those that it depends on. Datasets that it declares are gone when it is called again; other things are
// declared in the body.
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

/// What the body of OPS_MODEL declares with.
class ops_model {
 public:
  ops_model(const ops::model::Request& request, ops::model::Declaration& declaration)
      : request_(request), declared_(declaration) {}

  /// What the model computes, in a sentence.
  void about(const std::string& meaning);

  /// The size that is asked for: interior cells along each axis, axis 0 first. In Python, where the last axis is the
  /// fastest, `shape=(ny, nx)`.
  /// @param usual  where none is asked for; it also says how many axes there are
  /// @throws OPSException  another number of axes is asked for, or a size below 1
  const std::vector<int>& size(const std::vector<int>& usual, ops::Where where = ops::Where::current());

  // Settings of the model, such as a number of steps, given when it is made: `heat.Model(steps=20)`.
  // They have no derivative. @throws OPSException  the text that is given is no such value

  int option(const std::string& name, int usual, const std::string& meaning = "",
             ops::Where where = ops::Where::current());
  double option(const std::string& name, double usual, const std::string& meaning = "",
                ops::Where where = ops::Where::current());
  bool option(const std::string& name, bool usual, const std::string& meaning = "",
              ops::Where where = ops::Where::current());
  std::string option(const std::string& name, const char* usual, const std::string& meaning = "",
                     ops::Where where = ops::Where::current());

  // What an evaluation gets and gives. An input that is not given has the value that the body left. Inputs and outputs
  // of float and double have derivatives, unless they are passive. @throws OPSException  not a handle of this body, a
  // name that is taken or is no word, two objectives

  void input(const std::string& name, ops_dat dat, const std::string& meaning = "",
             ops::Where where = ops::Where::current());
  void input(const std::string& name, ops_scalar scalar, const std::string& meaning = "",
             ops::Where where = ops::Where::current());
  /// The interior of a dataset, as it is when the function ends.
  void output(const std::string& name, ops_dat dat, const std::string& meaning = "",
              ops::Where where = ops::Where::current());
  /// The result of a reduction, which the function leaves to be read.
  void output(const std::string& name, ops_reduction reduction, const std::string& meaning = "",
              ops::Where where = ops::Where::current());
  /// The output whose gradient is asked for: one number.
  void objective(const std::string& name, ops_reduction reduction, const std::string& meaning = "",
                 ops::Where where = ops::Where::current());

  /// @param program  computes the outputs from the inputs; what it captures lives as long as the model
  void run(std::function<void()> program, ops::Where where = ops::Where::current());

 private:
  const ops::model::Request& request_;
  ops::model::Declaration& declared_;
};

/// A model of this program; what OPS_MODEL calls. @return true
bool ops_ad_model(const char* name, void (*body)(ops_model&), ops::Where where = ops::Where::current());

/// Defines the model `name`: a function that gets an ops_model& called `model`. Beside main, in any source.
#define OPS_MODEL(name, model)                                                                 \
  static void ops_body_of_##name(ops_model& model);                                            \
  [[maybe_unused]] static const bool ops_has_##name = ops_ad_model(#name, ops_body_of_##name); \
  static void ops_body_of_##name([[maybe_unused]] ops_model& model)
