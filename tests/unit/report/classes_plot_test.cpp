#include "report/classes_plot.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "unit/report/svg_check.hpp"

namespace espalier::classes_plot_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

ClassesPlot two_classes() {
  ClassesPlot plot;
  plot.target = "y";
  plot.facts = {"classification of 10 rows"};
  plot.classes = {{"yes", 0.2, 0.75, {{0, 0}, {0, 0.5}, {1, 1}}, {{0, 1}, {0.5, 1}, {1, 0.2}}}};
  plot.class_note = "(the rarer of two classes)";
  plot.probability_title = "probability of 'yes'";
  plot.observed_title = "share that is 'yes'";
  plot.level = "95 %";
  plot.bins = {{0, 0.1, 8, 0.05, 0.125, 0.02, 0.47}, {0.9, 1, 2, 1, 0.5, 0.1, 0.9}};
  plot.names = {"no", "yes"};
  plot.confusion = {{7, 1}, {1, 1}};
  return plot;
}

// A page with one line of facts and one of legend: panels from y 122 to 412 and 526 to 816, x 92 to 462 and 582 to 952.
const Box kBox{100, 200, 200, 300};

TEST(ClassesPlotSvg, HasFourPanelsWithTheirTexts) {
  const std::string svg = draw_classes(two_classes());
  expect_well_formed(svg);
  EXPECT_EQ(count(svg, "class=\"panel-title\""), 4U);
  for (const char* text :
       {"Evaluation of &apos;y&apos;", ">classification of 10 rows<", ">yes: AUC 0.750, 20.0 % of the rows<",
        ">(the rarer of two classes)<", ">probability of &apos;yes&apos;<", ">share that is &apos;yes&apos;<",
        ">Calibration, 95 % intervals, numbers of answers<", ">87.5 %<", ">answered<", ">actual<"}) {
    EXPECT_THAT(svg, HasSubstr(text));
  }
  EXPECT_THAT(svg, HasSubstr("prefers-color-scheme: dark"));
}

TEST(ClassPanels, PutCurvesInTheUnitSquare) {
  const PlotPanel panel = roc_panel(two_classes(), kBox);
  ASSERT_EQ(panel.lines.size(), 2U);
  EXPECT_EQ(panel.lines[0].style, "guess");
  EXPECT_EQ(panel.lines[0].points, (Curve{{100, 300}, {200, 200}}));
  EXPECT_EQ(panel.lines[1].style, "k0");
  EXPECT_EQ(panel.lines[1].points, (Curve{{100, 300}, {100, 250}, {200, 200}}));
  EXPECT_EQ(panel.y_ticks.front().place, 300);
  EXPECT_EQ(panel.y_ticks.back().text, "1");
}

TEST(ClassPanels, SetPrecisionBesideTheShareOfTheClass) {
  const PlotPanel panel = precision_panel(two_classes(), kBox);
  ASSERT_EQ(panel.lines.size(), 2U);
  EXPECT_EQ(panel.lines[0].style, "k0 share");
  EXPECT_EQ(panel.lines[0].points, (Curve{{100, 280}, {200, 280}}));
  EXPECT_EQ(panel.lines[1].points, (Curve{{100, 200}, {150, 200}, {200, 280}}));
}

// The curve has the upper 44 of the 100, the bars the 56 below, of which 15 are for the number above the highest.
TEST(ClassPanels, ShowCalibrationWithIntervalsAndNumbers) {
  const PlotPanel panel = calibration_panel(two_classes(), kBox);
  ASSERT_EQ(panel.boxes.size(), 2U);
  EXPECT_DOUBLE_EQ(panel.boxes[0].box.left, 101);
  EXPECT_DOUBLE_EQ(panel.boxes[0].box.top, 300 - 41);
  EXPECT_DOUBLE_EQ(panel.boxes[1].box.top, 300 - 41.0 / 4);
  EXPECT_EQ(panel.texts[0].text, "8");
  EXPECT_EQ(panel.texts[1].text, "2");
  ASSERT_EQ(panel.points.size(), 2U);
  EXPECT_DOUBLE_EQ((panel.points[1].box.left + panel.points[1].box.right) / 2, 200);
  EXPECT_DOUBLE_EQ((panel.points[1].box.top + panel.points[1].box.bottom) / 2, 222);
  ASSERT_EQ(panel.lines.size(), 4U);  // the diagonal, two intervals, the curve
  EXPECT_DOUBLE_EQ(panel.lines[2].points[0].y, 244 - 4.4);
  EXPECT_DOUBLE_EQ(panel.lines[2].points[1].y, 244 - 0.9 * 44);
}

