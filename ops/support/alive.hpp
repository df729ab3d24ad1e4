// ops/support/alive.hpp: tests whether a handle is still valid, without accessing the memory that it points to.
#pragma once

namespace ops {

/// A member of every object to which the API returns a pointer. An AliveMark adds the address of its owner to a
/// process-wide list of valid handles, and removes the address on destruction.
class AliveMark {
 public:
  explicit AliveMark(const void* owner);
  ~AliveMark();
  AliveMark(const AliveMark&) = delete;
  AliveMark& operator=(const AliveMark&) = delete;

 private:
  const void* owner_;
};

/// Returns whether a handle is valid. The result is false for null, for handles whose instance has ended (ops_exit),
/// and for pointers that never were handles. The result is true for freed datasets (Context::freed), because their
/// structure still exists.
bool alive(const void* handle) noexcept;

}  // namespace ops
