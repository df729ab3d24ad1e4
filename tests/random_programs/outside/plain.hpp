// Fields, scalars and sums of the plain programs: arrays with a margin of one cell, nothing else. Included once per
// number type, in a namespace that has Double and Float.
struct Storage {
  virtual ~Storage() = default;
  virtual std::vector<double> values() const = 0;
  virtual std::vector<int> steps() const = 0;
  virtual void fill(int input, double h) = 0;
  virtual bool pitched() const { return false; }
  virtual bool inside(std::size_t) const { return true; }  ///< entry: no halo
  std::string name;
};
std::vector<Storage*> inputs;

template <class T>
struct Cell {
  T* at;
  const std::ptrdiff_t* pitch;
  T& operator()(int i) const { return at[i * pitch[0]]; }
  T& operator()(int i, int j) const { return dims == 1 ? at[i + j * pitch[0]] : at[i * pitch[0] + j * pitch[1]]; }
  T& operator()(int i, int j, int k) const {
    return dims == 2 ? at[i + j * pitch[0] + k * pitch[1]] : at[i * pitch[0] + j * pitch[1] + k * pitch[2]];
  }
  T& operator()(int c, int i, int j, int k) const { return at[c + i * pitch[0] + j * pitch[1] + k * pitch[2]]; }
};
template <class T>
using ACC = Cell<T>;

enum class Last { set, read, INC, MIN, MAX };

template <class T>
struct Field : Storage {
  int components, extent[3];
  std::ptrdiff_t pitch[3];
  std::vector<T> data;
  Last last = Last::set;

  Field(const char* title, int c, std::array<bool, 3> axes) : components(c) {
    name = title;
    std::ptrdiff_t n = c;
    for (int d = 0; d < 3; ++d) {
      extent[d] = d < dims && axes[static_cast<std::size_t>(d)] ? size[d] : 1;
      pitch[d] = extent[d] > 1 ? n : 0;
      n *= extent[d] > 1 ? extent[d] + 2 : 1;
    }
    data.resize(static_cast<std::size_t>(n));
    fill(static_cast<int>(inputs.size()), 0);
    inputs.push_back(this);
  }
  void fill(int input, double h) override {
    for (std::size_t k = 0; k < data.size(); ++k)
      put(data[k], rounded<T>(start_value(input, static_cast<int>(k))), h * direction(input, static_cast<int>(k)));
  }
  bool pitched() const override { return true; }
  bool inside(std::size_t k) const override {
    for (int d = 0; d < 3; ++d) {
      if (pitch[d] == 0) continue;
      const int at = static_cast<int>(static_cast<std::ptrdiff_t>(k) / pitch[d] % (extent[d] + 2));
      if (at < 1 || at > extent[d]) return false;
    }
    return true;
  }
  std::vector<double> values() const override {
    return all_of(data, [](const T& x) { return static_cast<double>(value_of(x)); });
  }
  std::vector<int> steps() const override {
    return all_of(data, [](const T& x) { return step_of(x); });
  }
  Cell<T> at(const int* i) {
    std::ptrdiff_t n = 0;
    for (int d = 0; d < dims; ++d) n += extent[d] > 1 ? (i[d] + 1) * pitch[d] : 0;
    return {data.data() + n, pitch};
  }
  /// Sums onto lower-dimensional data start from zero, minima and maxima likewise, unless values were set or the same
  /// goes on.
  void starts(Last kind, double neutral) {
    if (last != Last::set && last != kind) std::fill(data.begin(), data.end(), T(neutral));
    last = kind;
  }
};

template <class T>
struct Scalar : Storage {
  std::vector<T> value;
  int number;
  Scalar(const char* title, int c, int n) : value(static_cast<std::size_t>(c)), number(n) {
    name = title;
    fill(static_cast<int>(inputs.size()), 0);
    inputs.push_back(this);
  }
  void fill(int input, double h) override {
    for (std::size_t c = 0; c < value.size(); ++c)
      put(value[c], rounded<T>(0.35 + 0.2 * number + 0.13 * static_cast<double>(c)),
          h * direction(input, static_cast<int>(c)));
  }
  std::vector<double> values() const override {
    return all_of(value, [](const T& x) { return static_cast<double>(value_of(x)); });
  }
  std::vector<int> steps() const override {
    return all_of(value, [](const T& x) { return step_of(x); });
  }
};

template <class T>
struct Total {
  const char* name;
  std::vector<T> value;
  double neutral;
  Total(const char* title, int c, double start)
      : name(title), value(static_cast<std::size_t>(c), T(start)), neutral(start) {}
  std::vector<T> result() {
    std::vector<T> out = value;
    std::fill(value.begin(), value.end(), T(neutral));
    return out;
  }
};

