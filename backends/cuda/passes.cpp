// backends/cuda/passes.cpp: one thread per cell, in the largest words that elements consist of.
#include "backends/cuda/passes.hpp"

#include <cstdint>
#include <cstring>

#include "backends/cuda/loop.hpp"

namespace ops::cuda {
namespace {

OPS_EVERYWHERE std::byte* cell_of(const Shape& shape, const backend::Piece& s) noexcept {
  std::ptrdiff_t sum = 0;
  for (std::size_t axis = 0; axis < max_dim; ++axis) sum += s.row[axis] * shape.pitch[axis];
  return shape.origin + sum;
}

template <class Word>
struct Fill {
  Shape to;
  int components, words;
  Word value[most_value / sizeof(Word)];
  OPS_EVERYWHERE void operator()(const backend::Piece& s) const {
    for (int c = 0; c < components; ++c)
      for (int w = 0; w < words; ++w) reinterpret_cast<Word*>(cell_of(to, s) + c * to.component)[w] = value[w];
  }
};

template <class Word>
struct Copy {
  Shape to, from;
  int components, words;
  OPS_EVERYWHERE void operator()(const backend::Piece& s) const {
    for (int c = 0; c < components; ++c)
      for (int w = 0; w < words; ++w)
        reinterpret_cast<Word*>(cell_of(to, s) + c * to.component)[w] = reinterpret_cast<const Word*>(cell_of(from, s) + c * from.component)[w];
  }
};

template <class To, class From>
struct Convert {
  Shape to, from;
  int components;
  OPS_EVERYWHERE void operator()(const backend::Piece& s) const {
    for (int c = 0; c < components; ++c)
      *reinterpret_cast<To*>(cell_of(to, s) + c * to.component) = static_cast<To>(*reinterpret_cast<const From*>(cell_of(from, s) + c * from.component));
  }
};

template <class Sum, class Term>
struct Add {
  Shape sum, term;
  int components;
  OPS_EVERYWHERE void operator()(const backend::Piece& s) const {
    for (int c = 0; c < components; ++c)
      *reinterpret_cast<Sum*>(cell_of(sum, s) + c * sum.component) +=
          static_cast<Sum>(*reinterpret_cast<const Term*>(cell_of(term, s) + c * term.component));
  }
};

/// Whoever finds a bit writes the same: it does not matter who comes last.
template <class Word>
struct Look {
  Shape cells;
  int components, words;
  int* found;
  OPS_EVERYWHERE void operator()(const backend::Piece& s) const {
    for (int c = 0; c < components; ++c)
      for (int w = 0; w < words; ++w)
        if (reinterpret_cast<const Word*>(cell_of(cells, s) + c * cells.component)[w] != 0) *found = 1;
  }
};

/// Calls f(word, number of words in an element).
template <class F>
void in_words(std::size_t element, const F& f) {
  const auto words = [element](auto word) { return static_cast<int>(element / sizeof word); };
  if (element % 8 == 0) f(std::uint64_t{}, words(std::uint64_t{}));
  else if (element % 4 == 0) f(std::uint32_t{}, words(std::uint32_t{}));
  else if (element % 2 == 0) f(std::uint16_t{}, words(std::uint16_t{}));
  else f(std::uint8_t{}, words(std::uint8_t{}));
}

}  // namespace

void fill(const Shape& to, int components, std::size_t element, const Box& box, const void* value) {
  in_words(element, [&](auto word, int words) {
    Fill<decltype(word)> pass{to, components, words, {}};
    if (value != nullptr) std::memcpy(pass.value, value, element);
    for_points("a fill", box, pass);
  });
}

void copy(const Shape& to, const Shape& from, int components, std::size_t element, const Box& box) {
  in_words(element, [&](auto word, int words) { for_points("a copy", box, Copy<decltype(word)>{to, from, components, words}); });
}

void convert(const Shape& to, const Shape& from, int components, bool wide, const Box& box) {
  if (wide) for_points("a copy", box, Convert<double, float>{to, from, components});
  else for_points("a copy", box, Convert<float, double>{to, from, components});
}

void add(const Shape& sum, bool wide, const Shape& term, bool wide_term, int components, const Box& box) {
  const auto run = [&](auto all, auto one) { for_points("an addition", box, Add<decltype(all), decltype(one)>{sum, term, components}); };
  if (wide) wide_term ? run(double{}, double{}) : run(double{}, float{});
  else wide_term ? run(float{}, double{}) : run(float{}, float{});
}

bool all_zero(const Shape& cells, int components, std::size_t element, const Box& box) {
  const Scratch flag(sizeof(int));
  fill({flag.data(), {}, 0}, 1, sizeof(int), Box{}, nullptr);
  in_words(element, [&](auto word, int words) {
    for_points("a search", box, Look<decltype(word)>{cells, components, words, reinterpret_cast<int*>(flag.data())});
  });
  int found = 0;
  read_device(&found, flag.data(), sizeof found);
  return found == 0;
}

}  // namespace ops::cuda
