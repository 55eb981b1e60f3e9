#include "cli/pruning_options.hpp"

#include <fmt/format.h>

#include "cli/option_values.hpp"
#include "evaluate/importance.hpp"
#include "evaluate/recorded_options.hpp"
#include "prune/cost_complexity.hpp"
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

void refuse_for_task(PruneMethod method, Task task, const std::string& target, const char* hint) {
  const bool counts_errors = method == PruneMethod::error_based || method == PruneMethod::pessimistic;
  if (task != Task::regression || !counts_errors) return;
  usage(fmt::format("--prune {} counts wrong classes, and the target {} is a number", to_string(method),
                    in_quotes(target)),
        hint);
}

}  // namespace

void PruningOptions::add_methods_to(OptionGroups& options, const char* methods) {
  options.group("Pruning").add_options()  //
      ("prune", one_of("--prune", "METHOD", method_),
       methods)  //
      ("confidence", number("--confidence", "CF", confidence_, {0, 1, true, false}),
       "error-based: the smaller, the more is pruned (default 0.25)")  //
      ("confidence-method", one_of("--confidence-method", "NAME", confidence_method_),
       "error-based: the limit of the errors as C4.5 Release 8 computes it (release8, default), the binomial's "
       "own (exact), or by the normal approximation (normal)")  //
      ("no-raising", po::bool_switch(&no_raising_),
       "error-based: a subtree never gives way to its largest branch")  //
      ("risk", one_of("--risk", "NAME", risk_),
       "cost-complexity: what a leaf has to save: wrong answers (misclassification, default for classes), impurity "
       "(default where --select-by judges probabilities; entropy where the tree was grown by information gain or gain "
       "ratio, else Gini), or the squared-error of a "
       "regression");
}

void PruningOptions::add_to(OptionGroups& options) {
  add_methods_to(options,
                 "none (id3), pessimistic, error-based (c45), cost-complexity (cart, and c45 for regression) or "
                 "reduced-error");
  options.group("Pruning").add_options()  //
      ("alpha", number("--alpha", "X", alpha_, {}),
       "cost-complexity: the price of a leaf, as a share of the training rows (regression: of the root's deviation); "
       "chosen by cross-validation by default")  //
      ("prune-folds", whole<std::uint32_t>("--prune-folds", "K", [this](std::uint32_t k) { folds_ = k; }),
       "cost-complexity: folds of that cross-validation (default 10)")  //
      ("select-by", one_of("--select-by", "FIGURE", select_by_),
       "cost-complexity: what that cross-validation judges by: answers (accuracy), the probabilities that come with "
       "them "
       "(brier, log-loss, or auc for their order), or a cost matrix (cost); by default cost with a matrix, else "
       "answers by "
       "the weights of their classes")  //
      ("se-margin", number("--se-margin", "X", margin_, {}),
       "cost-complexity: the smallest tree within X standard errors of the least error (default 0.3); 0: the one with "
       "the least error itself")                                                                  //
      ("se-rule", po::bool_switch(&se_rule_), "cost-complexity: --se-margin 1, for small trees")  //
      ("prune-share", number("--prune-share", "SHARE", share_, {0, 1, true, true}),
       "reduced-error: hold this share of the rows out to judge the tree by (default 1/3)")  //
      ("prune-set", text(&prune_set_, "FILE"),
       "reduced-error: judge the tree by the rows of this file, which has the same columns, instead");
}

void PruningOptions::add_for_models_to(OptionGroups& options) {
  add_methods_to(options, "pessimistic, error-based, cost-complexity or reduced-error");
  options.group("Pruning").add_options()  //
      ("alpha", number("--alpha", "X", alpha_, {}),
       "cost-complexity: the price of a leaf, as a share of the training rows (regression: of the root's "
       "deviation)")  //
      ("leaves", whole<std::size_t>("--leaves", "N", [this](std::size_t n) { leaves_ = n; }),
       "cost-complexity: the largest of the best trees that has at most N leaves, instead of --alpha")  //
      ("prune-set", text(&prune_set_, "FILE"),
       "reduced-error: judge the tree by the rows of this file, which has the columns of the training data");
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
  folds_ = folds_.value_or(PruneOptions().folds);
}

std::optional<double> PruningOptions::take_margin() {
  check_values();
  const std::optional<double> margin = se_rule_ ? 1 : margin_;
  se_rule_ = false;
  margin_.reset();
  return margin;
}

void PruningOptions::check() const {
  if (method_) check_companions(*method_);
  check_values();
}

