#include "cli/estimate_options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/option_values.hpp"
#include "cli/report.hpp"
#include "learn/select_threshold.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

// What the folds choose.
std::string chosen_by_folds(const LearnOptions& options) {
  if (!chooses_alpha(options.prune)) return "the threshold";
  return chooses_threshold(options) ? "alpha and the threshold" : "alpha";
}

}  // namespace

std::string shared_folds(const LearnOptions& options) {
  return fmt::format("the folds that chose {}", chosen_by_folds(options));
}

std::string shared_note(const LearnOptions& options) {
  const std::string score = chooses_alpha(options.prune)
                                ? "too good by about half a standard error, because these folds also chose alpha"
                                : "";
  if (!chooses_threshold(options)) return score + "; --nested avoids that";
  return fmt::format("{}{}precision and recall are of the rows that chose the threshold; --nested avoids that", score,
                     score.empty() ? "" : "; ");
}

void EstimateOptions::add_to(OptionGroups& options) {
  const std::string from = grouped(kManyRows);
  options.group("Options").add_options()  //
      ("nested", po::bool_switch(&nested_),
       fmt::format(
           "estimate with folds within folds, however many rows: alpha is chosen anew in each (from {} rows on, "
           "the folds that choose alpha give the estimate, too)",
           from)
           .c_str())  //
      ("no-nested", po::bool_switch(&no_nested_),
       "let the folds that choose alpha give the estimate, however few rows");
}

void EstimateOptions::check(bool estimates) const {
  if (nested_ && no_nested_) usage("--nested and --no-nested exclude each other");
  if (estimates) return;
  if (nested_) usage("--nested: nothing is estimated by cross-validation", "leave it out, or --folds 0 and --test");
  if (no_nested_)
    usage("--no-nested: nothing is estimated by cross-validation", "leave it out, or --folds 0 and --test");
}

bool EstimateOptions::shares(const LearnOptions& options, std::size_t rows, std::optional<std::uint32_t> folds,
                             const std::string& otherwise, Report& report) const {
  if (nested_) return false;
  if (!chooses_by_folds(options)) {
    if (no_nested_) {
      usage("--no-nested: no alpha is chosen by cross-validation, so that there are no folds to share",
            "leave it out: the estimate takes one tree for each fold anyway");
    }
    return false;
  }
  const auto choosing = static_cast<std::uint32_t>(std::min<std::size_t>(options.prune.folds, rows));
  const bool same = folds == choosing;
  if (same) return no_nested_ || rows >= kManyRows;
  const std::string what = chosen_by_folds(options);
  const char* const verb = chooses_alpha(options.prune) && chooses_threshold(options) ? "are" : "is";
  const std::string reason =
      folds ? fmt::format("{} {} chosen by {} folds, and the estimate has {}", what, verb, choosing, *folds)
            : otherwise;
  const std::string same_folds = chooses_alpha(options.prune) ? fmt::format("--prune-folds {}", folds.value_or(0))
                                                              : fmt::format("--folds {}", choosing);
  const std::string hint = folds ? same_folds + " makes them the same" : "";
  if (no_nested_) usage("--no-nested: " + reason, hint);
  if (rows >= kManyRows) {
    report.text += fmt::format("note      {}: {} {} chosen anew in each fold, which takes long{}\n", reason, what, verb,
                               hint.empty() ? "" : " (" + hint + ")");
  }
  return false;
}

}  // namespace espalier::cli
