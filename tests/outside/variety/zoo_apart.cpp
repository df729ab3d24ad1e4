// Datasets of many types, components apart in memory.
#define OPS_3D
#define OPS_SOA
#include "zoo_of_types.h"
