#include "audit/selftest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "audit/boundary.hpp"
#include "audit/language_checks.hpp"
#include "audit/selftest_parts.hpp"
#include "emit/cpp_context.hpp"
#include "emit/render.hpp"
#include "support/text.hpp"

namespace espalier {

namespace {

using nlohmann::json;

// The rules of a vector: each by the number of its tree and its own.
using RulesReached = std::set<std::pair<std::size_t, std::uint32_t>>;

// The vectors as the template writes them, and what is known about them.
struct SelftestVectors {
  std::vector<json> texts;
  std::vector<bool> witnesses;
  std::vector<Prediction> answers;
};

// Two rules may have vectors in common, and a type may hold two values alike: the text of a row is what its fields
// hold.
SelftestVectors vectors_of(const Model& model, const Lowered& lowered, const CodeNames& code) {
  const Interpreter interpreter(model);
  SelftestVectors vectors;
  std::unordered_map<std::string, std::size_t> numbers;
  for_each_kind_of_vector(model, lowered.fields, [&](const BoundaryVector& vector) {
    const bool is_witness = vector.kind == BoundaryVector::Kind::witness;
    std::string row = row_initializer(lowered.fields, code, vector.row);
    const auto [found, is_new] = numbers.emplace(row, vectors.texts.size());
    if (!is_new) {
      if (is_witness) vectors.witnesses[found->second] = true;
      return;
    }
    const Prediction& expected = vectors.answers.emplace_back(interpreter.predict(vector.row));
    vectors.witnesses.push_back(is_witness);
    vectors.texts.push_back({{"row", std::move(row)},
                             {"answer", answer_expression(code, lowered.value_type.type, expected)},
                             {"rule", expected.rule},
                             {"rules", expected.rules}});
  });
  return vectors;
}

template <typename Numbers>
std::size_t rules_reached(const SelftestVectors& vectors, const Numbers& numbers) {
  RulesReached reached;
  for (const std::size_t i : numbers) {
    const Prediction& answer = vectors.answers[i];
    if (answer.rules.empty()) reached.emplace(0, answer.rule);
    for (std::size_t tree = 0; tree < answer.rules.size(); ++tree) reached.emplace(tree, answer.rules[tree]);
  }
  return reached.size();
}

// What the program covers, in lines of a comment.
json coverage_lines(const SelftestVectors& vectors, const std::vector<std::vector<std::size_t>>& parts) {
  json lines = json::array();
  std::vector<std::size_t> all(vectors.texts.size());
  for (std::size_t i = 0; i < all.size(); ++i) all[i] = i;
  const std::size_t rules = rules_reached(vectors, all);
  lines.push_back(fmt::format("It has {}, no two of them alike, which reach {}.", counted(all.size(), "vector"),
                              counted(rules, "rule")));
  if (parts.size() == 1) return lines;
  const std::vector<std::size_t>& sample = parts.front();
  const auto witnesses = static_cast<std::size_t>(
      std::count_if(sample.begin(), sample.end(), [&](std::size_t i) { return vectors.witnesses[i]; }));
  lines.push_back(
      fmt::format("They are divided into {} of at most {} bytes (on an AVR). Compiled as it is, this program",
                  counted(parts.size(), "part"), grouped(kSelftestPartBytes)));
  lines.push_back("asks all of them; for an AVR, whose compiler takes no larger array, it asks part 1 alone.");
  lines.push_back(
      fmt::format("Part 1 is a sample: {}, {} that reach a rule in its middle and {} at its edges, evenly spread;",
                  counted(sample.size(), "vector"), grouped(witnesses), grouped(sample.size() - witnesses)));
  lines.push_back(fmt::format("it reaches {} of the {}. -DSELFTEST_PART=N compiles part N, 1 to {}, for any target,",
                              grouped(rules_reached(vectors, sample)), counted(rules, "rule"), parts.size()));
  lines.push_back("and -DSELFTEST_PART=0 all of them. The parts together have every vector once.");
  return lines;
}

json parts_of(const SelftestVectors& vectors, const std::vector<std::vector<std::size_t>>& parts) {
  json list = json::array();
  for (const std::vector<std::size_t>& part : parts) {
    json texts = json::array();
    for (const std::size_t i : part) texts.push_back(vectors.texts[i]);
    list.push_back({{"number", list.size() + 1}, {"vectors", std::move(texts)}});
  }
  return list;
}

}  // namespace

Selftest emit_selftest(const Model& model, const Lowered& lowered, std::string_view space, std::string_view header,
                       Language language) {
  const CompiledLanguage& words = compiled_language(language);
  auto [context, code] = words.selftest_words(model, lowered.fields, space);
  const SelftestVectors vectors = vectors_of(model, lowered, code);
  const std::size_t count = vectors.texts.size();
  const std::size_t per_part =
      words.divides_selftest ? std::max<std::size_t>(1, kSelftestPartBytes / vector_bytes(model, lowered)) : count;
  const std::vector<std::vector<std::size_t>> parts = divide_vectors(vectors.witnesses, per_part);
  context["header"] = code.syntax->text(header);
  context["several"] = lowered.verdict.has_value();
  context["coverage"] = coverage_lines(vectors, parts);
  context["parts"] = parts_of(vectors, parts);
  return {render_template(words.selftest_template, context), count, parts.size()};
}

}  // namespace espalier
