// ops/machines/ranks/rank_machine.hpp: the machine of a run on several processes. Each process has a part of every
// block, on its own local machine.
#pragma once

#include <deque>

#include "ops/machines/ranks/divisions.hpp"
#include "ops/machines/ranks/exchange.hpp"
#include "ops/machines/ranks/loop_parts.hpp"
#include "ops/machines/ranks/margin.hpp"
#include "ops/machines/ranks/neighbour_copies.hpp"
#include "ops/machines/ranks/one_thread.hpp"
#include "ops/machines/ranks/rank_relay.hpp"

namespace ops::ranks {

/// Asked for the same, in the same order, on every process.
class RankMachine final : public Machine {
 public:
  RankMachine(const Communicator& communicator, std::shared_ptr<Machine> own)
      : communicator_(communicator), own_(std::move(own)), exchange_(communicator, *own_) {}

  void* allocate(std::size_t bytes) noexcept override { return own_->allocate(bytes); }
  void release(void* memory, std::size_t bytes) noexcept override { own_->release(memory, bytes); }
  std::size_t available() override { return own_->available(); }
  void taken(const std::byte* address) override { copies_.forget(address); }
  void fill(const BufferRef& to, const Layout& layout, const Box& box, const void* value) override;
  void fill_bytes(const BufferRef& to, std::byte value) override;
  void copy(const BufferRef& to, const Layout& to_layout, const BufferRef& from, const Layout& from_layout,
            const Box& box) override;
  void add(const BufferRef& sum, const Layout& sum_layout, const BufferRef& term, const Layout& term_layout,
           Type element, const Box& box) override;
  void read(std::byte* to, const BufferRef& from, const Layout& layout, std::span<const Box> boxes) override;
  void write(const BufferRef& to, const Layout& layout, const Box& box, const std::byte* from, bool slowest) override;
  void read_own(std::byte* to, const BufferRef& from, const Layout& layout, const Box& box) override;
  void write_own(const BufferRef& to, const Layout& layout, const Box& box, const std::byte* from) override;
  void bring_copies(const BufferRef& buffer, const Layout& layout) override;
  void owners_wrote(const BufferRef& buffer, const Layout& layout) override {
    copies_.owners_wrote(buffer.get(), layout.allocated);
  }
  bool all_zero(const BufferRef& buffer, const Layout& layout, const Box& box) override;
  void run(void (*loop)(const Launch&), const Launch& launch) override;
  void run_on_host(const std::function<void(const Launch&)>& loop, const Launch& launch) override;
  void run(void (*adjoint)(const AdjointLaunch&), const AdjointLaunch& launch) override;
  void search(void (*attained)(const AdjointLaunch&, Attained* const*), const AdjointLaunch& launch,
              std::span<const std::span<Attained>> first) override;
  void complete(const Totals& totals) override;
  const Decomposition* divide(int dims, const Box& extents, int reach,
                              const std::map<std::string, std::string>& words) override;
  bool shares(const Launch& launch) const override;
  Machine& own() noexcept override { return *own_; }
  std::int64_t least(std::int64_t mine) override { return communicator_.least(mine); }
  void agree(const std::exception_ptr& failure) override;
  bool speaks() const noexcept override { return communicator_.rank() == 0; }
  bool divides() const noexcept override { return true; }
  double clock() override { return own_->clock(); }
  std::shared_ptr<void> for_host(std::span<const BufferRef> buffers) override { return own_->for_host(buffers); }

 private:
  /// Copies that the parts of a loop read are brought up to date. @return  how far beyond parts it is to be done
  int bring(const Work& work, const Division& division, const std::optional<Margin>& margin);
  /// .. as far as copies are up to date, or `loop.most` after an exchange
  int bring_deep(const Margin& loop);
  /// @param far  beyond its part each process has written as well
  void owners_wrote(const Work& work, int far);
  void agree(std::span<Attained> points);
  /// @param on_host  the loop gets addresses that hold for the host
  void run_parts(const Launch& launch, bool on_host, const std::function<void(const Launch&)>& loop);
  RankRelay relay_of(const auto& launch, const Layout& divided) const;
  void run_together(const Launch& launch, const Work& work, bool on_host,
                    const std::function<void(const Launch&)>& loop);
  void run_together(const AdjointLaunch& launch, const Work& work,
                    const std::function<void(const AdjointLaunch&)>& loop);

  OneThread alone_;
  const Communicator& communicator_;
  std::shared_ptr<Machine> own_;
  Exchange exchange_;
  Copies copies_;
  mutable Divisions divisions_;
  Zones zones_;
  std::map<const Decomposition*, int> margins_;  ///< loops are done no further than that beyond parts [cells]
  std::deque<Decomposition> decompositions_;
  int next_process_ = 0;  ///< with which a block begins that only some have
};

}  // namespace ops::ranks
