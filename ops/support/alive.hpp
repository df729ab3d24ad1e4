// ops/support/alive.hpp: tests whether a handle is still valid, without accessing the memory that it points to.
#pragma once

namespace ops {

/// Every object to which the API returns a pointer has an AliveMark as a member. An AliveMark adds the address of its
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

/// Returns whether a handle is valid. Null pointers, handles from before a call to ops_exit, and pointers that were
/// never handles are not valid. A freed dataset's handle remains valid while the library keeps the structure that it
/// points to (Context::freed).
bool alive(const void* handle) noexcept;

}  // namespace ops
