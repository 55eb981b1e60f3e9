#include "emit/sql_program.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {

// note [NULL in conditions]
//
// WHEN takes a branch only where its condition is true; NULL compared with anything is not. So a condition says nothing
// about NULL where a missing value does not hold, and names it where it does: x <= 5 OR x IS NULL. A category that the
// model does not know goes the way of NULL: sets are written so that it does, as being in the set, or as not being in
// the rest of the known ones.
// Where columns can hold NaN, it is a missing value as well. It lies above everything, so x <= t excludes it by itself,
// x > t takes it in, and x < NaN asks for a number.

// note [numbers in SQLite]
//
// SQLite keeps a text where a number was meant: an import makes columns of texts, and a comparison of texts goes by
// letters. So a query for it makes numbers first, and asks these: a text that reads as a number is that number, any
// other, as an empty one, is missing. It reads as one if it is equal to itself as a number: a comparison with one
// turns a text into a number only if all of it is one.

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

bool is_numeric(const Condition& condition) {
  return condition.compare == Compare::less_equal || condition.compare == Compare::greater;
}

std::string constant(bool holds) {
  return holds ? "1 = 1" : "1 = 0";
}

std::string number_question(const SqlWords& words, const Condition& condition) {
  const std::string& x = words.columns[condition.field];
  const bool less = condition.compare == Compare::less_equal;
  const bool nan = has_nan(words.dialect);
  const std::string nan_text = nan ? sql_number(words.dialect, kNan) : "";
  if (std::isinf(condition.threshold)) {  // whether there is a number
    const bool numbers_hold = less == (condition.threshold > 0);
    if (numbers_hold == condition.when_missing) return constant(numbers_hold);
    if (numbers_hold) return nan ? fmt::format("{} < {}", x, nan_text) : fmt::format("{} IS NOT NULL", x);
    return nan ? fmt::format("{0} IS NULL OR {0} = {1}", x, nan_text) : fmt::format("{} IS NULL", x);
  }
  std::string text = fmt::format("{} {} {}", x, less ? "<=" : ">", sql_number(words.dialect, condition.threshold));
  if (condition.when_missing) text += fmt::format(" OR {} IS NULL", x);
  if (!nan || less != condition.when_missing) return text;
  return text + fmt::format(" {} {} {} {}", less ? "OR" : "AND", x, less ? "=" : "<", nan_text);
}

std::string category_question(const SqlWords& words, const Condition& condition) {
  const std::string& x = words.columns[condition.field];
  const std::vector<std::string>& literals = words.categories[condition.field];
  // With missing values on the side that holds, the test has to be a negative one, and the other way round.
  const bool negative = condition.when_missing;
  const bool complement = (condition.compare == Compare::not_member) != negative;
  std::vector<std::string> listed;
  for (std::uint32_t c = 0; c < literals.size(); ++c) {
    const bool in_set = std::binary_search(condition.categories.begin(), condition.categories.end(), c);
    if (in_set != complement) listed.push_back(literals[c]);
  }
  if (listed.empty()) return constant(negative);
  std::string text = listed.size() == 1
                         ? fmt::format("{} {} {}", x, negative ? "<>" : "=", listed.front())
                         : fmt::format("{} {}IN ({})", x, negative ? "NOT " : "", fmt::join(listed, ", "));
  if (negative) text += fmt::format(" OR {} IS NULL", x);
  return text;
}

std::string question(const SqlWords& words, const Condition& condition) {
  return is_numeric(condition) ? number_question(words, condition) : category_question(words, condition);
}

// A question that is true only where the value is known and the answer is `outcome`.
std::string known_question(const SqlWords& words, Condition condition, bool outcome) {
  condition.fallbacks.clear();
  if (!outcome) condition = negated(std::move(condition));
  condition.when_missing = false;
  return question(words, condition);
}

// See note [numbers in SQLite].
std::string sqlite_number(const std::string& x) {
  return fmt::format(
      "CASE typeof({0}) WHEN 'text' THEN CASE WHEN {0} = CAST({0} AS NUMERIC) THEN CAST({0} AS REAL) END "
      "WHEN 'blob' THEN NULL ELSE {0} END",
      x);
}

// What a number is called: as its column, but that SQLite takes no such name for "true" and "false".
std::string number_name(const Model& model, const std::string& column) {
  if (!equals_ignoring_case(column, "true") && !equals_ignoring_case(column, "false")) return column;
  std::string name = column + "_";
  const auto is_taken = [&](const Feature& feature) { return equals_ignoring_case(feature.name, name); };
  while (std::any_of(model.features.begin(), model.features.end(), is_taken)) name += '_';
  return name;
}

}  // namespace

