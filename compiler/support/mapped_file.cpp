#include "support/mapped_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <new>
#include <string_view>
#include <utility>

#include "support/diagnostic.hpp"
#include "support/files.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

[[noreturn]] void cannot_keep(const std::string& directory, int error) {
  throw Diagnostic(ExitCode::cannot_write,
                   fmt::format("cannot keep columns in {}: {}", in_quotes(directory, 400), std::strerror(error)),
                   kTemporaryHint);
}

std::string temporary_directory() {
  std::error_code error;
  const std::filesystem::path found = std::filesystem::temp_directory_path(error);
  return error ? "/tmp" : found.string();
}

// Space is taken now: a write to a mapped page for which there is none would end the program.
int unlinked_file(const std::string& directory, std::size_t bytes) {
  std::string path = directory + "/espalier-XXXXXX";
  int file = -1;
  {
    const StepWithoutInterrupt step;
    file = ::mkostemp(path.data(), O_CLOEXEC);
    if (file < 0) cannot_keep(directory, errno);
    ::unlink(path.c_str());
  }
  const int error = ::posix_fallocate(file, 0, static_cast<off_t>(bytes));
  if (error == 0) return file;
  ::close(file);
  cannot_keep(directory, error);
}

// Bytes of memory that the program has in use, and how many of them are pages of files, the program's own among them;
// 0 where the system does not say.
struct Resident {
  std::size_t all = 0;
  std::size_t of_files = 0;
};

Resident resident_bytes() {
  const int file = ::open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return {};
  char text[128];
  const ssize_t size = ::read(file, text, sizeof text);
  ::close(file);
  // Pages: of the program, of these in memory, of these files.
  std::array<std::size_t, 3> pages{};
  const char* at = text;
  const char* const end = text + std::max<ssize_t>(size, 0);
  for (std::size_t& count : pages) {
    at = std::from_chars(at, end, count).ptr;
    at += at < end ? 1 : 0;
  }
  const auto page = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
  return {pages[1] * page, pages[2] * page};
}

constexpr std::size_t kMegabyte = std::size_t{1} << 20U;

std::size_t parse_bytes(const std::string& text) {
  constexpr std::string_view kUnits = "KMGT";
  std::string_view digits = text;
  double unit = 1;
  if (const std::size_t power = digits.empty() ? kUnits.npos : kUnits.find(digits.back()); power != kUnits.npos) {
    unit = std::ldexp(1.0, 10 * static_cast<int>(power + 1));
    digits.remove_suffix(1);
  }
  const auto number = parse_number(digits);
  if (!number || *number * unit < 1 || *number * unit > 0x1p60) {
    throw Diagnostic(ExitCode::usage, fmt::format("--memory-limit {}: expected an amount of memory", in_quotes(text)),
                     "for example 500M or 2G");
  }
  return static_cast<std::size_t>(*number * unit);
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
// mark where the thread looks. Few pages are left alone: where the rest of the program is above the mark, to fetch them
// again and again would help nobody.
void MappedFileResource::watch(const std::stop_token& stop) {
  constexpr std::chrono::milliseconds kPause(1);
  constexpr std::size_t kFew = std::size_t{24} << 20U;
  const std::size_t mark = limit_ - limit_ / 4;
  while (!stop.stop_requested()) {
    const Resident resident = resident_bytes();
    if (resident.all > mark && resident.of_files > kFew) drop_pages();
    std::this_thread::sleep_for(kPause);
  }
}

std::size_t MappedFileResource::keep() const {
  constexpr std::size_t kMost = std::size_t{1} << 25U;
  return limit_ == 0 ? kMost : std::min(kMost, limit_ / 8);
}

MemoryLimit::MemoryLimit(std::string text) : text_(std::move(text)), bytes_(parse_bytes(text_)) {
  files_ = std::make_shared<MappedFileResource>(std::string(), bytes_);
}

void MemoryLimit::refuse_exact_search(std::size_t rows, std::size_t columns) const {
  constexpr std::size_t kListedCell = 4;  // bytes
  const std::size_t listed = rows * columns * kListedCell;
  if (files_ == nullptr || listed <= bytes_) return;
  throw Diagnostic(
      ExitCode::usage,
      fmt::format("the exact search keeps {} MB in order for {} and {}, more than --memory-limit {}",
                  grouped(listed / kMegabyte + 1), counted(rows, "row"), counted(columns, "column"), text_),
      "use --bins 255, which needs a byte per cell, and keeps it in a file");
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
