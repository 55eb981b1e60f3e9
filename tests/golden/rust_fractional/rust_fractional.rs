// A decision tree as Rust, made by Espalier from a model of "espalier 0.1.0". Do not edit: change the model and emit it again.
//
// Predicts "play" ("Play" and "Don't Play") from 3 of 3 columns.
// Tree: 8 nodes, 5 rules, at most 3 tests for an answer.
// Trained on 14 rows; SHA-256 of the data "".
//   algorithm=c45 prune=none
// Accuracy on the training rows: 100.0 %.
// A missing value (NaN, the sentinel, or unknown) takes every branch by its share, and the answers are blended.
//
//     let row = rust_fractional::Input {
//         outlook: ...,
//         humidity: ...,
//         windy: ...,
//     };
//     let answer = rust_fractional::predict(&row);
//
// A file for `mod rust_fractional;`. Needs core alone: no heap, no unsafe code, no panics.
// espalier: {"language":"rust","version":"0.1.0","namespace":"rust_fractional","model":"6e38fe8b95dce0a99233e035b0be34fbab634987129f10d80ec4c80cf745fbca","fields":[{"feature":0,"type":"category","sentinel":false},{"feature":1,"type":"int32","sentinel":true},{"feature":2,"type":"category","sentinel":false}]}
#![allow(dead_code)]
// Names come from the data, nesting and numbers from the tree: style is not to be asked about them.
#![allow(clippy::all, clippy::pedantic)]

/// The answers: "play".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Label {
    Play,
    DonTPlay,  // "Don't Play"
}

impl Label {
    /// Every label, in the order of the shares that `probabilities` gives.
    pub const ALL: [Label; 2] = [
        Label::Play,
        Label::DonTPlay,
    ];

    /// The label as it is spelled in the data.
    pub const fn text(self) -> &'static str {
        match self {
            Label::Play => "Play",
            Label::DonTPlay => "Don't Play",
        }
    }
}

/// Numbers a leaf of the tree, from 1, in reading order.
pub type Rule = u8;

pub const LABEL_COUNT: usize = 2;
pub const RULE_COUNT: Rule = 5;
pub const FIELD_COUNT: usize = 3;
/// The most conditions that `predict` or `predict_rule` evaluates for a row without missing values.
pub const MAX_TESTS: usize = 3;

/// Values of "outlook".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Outlook {
    Sunny,
    Overcast,
    Rain,
    /// Missing, or a value that training did not see.
    Unknown,
}

impl Outlook {
    /// Every value that training saw.
    pub const ALL: [Outlook; 3] = [
        Outlook::Sunny,
        Outlook::Overcast,
        Outlook::Rain,
    ];

    /// The value as it is spelled in the data; "" for unknown.
    pub const fn text(self) -> &'static str {
        match self {
            Outlook::Sunny => "sunny",
            Outlook::Overcast => "overcast",
            Outlook::Rain => "rain",
            Outlook::Unknown => "",
        }
    }

    /// The value with this spelling; unknown if there is none.
    pub fn from_text(text: &str) -> Outlook {
        for value in Outlook::ALL.iter() {
            if value.text() == text {
                return *value;
            }
        }
        Outlook::Unknown
    }
}

/// Values of "windy".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Windy {
    False,
    True,
    /// Missing, or a value that training did not see.
    Unknown,
}

impl Windy {
    /// Every value that training saw.
    pub const ALL: [Windy; 2] = [
        Windy::False,
        Windy::True,
    ];

    /// The value as it is spelled in the data; "" for unknown.
    pub const fn text(self) -> &'static str {
        match self {
            Windy::False => "false",
            Windy::True => "true",
            Windy::Unknown => "",
        }
    }

    /// The value with this spelling; unknown if there is none.
    pub fn from_text(text: &str) -> Windy {
        for value in Windy::ALL.iter() {
            if value.text() == text {
                return *value;
            }
        }
        Windy::Unknown
    }
}

/// The i32 that stands for a missing value.
pub const MISSING_I32: i32 = -2147483648;

/// One row, with the columns that the tree reads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Input {
    /// "outlook"
    pub outlook: Outlook,
    /// "humidity", 65 to 96 in training; MISSING_I32 if missing
    pub humidity: i32,
    /// "windy"
    pub windy: Windy,
}

/// What the tree answers for a row that is not blended.
fn tree(row: &Input) -> Label {
    if row.outlook == Outlook::Sunny {
        if row.humidity <= 75 {
            return Label::Play;  // rule 1: 2 rows, 100.0 % "Play"
        }
        return Label::DonTPlay;  // rule 2: 3.40 rows, 100.0 % "Don't Play"
    }
    if row.outlook == Outlook::Overcast {
        return Label::Play;  // rule 3: 3.20 rows, 100.0 % "Play"
    }
    if row.windy == Windy::True {
        return Label::DonTPlay;  // rule 4: 2.40 rows, 100.0 % "Don't Play"
    }
    return Label::Play;  // rule 5: 3 rows, 100.0 % "Play"
}

