#include "report/tree_drawing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "emit/escape.hpp"
#include "emit/render.hpp"
#include "emit/rule_text.hpp"
#include "model/tree_facts.hpp"
#include "report/figure_text.hpp"
#include "report/plot_marks.hpp"
#include "support/number_text.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

// Sizes in the picture's units; templates/draw/tree.svg.inja has the sizes of its texts.
constexpr double kBoxNameSize = 12;
constexpr double kBold = 1.15;  // wider than other letters
constexpr double kFiguresSize = 10;
constexpr double kBoxHeight = 31;
constexpr double kBoxGap = 7;
constexpr double kBoxPadding = 8;
constexpr double kBetweenTexts = 14;
constexpr double kLeastBox = 92;
constexpr double kBarHeight = 5;
constexpr double kBend = 26;  // of a line, before the words on it
constexpr double kThickest = 11;
constexpr double kPictureMargin = 24;
constexpr double kLegendTop = 72;
constexpr double kLegendStep = 20;
constexpr double kSwatch = 12;
constexpr double kWidestLegend = 900;
constexpr std::size_t kColours = 7;  // beyond these a label is one of the others
constexpr std::size_t kOthers = kColours;
constexpr std::size_t kCharactersOfBar = 20;

// "45 rows, 30.0 %"
std::string rows_of(const PictureNode& node) {
  if (!(node.weight > 0)) return "";
  return fmt::format("{} {}, {}", weight_text(node.weight), node.weight == 1 ? "row" : "rows", percent(node.share));
}

// How much of a node's weight has the answer's label; of numbers nothing.
std::string purity_of(const PictureNode& node) {
  return node.parts.empty() ? "" : percent(node.parts[node.label]);
}

// What stands in large letters: the column that is asked, or the answer.
std::string name_of(const PictureNode& node) {
  return node.column.empty() ? node.answer : node.column;
}

// What stands beside it in small ones.
std::string figures_of(const PictureNode& node) {
  std::string text = node.weight > 0 ? weight_text(node.weight) : "";
  if (node.folded > 0) text = counted(node.folded, "rule") + (text.empty() ? "" : " · " + text);
  if (node.rule > 0 && !node.parts.empty()) text += (text.empty() ? "" : " · ") + purity_of(node);
  return text;
}

// With the sign that people write.
std::string branch_of(const PictureNode& node) {
  return node.branch.starts_with("<= ") ? "\u2264" + node.branch.substr(2) : node.branch;
}

// Everything about a node, for those who point at it.
std::string title_of(const PictureNode& node) {
  std::string text = node.condition.empty() ? "all rows" : node.condition;
  if (node.rule > 0) text = fmt::format("rule {}: {}", node.rule, text);
  if (node.folded > 0) text += fmt::format("; {} below", counted(node.folded, "rule"));
  if (!node.answer.empty()) text += fmt::format("; {}{}", node.rule > 0 ? "" : "mostly ", node.answer);
  if (!node.parts.empty()) text += fmt::format(" ({})", purity_of(node));
  if (node.weight > 0) text += "; " + rows_of(node);
  return text;
}

bool has_labels(const TreePicture& picture) {
  return !picture.model.labels.empty() && !picture.nodes.front().at &&
         std::ranges::none_of(picture.nodes, [](const PictureNode& node) { return node.at.has_value(); });
}

PictureSizes sizes_of(const TreePicture& picture) {
  PictureSizes sizes;
  sizes.gap = kBoxGap;
  for (const PictureNode& node : picture.nodes) {
    const double figures = text_width(figures_of(node), kFiguresSize);
    const double width = text_width(name_of(node), kBoxNameSize) * kBold + (figures > 0 ? kBetweenTexts + figures : 0);
    sizes.width.push_back(std::max(kLeastBox, width + 2 * kBoxPadding));
    sizes.height.push_back(kBoxHeight);
    sizes.before.push_back(node.branch.empty() ? 0 : kBend + text_width(branch_of(node), kFiguresSize + 1) + 10);
  }
  // Boxes of one column are as wide as its widest: their ends are where lines begin.
  std::vector<double> widest;
  for (std::size_t i = 0; i < picture.nodes.size(); ++i) {
    const std::size_t depth = picture.nodes[i].depth;
    if (depth == widest.size()) widest.push_back(0);
    widest[depth] = std::max(widest[depth], sizes.width[i]);
  }
  for (std::size_t i = 0; i < picture.nodes.size(); ++i) sizes.width[i] = widest[picture.nodes[i].depth];
  return sizes;
}

