// backends/cuda/passes.cpp: boxes of cells as items of runs.hpp: in words of up to 16 bytes where bits are moved, in
// numbers otherwise.
#include "backends/cuda/passes.hpp"

#include <cstdint>
#include <cstring>
#include <vector>

#include "backends/cuda/runs.hpp"
#include "backends/cuda/totals.hpp"

namespace ops::cuda {
namespace {

struct alignas(16) Wide {
  std::uint64_t low, high;
};
OPS_EVERYWHERE bool any(const Wide& word) noexcept { return (word.low | word.high) != 0; }
template <class Word>
OPS_EVERYWHERE bool any(const Word& word) noexcept {
  return word != 0;
}

template <class Word>
struct Fill {
  static constexpr int operands = 1;
  using Held = Word;
  Word value;
  OPS_EVERYWHERE static constexpr std::ptrdiff_t size(int) { return sizeof(Word); }
  OPS_EVERYWHERE Word read(std::byte* const*, std::uint32_t) const { return value; }
  OPS_EVERYWHERE void write(std::byte* const* at, const Word& word) const { *reinterpret_cast<Word*>(at[0]) = word; }
};

/// A value of several words, which are those along axis 0.
template <class Word>
struct FillInTurn {
  static constexpr int operands = 1;
  using Held = Word;
  Word value[most_value / sizeof(Word)];
  OPS_EVERYWHERE static constexpr std::ptrdiff_t size(int) { return sizeof(Word); }
  OPS_EVERYWHERE Word read(std::byte* const*, std::uint32_t along) const { return value[along]; }
  OPS_EVERYWHERE void write(std::byte* const* at, const Word& word) const { *reinterpret_cast<Word*>(at[0]) = word; }
};

template <class Word>
struct Copy {
  static constexpr int operands = 2;
  using Held = Word;
  OPS_EVERYWHERE static constexpr std::ptrdiff_t size(int) { return sizeof(Word); }
  OPS_EVERYWHERE Word read(std::byte* const* at, std::uint32_t) const { return *reinterpret_cast<const Word*>(at[1]); }
  OPS_EVERYWHERE void write(std::byte* const* at, const Word& word) const { *reinterpret_cast<Word*>(at[0]) = word; }
};

template <class To, class From>
struct Convert {
  static constexpr int operands = 2;
  using Held = From;
  OPS_EVERYWHERE static constexpr std::ptrdiff_t size(int operand) { return operand == 0 ? sizeof(To) : sizeof(From); }
  OPS_EVERYWHERE From read(std::byte* const* at, std::uint32_t) const { return *reinterpret_cast<const From*>(at[1]); }
  OPS_EVERYWHERE void write(std::byte* const* at, From number) const {
    *reinterpret_cast<To*>(at[0]) = static_cast<To>(number);
  }
};

template <class Sum, class Term>
struct Add {
  static constexpr int operands = 2;
  using Held = Sum;
  OPS_EVERYWHERE static constexpr std::ptrdiff_t size(int operand) { return operand == 0 ? sizeof(Sum) : sizeof(Term); }
  OPS_EVERYWHERE Sum read(std::byte* const* at, std::uint32_t) const {
    return *reinterpret_cast<const Sum*>(at[0]) + static_cast<Sum>(*reinterpret_cast<const Term*>(at[1]));
  }
  OPS_EVERYWHERE void write(std::byte* const* at, Sum number) const { *reinterpret_cast<Sum*>(at[0]) = number; }
};

/// All threads that find a bit write the same.
template <class Word>
struct Look {
  static constexpr int operands = 1;
  using Held = Word;
  int* found;
  OPS_EVERYWHERE static constexpr std::ptrdiff_t size(int) { return sizeof(Word); }
  OPS_EVERYWHERE Word read(std::byte* const* at, std::uint32_t) const { return *reinterpret_cast<const Word*>(at[0]); }
  OPS_EVERYWHERE void write(std::byte* const*, const Word& word) const {
    if (any(word)) *found = 1;
  }
};

/// Calls f(word) with a word of so many bytes.
template <class F>
void with_word(std::size_t bytes, const F& f) {
  if (bytes == 16) f(Wide{});
  else if (bytes == 8) f(std::uint64_t{});
  else if (bytes == 4) f(std::uint32_t{});
  else if (bytes == 2) f(std::uint16_t{});
  else f(std::uint8_t{});
}

/// Components of cells of a box.
template <int operands>
Items<operands> items_of(const std::array<Shape, operands>& shapes, int components, const Box& box) noexcept {
  Items<operands> items;
  typename Items<operands>::Pitch pitch;
  for (std::size_t o = 0; o < operands; ++o) {
    items.first[o] = shapes[o].origin;
    for (std::size_t axis = 0; axis < max_dim; ++axis) items.first[o] += box.lo[axis] * shapes[o].pitch[axis];
    pitch[o] = shapes[o].component;
  }
  items.add(components, pitch);
  for (std::size_t axis = 0; axis < max_dim; ++axis) {
    for (std::size_t o = 0; o < operands; ++o) pitch[o] = shapes[o].pitch[axis];
    items.add(box.extent(static_cast<int>(axis)), pitch);
  }
  items.settle();
  return items;
}

/// Items of one byte become words, the largest up to `most` that all addresses allow. @return [bytes] of a word
template <int operands>
std::size_t put_into_words(Items<operands>& items, std::size_t most = sizeof(Wide)) noexcept {
  typename Items<operands>::Pitch one, words;
  one.fill(1);
  const auto end = items.axis.begin() + items.axes;
  const auto run = std::find_if(items.axis.begin(), end, [&one](const auto& axis) { return axis.pitch == one; });
  std::uint64_t bits = run == end ? 1 : static_cast<std::uint64_t>(run->extent) | most;
  for (const std::byte* const first : items.first) bits |= reinterpret_cast<std::uintptr_t>(first);
  for (auto axis = items.axis.begin(); axis != end; ++axis)
    for (const std::ptrdiff_t pitch : axis->pitch) bits |= axis == run ? 0 : static_cast<std::uint64_t>(pitch);
  const std::uint64_t word = bits & -bits;
  if (run == end) return 1;
  run->extent /= static_cast<std::int64_t>(word);
  words.fill(static_cast<std::ptrdiff_t>(word));
  run->pitch = words;
  if (run->extent == 1) items.remove(static_cast<int>(run - items.axis.begin()));
  return word;
}

/// Bytes of elements of so many components and cells.
template <int operands>
Items<operands> bytes_of(const std::array<Shape, operands>& shapes, int components, std::size_t element,
                         const Box& box) noexcept {
  Items<operands> items = items_of<operands>(shapes, components, box);
  typename Items<operands>::Pitch one;
  one.fill(1);
  items.add_in_front(static_cast<std::int64_t>(element), one);
  items.settle();
  return items;
}

/// [bytes] of the shortest value of which this one is a repetition.
std::size_t period_of(const std::byte* value, std::size_t element) noexcept {
  for (std::size_t period = 1; period < element; ++period)
    if (element % period == 0 && std::memcmp(value, value + period, element - period) == 0) return period;
  return element;
}

}  // namespace

void fill(const Shape& to, int components, std::size_t element, const Box& box, const void* value) {
  if (box.empty()) return;
  std::byte bytes[most_value]{};
  if (value != nullptr) std::memcpy(bytes, value, element);
  const std::size_t period = value == nullptr ? 1 : period_of(bytes, element);
  Items<1> items = bytes_of<1>({to}, components, element, box);
  std::size_t word = put_into_words(items);
  if (word % period == 0) {
    with_word(word, [&](auto one) {
      for (std::size_t k = 0; k < word; ++k) std::memcpy(reinterpret_cast<std::byte*>(&one) + k, bytes + k % period, 1);
      for_items("a fill", items, Fill<decltype(one)>{one});
    });
    return;
  }
  word = std::min(word, period & -period);
  items = items_of<1>({to}, components, box);
  items.add_in_front(static_cast<std::int64_t>(element / period), {static_cast<std::ptrdiff_t>(period)});
  items.settle();
  items.add_in_front(static_cast<std::int64_t>(period / word), {static_cast<std::ptrdiff_t>(word)});
  with_word(word, [&](auto one) {
    FillInTurn<decltype(one)> pass{};
    std::memcpy(pass.value, bytes, period);
    for_items("a fill", items, pass);
  });
}

void clear(std::span<const Part> parts) {
  std::vector<Items<1>> groups;
  std::size_t word = sizeof(Wide);
  for (const Part& part : parts) {
    if (part.box.empty()) continue;
    groups.push_back(bytes_of<1>({part.cells}, 1, part.element, part.box));
    Items<1> alone = groups.back();
    word = put_into_words(alone, word);
  }
  for (Items<1>& items : groups) put_into_words(items, word);
  with_word(word, [&](auto zero) { for_groups<Fill<decltype(zero)>>("a fill", groups, {zero}); });
}

void fill_bytes(std::byte* to, std::size_t bytes, std::byte value) {
  const auto run = [value](std::byte* first, std::size_t count) {
    Items<1> items{{first}};
    items.add(static_cast<std::int64_t>(count), {1});
    with_word(put_into_words(items), [&](auto word) {
      std::memset(&word, static_cast<int>(value), sizeof word);
      if (count > 0) for_items("a fill", items, Fill<decltype(word)>{word});
    });
  };
  const std::size_t most = bytes / sizeof(Wide) * sizeof(Wide);
  run(to, most);
  run(to + most, bytes - most);
}

void copy(const Shape& to, const Shape& from, int components, std::size_t element, const Box& box) {
  if (box.empty()) return;
  Items<2> items = bytes_of<2>({to, from}, components, element, box);
  with_word(put_into_words(items), [&](auto word) { for_items("a copy", items, Copy<decltype(word)>{}); });
}

void convert(const Shape& to, const Shape& from, int components, bool wide, const Box& box) {
  if (box.empty()) return;
  const Items<2> items = items_of<2>({to, from}, components, box);
  if (wide) for_items("a copy", items, Convert<double, float>{});
  else for_items("a copy", items, Convert<float, double>{});
}

void add(const Shape& sum, bool wide, const Shape& term, bool wide_term, int components, const Box& box) {
  if (box.empty()) return;
  const Items<2> items = items_of<2>({sum, term}, components, box);
  const auto run = [&](auto all, auto one) { for_items("an addition", items, Add<decltype(all), decltype(one)>{}); };
  if (wide) wide_term ? run(double{}, double{}) : run(double{}, float{});
  else wide_term ? run(float{}, double{}) : run(float{}, float{});
}

bool all_zero(const Shape& cells, int components, std::size_t element, const Box& box) {
  if (box.empty()) return true;
  const Scratch flag(sizeof(int));
  fill_bytes(flag.data(), sizeof(int), std::byte{});
  Items<1> items = bytes_of<1>({cells}, components, element, box);
  with_word(put_into_words(items), [&](auto word) {
    for_items("a search", items, Look<decltype(word)>{reinterpret_cast<int*>(flag.data())});
  });
  int found = 0;
  read_device(&found, flag.data(), sizeof found);
  return found == 0;
}

}  // namespace ops::cuda
