// The forms of a drawn tree: SVG for people and pages, DOT and Mermaid for other programs, text for terminals. What
// each of them looks like is in templates/draw.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "report/tree_picture.hpp"
#include "support/enum_names.hpp"

namespace espalier {

enum class DrawingForm { svg, dot, mermaid, text };
template <>
inline constexpr auto kNames<DrawingForm> = enum_names("svg", "dot", "mermaid", "text");

// The colour of each label: the most frequent ones have their own, from 0, and the others share the last one.
std::vector<std::size_t> label_colours(const Model& model);

std::string drawing(const TreePicture& picture, DrawingForm form);

}  // namespace espalier
