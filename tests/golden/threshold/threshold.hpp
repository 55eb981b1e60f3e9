// A decision tree as C++, made by Espalier from a model of "espalier 0.1.0". Do not edit: change the model and emit it again.
//
// Predicts "pgstat" ("0" and "1") from 2 of 6 columns.
// Tree: 8 nodes, 5 rules, at most 4 tests for an answer.
// Trained on 146 rows; SHA-256 of the data "b0f50b98bc0e2d1e8cc54253e535827332dcc87bd676d6f827b7da10559080c4".
//   algorithm=c45 criterion=gain-ratio categorical-split=multiway threshold=observed max-depth=3 min-split=4
//   min-leaf=2 min-gain=0 missing=fractional smoothing=m:2 prune=error-based confidence=0.25
//   confidence-method=release8 threshold-for=1=recall:0.8
// Accuracy of always answering the most frequent class: 63.0 %.
// Accuracy on the training rows: 66.4 %.
// Accuracy by "10-fold cross-validation, 7 rounds, seed 1": 65.3 %, balanced 68.7 %, AUC 0.744; "1": recall 82.0 %, precision 51.9 %.
// Probabilities are smoothed: every rule counts 2 rows more, of the classes as training had them.
// Answers "1" from a probability of 0.21 on, and "0" below.
// A missing value (NaN, the sentinel, or unknown) takes every branch by its share, and the answers are blended.
//
//     threshold::Input row = {};
//     row.grade = ...;
//     row.ploidy = ...;
//     threshold::Label answer = threshold::predict(row);
//
// Needs C++11 and nothing else: no library, no heap, no static data; constexpr from C++14 on.
// espalier: {"language":"cpp","version":"0.1.0","namespace":"threshold","model":"7c81b5a6d2c1a9fc8680e4295c71cb2495b8f56ef8f86d71a046b3fe4f8ba9cd","fields":[{"feature":3,"type":"int32","sentinel":true},{"feature":5,"type":"category","sentinel":false}]}
#ifndef ESPALIER_THRESHOLD_HPP_7c81b5a6d2c1
#define ESPALIER_THRESHOLD_HPP_7c81b5a6d2c1

// Espalier's runtime: all that generated code needs beside itself. Freestanding: no library, no heap, no static data.
// Generated headers carry this text unless they were emitted with --runtime include.
#ifndef ESPALIER_RUNTIME_1
#define ESPALIER_RUNTIME_1

#include <stddef.h>
#include <stdint.h>

// Functions with more than one statement are constant expressions from C++14 on.
#if __cplusplus >= 201402L || (defined(_MSVC_LANG) && _MSVC_LANG >= 201402L)
#define ESPALIER_CONSTEXPR constexpr
#else
#define ESPALIER_CONSTEXPR inline
#endif

namespace espalier {
namespace runtime_1 {

// Whether two zero-terminated texts are equal, byte for byte.
ESPALIER_CONSTEXPR bool same_text(const char* a, const char* b) {
  while (*a != '\0' && *a == *b) {
    ++a;
    ++b;
  }
  return *a == *b;
}

}  // namespace runtime_1
}  // namespace espalier

#endif  // ESPALIER_RUNTIME_1

// Espalier's runtime for predictors that blend the answers of several rules where values are missing: whole-number
// arithmetic on weights, which are multiples of 2^-31. Freestanding. Generated headers that need it carry this text, after
// that of runtime.hpp, unless they were emitted with --runtime include.
#ifndef ESPALIER_BLEND_1
#define ESPALIER_BLEND_1

#ifndef ESPALIER_RUNTIME_1
#error "include <espalier/runtime.hpp> before <espalier/blend.hpp>"
#endif

// Compiled for size, what is called for every branch and leaf stands once: an AVR takes more than a hundred bytes for each
// copy of arithmetic on 64 bits.
#if defined(__GNUC__) && (defined(__OPTIMIZE_SIZE__) || defined(__AVR__))
#define ESPALIER_ONCE __attribute__((noinline))
#else
#define ESPALIER_ONCE
#endif

