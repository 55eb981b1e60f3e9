#include "cli/pruning_options.hpp"

#include <fmt/format.h>

#include "cli/option_values.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

constexpr double kLargestLimit = 0.5;

// What each preset prunes with. Error-based pruning counts wrong classes: a regression has none.
PruneMethod default_method(Algorithm algorithm, Task task) {
  if (algorithm == Algorithm::id3) return PruneMethod::none;
  const bool error_based = algorithm == Algorithm::c45 && task == Task::classification;
  return error_based ? PruneMethod::error_based : PruneMethod::cost_complexity;
}

void require_method(bool given, const char* option, PruneMethod needed, PruneMethod method) {
  if (!given || method == needed) return;
  usage(fmt::format("{} goes with --prune {}", option, to_string(needed)),
        fmt::format("--prune {} is in effect", to_string(method)));
}

}  // namespace

void PruningOptions::add_to(OptionGroups& options) {
  options.group("Pruning").add_options()  //
      ("prune",
       one_of("--prune", "METHOD", method_,
              {{"none", PruneMethod::none},
               {"pessimistic", PruneMethod::pessimistic},
               {"error-based", PruneMethod::error_based},
               {"cost-complexity", PruneMethod::cost_complexity}}),
       "none (id3), pessimistic, error-based (c45) or cost-complexity (cart, and c45 for regression)")  //
      ("confidence", number("--confidence", "CF", confidence_, {0, 1, true, false}),
       "error-based: the smaller, the more is pruned (default 0.25)")  //
      ("confidence-method",
       one_of("--confidence-method", "NAME", confidence_method_,
              {{"release8", ConfidenceMethod::release8},
               {"exact", ConfidenceMethod::exact},
               {"normal", ConfidenceMethod::normal}}),
       "error-based: the limit of the errors as C4.5 Release 8 computes it (release8, default), the binomial's "
       "own (exact), or by the normal approximation (normal)")  //
      ("no-raising", po::bool_switch(&no_raising_),
       "error-based: a subtree never gives way to its largest branch")  //
      ("alpha", number("--alpha", "X", alpha_, {}),
       "cost-complexity: the price of a leaf, as a share of the training rows (regression: of the root's deviation); "
       "chosen by cross-validation by default")  //
      ("prune-folds", whole<std::uint32_t>("--prune-folds", "K", [this](std::uint32_t k) { folds_ = k; }),
       "cost-complexity: folds of that cross-validation (default 10)")  //
      ("se-rule", po::bool_switch(&se_rule_),
       "cost-complexity: the smallest tree within one standard error of the best, instead of the best");
}

void PruningOptions::imply_cost_complexity() {
  if (method_ && *method_ != PruneMethod::cost_complexity) {
    usage(fmt::format("--prune {}: the path is that of cost-complexity pruning", to_string(*method_)),
          "leave --prune out; 'espalier train' and 'evaluate' know the other methods");
  }
  if (alpha_) {
    usage("--alpha: the path has every alpha", "leave it out; 'espalier train' prunes with the one given");
  }
  method_ = PruneMethod::cost_complexity;
}

void PruningOptions::check() const {
  if (method_) check_companions(*method_);
  const bool by_release8 = confidence_method_.value_or(ConfidenceMethod::release8) == ConfidenceMethod::release8;
  if (confidence_ && !by_release8 && *confidence_ > kLargestLimit) {
    usage(fmt::format("--confidence {}: the {} limit of the errors is below the errors themselves for more than {}",
                      shortest(*confidence_), to_string(*confidence_method_), kLargestLimit),
          "0.25 is usual; --confidence-method release8 takes values up to 1");
  }
  if (alpha_ && se_rule_) usage("--alpha and --se-rule exclude each other", "--se-rule chooses alpha");
  if (alpha_ && folds_) usage("--alpha and --prune-folds exclude each other", "the folds are for choosing alpha");
  if (folds_ && *folds_ < 2)
    usage(fmt::format("--prune-folds {}: at least 2 folds are needed", *folds_), "10 is usual");
}

void PruningOptions::check_companions(PruneMethod method) const {
  require_method(confidence_.has_value(), "--confidence", PruneMethod::error_based, method);
  require_method(confidence_method_.has_value(), "--confidence-method", PruneMethod::error_based, method);
  require_method(no_raising_, "--no-raising", PruneMethod::error_based, method);
  require_method(alpha_.has_value(), "--alpha", PruneMethod::cost_complexity, method);
  require_method(folds_.has_value(), "--prune-folds", PruneMethod::cost_complexity, method);
  require_method(se_rule_, "--se-rule", PruneMethod::cost_complexity, method);
}

PruneOptions PruningOptions::prune(Algorithm algorithm, const Dataset& data, std::uint64_t seed) const {
  PruneOptions options;
  options.method = method_.value_or(default_method(algorithm, data.task));
  check_companions(options.method);
  const bool counts_errors = options.method == PruneMethod::error_based || options.method == PruneMethod::pessimistic;
  if (data.task == Task::regression && counts_errors) {
    usage(fmt::format("--prune {} counts wrong classes, and the target {} is a number", to_string(options.method),
                      in_quotes(data.target)),
          "use --prune cost-complexity or none, or --task classification");
  }
  options.alpha = alpha_;
  options.confidence = confidence_.value_or(options.confidence);
  options.confidence_method = confidence_method_.value_or(options.confidence_method);
  options.raising = !no_raising_;
  options.folds = folds_.value_or(options.folds);
  options.one_standard_error = se_rule_;
  options.seed = seed;
  return options;
}

}  // namespace espalier::cli
