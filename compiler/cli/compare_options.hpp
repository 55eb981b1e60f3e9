// --compare: several learners in one run, each given by a text like a part of a command line.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/learner_options.hpp"
#include "data/dataset.hpp"
#include "learn/compare.hpp"

namespace espalier::cli {

class CompareOptions {
 public:
  void add_to(OptionGroups& options);
  bool given() const { return !texts_.empty(); }

  // Reads the texts. The learner's options among `others`, those given beside --compare, are for every learner whose
  // text does not have them; `all` are the command's. Throws Diagnostic(usage) that names the text.
  void check(const std::vector<po::option>& others, const po::options_description& all);

  // The options that were given for every learner: "--max-depth 3"; empty if none was.
  const std::string& for_all() const { return for_all_; }

  // The files that the learners read beside the data.
  std::vector<std::string> inputs() const;

  // The learners for the data, which may refuse some of their options.
  std::vector<Learner> learners(const Dataset& data, std::uint64_t seed, std::size_t threads,
                                const DataOptions& reading, Warnings& warnings) const;

 private:
  struct Entry {
    std::string text;
    std::vector<po::option> given;  // in the text
    LearnerOptions options;
  };
  void read_text(const std::string& text, const std::vector<po::option>& others, const po::options_description& all);
  void refuse_repeated() const;

  std::vector<std::string> texts_;
  std::string for_all_;
  std::deque<Entry> entries_;  // never moved: options refer to their values
};

}  // namespace espalier::cli
