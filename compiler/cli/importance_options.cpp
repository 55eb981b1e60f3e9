#include "cli/importance_options.hpp"

#include "cli/option_values.hpp"

namespace espalier::cli {

void ImportanceOptions::add_to(OptionGroups& options) {
  options.group("Options").add_options()  //
      ("importance", po::bool_switch(&asked_),
       "how much each column matters: what shuffling it costs on the test rows, and its share of the decrease of "
       "impurity in the trees")  //
      ("permutations", whole<std::uint32_t>("--permutations", "N", [this](std::uint32_t n) { times_ = n; }),
       "importance: shuffle each column N times for each tree (default 5)");
}

void ImportanceOptions::check() const {
  if (times_ && !asked_) usage("--permutations goes with --importance");
  if (times_ && *times_ < 1) usage("--permutations 0: at least 1 is needed", "5 is usual");
}

std::optional<ImportanceStudy> ImportanceOptions::study(const Dataset& data, const LearnOptions& options,
                                                        std::uint64_t seed) const {
  if (!asked_) return std::nullopt;
  Permutations permutations;
  permutations.times = times_.value_or(permutations.times);
  permutations.seed = seed;
  return ImportanceStudy(data, options, permutations);
}

}  // namespace espalier::cli
