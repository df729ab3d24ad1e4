// ops/model/dlpack.cpp: views as tensors of DLPack (dmlc/dlpack, version 0).
#include <memory>
#include <utility>
#include <vector>

#include "ops/model/interface.hpp"

namespace {

// Layouts of dlpack.h.
struct Device {
  std::int32_t type, number;
};
struct DataType {
  std::uint8_t code, bits;
  std::uint16_t lanes;
};
struct Tensor {
  void* data;
  Device device;
  std::int32_t axes;
  DataType type;
  std::int64_t *shape, *strides;
  std::uint64_t offset;
};
struct ManagedTensor {
  Tensor tensor;
  void* context;
  void (*deleter)(ManagedTensor*);
};

struct Exported {
  ManagedTensor managed;
  std::unique_ptr<opsgrad_view> view;
  std::vector<std::int64_t> shape, strides;
};

void end(ManagedTensor* managed) {
  const std::unique_ptr<Exported> exported(static_cast<Exported*>(managed->context));
  opsgrad_let_go(exported->view.release());
}

}  // namespace

void* opsgrad_export(opsgrad_view* view, int type, int number, int code, int bits, int axes, const std::int64_t* shape,
                     const std::int64_t* strides) {
  auto made = std::make_unique<Exported>();
  made->view = std::make_unique<opsgrad_view>(view->values);
  made->shape.assign(shape, shape + axes);
  made->strides.assign(strides, strides + axes);
  made->managed.tensor = {view->values.first,
                          {type, number},
                          axes,
                          {static_cast<std::uint8_t>(code), static_cast<std::uint8_t>(bits), 1},
                          made->shape.data(),
                          made->strides.data(),
                          0};
  made->managed.context = made.get();
  made->managed.deleter = end;
  return &made.release()->managed;
}
