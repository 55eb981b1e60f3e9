#include "report/code_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

#include "evaluate/tree_walk.hpp"
#include "lower/choose_fields.hpp"
#include "model/interpret.hpp"
#include "model/tree_facts.hpp"
#include "model/words.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"
#include "version.hpp"

namespace espalier {
namespace {

constexpr std::size_t kInputsShown = 12;
constexpr std::size_t kLinesNamed = 6;

// The dataset's rows whose answer is another one when each value is what its field holds.
std::vector<std::size_t> changed_rows(const Model& model, const std::vector<Field>& fields, const Dataset& data) {
  const Interpreter interpreter(model);
  std::vector<std::size_t> changed;
  std::vector<double> row;
  for (std::size_t i = 0; i < data.rows(); ++i) {
    fill_row(data, i, row);
    const Prediction before = interpreter.predict(row);
    for (const Field& field : fields) row[field.feature] = nearest_number(field, row[field.feature]);
    const Prediction after = interpreter.predict(row);
    if (after.label != before.label || after.value != before.value) changed.push_back(i);
  }
  return changed;
}

std::string loss_text(const LossFacts& loss) {
  std::vector<std::string> named;
  for (const std::size_t line : loss.lines) named.push_back(fmt::format("{}", line));
  if (loss.changed > named.size()) named.push_back(fmt::format("{} more", grouped(loss.changed - named.size())));
  const std::string where =
      named.empty() ? ""
                    : fmt::format(" ({} {})", loss.changed == 1 ? "line" : "lines", enumerate(named, named.size()));
  return fmt::format("loss      {} of {} training rows change their answer{}\n", grouped(loss.changed),
                     grouped(loss.rows), where);
}

}  // namespace

CodeFacts code_facts(const Model& model, const Model* emitted, const Lowered& lowered) {
  CodeFacts facts;
  for (const Field& field : lowered.fields) {
    const Feature& feature = model.features[field.feature];
    FieldFacts& one =
        facts.fields.emplace_back(FieldFacts{feature.name, to_string(field.type), field.reason, field.note});
    if (emitted == nullptr) continue;
    const std::size_t enumerators = emitted->features[field.feature].categories.size();
    if (feature.categories.size() == enumerators) continue;
    one.words = word_count(feature);
    one.enumerators = enumerators;
  }
  facts.functions = function_count(lowered);
  facts.shape = lowered.shape;
  if (!lowered.regression()) return facts;
  facts.output_type = to_string(lowered.value_type.type);
  facts.answer_note = lowered.value_type.note;
  return facts;
}

std::string to_text(const CodeFacts& facts, bool verbose) {
  std::string text;
  for (const PassFacts& pass : facts.passes) {
    if (!verbose) break;
    text += fmt::format("pass      {:<6} {:<7}  {}, {}\n", fmt::format("{}s", pass.answers), pass.pass,
                        counted(pass.steps, "step"), counted(pass.functions, "function"));
  }
  for (const FieldFacts& field : facts.fields) {
    if (!field.words) continue;
    text +=
        fmt::format("words     {}: {} share {}; --share-enumerators never gives each its own\n",
                    in_quotes(field.column), counted(*field.words, "word"), counted(field.enumerators, "enumerator"));
  }
  if (facts.shape.wish != Shape::branches) text += fmt::format("shape     {}\n", describe(facts.shape));
  if (const std::string sizes = describe_sizes(facts.shape); !sizes.empty()) {
    text += fmt::format("size      {}\n", sizes);
  }
  if (!facts.answer_note.empty()) {
    text += fmt::format("note      the answer is {}\n", printable(facts.answer_note, 200));
  }
  return text;
}

namespace {

// By chip and shape; what cannot be there is null.
nlohmann::ordered_json sizes_json(const ChipSizes& sizes) {
  const auto bytes = [](std::size_t count) {
    return count == 0 ? nlohmann::ordered_json() : nlohmann::ordered_json(count);
  };
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (std::size_t chip = 0; chip < kChips; ++chip) {
    json[std::string(kNames<Chip>[chip])] = {{"branches", bytes(sizes[chip].branches)},
                                             {"table", bytes(sizes[chip].table)}};
  }
  return json;
}

}  // namespace

nlohmann::ordered_json to_json(const CodeFacts& facts) {
  nlohmann::ordered_json fields = nlohmann::ordered_json::array();
  for (const FieldFacts& field : facts.fields) {
    fields.push_back({{"column", field.column}, {"type", field.type}, {"reason", field.reason}, {"note", field.note}});
    if (!field.words) continue;
    fields.back()["words"] = *field.words;
    fields.back()["enumerators"] = field.enumerators;
  }
  nlohmann::ordered_json header = {{"namespace", facts.space},
                                   {"bytes", facts.bytes},
                                   {"fields", std::move(fields)},
                                   {"functions", facts.functions},
                                   {"shape", to_string(facts.shape.shape)}};
  if (facts.shape.sizes) header["estimated_bytes"] = sizes_json(*facts.shape.sizes);
  if (facts.output_type) header["output_type"] = *facts.output_type;
  return {{"header", std::move(header)}};
}

EarlyExitFacts early_exit_facts(const Model& model, const Lowered& lowered, const Dataset* data) {
  EarlyExitFacts facts;
  facts.trees = lowered.trees.size();
  if (data == nullptr) return facts;
  facts.rows = data->rows();
  std::vector<double> row(model.features.size(), kMissing);
  for (std::size_t i = 0; i < data->rows(); ++i) {
    fill_row(*data, i, row);
    for (const Field& field : lowered.fields) row[field.feature] = nearest_number(field, row[field.feature]);
    facts.asked += answer(lowered, row).asked;
  }
  return facts;
}

std::string to_text(const EarlyExitFacts& facts, bool) {
  if (!facts.rows)
    return fmt::format("early     of {}; --data FILE tells how many a row takes\n", counted(facts.trees, "tree"));
  const double mean = static_cast<double>(facts.asked) / static_cast<double>(std::max<std::size_t>(1, *facts.rows));
  return fmt::format("early     {:.1f} of {} per row on {}, {:.1f} %\n", mean, counted(facts.trees, "tree"),
                     counted(*facts.rows, "row"), 100 * mean / static_cast<double>(facts.trees));
}

nlohmann::ordered_json to_json(const EarlyExitFacts& facts) {
  nlohmann::ordered_json json = {{"trees", facts.trees}};
  if (facts.rows) {
    json["rows"] = *facts.rows;
    json["asked"] = facts.asked;
  }
  return {{"early_exit", std::move(json)}};
}

LossFacts loss_facts(const Model& model, const std::vector<Field>& fields, const Dataset& data, const Table& table) {
  const std::vector<std::size_t> changed = changed_rows(model, fields, data);
  LossFacts facts;
  facts.rows = data.rows();
  facts.changed = changed.size();
  for (std::size_t i = 0; i < std::min(changed.size(), kLinesNamed); ++i) {
    facts.lines.push_back(table.where_row(data.table_rows[changed[i]]).line);
  }
  return facts;
}

std::string to_text(const InputFacts& facts, bool verbose) {
  std::string text;
  const std::size_t shown = verbose ? facts.fields.size() : std::min(facts.fields.size(), kInputsShown);
  for (std::size_t i = 0; i < shown; ++i) {
    const FieldFacts& field = facts.fields[i];
    text +=
        fmt::format("input     {}: {} ({})\n", printable(field.column, 40), field.type, printable(field.reason, 200));
  }
  if (shown < facts.fields.size()) text += fmt::format("          ... and {} more\n", facts.fields.size() - shown);
  if (!facts.loss_is_told) return text;
  if (facts.loss) return text + loss_text(*facts.loss);
  return text + "loss      unknown: --data FILE, the training data, tells how many rows change their answer\n";
}

nlohmann::ordered_json to_json(const InputFacts& facts) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  if (!facts.loss_is_told) return json;
  json["loss"] = nullptr;
  if (const auto& loss = facts.loss) {
    json["loss"] = {{"rows", loss->rows}, {"changed", loss->changed}, {"lines", loss->lines}};
  }
  return json;
}