// The pieces of a bar: a part of the width for each colour, or how far a number lies from the least to the largest.
nlohmann::json bar_of(const PictureNode& node, const std::vector<std::size_t>& colours, double left, double width) {
  nlohmann::json pieces = nlohmann::json::array();
  const auto add = [&](const std::string& style, double from, double to) {
    if (to - from < 0.05) return;
    pieces.push_back({{"style", style}, {"x", coordinate(from)}, {"width", coordinate(to - from)}});
  };
  if (node.at) {
    add("value", left, left + *node.at * width);
    return pieces;
  }
  std::vector<double> of_colour(kColours + 1, 0);
  for (std::size_t label = 0; label < node.parts.size(); ++label) of_colour[colours[label]] += node.parts[label];
  double at = left;
  for (std::size_t colour = 0; colour < of_colour.size(); ++colour) {
    const double next = at + of_colour[colour] * width;
    add(fmt::format("c{}", colour), at, next);
    at = next;
  }
  return pieces;
}

std::string box_style(const PictureNode& node) {
  std::string style = node.folded > 0 ? "folded" : node.rule > 0 ? "leaf" : "test";
  if (node.on_way) style += " way";
  return style;
}

nlohmann::json node_json(const TreePicture& picture, std::size_t i, const std::vector<PicturePlace>& places,
                         const std::vector<std::size_t>& colours) {
  const PictureNode& node = picture.nodes[i];
  const PicturePlace& place = places[i];
  const double top = place.middle - place.height / 2;
  nlohmann::json entry = {{"style", box_style(node)},
                          {"title", xml_text(title_of(node), 400)},
                          {"left", coordinate(place.left)},
                          {"top", coordinate(top)},
                          {"width", coordinate(place.width)},
                          {"height", coordinate(place.height)},
                          {"name_x", coordinate(place.left + kBoxPadding)},
                          {"figures_x", coordinate(place.left + place.width - kBoxPadding)},
                          {"text_y", coordinate(top + 16)},
                          {"name", xml_text(name_of(node), kLabelShown + 1)},
                          {"figures", xml_text(figures_of(node))},
                          {"bar_y", coordinate(top + place.height - kBarHeight - 4)},
                          {"bar_height", coordinate(kBarHeight)},
                          {"bar_x", coordinate(place.left + kBoxPadding)},
                          {"bar_width", coordinate(place.width - 2 * kBoxPadding)},
                          {"folded", node.folded > 0},
                          {"stripe", ""},
                          {"branch", ""}};
  entry["bar"] = bar_of(node, colours, place.left + kBoxPadding, place.width - 2 * kBoxPadding);
  if (node.rule > 0 && !node.at && !colours.empty()) entry["stripe"] = fmt::format("c{}", colours[node.label]);
  if (node.parent == kNoParent) return entry;
  const PicturePlace& parent = places[node.parent];
  const double from = parent.left + parent.width;
  const double thickness = 1 + (kThickest - 1) * std::clamp(node.share, 0.0, 1.0);
  entry["branch"] = xml_text(branch_of(node));
  entry["branch_x"] = coordinate(place.left - 7);
  entry["branch_y"] = coordinate(place.middle - thickness / 2 - 3);
  entry["line_width"] = coordinate(thickness);
  entry["line"] =
      fmt::format("M{} {}C{} {} {} {} {} {}H{}", coordinate(from), coordinate(parent.middle),
                  coordinate(from + kBend * 0.6), coordinate(parent.middle), coordinate(from + kBend * 0.4),
                  coordinate(place.middle), coordinate(from + kBend), coordinate(place.middle), coordinate(place.left));
  return entry;
}