void PruningOptions::check_for_models() const {
  if (!method_) {
    usage("--prune is missing: how should the tree be pruned?",
          "use pessimistic, error-based, cost-complexity or reduced-error");
  }
  check_companions(*method_);
  check_values();
  if (method_ == PruneMethod::none) {
    usage("--prune none leaves the tree as it is", "use pessimistic, error-based, cost-complexity or reduced-error");
  }
  if (method_ == PruneMethod::cost_complexity && !alpha_ && !leaves_) {
    usage("--prune cost-complexity needs --alpha or --leaves: how much should be pruned?",
          "'espalier path' on the training data shows the choices and what each is worth; 'espalier train' chooses "
          "alpha by cross-validation");
  }
  if (method_ == PruneMethod::reduced_error && prune_set_.empty()) {
    usage("--prune reduced-error needs --prune-set FILE: rows that the tree was not grown from",
          "'espalier train --prune reduced-error' can hold out a share of the training rows instead");
  }
}

void PruningOptions::check_values() const {
  const bool by_release8 = confidence_method_.value_or(ConfidenceMethod::release8) == ConfidenceMethod::release8;
  if (confidence_ && !by_release8 && *confidence_ > kLargestLimit) {
    usage(fmt::format("--confidence {}: the {} limit of the errors is below the errors themselves for more than {}",
                      shortest(*confidence_), to_string(*confidence_method_), kLargestLimit),
          "0.25 is usual; --confidence-method release8 takes values up to 1");
  }
  if (alpha_ && se_rule_) usage("--alpha and --se-rule exclude each other", "--se-rule chooses alpha");
  if (alpha_ && margin_) usage("--alpha and --se-margin exclude each other", "--se-margin chooses alpha");
  if (se_rule_ && margin_) usage("--se-rule and --se-margin exclude each other", "--se-rule is --se-margin 1");
  if (alpha_ && folds_) usage("--alpha and --prune-folds exclude each other", "the folds are for choosing alpha");
  if (alpha_ && select_by_) usage("--alpha and --select-by exclude each other", "--select-by chooses alpha");
  if (alpha_ && leaves_) usage("--alpha and --leaves exclude each other", "--leaves chooses alpha");
  if (folds_ && *folds_ < 2)
    usage(fmt::format("--prune-folds {}: at least 2 folds are needed", *folds_), "10 is usual");
  if (leaves_ == std::size_t{0}) usage("--leaves 0: a tree has at least 1 leaf");
  if (share_ && !prune_set_.empty()) {
    usage("--prune-share and --prune-set exclude each other", "the rows that judge are held out, or come from a file");
  }
}

void PruningOptions::check_companions(PruneMethod method) const {
  require_method(confidence_.has_value(), "--confidence", PruneMethod::error_based, method);
  require_method(confidence_method_.has_value(), "--confidence-method", PruneMethod::error_based, method);
  require_method(no_raising_, "--no-raising", PruneMethod::error_based, method);
  require_method(alpha_.has_value(), "--alpha", PruneMethod::cost_complexity, method);
  require_method(leaves_.has_value(), "--leaves", PruneMethod::cost_complexity, method);
  require_method(risk_.has_value(), "--risk", PruneMethod::cost_complexity, method);
  require_method(folds_.has_value(), "--prune-folds", PruneMethod::cost_complexity, method);
  require_method(select_by_.has_value(), "--select-by", PruneMethod::cost_complexity, method);
  require_method(se_rule_, "--se-rule", PruneMethod::cost_complexity, method);
  require_method(margin_.has_value(), "--se-margin", PruneMethod::cost_complexity, method);
  require_method(share_.has_value(), "--prune-share", PruneMethod::reduced_error, method);
  require_method(!prune_set_.empty(), "--prune-set", PruneMethod::reduced_error, method);
}

void PruningOptions::check_for_ensemble() const {
  if (method_ == PruneMethod::cost_complexity && !alpha_) {
    usage("--prune cost-complexity would choose alpha by cross-validation for each of the trees",
          "give --alpha X, use --prune error-based or pessimistic, or leave it out: many trees need no pruning");
  }
  if (share_ || !prune_set_.empty()) {
    usage(fmt::format("{}: each of several trees is judged by the rows that it was grown without",
                      share_ ? "--prune-share" : "--prune-set"),
          "leave it out");
  }
}

void PruningOptions::refuse_for_boosting() const {
  if (method_.value_or(PruneMethod::none) == PruneMethod::none) return;
  usage(fmt::format("--prune {}: the trees of boosting are as large as they are meant to be", to_string(*method_)),
        "leave it out: --max-depth, --min-gain and --min-child-weight make them smaller");
}

