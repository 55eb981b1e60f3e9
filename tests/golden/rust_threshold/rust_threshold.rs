// A decision tree as Rust, made by Espalier from a model of "espalier 0.1.0". Do not edit: change the model and emit it again.
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
//     let row = rust_threshold::Input {
//         grade: ...,
//         ploidy: ...,
//     };
//     let answer = rust_threshold::predict(&row);
//
// A file for `mod rust_threshold;`. Needs core alone: no heap, no unsafe code, no panics.
// espalier: {"language":"rust","version":"0.1.0","namespace":"rust_threshold","model":"7c81b5a6d2c1a9fc8680e4295c71cb2495b8f56ef8f86d71a046b3fe4f8ba9cd","fields":[{"feature":3,"type":"int32","sentinel":true},{"feature":5,"type":"category","sentinel":false}]}
#![allow(dead_code)]
// Names come from the data, nesting and numbers from the tree: style is not to be asked about them.
#![allow(clippy::all, clippy::pedantic)]

/// The answers: "pgstat".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Label {
    Class0,  // "0"
    Class1,  // "1"
}

impl Label {
    /// Every label, in the order of the shares that `probabilities` gives.
    pub const ALL: [Label; 2] = [
        Label::Class0,
        Label::Class1,
    ];

    /// The label as it is spelled in the data.
    pub const fn text(self) -> &'static str {
        match self {
            Label::Class0 => "0",
            Label::Class1 => "1",
        }
    }
}

/// Numbers a leaf of the tree, from 1, in reading order.
pub type Rule = u8;

pub const LABEL_COUNT: usize = 2;
pub const RULE_COUNT: Rule = 5;
pub const FIELD_COUNT: usize = 2;
/// The most conditions that `predict` or `predict_rule` evaluates for a row without missing values.
pub const MAX_TESTS: usize = 4;

/// Values of "ploidy".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Ploidy {
    Aneuploid,
    Diploid,
    Tetraploid,
    /// Missing, or a value that training did not see.
    Unknown,
}

impl Ploidy {
    /// Every value that training saw.
    pub const ALL: [Ploidy; 3] = [
        Ploidy::Aneuploid,
        Ploidy::Diploid,
        Ploidy::Tetraploid,
    ];

    /// The value as it is spelled in the data; "" for unknown.
    pub const fn text(self) -> &'static str {
        match self {
            Ploidy::Aneuploid => "aneuploid",
            Ploidy::Diploid => "diploid",
            Ploidy::Tetraploid => "tetraploid",
            Ploidy::Unknown => "",
        }
    }

    /// The value with this spelling; unknown if there is none.
    pub fn from_text(text: &str) -> Ploidy {
        for value in Ploidy::ALL.iter() {
            if value.text() == text {
                return *value;
            }
        }
        Ploidy::Unknown
    }
}

/// The i32 that stands for a missing value.
pub const MISSING_I32: i32 = -2147483648;

/// One row, with the columns that the tree reads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Input {
    /// "grade", 1 to 4 in training; MISSING_I32 if missing
    pub grade: i32,
    /// "ploidy"
    pub ploidy: Ploidy,
}

/// What the tree answers for a row that is not blended.
fn tree(row: &Input) -> Label {
    if row.grade <= 2 {
        return Label::Class0;  // rule 1: 61 rows, 85.2 % "0"
    }
    return Label::Class1;  // rules 2-5: 85 rows, 52.9 % "1"
}

/// Which rule answers for a row that is not blended.
fn tree_rule(row: &Input) -> Rule {
    if row.grade <= 2 {
        return 1;  // rule 1: 61 rows, 85.2 % "0"
    }
    if row.grade <= 3 {
        if row.ploidy == Ploidy::Aneuploid {
            return 2;  // rule 2: 9 rows, 66.7 % "1"
        }
        if row.ploidy == Ploidy::Diploid {
            return 3;  // rule 3: 27 rows, 33.3 % "1"
        }
        return 4;  // rule 4: 43 rows, 55.8 % "1"
    }
    return 5;  // rule 5: 6 rows, 100.0 % "1"
}

/// What the rules that a row reaches add up to, each by the part of the row's weight that arrives there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blend {
    pub shares: [u32; LABEL_COUNT],
    /// The training rows behind them.
    pub support: u32,
    /// The weight that arrives at `rule`: no other gets more.
    pub largest: u32,
    pub rule: Rule,
}

