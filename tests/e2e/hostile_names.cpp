#include "e2e/hostile_names.hpp"

#include "e2e/tree_maker.hpp"

namespace espalier::e2e {

namespace {

std::vector<std::string> make() {
  std::vector<std::string> names = {
      // Ends of comments, strings and lines.
      "*/ int x; /*", "/*", "*/", "//", "back\\", "\\", "?\?/", "??\?/", "?\?/?\?/", "a ?\?/", "cr\rint x;",
      "lf\nint x;", "crlf\r\nint x;", "tab\tx", "\"", "'", "\"); int x; (\"", "%:define", "<%", "R\"(", ")\"",
      ")espalier\"", "R\"espalier(", "\x01\x02\x1b[31m\x7f", "vertical\vform\f", "\u0085next", "\u2028line",
      "\u2029paragraph",
      // What readers see and what compilers see.
      "\u202egnol\u202c", "\u2066isolate\u2069", "\u200bzero", "\ufeffbom", "\u0430dmin", "caf\u00e9", "cafe\u0301",
      "\U0001F333", "\U0001F333\U0001F333", "\u4e2d\u6587",
      // Templates, formats, macros, escapes.
      "{{ 1+1 }}", "{% include \"x\" %}", "## for", "## endfor", "{# comment #}", "{{", "}}", "%s%n", "{}", "{0}",
      "#define X", "#include <x>", "#", "#endif", "__LINE__", "__FILE__", "__COUNTER__", "\\u0041", "\\x41", "\\n",
      "_Pragma(\"x\")", "$HOME", "`id`", "&amp;", "<script>",
      // Keywords, types and macros.
      "int", "class", "default", "return", "template", "operator", "char", "float", "double", "auto", "register",
      "requires", "concept", "co_await", "import", "module", "and", "xor_eq", "bool", "true", "nullptr", "this", "NAN",
      "EOF", "NULL", "INFINITY", "linux", "unix", "assert", "errno", "stdin", "min", "max", "int8_t", "int16_t",
      "int32_t", "uint8_t", "uint16_t", "uint32_t", "size_t", "int64_t", "ptrdiff_t", "bit", "_Bool", "asm", "near",
      // Espalier's own names.
      "Label", "label", "Input", "input", "row", "rows", "predict", "predict_rule", "predict_batch", "probabilities",
      "to_string", "unknown", "Unknown", "unknown_2", "detail", "std", "espalier", "runtime_1", "RuleId", "rule_count",
      "label_count", "max_tests", "answers", "distribution_1", "predict_1", "rule_1", "leaf", "leaf_1", "parts",
      "same_text", "out", "count", "i", "text", "rule", "value", "main", "subject", "ESPALIER_CONSTEXPR",
      "ESPALIER_NO_WITNESSES", "static_assert", "column", "column_1", "class_1", "value_1", "LabelValue", "label value",
      // Names that fall together, begin with digits or have nothing to show.
      "a b", "a_b", "A B", "a-b", "a.b", "a  b", "a_b_2", "a_b_3", "AB", "a1", "a 1", "1", "1.0", "-1", "- 1", "+1",
      "01", "1e5", "0x10", "3d", "9_lives", " ", "  ", "   ", "_", "__", "___", "__x", "_X", "x__y", "-", ".", "...",
      "<=50K", ">50K", "=", "%", "&", "&&", "minus_1", "no such value", "no such value!", "n/a", "?",
      // Length.
      std::string(10'000, 'x'), std::string(10'000, 'x') + "y", std::string(10'000, '"'), std::string(10'000, '?'),
      std::string(300, '_'), std::string(61, 'a'), std::string(60, 'a')};
  return names;
}

}  // namespace

const std::vector<std::string>& hostile_names() {
  static const std::vector<std::string> kNames = make();
  return kNames;
}

Naming tame_naming() {
  const std::size_t count = hostile_names().size();
  return {numbered("tame_column_", count), numbered("tame_category_", count), numbered("tame_label_", count),
          "tame_target"};
}

Naming hostile_naming() {
  return {hostile_names(), hostile_names(), hostile_names(), "*/ int x; /* \\"};
}

Model model_named(const Naming& naming) {
  const std::size_t count = naming.labels.size();
  Model model;
  model.target = naming.target;
  model.labels = naming.labels;
  model.missing = MissingPolicy::majority;
  TreeMaker maker(count);
  std::uint32_t at = 0;
  for (std::uint32_t i = 0; i < naming.columns.size(); ++i) {
    std::uint32_t first = 0;
    if (i == 0) {
      model.features.push_back(category_feature(naming.columns[i], naming.categories));
      first = maker.multiway(at, i, count, 1);
      at = first + static_cast<std::uint32_t>(count) - 1;
      continue;
    }
    if (i % 3 == 0) {
      model.features.push_back(category_feature(naming.columns[i], {naming.categories[i - 1], naming.categories[i]}));
      first = maker.member(at, i, {0}, i % 2);
    } else {
      model.features.push_back(i % 3 == 1 ? real_feature(naming.columns[i])
                                          : whole_feature(naming.columns[i], -100, 100));
      first = maker.less_equal(at, i, 0.5 + i, i % 2);
    }
    maker.answers(first, static_cast<std::uint32_t>((7 * i) % count));
    at = first + 1;
  }
  model.trees = {maker.take()};
  return model;
}

}  // namespace espalier::e2e
