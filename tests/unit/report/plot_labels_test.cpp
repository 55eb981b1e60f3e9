#include "report/plot_marks.hpp"

#include <gtest/gtest.h>

namespace espalier::plot_labels_test {
namespace {

struct Extent {
  double left;
  double right;
};

Extent extent(const PlacedLabel& placed, double width) {
  return placed.anchor == Anchor::begin ? Extent{placed.x, placed.x + width} : Extent{placed.x - width, placed.x};
}

// In two rows texts cannot lie on each other; the line of the upper one must pass beside the lower one.
bool is_clear(const std::vector<PlacedLabel>& placed, const LineLabel& first, const LineLabel& second) {
  const bool first_is_lower = placed[0].row == 0;
  const Extent lower = first_is_lower ? extent(placed[0], first.width) : extent(placed[1], second.width);
  const double line = first_is_lower ? second.x : first.x;
  return line < lower.left || line > lower.right;
}

TEST(PlaceLabels, NeverCrossesTextsWhereThatIsPossible) {
  // Half as wide as the panel at most: one side of each line always has room.
  for (double x = 0; x <= 400; x += 7) {
    for (double y = 0; y <= 400; y += 7) {
      const LineLabel first{x, 120};
      const LineLabel second{y, 100};
      const std::vector<PlacedLabel> placed = place_labels(first, second, 0, 400);
      ASSERT_EQ(placed.size(), 2U);
      EXPECT_NE(placed[0].row, placed[1].row);
      EXPECT_TRUE(is_clear(placed, first, second)) << x << ' ' << y;
      for (const Extent& text : {extent(placed[0], 120), extent(placed[1], 100)}) {
        EXPECT_GE(text.left, 0) << x << ' ' << y;
        EXPECT_LE(text.right, 400) << x << ' ' << y;
      }
    }
  }
}

TEST(PlaceLabels, PutsTextsThatAreTooWideIntoTwoRows) {
  const std::vector<PlacedLabel> placed = place_labels({190, 250}, {210, 250}, 0, 400);
  EXPECT_NE(placed[0].row, placed[1].row);
  EXPECT_EQ(placed[0].anchor, Anchor::begin);
  EXPECT_EQ(placed[1].anchor, Anchor::end);
}

TEST(PlaceLabel, StaysInThePanel) {
  EXPECT_EQ(place_label({200, 100}, 0, 400).x, 200);
  EXPECT_EQ(place_label({10, 100}, 0, 400).x, 50);
  EXPECT_EQ(place_label({395, 100}, 0, 400).x, 350);
}

}  // namespace
}  // namespace espalier::plot_labels_test
