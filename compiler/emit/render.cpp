#include "emit/render.hpp"

#include <fmt/format.h>
#include <signal.h>

#include <algorithm>
#include <chrono>
#include <inja/inja.hpp>
#include <iterator>
#include <new>
#include <sstream>
#include <stdexcept>
#include <vector>

#include "support/diagnostic.hpp"
#include "support/subprocess.hpp"
#include "support/text.hpp"

namespace espalier {
namespace {

void require_inert(std::string_view name, std::string_view text, RenderedText allowed) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\n' || (c >= 0x20 && c <= 0x7E)) continue;
    if (allowed == RenderedText::printable && static_cast<unsigned char>(c) >= 0x80) {
      const std::string_view letter = text.substr(i, decode_utf8(text, i).length);
      i += letter.size() - 1;
      if (printable(letter) == letter) continue;
    }
    throw std::logic_error(
        fmt::format("{} rendered byte 0x{:02x}: a name was not escaped", name, static_cast<unsigned char>(c)));
  }
}

// Only the template's own text changes, never what the context holds.
std::string with_specifier(std::string text, const nlohmann::json& context) {
  constexpr std::string_view kConstexpr = "ESPALIER_CONSTEXPR";
  const auto specifier = context.find("specifier");
  if (specifier == context.end()) return text;
  const std::string& instead = specifier->get_ref<const std::string&>();
  for (std::size_t at = text.find(kConstexpr); at != std::string::npos;
       at = text.find(kConstexpr, at + instead.size())) {
    text.replace(at, kConstexpr.size(), instead);
  }
  return text;
}

inja::Environment closed_environment() {
  inja::Environment environment;
  environment.set_search_included_templates_in_files(false);
  environment.set_throw_at_missing_includes(true);
  return environment;
}

// The engine counts lines and columns (in bytes) from 1.
Location place_of(const std::string& file, std::string_view text, const inja::SourceLocation& place) {
  std::size_t begin = 0;
  for (std::size_t line = 1; line < place.line; ++line) {
    const std::size_t end = text.find('\n', begin);
    if (end == std::string_view::npos) break;
    begin = end + 1;
  }
  const std::size_t end = std::min(text.find('\n', begin), text.size());
  return locate(file, text, std::min(begin + (place.column > 0 ? place.column - 1 : 0), end));
}

}  // namespace

std::string_view embedded_text(std::string_view name) {
  for (const EmbeddedText& entry : embedded_texts()) {
    if (entry.name == name) return entry.text;
  }
  throw std::logic_error(fmt::format("no embedded file {}", name));
}

std::string render_template(std::string_view name, const nlohmann::json& context, RenderedText allowed) {
  std::string text = closed_environment().render(with_specifier(std::string(embedded_text(name)), context), context);
  require_inert(name, text, allowed);
  return text;
}

