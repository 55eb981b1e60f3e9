#include "cli/verification.hpp"

#include <fmt/format.h>

#include "model/tree_facts.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier::cli {
namespace {

std::string outcome_line(const Model& model, const Verification& verification) {
  if (!verification.compiled) return "FAILED: it does not compile";
  if (!verification.ran) return fmt::format("FAILED: {}", verification.failure);
  if (verification.proven && verification.vectors == 0) {
    return fmt::format("{} proven for every input", counted(leaf_count(model), "rule"));
  }
  std::string line =
      fmt::format("{}, {}", counted(verification.vectors, "vector"), counted(verification.mismatches, "mismatch"));
  if (!verification.witnesses_held) line += "; its own witnesses (static_assert) fail";
  if (!verification.texts_agree) line += "; texts or constants differ";
  if (!verification.counters_agree) line += "; ESPALIER_COUNT_RULES does not count the rules that answer";
  if (!verification.passed()) line = "FAILED: " + line;
  return line;
}

}  // namespace

void report_verification(const Model& model, const EmitRecord& record, const Verification& verification,
                         const std::string& subject, Report& report) {
  report.text += fmt::format("verified  {}: {} ({})\n", printable(subject, 400), outcome_line(model, verification),
                             verification.compiler);
  if (!verification.compiled) {
    for (std::size_t begin = 0; begin < verification.failure.size();) {
      const std::size_t end = std::min(verification.failure.find('\n', begin), verification.failure.size());
      report.text +=
          "          " + printable(std::string_view(verification.failure).substr(begin, end - begin), 200) + "\n";
      begin = end + 1;
    }
  }
  nlohmann::ordered_json first = nlohmann::ordered_json::array();
  for (const Mismatch& mismatch : verification.first) {
    const std::string row = describe_row(model, record.fields, mismatch.row);
    report.text +=
        fmt::format("          {}\n            expected {}, answered {}\n", row, mismatch.expected, mismatch.answered);
    first.push_back({{"row", row}, {"expected", mismatch.expected}, {"answered", mismatch.answered}});
  }
  if (verification.mismatches > verification.first.size()) {
    report.text += fmt::format("          and {} more\n", verification.mismatches - verification.first.size());
  }
  if (verification.unreachable_rules > 0) {
    report.text += fmt::format("          {} cannot be reached by inputs of these types\n",
                               counted(verification.unreachable_rules, "rule"));
  }
  nlohmann::ordered_json json = {{"subject", subject},
                                 {"passed", verification.passed()},
                                 {"compiler", verification.compiler},
                                 {"compiled", verification.compiled},
                                 {"proven", verification.proven},
                                 {"vectors", verification.vectors},
                                 {"mismatches", verification.mismatches},
                                 {"witnesses_held", verification.witnesses_held},
                                 {"texts_agree", verification.texts_agree},
                                 {"counters_agree", verification.counters_agree},
                                 {"unreachable_rules", verification.unreachable_rules},
                                 {"first", std::move(first)}};
  if (const auto& coverage = verification.coverage) {
    const double share = static_cast<double>(coverage->taken) / static_cast<double>(coverage->branches);
    report.text += fmt::format("coverage  {} of the branches ({} of {})\n", percent(share), grouped(coverage->taken),
                               grouped(coverage->branches));
    json["coverage"] = {{"branches", coverage->branches}, {"taken", coverage->taken}};
  }
  if (!verification.failure.empty()) json["failure"] = verification.failure;
  report.json["verification"] = std::move(json);
}

}  // namespace espalier::cli
