// Writes the pages of many models, and beside each its boundary vectors with the interpreter's answers: what the script
// of a page is held to in a browser (page_test.py).
//   browser_pages DIRECTORY COUNT
//   browser_pages --vectors MODEL FILE      the vectors of a model file alone
#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string_view>

#include "audit/boundary.hpp"
#include "audit/verify.hpp"
#include "e2e/hostile_names.hpp"
#include "lower/pipeline.hpp"
#include "model/model_json.hpp"
#include "report/page.hpp"
#include "report/page_model.hpp"
#include "support/random.hpp"
#include "support/sample_models.hpp"

namespace espalier {
namespace {

using namespace sample;  // NOLINT(google-build-using-namespace): models, by name

void write(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

// `every`: how many vectors there are to one that is written.
void write_vectors(const std::filesystem::path& path, const Model& model, std::size_t every = 1) {
  const Interpreter interpreter(model);
  nlohmann::ordered_json vectors = nlohmann::ordered_json::array();
  std::size_t seen = 0;
  for_each_boundary_vector(model, page_fields(model), [&](Row row) {
    if (seen++ % every != 0) return;
    const Prediction prediction = interpreter.predict(row);
    vectors.push_back(page_check(model, row, prediction));
    if (model.task == Task::classification) vectors.back()["answer"]["probabilities"] = prediction.probabilities;
  });
  write(path, vectors.dump());
}

void write_page(const std::filesystem::path& directory, const std::string& name, const Model& model,
                std::size_t every = 1) {
  const PageFacts facts{model, "", name, rules_facts(model), check_lowered(model, lower(model, {})), {}, {}, {}, {}};
  write(directory / (name + ".html"), report_page(facts));
  write_vectors(directory / (name + ".json"), model, every);
}

void write_pages(const std::filesystem::path& directory, std::size_t count) {
  write_page(directory, "hostile", e2e::model_named(e2e::hostile_naming()), 997);
  write_page(directory, "golf", golf());
  write_page(directory, "fractional", fractional_golf());
  write_page(directory, "surrogate", surrogate_golf());
  write_page(directory, "own", own_category_sample());
  write_page(directory, "regression", regression_sample());
  write_page(directory, "vote", voting_forest());
  write_page(directory, "mean", averaging_forest());
  write_page(directory, "numbers", number_forest());
  write_page(directory, "pair", boosted_pair());
  write_page(directory, "labels", boosted_labels());
  write_page(directory, "leaf", single_leaf());
  write_page(directory, "list", golf_list());
  RandomEngine engine(17);
  constexpr MissingPolicy kPolicies[] = {MissingPolicy::refuse,    MissingPolicy::majority,
                                         MissingPolicy::learned,   MissingPolicy::own_category,
                                         MissingPolicy::surrogate, MissingPolicy::fractional};
  constexpr Combination kCombinations[] = {Combination::vote, Combination::mean, Combination::sum};
  for (std::size_t i = 0; i < count; ++i) {
    const Task task = i % 3 == 2 ? Task::regression : Task::classification;
    const MissingPolicy policy = kPolicies[i % std::size(kPolicies)];
    write_page(directory, fmt::format("random{}", i), random_model(engine, task, policy));
    if (i % 6 == 0) {
      RandomEngine lists(i);  // drawn apart: what is drawn next does not depend on it
      write_page(directory, fmt::format("list{}", i), random_list(lists, MissingPolicy::own_category));
    }
    const Combination combination = kCombinations[i / 3 % std::size(kCombinations)];
    if (policy == MissingPolicy::fractional || (task == Task::regression && combination == Combination::vote)) continue;
    write_page(directory, fmt::format("forest{}", i), random_forest(engine, task, combination, policy));
  }
}

}  // namespace
}  // namespace espalier

int main(int count, char** words) {
  if (count == 4 && std::string_view(words[1]) == "--vectors") {
    std::ifstream file(words[2], std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    espalier::write_vectors(words[3], espalier::read_model(text, words[2]));
    return 0;
  }
  if (count != 3) return 2;
  std::filesystem::create_directories(words[1]);
  espalier::write_pages(words[1], std::stoul(words[2]));
  return 0;
}
