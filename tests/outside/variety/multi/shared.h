// Globals of a program of three sources.
#pragma once
#include <vector>
#include <cmath>
struct globals { ops_block b; ops_dat u, v, start; ops_stencil p; ops_reduction r; };
extern globals G;
extern double gain;
void setup(); void other(); double finish(); void set_gain(double);
