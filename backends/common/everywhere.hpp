// backends/common/everywhere.hpp: functions that generated code calls, wherever it runs.
#pragma once

/// Stands before functions that compilers for devices make for host and device.
#ifdef __CUDACC__
#define OPS_EVERYWHERE __host__ __device__
#else
#define OPS_EVERYWHERE
#endif
