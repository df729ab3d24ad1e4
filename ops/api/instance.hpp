// ops/api/instance.hpp: class OPS_instance, one OPS world with everything declared in it, and the C++ form of the API.
#pragma once

#include <iostream>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "ops/api/element.hpp"
#include "ops/data/context.hpp"
#include "ops/support/timing.hpp"

class ops_ad_instance;  // ops/derivatives/tape/nested_tapes.hpp

namespace ops {
struct InstanceParts;  ///< what an instance holds besides the context (ops/api/instance_parts.hpp)
}

/// One OPS world: what is declared in it, and what is known of it. Members named as functions of the C form do the
/// same.
class OPS_instance : public ops::Context {
 public:
  /// @param diags  1 silent, 2 table of loops, 3 tables of blocks and datasets; `-OPS_DIAGS=n` wins
  /// @param out    what the library prints goes here
  /// @throws OPSException  an OPS_ option has a bad value
  OPS_instance(const int argc, const char* const argv[], const int diags, std::ostream& out = std::cout,
               ops::Where where = ops::Where::current());
  ~OPS_instance() override;

  /// The default instance of the calling thread, which ops_init made.
  /// @throws OPSException  ops_init has not been called on this thread, or ops_exit has
  static OPS_instance* getOPSInstance(ops::Where where = ops::Where::current());
  static int numInstances();  ///< alive in this process

  ops_block decl_block(int dims, const char* block_name, ops::Where where = ops::Where::current());
  ops_stencil decl_stencil(int dims, int points, const int* offsets, const char* stencil_name,
                           ops::Where where = ops::Where::current());
  ops_stencil decl_strided_stencil(int dims, int points, const int* offsets, const int* stride,
                                   const char* stencil_name, ops::Where where = ops::Where::current());
  /// Reads a fine dataset from a loop over a coarser one: index * stride + offset.
  ops_stencil decl_restrict_stencil(int dims, int points, const int* offsets, const int* stride,
                                    const char* stencil_name, ops::Where where = ops::Where::current());
  /// Reads a coarse dataset from a loop over a finer one: floor(index / stride) + offset.
  ops_stencil decl_prolong_stencil(int dims, int points, const int* offsets, const int* stride,
                                   const char* stencil_name, ops::Where where = ops::Where::current());
  ops_halo decl_halo(ops_dat from, ops_dat to, const int* iter_size, const int* from_base, const int* to_base,
                     const int* from_dir, const int* to_dir, ops::Where where = ops::Where::current());
  ops_halo_group decl_halo_group(int nhalos, ops_halo* members, ops::Where where = ops::Where::current());
  ops_reduction decl_reduction_handle(int size, const char* type, const char* handle_name,
                                      ops::Where where = ops::Where::current());
  template <class T>
  void decl_const(const char* const_name, int dim, const char* type, const T* value,
                  ops::Where where = ops::Where::current());
  template <class T>
  void update_const(const char* const_name, int dim, const char* type, const T* value,
                    ops::Where where = ops::Where::current());
  template <class T>
  ops_scalar decl_scalar(const std::string& scalar_name, const T* value, int dim,
                         ops::Where where = ops::Where::current());
  template <class T>
  ops_scalar decl_scalar_passive(const std::string& scalar_name, const T* value, int dim,
                                 ops::Where where = ops::Where::current());

  /// What partition() does; also for a program that never calls it, at its first loop. Again: nothing.
  void begin(ops::Where where) override;
  void partition(const char* method, ops::Where where = ops::Where::current());
  void partition(const char* method, std::map<std::string, void*>& opts, ops::Where where = ops::Where::current());

  void diagnostic_output();
  void timing_output(std::ostream& stream);
  void timing_output_stdout();
  /// What timing_output prints, as values: loops in order of first execution, then everything else.
  std::vector<ops::LoopTiming> loop_timings() const;
  int is_root() const noexcept;
  std::ostream& ostream() const noexcept { return *out; }
  void set_ostream(std::ostream& stream) noexcept { out = &stream; }
  /// Frees every handle declared here; the instance is of no further use.
  void exit();

  // Energy counters: accepted, always 0.
  void reset_power_counters() noexcept {}
  void reset_gpu_power_counters() noexcept {}
  void sample_gpu_power() noexcept {}
  double get_gpu_energy_consumed() const noexcept { return 0.0; }

  /// Random numbers for ops_fill_random_uniform and ops_fill_random_normal; the same seed gives the same fields again.
  void randomgen_init(unsigned int seed, int options) noexcept;
  void randomgen_exit() noexcept;

  ops_ad_instance* ad_instance = nullptr;  ///< tapes; null after exit()

  using Parts = ops::InstanceParts;
  /// @throws OPSException  after exit(), naming `call`
  Parts& parts(const char* call, ops::Where where);

 private:
  void publish(const char* call, bool again, const char* const_name, int dim, const char* type, const void* value,
               const ops::Element& element, ops::Where where);
  ops_scalar add_scalar(const std::string& scalar_name, const void* value, int dim, const ops::Element& element,
                        bool passive, ops::Where where);
  std::unique_ptr<Parts> parts_;
};

namespace ops {
/// As OPS_instance::getOPSInstance, for a call of that name.
OPS_instance& default_instance(const char* call, Where where);
/// Null where the calling thread has none.
OPS_instance* default_instance_or_null() noexcept;
}  // namespace ops

template <class T>
void OPS_instance::decl_const(const char* const_name, int dim, const char* type, const T* value, ops::Where where) {
  publish("ops_decl_const", false, const_name, dim, type, value, ops::element_of<T>(type), where);
}

template <class T>
void OPS_instance::update_const(const char* const_name, int dim, const char* type, const T* value, ops::Where where) {
  publish("ops_update_const", true, const_name, dim, type, value, ops::element_of<T>(type), where);
}

template <class T>
ops_scalar OPS_instance::decl_scalar(const std::string& scalar_name, const T* value, int dim, ops::Where where) {
  return add_scalar(scalar_name, value, dim, ops::element_of<T>(nullptr), false, where);
}

template <class T>
ops_scalar OPS_instance::decl_scalar_passive(const std::string& scalar_name, const T* value, int dim,
                                             ops::Where where) {
  return add_scalar(scalar_name, value, dim, ops::element_of<T>(nullptr), true, where);
}
