// ops/support/alive.hpp: tests whether a handle is still valid, without accessing the memory that it points to.
#pragma once

namespace ops {

/// Every object to which the API returns a pointer has a member of type AliveMark. An AliveMark adds the address of its
/// owner to a process-wide list of valid handles, and removes the address when the owner is destroyed.
class AliveMark {
 public:
  explicit AliveMark(const void* owner);
  ~AliveMark();
  AliveMark(const AliveMark&) = delete;
  AliveMark& operator=(const AliveMark&) = delete;

 private:
  const void* owner_;
};

/// Returns whether a handle is valid. The function returns false for null pointers, for handles obtained before a call
/// to ops_exit, and for pointers that were never handles. The handle of a freed dataset remains valid as long as the
/// list Context::freed contains the dataset.
bool alive(const void* handle) noexcept;

}  // namespace ops