// Weights are multiples of 2^-31.
const WHOLE_WEIGHT: u32 = 1 << 31;

/// A share of a weight, rounded down.
fn part_of(weight: u32, share: u32) -> u32 {
    ((u64::from(weight) * u64::from(share)) >> 31) as u32
}

/// What goes down a branch: all of the weight if the value takes it, nothing if the value takes another one, a share if
/// the value is not known.
fn part_taken(weight: u32, takes: bool, known: bool, share: u32) -> u32 {
    if takes {
        weight
    } else if known {
        0
    } else {
        part_of(weight, share)
    }
}

/// Whether every test finds a value, so that nothing has to be blended.
fn is_complete(row: &Input) -> bool {
    row.grade != MISSING_I32
        && row.ploidy != Ploidy::Unknown
}

fn arrive(weight: u32, rule: Rule, blend: &mut Blend) {
    if weight > blend.largest || (weight == blend.largest && rule < blend.rule) {
        blend.largest = weight;
        blend.rule = rule;
    }
}

/// Sends a weight down the tree and adds up what the rules answer.
fn blend_1(row: &Input, weight: u32, blend: &mut Blend) {
    let part_1 = part_taken(weight, row.grade <= 2 && row.grade != MISSING_I32, row.grade != MISSING_I32, 897236318);
    if part_1 != 0 {
        arrive(part_1, 1, blend);  // rule 1: 61 rows, 85.2 % "0"
        blend.shares[0] += part_of(part_1, 1830641798);
        blend.shares[1] += part_of(part_1, 316841849);
        blend.support += part_of(part_1, 255852544);
    }
    let weight = part_taken(weight, row.grade > 2, row.grade != MISSING_I32, 1250247329);
    if weight == 0 {
        return;
    }
    let part_1 = part_taken(weight, row.grade > 3, row.grade != MISSING_I32, 151587081);
    if part_1 != 0 {
        arrive(part_1, 5, blend);  // rule 5: 6 rows, 100.0 % "1"
        blend.shares[1] += part_1;
        blend.support += part_of(part_1, 25165824);
    }
    let weight = part_taken(weight, row.grade <= 3 && row.grade != MISSING_I32, row.grade != MISSING_I32, 1995896566);
    if weight == 0 {
        return;
    }
    let part_1 = part_taken(weight, row.ploidy == Ploidy::Diploid, row.ploidy != Ploidy::Unknown, 733950107);
    if part_1 != 0 {
        arrive(part_1, 3, blend);  // rule 3: 27 rows, 33.3 % "1"
        blend.shares[0] += part_of(part_1, 1431655765);
        blend.shares[1] += part_of(part_1, 715827882);
        blend.support += part_of(part_1, 113246208);
    }
    let part_1 = part_taken(weight, row.ploidy == Ploidy::Tetraploid, row.ploidy != Ploidy::Unknown, 1168883504);
    if part_1 != 0 {
        arrive(part_1, 4, blend);  // rule 4: 43 rows, 55.8 % "1"
        blend.shares[0] += part_of(part_1, 948888123);
        blend.shares[1] += part_of(part_1, 1198595524);
        blend.support += part_of(part_1, 180355072);
    }
    let weight = part_taken(weight, row.ploidy == Ploidy::Aneuploid, row.ploidy != Ploidy::Unknown, 244650035);
    if weight == 0 {
        return;
    }
    arrive(weight, 2, blend);  // rule 2: 9 rows, 66.7 % "1"
    blend.shares[0] += part_of(weight, 715827882);
    blend.shares[1] += part_of(weight, 1431655765);
    blend.support += part_of(weight, 37748736);
}

/// What the rules add up to for the row, be it complete or not.
pub fn blend(row: &Input) -> Blend {
    let mut blend = Blend {
        shares: [0; LABEL_COUNT],
        support: 0,
        largest: 0,
        rule: 0,
    };
    blend_1(row, WHOLE_WEIGHT, &mut blend);
    blend
}

/// The blend of a row that several rules answer for.
fn several(row: &Input) -> Option<Blend> {
    if is_complete(row) {
        return None;
    }
    let blend = blend(row);
    if blend.largest == WHOLE_WEIGHT {
        return None;  // one rule has all of the weight
    }
    Some(blend)
}

/// A share with the rows that smoothing adds, counted in 2^-22: as of one rule with the support of the blend.
fn smoothed_share(share: u32, support: u32, label: usize) -> u32 {
    let extra: u64 = match label {
        1 => 3102635,
        _ => 5285972,
    };
    let whole = u64::from(share) * u64::from(support) + (extra << 31);
    whole.checked_div(u64::from(support) + 8388607).unwrap_or(0) as u32
}

