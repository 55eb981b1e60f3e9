// Reads a schema file; docs/csv.md describes the format.
#include <fmt/format.h>

#include <array>
#include <set>
#include <utility>

#include "data/located_json.hpp"
#include "data/schema.hpp"
#include "support/files.hpp"
#include "support/suggest.hpp"
#include "support/text.hpp"

namespace espalier {

namespace {

using Type = JsonValue::Type;

class SchemaFileReader {
 public:
  SchemaFileReader(std::string name, std::string text) : name_(std::move(name)), text_(std::move(text)) {}

  SchemaOverrides read() {
    const JsonValue root = parse_located_json(name_, text_);
    expect(root, Type::object, "a schema file", R"(write {"columns": {...}, "missing": [...]})");
    for (const JsonMember& member : root.members) {
      if (member.key == "columns") {
        read_columns(member.value);
      } else if (member.key == "missing") {
        overrides_.missing_tokens = read_texts(member.value, "'missing'");
      } else {
        static const std::array<std::string, 2> keys = {"columns", "missing"};
        fail(member.offset, member.length, "unknown key " + in_quotes(member.key),
             suggestion(member.key, keys, "a schema file has the keys 'columns' and 'missing'"));
      }
    }
    return std::move(overrides_);
  }

 private:
  void read_columns(const JsonValue& columns) {
    expect(columns, Type::object, "'columns'", R"(write "columns": {"age": "numeric", ...})");
    for (const JsonMember& column : columns.members) {
      if (column.value.type == Type::object) {
        read_ordinal(column);
      } else {
        read_kind(column);
      }
    }
  }

  void read_kind(const JsonMember& column) {
    const JsonValue& kind = column.value;
    expect(kind, Type::string, "the kind of a column", kKinds);
    if (kind.text == "numeric") {
      overrides_.numeric.push_back(column.key);
    } else if (kind.text == "categorical") {
      overrides_.categorical.push_back(column.key);
    } else if (kind.text == "ignore") {
      overrides_.ignore.push_back(column.key);
    } else if (kind.text == "ordinal") {
      fail(kind, "an ordinal column needs its levels", R"(write {"ordinal": ["low", "high"]}, lowest first)");
    } else {
      static const std::array<std::string, 3> kinds = {"numeric", "categorical", "ignore"};
      fail(kind, "unknown kind " + in_quotes(kind.text), suggestion(kind.text, kinds, kKinds));
    }
  }

  void read_ordinal(const JsonMember& column) {
    const JsonValue& kind = column.value;
    if (kind.members.size() != 1 || kind.members[0].key != "ordinal") {
      fail(kind, "expected one key, 'ordinal'", kKinds);
    }
    const JsonValue& levels = kind.members[0].value;
    SchemaOverrides::Ordinal ordinal{column.key, read_texts(levels, "the list of levels")};
    if (ordinal.levels.size() < 2) fail(levels, "an ordinal column needs at least two levels", "");
    std::set<std::string_view> seen;
    for (std::size_t i = 0; i < ordinal.levels.size(); ++i) {
      const std::string& level = ordinal.levels[i];
      if (level.empty()) fail(levels.items[i], "a level is empty", "an empty cell is a missing value");
      if (!seen.insert(level).second) fail(levels.items[i], "the level " + in_quotes(level) + " is repeated", "");
    }
    overrides_.ordinal.push_back(std::move(ordinal));
  }

  std::vector<std::string> read_texts(const JsonValue& list, const std::string& what) {
    expect(list, Type::array, what, R"(write a list of strings: ["a", "b"])");
    std::vector<std::string> texts;
    for (const JsonValue& item : list.items) {
      expect(item, Type::string, "an entry of " + what, "put it in double quotes");
      texts.push_back(item.text);
    }
    return texts;
  }

  void expect(const JsonValue& value, Type type, const std::string& what, const std::string& hint) const {
    if (value.type == type) return;
    fail(value, fmt::format("{} must be {}, not {}", what, to_string(type), to_string(value.type)), hint);
  }

  template <std::size_t N>
  static std::string suggestion(const std::string& text, const std::array<std::string, N>& known,
                                const std::string& otherwise) {
    const std::string near = did_you_mean(text, known);
    return near.empty() ? otherwise : near;
  }

  [[noreturn]] void fail(const JsonValue& value, const std::string& message, const std::string& hint) const {
    fail(value.offset, value.length, message, hint);
  }

  [[noreturn]] void fail(std::size_t offset, std::size_t length, const std::string& message,
                         const std::string& hint) const {
    throw Diagnostic(ExitCode::bad_input, locate(name_, text_, offset, length), message, hint);
  }

  static constexpr const char* kKinds =
      R"(write "numeric", "categorical", "ignore" or {"ordinal": ["low", "high"]}, lowest first)";

  std::string name_;
  std::string text_;
  SchemaOverrides overrides_;
};

}  // namespace

SchemaOverrides read_schema_file(const std::string& path) {
  return SchemaFileReader(display_name(path), read_file(path)).read();
}

}  // namespace espalier
