// A decision tree as Rust, made by Espalier from a model of "espalier 0.1.0". Do not edit: change the model and emit it again.
//
// Predicts "delay" (a number) from 2 of 2 columns.
// Tree: 6 nodes, 4 rules, at most 3 tests for an answer.
// Trained on 30 rows; SHA-256 of the data "".
//   algorithm=c45
// Root mean squared error on the training rows: 1.5.
// A missing value (NaN, the sentinel, or unknown) takes every branch by its share, and the answers are blended.
//
//     let row = rust_fractional_regression::Input {
//         speed: ...,
//         line: ...,
//     };
//     let answer = rust_fractional_regression::predict(&row);
//
// A file for `mod rust_fractional_regression;`. Needs core alone: no heap, no unsafe code, no panics.
// espalier: {"language":"rust","version":"0.1.0","namespace":"rust_fractional_regression","model":"ea1967b66f4de6408d3ea16c9d87f28822a1f641a2aa0f35fbd369e22323d3e1","output":"float","fields":[{"feature":0,"type":"float","sentinel":false},{"feature":1,"type":"category","sentinel":false}]}
#![allow(dead_code)]
// Names come from the data, nesting and numbers from the tree: style is not to be asked about them.
#![allow(clippy::all, clippy::pedantic)]

/// The answer: "delay".
pub type Value = f32;

/// Numbers a leaf of the tree, from 1, in reading order.
pub type Rule = u8;

pub const RULE_COUNT: Rule = 4;
pub const FIELD_COUNT: usize = 2;
/// The most conditions that `predict` or `predict_rule` evaluates for a row without missing values.
pub const MAX_TESTS: usize = 3;

/// Values of "line".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Line {
    North,
    South,
    Ring,
    Depot,
    /// Missing, or a value that training did not see.
    Unknown,
}

impl Line {
    /// Every value that training saw.
    pub const ALL: [Line; 4] = [
        Line::North,
        Line::South,
        Line::Ring,
        Line::Depot,
    ];

    /// The value as it is spelled in the data; "" for unknown.
    pub const fn text(self) -> &'static str {
        match self {
            Line::North => "north",
            Line::South => "south",
            Line::Ring => "ring",
            Line::Depot => "depot",
            Line::Unknown => "",
        }
    }

    /// The value with this spelling; unknown if there is none.
    pub fn from_text(text: &str) -> Line {
        for value in Line::ALL.iter() {
            if value.text() == text {
                return *value;
            }
        }
        Line::Unknown
    }
}

/// One row, with the columns that the tree reads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Input {
    /// "speed", 0 to 3.5 in training
    pub speed: f32,
    /// "line"
    pub line: Line,
}

/// What the tree answers for a row that is not blended.
fn tree(row: &Input) -> Value {
    if row.speed <= 0.5 {
        return 12.4;  // rule 1: 4 rows, mean 12.4
    }
    if row.speed <= 2.125 {
        if row.line == Line::North || row.line == Line::South {
            return 1.8;  // rule 2: 15 rows, mean 1.8
        }
        return 4.6;  // rule 3: 5 rows, mean 4.6
    }
    return -0.7;  // rule 4: 6 rows, mean -0.7
}

/// Which rule answers for a row that is not blended.
fn tree_rule(row: &Input) -> Rule {
    if row.speed <= 0.5 {
        return 1;  // rule 1: 4 rows, mean 12.4
    }
    if row.speed <= 2.125 {
        if row.line == Line::North || row.line == Line::South {
            return 2;  // rule 2: 15 rows, mean 1.8
        }
        return 3;  // rule 3: 5 rows, mean 4.6
    }
    return 4;  // rule 4: 6 rows, mean -0.7
}

/// What the rules that a row reaches add up to, each by the part of the row's weight that arrives there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Blend {
    /// Of the weights times the values, which are multiples of 2^-26.
    pub sum: i64,
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
    !row.speed.is_nan()
        && (row.line == Line::North || row.line == Line::South || row.line == Line::Ring)
}

fn arrive(weight: u32, rule: Rule, blend: &mut Blend) {
    if weight > blend.largest || (weight == blend.largest && rule < blend.rule) {
        blend.largest = weight;
        blend.rule = rule;
    }
}

/// Sends a weight down the tree and adds up what the rules answer.
fn blend_1(row: &Input, weight: u32, blend: &mut Blend) {
    let part_1 = part_taken(weight, row.speed <= 0.5, !row.speed.is_nan(), 286331153);
    if part_1 != 0 {
        arrive(part_1, 1, blend);  // rule 1: 4 rows, mean 12.4
        blend.sum += i64::from(part_1) * 832149914;
    }
    let part_1 = part_taken(weight, row.speed > 2.125, !row.speed.is_nan(), 429496729);
    if part_1 != 0 {
        arrive(part_1, 4, blend);  // rule 4: 6 rows, mean -0.7
        blend.sum += i64::from(part_1) * -46976205;
    }
    let weight = part_taken(weight, row.speed > 0.5 && row.speed <= 2.125, !row.speed.is_nan(), 1431655765);
    if weight == 0 {
        return;
    }
    let part_1 = part_taken(weight, row.line == Line::Ring, row.line == Line::North || row.line == Line::South || row.line == Line::Ring, 536870912);
    if part_1 != 0 {
        arrive(part_1, 3, blend);  // rule 3: 5 rows, mean 4.6
        blend.sum += i64::from(part_1) * 308700774;
    }
    let weight = part_taken(weight, row.line == Line::North || row.line == Line::South, row.line == Line::North || row.line == Line::South || row.line == Line::Ring, 1610612736);
    if weight == 0 {
        return;
    }
    arrive(weight, 2, blend);  // rule 2: 15 rows, mean 1.8
    blend.sum += i64::from(weight) * 120795955;
}

/// What the rules add up to for the row, be it complete or not.
pub fn blend(row: &Input) -> Blend {
    let mut blend = Blend {
        sum: 0,
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

/// One conversion, which rounds; the factors are powers of two and do not.
fn answer_of(blend: &Blend) -> Value {
    let sum = blend.sum / 256;
    sum as Value * 1.7763568e-15
}

/// What the model answers for the row.
pub fn predict(row: &Input) -> Value {
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

/// The answers for as many rows as `rows` and `out` both have.
pub fn predict_batch(rows: &[Input], out: &mut [Value]) {
    for (row, answer) in rows.iter().zip(out.iter_mut()) {
        *answer = predict(row);
    }
}

/// The rule in words; "" for a number that is no rule's.
pub const fn describe_rule(rule: Rule) -> &'static str {
    match rule {
        1 => "speed <= 0.5 => 12.4 (4 rows)",
        2 => "0.5 < speed <= 2.125 and line in {north, south} => 1.8 (15 rows)",
        3 => "0.5 < speed <= 2.125 and line in {ring, depot} => 4.6 (5 rows)",
        4 => "speed > 2.125 => -0.7 (6 rows)",
        _ => "",
    }
}

/// The column of a field, counted from 0; "" for a number that is no field's.
pub const fn field_name(field: usize) -> &'static str {
    match field {
        0 => "speed",
        1 => "line",
        _ => "",
    }
}

/// The Espalier that made this module.
pub const fn espalier_version() -> &'static str {
    "0.1.0"
}

/// The SHA-256 of the model file that the module was made of.
pub const fn model_hash() -> &'static str {
    "ea1967b66f4de6408d3ea16c9d87f28822a1f641a2aa0f35fbd369e22323d3e1"
}

/// The first 64 bits of the hash: tells one model from another.
pub const fn model_id() -> u64 {
    0xea1967b66f4de640
}
