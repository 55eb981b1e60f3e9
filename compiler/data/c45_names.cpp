// FILE.names: the classes, then the attributes.
#include <fmt/format.h>

#include <array>
#include <charconv>
#include <optional>
#include <unordered_set>
#include <utility>

#include "data/c45_entries.hpp"
#include "data/c45_files.hpp"
#include "data/column_names.hpp"
#include "support/suggest.hpp"
#include "support/text.hpp"

namespace espalier {

namespace {

constexpr const char* kKindsHint =
    "after the colon stands continuous, ignore, discrete N, or all values with commas between them";
const std::array<std::string, 3> kAttributeKinds = {"continuous", "ignore", "discrete"};

class NamesReader {
 public:
  NamesReader(const std::string& name, const std::string& text)
      : name_(name), entries_(name, text, C45File::names, unescaped_) {}

  C45Names read() {
    if (entries_.done()) {
      throw Diagnostic(ExitCode::bad_input, Location{name_, 0, 0, {}, 1}, "the file declares nothing",
                       "the classes come first, then a line for each attribute");
    }
    std::vector<std::string> classes = read_classes();
    C45Names names;
    std::unordered_set<std::string> seen;
    while (!entries_.done()) names.columns.push_back(read_attribute(seen));
    if (classes.size() == 1 && seen.contains(classes[0])) {
      names.target = classes[0];
    } else {
      add_class_column(names, std::move(classes));
    }
    return names;
  }

 private:
  [[noreturn]] void refuse(const Cell& cell, std::string message, std::string hint) const {
    throw Diagnostic(ExitCode::bad_input, entries_.where(cell), std::move(message), std::move(hint));
  }

  std::vector<std::string> read_classes() {
    const C45Entry first = entries_.next();
    if (first.end == EntryEnd::colon) {
      refuse(first.cell, fmt::format("expected the classes, found the attribute {}", in_quotes(first.cell.text)),
             "the first line lists the classes with commas between them, and ends with a period");
    }
    return read_values(first, "class");
  }

  // From the first of a list to the period.
  std::vector<std::string> read_values(C45Entry entry, const std::string& what) {
    std::vector<std::string> values;
    std::unordered_set<std::string_view> seen;
    for (;; entry = entries_.next()) {
      const Cell& cell = entry.cell;
      if (cell.text.empty()) refuse(cell, fmt::format("a {} without a name", what), "an empty value is a missing one");
      if (!seen.insert(cell.text).second) {
        refuse(cell, fmt::format("the {} {} is repeated", what, in_quotes(cell.text)), "list each one once");
      }
      if (entry.end == EntryEnd::colon) {
        refuse(cell, fmt::format("a colon after the {} {}", what, in_quotes(cell.text)),
               "a list ends with a period or a line; write \\: for a colon that is part of a name");
      }
      values.emplace_back(cell.text);
      if (entry.end == EntryEnd::period) return values;
    }
  }

  C45Column read_attribute(std::unordered_set<std::string>& seen) {
    const C45Entry name = entries_.next();
    const Cell& cell = name.cell;
    if (name.end != EntryEnd::colon || cell.text.empty()) {
      refuse(cell, fmt::format("expected an attribute and a colon, found {}", in_quotes(cell.text)),
             "a line declares one attribute: outlook: sunny, overcast, rain.");
    }
    C45Column column;
    column.name = cell.text;
    if (!seen.insert(column.name).second) {
      refuse(cell, fmt::format("the attribute {} is declared twice", in_quotes(column.name)), "rename one of them");
    }
    const C45Entry first = entries_.next();
    if (first.end == EntryEnd::period) {
      read_kind(first.cell, column);
    } else {
      column.kind = C45Kind::discrete;
      column.values = read_values(first, "value");
    }
    return column;
  }

  // One word instead of a list.
  void read_kind(const Cell& cell, C45Column& column) const {
    if (equals_ignoring_case(cell.text, "continuous")) return;
    if (equals_ignoring_case(cell.text, "ignore")) {
      column.kind = C45Kind::ignored;
      return;
    }
    const std::size_t blank = cell.text.find(' ');
    const std::string_view word = cell.text.substr(0, blank);
    if (!equals_ignoring_case(word, "discrete")) {
      const std::string near = did_you_mean(word, kAttributeKinds);
      refuse(cell, fmt::format("attribute {} is declared as {}", in_quotes(column.name), in_quotes(cell.text)),
             near.empty() ? kKindsHint : near + " " + kKindsHint);
    }
    column.kind = C45Kind::discrete;
    column.most_values = blank == std::string_view::npos ? 0 : parse_count(cell.text.substr(blank + 1));
    if (column.most_values == 0) {
      refuse(cell, "expected the number of values after discrete", "for example discrete 10, at most ten values");
    }
  }

  static std::size_t parse_count(std::string_view text) {
    std::size_t count = 0;
    const char* const end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, count);
    return error == std::errc{} && stopped == end ? count : 0;
  }

  static void add_class_column(C45Names& names, std::vector<std::string> classes) {
    std::vector<std::string> used;
    for (const C45Column& column : names.columns) used.push_back(column.name);
    used.emplace_back("class");
    names.target = unique_names(used).back();
    names.columns.push_back({names.target, C45Kind::discrete, std::move(classes), 0});
  }

  const std::string& name_;
  std::deque<std::string> unescaped_;
  C45Entries entries_;
};

}  // namespace

C45Names parse_c45_names(const std::string& name, const std::string& text) {
  return NamesReader(name, text).read();
}

}  // namespace espalier
