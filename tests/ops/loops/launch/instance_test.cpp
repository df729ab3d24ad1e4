// tests/ops/loops/launch/instance_test.cpp: what GCC and clang write of one function is recognised alike.
#include "ops/loops/engine/template_instance.hpp"

#include <gtest/gtest.h>

namespace ops {
namespace {

TEST(InstanceTest, BothCompilersTextsAreUnderstood) {
  for (const char* function :
       {"void step(T) [with int D = 1; T = ns::S; E e = E::b]", "void step(T) [D = 1, T = ns::S, e = E::b]"}) {
    EXPECT_TRUE(is_instance(function, "D=1;T=S;e=b")) << function;
    EXPECT_TRUE(is_instance(function, "T=S"));
    EXPECT_TRUE(is_instance(function, ""));
    EXPECT_FALSE(is_instance(function, "D=2"));
    EXPECT_FALSE(is_instance(function, "D=1;T=double"));
    EXPECT_FALSE(is_instance(function, "e=a"));
    EXPECT_FALSE(is_instance(function, "other=1"));
  }
}

TEST(InstanceTest, SuffixesSpacesAndQualifiersDoNotCount) {
  EXPECT_TRUE(is_instance("void App<K>::go(K) const [with unsigned int N = 3; K = std::array<double, 3>]",
                          "N=3;K=array<double,3>"));
  EXPECT_TRUE(is_instance("void App<std::array<double, 3>>::go(K) const [K = std::array<double, 3UL>, N = 3U]",
                          "N=3;K=array<double,3>"));
  EXPECT_FALSE(is_instance("void go() [with unsigned int N = 31]", "N=3"));
  for (const char* function : {"void go() [with P = burgers::Flux]", "void go() [P = burgers::Flux]"}) {
    EXPECT_TRUE(is_instance(function, "P=Flux"));
    EXPECT_TRUE(is_instance(function, "P=burgers::Flux"));
    EXPECT_FALSE(is_instance(function, "P=euler::Flux"));
    EXPECT_FALSE(is_instance(function, "P=other::burgers::Flux"));
  }
  for (const char* function : {"void go() [with P = {anonymous}::Flux]", "void go() [P = (anonymous namespace)::Flux]"})
    EXPECT_TRUE(is_instance(function, "P=Flux"));
  EXPECT_TRUE(is_instance("void go() [with P = burgers::{anonymous}::Flux]", "P=burgers::Flux"));
  EXPECT_TRUE(is_instance("void go() [with P = Both<a::F, b::F>; int N = 3]", "P=Both<a::F,b::F>;N=3"));
  EXPECT_FALSE(is_instance("void go() [with P = Both<b::F, a::F>; int N = 3]", "P=Both<a::F,b::F>;N=3"));
  EXPECT_TRUE(is_instance("void go() [with T = const double*]", "T=constdouble*"));
  EXPECT_TRUE(is_instance("void go() [with int D = -1; bool B = true]", "D=-1;B=true"));
}

TEST(InstanceTest, FunctionsThatAreNoInstancesFitOnlyNothing) {
  EXPECT_TRUE(is_instance("int main()", ""));
  EXPECT_FALSE(is_instance("int main()", "D=1"));
  EXPECT_FALSE(is_instance("", "D=1"));
  EXPECT_FALSE(is_instance("void operator[](int)", "D=1"));
}

/// The compiler at hand.
template <int D, class T>
std::string_view name_of() {
  return __PRETTY_FUNCTION__;
}
TEST(InstanceTest, ThisCompiler) {
  EXPECT_TRUE((is_instance(name_of<3, float>(), "D=3;T=float")));
  EXPECT_FALSE((is_instance(name_of<3, float>(), "D=3;T=double")));
}

}  // namespace
TEST(Instance, KernelsAreToldApartByTheirNames) {
  for (const char* function : {"void go() [with void (* K)(ACC<double>&, int) = n::scaled<2>; int N = 3]",
                               "void go() [with auto K = n::scaled<2>; int N = 3]",
                               "void go() [with void (& K)(ACC<double>&, int) = n::scaled<2>; int N = 3]",
                               "void go() [K = &n::scaled, N = 3]", "void go() [K = n::scaled, N = 3]"}) {
    EXPECT_TRUE(is_instance(function, "K=&scaled;N=3")) << function;
    EXPECT_FALSE(is_instance(function, "K=&plain;N=3")) << function;
    EXPECT_FALSE(is_instance(function, "K=&scale")) << function;
    EXPECT_FALSE(is_instance(function, "K=&scaled;N=2")) << function;
  }
}

}  // namespace ops
