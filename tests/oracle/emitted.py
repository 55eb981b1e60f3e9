"""Programs that call emitted code on rows: C++, C and Rust. Several models share one program, to compile less often."""

import math
import os
import re
import shutil
import struct
import subprocess
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Optional

from input_types import InputType, record_of
from model_oracle import Answer, Cell, Model, float32
from random_models import UNKNOWN_WORD

ENDINGS = {"cpp": "hpp", "cpp-sources": "hpp", "c": "h", "rust": "rs"}
COMPILERS = {"cpp": ["g++", "-std=c++17", "-O1", "-w"], "cpp-sources": ["g++", "-std=c++11", "-O0", "-w"],
             "c": ["gcc", "-std=c99", "-O1", "-w"], "rust": ["rustc", "--edition", "2021", "-A", "warnings"]}
# Who compiles C++ and C. There is one compiler of Rust.
FAMILIES = {"gnu": {"g++": "g++", "gcc": "gcc"}, "clang": {"g++": "clang++", "gcc": "clang"}}
RUST_TYPES = {"float": "f32", "double": "f64", "int8": "i8", "int16": "i16", "int32": "i32", "uint8": "u8",
              "uint16": "u16", "uint32": "u32"}

# All drivers read the same bytes: for each model the number of rows, then their fields: doubles, and texts with their
# length. They write a line per row: numbers as the bits of a double, texts in hexadecimal.
C_PRELUDE = """
#include <stdint.h>
#include <stdio.h>
#include <string.h>
static char text[70000];
static uint32_t read_count(void) { uint32_t n = 0; if (fread(&n, 4, 1, stdin) != 1) n = 0; return n; }
static double read_number(void) { double x = 0; if (fread(&x, 8, 1, stdin) != 1) x = 0; return x; }
static const char* read_text(void) { uint32_t n = read_count(); text[fread(text, 1, n, stdin)] = 0; return text; }
static void put_number(double x) { uint64_t bits; memcpy(&bits, &x, 8); printf("%016llx ", (unsigned long long)bits); }
static void put_text(const char* s) { printf("t"); for (; *s; ++s) printf("%02x", (unsigned char)*s); printf(" "); }
"""
RUST_PRELUDE = """
use std::io::Read;
struct Bytes { all: Vec<u8>, at: usize }
impl Bytes {
    fn take(&mut self, n: usize) -> &[u8] { self.at += n; &self.all[self.at - n..self.at] }
    fn count(&mut self) -> u32 { u32::from_le_bytes(self.take(4).try_into().unwrap()) }
    fn number(&mut self) -> f64 { f64::from_le_bytes(self.take(8).try_into().unwrap()) }
    fn text(&mut self) -> String { let n = self.count() as usize; String::from_utf8(self.take(n).to_vec()).unwrap() }
}
fn put_number(x: f64) { print!("{:016x} ", x.to_bits()); }
fn put_text(s: &str) { print!("t"); for b in s.bytes() { print!("{:02x}", b); } print!(" "); }
"""


def use_compilers(family: str) -> None:
    for command in COMPILERS.values():
        command[0] = FAMILIES[family].get(command[0], command[0])


@dataclass
class Job:
    """A model with its emitted file, and rows that its types can hold."""
    name: str
    language: str
    model: Model
    record: dict
    unit: Fraction  # of the sums of several trees
    rows: list[list[Cell]]
    stored: list[list[Any]]
    expected: list[list[Any]]


def make_job(name: str, language: str, path: str, model: Model, rows: list[list[Cell]]) -> Job:
    with open(path, encoding="utf-8") as file:
        text = file.read()
    unit = re.search(r"What the trees add up:.* units of 2\^(-?\d+)", text)
    job = Job(name, language, model, record_of(text), Fraction(2) ** int(unit[1] if unit else 0), [], [], [])
    for row in rows:
        stored, stands_for = stored_row(job.record, row)
        job.rows.append(stands_for)
        job.stored.append(stored)
        job.expected.append(expected_tokens(job, model.answer(stands_for)))
    return job


