#include "e2e/mutate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <regex>
#include <stdexcept>

namespace espalier::e2e {

namespace {

struct Span {
  std::string name;
  std::size_t begin;
  std::size_t end;
};

Span between(const std::string& header, const std::string& name, const std::string& first, const std::string& last) {
  const std::size_t begin = header.find(first);
  if (begin == std::string::npos) throw std::logic_error("the header has no '" + first + "'");
  return {name, begin, header.find(last, begin)};
}

// The functions whose line begins with this, all of them.
std::vector<Span> functions(const std::string& header, const std::string& name, const std::string& first) {
  std::vector<Span> spans;
  for (std::size_t at = header.find(first); at != std::string::npos; at = header.find(first, at + 1)) {
    spans.push_back({name, at, header.find("\n}\n", at)});
  }
  return spans;
}

// predict() and predict_rule(), or the trees that they ask for rows that are not blended, in this order.
std::vector<Span> predictors(const std::string& header) {
  const bool blends = header.find(" tree(const Input& row)") != std::string::npos;
  const std::string answer = header.find("enum class Label ") == std::string::npos ? "Value" : "Label";
  if (blends)
    return {between(header, "tree", answer + " tree(", "\n}\n"),
            between(header, "tree_rule", "RuleId tree_rule(", "\n}\n")};
  return {between(header, "predict", answer + " predict(", "\n}\n"),
          between(header, "predict_rule", "RuleId predict_rule(", "\n}\n")};
}

// And what sends weights down the tree.
std::vector<Span> all_tests(const std::string& header) {
  std::vector<Span> spans = predictors(header);
  for (const Span& span : functions(header, "blend", "ESPALIER_CONSTEXPR void blend_")) spans.push_back(span);
  return spans;
}

std::vector<Span> enumerations(const std::string& header) {
  std::vector<Span> spans;
  for (std::size_t at = header.find("enum class "); at != std::string::npos; at = header.find("enum class ", at + 1)) {
    spans.push_back({"enumeration", at, header.find("\n};\n", at)});
  }
  return spans;
}

// What a match can become; nothing where the mutation does not apply.
using Rewrite = std::function<std::vector<std::string>(const std::smatch&)>;

// One mutant per match of the pattern in the spans and per text that the match can become.
std::vector<Mutant> rewrite_each(const std::string& header, const std::vector<Span>& spans, const std::string& pattern,
                                 const Rewrite& rewrite) {
  const std::regex regex(pattern);
  std::vector<Mutant> mutants;
  for (const Span& span : spans) {
    const std::string text = header.substr(span.begin, span.end - span.begin);
    for (std::sregex_iterator match(text.begin(), text.end(), regex), end; match != end; ++match) {
      for (const std::string& becomes : rewrite(*match)) {
        std::string mutated = header;
        mutated.replace(span.begin + static_cast<std::size_t>(match->position()),
                        static_cast<std::size_t>(match->length()), becomes);
        mutants.push_back({fmt::format("{}: '{}' becomes '{}'", span.name, match->str(), becomes), mutated});
      }
    }
  }
  return mutants;
}

template <typename Float>
std::string exact(Float value) {
  std::string text = fmt::format("{:.{}g}", value, std::numeric_limits<Float>::max_digits10);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return std::is_same_v<Float, float> ? text + "f" : text;
}

bool is_float(const std::string& literal) {
  return literal.ends_with("f");
}
bool is_whole(const std::string& literal) {
  return literal.find_first_of(".e") == std::string::npos;
}

// The next number of the literal's type.
std::string neighbour(const std::string& literal, bool up) {
  if (is_float(literal)) {
    const float infinity = std::numeric_limits<float>::infinity();
    return exact(std::nextafter(std::stof(literal), up ? infinity : -infinity));
  }
  if (is_whole(literal)) return std::to_string(std::stoll(literal) + (up ? 1 : -1));
  const double infinity = std::numeric_limits<double>::infinity();
  return exact(std::nextafter(std::stod(literal), up ? infinity : -infinity));
}

std::string six_digits(const std::string& literal) {
  std::string text = fmt::format("{:g}", std::stod(literal));
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return is_float(literal) ? text + "f" : text;
}

// The members of Input by type.
std::map<std::string, std::vector<std::string>> members(const std::string& header) {
  const Span span = between(header, "Input", "struct Input {", "\n};\n");
  const std::string text = header.substr(span.begin, span.end - span.begin);
  const std::regex regex(R"(\n  (\w+) (\w+);)");
  std::map<std::string, std::vector<std::string>> result;
  for (std::sregex_iterator match(text.begin(), text.end(), regex), end; match != end; ++match) {
    result[(*match)[1]].push_back((*match)[2]);
  }
  return result;
}

const char* const kNumberTest = R"((row\.\w+) (<=|>) (-?[0-9][0-9.e+-]*f?))";

void append(std::vector<Mutant>& all, std::vector<Mutant> more) {
  all.insert(all.end(), more.begin(), more.end());
}

// Two lines after each other change places where both match.
std::vector<Mutant> swap_lines(const std::string& header, const std::vector<Span>& spans, const std::string& line) {
  std::vector<Mutant> all;
  // A look-ahead, so that the second line of a pair can be the first of the next.
  const std::string pair = fmt::format("{0}(?={0})", line);
  for (const Span& span : spans) {
    const std::string text = header.substr(span.begin, span.end - span.begin);
    const std::regex first(pair);
    const std::regex second(line);
    for (std::sregex_iterator match(text.begin(), text.end(), first), end; match != end; ++match) {
      const std::string one = (*match)[1];
      const auto rest = text.substr(static_cast<std::size_t>(match->position() + match->length()));
      std::smatch other;
      if (!std::regex_search(rest, other, second, std::regex_constants::match_continuous)) continue;
      const std::string two = other[1];
      std::string mutated = header;
      const std::size_t at_one = span.begin + static_cast<std::size_t>(match->position(1));
      const std::size_t at_two =
          span.begin + static_cast<std::size_t>(match->position() + match->length() + other.position(1));
      mutated.replace(at_two, two.size(), one);
      mutated.replace(at_one, one.size(), two);
      all.push_back({fmt::format("{}: '{}' and '{}' swapped", span.name, one, two), mutated});
    }
  }
  return all;
}

}  // namespace

std::string without_witnesses(const std::string& header) {
  // Inside, a condition about counters ends first.
  const std::size_t begin = header.rfind("#if (__cplusplus", header.find("constexpr bool answers("));
  const std::string last = "#endif\n";
  const std::size_t end = header.find(last, header.find("constexpr bool answers(", begin));
  if (begin == std::string::npos || end == std::string::npos) throw std::logic_error("the header has no witnesses");
  std::string stripped = header;
  return stripped.erase(begin, end + last.size() - begin);
}

std::vector<Mutant> relaxed_comparisons(const std::string& header) {
  return rewrite_each(header, all_tests(header), kNumberTest, [](const std::smatch& match) {
    return std::vector<std::string>{
        fmt::format("{} {} {}", match.str(1), match.str(2) == "<=" ? "<" : ">=", match.str(3))};
  });
}

std::vector<Mutant> shifted_thresholds(const std::string& header) {
  return rewrite_each(header, all_tests(header), kNumberTest, [](const std::smatch& match) {
    const std::string test = match.str(1) + " " + match.str(2) + " ";
    return std::vector<std::string>{test + neighbour(match.str(3), true), test + neighbour(match.str(3), false)};
  });
}

namespace {

// A comparison of bits with a threshold: the expression before the operator, the operator, the literal. What follows an
// interval's subtraction is not one, but its length.
const char* const kBitsTest = R"((u?bits\(row\.\w+\)) (<=|<|>=|>|-) (0x[0-9a-f]+)(U?))";

bool is_limit(const std::string& literal) {
  return literal == "0x7f800000" || literal == "0xff800000" || literal == "0x7ff0000000000000" ||
         literal == "0xfff0000000000000";
}

std::string next_bits(const std::string& literal, bool up) {
  const std::uint64_t bits = std::stoull(literal, nullptr, 16);
  return fmt::format("0x{:0{}x}", up ? bits + 1 : bits - 1, literal.size() - 2);
}

}  // namespace

std::vector<Mutant> shifted_bits(const std::string& header) {
  return rewrite_each(header, all_tests(header), kBitsTest, [](const std::smatch& match) {
    std::vector<std::string> moved;
    if (is_limit(match.str(3))) return moved;
    for (const bool up : {true, false}) {
      if (!up && std::stoull(match.str(3), nullptr, 16) == 0) continue;
      moved.push_back(fmt::format("{} {} {}{}", match.str(1), match.str(2), next_bits(match.str(3), up), match.str(4)));
    }
    return moved;
  });
}

std::vector<Mutant> relaxed_bits(const std::string& header) {
  return rewrite_each(header, all_tests(header), kBitsTest, [](const std::smatch& match) {
    std::string compare = match.str(2);
    if (compare == "-" || is_limit(match.str(3))) return std::vector<std::string>{};
    compare = compare.size() == 2 ? compare.substr(0, 1) : compare + "=";
    return std::vector<std::string>{fmt::format("{} {} {}{}", match.str(1), compare, match.str(3), match.str(4))};
  });
}

std::vector<Mutant> swapped_signs(const std::string& header) {
  return rewrite_each(header, all_tests(header), kBitsTest, [](const std::smatch& match) {
    if (match.str(2) == "-" || is_limit(match.str(3))) return std::vector<std::string>{};
    const bool without = match.str(1).starts_with("u");
    const std::string type = match.str(3).size() > 10 ? "int64_t" : "int32_t";
    const std::string literal = fmt::format("static_cast<{}{}>({}U)", without ? "" : "u", type, match.str(3));
    return std::vector<std::string>{
        fmt::format("{} {} {}", without ? match.str(1).substr(1) : "u" + match.str(1), match.str(2), literal)};
  });
}

std::vector<Mutant> missing_calm(const std::string& header) {
  std::vector<Mutant> all = rewrite_each(header, {{"header", 0, header.size()}}, R"(detail::needs_calming\(row\) \?)",
                                         [](const std::smatch&) { return std::vector<std::string>{"false ?"}; });
  append(all, rewrite_each(header, {{"header", 0, header.size()}}, R"((tree|tree_rule)\(calmed\(row\)\))",
                           [](const std::smatch& match) { return std::vector<std::string>{match.str(1) + "(row)"}; }));
  return all;
}

std::vector<Mutant> moved_categories(const std::string& header) {
  return rewrite_each(
      header, predictors(header), R"((case \w+::\w+:)(\n[^\n]*return [^;]*;[^\n]*\n *)(?=case))",
      [](const std::smatch& match) {
        return std::vector<std::string>{match.str(2).substr(match.str(2).rfind('\n')) + match.str(1) + " "};
      });
}

std::vector<Mutant> short_thresholds(const std::string& header) {
  return rewrite_each(header, predictors(header), kNumberTest, [](const std::smatch& match) {
    const std::string literal = match.str(3);
    if (is_whole(literal)) return std::vector<std::string>{};
    const std::string shortened = six_digits(literal);
    const bool same =
        is_float(literal) ? std::stof(shortened) == std::stof(literal) : std::stod(shortened) == std::stod(literal);
    if (same) return std::vector<std::string>{};
    return std::vector<std::string>{match.str(1) + " " + match.str(2) + " " + shortened};
  });
}

std::vector<Mutant> swapped_branches(const std::string& header) {
  return rewrite_each(header, predictors(header), R"(if \((.*)\) \{)", [](const std::smatch& match) {
    return std::vector<std::string>{fmt::format("if (!({})) {{", match.str(1))};
  });
}

std::vector<Mutant> wrong_features(const std::string& header) {
  const auto by_type = members(header);
  return rewrite_each(header, predictors(header), R"(row\.(\w+))", [&](const std::smatch& match) {
    std::vector<std::string> others;
    for (const auto& [type, names] : by_type) {
      if (std::find(names.begin(), names.end(), match.str(1)) == names.end()) continue;
      for (const std::string& name : names) {
        if (name != match.str(1)) others.push_back("row." + name);
      }
    }
    return others;
  });
}

std::vector<Mutant> flipped_missing(const std::string& header) {
  const auto opposite = [](const std::string& compare) { return compare == "<=" ? ">" : "<="; };
  const std::string floating = R"((row\.\w+) (<=|>) (-?[0-9][0-9e+-]*[.e][0-9e+-]*f?))";
  std::vector<Mutant> all =
      rewrite_each(header, predictors(header), R"(if \(!\()" + floating + R"(\)\))", [&](const std::smatch& match) {
        return std::vector<std::string>{
            fmt::format("if ({} {} {})", match.str(1), opposite(match.str(2)), match.str(3))};
      });
  append(all, rewrite_each(header, predictors(header), R"(if \()" + floating + R"(\))", [&](const std::smatch& match) {
           return std::vector<std::string>{
               fmt::format("if (!({} {} {}))", match.str(1), opposite(match.str(2)), match.str(3))};
         }));
  append(all, rewrite_each(header, predictors(header), R"( (&&|\|\|) row\.\w+ [!=]= missing_\w+)",
                           [](const std::smatch&) { return std::vector<std::string>{""}; }));
  return all;
}

std::vector<Mutant> wrong_answers(const std::string& header) {
  const std::vector<Span> both = predictors(header);
  const std::regex enumerator(R"(\n  (\w+),)");
  const Span labels = enumerations(header).front();
  const std::string text = header.substr(labels.begin, labels.end - labels.begin);
  std::vector<std::string> names;
  for (std::sregex_iterator match(text.begin(), text.end(), enumerator), end; match != end; ++match) {
    names.push_back((*match)[1]);
  }
  std::vector<Mutant> all = rewrite_each(header, {both[0]}, R"(return Label::(\w+);)", [&](const std::smatch& match) {
    std::vector<std::string> others;
    for (const std::string& name : names) {
      if (name != match.str(1)) others.push_back(fmt::format("return Label::{};", name));
    }
    return others;
  });
  append(all, rewrite_each(header, {both[1]}, R"(return (\d+);)", [](const std::smatch& match) {
           const int rule = std::stoi(match.str(1));
           return std::vector<std::string>{fmt::format("return {};", rule + 1), fmt::format("return {};", rule - 1)};
         }));
  return all;
}

std::vector<Mutant> opposite_comparisons(const std::string& header) {
  const auto opposite = [](const std::string& compare) {
    if (compare == "<=" || compare == ">") return compare == "<=" ? ">" : "<=";
    if (compare == "<") return ">=";
    return compare == "==" ? "!=" : "==";
  };
  return rewrite_each(header, all_tests(header), R"((row\.\w+) (<=|>|<|==|!=) )", [&](const std::smatch& match) {
    return std::vector<std::string>{fmt::format("{} {} ", match.str(1), opposite(match.str(2)))};
  });
}

std::vector<Mutant> wrong_shares(const std::string& header) {
  const std::vector<Span> blends = functions(header, "blend", "ESPALIER_CONSTEXPR void blend_");
  std::vector<Mutant> all = rewrite_each(header, blends, R"(, (\d{4,})U\))", [](const std::smatch& match) {
    const unsigned long share = std::stoul(match.str(1));
    return std::vector<std::string>{fmt::format(", {}U)", share + 1), fmt::format(", {}U)", share - 1)};
  });
  append(all, rewrite_each(header, blends, R"((add_value\(\S+ \w+), (-?\d+)\);)", [](const std::smatch& match) {
           return std::vector<std::string>{fmt::format("{}, {});", match.str(1), std::stol(match.str(2)) + 1)};
         }));
  append(all, rewrite_each(header, blends, R"(shares\[(\d)\])", [](const std::smatch& match) {
           return std::vector<std::string>{match.str(1) == "0" ? "shares[1]" : "shares[0]"};
         }));
  append(all, rewrite_each(header, blends, R"(arrive\((\w+), (\d+),)", [](const std::smatch& match) {
           return std::vector<std::string>{fmt::format("arrive({}, {},", match.str(1), std::stoi(match.str(2)) + 1)};
         }));
  return all;
}

std::vector<Mutant> wrong_values(const std::string& header) {
  std::vector<Mutant> all =
      rewrite_each(header, {predictors(header)[0]}, R"(return (-?[0-9.e+-]+f?);)", [](const auto& match) {
        return std::vector<std::string>{fmt::format("return {};", neighbour(match.str(1), true)),
                                        fmt::format("return {};", neighbour(match.str(1), false))};
      });
  const std::vector<Span> scales = functions(header, "value_of", "Value value_of(");
  append(all, rewrite_each(header, scales, R"(\* ([0-9.e+-]+f?))", [](const std::smatch& match) {
           return std::vector<std::string>{"* " + neighbour(match.str(1), true)};
         }));
  append(all, rewrite_each(header, scales, "256", [](const std::smatch&) { return std::vector<std::string>{"255"}; }));
  return all;
}

std::vector<Mutant> dropped_categories(const std::string& header) {
  const std::string term = R"(row\.\w+ (==|!=) \w+Value::\w+)";
  std::vector<Mutant> all = rewrite_each(header, predictors(header), term, [](const std::smatch& match) {
    return std::vector<std::string>{match.str(1) == "==" ? "false" : "true"};
  });
  append(all, rewrite_each(header, predictors(header), R"((row\.\w+) (==|!=) (\w+Value)::\w+)", [](const auto& match) {
           return std::vector<std::string>{fmt::format("{} {} {}::unknown", match.str(1), match.str(2), match.str(3))};
         }));
  return all;
}

std::vector<Mutant> wrong_tables(const std::string& header) {
  std::vector<Mutant> all = swap_lines(header, enumerations(header), R"(\n  (\w+),[^\n]*)");
  const Span to_string = between(header, "to_string", "to_string(Label label)", "\n}\n");
  append(all, swap_lines(header, {to_string}, R"([^"]*(\"[^"]*\");)"));
  std::vector<Span> parsers;
  for (std::size_t at = header.find(" parse_"); at != std::string::npos; at = header.find(" parse_", at + 1)) {
    parsers.push_back({"parse", at, header.find("\n}\n", at)});
  }
  append(all, swap_lines(header, parsers, R"([^"]*(\"[^"]*\")\)\) )"));
  append(all, rewrite_each(header, parsers, R"(return (\w+)::(\w+);)", [](const std::smatch& match) {
           if (match.str(2) == "unknown") return std::vector<std::string>{fmt::format("return {}(0);", match.str(1))};
           return std::vector<std::string>{fmt::format("return {}::unknown;", match.str(1))};
         }));
  const Span shares = between(header, "distribution", "void distribution_1(", "\n}\n");
  append(all, rewrite_each(header, {shares}, R"(= ([0-9.e-]+f);)", [](const std::smatch& match) {
           return std::vector<std::string>{fmt::format("= {};", neighbour(match.str(1), false))};
         }));
  append(all, rewrite_each(header, {shares}, R"(\n      out\[(\d)\] = [^\n]*)",
                           [](const std::smatch&) { return std::vector<std::string>{""}; }));
  append(all, rewrite_each(header, {shares}, R"(\n    case \d+:)",
                           [](const std::smatch&) { return std::vector<std::string>{""}; }));
  const Span batch = between(header, "predict_batch", "void predict_batch(", "\n}\n");
  append(all, rewrite_each(header, {batch}, R"(rows\[i\])", [](const std::smatch&) {
           return std::vector<std::string>{"rows[0]", "rows[count - 1]"};
         }));
  append(all, rewrite_each(header, {batch}, R"(i < count)",
                           [](const std::smatch&) { return std::vector<std::string>{"i + 1 < count"}; }));
  const std::size_t sentinel = header.find("enum : int32_t {");
  if (sentinel != std::string::npos) {
    append(all, rewrite_each(header, {{"missing_int32", sentinel, header.find('\n', sentinel)}}, R"(- 1\))",
                             [](const std::smatch&) { return std::vector<std::string>{"- 0)"}; }));
  }
  return all;
}

