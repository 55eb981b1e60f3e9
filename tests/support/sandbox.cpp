#include "support/sandbox.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <sstream>
#include <stdexcept>

extern char** environ;

namespace espalier::tool_test {
namespace fs = std::filesystem;
namespace {

std::string make_directory() {
  std::string path = (fs::temp_directory_path() / "espalier-test-XXXXXX").string();
  if (::mkdtemp(path.data()) == nullptr) throw std::runtime_error("cannot make " + path);
  return path;
}

std::string read_whole(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream content;
  content << file.rdbuf();
  return content.str();
}

void write_whole(const std::string& path, std::string_view content) {
  std::ofstream file(path, std::ios::binary);
  file << content;
  if (!file.flush()) throw std::runtime_error("cannot write " + path);
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> list;
  for (std::string& text : texts) list.push_back(text.data());
  list.push_back(nullptr);
  return list;
}

}  // namespace

Arguments words(std::string_view line) {
  std::istringstream stream{std::string(line)};
  Arguments result;
  for (std::string word; stream >> std::ws, !stream.eof();) {
    if (stream.peek() == '\'') {
      stream.get();
      std::getline(stream, word, '\'');
    } else {
      stream >> std::quoted(word);
    }
    result.push_back(word);
  }
  return result;
}

Sandbox::Sandbox() : directory_(make_directory()), streams_(make_directory()) {
  fs::create_directory(path("data"));
  for (const char* name : {"golf.csv", "iris.csv", "wine.csv", "stagec.csv", "diabetes.csv", "kyphosis.csv"}) {
    fs::copy_file(fs::path(ESPALIER_SOURCE_DIR) / "data" / name, path("data") + "/" + name);
  }
}

Sandbox::~Sandbox() {
  std::error_code ignored;
  fs::remove_all(directory_, ignored);
  fs::remove_all(streams_, ignored);
}

Outcome Sandbox::run(const Arguments& arguments, std::string_view input, const Environment& environment) const {
  Arguments command = {ESPALIER_TOOL};
  command.insert(command.end(), arguments.begin(), arguments.end());
  return run_program(command, input, environment);
}

Outcome Sandbox::shell(const std::string& line) const {
  return run_program({"bash", "-c", line}, {}, {std::string("ESPALIER=") + ESPALIER_TOOL});
}

Outcome Sandbox::run_program(const Arguments& command, std::string_view input, const Environment& environment) const {
  write_whole(streams_ + "/in", input);
  posix_spawn_file_actions_t actions{};
  posix_spawn_file_actions_init(&actions);
  constexpr int kWrite = O_WRONLY | O_CREAT | O_TRUNC;
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, (streams_ + "/in").c_str(), O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, (streams_ + "/out").c_str(), kWrite, 0600);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, (streams_ + "/err").c_str(), kWrite, 0600);
  posix_spawn_file_actions_addchdir_np(&actions, directory_.c_str());

  std::vector<std::string> arguments = command;
  std::vector<std::string> variables = environment;
  for (char** variable = environ; *variable != nullptr; ++variable) variables.emplace_back(*variable);
  pid_t child = -1;
  const int error = ::posix_spawnp(&child, arguments[0].c_str(), &actions, nullptr, pointers(arguments).data(),
                                   pointers(variables).data());
  posix_spawn_file_actions_destroy(&actions);
  if (error != 0) throw std::runtime_error("cannot run " + command[0]);

  int status = 0;
  ::waitpid(child, &status, 0);
  Outcome outcome;
  outcome.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  outcome.out = read_whole(streams_ + "/out");
  outcome.err = read_whole(streams_ + "/err");
  return outcome;
}

bool Sandbox::has(std::string_view name) const {
  return fs::exists(path(name));
}

std::string Sandbox::read(std::string_view name) const {
  return read_whole(path(name));
}

void Sandbox::write(std::string_view name, std::string_view content) const {
  write_whole(path(name), content);
}

Files Sandbox::files() const {
  Files found;
  for (const auto& entry : fs::recursive_directory_iterator(directory_)) {
    const std::string name = fs::relative(entry.path(), directory_).string();
    found[name] = entry.is_regular_file() ? read_whole(entry.path().string()) : "(not a file)";
  }
  return found;
}

Outcome expect_success(const Sandbox& sandbox, const Arguments& arguments, std::string_view input) {
  Outcome outcome = sandbox.run(arguments, input);
  EXPECT_EQ(outcome.exit_code, kDone) << ::testing::PrintToString(arguments) << "\n" << outcome.err;
  EXPECT_EQ(outcome.signal, 0) << ::testing::PrintToString(arguments);
  return outcome;
}

Outcome expect_success(const Sandbox& sandbox, std::string_view line) {
  return expect_success(sandbox, words(line));
}

Outcome expect_failure(const Sandbox& sandbox, int exit_code, const Arguments& arguments, std::string_view input) {
  const Files before = sandbox.files();
  Outcome outcome = sandbox.run(arguments, input);
  EXPECT_EQ(outcome.exit_code, exit_code) << ::testing::PrintToString(arguments) << "\n" << outcome.err;
  EXPECT_EQ(outcome.signal, 0) << ::testing::PrintToString(arguments);
  EXPECT_EQ(outcome.out, "") << ::testing::PrintToString(arguments);
  EXPECT_THAT(outcome.err, ::testing::HasSubstr("error: "));
  EXPECT_TRUE(sandbox.files() == before) << ::testing::PrintToString(arguments) << " changed files";
  return outcome;
}

Outcome expect_failure(const Sandbox& sandbox, int exit_code, std::string_view line) {
  return expect_failure(sandbox, exit_code, words(line));
}

}  // namespace espalier::tool_test