def stored_row(record: dict, row: list[Cell]) -> tuple[list[Any], list[Cell]]:
    stored: list[Any] = []
    stands_for: list[Cell] = list(row)
    for held in record["fields"]:
        cell = row[held["feature"]]
        if held["type"] == "category":
            stored.append(UNKNOWN_WORD if cell is None else cell)
            continue
        kind = InputType(held["type"], held["sentinel"])
        number, stands_for[held["feature"]] = kind.store(cell)  # type: ignore[arg-type]
        stored.append(number)
    return stored, stands_for


def expected_tokens(job: Job, answer: Answer) -> list[Any]:
    """What the driver has to print: numbers are floats where the code answers with floats."""
    model = job.model
    single = model.combination == "single"
    narrow = float32 if job.record.get("output", "double") == "float" else float
    tokens: list[Any] = [model.labels[answer.label] if model.labels else narrow(answer.value)]
    tokens += map(float, answer.rules)
    if not single:
        tokens += [score_in_units(job, score) for score in answer.scores]
    if model.labels and model.combination != "sum":
        shares = [float32(p) for p in answer.probabilities]
        tokens += shares
        if len(shares) > 1:
            others = [p for k, p in enumerate(shares) if k != answer.label]
            tokens.append(float32(shares[answer.label] - max(others)))
    return tokens


def score_in_units(job: Job, score: Any) -> float:
    """Votes and shares are counted as they are, sums of values in the unit that the header names."""
    if isinstance(score, float) or "exponent" not in job.model.sums:
        return float(score)
    return float(Fraction(score) * Fraction(2) ** -job.model.sums["exponent"] / job.unit)


# Drivers.


def field_name(job: Job, held: dict) -> str:
    return job.model.features[held["feature"]]["name"].replace(" ", "_")


def calls(job: Job, member: str) -> str:
    """A call that takes the row, or a name of the header."""
    return f"{job.name}_{member}" if job.language == "c" else f"{job.name}::{member}"


def c_array(job: Job, function: str, kind: str, count: str) -> list[str]:
    """Lines that call a function which fills an array, and print that."""
    row = "&row" if job.language == "c" else "row"
    size = calls(job, count)
    return [f"    {kind} {function}[{size}]; {calls(job, function)}({row}, {function});",
            f"    for (k = 0; k < (int){size}; ++k) put_number((double){function}[k]);"]


def c_driver(job: Job) -> str:
    """A function for C and C++ alike."""
    in_c = job.language == "c"
    row = "&row" if in_c else "row"
    kind = lambda c, cpp: f"{job.name}_{c}" if in_c else f"{job.name}::{cpp}"
    lines = [f"static void run_{job.name}(void) {{", "  uint32_t n = read_count(), i; int k; (void)k;",
             "  for (i = 0; i < n; ++i) {", f"    {kind('input', 'Input')} row; memset((void*)&row, 0, sizeof row);"]
    for held in job.record["fields"]:
        field = field_name(job, held)
        if held["type"] == "category":
            lines.append(f"    row.{field} = {calls(job, 'parse_' + field)}(read_text());")
        else:
            storage = InputType(held["type"], held["sentinel"]).storage
            lines.append(f"    row.{field} = ({storage + '_t' if 'int' in storage else storage})read_number();")
    predict = f"{calls(job, 'predict')}({row})"
    lines.append(f"    put_text({calls(job, 'label_text' if in_c else 'to_string')}({predict}));" if job.model.labels
                 else f"    put_number({predict});")
    if job.model.combination != "single":
        lines += c_array(job, "predict_leaves", kind("rule", "RuleId"), "tree_count")
        lines += c_array(job, "scores", kind("sum", "Sum"), "sum_count")
    else:
        lines.append(f"    put_number({calls(job, 'predict_rule')}({row}));")
    if job.model.labels and job.model.combination != "sum":
        lines += c_array(job, "probabilities", "float", "label_count")
        if len(job.model.labels) > 1:
            lines.append(f"    put_number({calls(job, 'margin')}({row}));")
    return "\n".join([*lines, '    printf("\\n");', "  }", "}"])