std::vector<Mutant> wrong_ways(const std::string& header) {
  const auto to = [](std::vector<std::string> texts) { return [texts](const std::smatch&) { return texts; }; };
  const Span margin = between(header, "margin", "float margin(", "\n}\n");
  std::vector<Mutant> all = rewrite_each(header, {margin}, "i != answer", to({"i == answer", "true"}));
  append(all, rewrite_each(header, {margin}, "> runner_up", to({"< runner_up"})));
  append(all, rewrite_each(header, {margin}, "- runner_up", to({"+ runner_up", ""})));
  append(all, rewrite_each(header, {margin}, "i = 0", to({"i = 1"})));
  const Span columns = between(header, "row_at", "Input row_at(", "\n}\n");
  append(all, rewrite_each(header, {columns}, R"(\[index\])", to({"[0]"})));
  append(all, swap_lines(header, {columns}, R"(\n  row\.(\w+) =[^\n]*)"));
  const Span batch = between(header, "predict_columns", "void predict_columns(", "\n}\n");
  append(all, rewrite_each(header, {batch}, R"(i\)\))", to({"0))"})));
  append(all, rewrite_each(header, {batch}, "i < count", to({"i + 1 < count"})));
  const Span array = between(header, "row_from_array", "Input row_from_array(", "\n}\n");
  append(all, rewrite_each(header, {array}, R"(values\[(\d)\])", [](const std::smatch& match) {
           return std::vector<std::string>{match.str(1) == "0" ? "values[1]" : "values[0]"};
         }));
  append(all, rewrite_each(header, {array}, R"(, (\d)U\))", [](const std::smatch& match) {
           return std::vector<std::string>{fmt::format(", {}U)", std::stoi(match.str(1)) - 1)};
         }));
  append(all, rewrite_each(header, {array}, R"(\(true\))", to({"(false)"})));
  return all;
}