std::string to_text(const SelftestFacts& facts) {
  const std::string parts = facts.parts == 1 ? "" : fmt::format(" in {}", counted(facts.parts, "part"));
  return fmt::format("selftest  {}: {}{}\n", printable(facts.path, 400), counted(facts.vectors, "vector"), parts);
}

nlohmann::ordered_json to_json(const SelftestFacts& facts) {
  return {{"selftest", {{"file", facts.path}, {"vectors", facts.vectors}, {"parts", facts.parts}}}};
}

std::string to_text(const WrittenCodeFacts& facts) {
  return fmt::format("written   {}{}: {}, {}\n", printable(facts.path, 400),
                     facts.beside == 0 ? "" : fmt::format(" and {} beside it", counted(facts.beside, "file")),
                     counted(facts.bytes, "byte"), facts.form);
}

nlohmann::ordered_json to_json(const WrittenCodeFacts& facts) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  if (!facts.parts.empty()) json["beside"] = facts.parts;
  json["output"] = facts.path;
  return json;
}

namespace {

std::string outcome_text(const VerificationFacts& facts) {
  const Verification& outcome = facts.outcome;
  if (!outcome.compiled) return "FAILED: it does not compile";
  if (!outcome.ran) return fmt::format("FAILED: {}", outcome.failure);
  if (outcome.proven && outcome.vectors == 0) {
    return fmt::format("{} proven for every input", counted(facts.rules, "rule"));
  }
  std::string line = fmt::format("{}, {}", counted(outcome.vectors, "vector"), counted(outcome.mismatches, "mismatch"));
  if (!outcome.witnesses_held) line += "; its own witnesses (static_assert) fail";
  if (!outcome.texts_agree) line += "; texts or constants differ";
  if (!outcome.counters_agree) line += "; ESPALIER_COUNT_RULES does not count the rules that answer";
  if (!outcome.passed()) line = "FAILED: " + line;
  return line;
}

// What the compiler said, line by line.
std::string failure_text(const std::string& failure) {
  std::string text;
  for (std::size_t begin = 0; begin < failure.size();) {
    const std::size_t end = std::min(failure.find('\n', begin), failure.size());
    text += "          " + printable(std::string_view(failure).substr(begin, end - begin), 200) + "\n";
    begin = end + 1;
  }
  return text;
}

std::string mismatches_text(const VerificationFacts& facts) {
  const Verification& outcome = facts.outcome;
  std::string text;
  for (std::size_t i = 0; i < outcome.first.size(); ++i) {
    text += fmt::format("          {}\n            expected {}, answered {}\n", facts.rows[i],
                        outcome.first[i].expected, outcome.first[i].answered);
  }
  if (outcome.mismatches > outcome.first.size()) {
    text += fmt::format("          and {} more\n", outcome.mismatches - outcome.first.size());
  }
  return text;
}

// Whether the file is what Espalier makes of the model.
std::string source_text(const std::string& subject, const SourceProof& proof) {
  const std::string file = printable(subject, 400);
  const std::string maker =
      proof.version.empty() ? "an Espalier that does not say its version" : "espalier " + printable(proof.version, 40);
  switch (proof.verdict) {
    case SourceVerdict::identical:
      return fmt::format("source    {}: byte for byte what espalier {} makes of the model\n", file, kVersion);
    case SourceVerdict::same_text:
      return fmt::format("source    {}: the tokens that espalier {} makes of the model, laid out otherwise\n", file,
                         kVersion);
    case SourceVerdict::proven:
      return fmt::format(
          "source    {}: made by {}; proven to answer as the model does for every input, and nothing "
          "else is in it\n",
          file, maker);
    case SourceVerdict::foreign: break;
  }
  const std::string place =
      proof.where ? fmt::format("line {}, column {}: ", proof.where->line, proof.where->column) : "";
  std::string text = fmt::format("source    {}: FAILED: not proven: {}{}\n", file, place, printable(proof.why, 400));
  if (proof.where) text += fmt::format("          {}\n", printable(proof.where->excerpt, 200));
  return text;
}

nlohmann::ordered_json source_json(const SourceProof& proof) {
  nlohmann::ordered_json json = {{"verdict", to_string(proof.verdict)}, {"version", proof.version}};
  if (proof.verdict == SourceVerdict::foreign) json["message"] = proof.why;
  if (proof.where) {
    json["file"] = proof.where->file;
    json["line"] = proof.where->line;
    json["column"] = proof.where->column;
  }
  return json;
}

nlohmann::ordered_json mismatches_json(const VerificationFacts& facts) {
  nlohmann::ordered_json first = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < facts.outcome.first.size(); ++i) {
    const Mismatch& mismatch = facts.outcome.first[i];
    first.push_back({{"row", facts.rows[i]}, {"expected", mismatch.expected}, {"answered", mismatch.answered}});
  }
  return first;
}

}  // namespace