struct PictureLegend {
  nlohmann::json entries = nlohmann::json::array();
  double right = 0;
  double bottom = 0;
};

PictureLegend legend_of(const TreePicture& picture, const std::vector<std::size_t>& colours) {
  PictureLegend legend;
  double x = kPictureMargin;
  double y = kLegendTop;
  const auto add = [&](const std::string& style, const std::string& text) {
    const double width = kSwatch + 6 + text_width(text, kBoxNameSize);
    if (x > kPictureMargin && x + width > kWidestLegend) {
      x = kPictureMargin;
      y += kLegendStep;
    }
    legend.entries.push_back({{"style", style},
                              {"x", coordinate(x)},
                              {"y", coordinate(y)},
                              {"text_x", coordinate(x + kSwatch + 6)},
                              {"text_y", coordinate(y + 10)},
                              {"text", xml_text(text, kLabelShown + 20)}});
    x += width + 20;
    legend.right = std::max(legend.right, x);
  };
  if (has_labels(picture)) {
    std::size_t others = 0;
    for (std::size_t label = 0; label < colours.size(); ++label) {
      if (colours[label] == kOthers) {
        ++others;
      } else {
        add(fmt::format("c{}", colours[label]), printable(picture.model.labels[label], kLabelShown));
      }
    }
    if (others > 0) add(fmt::format("c{}", kOthers), counted(others, "other label"));
  } else {
    add("value", fmt::format("the answer, from {} to {}", figure_text(picture.least), figure_text(picture.most)));
  }
  legend.bottom = y + kLegendStep;
  return legend;
}

std::string facts_of(const TreePicture& picture) {
  const Tree& tree = picture.model.trees[picture.tree];
  std::string text;
  if (picture.model.trees.size() > 1)
    text = fmt::format("tree {} of {}: ", picture.tree + 1, picture.model.trees.size());
  text += fmt::format("{}, depth {}", counted(picture.leaves, "rule"), depth(tree));
  const double weight = tree.nodes.front().weight();
  if (weight > 0) text += fmt::format(", {} training rows", weight_text(weight));
  if (picture.folded > 0) text += fmt::format("; {} drawn", counted(picture.nodes.size(), "node"));
  return text;
}

std::string heading_of(const TreePicture& picture) {
  return fmt::format("{} {}", picture.model.trees.size() > 1 ? "A tree for" : "Decision tree for",
                     in_quotes(picture.model.target, 60));
}

nlohmann::json svg_context(const TreePicture& picture) {
  const std::vector<std::size_t> colours =
      has_labels(picture) ? label_colours(picture.model) : std::vector<std::size_t>();
  const PictureLegend legend = legend_of(picture, colours);
  std::vector<PicturePlace> places = place_nodes(picture, sizes_of(picture));
  const double above = legend.bottom + 16;
  double right = std::max(legend.right, kPictureMargin + text_width(heading_of(picture), 17));
  double bottom = 0;
  for (PicturePlace& place : places) {
    place.left += kPictureMargin;
    place.middle += above;
    right = std::max(right, place.left + place.width);
    bottom = std::max(bottom, place.middle + place.height / 2);
  }
  nlohmann::json context = {{"title", xml_text(heading_of(picture), 100)},
                            {"facts", xml_text(facts_of(picture), 200)},
                            {"width", coordinate(std::ceil(right + kPictureMargin))},
                            {"height", coordinate(std::ceil(bottom + kPictureMargin))},
                            {"legend", legend.entries}};
  context["nodes"] = nlohmann::json::array();
  for (std::size_t i = 0; i < places.size(); ++i) context["nodes"].push_back(node_json(picture, i, places, colours));
  return context;
}

