// Memory that need not stay in memory: every allocation is a file of its own, unlinked, mapped.
#pragma once

#include <cstddef>
#include <map>
#include <memory_resource>
#include <mutex>
#include <string>

#include "support/numbers.hpp"

namespace espalier {

// For large vectors that are written and read from front to back. Safe to use from several threads.
class MappedFileResource : public std::pmr::memory_resource {
 public:
  // Files are made in `directory`; empty: the system's for temporary files. They have no name, so that nothing is left
  // behind however the program ends.
  explicit MappedFileResource(std::string directory = {});
  ~MappedFileResource() override;
  MappedFileResource(const MappedFileResource&) = delete;
  MappedFileResource& operator=(const MappedFileResource&) = delete;

  // Gives back the memory that holds the pages of all allocations; they are read from their files when they are used
  // again.
  void drop_pages();

  std::size_t bytes() const;  // allocated

 private:
  void* do_allocate(std::size_t bytes, std::size_t alignment) override;
  void do_deallocate(void* at, std::size_t bytes, std::size_t alignment) override;
  bool do_is_equal(const memory_resource& other) const noexcept override { return this == &other; }

  std::string directory_;
  mutable std::mutex mutex_;             // of what follows
  std::map<void*, std::size_t> mapped_;  // bytes of each allocation
};

// The numbers will not be needed soon: where they are in a mapped file, its pages are given back.
void drop_pages_of(const Numbers& numbers);

}  // namespace espalier