Double objective;
std::string results;
bool on(int event) { return left_out.count(event) == 0; }

template <class F>
void each(const int* range, F f) {
  int lo[3] = {}, hi[3] = {1, 1, 1}, i[3];
  for (int d = 0; d < dims; ++d) {
    lo[d] = range[2 * d];
    hi[d] = range[2 * d + 1];
  }
  for (i[2] = lo[2]; i[2] < hi[2]; ++i[2])
    for (i[1] = lo[1]; i[1] < hi[1]; ++i[1])
      for (i[0] = lo[0]; i[0] < hi[0]; ++i[0]) f(static_cast<const int*>(i));
}
template <class T>
void take(Scalar<T>& scalar, Total<T>& total) {
  scalar.value = total.result();
}
template <class T>
void copy(Field<T>& target, Field<T>& source) {
  target.data = source.data;
  target.last = Last::set;
  source.last = Last::read;
}
template <class T>
void wrap(Field<T>& u) {
  for (int d = 0; d < dims; ++d)
    for (const bool up : {true, false}) {
      int range[6];
      for (int e = 0; e < dims; ++e) {
        range[2 * e] = e == d ? (up ? -1 : size[d]) : 0;
        range[2 * e + 1] = e == d ? range[2 * e] + 1 : size[e];
      }
      each(range, [&](const int* i) {
        int from[3] = {i[0], i[1], i[2]};
        from[d] = up ? size[d] - 1 : 0;
        *u.at(i).at = *u.at(from).at;
      });
    }
}
template <class T>
void square(Field<T>& u, Field<T>& v) {
  each(inside, [&](const int* i) { *v.at(i).at = 0.7 * *v.at(i).at + 0.2 * *u.at(i).at * *u.at(i).at; });
}
template <class T>
void reckon(Scalar<T>& source, Scalar<T>& target, bool anew) {
  target.value[0] = (anew ? T(0.3) : 0.7 * target.value[0]) + 0.2 * source.value[0] * source.value[0];
}
/// One system after the other by Thomas' elimination; each has the matrix that its cells of u make.
template <class T>
void solve(Field<T>& u, Field<T>& d, Field<T>* to, int axis, const int* range) {
  int first[6] = {0, 1, 0, 1, 0, 1};
  for (int k = 0; k < 2 * dims; ++k) first[k] = range[k];
  const int from = range[2 * axis], rows = range[2 * axis + 1] - from;
  first[2 * axis + 1] = from + 1;
  each(first, [&](const int* begin) {
    std::vector<T> upper(static_cast<std::size_t>(rows)), right(upper.size());
    int i[3] = {begin[0], begin[1], begin[2]};
    const auto cell = [&](Field<T>& field, int row) -> T& {
      i[axis] = from + row;
      return *field.at(i).at;
    };
    for (int row = 0; row < rows; ++row) {
      const auto k = static_cast<std::size_t>(row);
      const T x = cell(u, row) / (1.0 + cell(u, row) * cell(u, row)), below = 0.3 * x - 0.4, above = 0.5 + 0.4 * x;
      T pivot = 1.7 + x * x, value = cell(d, row);
      if (row > 0) pivot = pivot - below * upper[k - 1], value = value - below * right[k - 1];
      upper[k] = above / pivot;
      right[k] = value / pivot;
    }
    for (int row = rows; row-- > 0;) {
      const auto k = static_cast<std::size_t>(row);
      if (row + 1 < rows) right[k] = right[k] - upper[k] * right[k + 1];
      if (to) cell(*to, row) = cell(*to, row) + right[k];
      else cell(d, row) = right[k];
    }
  });
}
template <class T>
void seed(Total<T>& total, double weight) {
  const std::vector<T> value = total.result();
  for (std::size_t c = 0; c < value.size(); ++c)
    objective += rounded<T>(weight * (1.0 + 0.5 * static_cast<double>(c))) * Double(value[c]);
  results += line("value", total.name, all_of(value, [](const T& x) { return static_cast<double>(value_of(x)); }));
}
template <class T>
void seed(Field<T>& u, double weight) {
  int range[6], k = 0;
  for (int d = 0; d < dims; ++d) {
    range[2 * d] = 0;
    range[2 * d + 1] = u.extent[d];
  }
  each(range, [&](const int* i) {
    for (int c = 0; c < u.components; ++c, ++k)
      objective += rounded<T>(weight * (0.5 + 0.125 * (k % 7))) * Double(u.at(i).at[c]);
  });
}
