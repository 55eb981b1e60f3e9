// A decision tree as C, made by Espalier from a model of "espalier 0.1.0". Do not edit: change the model and emit it again.
//
// Predicts "play" ("Play" and "Don't Play") from 3 of 3 columns.
// Tree: 8 nodes, 5 rules, at most 3 tests for an answer.
// Trained on 14 rows; SHA-256 of the data "".
//   algorithm=c45 prune=none
// Accuracy on the training rows: 100.0 %.
// A missing value (NaN, the sentinel, or unknown) takes every branch by its share, and the answers are blended.
//
//     c_fractional_input row;
//     row.outlook = ...;
//     row.humidity = ...;
//     row.windy = ...;
//     c_fractional_label answer = c_fractional_predict(&row);
//
// Needs C99 and nothing else: no library, no heap, no static data but constant texts.
// espalier: {"language":"c","version":"0.1.0","namespace":"c_fractional","model":"6e38fe8b95dce0a99233e035b0be34fbab634987129f10d80ec4c80cf745fbca","fields":[{"feature":0,"type":"category","sentinel":false},{"feature":1,"type":"int32","sentinel":true},{"feature":2,"type":"category","sentinel":false}]}
#ifndef ESPALIER_C_FRACTIONAL_H_6e38fe8b95dc
#define ESPALIER_C_FRACTIONAL_H_6e38fe8b95dc

// Espalier's runtime for predictors in C: all that generated code needs beside itself. Freestanding: no library, no heap,
// no static data. Generated headers carry this text unless they were emitted with --runtime include.
#ifndef ESPALIER_RUNTIME_C_1
#define ESPALIER_RUNTIME_C_1

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Whether two zero-terminated texts are equal, byte for byte.
static inline bool espalier_1_same_text(const char* a, const char* b) {
  size_t i = 0U;
  while ((a[i] != '\0') && (a[i] == b[i])) {
    ++i;
  }
  return a[i] == b[i];
}

#endif  // ESPALIER_RUNTIME_C_1

// Espalier's runtime for predictors in C that blend the answers of several rules where values are missing: whole-number
// arithmetic on weights, which are multiples of 2^-31. Freestanding. It follows runtime.h, which has the types. Generated
// headers that need it carry this text unless they were emitted with --runtime include.
#ifndef ESPALIER_BLEND_C_1
#define ESPALIER_BLEND_C_1

#define espalier_1_whole_weight 2147483648U

// Compiled for size, what is called for every branch and leaf stands once: an AVR takes more than a hundred bytes for each
// copy of arithmetic on 64 bits.
#if defined(__GNUC__) && (defined(__OPTIMIZE_SIZE__) || defined(__AVR__))
#define espalier_1_once static __attribute__((noinline, unused))
#else
#define espalier_1_once static inline
#endif

// A share of a weight, rounded down.
espalier_1_once uint32_t espalier_1_part_of(uint32_t weight, uint32_t share) {
  const uint64_t product = (uint64_t)weight * share;
  return (uint32_t)(product >> 31U);
}

// What goes down a branch: all of the weight if the value takes it, nothing if the value takes another one, a share if
// the value is not known.
espalier_1_once uint32_t espalier_1_part_taken(uint32_t weight, bool takes, bool known, uint32_t share) {
  uint32_t part = 0U;
  if (takes) {
    part = weight;
  } else if (!known) {
    part = espalier_1_part_of(weight, share);
  } else {
    part = 0U;
  }
  return part;
}

// What arrives at a leaf: a share of the weight is added to what a label has, and a value as often as the weight says.
espalier_1_once void espalier_1_add_part(uint32_t* sum, uint32_t weight, uint32_t share) {
  *sum += espalier_1_part_of(weight, share);
}
espalier_1_once void espalier_1_add_value(int64_t* sum, uint32_t weight, int32_t value) {
  *sum += (int64_t)weight * value;
}

#endif  // ESPALIER_BLEND_C_1

// The answers: "play".
typedef uint8_t c_fractional_label;
enum {
  c_fractional_label_play,  // "Play"
  c_fractional_label_don_t_play,  // "Don't Play"
};

// Numbers a leaf of the tree, from 1, in reading order.
typedef uint8_t c_fractional_rule;

enum {
  c_fractional_label_count = 2,
  c_fractional_rule_count = 5,
  c_fractional_field_count = 3,
  c_fractional_max_tests = 3  // the most conditions that c_fractional_predict() or c_fractional_predict_rule() evaluates for a row without missing values
};

