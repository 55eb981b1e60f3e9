#include "emit/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "support/text.hpp"

namespace espalier {
namespace {

constexpr std::size_t kLongestIdentifier = 60;

// Keywords and alternative tokens up to C++23, and what C adds to them in lower case.
constexpr auto kKeywords = std::to_array<std::string_view>(
    {"alignas",     "alignof",  "and",        "and_eq",    "asm",       "auto",         "bitand",
     "bitor",       "bool",     "break",      "case",      "catch",     "char",         "char16_t",
     "char32_t",    "char8_t",  "class",      "co_await",  "co_return", "co_yield",     "compl",
     "concept",     "const",    "const_cast", "consteval", "constexpr", "constinit",    "continue",
     "decltype",    "default",  "delete",     "do",        "double",    "dynamic_cast", "else",
     "enum",        "explicit", "export",     "extern",    "false",     "float",        "for",
     "friend",      "goto",     "if",         "inline",    "int",       "long",         "mutable",
     "namespace",   "new",      "noexcept",   "not",       "not_eq",    "nullptr",      "operator",
     "or",          "or_eq",    "private",    "protected", "public",    "register",     "reinterpret_cast",
     "requires",    "return",   "short",      "signed",    "sizeof",    "static",       "static_assert",
     "static_cast", "struct",   "switch",     "template",  "this",      "thread_local", "throw",
     "true",        "try",      "typedef",    "typeid",    "typename",  "union",        "unsigned",
     "using",       "virtual",  "void",       "volatile",  "wchar_t",   "while",        "xor",
     "xor_eq",      "restrict", "import",     "module",    "final",     "override",     "typeof"});

// Lower-case macros of compilers, the C library, Arduino cores, Windows and Qt. Upper-case ones cannot meet ours: all
// identifiers that come from data are in lower case.
constexpr auto kMacros = std::to_array<std::string_view>(
    {"abs",      "assert",   "bit",      "complex", "constrain", "emit",      "environ",   "errno",      "far",
     "foreach",  "forever",  "huge",     "hyper",   "i386",      "imaginary", "interface", "interrupts", "isfinite",
     "isinf",    "isnan",    "linux",    "log2",    "major",     "makedev",   "max",       "min",        "minor",
     "near",     "offsetof", "pascal",   "pic",     "radians",   "degrees",   "round",     "signals",    "signbit",
     "slots",    "small",    "sq",       "stderr",  "stdin",     "stdout",    "unix",      "vax",        "word",
     "setjmp",   "va_arg",   "va_start", "va_end",  "near_",     "cdecl",     "optional",  "in",         "out",
     "not_used", "sun",      "mips",     "arm",     "avr",       "noreturn"});

// The types of an input's members: a member of that name would hide the type from the members after it.
constexpr auto kMemberTypes =
    std::to_array<std::string_view>({"int8_t", "int16_t", "int32_t", "uint8_t", "uint16_t", "uint32_t"});

// Names that a namespace must not have: what is already in the global namespace, or ours.
constexpr auto kGlobalNames = std::to_array<std::string_view>(
    {"std",     "main",   "espalier",  "posix",    "abort",    "accept",  "access",   "acos",    "alarm",
     "asin",    "atan",   "atexit",    "atof",     "atoi",     "bind",    "bsearch",  "calloc",  "ceil",
     "clock",   "close",  "connect",   "cos",      "cosh",     "creat",   "div",      "dup",     "erf",
     "exit",    "exp",    "fabs",      "fclose",   "floor",    "fmod",    "fopen",    "fork",    "fread",
     "free",    "frexp",  "fwrite",    "gamma",    "getc",     "getenv",  "gets",     "gmtime",  "hypot",
     "index",   "ioctl",  "jn",        "j0",       "j1",       "kill",    "labs",     "ldexp",   "ldiv",
     "link",    "listen", "localtime", "log",      "log10",    "lrint",   "lround",   "lseek",   "malloc",
     "memcpy",  "memset", "mktime",    "modf",     "nan",      "nice",    "open",     "pause",   "perror",
     "pipe",    "poll",   "pow",       "printf",   "putc",     "puts",    "qsort",    "raise",   "rand",
     "random",  "read",   "realloc",   "recv",     "remove",   "rename",  "rewind",   "rindex",  "rint",
     "scanf",   "select", "send",      "setenv",   "shutdown", "signal",  "sin",      "sinh",    "sleep",
     "socket",  "sqrt",   "srand",     "stat",     "strcmp",   "strlen",  "swab",     "sync",    "system",
     "tan",     "tanh",   "time",      "times",    "tmpfile",  "trunc",   "truncate", "unlink",  "wait",
     "write",   "y0",     "y1",        "yn",       "delay",    "loop",    "setup",    "map",     "tone",
     "millis",  "micros", "serial",    "yield",    "byte",     "boolean", "double_t", "float_t", "size_t",
     "ssize_t", "wint_t", "timezone",  "daylight", "signgam"});

template <std::size_t N>
bool contains(const std::array<std::string_view, N>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// Symbols whose loss would make names collide or lose their sense.
std::string_view spoken(char c) {
  switch (c) {
    case '<': return "lt";
    case '>': return "gt";
    case '=': return "eq";
    case '+': return "plus";
    case '%': return "percent";
    case '&': return "and";
    default: return {};
  }
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

std::string pascal_case(std::string_view identifier) {
  std::string out;
  bool upper = true;
  for (const char c : identifier) {
    if (c == '_') {
      upper = true;
      continue;
    }
    out += upper && c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    upper = is_digit(c);
  }
  return out;
}

}  // namespace

std::string identifier_letters(std::string_view name) {
  std::string out;
  const auto separate = [&] {
    if (!out.empty() && out.back() != '_') out += '_';
  };
  for (std::size_t i = 0; i < name.size() && out.size() < kLongestIdentifier; ++i) {
    const char c = name[i];
    if (c >= 'A' && c <= 'Z') {
      out += static_cast<char>(c - 'A' + 'a');
    } else if ((c >= 'a' && c <= 'z') || is_digit(c)) {
      out += c;
    } else if (c == '-' && i + 1 < name.size() && is_digit(name[i + 1]) && (out.empty() || out.back() == '_')) {
      separate();
      out += "minus_";
    } else {
      separate();
      if (const std::string_view word = spoken(c); !word.empty()) {
        out += word;
        out += '_';
      }
    }
  }
  while (!out.empty() && out.back() == '_') out.pop_back();
  return out;
}

bool is_reserved(std::string_view identifier) {
  return contains(kKeywords, identifier) || contains(kMacros, identifier) || contains(kMemberTypes, identifier);
}

Scope::Scope(std::string prefix, std::vector<std::string> taken)
    : prefix_(std::move(prefix)), used_(taken.begin(), taken.end()) {}

std::string Scope::name(std::string_view original, std::size_t position) {
  std::string base = identifier_letters(original);
  if (base.empty()) base = fmt::format("{}_{}", prefix_, position + 1);
  if (is_digit(base.front())) base = prefix_ + "_" + base;
  if (is_reserved(base)) base += '_';
  std::string candidate = base;
  for (std::size_t n = 2; !used_.insert(candidate).second; ++n) {
    candidate = fmt::format("{}{}{}", base, base.back() == '_' ? "" : "_", n);
  }
  return candidate;
}

Names make_names(const Model& model, const std::vector<Field>& fields, std::string_view space) {
  Names names;
  names.space = space;
  Scope labels("class");
  for (std::size_t i = 0; i < model.labels.size(); ++i) names.labels.push_back(labels.name(model.labels[i], i));

  Scope members("column");
  std::unordered_set<std::string> types;
  for (const Field& field : fields) {
    const Feature& feature = model.features[field.feature];
    names.fields.push_back(members.name(feature.name, field.feature));
    EnumNames enum_names;
    if (feature.kind == FeatureKind::categorical) {
      const std::string base = pascal_case(names.fields.back()) + "Value";
      enum_names.type = base;
      for (std::size_t n = 2; !types.insert(enum_names.type).second; ++n)
        enum_names.type = fmt::format("{}{}", base, n);
      Scope values("value", {"unknown"});
      enum_names.unknown = "unknown";
      for (std::size_t i = 0; i < feature.categories.size(); ++i) {
        enum_names.values.push_back(values.name(feature.categories[i], i));
      }
    }
    names.enums.push_back(std::move(enum_names));
  }
  return names;
}

std::string namespace_name(std::string_view wish) {
  Scope scope("model");
  std::string name = scope.name(wish, 0);
  if (contains(kGlobalNames, name) || name.ends_with("_t")) name += "_model";
  return name;
}

}  // namespace espalier
