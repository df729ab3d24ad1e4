// tests/ops/support/piece_store_test.cpp: what is written comes back, or an error does: never other bytes, a crash or a
// hang.
#include "ops/support/piece_store.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <random>

#include "ops/support/codec.hpp"
#include "ops/support/error.hpp"
#include "tests/ops/support/faulty_disk.hpp"

namespace {

using ops::StoreFault;
using testing::HasSubstr;
using Bytes = std::shared_ptr<std::vector<std::byte>>;

Bytes noise(std::size_t size, unsigned seed) {
  std::mt19937_64 random(seed);
  auto bytes = std::make_shared<std::vector<std::byte>>(size);
  for (std::byte& each : *bytes) each = static_cast<std::byte>(random() & 0xff);
  return bytes;
}

class PieceStoreTest : public testing::Test {
 protected:
  PieceStoreTest() { std::filesystem::create_directories(directory); }
  ~PieceStoreTest() override {
    auto& faults = faulty_disk::faults();
    faults.write_error = faults.read_error = faults.good_writes = faults.writes = 0;
    faults.interrupt = false;
    faults.flip = -1;
    std::filesystem::remove_all(directory);
  }

  ops::PieceStore& open(bool compress = false, std::uint64_t limit = ~std::uint64_t{0},
                        std::size_t queue = std::size_t{1} << 26) {
    store = std::make_unique<ops::PieceStore>(ops::StoreSettings{directory, "pieces", limit, queue, compress});
    return *store;
  }
  ops::PieceRef write(const Bytes& bytes) { return store->write(*bytes, bytes); }
  ops::StoreResult written(const Bytes& bytes) {
    const ops::PieceRef piece = write(bytes);
    store->flush();
    return store->outcome(piece).value();
  }
  ops::StoreResult read(const ops::PieceRef& piece, const Bytes& to) {
    return store->wait(store->read(piece, *to, to));
  }
  StoreFault read_fault(const ops::PieceRef& piece, std::size_t size) { return read(piece, noise(size, 99)).fault; }
  void expect_back(const ops::PieceRef& piece, const Bytes& bytes) {
    const Bytes back = noise(bytes->size(), 99);
    const ops::StoreResult result = read(piece, back);
    EXPECT_TRUE(result.good()) << result.text;
    EXPECT_EQ(*back, *bytes);
  }
  /// The file, which has no name, as this process has it open.
  std::string file() const {
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd")) {
      std::error_code gone;
      if (std::filesystem::read_symlink(entry.path(), gone).string().find(directory + "/pieces.") != std::string::npos)
        return entry.path();
    }
    return "";
  }

  const std::string directory =
      std::filesystem::temp_directory_path() / ("piece_store_test." + std::to_string(getpid()));
  std::unique_ptr<ops::PieceStore> store;
};

TEST_F(PieceStoreTest, WhatIsWrittenComesBack) {
  for (const bool compress : {false, true}) {
    open(compress);
    std::vector<std::pair<ops::PieceRef, Bytes>> pieces;
    for (const std::size_t size :
         {std::size_t{1}, std::size_t{1000}, std::size_t{8} << 20, (std::size_t{8} << 20) + 1, std::size_t{20} << 20}) {
      const Bytes bytes = noise(size, static_cast<unsigned>(size));
      if (size > 1000) std::fill_n(bytes->begin(), size / 2, std::byte{7});  // some of it can be compressed
      pieces.emplace_back(write(bytes), bytes);
    }
    for (const auto& [piece, bytes] : pieces) expect_back(piece, bytes);  // perhaps still waiting
    store->flush();
    for (const auto& [piece, bytes] : pieces) expect_back(piece, bytes);
    const std::uint64_t all = 1 + 1000 + 2 * (8 << 20) + 1 + (20 << 20);
    EXPECT_EQ(store->totals().written, all);
    EXPECT_GE(store->totals().read, all);
    if (compress && ops::can_compress()) EXPECT_LT(store->totals().taken, all);
    else EXPECT_EQ(store->totals().taken, all);
  }
}

TEST_F(PieceStoreTest, TheFileHasNoName) {
  open();
  EXPECT_TRUE(std::filesystem::is_empty(directory));
  EXPECT_NE(file(), "");
  store.reset();
  EXPECT_EQ(file(), "");
}

TEST_F(PieceStoreTest, AFileLeftBehindByAnotherOfTheSameNumberIsNoObstacle) {
  const std::string name = directory + "/pieces." + std::to_string(getpid()) + ".0";
  close(::open(name.c_str(), O_CREAT | O_WRONLY, 0600));
  open();
  EXPECT_TRUE(written(noise(1000, 1)).good());
  EXPECT_TRUE(std::filesystem::exists(name));
}

