#include "support/subprocess.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <thread>

#include "support/interrupt.hpp"

namespace espalier {
namespace {

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
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setpgroup(&attributes_, 0);
    // Signals that are held back here (support/interrupt.hpp) are not held back from it.
    sigset_t none;
    ::sigemptyset(&none);
    posix_spawnattr_setsigmask(&attributes_, &none);
  }
  bool spawn(pid_t& child, std::vector<char*>& argv) {
    return posix_spawnp(&child, argv[0], &actions_, &attributes_, argv.data(), environ) == 0;
  }

 private:
  posix_spawn_file_actions_t actions_{};
  posix_spawnattr_t attributes_{};
};

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

}  // namespace

ProcessResult run_process(const std::vector<std::string>& arguments, const std::string& directory,
                          std::chrono::seconds timeout, std::size_t output_limit) {
  ProcessResult result;
  int ends[2] = {-1, -1};
  if (::pipe2(ends, O_CLOEXEC) != 0) return result;

  std::vector<std::string> copies = arguments;
  std::vector<char*> argv;
  argv.reserve(copies.size() + 1);
  for (std::string& copy : copies) argv.push_back(copy.data());
  argv.push_back(nullptr);

  pid_t child = -1;
  SpawnActions actions;
  actions.redirect(ends[1], directory);
  std::optional<AtInterrupt> stop;  // in a group of its own, the terminal's Ctrl-C does not reach it
  {
    const StepWithoutInterrupt step;
    result.started = actions.spawn(child, argv);
    if (result.started) stop.emplace([child] { ::kill(-child, SIGKILL); });
  }
  ::close(ends[1]);
  if (result.started) {
    const auto deadline = std::chrono::steady_clock::now() + timeout;
    int status = 0;
    const bool ended = drain(ends[0], result.output, output_limit, deadline) && wait_for(child, status, deadline);
    if (!ended) {
      result.timed_out = true;
      ::kill(-child, SIGKILL);
      while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
      }
    }
    result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    // Older systems report a missing program by exit code 127 of the child.
    if (result.exit_code == 127 && result.output.empty()) result.started = false;
  }
  ::close(ends[0]);
  return result;
}

}  // namespace espalier
