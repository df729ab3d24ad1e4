/* plant.h: a greenhouse in C style. Everything is behind functions; the state is a struct of handles. */
#ifndef PLANT_H
#define PLANT_H
#define NX 11
#define NY 9
#define NZ 7
enum { T, TN, C, CN, N_FIELDS };
enum { POINT, STAR, PLANE, COLUMN, WALL, WALL_MIRROR, N_STENCILS };

/* the outcome, copied to plain arrays */
typedef struct {
  double t[NX * NY * NZ], c[2 * NX * NY * NZ], warm[NX * NY], top[NZ], hot, moisture[2];
  float wall[NX * NZ];
  int kind[NX * NY * NZ], count[3], lowest, highest;
} outcome;

typedef struct plant_state plant_state;
plant_state* plant_new(int argc, char** argv);
void plant_fill(plant_state*);
void plant_step(plant_state*, const double coefficients[6], const int wind[3], int with_moisture);
void plant_measure(plant_state*, outcome*);
void plant_write(plant_state*, const char* file);
void plant_end(plant_state*);
void plant_plain(int steps, outcome*); /* plain.cpp, without the library */
double plant_coefficient(int step, int which);
int plant_wind(int step, int axis);
#endif
