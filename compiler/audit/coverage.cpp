#include "audit/coverage.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "support/subprocess.hpp"

namespace espalier {
namespace {

constexpr std::size_t kReportLimit = std::size_t{1} << 30;

// g++-12 has gcov-12 beside it: a gcov of another version cannot read its notes.
std::string gcov_beside(const std::string& compiler) {
  const auto at = std::min(compiler.rfind("g++"), compiler.rfind("gcc"));
  if (at == std::string::npos) return "gcov";
  return compiler.substr(0, at) + "gcov" + compiler.substr(at + 3);
}

bool is_answering_function(std::string_view demangled, const EmitRecord& record) {
  if (record.language == Language::c) {
    const std::string prefix = record.space + (record.space.ends_with('_') ? "" : "_");
    for (const std::string_view name : {"predict", "predict_rule", "detail_tree", "detail_tree_rule"}) {
      if (demangled == prefix + std::string(name)) return true;
    }
    for (const std::string_view name : {"detail_predict_", "detail_rule_", "detail_blend_"}) {
      if (demangled.starts_with(prefix + std::string(name))) return true;
    }
    return false;
  }
  for (const std::string_view name :
       {"::predict(", "::predict_rule(", "::detail::predict_", "::detail::rule_", "::detail::leaf", "::detail::tree(",
        "::detail::tree_rule(", "::detail::blend_"}) {
    if (demangled.starts_with(fmt::format("{}{}", record.space, name))) return true;
  }
  return false;
}

BranchCoverage count_branches(const nlohmann::json& report, const EmitRecord& record) {
  BranchCoverage coverage;
  for (const auto& file : report.at("files")) {
    std::set<std::string> functions;
    for (const auto& function : file.at("functions")) {
      if (!is_answering_function(function.at("demangled_name").get<std::string>(), record)) continue;
      functions.insert(function.at("name").get<std::string>());
    }
    for (const auto& line : file.at("lines")) {
      if (!line.contains("function_name") || !functions.contains(line["function_name"].get<std::string>())) continue;
      for (const auto& branch : line.at("branches")) {
        ++coverage.branches;
        coverage.taken += branch.at("count").get<double>() > 0 ? 1 : 0;
      }
    }
  }
  return coverage;
}

}  // namespace

std::optional<BranchCoverage> measure_branch_coverage(const std::string& compiler, const std::string& directory,
                                                      const EmitRecord& record, const VerifyOptions& options) {
  const auto run = [&](const std::vector<std::string>& command, std::chrono::seconds timeout) {
    return run_process(command, directory, timeout);
  };
  const ProcessResult version = run({compiler, "--version"}, std::chrono::seconds(20));
  if (version.output.find("Free Software Foundation") == std::string::npos) return std::nullopt;
  const std::string gcov = gcov_beside(compiler);
  if (!run({gcov, "--version"}, std::chrono::seconds(20)).succeeded()) return std::nullopt;

  std::vector<std::string> compile = {compiler, "-I.", "-O0", "--coverage"};
  if (record.language == Language::c) {
    compile.insert(compile.end(), {"-std=c99", "driver.c"});
  } else {
    compile.insert(compile.end(),
                   {"-std=c++17", "-fno-exceptions", "-fno-rtti", "-DESPALIER_NO_WITNESSES", "driver.cpp"});
  }
  compile.insert(compile.end(), {"-c", "-o", "covered.o"});
  if (!run(compile, options.compile_timeout).succeeded()) return std::nullopt;
  if (!run({compiler, "--coverage", "covered.o", "-o", "covered"}, options.compile_timeout).succeeded())
    return std::nullopt;
  run({"./covered", "rows", "covered_answers"}, options.run_timeout);
  const ProcessResult report = run_process({gcov, "--branch-probabilities", "--json-format", "--stdout", "covered.o"},
                                           directory, options.run_timeout, kReportLimit);
  if (!report.succeeded()) return std::nullopt;
  try {
    const BranchCoverage coverage = count_branches(nlohmann::json::parse(report.output), record);
    if (coverage.branches == 0) return std::nullopt;
    return coverage;
  } catch (const nlohmann::json::exception&) {
    return std::nullopt;
  }
}

}  // namespace espalier
