// ops/loops/launch/contract.hpp: the version of the contract between the translator and the headers that generated code
// includes. Raise it here and in translator/contract.py with every change after which existing generated files no
// longer compile or have another meaning, for example if a function or a type of these headers is removed or changes
// its parameters.
#pragma once

namespace ops {

inline constexpr int contract_version = 3;

}  // namespace ops

/// The first statement of every generated file. @param version  the translator's number
#define OPS_TRANSLATED_FOR(version)                                                                                    \
  static_assert((version) == ops::contract_version,                                                                    \
                "this file was translated by another version of OPSgrad's translator than the runtime it is compiled " \
                "against: translate it again (delete the build folder, or run cmake --build again)")