// Values of "outlook"; any other stands for unknown, too.
typedef uint8_t c_fractional_outlook;
enum {
  c_fractional_outlook_sunny,
  c_fractional_outlook_overcast,
  c_fractional_outlook_rain,
  c_fractional_outlook_unknown  // missing, or a value that training did not see
};

// Values of "windy"; any other stands for unknown, too.
typedef uint8_t c_fractional_windy;
enum {
  c_fractional_windy_false_,  // "false"
  c_fractional_windy_true_,  // "true"
  c_fractional_windy_unknown  // missing, or a value that training did not see
};

// The int32_t that stands for a missing value.
#define c_fractional_missing_int32 (-2147483647 - 1)

// One row, with the columns that the tree reads.
typedef struct {
  c_fractional_outlook outlook;  // "outlook"
  int32_t humidity;  // "humidity", 65 to 96 in training; c_fractional_missing_int32 if missing
  c_fractional_windy windy;  // "windy"
} c_fractional_input;

// The same rows in columns: the values of a field lie one after the other.
typedef struct {
  const c_fractional_outlook* outlook;
  const int32_t* humidity;
  const c_fractional_windy* windy;
} c_fractional_columns;

// What the tree answers for a row that is not blended.
static inline c_fractional_label c_fractional_detail_tree(const c_fractional_input* row) {
  if (row->outlook == c_fractional_outlook_sunny) {
    if (row->humidity <= 75) {
      return c_fractional_label_play;  // rule 1: 2 rows, 100.0 % "Play"
    }
    return c_fractional_label_don_t_play;  // rule 2: 3.40 rows, 100.0 % "Don't Play"
  }
  if (row->outlook == c_fractional_outlook_overcast) {
    return c_fractional_label_play;  // rule 3: 3.20 rows, 100.0 % "Play"
  }
  if (row->windy == c_fractional_windy_true_) {
    return c_fractional_label_don_t_play;  // rule 4: 2.40 rows, 100.0 % "Don't Play"
  }
  return c_fractional_label_play;  // rule 5: 3 rows, 100.0 % "Play"
}

// Which rule answers for a row that is not blended.
static inline c_fractional_rule c_fractional_detail_tree_rule(const c_fractional_input* row) {
  if (row->outlook == c_fractional_outlook_sunny) {
    if (row->humidity <= 75) {
      return 1;  // rule 1: 2 rows, 100.0 % "Play"
    }
    return 2;  // rule 2: 3.40 rows, 100.0 % "Don't Play"
  }
  if (row->outlook == c_fractional_outlook_overcast) {
    return 3;  // rule 3: 3.20 rows, 100.0 % "Play"
  }
  if (row->windy == c_fractional_windy_true_) {
    return 4;  // rule 4: 2.40 rows, 100.0 % "Don't Play"
  }
  return 5;  // rule 5: 3 rows, 100.0 % "Play"
}

// What the rules that a row reaches add up to, each by the part of the row's weight that arrives there.
typedef struct {
  uint32_t shares[2];
  uint32_t largest;  // the weight that arrives at `rule`: no other gets more
  c_fractional_rule rule;
} c_fractional_blend;

// Whether every test finds a value, so that nothing has to be blended.
static inline bool c_fractional_detail_complete(const c_fractional_input* row) {
  return row->outlook < c_fractional_outlook_unknown &&
         row->humidity != c_fractional_missing_int32 &&
         row->windy < c_fractional_windy_unknown;
}

espalier_1_once void c_fractional_detail_arrive(uint32_t weight, c_fractional_rule rule, c_fractional_blend* blend) {
  if ((weight > blend->largest) || ((weight == blend->largest) && (rule < blend->rule))) {
    blend->largest = weight;
    blend->rule = rule;
  }
}