VerificationFacts verification_facts(const Model& model, const EmitRecord& record, Verification outcome,
                                     const std::string& subject) {
  VerificationFacts facts;
  facts.subject = subject;
  facts.rules = leaf_count(model);
  for (const Mismatch& mismatch : outcome.first) facts.rows.push_back(describe_row(model, record.fields, mismatch.row));
  facts.outcome = std::move(outcome);
  return facts;
}

std::vector<CheckedInput> checked_inputs(const Model& model, const EmitRecord& record) {
  std::vector<CheckedInput> inputs;
  for (const Field& field : record.fields) {
    inputs.push_back({model.features[field.feature].name, to_string(field.type), field.sentinel});
  }
  return inputs;
}

std::string to_text(const VerificationFacts& facts, bool verbose) {
  const Verification& outcome = facts.outcome;
  std::string text;
  for (const CheckedInput& input : facts.inputs) {
    if (!verbose) break;
    text += fmt::format("input     {}: {}{}\n", printable(input.column), input.type,
                        input.can_be_missing ? ", can be missing" : "");
  }
  if (facts.source) text += source_text(facts.subject, *facts.source);
  if (!facts.ran) return text;
  text += fmt::format("verified  {}: {} ({})\n", printable(facts.subject, 400), outcome_text(facts), outcome.compiler);
  if (!outcome.compiled) text += failure_text(outcome.failure);
  text += mismatches_text(facts);
  if (outcome.unreachable_rules > 0) {
    text +=
        fmt::format("          no input of these types was found for {}\n", counted(outcome.unreachable_rules, "rule"));
  }
  if (const auto& coverage = outcome.coverage) {
    const double share = static_cast<double>(coverage->taken) / static_cast<double>(coverage->branches);
    text += fmt::format("coverage  {} of the branches ({} of {})\n", percent(share), grouped(coverage->taken),
                        grouped(coverage->branches));
  }
  return text;
}