std::vector<Mutant> wrong_texts(const std::string& header) {
  const auto longer = [](const std::smatch& match) { return std::vector<std::string>{match.str(1) + " \"x\";"}; };
  std::vector<Span> texts = functions(header, "to_string", "const char* to_string(");
  for (const char* function : {"const char* field_name(", "const char* describe_rule(", "const char* model_hash("}) {
    texts.push_back(between(header, function, function, "\n}\n"));
  }
  std::vector<Mutant> all = rewrite_each(header, texts, R"((return "[^\n]*");)", longer);
  const Span id = between(header, "model_id", "model_id = ", "\n");
  append(all, rewrite_each(header, {id}, "= 0x", [](const auto&) { return std::vector<std::string>{"= 0x1"}; }));
  return all;
}

std::vector<Mutant> wrong_counts(const std::string& header) {
  const auto to = [](std::vector<std::string> texts) { return [texts](const std::smatch&) { return texts; }; };
  const Span counting = between(header, "counting", "inline uint32_t (&rule_hits())", "}  // namespace counting");
  std::vector<Mutant> all = rewrite_each(header, {counting}, R"(\[rule\])", to({"[1]"}));
  append(all, rewrite_each(header, {counting}, R"(\+\+hits)", to({"hits += 2"})));
  append(all, rewrite_each(header, {counting}, "hits = 0;", to({"hits = 1;"})));
  append(all, rewrite_each(header, {counting}, R"(static_cast<void>\(predict_rule\(row\)\);)", to({""})));
  append(all, rewrite_each(header, {counting}, R"(= predict\()", to({"= uncounted::predict("})));
  append(all, rewrite_each(header, {counting}, R"(columns, i\))", to({"columns, 0)"})));
  return all;
}

}  // namespace espalier::e2e
