// Features that are dates, in the model file.
#include <gmock/gmock.h>

#include "model/model_json.hpp"
#include "support/diagnostic.hpp"
#include "support/sample_models.hpp"

namespace espalier::sample::date_feature_test {
namespace {

using testing::HasSubstr;

const std::string kDate = R"("date": {"unit": "seconds", "form": "dd.mm.yyyy"})";

Model with_date() {
  Model model = golf();
  for (Feature& feature : model.features) {
    if (feature.name == "humidity") feature.date = DateForm{DateOrder::day_first, '.', DateUnit::seconds};
  }
  return model;
}

std::string refusal_of(const std::string& from, const std::string& to) {
  std::string text = write_model(with_date());
  text.replace(text.find(from), from.size(), to);
  try {
    read_model(text, "m.json");
  } catch (const Diagnostic& diagnostic) {
    return diagnostic.message();
  }
  return "accepted";
}

TEST(DateFeature, IsKeptInTheFile) {
  const std::string text = write_model(with_date());
  EXPECT_THAT(text, HasSubstr(kDate));
  EXPECT_EQ(read_model(text, "m.json"), with_date());
}

TEST(DateFeature, MayBeAbsent) {
  std::string text = write_model(with_date());
  const std::string key = ", " + kDate;
  text.erase(text.find(key), key.size());
  EXPECT_EQ(read_model(text, "m.json"), golf());
}

TEST(DateFeature, IsCheckedLikeEverythingElse) {
  EXPECT_THAT(refusal_of("dd.mm.yyyy", "dd.mm.y"), HasSubstr("this is not a form of dates"));
  EXPECT_THAT(refusal_of("\"seconds\"", "\"hours\""), HasSubstr("hours"));
  EXPECT_THAT(refusal_of("\"unit\"", "\"units\""), HasSubstr("unit"));
}

}  // namespace
}  // namespace espalier::sample::date_feature_test