SqlWords sql_words(const Model& model, const std::vector<Field>& fields, SqlDialect dialect) {
  SqlWords words;
  words.dialect = dialect;
  for (const Field& field : fields) {
    const Feature& feature = model.features[field.feature];
    const std::string column = sql_identifier(dialect, feature.name);
    if (dialect == SqlDialect::sqlite && feature.kind == FeatureKind::numeric) {
      const std::string number = sql_identifier(dialect, number_name(model, feature.name));
      words.columns.push_back("n." + number);
      words.numbers.push_back(fmt::format("{} AS {}", sqlite_number("i." + column), number));
    } else {
      words.columns.push_back("i." + column);
    }
    std::vector<std::string> literals;
    for (const std::string& category : feature.categories) literals.push_back(sql_string(dialect, category));
    words.categories.push_back(std::move(literals));
  }
  return words;
}

std::string sql_condition(const SqlWords& words, const Condition& condition, std::string_view line_break) {
  if (!condition.also.empty()) {
    std::vector<std::string> terms;
    for_each_term(condition, [&](const Condition& term) {
      const std::string text = question(words, term);
      terms.push_back(text.find(" OR ") != std::string::npos ? "(" + text + ")" : text);
    });
    constexpr std::size_t kLongestLine = 100;
    std::string line = fmt::format("{}", fmt::join(terms, " AND "));
    if (line.size() <= kLongestLine) return line;
    return fmt::format("{}", fmt::join(terms, fmt::format("{}AND ", line_break)));
  }
  if (condition.fallbacks.empty()) return question(words, condition);
  std::string text = "CASE";
  const auto ask = [&](const Condition& asked) {
    text += fmt::format("{}WHEN {} THEN 1 WHEN {} THEN 0", line_break, known_question(words, asked, true),
                        known_question(words, asked, false));
  };
  ask(condition);
  for (const Condition& fallback : condition.fallbacks) ask(fallback);
  return text + fmt::format("{}ELSE {} END = 1", line_break, condition.when_missing ? 1 : 0);
}

std::string decimals_of(SqlDialect dialect, const Condition& condition) {
  std::vector<std::string> texts;
  const auto note = [&](const Condition& asked) {
    if (is_numeric(asked) && !reads_as_decimal(dialect, asked.threshold)) texts.push_back(shortest(asked.threshold));
  };
  for_each_term(condition, note);
  for (const Condition& fallback : condition.fallbacks) note(fallback);
  return fmt::format("{}", fmt::join(texts, ", "));
}

namespace {

// Bottom up: which child nests, and where a part is cut off.
class Cutter {
 public:
  explicit Cutter(const Program& program) : program_(program), depth_(program.steps.size(), 0) {}

  SqlParts cut() {
    const auto before = static_cast<std::uint32_t>(program_.steps.size());
    for (std::uint32_t i = before; i-- > 0;) {
      if (program_.steps[i].op == Op::branch) arrange(i);
    }
    SqlParts parts;
    parts.program = std::move(program_);
    number(parts);
    return parts;
  }

 private:
  void arrange(std::uint32_t i) {
    Step& step = program_.steps[i];
    const bool can_turn = step.condition.also.empty();
    if (can_turn && depth_[step.yes] + 1 > kReadableCaseNesting && depth_[step.no] < depth_[step.yes]) {
      step.condition = negated(std::move(step.condition));
      std::swap(step.yes, step.no);
    }
    if (depth_[step.yes] + 1 > kMaxCaseNesting) {
      // Both, as far as both are deep: what is above then begins anew, and stages are few.
      if (depth_[step.no] >= kReadableCaseNesting) move_out(i, &Step::no);
      move_out(i, &Step::yes);
    }
    const Step& cut = program_.steps[i];
    depth_[i] = std::max(nested(cut.yes), depth_[cut.no]);
  }

  // An answer stands behind THEN without a CASE of its own.
  std::uint32_t nested(std::uint32_t step) const {
    return program_.steps[step].op == Op::branch ? depth_[step] + 1 : 0;
  }

  void move_out(std::uint32_t parent, std::uint32_t Step::*child) {
    Step call;
    call.op = Op::call;
    call.value = program_.steps[parent].*child;  // its entry, until parts are numbered
    program_.steps[parent].*child = static_cast<std::uint32_t>(program_.steps.size());
    program_.steps.push_back(std::move(call));
    depth_.push_back(0);
  }

  // Stage by stage, in reading order.
  static void number(SqlParts& parts) {
    parts.parts = {{parts.program.functions.back().entry, 0}};
    for (std::size_t p = 0; p < parts.parts.size(); ++p) {
      const SqlPart part = parts.parts[p];
      parts.stages = part.stage + 1;
      std::vector<std::uint32_t> pending = {part.entry};
      while (!pending.empty()) {
        Step& step = parts.program.steps[pending.back()];
        pending.pop_back();
        if (step.op == Op::branch) {
          pending.push_back(step.no);
          pending.push_back(step.yes);
        } else if (step.op == Op::call) {
          const std::uint32_t entry = std::exchange(step.value, static_cast<std::uint32_t>(parts.parts.size()));
          parts.parts.push_back({entry, part.stage + 1});
        }
      }
    }
  }

  Program program_;
  std::vector<std::uint32_t> depth_;  // nested CASEs below the one that the step stands in
};

}  // namespace

SqlParts cut_for_sql(const Program& program) {
  return Cutter(program).cut();
}

}  // namespace espalier
