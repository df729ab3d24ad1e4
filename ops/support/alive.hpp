// ops/support/alive.hpp: whether a handle still points at something, asked without looking at what it points at.
#pragma once

namespace ops {

/// A member of everything the API hands out a pointer to: enters the owner's address into the process-wide list of
/// living handles, and takes it out again.
class AliveMark {
 public:
  explicit AliveMark(const void* owner);
  ~AliveMark();
  AliveMark(const AliveMark&) = delete;
  AliveMark& operator=(const AliveMark&) = delete;

 private:
  const void* owner_;
};

/// False for null, for handles whose instance has ended (ops_exit) and for pointers that never were handles.
/// True for freed datasets (Context::freed), which can be looked at.
bool alive(const void* handle) noexcept;

}  // namespace ops
