// backends/common/everywhere.hpp: functions that generated code calls on the host and on devices.
#pragma once

/// Stands before functions that compilers for devices make for host and device.
#ifdef __CUDACC__
#define OPS_EVERYWHERE __host__ __device__
#else
#define OPS_EVERYWHERE
#endif
