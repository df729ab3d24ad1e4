// Datasets of many types, the components of a cell together in memory.
#define OPS_3D
#include "zoo_of_types.h"