// Sends a weight down the tree and adds up what the rules answer.
static inline void c_fractional_detail_blend_1(const c_fractional_input* row, uint32_t weight, c_fractional_blend* blend) {
  uint32_t part_1 = 0U;
  uint32_t part_2 = 0U;
  part_1 = espalier_1_part_taken(weight, row->outlook == c_fractional_outlook_overcast, row->outlook < c_fractional_outlook_unknown, 490853405U);
  if (part_1 != 0U) {
    c_fractional_detail_arrive(part_1, 3, blend);  // rule 3: 3.20 rows, 100.0 % "Play"
    blend->shares[0] += part_1;
  }
  part_1 = espalier_1_part_taken(weight, row->outlook == c_fractional_outlook_rain, row->outlook < c_fractional_outlook_unknown, 889671797U);
  if (part_1 != 0U) {
    part_2 = espalier_1_part_taken(part_1, row->windy == c_fractional_windy_true_, row->windy < c_fractional_windy_unknown, 954437176U);
    if (part_2 != 0U) {
      c_fractional_detail_arrive(part_2, 4, blend);  // rule 4: 2.40 rows, 100.0 % "Don't Play"
      blend->shares[1] += part_2;
    }
    part_2 = espalier_1_part_taken(part_1, row->windy == c_fractional_windy_false_, row->windy < c_fractional_windy_unknown, 1193046471U);
    if (part_2 != 0U) {
      c_fractional_detail_arrive(part_2, 5, blend);  // rule 5: 3 rows, 100.0 % "Play"
      blend->shares[0] += part_2;
    }
  }
  weight = espalier_1_part_taken(weight, row->outlook == c_fractional_outlook_sunny, row->outlook < c_fractional_outlook_unknown, 766958445U);
  if (weight == 0) {
    return;
  }
  part_1 = espalier_1_part_taken(weight, row->humidity > 75, row->humidity != c_fractional_missing_int32, 1352119333U);
  if (part_1 != 0U) {
    c_fractional_detail_arrive(part_1, 2, blend);  // rule 2: 3.40 rows, 100.0 % "Don't Play"
    blend->shares[1] += part_1;
  }
  weight = espalier_1_part_taken(weight, row->humidity <= 75 && row->humidity != c_fractional_missing_int32, row->humidity != c_fractional_missing_int32, 795364314U);
  if (weight == 0) {
    return;
  }
  c_fractional_detail_arrive(weight, 1, blend);  // rule 1: 2 rows, 100.0 % "Play"
  blend->shares[0] += weight;
}

static inline void c_fractional_detail_blended(const c_fractional_input* row, c_fractional_blend* blend) {
  for (uint32_t i = 0U; i < 2U; ++i) {
    blend->shares[i] = 0U;
  }
  blend->largest = 0U;
  blend->rule = 0U;
  c_fractional_detail_blend_1(row, espalier_1_whole_weight, blend);
}

// Whether several rules answer for the row; if so, `blend` gets what they add up to.
static inline bool c_fractional_detail_blends(const c_fractional_input* row, c_fractional_blend* blend) {
  bool blends = false;
  if (!c_fractional_detail_complete(row)) {
    c_fractional_detail_blended(row, blend);
    blends = blend->largest != espalier_1_whole_weight;  // otherwise one rule has all of the weight
  }
  return blends;
}

// The label with the largest share; of equal ones the first.
static inline c_fractional_label c_fractional_detail_answer_of(const c_fractional_blend* blend) {
  uint32_t best = 0U;
  for (uint32_t i = 1U; i < 2U; ++i) {
    if (blend->shares[i] > blend->shares[best]) {
      best = i;
    }
  }
  return (c_fractional_label)best;
}

// What the model answers for the row.
static inline c_fractional_label c_fractional_predict(const c_fractional_input* row) {
  c_fractional_blend blend;
  c_fractional_label answer;
  if (c_fractional_detail_blends(row, &blend)) {
    answer = c_fractional_detail_answer_of(&blend);
  } else {
    answer = c_fractional_detail_tree(row);
  }
  return answer;
}

// Which rule answers for the row: of a blend the one with the largest weight.
static inline c_fractional_rule c_fractional_predict_rule(const c_fractional_input* row) {
  c_fractional_rule rule;
  if (c_fractional_detail_complete(row)) {
    rule = c_fractional_detail_tree_rule(row);
  } else {
    c_fractional_blend blend;
    c_fractional_detail_blended(row, &blend);
    rule = blend.rule;
  }
  return rule;
}

// Shares of the labels among the training rows of a rule; out holds zeros before.
static inline void c_fractional_detail_distribution_1(c_fractional_rule rule, float out[2]) {
  switch (rule) {
    case 1U:
    case 3U:
    case 5U:
      out[0] = 1.0f;
      break;
    case 2U:
    case 4U:
      out[1] = 1.0f;
      break;
    default:
      break;
  }
}

static inline void c_fractional_detail_rule_shares(c_fractional_rule rule, float out[2]) {
  for (uint32_t i = 0U; i < 2U; ++i) {
    out[i] = 0.0f;
  }
  c_fractional_detail_distribution_1(rule, out);
}

// The shares of the labels among the training rows of the row's rule: they add up to 1. Those of a blend may miss a few 2^-31.
static inline void c_fractional_probabilities(const c_fractional_input* row, float out[2]) {
  c_fractional_blend blend;
  if (c_fractional_detail_blends(row, &blend)) {
    for (uint32_t i = 0U; i < 2U; ++i) {
      out[i] = (float)blend.shares[i] * 4.656613e-10f;  // 2^-31
    }
  } else {
    c_fractional_detail_rule_shares(c_fractional_predict_rule(row), out);
  }
}

