#include "support/files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <list>
#include <system_error>
#include <thread>

#include "support/diagnostic.hpp"
#include "support/text.hpp"

namespace espalier {
namespace fs = std::filesystem;
namespace {

constexpr int kLongestLinkChain = 40;  // as many as Linux follows

class FileDescriptor {
 public:
  explicit FileDescriptor(int fd) : fd_(fd) {}
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  ~FileDescriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  int get() const { return fd_; }
  bool close() {
    const int fd = fd_;
    fd_ = -1;
    return ::close(fd) == 0;
  }

 private:
  int fd_;
};

[[noreturn]] void cannot_write(const std::string& path, int error, std::string hint = {}) {
  throw Diagnostic(ExitCode::cannot_write,
                   fmt::format("cannot write {}: {}", in_quotes(path, 400), std::strerror(error)), std::move(hint));
}

void write_all(int fd, std::string_view text, const std::string& path, const char* hint = "") {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) cannot_write(path, errno, hint);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

// Where a rename has to put the file: through symbolic links, so that they stay links, even if they lead to nothing
// yet.
std::string destination(const std::string& path) {
  fs::path at = path;
  for (int links = 0; links < kLongestLinkChain; ++links) {
    std::error_code is_no_link;
    const fs::path target = fs::read_symlink(at, is_no_link);
    if (is_no_link) return at.string();
    at = at.parent_path() / target;  // an absolute target replaces the parent
  }
  cannot_write(path, ELOOP);
}

mode_t current_umask() {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return mask;
}

void write_in_place(const std::string& path, std::string_view text) {
  if (path == "-") return write_all(STDOUT_FILENO, text, "<stdout>");
  FileDescriptor fd(::open(path.c_str(), O_WRONLY | O_CLOEXEC));
  if (fd.get() < 0) cannot_write(path, errno);
  write_all(fd.get(), text, path);
  if (!fd.close()) cannot_write(path, errno);
}

struct Temporary {
  std::string path;
  std::unique_ptr<AtInterrupt> removal;  // the file goes if the program is interrupted while this lives
};

// Opens a new file, whose name is the path with other letters for the Xs; below 0: it cannot.
int make_temporary(Temporary& temporary) {
  const StepWithoutInterrupt step;
  const int fd = ::mkstemp(temporary.path.data());
  if (fd >= 0) {
    temporary.removal = std::make_unique<AtInterrupt>([path = temporary.path] { ::unlink(path.c_str()); });
  }
  return fd;
}

// The text in a new file beside `path`, flushed to disk, with the permissions that `path` has or would get.
Temporary write_beside(const std::string& path, std::string_view text) {
  Temporary temporary{path + ".XXXXXX", nullptr};
  FileDescriptor fd(make_temporary(temporary));
  if (fd.get() < 0) {
    const int error = errno;
    const fs::path parent = fs::path(path).parent_path();
    std::error_code ignored;
    if (!parent.empty() && !fs::exists(parent, ignored)) {
      cannot_write(path, error, fmt::format("the directory {} does not exist", in_quotes(parent.string(), 400)));
    }
    cannot_write(path, error);
  }
  try {
    struct stat existing {};
    const mode_t mode = ::stat(path.c_str(), &existing) == 0 ? existing.st_mode & 07777 : 0666 & ~current_umask();
    if (::fchmod(fd.get(), mode) != 0) cannot_write(path, errno);
    write_all(fd.get(), text, path);
    if (::fsync(fd.get()) != 0 && errno != EINVAL) cannot_write(path, errno);
    if (!fd.close()) cannot_write(path, errno);
  } catch (...) {
    ::unlink(temporary.path.c_str());
    throw;
  }
  return temporary;
}

// A file that takes the place of another one, which keeps a second name until that is final.
class Replacement {
 public:
  Replacement(const std::string& temporary, const std::string& path)
      : temporary_(temporary), path_(path), former_(temporary + "~") {
    existed_ = ::access(path.c_str(), F_OK) == 0;
    kept_ = existed_ && ::link(path.c_str(), former_.c_str()) == 0;  // not every file system has second names
  }
  Replacement(const Replacement&) = delete;
  Replacement& operator=(const Replacement&) = delete;
  ~Replacement() {
    if (kept_) ::unlink(former_.c_str());
  }

  void make() {
    if (::rename(temporary_.c_str(), path_.c_str()) != 0) cannot_write(path_, errno);
    made_ = true;
  }
  void undo() {
    if (!made_) return;
    if (kept_) {
      ::rename(former_.c_str(), path_.c_str());
    } else if (!existed_) {
      ::unlink(path_.c_str());
    }
  }

 private:
  std::string temporary_;
  std::string path_;
  std::string former_;
  bool existed_ = false;
  bool kept_ = false;  // under its second name
  bool made_ = false;
};

// Another thread, or a program that has just been killed, may still be putting files there.
void remove_all_of(const std::string& directory) {
  constexpr int kAttempts = 50;
  std::error_code error;
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    fs::remove_all(directory, error);
    if (!error) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
}

[[noreturn]] void refuse_size(const std::string& name, std::size_t most) {
  throw Diagnostic(ExitCode::bad_input,
                   fmt::format("cannot read {}: it has more than {} MB", in_quotes(name, 400), grouped(most >> 20U)),
                   "CSV and JSON Lines may be larger, but only in a file, and not compressed");
}

// A stream is kept in memory as a whole, with room to grow in.
std::size_t largest_stream() {
  const auto pages = static_cast<std::size_t>(::sysconf(_SC_PHYS_PAGES));
  return std::min(kLargestFile, pages * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)) / 4);
}

