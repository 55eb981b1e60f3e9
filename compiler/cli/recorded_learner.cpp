#include "cli/recorded_learner.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/learner_options.hpp"
#include "cli/option_groups.hpp"
#include "cli/parsing.hpp"
#include "evaluate/recorded_options.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

struct RecordedWords {
  std::vector<std::string> words;  // as on a command line
  std::uint64_t seed = 1;
};

// Records that name a file by its hash, or only say that there was one.
bool lacks_a_file(const std::string& name) {
  return name == "cost-matrix" || name == "prune-data" || name == "prune-set";
}

void add_words(const std::string& name, const std::string& value, bool alpha_was_chosen, RecordedWords& found) {
  std::vector<std::string>& words = found.words;
  if (name == "prune-seed" || name == "seed") {
    found.seed = static_cast<std::uint64_t>(parse_number(value).value_or(1));
  } else if (name == "group-values") {
    words.emplace_back("--group-values");
  } else if (name == "raising") {
    words.emplace_back("--no-raising");
  } else if (name == "monotone") {
    for (std::size_t at = 0; at <= value.size();) {
      const std::size_t end = std::min(value.find(',', at), value.size());
      words.insert(words.end(), {"--monotone", value.substr(at, end - at)});
      at = end + 1;
    }
  } else if (name != "weight" && !(name == "alpha" && alpha_was_chosen)) {
    words.insert(words.end(), {"--" + name, value});
  }
}

}  // namespace

std::optional<LearnOptions> recorded_learner(const Model& model, const Dataset& rows, std::size_t threads,
                                             std::string& why) {
  RecordedWords found;
  const bool alpha_was_chosen = recorded(model, "prune-folds").has_value();
  for (const auto& [name, value] : model.provenance.options) {
    if (name == "simplify-model") {
      why = "its rules are those of another model, simplified";
      return std::nullopt;
    }
    if (lacks_a_file(name)) {
      why = fmt::format("the record does not have the file of --{}", printable(name));
      return std::nullopt;
    }
    add_words(name, value, alpha_was_chosen, found);
  }
  if (model.task == Task::classification && !recorded(model, "smoothing")) {
    found.words.insert(found.words.end(), {"--smoothing", "none"});
  }
  LearnerOptions learner;
  OptionGroups groups;
  learner.add_to(groups);
  try {
    po::variables_map values;
    po::store(parse_words(found.words, groups.all()), values);
    po::notify(values);
    learner.check();
    Warnings warnings;  // were told when the model was made
    return learner.learn(rows, found.seed, threads, DataOptions(), warnings);
  } catch (const po::error&) {
    why = "the record has options that this version does not know";
  } catch (const Diagnostic& fault) {
    why = fmt::format("its options do not fit: {}", fault.message());
  }
  return std::nullopt;
}

}  // namespace espalier::cli
