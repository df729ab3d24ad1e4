// backends/launches/graphs.cpp: found by shape; what has changed since is patched.
#include "backends/launches/graphs.hpp"

#include <algorithm>
#include <cstring>

namespace ops::launches {

Graphs::Shape Graphs::shape_of(const Batch& batch) {
  Shape shape;
  for (std::size_t k = 0; k < batch.size(); ++k) {
    const Task& task = batch.task(k);
    shape.insert(shape.end(), {reinterpret_cast<std::uintptr_t>(task.entry), task.blocks, batch.before(k).size()});
    shape.insert(shape.end(), batch.before(k).begin(), batch.before(k).end());
  }
  return shape;
}

void Graphs::launch(const Batch& batch) {
  if (batch.size() < least || refused_) return stream_.launch(batch);
  const auto [found, fresh] = kept_.try_emplace(shape_of(batch));
  Kept& kept = found->second;
  kept.used = ++now_;
  if (fresh) {
    if (kept_.size() > most) forget_oldest();
    return stream_.launch(batch);
  }
  if (kept.graph == nullptr) {
    kept.graph = stream_.graph(batch);
    refused_ = kept.graph == nullptr;
    if (refused_) return stream_.launch(batch);
    kept.batch = batch;
    ++counts_.made;
  } else {
    patch(kept, batch);
  }
  kept.graph->launch();
  ++counts_.launched;
}

void Graphs::patch(Kept& kept, const Batch& batch) {
  for (std::size_t k = 0; k < batch.size(); ++k) {
    const std::size_t bytes = batch.task(k).bytes;
    if (std::memcmp(kept.batch.kernel(k), batch.kernel(k), bytes) == 0) continue;
    std::memcpy(kept.batch.kernel(k), batch.kernel(k), bytes);
    kept.graph->set(k, kept.batch.kernel(k));
    ++counts_.patched;
  }
}

void Graphs::forget_oldest() {
  kept_.erase(std::ranges::min_element(kept_, {}, [](const auto& one) { return one.second.used; }));
}

}  // namespace ops::launches