namespace {

// Templates of users run in a child: the engine ends the process for a division by zero, or for what nests too deep,
// and loops for as long as a template says.
constexpr std::size_t kTemplateMemory = std::size_t{4} << 30U;
constexpr const char* kTemplateHint = "the keys and their meaning are in docs/template-context.md";

// Messages of the engine quote the template, whatever stands there.
constexpr std::size_t kLongestMessage = 300;

// What the child found, in its first letter: the text, an error of the engine with its place, or another one.
enum class Found : char { text = 't', located = 'l', error = 'e' };

std::string plain_words(std::string_view message) {
  if (message.starts_with("[json.exception.")) message.remove_prefix(std::min(message.size(), message.find("] ") + 2));
  return std::string(message);
}

std::string rendered_in_child(inja::Environment& environment, const std::string& text, const nlohmann::json& context) {
  try {
    return static_cast<char>(Found::text) + environment.render(text, context);
  } catch (const inja::InjaError& error) {
    return fmt::format("{}{} {} {}", static_cast<char>(Found::located), error.location.line, error.location.column,
                       error.message);
  } catch (const std::bad_alloc&) {
    return fmt::format("{}it takes too much memory", static_cast<char>(Found::error));
  } catch (const std::exception& error) {  // a function was given what it cannot use
    return fmt::format("{}it cannot be worked out: {}", static_cast<char>(Found::error), plain_words(error.what()));
  }
}

// Where expressions and statements begin. In comments they are none.
std::vector<std::size_t> places_in(std::string_view text) {
  std::vector<std::size_t> places;
  for (std::size_t at = 0; at + 1 < text.size(); ++at) {
    const std::string_view two = text.substr(at, 2);
    if (two == "{#") {
      at = std::min(text.find("#}", at), text.size());
    } else if (two == "{{" || two == "{%") {
      places.push_back(at);
      at = std::min(text.find(two == "{{" ? "}}" : "%}", at), text.size());
    }
  }
  return places;
}

// Whether an expression is too deep for the engine's parser depends on how that was compiled. So there is a limit that
// every build has.
void refuse_deep_nesting(const std::string& file, std::string_view text) {
  constexpr int kDeepest = 500;
  for (const std::size_t place : places_in(text)) {
    const std::string_view end = text.substr(place, 2) == "{{" ? "}}" : "%}";
    int depth = 0;
    bool quoted = false;
    for (std::size_t at = place + 2; at < text.size() && (quoted || text.substr(at, 2) != end); ++at) {
      const char c = text[at];
      if (c == '"' && text[at - 1] != '\\') quoted = !quoted;
      if (quoted) continue;
      if (c == '(' || c == '[' || c == '{') ++depth;
      if (c == ')' || c == ']' || c == '}') --depth;
      if (depth <= kDeepest) continue;
      throw Diagnostic(ExitCode::bad_input, locate(file, text, place), "it nests too deep", kTemplateHint);
    }
  }
}

// Renders once more, with a note before every expression and statement of how far it has come: where it ends, it went
// wrong. Where it does not even begin, the longest is to blame.
std::size_t place_of_failure(std::string_view text, const nlohmann::json& context, std::chrono::seconds limit) {
  const std::vector<std::size_t> places = places_in(text);
  std::string noted;
  std::size_t copied = 0;
  std::size_t longest = 0;
  std::size_t length = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    noted += text.substr(copied, places[i] - copied);
    noted += fmt::format("{{{{ espalier_at({}) }}}}", i + 1);
    copied = places[i];
    const std::size_t until = i + 1 < places.size() ? places[i + 1] : text.size();
    if (until - places[i] > length) length = until - places[i], longest = places[i];
  }
  noted += text.substr(copied);
  SharedNumber come_to;
  inja::Environment environment = closed_environment();
  environment.add_callback("espalier_at", 1, [&](inja::Arguments& arguments) {
    come_to.set(arguments.at(0)->get<std::size_t>());
    return nlohmann::json("");
  });
  run_in_child([&] { return rendered_in_child(environment, noted, context); }, limit, kTemplateMemory);
  return come_to.get() > 0 ? places[come_to.get() - 1] : longest;
}

std::string what_ended(const ProcessResult& child) {
  if (child.timed_out) return "the template does not come to an end";
  switch (child.exit_code - 128) {
    case SIGFPE: return "a division by zero";
    case SIGSEGV: return "it nests too deep";
    default: return fmt::format("it ended the template engine (exit code {})", child.exit_code);
  }
}

}  // namespace

std::string render_user_template(const std::string& file, std::string_view text, const nlohmann::json& context,
                                 std::chrono::seconds limit) {
  refuse_deep_nesting(file, text);
  const std::string whole(text);
  inja::Environment environment = closed_environment();
  ProcessResult child =
      run_in_child([&] { return rendered_in_child(environment, whole, context); }, limit, kTemplateMemory);
  const bool answered = child.succeeded() && !child.output.empty();
  if (answered && child.output[0] == static_cast<char>(Found::text)) return child.output.substr(1);
  if (answered && child.output[0] == static_cast<char>(Found::located)) {
    std::istringstream said(child.output.substr(1));
    inja::SourceLocation place{};
    said >> place.line >> place.column;
    said.get();
    const std::string message{std::istreambuf_iterator<char>(said), {}};
    throw Diagnostic(ExitCode::bad_input, place_of(file, text, place), printable(message, kLongestMessage),
                     kTemplateHint);
  }
  const std::string message =
      answered ? printable(std::string_view(child.output).substr(1), kLongestMessage) : what_ended(child);
  throw Diagnostic(ExitCode::bad_input, locate(file, text, place_of_failure(text, context, limit)), message,
                   kTemplateHint);
}

}  // namespace espalier
