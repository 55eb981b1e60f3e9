// The text is put together by hand: its layout (one node per line) is part of the format's promise, and the order of
// the keys is the order of these lines.
#include <algorithm>
#include <array>

#include "model/json_text.hpp"
#include "model/model_json.hpp"
#include "model/model_keys.hpp"

namespace espalier {

namespace {

void put(std::string& out, std::string_view text) {
  out += text;
}

void put_gap(std::string& out, const std::optional<Gap>& gap) {
  if (!gap) return;
  put(out, ", \"gap\": ");
  put_array(out, std::array{gap->below, gap->above}, put_number);
}

void put_categories(std::string& out, const std::vector<std::uint32_t>& categories) {
  put(out, ", \"categories\": ");
  put_array(out, categories, put_whole);
}

void put_threshold(std::string& out, double threshold, const std::optional<Gap>& gap) {
  put(out, "\"threshold\": ");
  put_number(out, threshold);
  put_gap(out, gap);
}

void put_cut(std::string& out, const CutPoint& cut) {
  put(out, "{");
  put_threshold(out, cut.threshold, cut.gap);
  put(out, "}");
}

void put_merged(std::string& out, const MergedWords& merged) {
  put(out, "{\"category\": ");
  put_whole(out, merged.category);
  put(out, ", \"words\": ");
  put_array(out, merged.words, put_string);
  put(out, "}");
}

void put_feature(std::string& out, const Feature& feature) {
  put(out, "{\"name\": ");
  put_string(out, feature.name);
  put(out, ", \"kind\": ");
  put_string(out, to_string(feature.kind));
  if (feature.kind == FeatureKind::numeric) {
    put(out, feature.integer ? ", \"integer\": true" : ", \"integer\": false");
    put(out, ", \"range\": ");
    put_array(out, std::array{feature.minimum, feature.maximum}, put_number);
    if (feature.precision != Precision::float64) {
      put(out, ", \"precision\": ");
      put_string(out, to_string(feature.precision));
    }
    if (feature.date) {
      put(out, ", \"date\": {\"unit\": ");
      put_string(out, to_string(feature.date->unit));
      put(out, ", \"form\": ");
      put_string(out, pattern_of(*feature.date));
      put(out, "}");
    }
    if (!feature.cuts.empty()) {
      put(out, ", \"cuts\": ");
      put_array(out, feature.cuts, put_cut);
    }
  } else {
    put(out, feature.ordered ? ", \"ordered\": true" : ", \"ordered\": false");
    put(out, ", \"categories\": ");
    put_array(out, feature.categories, put_string);
    if (!feature.merged.empty()) {
      put(out, ", \"merged\": ");
      put_array(out, feature.merged, put_merged);
    }
  }
  put(out, "}");
}

void put_group(std::string& out, std::uint32_t group) {
  if (group == kNoGroup) {
    put(out, "null");
  } else {
    put_whole(out, group);
  }
}

void put_surrogate(std::string& out, const Surrogate& surrogate) {
  put(out, "{\"feature\": ");
  put_whole(out, surrogate.feature);
  put(out, ", \"test\": ");
  put_string(out, to_string(surrogate.test));
  if (surrogate.test == TestKind::less_equal) {
    put(out, ", ");
    put_threshold(out, surrogate.threshold, surrogate.gap);
  } else {
    put_categories(out, surrogate.categories);
  }
  put(out, surrogate.reversed ? ", \"reversed\": true" : ", \"reversed\": false");
  put(out, ", \"agreement\": ");
  put_number(out, surrogate.agreement);
  put(out, "}");
}

void put_part(std::string& out, const RulePart& part) {
  put(out, "{\"feature\": ");
  put_whole(out, part.feature);
  put(out, ", \"test\": ");
  put_string(out, to_string(part.kind));
  if (part.kind == RulePart::Kind::upto || part.kind == RulePart::Kind::above) {
    put(out, ", ");
    put_threshold(out, part.threshold, part.gap);
  }
  if (part.kind == RulePart::Kind::in) put_categories(out, part.categories);
  const bool is_about_presence = part.kind == RulePart::Kind::known || part.kind == RulePart::Kind::missing;
  if (!is_about_presence) put(out, part.missing ? ", \"missing\": true" : ", \"missing\": false");
  put(out, "}");
}

void put_test(std::string& out, const Node& node) {
  if (node.test == TestKind::all_of) {
    put(out, ", \"parts\": ");
    put_array(out, node.parts, put_part);
    put(out, ", \"children\": ");
    put_array(out, node.children, put_whole);
    return;
  }
  put(out, ", \"feature\": ");
  put_whole(out, node.feature);
  if (node.test == TestKind::less_equal) {
    put(out, ", ");
    put_threshold(out, node.threshold, node.gap);
  }
  if (node.test == TestKind::member) put_categories(out, node.categories);
  if (node.test == TestKind::grouped) {
    put(out, ", \"groups\": ");
    put_array(out, node.groups, put_group);
  }
  put(out, ", \"children\": ");
  put_array(out, node.children, put_whole);
  put(out, ", \"missing_child\": ");
  put_whole(out, node.missing_child);
  if (!node.surrogates.empty()) {
    put(out, ", \"surrogates\": ");
    put_array(out, node.surrogates, put_surrogate);
  }
}

void put_label(std::string& out, const Node& node) {
  put(out, ", \"label\": ");
  put_whole(out, node.label);
  put(out, ", \"counts\": ");
  put_array(out, node.counts, put_number);
}

void put_value(std::string& out, const Node& node) {
  put(out, ", \"value\": ");
  put_number(out, node.value);
  put(out, ", \"weight\": ");
  put_number(out, node.total);
  put(out, ", \"deviation\": ");
  put_number(out, node.deviation);
}

void put_leaf_answer(std::string& out, const Node& leaf, LeafAnswer answer) {
  put(out, ", ");
  put_string(out, to_string(answer));
  put(out, ": ");
  switch (answer) {
    case LeafAnswer::label: put_whole(out, leaf.label); break;
    case LeafAnswer::shares: put_array(out, leaf.shares, put_number); break;
    case LeafAnswer::value: put_number(out, leaf.value); break;
  }
}

void put_node(std::string& out, const Model& model, const Node& node) {
  put(out, "{\"test\": ");
  put_string(out, to_string(node.test));
  if (!node.is_leaf()) put_test(out, node);
  if (model.combination != Combination::single) {
    if (node.is_leaf()) put_leaf_answer(out, node, leaf_answer(model));
    if (node.total > 0) {
      put(out, ", \"weight\": ");
      put_number(out, node.total);
    }
  } else if (model.task == Task::classification) {
    put_label(out, node);
  } else {
    put_value(out, node);
  }
  put(out, "}");
}

void put_tree(std::string& out, const Model& model, const Tree& tree) {
  put(out, "{");
  if (model.sums.base.size() > 1) {
    put(out, "\"output\": ");
    put_whole(out, tree.output);
    put(out, ", ");
  }
  put(out, "\"nodes\": ");
  put_lines(out, tree.nodes, "    ", [&](std::string& to, const Node& node) { put_node(to, model, node); });
  put(out, "}");
}

void put_sums(std::string& out, const Model& model) {
  put(out, ",\n  \"sums\": {\"arithmetic\": ");
  put_string(out, to_string(model.sums.arithmetic));
  if (has_exponent(model)) {
    put(out, ", \"exponent\": ");
    put_number(out, model.sums.exponent);
  }
  if (model.combination == Combination::sum) {
    put(out, ", \"base\": ");
    put_array(out, model.sums.base, put_number);
    put(out, ", \"link\": ");
    put_string(out, to_string(model.sums.link));
  }
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

// A key in the middle of an object; what comes before it is `separator`.
void put_key(std::string& out, std::string_view separator, std::string_view key) {
  put(out, separator);
  put_string(out, key);
  put(out, ": ");
}

void put_provenance(std::string& out, const Provenance& provenance, Task task) {
  put(out, "{\n    \"tool\": ");
  put_string(out, provenance.tool);
  put(out, ",\n    \"data_sha256\": ");
  put_string(out, provenance.data_sha256);
  put(out, ",\n    \"rows\": ");
  put_whole(out, provenance.rows);
  put(out, ",\n    \"options\": ");
  put_options(out, provenance.options);
  if (provenance.baseline) {
    put(out, ",\n    \"baseline\": ");
    put_number(out, *provenance.baseline);
  }
  if (provenance.training_score) {
    put_key(out, ",\n    ", keys::training_score(task));
    put_number(out, *provenance.training_score);
  }
  if (provenance.evaluation) {
    put(out, ",\n    \"evaluation\": {\"method\": ");
    put_string(out, provenance.evaluation->method);
    put_key(out, ", ", keys::score(task));
    put_number(out, provenance.evaluation->score);
    const auto put_known = [&](std::string_view key, const std::optional<double>& figure) {
      if (!figure) return;
      put_key(out, ", ", key);
      put_number(out, *figure);
    };
    put_known("standard_error", provenance.evaluation->standard_error);
    put_known("balanced_accuracy", provenance.evaluation->balanced_accuracy);
    put_known("auc", provenance.evaluation->auc);
    put_known("precision", provenance.evaluation->precision);
    put_known("recall", provenance.evaluation->recall);
    put(out, "}");
  }
  put(out, "\n  }");
}

void put_smoothing(std::string& out, const Smoothing& smoothing) {
  put(out, ",\n  \"smoothing\": {\"kind\": ");
  put_string(out, to_string(smoothing.kind));
  if (smoothing.kind == SmoothingKind::m_estimate) {
    put(out, ", \"m\": ");
    put_number(out, smoothing.m);
  }
  put(out, "}");
}

void put_decision_threshold(std::string& out, const DecisionThreshold& threshold) {
  put(out, ",\n  \"decision_threshold\": {\"label\": ");
  put_whole(out, threshold.label);
  put(out, ", \"probability\": ");
  put_number(out, threshold.probability);
  put(out, "}");
}

void put_classes(std::string& out, const Model& model) {
  put(out, ",\n  \"labels\": ");
  put_array(out, model.labels, put_string);
  if (model.costs.empty()) return;
  put(out, ",\n  \"costs\": ");
  put_array(out, model.costs, [](std::string& to, const auto& row) { put_array(to, row, put_number); });
}

// Older programs read whatever they can: files have the first version that says it all.
std::size_t version_of(const Model& model) {
  if (model.combination == Combination::single && is_list(only_tree(model))) return 3;
  const bool floats = std::ranges::any_of(
      model.features, [](const Feature& feature) { return feature.precision != Precision::float64; });
  return floats || model.combination != Combination::single ? 2 : 1;
}

}  // namespace

std::string write_model(const Model& model) {
  std::string out;
  put(out, "{\n  \"format\": ");
  put_string(out, keys::kFormat);
  put(out, ",\n  \"version\": ");
  put_whole(out, version_of(model));
  put(out, ",\n  \"task\": ");
  put_string(out, to_string(model.task));
  put(out, ",\n  \"target\": ");
  put_string(out, model.target);
  if (model.task == Task::classification) put_classes(out, model);
  put(out, ",\n  \"features\": ");
  put_lines(out, model.features, "  ", put_feature);
  put(out, ",\n  \"missing\": ");
  put_string(out, to_string(model.missing));
  if (model.smoothing.kind != SmoothingKind::none) put_smoothing(out, model.smoothing);
  if (model.decision_threshold) put_decision_threshold(out, *model.decision_threshold);
  put(out, ",\n  \"combination\": ");
  put_string(out, to_string(model.combination));
  if (has_sums(model.combination)) put_sums(out, model);
  put(out, ",\n  \"trees\": ");
  put_lines(out, model.trees, "  ", [&](std::string& to, const Tree& tree) { put_tree(to, model, tree); });
  put(out, ",\n  \"provenance\": ");
  put_provenance(out, model.provenance, model.task);
  put(out, "\n}\n");
  return out;
}

}  // namespace espalier