nlohmann::ordered_json to_json(const VerificationFacts& facts) {
  const Verification& outcome = facts.outcome;
  if (!facts.ran) {
    nlohmann::ordered_json json = {{"subject", facts.subject}, {"passed", facts.passed()}};
    if (facts.source) json["source"] = source_json(*facts.source);
    return {{"verification", std::move(json)}};
  }
  nlohmann::ordered_json json = {{"subject", facts.subject},
                                 {"passed", facts.passed()},
                                 {"compiler", outcome.compiler},
                                 {"compiled", outcome.compiled},
                                 {"proven", outcome.proven},
                                 {"vectors", outcome.vectors},
                                 {"mismatches", outcome.mismatches},
                                 {"witnesses_held", outcome.witnesses_held},
                                 {"texts_agree", outcome.texts_agree},
                                 {"counters_agree", outcome.counters_agree},
                                 {"unreachable_rules", outcome.unreachable_rules},
                                 {"first", mismatches_json(facts)}};
  if (const auto& coverage = outcome.coverage) {
    json["coverage"] = {{"branches", coverage->branches}, {"taken", coverage->taken}};
  }
  if (!outcome.failure.empty()) json["failure"] = outcome.failure;
  if (facts.source) json["source"] = source_json(*facts.source);
  return {{"verification", std::move(json)}};
}

}  // namespace espalier
