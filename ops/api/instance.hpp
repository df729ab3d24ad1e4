// ops/api/instance.hpp: defines class OPS_instance, which owns everything that a program declares.
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
struct InstanceParts;  ///< members of an instance besides the context (ops/api/instance_parts.hpp)
}

/// An instance of the library. It owns all blocks, datasets and other objects that a program declares in it. Each
/// member function, such as decl_block, does the same as the free function with the prefix `ops_`, such as
/// ops_decl_block.
class OPS_instance : public ops::Context {
 public:
  /// @param diags  tables to print: 1 for none, 2 for loops, 3 for loops, blocks and datasets; the option
  ///     `-OPS_DIAGS=n` takes precedence
  /// @param out    the stream for all output of the library; it must outlive the instance
  /// @throws OPSException  an OPS_ option has an invalid value
  OPS_instance(const int argc, const char* const argv[], const int diags, std::ostream& out = std::cout,
               ops::Where where = ops::Where::current());
  ~OPS_instance() override;

  /// Returns the default instance, which ops_init has created for the calling thread.
  /// @throws OPSException  this thread has not called ops_init, or has called ops_exit since
  static OPS_instance* getOPSInstance(ops::Where where = ops::Where::current());
  static int numInstances();  ///< number of instances that exist in this process

  ops_block decl_block(int dims, const char* block_name, ops::Where where = ops::Where::current());
  ops_stencil decl_stencil(int dims, int points, const int* offsets, const char* stencil_name,
                           ops::Where where = ops::Where::current());
  ops_stencil decl_strided_stencil(int dims, int points, const int* offsets, const int* stride,
                                   const char* stencil_name, ops::Where where = ops::Where::current());
  ops_stencil decl_restrict_stencil(int dims, int points, const int* offsets, const int* stride,
                                    const char* stencil_name, ops::Where where = ops::Where::current());
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

  /// Marks the end of the declarations, as partition() does. If a program does not call partition(), the library calls
  /// begin() at the first loop. A second call to begin() has no effect.
  void begin(ops::Where where) override;
  void partition(const char* method, ops::Where where = ops::Where::current());
  void partition(const char* method, std::map<std::string, void*>& opts, ops::Where where = ops::Where::current());

  void diagnostic_output();
  void timing_output(std::ostream& stream);
  void timing_output_stdout();
  /// Returns the timings that timing_output prints: loops in the order of their first execution, followed by other
  /// work.
  std::vector<ops::LoopTiming> loop_timings() const;
  int is_root() const noexcept;
  std::ostream& ostream() const noexcept { return *out; }
  void set_ostream(std::ostream& stream) noexcept { out = &stream; }
  /// Frees everything that was declared in this instance. After exit(), the instance can no longer be used.
  void exit();

  // The energy counters exist for compatibility and are always 0.
  void reset_power_counters() noexcept {}
  void reset_gpu_power_counters() noexcept {}
  void sample_gpu_power() noexcept {}
  double get_gpu_energy_consumed() const noexcept { return 0.0; }

  void randomgen_init(unsigned int seed, int options) noexcept;
  void randomgen_exit() noexcept;

  ops_ad_instance* ad_instance = nullptr;  ///< access to the tapes; null after exit()

  using Parts = ops::InstanceParts;
  /// @throws OPSException  exit() was called; the message names `call`
  Parts& parts(const char* call, ops::Where where);

 private:
  void publish(const char* call, bool again, const char* const_name, int dim, const char* type, const void* value,
               const ops::Element& element, ops::Where where);
  ops_scalar add_scalar(const std::string& scalar_name, const void* value, int dim, const ops::Element& element,
                        bool passive, ops::Where where);
  std::unique_ptr<Parts> parts_;
};

namespace ops {
/// Returns the default instance of the calling thread. If the thread has no default instance, the function throws an
/// OPSException. The message contains `call`, which is the name of the API function that the program called.
OPS_instance& default_instance(const char* call, Where where);
/// Returns the default instance of the calling thread, or null if the thread has none.
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
