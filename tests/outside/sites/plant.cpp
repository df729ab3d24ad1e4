// A greenhouse in C style: a struct of handles behind functions (plant/), kernels of one name in two files, arguments of loops in variables and arrays,
// ranges from a function, optional arguments, walls as planes of float, a column, sums onto a plane and maxima onto a line. Against plain arrays.
#define OPS_3D
#include "ops_seq_v2.h"
#include "plant/plant.h"
#include "tally.h"
#include <fstream>

template <class T, int n>
static std::vector<T> list(const T (&values)[n]) { return std::vector<T>(values, values + n); }

int main(int argc, char** argv) {
  plant_state* state = plant_new(argc, argv);
  Tally tally;
  plant_fill(state);
  for (int until = 0, step = 0; until <= 9; until += 3) {
    for (; step < until; ++step) {
      double k[6];
      int wind[3];
      for (int i = 0; i < 6; ++i) k[i] = plant_coefficient(step, i);
      for (int i = 0; i < 3; ++i) wind[i] = plant_wind(step, i);
      plant_step(state, k, wind, step % 2 == 0);
    }
    outcome found = {}, plain = {};
    plant_measure(state, &found);
    plant_plain(until, &plain);
    const std::string at = " after " + std::to_string(until);
    tally.all("t" + at, list(found.t), list(plain.t));
    tally.all("c" + at, list(found.c), list(plain.c));
    tally.all("kind" + at, list(found.kind), list(plain.kind));
    tally.all("warm" + at, list(found.warm), list(plain.warm), 1e-14);
    tally.all("top" + at, list(found.top), list(plain.top));
    tally.all("wall" + at, list(found.wall), list(plain.wall));
    tally.all("count" + at, list(found.count), list(plain.count));
    tally.all("moisture" + at, list(found.moisture), list(plain.moisture), 1e-14);
    tally.one("hot" + at, found.hot, plain.hot);
    tally.one("lowest" + at, found.lowest, plain.lowest);
    tally.one("highest" + at, found.highest, plain.highest);
  }
  plant_write(state, "plant.txt");
  if (ops_is_root()) {
    std::ifstream file("plant.txt");
    int lines = 0;
    for (std::string line; std::getline(file, line);) lines += !line.empty();
    tally.is("the file has rows", lines >= (NY + 2) * (NZ + 2) + NZ);
  }
  const int status = tally.end();
  plant_end(state);
  return status;
}
