// A decision tree as Rust, made by Espalier from a model of "espalier 0.1.0". Do not edit: change the model and emit it again.
//
// Predicts "state" ("idle", "busy" and "faulty") from 3 of 3 columns.
// Tree: 5 nodes, 3 rules, at most 5 tests for an answer.
// Trained on 22 rows; SHA-256 of the data "".
//   algorithm=cart
// Accuracy on the training rows: 90.0 %.
// For a missing value (NaN, the sentinel, or unknown) other columns decide, in the order that the tests give; at last the branch is fixed.
//
//     let row = rust_surrogate::Input {
//         current: ...,
//         load: ...,
//         phase: ...,
//     };
//     let answer = rust_surrogate::predict(&row);
//
// A file for `mod rust_surrogate;`. Needs core alone: no heap, no unsafe code, no panics.
// espalier: {"language":"rust","version":"0.1.0","namespace":"rust_surrogate","model":"57c827a22b4ef1aab9242d93cc5dcfaaa2ea15bbe8837a8f456e4dfc7b1344ae","fields":[{"feature":0,"type":"float","sentinel":false},{"feature":1,"type":"int32","sentinel":true},{"feature":2,"type":"category","sentinel":false}]}
#![allow(dead_code)]
// Names come from the data, nesting and numbers from the tree: style is not to be asked about them.
#![allow(clippy::all, clippy::pedantic)]

/// The answers: "state".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Label {
    Idle,
    Busy,
    Faulty,
}

impl Label {
    /// Every label, in the order of the shares that `probabilities` gives.
    pub const ALL: [Label; 3] = [
        Label::Idle,
        Label::Busy,
        Label::Faulty,
    ];

    /// The label as it is spelled in the data.
    pub const fn text(self) -> &'static str {
        match self {
            Label::Idle => "idle",
            Label::Busy => "busy",
            Label::Faulty => "faulty",
        }
    }
}

/// Numbers a leaf of the tree, from 1, in reading order.
pub type Rule = u8;

pub const LABEL_COUNT: usize = 3;
pub const RULE_COUNT: Rule = 3;
pub const FIELD_COUNT: usize = 3;
/// The most conditions that `predict` or `predict_rule` evaluates.
pub const MAX_TESTS: usize = 5;

/// Values of "phase".
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Phase {
    Start,
    Run,
    Stop,
    /// Missing, or a value that training did not see.
    Unknown,
}

impl Phase {
    /// Every value that training saw.
    pub const ALL: [Phase; 3] = [
        Phase::Start,
        Phase::Run,
        Phase::Stop,
    ];

    /// The value as it is spelled in the data; "" for unknown.
    pub const fn text(self) -> &'static str {
        match self {
            Phase::Start => "start",
            Phase::Run => "run",
            Phase::Stop => "stop",
            Phase::Unknown => "",
        }
    }

    /// The value with this spelling; unknown if there is none.
    pub fn from_text(text: &str) -> Phase {
        for value in Phase::ALL.iter() {
            if value.text() == text {
                return *value;
            }
        }
        Phase::Unknown
    }
}

/// The i32 that stands for a missing value.
pub const MISSING_I32: i32 = -2147483648;

/// One row, with the columns that the tree reads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Input {
    /// "current", 0 to 9.75 in training
    pub current: f32,
    /// "load", 0 to 100 in training; MISSING_I32 if missing
    pub load: i32,
    /// "phase"
    pub phase: Phase,
}

/// What the model answers for the row.
pub fn predict(row: &Input) -> Label {
    if if !row.current.is_nan() { row.current <= 2.4499998 }
        else if row.load != MISSING_I32 { row.load <= 30 }
        else { row.phase == Phase::Start || row.phase == Phase::Stop } {
        return Label::Idle;  // rule 1: 9 rows, 88.9 % "idle"
    }
    if if row.phase != Phase::Unknown { row.phase == Phase::Start || row.phase == Phase::Run }
        else { row.load <= 90 } {
        return Label::Busy;  // rule 2: 10 rows, 90.0 % "busy"
    }
    return Label::Faulty;  // rule 3: 3 rows, 100.0 % "faulty"
}

/// Which rule answers for the row.
pub fn predict_rule(row: &Input) -> Rule {
    if if !row.current.is_nan() { row.current <= 2.4499998 }
        else if row.load != MISSING_I32 { row.load <= 30 }
        else { row.phase == Phase::Start || row.phase == Phase::Stop } {
        return 1;  // rule 1: 9 rows, 88.9 % "idle"
    }
    if if row.phase != Phase::Unknown { row.phase == Phase::Start || row.phase == Phase::Run }
        else { row.load <= 90 } {
        return 2;  // rule 2: 10 rows, 90.0 % "busy"
    }
    return 3;  // rule 3: 3 rows, 100.0 % "faulty"
}

/// Shares of the labels among the training rows of a rule; `out` holds zeros before.
fn distribution_1(rule: Rule, out: &mut [f32; LABEL_COUNT]) {
    match rule {
        1 => {
            out[0] = 0.8888889;
            out[1] = 0.11111111;
        }
        2 => {
            out[1] = 0.9;
            out[2] = 0.1;
        }
        3 => {
            out[2] = 1.0;
        }
        _ => {}
    }
}

fn rule_shares(rule: Rule) -> [f32; LABEL_COUNT] {
    let mut out = [0.0; LABEL_COUNT];
    match rule {
        1..=3 => distribution_1(rule, &mut out),
        _ => {}
    }
    out
}

/// The shares of the labels among the training rows of the row's rule: they add up to 1.
pub fn probabilities(row: &Input) -> [f32; LABEL_COUNT] {
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
        1 => "current <= 2.45 => idle (8 of 9 rows)",
        2 => "current > 2.45 and phase != stop => busy (9 of 10 rows)",
        3 => "current > 2.45 and phase = stop => faulty (3 of 3 rows)",
        _ => "",
    }
}

/// The column of a field, counted from 0; "" for a number that is no field's.
pub const fn field_name(field: usize) -> &'static str {
    match field {
        0 => "current",
        1 => "load",
        2 => "phase",
        _ => "",
    }
}

/// The Espalier that made this module.
pub const fn espalier_version() -> &'static str {
    "0.1.0"
}

/// The SHA-256 of the model file that the module was made of.
pub const fn model_hash() -> &'static str {
    "57c827a22b4ef1aab9242d93cc5dcfaaa2ea15bbe8837a8f456e4dfc7b1344ae"
}

/// The first 64 bits of the hash: tells one model from another.
pub const fn model_id() -> u64 {
    0x57c827a22b4ef1aa
}
