// The text is put together by hand: its layout (one node per line) is part of the format's promise, and the order of
// the keys is the order of these lines.
#include <fmt/format.h>

#include <cmath>
#include <iterator>

#include "model/model_json.hpp"
#include "model/model_keys.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {

namespace {

void put(std::string& out, std::string_view text) {
  out += text;
}

void put_escape(std::string& out, char32_t unit) {
  fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<std::uint32_t>(unit));
}

// JSON's \u escapes are UTF-16 units: what lies above the first plane takes two.
void put_code_point(std::string& out, char32_t value) {
  if (value == U'"' || value == U'\\') {
    out += '\\';
    out += static_cast<char>(value);
  } else if (value >= 0x20 && value < 0x7F) {
    out += static_cast<char>(value);
  } else if (value <= 0xFFFF) {
    put_escape(out, value);
  } else {
    put_escape(out, 0xD800 + ((value - 0x10000) >> 10));
    put_escape(out, 0xDC00 + ((value - 0x10000) & 0x3FF));
  }
}

void put_string(std::string& out, std::string_view text) {
  out += '"';
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = decode_utf8(text, at);
    put_code_point(out, point.value);
    at += point.length;
  }
  out += '"';
}

// Many JSON readers take "-0" for the integer 0 and lose its sign; "-0.0" is a floating number for all of them.
void put_number(std::string& out, double value) {
  out += value == 0 && std::signbit(value) ? "-0.0" : shortest(value);
}

void put_whole(std::string& out, std::size_t value) {
  out += std::to_string(value);
}

template <typename Items, typename Put>
void put_array(std::string& out, const Items& items, const Put& put_item) {
  out += '[';
  bool first = true;
  for (const auto& item : items) {
    if (!first) out += ", ";
    first = false;
    put_item(out, item);
  }
  out += ']';
}

// One item per line, each indented; nothing between the brackets if there are none.
template <typename Items, typename Put>
void put_lines(std::string& out, const Items& items, std::string_view indent, const Put& put_item) {
  out += '[';
  bool first = true;
  for (const auto& item : items) {
    out += first ? "\n" : ",\n";
    first = false;
    out += indent;
    out += "  ";
    put_item(out, item);
  }
  if (!first) {
    out += '\n';
    out += indent;
  }
  out += ']';
}

void put_feature(std::string& out, const Feature& feature) {
  put(out, "{\"name\": ");
  put_string(out, feature.name);
  put(out, ", \"kind\": ");
  put_string(out, keys::kFeatureKinds[static_cast<std::size_t>(feature.kind)]);
  if (feature.kind == FeatureKind::numeric) {
    put(out, feature.integer ? ", \"integer\": true" : ", \"integer\": false");
    put(out, ", \"range\": ");
    put_array(out, std::array{feature.minimum, feature.maximum}, put_number);
  } else {
    put(out, feature.ordered ? ", \"ordered\": true" : ", \"ordered\": false");
    put(out, ", \"categories\": ");
    put_array(out, feature.categories, put_string);
  }
  put(out, "}");
}

void put_test(std::string& out, const Node& node) {
  put(out, ", \"feature\": ");
  put_whole(out, node.feature);
  if (node.test == TestKind::less_equal) {
    put(out, ", \"threshold\": ");
    put_number(out, node.threshold);
    if (node.gap) {
      put(out, ", \"gap\": ");
      put_array(out, std::array{node.gap->below, node.gap->above}, put_number);
    }
  }
  if (node.test == TestKind::member) {
    put(out, ", \"categories\": ");
    put_array(out, node.categories, put_whole);
  }
  put(out, ", \"children\": ");
  put_array(out, node.children, put_whole);
  put(out, ", \"missing_child\": ");
  put_whole(out, node.missing_child);
}

void put_node(std::string& out, const Node& node) {
  put(out, "{\"test\": ");
  put_string(out, keys::kTests[static_cast<std::size_t>(node.test)]);
  if (!node.is_leaf()) put_test(out, node);
  put(out, ", \"label\": ");
  put_whole(out, node.label);
  put(out, ", \"counts\": ");
  put_array(out, node.counts, put_number);
  put(out, "}");
}

void put_tree(std::string& out, const Tree& tree) {
  put(out, "{\"nodes\": ");
  put_lines(out, tree.nodes, "    ", put_node);
  put(out, "}");
}

void put_options(std::string& out, const std::vector<std::pair<std::string, std::string>>& options) {
  put(out, "{");
  bool first = true;
  for (const auto& [name, value] : options) {
    if (!first) put(out, ", ");
    first = false;
    put_string(out, name);
    put(out, ": ");
    put_string(out, value);
  }
  put(out, "}");
}

void put_provenance(std::string& out, const Provenance& provenance) {
  put(out, "{\n    \"tool\": ");
  put_string(out, provenance.tool);
  put(out, ",\n    \"data_sha256\": ");
  put_string(out, provenance.data_sha256);
  put(out, ",\n    \"rows\": ");
  put_whole(out, provenance.rows);
  put(out, ",\n    \"options\": ");
  put_options(out, provenance.options);
  if (provenance.training_score) {
    put(out, ",\n    \"training_accuracy\": ");
    put_number(out, *provenance.training_score);
  }
  if (provenance.evaluation) {
    put(out, ",\n    \"evaluation\": {\"method\": ");
    put_string(out, provenance.evaluation->method);
    put(out, ", \"accuracy\": ");
    put_number(out, provenance.evaluation->score);
    put(out, "}");
  }
  put(out, "\n  }");
}

}  // namespace

std::string write_model(const Model& model) {
  std::string out;
  put(out, "{\n  \"format\": ");
  put_string(out, keys::kFormat);
  put(out, ",\n  \"version\": ");
  put_whole(out, kModelFormatVersion);
  put(out, ",\n  \"task\": ");
  put_string(out, keys::kTask);
  put(out, ",\n  \"target\": ");
  put_string(out, model.target);
  put(out, ",\n  \"labels\": ");
  put_array(out, model.labels, put_string);
  put(out, ",\n  \"features\": ");
  put_lines(out, model.features, "  ", put_feature);
  put(out, ",\n  \"missing\": ");
  put_string(out, keys::kMissing[static_cast<std::size_t>(model.missing)]);
  put(out, ",\n  \"combination\": ");
  put_string(out, keys::kCombinations[static_cast<std::size_t>(model.combination)]);
  put(out, ",\n  \"trees\": ");
  put_lines(out, model.trees, "  ", put_tree);
  put(out, ",\n  \"provenance\": ");
  put_provenance(out, model.provenance);
  put(out, "\n}\n");
  return out;
}

}  // namespace espalier
