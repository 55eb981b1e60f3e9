#include "cli/estimate_options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/option_values.hpp"
#include "support/text.hpp"

namespace espalier::cli {

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
  if (!chooses_alpha(options.prune)) {
    if (no_nested_) {
      usage("--no-nested: no alpha is chosen by cross-validation, so that there are no folds to share",
            "leave it out: the estimate takes one tree for each fold anyway");
    }
    return false;
  }
  const auto choosing = static_cast<std::uint32_t>(std::min<std::size_t>(options.prune.folds, rows));
  const bool same = folds == choosing;
  if (same) return no_nested_ || rows >= kManyRows;
  const std::string reason =
      folds ? fmt::format("alpha is chosen by {} folds, and the estimate has {}", choosing, *folds) : otherwise;
  const std::string hint = folds ? fmt::format("--prune-folds {} makes them the same", *folds) : "";
  if (no_nested_) usage("--no-nested: " + reason, hint);
  if (rows >= kManyRows) {
    report.text += fmt::format("note      {}: alpha is chosen anew in each fold, which takes long{}\n", reason,
                               hint.empty() ? "" : " (" + hint + ")");
  }
  return false;
}

}  // namespace espalier::cli