TEST_F(PieceStoreTest, OwnersAreLetGoWhenTheirBytesAreWrittenAndSpaceWhenThePieceIs) {
  open();
  Bytes bytes = noise(1000, 1);
  const std::weak_ptr<std::vector<std::byte>> alive = bytes;
  ops::PieceRef piece = write(bytes);
  bytes.reset();
  store->flush();
  EXPECT_TRUE(alive.expired());
  EXPECT_EQ(store->totals().taken, 1000u);
  piece.reset();
  EXPECT_EQ(store->totals().taken, 0u);
  for (unsigned k = 0; k < 5; ++k) written(noise(1000, k));
  EXPECT_EQ(store->totals().peak, 1000u);
}

TEST_F(PieceStoreTest, PiecesOutliveTheirStore) {
  open();
  const Bytes bytes = noise(1 << 20, 1);
  const ops::PieceRef first = write(bytes), second = write(bytes);
  store.reset();
}

TEST_F(PieceStoreTest, AFullQueueWaitsAndOnePieceMayBeLarger) {
  open(false, ~std::uint64_t{0}, 1000);
  std::vector<std::pair<ops::PieceRef, Bytes>> pieces;
  for (unsigned k = 0; k < 20; ++k) {
    const Bytes bytes = noise(400 * (k % 5 + 1), k);
    pieces.emplace_back(write(bytes), bytes);
    EXPECT_LE(store->totals().waiting, 2000u);
  }
  for (const auto& [piece, bytes] : pieces) expect_back(piece, bytes);
}