// A device like /dev/zero has no end.
void refuse_zeros(const std::string& name, std::string_view bytes) {
  if (bytes.find_first_not_of('\0') != std::string_view::npos) return;
  throw Diagnostic(ExitCode::bad_input,
                   fmt::format("cannot read {}: it has nothing but zero bytes", in_quotes(name, 400)));
}

}  // namespace

std::string display_name(const std::string& path) {
  return path == "-" ? "<stdin>" : path;
}

std::string read_file(const std::string& path) {
  const std::string name = display_name(path);
  FileDescriptor fd(path == "-" ? ::dup(STDIN_FILENO) : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  const auto fail = [&](int error) {
    throw Diagnostic(ExitCode::bad_input,
                     fmt::format("cannot read {}: {}", in_quotes(name, 400), std::strerror(error)));
  };
  if (fd.get() < 0) fail(errno);
  struct stat status {};
  if (::fstat(fd.get(), &status) == 0 && S_ISDIR(status.st_mode)) fail(EISDIR);
  const bool is_stream = !S_ISREG(status.st_mode);
  const std::size_t most = is_stream ? largest_stream() : kLargestFile;
  std::string bytes;
  if (!is_stream) bytes.reserve(std::min(static_cast<std::size_t>(status.st_size), most));
  std::vector<char> buffer(1 << 18);
  for (;;) {
    const ssize_t got = ::read(fd.get(), buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) fail(errno);
    if (got == 0) return bytes;
    bytes.append(buffer.data(), static_cast<std::size_t>(got));
    if (is_stream && bytes.size() == buffer.size()) refuse_zeros(name, bytes);
    if (bytes.size() > most) refuse_size(name, most);
  }
}

std::optional<std::size_t> regular_file_size(const std::string& path) {
  struct stat status {};
  if (path == "-" || ::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return static_cast<std::size_t>(status.st_size);
}

std::string read_beginning(const std::string& path, std::size_t most) {
  const FileDescriptor fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::string bytes(most, '\0');
  std::size_t size = 0;
  while (fd.get() >= 0 && size < most) {
    const ssize_t got = ::read(fd.get(), bytes.data() + size, most - size);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) break;
    size += static_cast<std::size_t>(got);
  }
  bytes.resize(size);
  return bytes;
}

std::optional<TextDifference> first_difference(const std::string& path, std::string_view text) {
  const std::string present = read_file(path);
  if (present == text) return std::nullopt;
  const auto apart = std::mismatch(present.begin(), present.end(), text.begin(), text.end()).first;
  const auto offset = static_cast<std::size_t>(apart - present.begin());
  const std::size_t line = offset == 0 ? 0 : text.rfind('\n', offset - 1) + 1;  // npos + 1 is 0
  return TextDifference{locate(display_name(path), present, offset),
                        std::string(text.substr(line, text.find('\n', line) - line))};
}

void OutputFiles::stage(const std::string& path, std::string text) {
  std::error_code error;
  if (path != "-" && fs::is_directory(path, error)) cannot_write(path, EISDIR, "name a file in it");
  const bool in_place = path == "-" || (fs::exists(path, error) && !fs::is_regular_file(path, error));
  if (in_place) {
    staged_.push_back({path, "", std::move(text)});
    return;
  }
  const std::string resolved = destination(path);
  if (::access(resolved.c_str(), F_OK) == 0 && ::access(resolved.c_str(), W_OK) != 0) cannot_write(path, errno);
  Temporary temporary = write_beside(resolved, text);
  staged_.push_back({resolved, std::move(temporary.path), "", std::move(temporary.removal)});
}

void OutputFiles::commit() {
  // What is written in place can fail half-way (a full device, a closed pipe), a rename hardly: it comes last.
  for (const Staged& file : staged_) {
    if (file.temporary.empty()) write_in_place(file.path, file.text);
  }
  const StepWithoutInterrupt step;
  std::list<Replacement> replacements;
  try {
    for (const Staged& file : staged_) {
      if (!file.temporary.empty()) replacements.emplace_back(file.temporary, file.path).make();
    }
  } catch (...) {
    for (Replacement& replacement : replacements) replacement.undo();
    throw;
  }
  for (Staged& file : staged_) file.temporary.clear();
  staged_.clear();
}

OutputFiles::~OutputFiles() {
  for (const Staged& file : staged_) {
    if (!file.temporary.empty()) ::unlink(file.temporary.c_str());
  }
}

void refuse_overwriting_input(const std::string& output, const std::string& input) {
  std::error_code error;
  if (output == "-" || input == "-" || !fs::is_regular_file(output, error)) return;
  if (fs::equivalent(output, input, error) && !error) {
    throw Diagnostic(ExitCode::usage, fmt::format("the output {} is the input file", in_quotes(output, 400)),
                     "choose another name for the output");
  }
}

void write_temporary_file(const std::string& path, std::string_view text) {
  FileDescriptor fd(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (fd.get() < 0) cannot_write(path, errno, kTemporaryHint);
  write_all(fd.get(), text, path, kTemporaryHint);
  if (!fd.close()) cannot_write(path, errno, kTemporaryHint);
}

TemporaryDirectory::TemporaryDirectory() {
  std::error_code error;
  const fs::path base = fs::temp_directory_path(error);
  path_ = ((error ? fs::path("/tmp") : base) / "espalier-XXXXXX").string();
  const StepWithoutInterrupt step;
  if (::mkdtemp(path_.data()) == nullptr) cannot_write(path_, errno, kTemporaryHint);
  removal_ = std::make_unique<AtInterrupt>([path = path_] { remove_all_of(path); });
}

TemporaryDirectory::~TemporaryDirectory() {
  remove_all_of(path_);
}

}  // namespace espalier
