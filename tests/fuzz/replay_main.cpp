// A target without libFuzzer: every seed, and seeded changes of them. The smoke run of the test suite.
//   replay CORPUS DICTIONARY [--runs N] [--seed S] [--findings DIR]
// Inputs are tried in child processes, a batch each. If one ends, the input that it was busy with is a finding: it is
// written to DIR, and the next process goes on behind it. Exit code 1 if there is any.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "fuzz/fuzz.hpp"
#include "fuzz/mutate.hpp"
#include "support/files.hpp"
#include "support/sha256.hpp"
#include "support/subprocess.hpp"

namespace espalier::fuzz {
namespace {

constexpr std::size_t kBatch = 256;
constexpr std::size_t kMostFindings = 10;
constexpr std::chrono::seconds kBatchTime{300};
constexpr std::size_t kMemory = std::size_t{4} << 30U;

struct Replay {
  std::vector<std::string> seeds;
  std::vector<std::string> tokens;
  std::size_t runs = 0;  // changed inputs beside the seeds
  std::uint64_t seed = 1;
  std::string findings = ".";

  std::size_t inputs() const { return seeds.size() + runs; }
  // The number decides: whatever happened to others, an input is what it is.
  std::string input(std::size_t number) const {
    if (number < seeds.size()) return seeds[number];
    RandomEngine engine(seed * 1'000'003 + number);
    std::string text = seeds[uniform_below(engine, seeds.size())];
    for (std::uint64_t changes = 1 + uniform_below(engine, 4); changes > 0; --changes) {
      text = mutated(std::move(text), tokens, seeds, engine);
    }
    return text;
  }
};

std::vector<std::string> read_corpus(const std::string& directory) {
  std::vector<std::string> paths;
  for (const auto& entry : std::filesystem::directory_iterator(directory)) paths.push_back(entry.path().string());
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> seeds;
  for (const std::string& path : paths) seeds.push_back(read_file(path));
  if (seeds.empty()) throw std::runtime_error(directory + " is empty");
  return seeds;
}

Replay parse(const std::vector<std::string>& arguments) {
  if (arguments.size() < 2 || arguments.size() % 2 != 0) throw std::runtime_error("wrong arguments");
  Replay replay;
  replay.seeds = read_corpus(arguments[0]);
  replay.tokens = parse_dictionary(read_file(arguments[1]));
  for (std::size_t i = 2; i < arguments.size(); i += 2) {
    const std::string& option = arguments[i];
    const std::string& value = arguments[i + 1];
    if (option == "--runs") {
      replay.runs = std::stoul(value);
    } else if (option == "--seed") {
      replay.seed = std::stoull(value);
    } else if (option == "--findings") {
      replay.findings = value;
    } else {
      throw std::runtime_error("unknown option " + option);
    }
  }
  return replay;
}

void keep(const Replay& replay, std::size_t number, const ProcessResult& child) {
  const std::string input = replay.input(number);
  std::filesystem::create_directories(replay.findings);
  const std::string path = replay.findings + "/finding-" + sha256_hex(input).substr(0, 16);
  std::ofstream(path, std::ios::binary) << input;
  std::printf("finding: input %zu, kept as %s: %s %d\n", number, path.c_str(),
              child.timed_out ? "no end, exit code" : "exit code", child.exit_code);
  std::fflush(stdout);
}

int run(const Replay& replay) {
  workspace();  // of this process, so that it is removed
  std::size_t findings = 0;
  for (std::size_t begin = 0; begin < replay.inputs() && findings < kMostFindings;) {
    const std::size_t end = std::min(begin + kBatch, replay.inputs());
    SharedNumber busy_with;
    const ProcessResult child = run_in_child(
        [&] {
          for (std::size_t number = begin; number < end; ++number) {
            busy_with.set(number);
            check_one(replay.input(number));
          }
          return std::string();
        },
        kBatchTime, kMemory);
    if (!child.succeeded()) {
      keep(replay, busy_with.get(), child);
      ++findings;
    }
    begin = child.succeeded() ? end : busy_with.get() + 1;
  }
  std::printf("%zu seeds, %zu changed inputs, %zu findings\n", replay.seeds.size(), replay.runs, findings);
  return findings > 0 ? 1 : 0;
}

}  // namespace
}  // namespace espalier::fuzz

int main(int argc, char** argv) {
  // Where an input makes a command read standard input, it ends at once.
  if (std::freopen("/dev/null", "r", stdin) == nullptr) return 2;
  try {
    return espalier::fuzz::run(espalier::fuzz::parse({argv + 1, argv + argc}));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "replay: %s\n", error.what());
    return 2;
  }
}