PruneOptions PruningOptions::prune(const GrowOptions& grow, const Dataset& data, std::uint64_t seed,
                                   bool several) const {
  const bool prunes = !several || grow.algorithm == Algorithm::c45;
  const PruneMethod usual = prunes ? default_method(grow.algorithm, data.task) : PruneMethod::none;
  const bool needs_alpha = several && usual == PruneMethod::cost_complexity && !alpha_;  // c45 of numbers
  PruneOptions options = options_for(method_.value_or(needs_alpha ? PruneMethod::none : usual));
  refuse_for_task(options.method, data.task, data.target,
                  "use --prune cost-complexity, reduced-error or none, or --task classification");
  if (select_by_) refuse_figure(*select_by_, grow, data);
  options.select_by = select_by_;
  options.risk = risk_for(data.task, grow.criterion, data.target);
  options.alpha = alpha_;
  options.folds = folds_.value_or(options.folds);
  options.margin = se_rule_ ? 1 : margin_.value_or(options.margin);
  options.share = share_.value_or(options.share);
  options.seed = seed;
  return options;
}

PruneOptions PruningOptions::prune(const Model& model) const {
  PruneOptions options = options_for(method_.value());
  refuse_for_task(options.method, model.task, model.target, "use --prune cost-complexity or reduced-error");
  options.risk = risk_for(model.task, recorded_criterion(model), model.target);
  options.alpha = leaves_ ? alpha_for_leaves(model, *leaves_, options.risk) : alpha_;
  return options;
}

PruneOptions PruningOptions::options_for(PruneMethod method) const {
  check_companions(method);
  PruneOptions options;
  options.method = method;
  options.confidence = confidence_.value_or(options.confidence);
  options.confidence_method = confidence_method_.value_or(options.confidence_method);
  options.raising = !no_raising_;
  return options;
}

void refuse_figure(SelectBy figure, const GrowOptions& grow, const Dataset& data) {
  if (data.task == Task::regression) {
    usage(fmt::format("--select-by {} is for classes, and the target {} is a number", to_string(figure),
                      in_quotes(data.target)),
          "leave it out: a regression is judged by its squared error");
  }
  if (figure == SelectBy::cost && grow.costs.empty()) {
    usage("--select-by cost needs --cost-matrix: what does a wrong answer cost?",
          "add --cost-matrix FILE, or use another figure");
  }
}

// A regression has one measure, the deviation that it was grown by: RiskMeasure::errors stands for it.
RiskMeasure PruningOptions::risk_for(Task task, std::optional<Criterion> criterion, const std::string& target) const {
  if (task == Task::classification) {
    if (risk_ == Risk::squared_error) {
      usage(fmt::format("--risk squared-error is for numbers, and the target {} has classes", in_quotes(target)),
            "use --risk misclassification or impurity");
    }
    // Leaves that answer alike save no wrong answers. Whoever wants probabilities wants to keep them apart.
    const bool probabilities = !risk_ && select_by_ && judges_probabilities(*select_by_);
    if (risk_ != Risk::impurity && !probabilities) return RiskMeasure::errors;
    const RiskMeasure impurity = impurity_of(criterion.value_or(Criterion::gini));
    return impurity == RiskMeasure::errors ? RiskMeasure::gini : impurity;
  }
  if (risk_ && risk_ != Risk::squared_error) {
    usage(fmt::format("--risk {} is for classes, and the target {} is a number", to_string(*risk_), in_quotes(target)),
          "leave it out: a regression saves the deviation that it was grown by");
  }
  if (risk_ && criterion == Criterion::absolute_deviation) {
    usage("--risk squared-error: the tree is grown by absolute deviations, and that is what it saves",
          "leave it out, or use --criterion variance");
  }
  return RiskMeasure::errors;
}

void warn_of_own_judges(const std::string& judges_sha256, const std::string& data_sha256, Warnings& warnings) {
  if (judges_sha256 != data_sha256) return;
  warnings.push_back(
      {"the file of --prune-set is the training data itself: next to nothing is pruned, and an "
       "evaluation on these rows flatters",
       "name rows that are not in the data, or hold some out with --prune-share", std::nullopt, ""});
}

void PruningOptions::warn_of_few_rows(std::size_t rows, Warnings& warnings) const {
  if (!folds_ || rows >= *folds_) return;
  warnings.push_back({fmt::format("{} cannot be divided into {} folds: {}", counted(rows, "row"), *folds_,
                                  rows < 2 ? "nothing is judged" : fmt::format("{} are used", rows)),
                      "", std::nullopt, ""});
}

std::shared_ptr<const BindableTable> PruningOptions::read_prune_set(const DataOptions& reading,
                                                                    const std::string& weight,
                                                                    Warnings& warnings) const {
  if (prune_set_.empty()) return nullptr;
  return std::make_shared<BindableTable>(reading.read_to_bind(prune_set_, weight, warnings));
}

}  // namespace espalier::cli
