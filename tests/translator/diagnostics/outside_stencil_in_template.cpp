#include "common.hpp"

template <class T, int Reach>
void edge(const ACC<T>& u, ACC<T>& v) {
  v(0, 0) = u(Reach, 0) - u(0, 0);
}
template <int Reach>
void step() {
  ops_par_loop(edge<double, Reach>, "edge", block, 2, range, ops_arg_dat(u, 1, PAIR, "double", OPS_READ),
               ops_arg_dat(v, 1, CENTRE, "double", OPS_WRITE));
}

void run() { step<-1>(); }
