#include "report/proof_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "report/figure_text.hpp"
#include "report/region_report.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

bool is_shown(const Claim& claim) {
  return claim.kind == Claim::Kind::bounds && claim.subject != Claim::Subject::label;
}

std::string figure_name(const Claim& claim) {
  return claim.subject == Claim::Subject::probability ? "the probability" : "the value";
}

std::string bounds_text(const ProvenProperty& proven) {
  const PropertyProof& proof = proven.proof;
  if (!is_shown(proven.property.claim) || !proof.least || !proof.most) return "";
  std::string text = fmt::format("          {} lies between {} and {}", figure_name(proven.property.claim),
                                 figure_text(*proof.least), figure_text(*proof.most));
  if (proof.found_least || proof.found_most) {
    text += fmt::format(", for certain; rows were found from {} to {}",
                        figure_text(proof.found_least.value_or(*proof.least)),
                        figure_text(proof.found_most.value_or(*proof.most)));
  } else if (proof.verdict == ProofVerdict::open) {
    text += ", or closer together";
  }
  return text + "\n";
}

std::string open_text(const PropertyProof& proof) {
  std::string text =
      fmt::format("          not decided: {} looked at, and no counterexample in them; --seconds gives it more\n",
                  counted(proof.regions, "region"));
  if (proof.undecided) {
    text += fmt::format(
        "          undecided are {} of the inputs, if numbers are spread evenly over their training range\n",
        percent(*proof.undecided));
  }
  return text;
}

// Of two rows, the columns in which they differ stand first.
std::string witnesses_text(const ProofFacts& facts, const ProvenProperty& proven) {
  const PropertyProof& proof = proven.proof;
  if (proof.witnesses.empty()) return "";
  if (proof.witnesses.size() == 1) {
    return fmt::format("          but {} for {}\n", proven.answers.front(),
                       row_text(facts.space, proof.witnesses.front(), facts.asked));
  }
  std::vector<bool> differing(facts.space.columns.size(), false);
  std::vector<bool> others = facts.asked;
  for (const std::uint32_t column : proven.property.claim.columns) {
    differing[column] = true;
    others[column] = false;
  }
  const bool any_other = std::ranges::find(others, true) != others.end();
  std::string text = any_other
                         ? fmt::format("          but with {}:\n", row_text(facts.space, proof.witnesses[0], others))
                         : "          but:\n";
  for (std::size_t i = 0; i < 2; ++i) {
    text +=
        fmt::format("            {} for {}\n", proven.answers[i], row_text(facts.space, proof.witnesses[i], differing));
  }
  return text;
}

std::string verdict_text(const ProvenProperty& proven) {
  if (proven.proof.no_rows) return "proven    (no row meets the condition)  ";
  switch (proven.proof.verdict) {
    case ProofVerdict::proven: return "proven    ";
    case ProofVerdict::refuted: return "refuted   ";
    case ProofVerdict::open: return "open      ";
  }
  return {};
}

}  // namespace

std::size_t ProofFacts::count(ProofVerdict verdict) const {
  return static_cast<std::size_t>(
      std::ranges::count_if(properties, [&](const ProvenProperty& one) { return one.proof.verdict == verdict; }));
}

std::string answer_in_words(const Model& model, const Space& space, std::span<const double> row) {
  const Prediction prediction = Interpreter(model).predict(view_of(space, model).row_of(row));
  std::string text;
  if (model.task == Task::regression) {
    text = figure_text(prediction.value);
  } else {
    const double probability = prediction.probabilities[prediction.label];
    text = fmt::format("{} ({})", in_quotes(model.labels[prediction.label], kLabelShown), percent(probability));
  }
  if (prediction.rule > 0) text += fmt::format(" by rule {}", prediction.rule);
  return text;
}

std::string proof_details(const ProofFacts& facts, const ProvenProperty& proven) {
  const bool is_open = proven.proof.verdict == ProofVerdict::open;
  return witnesses_text(facts, proven) + bounds_text(proven) + (is_open ? open_text(proven.proof) : "");
}

std::string to_text(const ProofFacts& facts, bool verbose) {
  std::string text = fmt::format("model     {}\ninputs    {}\n", printable(facts.model, 200),
                                 domain_text(facts.space, facts.complete_rows));
  for (const ProvenProperty& proven : facts.properties) {
    text += verdict_text(proven) + printable(proven.property.text, 400) + "\n";
    text += proof_details(facts, proven);
    if (verbose) text += fmt::format("          {} looked at\n", counted(proven.proof.regions, "region"));
  }
  if (facts.properties.size() > 1) {
    text += fmt::format("verdict   {} proven, {} refuted, {} open\n", facts.count(ProofVerdict::proven),
                        facts.count(ProofVerdict::refuted), facts.count(ProofVerdict::open));
  }
  return text;
}

nlohmann::ordered_json to_json(const ProofFacts& facts) {
  nlohmann::ordered_json list = nlohmann::ordered_json::array();
  for (const ProvenProperty& proven : facts.properties) {
    nlohmann::ordered_json entry = {{"property", proven.property.text},
                                    {"verdict", to_string(proven.proof.verdict)},
                                    {"no_rows", proven.proof.no_rows},
                                    {"regions", proven.proof.regions}};
    if (is_shown(proven.property.claim)) {
      entry["least"] = proven.proof.least ? number_json(*proven.proof.least) : nlohmann::ordered_json(nullptr);
      entry["most"] = proven.proof.most ? number_json(*proven.proof.most) : nlohmann::ordered_json(nullptr);
      if (proven.proof.found_least) entry["found_least"] = number_json(*proven.proof.found_least);
      if (proven.proof.found_most) entry["found_most"] = number_json(*proven.proof.found_most);
    }
    if (proven.proof.undecided) entry["undecided_share"] = *proven.proof.undecided;
    entry["witnesses"] = nlohmann::ordered_json::array();
    for (std::size_t i = 0; i < proven.proof.witnesses.size(); ++i) {
      entry["witnesses"].push_back(
          {{"row", row_json(facts.space, proven.proof.witnesses[i])}, {"answer", proven.answers[i]}});
    }
    list.push_back(std::move(entry));
  }
  return {{"model", facts.model},
          {"inputs", domain_json(facts.space, facts.complete_rows)},
          {"properties", std::move(list)},
          {"proven", facts.count(ProofVerdict::proven)},
          {"refuted", facts.count(ProofVerdict::refuted)},
          {"open", facts.count(ProofVerdict::open)}};
}

}  // namespace espalier