// How clear the answer is: its probability minus that of the runner-up.
static inline float c_fractional_margin(const c_fractional_input* row) {
  float shares[2];
  const c_fractional_label answer = c_fractional_predict(row);
  float runner_up = 0.0f;
  c_fractional_probabilities(row, shares);
  for (uint32_t i = 0U; i < 2U; ++i) {
    if ((i != answer) && (shares[i] > runner_up)) {
      runner_up = shares[i];
    }
  }
  return shares[answer] - runner_up;
}

// The answers for `count` rows.
static inline void c_fractional_predict_batch(const c_fractional_input* rows, size_t count, c_fractional_label* out) {
  for (size_t i = 0U; i < count; ++i) {
    out[i] = c_fractional_predict(&rows[i]);
  }
}

// The same for rows that lie in columns.
static inline void c_fractional_predict_columns(const c_fractional_columns* columns, size_t count, c_fractional_label* out) {
  for (size_t i = 0U; i < count; ++i) {
    c_fractional_input row;
    row.outlook = columns->outlook[i];
    row.humidity = columns->humidity[i];
    row.windy = columns->windy[i];
    out[i] = c_fractional_predict(&row);
  }
}

// The label as it is spelled in the data; "" for a value that is none.
static inline const char* c_fractional_label_text(c_fractional_label label) {
  static const char* const texts[2] = {
      "Play",
      "Don't Play",
  };
  const char* text = "";
  if (label < 2U) {
    text = texts[label];
  }
  return text;
}

// The value of "outlook" as it is spelled in the data; "" for unknown.
static inline const char* c_fractional_outlook_text(c_fractional_outlook value) {
  static const char* const texts[3] = {
      "sunny",
      "overcast",
      "rain",
  };
  const char* text = "";
  if (value < 3U) {
    text = texts[value];
  }
  return text;
}

// The value of "outlook" with this spelling; unknown if there is none.
static inline c_fractional_outlook c_fractional_parse_outlook(const char* text) {
  uint8_t value = 0U;
  while ((value < 3U) && !espalier_1_same_text(text, c_fractional_outlook_text(value))) {
    ++value;
  }
  return value;
}

// The value of "windy" as it is spelled in the data; "" for unknown.
static inline const char* c_fractional_windy_text(c_fractional_windy value) {
  static const char* const texts[2] = {
      "false",
      "true",
  };
  const char* text = "";
  if (value < 2U) {
    text = texts[value];
  }
  return text;
}

// The value of "windy" with this spelling; unknown if there is none.
static inline c_fractional_windy c_fractional_parse_windy(const char* text) {
  uint8_t value = 0U;
  while ((value < 2U) && !espalier_1_same_text(text, c_fractional_windy_text(value))) {
    ++value;
  }
  return value;
}

// The rule in words; "" for a number that is no rule's.
static inline const char* c_fractional_describe_rule(c_fractional_rule rule) {
  static const char* const texts[5] = {
      "outlook = sunny and humidity <= 75 => Play (2 of 2 rows)",
      "outlook = sunny and humidity > 75 => Don't Play (3.40 of 3.40 rows)",
      "outlook = overcast => Play (3.20 of 3.20 rows)",
      "outlook = rain and windy = true => Don't Play (2.40 of 2.40 rows)",
      "outlook = rain and windy = false => Play (3 of 3 rows)",
  };
  const char* text = "";
  if ((rule >= 1U) && (rule <= 5U)) {
    text = texts[rule - 1U];
  }
  return text;
}

// The column of a field, counted from 0; "" for a number that is no field's.
static inline const char* c_fractional_field_name(uint32_t field) {
  static const char* const names[3] = {
      "outlook",
      "humidity",
      "windy",
  };
  const char* name = "";
  if (field < 3U) {
    name = names[field];
  }
  return name;
}

// The Espalier that made this header, and the SHA-256 of the model file that it made it of.
static inline const char* c_fractional_espalier_version(void) {
  return "0.1.0";
}
static inline const char* c_fractional_model_hash(void) {
  return "6e38fe8b95dce0a99233e035b0be34fbab634987129f10d80ec4c80cf745fbca";
}

// The first 64 bits of the hash: tells one model from another.
static inline uint64_t c_fractional_model_id(void) {
  return 0x6e38fe8b95dce0a9ULL;
}

#endif  // ESPALIER_C_FRACTIONAL_H_6e38fe8b95dc
