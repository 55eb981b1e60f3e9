"""Rows as CSV files, the way docs/data.md says that cells are read."""

import datetime
import decimal
import math
from typing import Optional

from model_oracle import Cell, Model
from random_models import UNKNOWN_WORD, Draw

EPOCH = datetime.datetime(1970, 1, 1)
ROW_COLUMN = "number of the row"  # keeps a model without columns from having a file without cells


def readable_row(model: Model, row: list[Cell]) -> list[Cell]:
    """The nearest row that a file can say. Empty texts are missing cells, infinities no numbers, dates are whole."""
    readable = []
    for feature, cell in zip(model.features, row):
        if cell == "":
            cell = None
        cell = finite(cell)
        if isinstance(cell, float) and "date" in feature:
            cell = readable_date(cell, feature["date"])
        if cell is None and model.policy == "refuse":  # the tool stops at missing values then, but takes unknown words
            cell = UNKNOWN_WORD if feature["kind"] == "categorical" else 0.0
        readable.append(cell)
    return readable


def finite(cell: Cell) -> Cell:
    """The nearest number that is no infinity."""
    return math.copysign(1.7976931348623157e308, cell) if isinstance(cell, float) and math.isinf(cell) else cell


def readable_date(value: float, date: dict) -> float:
    """Years of two digits are those from 1969 to 2068; others are kept to four digits."""
    short = "yyyy" not in date["form"]
    first = (datetime.datetime(1969 if short else 1000, 1, 1) - EPOCH).days
    last = (datetime.datetime(2068 if short else 9999, 12, 31) - EPOCH).days
    seconds = date["unit"] == "seconds"
    scale = 86400 if seconds else 1
    near = min(max(value, float(first * scale)), float(last * scale))
    return math.floor(near * 4) / 4 if seconds else float(math.floor(near))


def date_text(value: float, date: dict) -> str:
    moment = EPOCH + datetime.timedelta(**{date["unit"]: value})
    text = date["form"].replace("dd", f"{moment.day:02}").replace("mm", f"{moment.month:02}")
    text = text.replace("yyyy", f"{moment.year:04}").replace("yy", f"{moment.year % 100:02}")
    if date["unit"] == "days":
        return text
    fraction = f"{moment.microsecond / 1e6:.2f}"[1:] if moment.microsecond else ""
    return text + f" {moment.hour:02}:{moment.minute:02}:{moment.second:02}{fraction}"


def number_text(draw: Draw, value: float) -> str:
    """The shortest digits, or all of them: both are the same double."""
    kind = draw.random()
    if kind < 0.2 and 1e-30 < abs(value) < 1e30:
        return f"{decimal.Decimal(value):f}"
    if kind < 0.3:
        return f"{value:.17E}"
    return repr(value)


def cell_text(draw: Draw, feature: dict, cell: Optional[Cell]) -> str:
    if cell is None:
        return draw.choice(["", '""', "NA", "?", "nan", "NULL", "n/a"])
    if isinstance(cell, str):
        return '"' + cell.replace('"', '""') + '"'  # in quotes, a value whatever it says
    return date_text(cell, feature["date"]) if "date" in feature else number_text(draw, cell)


def write_rows(model: Model, rows: list[list[Cell]], path: str, seed: int) -> None:
    """Columns are found by name, so they come in any order."""
    draw = Draw(seed)
    order = list(range(len(model.features) + 1))
    draw.shuffle(order)
    names = [feature["name"] for feature in model.features] + [ROW_COLUMN]
    lines = [[names[i] for i in order]]
    for number, row in enumerate(rows):
        cells = [cell_text(draw, feature, cell) for feature, cell in zip(model.features, row)] + [str(number)]
        lines.append([cells[i] for i in order])
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.writelines(",".join(cells) + "\n" for cells in lines)
