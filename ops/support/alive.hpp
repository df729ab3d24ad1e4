// ops/support/alive.hpp: tests whether a handle is still valid, without accessing the memory that it points to.
#pragma once

namespace ops {

/// A member of every object to which the API returns a pointer. It enters the owner's address in a list of valid
/// handles, shared by the whole process, and removes it on destruction.
class AliveMark {
 public:
  explicit AliveMark(const void* owner);
  ~AliveMark();
  AliveMark(const AliveMark&) = delete;
  AliveMark& operator=(const AliveMark&) = delete;

 private:
  const void* owner_;
};

/// False for null, for handles whose instance has ended (ops_exit), and for pointers that never were handles. True for
/// freed datasets (Context::freed), whose structure still exists.
bool alive(const void* handle) noexcept;

}  // namespace ops
