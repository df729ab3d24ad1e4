// ops/tape/later.cpp: what the API names and this version does not do.
#include "ops/tape/derivatives.hpp"

namespace ops {

void not_implemented(const char* call, Where where) {
  throw error_at(OPS_NOT_IMPLEMENTED, call, where) << "not in this version";
}

}  // namespace ops