// The same words in the boxes of programs that place them on their own.
nlohmann::json graph_context(const TreePicture& picture, std::string (*escape)(std::string_view, std::size_t)) {
  nlohmann::json context = {{"title", escape(heading_of(picture), 100)}};
  context["nodes"] = nlohmann::json::array();
  for (const PictureNode& node : picture.nodes) {
    std::string second = rows_of(node);
    if (node.rule > 0) second = fmt::format("rule {}{}{}", node.rule, second.empty() ? "" : ": ", second);
    if (node.folded > 0)
      second = fmt::format("{}{}{}", counted(node.folded, "rule"), second.empty() ? "" : ": ", second);
    const double width = 1 + 5 * std::clamp(node.share, 0.0, 1.0);
    context["nodes"].push_back({{"name", escape(name_of(node), kLabelShown + 1)},
                                {"second", escape(second, 100)},
                                {"branch", escape(node.branch, 80)},
                                {"parent", node.parent == kNoParent ? 0 : node.parent},
                                {"root", node.parent == kNoParent},
                                {"kind", node.folded > 0 ? "folded"
                                         : node.rule > 0 ? "leaf"
                                                         : "test"},
                                {"way", node.on_way},
                                {"line_width", coordinate(width)}});
  }
  return context;
}

// "petal_width <= 1.75" below its parent, with its answer, its rows and a bar of them.
std::string text_drawing(const TreePicture& picture) {
  std::vector<std::size_t> children_left(picture.nodes.size(), 0);
  for (const PictureNode& node : picture.nodes) {
    if (node.parent != kNoParent) ++children_left[node.parent];
  }
  std::vector<std::string> lines;
  std::vector<std::string> indent(picture.nodes.size());  // of a node's children
  std::size_t widest = 0;
  for (std::size_t i = 0; i < picture.nodes.size(); ++i) {
    const PictureNode& node = picture.nodes[i];
    std::string line;
    if (node.parent != kNoParent) {
      const bool last = --children_left[node.parent] == 0;
      line = indent[node.parent] + (last ? "`-- " : "|-- ") + node.branch + ": ";
      indent[i] = indent[node.parent] + (last ? "    " : "|   ");
    }
    line += name_of(node);
    if (node.column.empty() && node.folded > 0) line += fmt::format(" ... {}", counted(node.folded, "rule"));
    if (node.on_way) line += "  <==";
    widest = std::max(widest, count_characters(line));
    lines.push_back(std::move(line));
  }
  std::string text = heading_of(picture) + ": " + facts_of(picture) + "\n\n";
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const PictureNode& node = picture.nodes[i];
    text += lines[i];
    if (node.column.empty() && node.weight > 0) {
      const auto full = static_cast<std::size_t>(std::lround(node.share * kCharactersOfBar));
      text += std::string(widest - count_characters(lines[i]) + 2, ' ') + "[" + std::string(full, '#') +
              std::string(kCharactersOfBar - full, ' ') + "] " + rows_of(node);
      if (!node.parts.empty()) text += fmt::format(", {} {}", purity_of(node), node.answer);
    }
    text += '\n';
  }
  return text;
}

}  // namespace

std::vector<std::size_t> label_colours(const Model& model) {
  std::vector<double> counts;  // of several trees nobody knows them
  if (model.combination == Combination::single) counts = only_tree(model).nodes.front().counts;
  std::vector<std::size_t> order(model.labels.size());
  std::iota(order.begin(), order.end(), 0U);
  if (order.size() > kColours && !counts.empty()) {
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) { return counts[a] > counts[b]; });
  }
  std::vector<std::size_t> colours(order.size(), kOthers);
  if (order.size() > kColours) order.resize(kColours);
  std::ranges::sort(order);
  for (std::size_t i = 0; i < order.size(); ++i) colours[order[i]] = i;
  return colours;
}

std::string drawing(const TreePicture& picture, DrawingForm form) {
  switch (form) {
    case DrawingForm::svg: return render_template("templates/draw/tree.svg.inja", svg_context(picture));
    case DrawingForm::dot: return render_template("templates/draw/tree.dot.inja", graph_context(picture, dot_text));
    case DrawingForm::mermaid:
      return render_template("templates/draw/tree.mmd.inja", graph_context(picture, mermaid_text));
    case DrawingForm::text: break;
  }
  return text_drawing(picture);
}

}  // namespace espalier
