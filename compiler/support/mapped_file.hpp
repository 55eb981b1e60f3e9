// Storage that need not stay in memory.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <memory_resource>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace espalier {

// The storage of columns: numbers that can live in memory of another kind than the heap (support/mapped_file.hpp).
using Numbers = std::pmr::vector<double>;

// Memory that need not stay in memory: every allocation is a file of its own, unlinked, mapped.

// For large vectors that are written and read from front to back. Safe to use from several threads.
class MappedFileResource : public std::pmr::memory_resource {
 public:
  // Files are made in `directory`; empty: the system's for temporary files. They have no name, so that nothing is left
  // behind however the program ends.
  // `limit`: bytes of memory that the program should have in use at most, 0 for any number. Whoever passes over much of
  // what is allocated here should drop_pages() after every keep() bytes; where nobody does, a thread of the resource
  // does it when the program comes near the limit.
  explicit MappedFileResource(std::string directory = {}, std::size_t limit = 0);
  ~MappedFileResource() override;
  MappedFileResource(const MappedFileResource&) = delete;
  MappedFileResource& operator=(const MappedFileResource&) = delete;

  // Gives back the memory that holds the pages of all allocations; they are read from their files when they are used
  // again.
  void drop_pages();

  std::size_t bytes() const;  // allocated
  std::size_t keep() const;   // bytes of pages that may be in memory at once

 private:
  void watch(const std::stop_token& stop);

  void* do_allocate(std::size_t bytes, std::size_t alignment) override;
  void do_deallocate(void* at, std::size_t bytes, std::size_t alignment) override;
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }

  std::string directory_;
  std::size_t limit_;
  mutable std::mutex mutex_;             // of what follows
  std::map<void*, std::size_t> mapped_;  // bytes of each allocation
  std::jthread watch_;                   // stops before the rest goes
};

// What the user allows the learner to use.
class MemoryLimit {
 public:
  MemoryLimit() = default;  // no limit
  // "500M", "2G", "1.5G", "800000K": powers of 1,024; without a letter bytes. Throws Diagnostic(usage).
  explicit MemoryLimit(std::string text);

  // Where columns are kept; null without a limit.
  MappedFileResource* files() const { return files_.get(); }
  const std::string& text() const { return text_; }
  std::size_t bytes() const { return bytes_; }

  // The search for exact cuts keeps every column in order, in memory. Throws Diagnostic(usage) if that is too much.
  void refuse_exact_search(std::size_t rows, std::size_t columns) const;

 private:
  std::string text_;
  std::size_t bytes_ = 0;
  std::shared_ptr<MappedFileResource> files_;
};

bool in_mapped_file(const Numbers& numbers);

// The numbers will not be needed soon: where they are in a mapped file, its pages are given back.
void drop_pages_of(const Numbers& numbers);

}  // namespace espalier