def rust_driver(job: Job) -> str:
    lines = [f"fn run_{job.name}(bytes: &mut Bytes) {{", "    for _ in 0..bytes.count() {",
             f"        let row = {job.name}::Input {{"]
    for held in job.record["fields"]:
        field = field_name(job, held)
        if held["type"] == "category":
            enumeration = "".join(word.capitalize() for word in field.split("_"))
            lines.append(f"            {field}: {job.name}::{enumeration}::from_text(&bytes.text()),")
        else:
            storage = InputType(held["type"], held["sentinel"]).storage
            converted = "!= 0.0" if storage == "bool" else f"as {RUST_TYPES[storage]}"
            lines.append(f"            {field}: bytes.number() {converted},")
    lines.append("        };")
    predict = f"{job.name}::predict(&row)"
    put = f"put_text({predict}.text());" if job.model.labels else f"put_number({predict} as f64);"
    lines.append("        " + put)
    if job.model.combination != "single":
        for function in ["predict_leaves", "scores"]:
            lines.append(f"        for n in {job.name}::{function}(&row) {{ put_number(n as f64); }}")
    else:
        lines.append(f"        put_number({job.name}::predict_rule(&row) as f64);")
    if job.model.labels and job.model.combination != "sum":
        lines.append(f"        for p in {job.name}::probabilities(&row) {{ put_number(p as f64); }}")
        if len(job.model.labels) > 1:
            lines.append(f"        put_number({job.name}::margin(&row) as f64);")
    return "\n".join([*lines, "        println!();", "    }", "}"])


def driver_text(language: str, jobs: list[Job]) -> str:
    if language == "rust":
        runs = "\n".join(f"    run_{job.name}(&mut bytes);" for job in jobs)
        main = ("fn main() {\n    let mut bytes = Bytes { all: Vec::new(), at: 0 };\n"
                f"    std::io::stdin().read_to_end(&mut bytes.all).unwrap();\n{runs}\n}}\n")
        return "\n".join([*(f"mod {job.name};" for job in jobs), RUST_PRELUDE, *map(rust_driver, jobs), main])
    includes = [f'#include "{job.name}.{ENDINGS[language]}"' for job in jobs]
    runs = "\n".join(f"  run_{job.name}();" for job in jobs)
    return "\n".join([*includes, C_PRELUDE, *map(c_driver, jobs), f"int main(void) {{\n{runs}\n  return 0;\n}}\n"])


def input_bytes(jobs: list[Job]) -> bytes:
    parts = []
    for job in jobs:
        parts.append(struct.pack("<I", len(job.stored)))
        for value in (value for row in job.stored for value in row):
            if isinstance(value, str):
                encoded = value.encode()
                parts.append(struct.pack("<I", len(encoded)) + encoded)
            else:
                parts.append(struct.pack("<d", value))
    return b"".join(parts)


def run_driver(language: str, jobs: list[Job], directory: str) -> list[list[list[Any]]]:
    """What the code of each job answers for each of its rows. Raises RuntimeError if it does not compile or run."""
    source = os.path.join(directory, "driver." + {"rust": "rs", "c": "c"}.get(language, "cpp"))
    with open(source, "w", encoding="utf-8") as file:
        file.write(driver_text(language, jobs))
    program = os.path.join(directory, "driver_" + language)
    files = [f"{job.name}_{i + 1}.cpp" for job in jobs for i in range(job.record.get("parts", 0))]
    parts = [os.path.join(directory, file) for file in files]
    compiled = subprocess.run([*COMPILERS[language], source, *parts, "-o", program], capture_output=True, text=True)
    if compiled.returncode != 0:
        raise RuntimeError("does not compile:\n" + compiled.stderr[:3000])
    ran = subprocess.run([program], input=input_bytes(jobs), capture_output=True)
    if ran.returncode != 0:
        raise RuntimeError(f"ends with {ran.returncode}: {ran.stderr[:500]!r}")
    lines = iter(ran.stdout.decode().splitlines())
    return [[[decoded(token) for token in next(lines).split()] for _ in job.rows] for job in jobs]


def decoded(token: str) -> Any:
    return bytes.fromhex(token[1:]).decode() if token[0] == "t" else struct.unpack(">d", bytes.fromhex(token))[0]


def same_tokens(expected: list[Any], found: list[Any]) -> bool:
    """Bit for bit, but that all NaN are one."""
    def key(token: Any) -> Any:
        return token if isinstance(token, str) else "NaN" if math.isnan(token) else struct.pack("<d", token)
    return list(map(key, expected)) == list(map(key, found))


def compiler_of(language: str) -> Optional[str]:
    return shutil.which(COMPILERS[language][0])
