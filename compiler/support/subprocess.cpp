#include "support/subprocess.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <limits>
#include <new>
#include <optional>
#include <string_view>
#include <thread>

#include "support/interrupt.hpp"

namespace espalier {
namespace {

constexpr int kIgnoredHere[] = {SIGPIPE, SIGXFSZ};  // by main()

// posix_spawn's settings, freed on every way out.
class SpawnActions {
 public:
  SpawnActions() {
    posix_spawn_file_actions_init(&actions_);
    posix_spawnattr_init(&attributes_);
  }
  ~SpawnActions() {
    posix_spawn_file_actions_destroy(&actions_);
    posix_spawnattr_destroy(&attributes_);
  }
  SpawnActions(const SpawnActions&) = delete;
  SpawnActions& operator=(const SpawnActions&) = delete;

  void redirect(int output, const std::string& directory) {
    posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions_, output, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, output, STDERR_FILENO);
    posix_spawn_file_actions_addchdir_np(&actions_, directory.c_str());
    // A group of its own, so that a compiler's children can be stopped with it.
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
    posix_spawnattr_setpgroup(&attributes_, 0);
    // Signals that are held back here (support/interrupt.hpp) are not held back from it, and those that main() ignores
    // mean to it what they mean to any program.
    sigset_t signals;
    ::sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes_, &signals);
    for (const int signal : kIgnoredHere) ::sigaddset(&signals, signal);
    posix_spawnattr_setsigdefault(&attributes_, &signals);
  }
  bool spawn(pid_t& child, std::vector<char*>& argv, char** environment) {
    return posix_spawnp(&child, argv[0], &actions_, &attributes_, argv.data(), environment) == 0;
  }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

// Pointers to texts, as programs are given them.
std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> list;
  list.reserve(texts.size() + 1);
  for (std::string& text : texts) list.push_back(text.data());
  list.push_back(nullptr);
  return list;
}

// A compiler that is stopped leaves its temporary files: they belong into the directory that it works in, which goes.
std::vector<std::string> environment_in(const std::string& directory) {
  constexpr std::string_view kVariable = "TMPDIR=";
  const bool own = directory.starts_with('/');
  std::vector<std::string> variables;
  for (char** variable = environ; *variable != nullptr; ++variable) {
    if (!own || !std::string_view(*variable).starts_with(kVariable)) variables.emplace_back(*variable);
  }
  if (own) variables.push_back(std::string(kVariable) + directory);
  return variables;
}

// Reads until the other end closes; false when the time is over first.
bool drain(int fd, std::string& output, std::size_t limit, std::chrono::steady_clock::time_point deadline) {
  std::vector<char> buffer(1 << 16);
  for (;;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - std::chrono::steady_clock::now());
    if (left.count() <= 0) return false;
    pollfd waiting{fd, POLLIN, 0};
    const int ready = ::poll(&waiting, 1, static_cast<int>(std::min<long long>(left.count(), 1000)));
    if (ready < 0 && errno != EINTR) return true;
    if (ready <= 0) continue;
    const ssize_t got = ::read(fd, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return true;
    output.append(buffer.data(), std::min(static_cast<std::size_t>(got), limit - output.size()));
  }
}

// Waits for the child's end; false when the time is over first. A program may close its output long before it ends.
bool wait_for(pid_t child, int& status, std::chrono::steady_clock::time_point deadline) {
  for (;;) {
    const pid_t ended = ::waitpid(child, &status, WNOHANG);
    if (ended == child || (ended < 0 && errno != EINTR)) return true;
    if (std::chrono::steady_clock::now() >= deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

// Reads what the child writes to `output` until it ends, or its time is over.
void attend(pid_t child, int output, std::chrono::seconds timeout, std::size_t output_limit, ProcessResult& result) {
  const auto deadline = std::chrono::steady_clock::now() + timeout;
  int status = 0;
  const bool ended = drain(output, result.output, output_limit, deadline) && wait_for(child, status, deadline);
  if (!ended) {
    result.timed_out = true;
    ::kill(-child, SIGKILL);
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
  }
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

bool write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(fd, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

// So many bytes beside what is used already.
void limit_memory(std::size_t memory) {
#ifndef __SANITIZE_ADDRESS__  // which has reserved more than there is
  std::ifstream pages("/proc/self/statm");
  std::size_t used = 0;
  pages >> used;
  const std::size_t most = used * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE)) + memory;
  const rlimit space = {most, most};
  ::setrlimit(RLIMIT_AS, &space);
#else
  static_cast<void>(memory);
#endif
}

// What only the child does: no destructors, no files, nothing but the result.
[[noreturn]] void work_and_exit(const std::function<std::string()>& work, int output, std::size_t memory) {
  ::setpgid(0, 0);
  forget_interrupt_actions();
  for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGSEGV, SIGFPE}) ::signal(signal, SIG_DFL);
  for (const int signal : kIgnoredHere) ::signal(signal, SIG_DFL);
  const rlimit no_core = {0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  limit_memory(memory);
  bool done = false;
  try {
    done = write_all(output, work());
  } catch (...) {
  }
  ::_exit(done ? 0 : 1);
}

}  // namespace

ProcessResult run_in_child(const std::function<std::string()>& work, std::chrono::seconds timeout, std::size_t memory) {
  ProcessResult result;
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC) != 0) return result;
  pid_t child = -1;
  std::optional<AtInterrupt> stop;
  {
    const StepWithoutInterrupt step;
    child = ::fork();
    if (child == 0) work_and_exit(work, ends[1], memory);
    if (child > 0) {
      ::setpgid(child, child);  // here too: whoever is first
      stop.emplace([child] { ::kill(-child, SIGKILL); });
    }
  }
  ::close(ends[1]);
  result.started = child > 0;
  if (result.started) attend(child, ends[0], timeout, std::numeric_limits<std::size_t>::max(), result);
  ::close(ends[0]);
  return result;
}

SharedNumber::SharedNumber()
    : value_(static_cast<volatile std::size_t*>(
          ::mmap(nullptr, sizeof(std::size_t), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0))) {
  if (value_ == MAP_FAILED) throw std::bad_alloc();
  *value_ = 0;
}

SharedNumber::~SharedNumber() {
  ::munmap(const_cast<std::size_t*>(value_), sizeof(std::size_t));
}

ProcessResult run_process(const std::vector<std::string>& arguments, const std::string& directory,
                          std::chrono::seconds timeout, std::size_t output_limit) {
  ProcessResult result;
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC) != 0) return result;

  std::vector<std::string> words = arguments;
  std::vector<std::string> variables = environment_in(directory);
  std::vector<char*> argv = pointers(words);
  std::vector<char*> environment = pointers(variables);
  pid_t child = -1;
  SpawnActions actions;
  actions.redirect(ends[1], directory);
  std::optional<AtInterrupt> stop;  // in a group of its own, the terminal's Ctrl-C does not reach it
  {
    const StepWithoutInterrupt step;
    result.started = actions.spawn(child, argv, environment.data());
    if (result.started) stop.emplace([child] { ::kill(-child, SIGKILL); });
  }
  ::close(ends[1]);
  if (result.started) {
    attend(child, ends[0], timeout, output_limit, result);
    // Older systems report a missing program by exit code 127 of the child.
    if (result.exit_code == 127 && result.output.empty()) result.started = false;
  }
  ::close(ends[0]);
  return result;
}

}  // namespace espalier