TEST_F(PieceStoreTest, InterruptedAndShortCallsGoOn) {
  open();
  faulty_disk::faults().interrupt = true;
  const Bytes bytes = noise(100'000, 3);
  const ops::PieceRef piece = write(bytes);
  store->flush();
  expect_back(piece, bytes);
}

TEST_F(PieceStoreTest, TheLimitIsAnErrorAndWhatLiesThereStays) {
  open(false, 2500);
  const Bytes bytes = noise(1000, 1);
  const ops::PieceRef first = write(bytes);
  ops::PieceRef second = write(bytes);
  const ops::StoreResult result = written(bytes);
  EXPECT_EQ(result.fault, StoreFault::limit);
  EXPECT_THAT(result.text, testing::AllOf(HasSubstr("limit of 2500 bytes"), HasSubstr(directory)));
  expect_back(first, bytes);
  second.reset();
  EXPECT_TRUE(written(bytes).good());
}

TEST_F(PieceStoreTest, APieceThatDoesNotFitLeavesNoPartOfItself) {
  open(false, std::uint64_t{10} << 20);
  EXPECT_EQ(written(noise(std::size_t{20} << 20, 1)).fault, StoreFault::limit);
  EXPECT_EQ(store->totals().taken, 0u);
}

TEST_F(PieceStoreTest, AFullDiskAndOtherErrorsAreTold) {
  open();
  for (const auto& [error, fault] :
       {std::pair{ENOSPC, StoreFault::full}, {EDQUOT, StoreFault::full}, {EIO, StoreFault::device}}) {
    faulty_disk::faults().write_error = error;
    const Bytes bytes = noise(1000, 1);
    const ops::PieceRef piece = write(bytes);
    store->flush();
    EXPECT_EQ(store->outcome(piece)->fault, fault);
    EXPECT_THAT(store->outcome(piece)->text, HasSubstr(directory));
    EXPECT_EQ(read_fault(piece, 1000), fault);
    EXPECT_EQ(store->totals().taken, 0u);
    faulty_disk::faults().write_error = 0;
    EXPECT_TRUE(written(bytes).good());
  }
}

/// The kernel's own refusal, with the signal that comes with it.
TEST_F(PieceStoreTest, AFileThatMayNotGrowIsAnErrorAndNotTheEnd) {
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  open();
  const Bytes small = noise(1000, 1);
  const ops::PieceRef piece = write(small);
  store->flush();
  rlimit tight = before;
  tight.rlim_cur = 1 << 16;
  setrlimit(RLIMIT_FSIZE, &tight);
  const ops::StoreResult result = written(noise(1 << 20, 2));
  setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_EQ(result.fault, StoreFault::full) << result.text;
  expect_back(piece, small);
}

TEST_F(PieceStoreTest, AnErrorInReadingIsTold) {
  open();
  const ops::PieceRef piece = write(noise(1000, 1));
  store->flush();
  faulty_disk::faults().read_error = EIO;
  EXPECT_EQ(read_fault(piece, 1000), StoreFault::device);
}

TEST_F(PieceStoreTest, AFlippedBitIsFound) {
  for (const bool compress : {false, true}) {
    open(compress);
    const Bytes bytes = noise(100'000, 1);
    std::fill_n(bytes->begin(), 90'000, std::byte{1});
    const ops::PieceRef piece = write(bytes), other = write(bytes);
    store->flush();
    const int raw = ::open(file().c_str(), O_RDWR);
    ASSERT_GE(raw, 0);
    const off_t at = compress ? 5000 : 50'000;
    char byte = 0;
    ASSERT_EQ(pread(raw, &byte, 1, at), 1);
    byte = static_cast<char>(byte ^ 16);
    ASSERT_EQ(pwrite(raw, &byte, 1, at), 1);
    close(raw);
    const ops::StoreResult result = read(piece, noise(100'000, 9));
    EXPECT_EQ(result.fault, StoreFault::damaged);
    EXPECT_THAT(result.text, HasSubstr("checksum"));
    expect_back(other, bytes);
  }
}

TEST_F(PieceStoreTest, AFlippedBitOnTheWayIsFound) {
  open();
  faulty_disk::faults().flip = 0;
  const ops::PieceRef piece = write(noise(1000, 1));
  store->flush();
  EXPECT_EQ(read_fault(piece, 1000), StoreFault::damaged);
}

TEST_F(PieceStoreTest, ATruncatedFileIsTold) {
  open();
  const Bytes bytes = noise(1000, 1);
  const ops::PieceRef first = write(bytes), second = write(bytes);
  store->flush();
  std::filesystem::resize_file(file(), 1500);
  expect_back(first, bytes);
  EXPECT_EQ(read_fault(second, 1000), StoreFault::truncated);
}

/// Nobody can take a file away that has no name; the directory may go.
TEST_F(PieceStoreTest, ADirectoryThatVanishesDoesNoHarm) {
  open();
  const Bytes bytes = noise(1000, 1);
  const ops::PieceRef piece = write(bytes);
  store->flush();
  std::filesystem::remove_all(directory);
  expect_back(piece, bytes);
  EXPECT_TRUE(written(bytes).good());
}

std::string refusal(const std::string& directory) {
  try {
    const ops::PieceStore store({.directory = directory});
  } catch (const OPSException& error) {
    return error.what();
  }
  return "";
}

TEST_F(PieceStoreTest, ADirectoryThatCannotHoldAFileIsAnErrorThatSaysWhy) {
  EXPECT_THAT(refusal(directory + "/missing"),
              testing::AllOf(HasSubstr("missing'"), HasSubstr("No such file or directory")));
  close(::open((directory + "/file").c_str(), O_CREAT | O_WRONLY, 0600));
  EXPECT_THAT(refusal(directory + "/file"), HasSubstr("Not a directory"));
  EXPECT_THAT(refusal("/proc"), HasSubstr("no file can be created in '/proc'"));
}

/// Root may write everywhere, so somebody else tries.
TEST_F(PieceStoreTest, AReadOnlyDirectoryIsAnError) {
  const bool root = geteuid() == 0;
  constexpr uid_t nobody = 65534;
  chmod(directory.c_str(), 0555);
  if (root) {
    ASSERT_EQ(chown(directory.c_str(), nobody, static_cast<gid_t>(-1)), 0);
    ASSERT_EQ(seteuid(nobody), 0);
  }
  const std::string why = refusal(directory);
  if (root) ASSERT_EQ(seteuid(0), 0);
  chmod(directory.c_str(), 0755);
  EXPECT_THAT(why, HasSubstr("Permission denied"));
}

/// Much memory that is little: one window, seen again and again. No two chunks of it are alike.
class Repeated {
 public:
  Repeated(std::size_t size, unsigned seed) : size_(size), file_(memfd_create("repeated", MFD_CLOEXEC)) {
    EXPECT_EQ(ftruncate(file_, window), 0);
    at_ = static_cast<std::byte*>(mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0));
    for (std::size_t first = 0; first < size; first += window)
      EXPECT_NE(mmap(at_ + first, std::min<std::size_t>(window, size - first), PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_FIXED, file_, 0),
                MAP_FAILED);
    for (std::size_t i = 0; i < window; i += 4096) at_[i] = static_cast<std::byte>(i * seed >> 12);
  }
  Repeated(const Repeated&) = delete;
  Repeated& operator=(const Repeated&) = delete;
  ~Repeated() {
    munmap(at_, size_);
    close(file_);
  }
  std::span<std::byte> bytes() const { return {at_, size_}; }

  static constexpr off_t window = 20 << 20;

 private:
  std::size_t size_;
  int file_;
  std::byte* at_ = nullptr;
};

TEST_F(PieceStoreTest, APieceAbove2GiB) {
  const std::size_t size = (std::size_t{2} << 30) + 4097;
  open(true);
  const auto from = std::make_shared<Repeated>(size, 7), to = std::make_shared<Repeated>(size, 0);
  const ops::PieceRef piece = store->write(from->bytes(), from);
  store->flush();
  ASSERT_TRUE(store->outcome(piece)->good());
  EXPECT_EQ(store->totals().written, size);
  const ops::StoreResult result = store->wait(store->read(piece, to->bytes(), to));
  ASSERT_TRUE(result.good()) << result.text;
  EXPECT_TRUE(std::ranges::equal(from->bytes().first(Repeated::window), to->bytes().first(Repeated::window)));
}

}  // namespace