namespace espalier {
namespace runtime_1 {

enum : uint32_t { whole_weight = 2147483648U };

// A share of a weight, rounded down.
ESPALIER_ONCE constexpr uint32_t part_of(uint32_t weight, uint32_t share) {
  return static_cast<uint32_t>((static_cast<uint64_t>(weight) * share) >> 31);
}

// What goes down a branch: all of the weight if the value takes it, nothing if the value takes another one, a share if
// the value is not known.
ESPALIER_ONCE constexpr uint32_t part_taken(uint32_t weight, bool takes, bool known, uint32_t share) {
  return takes ? weight : known ? 0U : part_of(weight, share);
}

// What arrives at a leaf: a share of the weight is added to what a label has, and a value as often as the weight says.
ESPALIER_ONCE ESPALIER_CONSTEXPR void add_part(uint32_t& sum, uint32_t weight, uint32_t share) {
  sum += part_of(weight, share);
}
ESPALIER_ONCE ESPALIER_CONSTEXPR void add_value(int64_t& sum, uint32_t weight, int32_t value) {
  sum += static_cast<int64_t>(weight) * value;
}

}  // namespace runtime_1
}  // namespace espalier

#endif  // ESPALIER_BLEND_1

namespace threshold {

// The answers: "pgstat".
enum class Label : uint8_t {
  class_0,  // "0"
  class_1,  // "1"
};

// Numbers a leaf of the tree, from 1, in reading order.
using RuleId = uint8_t;

enum : uint32_t {
  label_count = 2,
  rule_count = 5,
  field_count = 2,
  max_tests = 4  // the most conditions that predict() or predict_rule() evaluates for a row without missing values
};

// Values of "ploidy".
enum class PloidyValue : uint8_t {
  aneuploid,
  diploid,
  tetraploid,
  unknown  // missing, or a value that training did not see
};

// The int32_t that stands for a missing value.
enum : int32_t { missing_int32 = (-2147483647 - 1) };

// One row, with the columns that the tree reads.
struct Input {
  int32_t grade;  // "grade", 1 to 4 in training; missing_int32 if missing
  PloidyValue ploidy;  // "ploidy"
};

// The same rows in columns: the values of a field lie one after the other.
struct Columns {
  const int32_t* grade;
  const PloidyValue* ploidy;
};

// With ESPALIER_COUNT_RULES defined, the functions that answer also count which rule did: see the end of this file.
#if defined(ESPALIER_COUNT_RULES)
namespace uncounted {
#endif

namespace detail {

// What the tree answers for a row that is not blended.
ESPALIER_CONSTEXPR Label tree(const Input& row) {
  if (row.grade <= 2) {
    return Label::class_0;  // rule 1: 61 rows, 85.2 % "0"
  }
  return Label::class_1;  // rules 2-5: 85 rows, 52.9 % "1"
}

}  // namespace detail

namespace detail {

// Which rule answers for a row that is not blended.
ESPALIER_CONSTEXPR RuleId tree_rule(const Input& row) {
  if (row.grade <= 2) {
    return 1;  // rule 1: 61 rows, 85.2 % "0"
  }
  if (row.grade <= 3) {
    if (row.ploidy == PloidyValue::aneuploid) {
      return 2;  // rule 2: 9 rows, 66.7 % "1"
    }
    if (row.ploidy == PloidyValue::diploid) {
      return 3;  // rule 3: 27 rows, 33.3 % "1"
    }
    return 4;  // rule 4: 43 rows, 55.8 % "1"
  }
  return 5;  // rule 5: 6 rows, 100.0 % "1"
}

}  // namespace detail

namespace detail {

using ::espalier::runtime_1::add_part;
using ::espalier::runtime_1::add_value;
using ::espalier::runtime_1::part_of;
using ::espalier::runtime_1::part_taken;
using ::espalier::runtime_1::whole_weight;

// Whether every test finds a value, so that nothing has to be blended.
ESPALIER_CONSTEXPR bool complete(const Input& row) {
  return row.grade != missing_int32 &&
         row.ploidy < PloidyValue::unknown;
}

// What the rules that a row reaches add up to, each by the part of the row's weight that arrives there.
struct Blend {
  uint32_t shares[label_count];
  uint32_t support;  // the training rows behind them
  uint32_t largest;  // the weight that arrives at `rule`: no other gets more
  RuleId rule;
};

ESPALIER_ONCE ESPALIER_CONSTEXPR void arrive(uint32_t weight, RuleId rule, Blend& blend) {
  if (weight > blend.largest || (weight == blend.largest && rule < blend.rule)) {
    blend.largest = weight;
    blend.rule = rule;
  }
}

// Sends a weight down the tree and adds up what the rules answer.
ESPALIER_CONSTEXPR void blend_1(const Input& row, uint32_t weight, Blend& blend) {
  if (const uint32_t part_1 = part_taken(weight, row.grade <= 2 && row.grade != missing_int32, row.grade != missing_int32, 897236318U)) {
    arrive(part_1, 1, blend);  // rule 1: 61 rows, 85.2 % "0"
    add_part(blend.shares[0], part_1, 1830641798U);
    add_part(blend.shares[1], part_1, 316841849U);
    add_part(blend.support, part_1, 255852544U);
  }
  weight = part_taken(weight, row.grade > 2, row.grade != missing_int32, 1250247329U);
  if (weight == 0) {
    return;
  }
  if (const uint32_t part_1 = part_taken(weight, row.grade > 3, row.grade != missing_int32, 151587081U)) {
    arrive(part_1, 5, blend);  // rule 5: 6 rows, 100.0 % "1"
    blend.shares[1] += part_1;
    add_part(blend.support, part_1, 25165824U);
  }
  weight = part_taken(weight, row.grade <= 3 && row.grade != missing_int32, row.grade != missing_int32, 1995896566U);
  if (weight == 0) {
    return;
  }
  if (const uint32_t part_1 = part_taken(weight, row.ploidy == PloidyValue::diploid, row.ploidy < PloidyValue::unknown, 733950107U)) {
    arrive(part_1, 3, blend);  // rule 3: 27 rows, 33.3 % "1"
    add_part(blend.shares[0], part_1, 1431655765U);
    add_part(blend.shares[1], part_1, 715827882U);
    add_part(blend.support, part_1, 113246208U);
  }
  if (const uint32_t part_1 = part_taken(weight, row.ploidy == PloidyValue::tetraploid, row.ploidy < PloidyValue::unknown, 1168883504U)) {
    arrive(part_1, 4, blend);  // rule 4: 43 rows, 55.8 % "1"
    add_part(blend.shares[0], part_1, 948888123U);
    add_part(blend.shares[1], part_1, 1198595524U);
    add_part(blend.support, part_1, 180355072U);
  }
  weight = part_taken(weight, row.ploidy == PloidyValue::aneuploid, row.ploidy < PloidyValue::unknown, 244650035U);
  if (weight == 0) {
    return;
  }
  arrive(weight, 2, blend);  // rule 2: 9 rows, 66.7 % "1"
  add_part(blend.shares[0], weight, 715827882U);
  add_part(blend.shares[1], weight, 1431655765U);
  add_part(blend.support, weight, 37748736U);
}

ESPALIER_CONSTEXPR Blend blended(const Input& row) {
  Blend blend = {};
  blend_1(row, whole_weight, blend);
  return blend;
}


// A share with the rows that smoothing adds, counted in 2^-22: as of one rule with the support of the blend.
ESPALIER_CONSTEXPR uint32_t smoothed_share(const Blend& blend, uint32_t label) {
  uint64_t extra = 5285972U;
  switch (label) {
    case 1:
      extra = 3102635U;
      break;
    default:
      break;
  }
  const uint64_t whole = static_cast<uint64_t>(blend.shares[label]) * blend.support + (extra << 31);
  return static_cast<uint32_t>(whole / (static_cast<uint64_t>(blend.support) + 8388607U));
}

// The label that the decision threshold is for, if its share, smoothed, reaches it.
ESPALIER_CONSTEXPR Label label_of(const Blend& blend) {
  return smoothed_share(blend, 1) >= 450971567U ? Label::class_1 : Label::class_0;
}

}  // namespace detail

// What the model answers for the row.
ESPALIER_CONSTEXPR Label predict(const Input& row) {
  if (detail::complete(row)) {
    return detail::tree(row);
  }
  const detail::Blend blend = detail::blended(row);
  if (blend.largest == detail::whole_weight) {
    return detail::tree(row);  // one rule has all of the weight
  }
  return detail::label_of(blend);
}

// Which rule answers for the row: of a blend the one with the largest weight.
ESPALIER_CONSTEXPR RuleId predict_rule(const Input& row) {
  if (detail::complete(row)) {
    return detail::tree_rule(row);
  }
  return detail::blended(row).rule;
}

namespace detail {

// Shares of the labels among the training rows of a rule; out holds zeros before.
ESPALIER_CONSTEXPR void distribution_1(RuleId rule, float (&out)[label_count]) {
  switch (rule) {
    case 1:
      out[0] = 0.84540117f;
      out[1] = 0.15459883f;
      break;
    case 2:
      out[0] = 0.38729763f;
      out[1] = 0.61270237f;
      break;
    case 3:
      out[0] = 0.6641474f;
      out[1] = 0.33585262f;
      break;
    case 4:
      out[0] = 0.4502283f;
      out[1] = 0.54977167f;
      break;
    case 5:
      out[0] = 0.15753424f;
      out[1] = 0.84246576f;
      break;
    default:
      break;
  }
}

}  // namespace detail

// The shares of the labels among the training rows of the row's rule, smoothed: they add up to 1. Those of a blend may miss a few 2^-31.
ESPALIER_CONSTEXPR void probabilities(const Input& row, float (&out)[label_count]) {
  for (uint32_t i = 0; i < label_count; ++i) {
    out[i] = 0.0f;
  }
  if (!detail::complete(row)) {
    const detail::Blend blend = detail::blended(row);
    if (blend.largest != detail::whole_weight) {
      for (uint32_t i = 0; i < label_count; ++i) {
        out[i] = static_cast<float>(detail::smoothed_share(blend, i)) * 4.656613e-10f;  // 2^-31
      }
      return;
    }
  }
  const RuleId rule = predict_rule(row);
  detail::distribution_1(rule, out);
}

// How clear the answer is: its probability minus that of the runner-up. Negative where the decision threshold chose the less probable one.
ESPALIER_CONSTEXPR float margin(const Input& row) {
  float shares[label_count] = {};
  probabilities(row, shares);
  const uint32_t answer = static_cast<uint32_t>(predict(row));
  float runner_up = 0.0f;
  for (uint32_t i = 0; i < label_count; ++i) {
    if (i != answer && shares[i] > runner_up) {
      runner_up = shares[i];
    }
  }
  return shares[answer] - runner_up;
}

// The answers for `count` rows.
ESPALIER_CONSTEXPR void predict_batch(const Input* rows, size_t count, Label* out) {
  for (size_t i = 0; i < count; ++i) {
    out[i] = predict(rows[i]);
  }
}

namespace detail {

ESPALIER_CONSTEXPR Input row_at(const Columns& columns, size_t index) {
  Input row = {};
  row.grade = columns.grade[index];
  row.ploidy = columns.ploidy[index];
  return row;
}

}  // namespace detail

// The same for rows that lie in columns.
ESPALIER_CONSTEXPR void predict_columns(const Columns& columns, size_t count, Label* out) {
  for (size_t i = 0; i < count; ++i) {
    out[i] = predict(detail::row_at(columns, i));
  }
}

#if defined(ESPALIER_COUNT_RULES)
}  // namespace uncounted
#endif

// The type of the values that a row can be made of: it holds those of every field.
using Element = int32_t;

// A row from field_count values in the order of the fields.
// A category is given by its index; every other number is unknown.
ESPALIER_CONSTEXPR Input row_from_array(const Element* values) {
  Input row = {};
  row.grade = values[0];
  row.ploidy = static_cast<uint32_t>(values[1]) < 3U ? static_cast<PloidyValue>(values[1]) : PloidyValue::unknown;
  return row;
}

// The column of a field, counted from 0; "" for a number that is no field's.
ESPALIER_CONSTEXPR const char* field_name(uint32_t field) {
  switch (field) {
    case 0:
      return "grade";
    case 1:
      return "ploidy";
    default:
      return "";
  }
}

// The label as it is spelled in the data; "" for a value that is none.
ESPALIER_CONSTEXPR const char* to_string(Label label) {
  switch (label) {
    case Label::class_0:
      return "0";
    case Label::class_1:
      return "1";
  }
  return "";
}

// The value of "ploidy" as it is spelled in the data; "" for unknown.
ESPALIER_CONSTEXPR const char* to_string(PloidyValue value) {
  switch (value) {
    case PloidyValue::aneuploid:
      return "aneuploid";
    case PloidyValue::diploid:
      return "diploid";
    case PloidyValue::tetraploid:
      return "tetraploid";
    case PloidyValue::unknown:
      break;
  }
  return "";
}

// The value of "ploidy" with this spelling; unknown if there is none.
ESPALIER_CONSTEXPR PloidyValue parse_ploidy(const char* text) {
  if (::espalier::runtime_1::same_text(text, "aneuploid")) {
    return PloidyValue::aneuploid;
  }
  if (::espalier::runtime_1::same_text(text, "diploid")) {
    return PloidyValue::diploid;
  }
  if (::espalier::runtime_1::same_text(text, "tetraploid")) {
    return PloidyValue::tetraploid;
  }
  return PloidyValue::unknown;
}

// The rule in words; "" for a number that is no rule's.
ESPALIER_CONSTEXPR const char* describe_rule(RuleId rule) {
  switch (rule) {
    case 1:
      return "grade <= 2 => 0 (52 of 61 rows)";
    case 2:
      return "2 < grade <= 3 and ploidy = aneuploid => 1 (6 of 9 rows)";
    case 3:
      return "2 < grade <= 3 and ploidy = diploid => 1 (9 of 27 rows)";
    case 4:
      return "2 < grade <= 3 and ploidy = tetraploid => 1 (24 of 43 rows)";
    case 5:
      return "grade > 3 => 1 (6 of 6 rows)";
    default:
      return "";
  }
}

// The Espalier that made this header, the SHA-256 of the model file that it made it of, and the first 64 bits of that.
constexpr const char* espalier_version() {
  return "0.1.0";
}
constexpr const char* model_hash() {
  return "7c81b5a6d2c1a9fc8680e4295c71cb2495b8f56ef8f86d71a046b3fe4f8ba9cd";
}
enum : uint64_t { model_id = 0x7c81b5a6d2c1a9fcULL };

// Witnesses: for each rule an input that reaches it. A header that does not do what the model does fails here.
#if (__cplusplus >= 201402L || (defined(_MSVC_LANG) && _MSVC_LANG >= 201402L)) && !defined(ESPALIER_NO_WITNESSES)
namespace detail {
#if defined(ESPALIER_COUNT_RULES)
using uncounted::predict;
using uncounted::predict_rule;
#endif
constexpr bool answers(const Input& row, Label label, RuleId rule) {
  return predict(row) == label && predict_rule(row) == rule;
}
}  // namespace detail
static_assert(detail::answers(Input{0, PloidyValue::aneuploid}, Label::class_0, 1), "rule 1");
static_assert(detail::answers(Input{3, PloidyValue::aneuploid}, Label::class_1, 2), "rule 2");
static_assert(detail::answers(Input{3, PloidyValue::diploid}, Label::class_1, 3), "rule 3");
static_assert(detail::answers(Input{3, PloidyValue::tetraploid}, Label::class_1, 4), "rule 4");
static_assert(detail::answers(Input{4, PloidyValue::aneuploid}, Label::class_1, 5), "rule 5");
#endif

#if defined(ESPALIER_COUNT_RULES)
// How often each rule answered since the start or the last reset: [rule], up to 4294967295; [0] is not used.
inline uint32_t (&rule_hits())[rule_count + 1] {
  static uint32_t hits[rule_count + 1];
  return hits;
}

inline void reset_rule_hits() {
  for (uint32_t& hits : rule_hits()) {
    hits = 0;
  }
}

// Has other names for the linker than a translation unit that does not count.
inline namespace counting {

using uncounted::margin;
using uncounted::probabilities;

inline RuleId predict_rule(const Input& row) {
  const RuleId rule = uncounted::predict_rule(row);
  uint32_t& hits = rule_hits()[rule];
  if (hits < 4294967295U) {
    ++hits;
  }
  return rule;
}

inline Label predict(const Input& row) {
  static_cast<void>(predict_rule(row));
  return uncounted::predict(row);
}

inline void predict_batch(const Input* rows, size_t count, Label* out) {
  for (size_t i = 0; i < count; ++i) {
    out[i] = predict(rows[i]);
  }
}

inline void predict_columns(const Columns& columns, size_t count, Label* out) {
  for (size_t i = 0; i < count; ++i) {
    out[i] = predict(uncounted::detail::row_at(columns, i));
  }
}

}  // namespace counting
#endif

}  // namespace threshold

#endif  // ESPALIER_THRESHOLD_HPP_7c81b5a6d2c1
