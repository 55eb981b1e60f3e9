// A tree as a picture: which of its nodes are drawn, what stands in them, and where they lie. report/tree_drawing makes
// SVG and other forms of it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "model/interpret.hpp"
#include "model/model.hpp"

namespace espalier {

inline constexpr std::size_t kNoParent = std::numeric_limits<std::size_t>::max();

struct PictureNode {
  std::uint32_t node = 0;          // in the tree
  std::size_t parent = kNoParent;  // in the picture
  std::size_t depth = 0;
  std::string branch;         // what leads here: "<= 75", "sunny, rain"; empty at the root
  std::string condition;      // the same in full: "humidity <= 75"
  std::string column;         // of the test; empty: a leaf, or what is folded away
  std::string answer;         // a label, or a number; of inner nodes what a leaf in their place would answer
  std::uint32_t label = 0;    // classification
  std::optional<double> at;   // numbers: where the answer lies between the least and the largest of all leaves
  std::uint32_t rule = 0;     // of a leaf
  std::size_t folded = 0;     // rules that are not drawn: they are below this node
  double weight = 0;          // training weight; 0: none, or not known
  double share = 0;           // of the root's
  std::vector<double> parts;  // classification: per label; empty: not known
  bool on_way = false;        // of the row that was asked about
};

struct TreePicture {
  const Model& model;
  std::size_t tree = 0;  // of the model
  std::size_t leaves = 0;
  std::size_t folded = 0;  // nodes that stand for several rules
  double least = 0;        // numbers: of all leaves
  double most = 0;
  std::vector<PictureNode> nodes;  // in reading order, parents before children
};

struct PictureOptions {
  std::size_t tree = 0;
  std::size_t leaves = 40;             // drawn at most: the nodes of most training rows are opened first
  std::size_t depth = 6;               // tests above each other at most: what a page has room for
  std::vector<std::uint32_t> rules{};  // whose ways are marked
};

TreePicture tree_picture(const Model& model, const PictureOptions& options);

// The rules of a tree that answer a row: one, or several where parts of the row go different ways.
std::vector<std::uint32_t> rules_reached(const Model& model, const Tree& tree, Row row);

// Where the nodes lie: from left to right, so that names can be read, and as close to each other as that leaves room.
struct PicturePlace {
  double left = 0;
  double middle = 0;  // of its height
  double width = 0;
  double height = 0;
};

struct PictureSizes {
  std::vector<double> width;   // per node
  std::vector<double> height;  // per node
  std::vector<double> before;  // per node: room for the words on the line that leads to it
  double gap = 0;              // between two boxes above each other
};

// Reingold and Tilford's rule: siblings are moved together until their subtrees touch anywhere, and a parent stands in
// the middle of its children. Subtrees of the same shape are drawn alike.
std::vector<PicturePlace> place_nodes(const TreePicture& picture, const PictureSizes& sizes);

// What the command tells of it.
std::string to_text(const TreePicture& picture);
nlohmann::ordered_json to_json(const TreePicture& picture);

}  // namespace espalier
