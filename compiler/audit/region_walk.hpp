// Cuts a region into parts in which trees ask nothing more, as far as somebody wants to know.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "audit/region.hpp"
#include "model/model.hpp"

namespace espalier {

// A part of a region: what a test leaves of one column, and where that leads.
struct RegionPart {
  std::uint32_t column = 0;
  ColumnValues values;
  enum class Leads : std::uint8_t {
    to_child,     // to children[child]
    to_itself,    // the test's own value is missing for certain now; a surrogate is asked next
    to_children,  // MissingPolicy::fractional: to all of them at once
  } leads = Leads::to_child;
  std::uint32_t child = 0;
};

// The parts of the region between which the node's test, or the surrogate whose turn it is, tells. They do not overlap,
// none of them is empty, and together they are the region. One part: all rows go the same way.
void divide(const ModelView& view, const Space& space, const Node& node, const Region& region,
            std::vector<RegionPart>& parts);

// Where the rows of a region have come to in a tree: one node, or several where a missing value is shared out.
using Places = std::vector<std::uint32_t>;

// Goes through one or several trees, of one model or of two, with the region of rows that take the way.
// The values of the part's column in the region that pass it, or those that do not.
ColumnValues values_that(bool pass, const ModelView& view, const Space& space, const RulePart& part,
                         const Region& region);

class RegionWalk {
 public:
  struct WalkedTree {
    const ModelView* view;
    const Tree* tree;
  };

  // `start`: the rows that are asked about. Keeps references to `space` and the views.
  RegionWalk(const Space& space, std::vector<WalkedTree> trees, Region start);

  // Rows that are to be sent along, as columns of the space; rows() has those in the current region.
  void send_rows(std::vector<std::vector<double>> columns);

  // `judge` sees every region from the start on, and names the tree that is to be asked next; one that has come to
  // leaves only is not asked. None: this region needs no more cuts. What it is told about is in the members below.
  using Judge = std::function<std::optional<std::size_t>()>;
  void run(const Judge& judge);
  // To be called by the judge: nothing more after this region.
  void stop() { stopped_ = true; }

  const Region& region() const { return region_; }
  const Places& places(std::size_t tree) const { return places_[tree]; }
  // The only node that the rows have come to; none: several.
  std::optional<std::uint32_t> place(std::size_t tree) const;
  bool is_at_leaves(std::size_t tree) const;
  // The first tree that still asks something.
  std::optional<std::size_t> undecided() const;
  std::span<const std::uint32_t> rows() const { return {rows_.data() + first_row_, last_row_ - first_row_}; }

 private:
  struct Frame {
    std::size_t tree = 0;
    std::size_t position = 0;  // in places
    Places places;             // before
    std::vector<RegionPart> parts;
    std::size_t next = 0;
    ColumnValues values;  // of the parts' column, before
    std::size_t first_row = 0;
    std::size_t last_row = 0;
  };

  void open(std::size_t tree);
  bool go_on();  // to the next part; false: there is none
  void enter(Frame& frame);
  void move(const Frame& frame, const RegionPart& part);
  void take_rows(const Frame& frame, const RegionPart& part);

  const Space& space_;
  std::vector<WalkedTree> trees_;
  Region region_;
  std::vector<Places> places_;
  std::vector<Frame> frames_;  // those in use come first: the others keep their room
  std::size_t depth_ = 0;
  std::vector<std::vector<double>> columns_;
  std::vector<std::uint32_t> rows_;
  std::size_t first_row_ = 0;
  std::size_t last_row_ = 0;
  bool stopped_ = false;
};

}  // namespace espalier
