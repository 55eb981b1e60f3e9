"""What the members of an emitted row can hold (docs/input-types.md): values become the nearest number of their type."""

import json
import math
import re
from fractions import Fraction
from typing import Optional

from model_oracle import Cell, float32

PLAIN = ["int8", "int16", "int32", "uint8", "uint16", "uint32"]
ASKED_FOR = [*PLAIN, "float", "double", "bool", "int16*0.01", "uint8*0.5", "int32*1e-3", "int32*3e10", "q7.8", "q0.15",
             "q15.16", "uq8.8", "uq0.16", "q8.8"]


def record_of(text: str) -> dict:
    """The line in which an output says what it is and which types its fields have."""
    found = re.search(r"espalier: (\{.*\})", text)
    assert found, "no record line"
    return json.loads(found.group(1))


class InputType:
    """A numeric type: how it is stored, and what is missing."""

    def __init__(self, spelling: str, sentinel: bool):
        self.floating = spelling in ("float", "double")
        self.spelling = spelling
        self.step = Fraction(1)
        integer = re.fullmatch(r"(u?)int(\d+)(?:\*(.+))?", spelling)
        fixed = re.fullmatch(r"(u?)q(\d+)\.(\d+)", spelling)
        signed, bits = True, 0
        if integer:
            signed, bits = not integer[1], int(integer[2])
            self.step = Fraction(integer[3] or 1)
        elif fixed:
            signed, wanted = not fixed[1], int(fixed[2]) + int(fixed[3]) + (not fixed[1])
            bits = next(size for size in (8, 16, 32) if size >= wanted)
            self.step = Fraction(1, 1 << int(fixed[3]))
        self.storage = spelling if self.floating or spelling == "bool" else f"{'' if signed else 'u'}int{bits}"
        self.low, self.high = (-(1 << bits - 1), (1 << bits - 1) - 1) if signed and bits else (0, (1 << bits) - 1)
        if spelling == "bool":
            self.high = 1
        self.sentinel: Optional[int] = (self.low if signed else self.high) if sentinel else None

    def store(self, cell: Optional[float]) -> tuple[float, Cell]:
        """What is stored for a value, and the value that this stands for."""
        if self.floating:
            held = math.nan if cell is None else float32(cell) if self.spelling == "float" else cell
            return held, None if cell is None else held
        if cell is None and self.sentinel is not None:
            return float(self.sentinel), None
        low = self.low + (self.sentinel == self.low)
        high = self.high - (self.sentinel == self.high)
        if cell is None or math.isinf(cell):  # a type without a sentinel has no missing values
            stored = low if cell is None or cell < 0 else high
        else:
            stored = min(max(round(Fraction(cell) / self.step), low), high)
        return float(stored), float(stored * self.step)
