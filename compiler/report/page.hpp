// The report as one page (HTML) that needs nothing else: what an auditor reads, tries and signs. It has the facts that
// other commands tell, too; templates/report has its words and looks.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "audit/verify.hpp"
#include "evaluate/figures.hpp"
#include "model/model.hpp"
#include "report/evaluation_report.hpp"
#include "report/group_report.hpp"
#include "report/importance_report.hpp"
#include "report/proof_report.hpp"
#include "report/rules_report.hpp"

namespace espalier {

// How the model did on the rows of a file.
struct PageEvaluation {
  EvaluationFacts facts;
  AnsweredRows answered;
  bool training_rows = false;  // the model was made of them, and had seen what it answers
};

// The learner that the model records, tried once more on its training rows.
struct PageRefit {
  bool same_tree = false;                     // it made the model's tree again
  std::string why_not;                        // empty: it was tried
  std::optional<ImportanceFacts> importance;  // of the columns, to trees of the folds
};

// A picture that the page has besides.
struct PagePlot {
  std::string title;
  std::string svg;
};

struct PageFacts {
  const Model& model;
  std::string model_sha256;
  std::string title;  // empty: after the target
  RulesFacts rules;
  Verification program;  // of the decision program that code is made of
  std::optional<PageEvaluation> evaluation;
  std::optional<PageRefit> refit;
  std::vector<PagePlot> plots;
  std::optional<ProofFacts> proofs;
  std::optional<GroupFacts> groups = {};  // of the rows that were evaluated
};

// Rules beyond these are in other outputs.
inline constexpr std::size_t kMostRulesInPage = 2000;

std::string report_page(const PageFacts& facts);

// The table of rules as a page of its own.
std::string to_html(const RulesFacts& facts);

// What the command tells.
std::string to_text(const PageFacts& facts);
nlohmann::ordered_json to_json(const PageFacts& facts);

}  // namespace espalier