TEST(ClassPanels, ColourCellsByTheirShareOfTheActualClass) {
  const PlotPanel panel = confusion_panel(two_classes(), {100, 200, 300, 300});
  std::vector<double> shares;
  for (const PanelBox& box : panel.boxes) {
    if (box.style == "cell") shares.push_back(box.opacity);
  }
  EXPECT_EQ(shares, (std::vector<double>{7.0 / 8, 1.0 / 8, 0.5, 0.5}));
  const auto style_of = [&](const std::string& text) {
    for (const PanelText& shown : panel.texts) {
      if (shown.text == text) return shown.style;
    }
    return std::string("none");
  };
  EXPECT_EQ(style_of("87.5 %"), "small strong");
  EXPECT_EQ(style_of("12.5 %"), "small");
}

TEST(ClassPanels, TurnNamesThatAreWiderThanACell) {
  ClassesPlot plot = two_classes();
  const auto turned = [&] {
    for (const PanelText& text : confusion_panel(plot, {100, 200, 250, 300}).texts) {
      if (text.turned != 0) return true;
    }
    return false;
  };
  EXPECT_FALSE(turned());
  plot.names[1] = "a name of some length";
  EXPECT_TRUE(turned());
  EXPECT_THAT(draw_classes(plot), HasSubstr(">a name of some&#x2026;<"));
}

TEST(ClassPanels, SayWhyThereIsNoCurve) {
  ClassesPlot plot = two_classes();
  plot.classes = {{"yes", 1, std::nullopt, {}, {}}};
  plot.no_curves = "no curve: no tree answered rows of two classes";
  const std::string svg = draw_classes(plot);
  EXPECT_EQ(count(svg, ">no curve: no tree answered rows of two classes<"), 2U);
  EXPECT_THAT(svg, HasSubstr(">yes: no AUC, 100.0 % of the rows<"));
}

TEST(ClassesPlotSvg, SaysHowManyClassesAreLeftOut) {
  ClassesPlot plot = two_classes();
  plot.classes_left_out = 1;
  EXPECT_THAT(draw_classes(plot), HasSubstr(">and 1 rarer class without a curve<"));
  plot.classes_left_out = 15;
  EXPECT_THAT(draw_classes(plot), HasSubstr(">and 15 rarer classes without curves<"));
}

TEST(ClassesPlotSvg, NoNameBreaksIt) {
  ClassesPlot plot = two_classes();
  const std::string nasty = "</text><script>\"'&]]>\n\xc3\xa9";
  plot.target = plot.classes[0].name = plot.names[0] = plot.probability_title = plot.facts[0] = nasty;
  const std::string svg = draw_classes(plot);
  expect_well_formed(svg);
  EXPECT_THAT(svg, Not(HasSubstr("<script")));
}

TEST(ShortWeight, TakesFewCharacters) {
  EXPECT_EQ(short_weight(0.25), "0.25");
  EXPECT_EQ(short_weight(980), "980");
  EXPECT_EQ(short_weight(12345), "12,345");
  EXPECT_EQ(short_weight(73008.4), "73,008");
  EXPECT_EQ(short_weight(123456), "123k");
  EXPECT_EQ(short_weight(999999), "1M");
  EXPECT_EQ(short_weight(1.5e6), "1.5M");
  EXPECT_EQ(short_weight(2e9), "2G");
  EXPECT_EQ(short_weight(5e13), "5e13");
}

}  // namespace
}  // namespace espalier::classes_plot_test
