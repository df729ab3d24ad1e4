"""What tests/cpp_shape.py sees in a source where the answer is known."""

from __future__ import annotations

from tests.cpp_shape import classes, friends, functions, types_of_namespaces

SOURCE = """
// class Hidden { public: void no(); };
class Port {
 public:
  virtual ~Port() = default;
  virtual void asked(int) = 0;
};
class Thing final : public Port {
 public:
  explicit Thing(int a) : a_(a) {}
  Thing(const Thing&) = delete;
  void asked(int) override;
  int one() const { return two(1); }
  std::span<const int> two(int x = 3);
  template <class T>
  void three(T t) { if (t) { a_ = 1; } }
  bool operator==(const Thing&) const;
  int value = f(2);
  struct Inner { void inside(); };
  std::function<void()> call = {};
 private:
  friend class Port;
  friend class other::Room;
  friend int free_function(const Thing&);
  void hidden();
  int a_;
};
void Thing::hidden() {
  const auto f = [&](int x) {
    return x;
  };
  for (int i = 0; i < 3; ++i) {
    f(i);
  }
}
"""


def test_functions_of_a_class_are_counted_public_or_not() -> None:
    assert dict(classes(SOURCE)) == {"Port": ["asked"], "Thing": ["asked", "one", "two", "three", "operator==", "hidden"], "Inner": ["inside"]}


def test_types_of_namespaces_are_not_those_of_classes() -> None:
    source = "namespace a {\nclass One { struct Inner {}; };\nnamespace b { struct Two final : One {}; }\nvoid f() { struct Local {}; }\n}\nstruct Three {};"
    assert list(types_of_namespaces(source)) == ["a::One", "a::b::Two", "::Three"]


def test_friends_are_named() -> None:
    assert friends(SOURCE) == ["Port", "other::Room", "int free_function(const Thing&)"]


def test_functions_have_a_length_and_lambdas_and_loops_are_none() -> None:
    found = {head.split("(")[0]: length for head, _, length in functions(SOURCE)}
    assert found["void Thing::hidden"] == 8
    assert not any(head.startswith(("for", "const auto")) for head in found)