/// The label that the decision threshold is for, if its share, smoothed, reaches it.
fn answer_of(blend: &Blend) -> Label {
    let share = smoothed_share(blend.shares[1], blend.support, 1);
    if share >= 450971567 {
        Label::Class1
    } else {
        Label::Class0
    }
}

/// What the model answers for the row.
pub fn predict(row: &Input) -> Label {
    match several(row) {
        Some(blend) => answer_of(&blend),
        None => tree(row),
    }
}

/// Which rule answers for the row: of a blend the one with the largest weight.
pub fn predict_rule(row: &Input) -> Rule {
    if is_complete(row) {
        tree_rule(row)
    } else {
        blend(row).rule
    }
}

/// Shares of the labels among the training rows of a rule; `out` holds zeros before.
fn distribution_1(rule: Rule, out: &mut [f32; LABEL_COUNT]) {
    match rule {
        1 => {
            out[0] = 0.84540117;
            out[1] = 0.15459883;
        }
        2 => {
            out[0] = 0.38729763;
            out[1] = 0.61270237;
        }
        3 => {
            out[0] = 0.6641474;
            out[1] = 0.33585262;
        }
        4 => {
            out[0] = 0.4502283;
            out[1] = 0.54977167;
        }
        5 => {
            out[0] = 0.15753424;
            out[1] = 0.84246576;
        }
        _ => {}
    }
}

fn rule_shares(rule: Rule) -> [f32; LABEL_COUNT] {
    let mut out = [0.0; LABEL_COUNT];
    match rule {
        1..=5 => distribution_1(rule, &mut out),
        _ => {}
    }
    out
}

/// The shares of the labels among the training rows of the row's rule, smoothed: they add up to 1. Those of a blend may miss a few 2^-31.
pub fn probabilities(row: &Input) -> [f32; LABEL_COUNT] {
    if let Some(blend) = several(row) {
        let mut out = [0.0; LABEL_COUNT];
        for (label, (to, share)) in out.iter_mut().zip(blend.shares.iter()).enumerate() {
            *to = smoothed_share(*share, blend.support, label) as f32 * 4.656613e-10;  // 2^-31
        }
        return out;
    }
    rule_shares(predict_rule(row))
}

/// How clear the answer is: its probability minus that of the runner-up. Negative where the decision threshold chose the less probable one.
pub fn margin(row: &Input) -> f32 {
    let answer = predict(row);
    let mut own = 0.0;
    let mut runner_up = 0.0;
    for (label, share) in Label::ALL.iter().zip(probabilities(row).iter()) {
        if *label == answer {
            own = *share;
        } else if *share > runner_up {
            runner_up = *share;
        }
    }
    own - runner_up
}

/// The answers for as many rows as `rows` and `out` both have.
pub fn predict_batch(rows: &[Input], out: &mut [Label]) {
    for (row, answer) in rows.iter().zip(out.iter_mut()) {
        *answer = predict(row);
    }
}

/// The rule in words; "" for a number that is no rule's.
pub const fn describe_rule(rule: Rule) -> &'static str {
    match rule {
        1 => "grade <= 2 => 0 (52 of 61 rows)",
        2 => "2 < grade <= 3 and ploidy = aneuploid => 1 (6 of 9 rows)",
        3 => "2 < grade <= 3 and ploidy = diploid => 1 (9 of 27 rows)",
        4 => "2 < grade <= 3 and ploidy = tetraploid => 1 (24 of 43 rows)",
        5 => "grade > 3 => 1 (6 of 6 rows)",
        _ => "",
    }
}

/// The column of a field, counted from 0; "" for a number that is no field's.
pub const fn field_name(field: usize) -> &'static str {
    match field {
        0 => "grade",
        1 => "ploidy",
        _ => "",
    }
}

/// The Espalier that made this module.
pub const fn espalier_version() -> &'static str {
    "0.1.0"
}

/// The SHA-256 of the model file that the module was made of.
pub const fn model_hash() -> &'static str {
    "7c81b5a6d2c1a9fc8680e4295c71cb2495b8f56ef8f86d71a046b3fe4f8ba9cd"
}

/// The first 64 bits of the hash: tells one model from another.
pub const fn model_id() -> u64 {
    0x7c81b5a6d2c1a9fc
}
