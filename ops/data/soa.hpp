// ops/data/soa.hpp: whether datasets are structures of arrays unless a program says otherwise.
#pragma once

namespace ops {

/// Called before `main` by programs that define OPS_SOA: contexts made from now on begin so. An OPS_instance that is a
/// global variable may be made earlier; for that one, call ops_set_soa. @return  true
bool make_soa_default() noexcept;

/// 1 or 0.
int soa_by_default() noexcept;

}  // namespace ops
