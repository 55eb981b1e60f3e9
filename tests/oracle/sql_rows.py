"""Runs a query of the SQLite dialect on rows, as docs/sql.md says."""

import sqlite3
from typing import Any

from csv_rows import ROW_COLUMN
from model_oracle import Cell, Model


def quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'


def run_query(model: Model, query: str, rows: list[list[Cell]]) -> list[list[Any]]:
    """The columns that the query adds, for each row in order: the answer, the rule and the probabilities."""
    kinds = {"numeric": "REAL", "categorical": "TEXT"}
    columns = [f"{quoted(feature['name'])} {kinds[feature['kind']]}" for feature in model.features]
    database = sqlite3.connect(":memory:")
    try:
        database.execute(f"CREATE TABLE input({quoted(ROW_COLUMN)} INTEGER, {', '.join(columns)})".replace(", )", ")"))
        places = ", ".join("?" * (len(columns) + 1))
        database.executemany(f"INSERT INTO input VALUES ({places})", [[i, *row] for i, row in enumerate(rows)])
        found = sorted(database.execute(query).fetchall(), key=lambda line: line[0])
        assert [line[0] for line in found] == list(range(len(rows))), "each row must come out once"
        return [list(line[len(columns) + 1:]) for line in found]
    finally:
        database.close()
