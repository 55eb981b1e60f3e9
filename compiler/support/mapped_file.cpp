#include "support/mapped_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <new>
#include <string_view>
#include <utility>

#include "support/diagnostic.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

[[noreturn]] void cannot_keep(const std::string& directory, int error) {
  throw Diagnostic(ExitCode::cannot_write,
                   fmt::format("cannot keep columns in {}: {}", in_quotes(directory, 400), std::strerror(error)),
                   "TMPDIR names a directory with room for them");
}

std::string temporary_directory() {
  std::error_code error;
  const std::filesystem::path found = std::filesystem::temp_directory_path(error);
  return error ? "/tmp" : found.string();
}

// Space is taken now: a write to a mapped page for which there is none would end the program.
int unlinked_file(const std::string& directory, std::size_t bytes) {
  std::string path = directory + "/espalier-XXXXXX";
  const int file = ::mkostemp(path.data(), O_CLOEXEC);
  if (file < 0) cannot_keep(directory, errno);
  ::unlink(path.c_str());
  const int error = ::posix_fallocate(file, 0, static_cast<off_t>(bytes));
  if (error == 0) return file;
  ::close(file);
  cannot_keep(directory, error);
}

}  // namespace

MappedFileResource::MappedFileResource(std::string directory, std::size_t limit)
    : directory_(directory.empty() ? temporary_directory() : std::move(directory)), limit_(limit) {
  if (limit_ > 0) watch_ = std::jthread([this](const std::stop_token& stop) { watch(stop); });
}

MappedFileResource::~MappedFileResource() {
  watch_ = {};
  for (const auto& [at, bytes] : mapped_) ::munmap(at, bytes);
}

void* MappedFileResource::do_allocate(std::size_t bytes, std::size_t) {
  if (bytes == 0) bytes = 1;  // a mapping has at least a page, which is aligned for everything
  const int file = unlinked_file(directory_, bytes);
  void* const at = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  ::close(file);
  if (at == MAP_FAILED) throw std::bad_alloc();
  const std::lock_guard lock(mutex_);
  mapped_.emplace(at, bytes);
  return at;
}

void MappedFileResource::do_deallocate(void* at, std::size_t, std::size_t) {
  const std::lock_guard lock(mutex_);
  const auto found = mapped_.find(at);
  ::munmap(at, found->second);
  mapped_.erase(found);
}

void MappedFileResource::drop_pages() {
  const std::lock_guard lock(mutex_);
  for (const auto& [at, bytes] : mapped_) ::madvise(at, bytes, MADV_DONTNEED);
}

// A pass over columns maps pages at several gigabytes a second; a millisecond's worth of them is what may be above the
// mark where the thread looks.
void MappedFileResource::watch(const std::stop_token& stop) {
  constexpr std::chrono::milliseconds kPause(1);
  const std::size_t mark = limit_ - limit_ / 4;
  while (!stop.stop_requested()) {
    if (resident_bytes() > mark) drop_pages();
    std::this_thread::sleep_for(kPause);
  }
}

std::size_t MappedFileResource::keep() const {
  constexpr std::size_t kMost = std::size_t{1} << 25U;
  return limit_ == 0 ? kMost : std::min(kMost, limit_ / 8);
}

std::size_t resident_bytes() {
  // Pages: of the program, of these in memory, ...
  const int file = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  char text[128];
  const ssize_t size = ::read(file, text, sizeof text);
  ::close(file);
  const std::string_view figures(text, static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  const std::string_view resident = figures.substr(std::min(figures.find(' '), figures.size()));
  std::size_t pages = 0;
  if (!resident.empty()) std::from_chars(resident.data() + 1, resident.data() + resident.size(), pages);
  return pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

bool in_mapped_file(const Numbers& numbers) {
  return dynamic_cast<MappedFileResource*>(numbers.get_allocator().resource()) != nullptr;
}

void drop_pages_of(const Numbers& numbers) {
  if (auto* const files = dynamic_cast<MappedFileResource*>(numbers.get_allocator().resource())) files->drop_pages();
}

std::size_t MappedFileResource::bytes() const {
  const std::lock_guard lock(mutex_);
  std::size_t sum = 0;
  for (const auto& [at, bytes] : mapped_) sum += bytes;
  return sum;
}

}  // namespace espalier
