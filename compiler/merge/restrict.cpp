#include "merge/restrict.hpp"

#include <algorithm>
#include <utility>
#include <vector>

#include "audit/region_walk.hpp"

namespace espalier {
namespace {

bool answers_alike(const Node& first, const Node& second) {
  return first.is_leaf() && second.is_leaf() && first.label == second.label && first.value == second.value &&
         first.shares == second.shares;
}

// Walks one tree depth first with the region that is left on the way. Nodes are written when they are entered, so that
// those below a node come after it and can be taken back when they turn out to be alike.
class RestrictedTree {
 public:
  RestrictedTree(const ModelView& view, const Space& space, const Tree& tree, const Region& region)
      : view_(view), space_(space), tree_(tree), region_(region) {}

  std::vector<Node> nodes() {
    enter(0);
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      if (frame.next < frame.parts.size()) {
        const RegionPart& part = frame.parts[frame.next++];
        const std::uint32_t child = tree_.nodes[frame.node].children[part.child];
        region_[part.column] = part.values;
        written_[frame.written].children[part.child] = static_cast<std::uint32_t>(written_.size());
        enter(child);
      } else {
        leave(frame);
        frames_.pop_back();
      }
    }
    return std::move(written_);
  }

 private:
  struct Frame {
    std::uint32_t node = 0;
    std::size_t written = 0;
    std::vector<RegionPart> parts;
    std::size_t next = 0;
    ColumnValues values;  // of the parts' column, before
  };

  void enter(std::uint32_t at) {
    std::vector<RegionPart> parts;
    while (!tree_.nodes[at].is_leaf()) {
      divide(view_, space_, tree_.nodes[at], region_, parts);
      if (parts.size() > 1) break;
      at = tree_.nodes[at].children[parts.front().child];
    }
    written_.push_back(tree_.nodes[at]);
    if (tree_.nodes[at].is_leaf()) return;
    std::ranges::fill(written_.back().children, 0U);
    const std::uint32_t column = parts.front().column;
    frames_.push_back({at, written_.size() - 1, std::move(parts), 0, region_[column]});
  }

  void leave(Frame& frame) {
    region_[frame.parts.front().column] = std::move(frame.values);
    Node& node = written_[frame.written];
    const Node first = written_[frame.written + 1];
    bool alike = true;
    for (const std::uint32_t child : node.children) {
      alike = alike && (child == 0 || answers_alike(first, written_[child]));
    }
    if (alike) {
      written_[frame.written] = first;
      written_.resize(frame.written + 1);
      return;
    }
    // Branches that no row takes still need a node: a leaf that some row comes to.
    std::size_t leaf = frame.written + 1;
    while (!written_[leaf].is_leaf()) ++leaf;
    for (std::size_t i = 0; i < written_[frame.written].children.size(); ++i) {
      if (written_[frame.written].children[i] != 0) continue;
      written_[frame.written].children[i] = static_cast<std::uint32_t>(written_.size());
      written_.push_back(Node(written_[leaf]));
    }
  }

  const ModelView& view_;
  const Space& space_;
  const Tree& tree_;
  Region region_;
  std::vector<Node> written_;
  std::vector<Frame> frames_;
};

}  // namespace

Model restricted(const Model& model, const Space& space, const Region& region) {
  Model rest = model;
  const ModelView view = view_of(space, model);
  for (std::size_t tree = 0; tree < model.trees.size(); ++tree) {
    rest.trees[tree].nodes = RestrictedTree(view, space, model.trees[tree], region).nodes();
  }
  return rest;
}

}  // namespace espalier