/// Which rule answers for a row that is not blended.
fn tree_rule(row: &Input) -> Rule {
    if row.outlook == Outlook::Sunny {
        if row.humidity <= 75 {
            return 1;  // rule 1: 2 rows, 100.0 % "Play"
        }
        return 2;  // rule 2: 3.40 rows, 100.0 % "Don't Play"
    }
    if row.outlook == Outlook::Overcast {
        return 3;  // rule 3: 3.20 rows, 100.0 % "Play"
    }
    if row.windy == Windy::True {
        return 4;  // rule 4: 2.40 rows, 100.0 % "Don't Play"
    }
    return 5;  // rule 5: 3 rows, 100.0 % "Play"
}

/// What the rules that a row reaches add up to, each by the part of the row's weight that arrives there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blend {
    pub shares: [u32; LABEL_COUNT],
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
    row.outlook != Outlook::Unknown
        && row.humidity != MISSING_I32
        && row.windy != Windy::Unknown
}

fn arrive(weight: u32, rule: Rule, blend: &mut Blend) {
    if weight > blend.largest || (weight == blend.largest && rule < blend.rule) {
        blend.largest = weight;
        blend.rule = rule;
    }
}

/// Sends a weight down the tree and adds up what the rules answer.
fn blend_1(row: &Input, weight: u32, blend: &mut Blend) {
    let part_1 = part_taken(weight, row.outlook == Outlook::Overcast, row.outlook != Outlook::Unknown, 490853405);
    if part_1 != 0 {
        arrive(part_1, 3, blend);  // rule 3: 3.20 rows, 100.0 % "Play"
        blend.shares[0] += part_1;
    }
    let part_1 = part_taken(weight, row.outlook == Outlook::Rain, row.outlook != Outlook::Unknown, 889671797);
    if part_1 != 0 {
        let part_2 = part_taken(part_1, row.windy == Windy::True, row.windy != Windy::Unknown, 954437176);
        if part_2 != 0 {
            arrive(part_2, 4, blend);  // rule 4: 2.40 rows, 100.0 % "Don't Play"
            blend.shares[1] += part_2;
        }
        let part_2 = part_taken(part_1, row.windy == Windy::False, row.windy != Windy::Unknown, 1193046471);
        if part_2 != 0 {
            arrive(part_2, 5, blend);  // rule 5: 3 rows, 100.0 % "Play"
            blend.shares[0] += part_2;
        }
    }
    let weight = part_taken(weight, row.outlook == Outlook::Sunny, row.outlook != Outlook::Unknown, 766958445);
    if weight == 0 {
        return;
    }
    let part_1 = part_taken(weight, row.humidity > 75, row.humidity != MISSING_I32, 1352119333);
    if part_1 != 0 {
        arrive(part_1, 2, blend);  // rule 2: 3.40 rows, 100.0 % "Don't Play"
        blend.shares[1] += part_1;
    }
    let weight = part_taken(weight, row.humidity <= 75 && row.humidity != MISSING_I32, row.humidity != MISSING_I32, 795364314);
    if weight == 0 {
        return;
    }
    arrive(weight, 1, blend);  // rule 1: 2 rows, 100.0 % "Play"
    blend.shares[0] += weight;
}

/// What the rules add up to for the row, be it complete or not.
pub fn blend(row: &Input) -> Blend {
    let mut blend = Blend {
        shares: [0; LABEL_COUNT],
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

/// The label with the largest share; of equal ones the first.
fn answer_of(blend: &Blend) -> Label {
    let mut best = Label::Play;
    let mut largest = 0;
    for (label, share) in Label::ALL.iter().zip(blend.shares.iter()) {
        if *share > largest {
            best = *label;
            largest = *share;
        }
    }
    best
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
        1 | 3 | 5 => {
            out[0] = 1.0;
        }
        2 | 4 => {
            out[1] = 1.0;
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

/// The shares of the labels among the training rows of the row's rule: they add up to 1. Those of a blend may miss a few 2^-31.
pub fn probabilities(row: &Input) -> [f32; LABEL_COUNT] {
    if let Some(blend) = several(row) {
        let mut out = [0.0; LABEL_COUNT];
        for (to, share) in out.iter_mut().zip(blend.shares.iter()) {
            *to = *share as f32 * 4.656613e-10;  // 2^-31
        }
        return out;
    }
    rule_shares(predict_rule(row))
}

/// How clear the answer is: its probability minus that of the runner-up.
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
        1 => "outlook = sunny and humidity <= 75 => Play (2 of 2 rows)",
        2 => "outlook = sunny and humidity > 75 => Don't Play (3.40 of 3.40 rows)",
        3 => "outlook = overcast => Play (3.20 of 3.20 rows)",
        4 => "outlook = rain and windy = true => Don't Play (2.40 of 2.40 rows)",
        5 => "outlook = rain and windy = false => Play (3 of 3 rows)",
        _ => "",
    }
}

/// The column of a field, counted from 0; "" for a number that is no field's.
pub const fn field_name(field: usize) -> &'static str {
    match field {
        0 => "outlook",
        1 => "humidity",
        2 => "windy",
        _ => "",
    }
}

/// The Espalier that made this module.
pub const fn espalier_version() -> &'static str {
    "0.1.0"
}

/// The SHA-256 of the model file that the module was made of.
pub const fn model_hash() -> &'static str {
    "6e38fe8b95dce0a99233e035b0be34fbab634987129f10d80ec4c80cf745fbca"
}

/// The first 64 bits of the hash: tells one model from another.
pub const fn model_id() -> u64 {
    0x6e38fe8b95dce0a9
}
