"""Small tables drawn by a seed: numbers with many ties, words, levels, holes, constant columns and copies of columns.

python3 random_tables.py SEED prints one as CSV, with the options that it needs on a line of standard error.
"""
import random
import sys
from dataclasses import dataclass, field

LEVELS = ["low", "mid", "high", "top"]
NUMBER_POOLS = [
    [0, 1],
    [0, 1, 2, 3],
    [-3, -1, 0, 2, 5, 9],
    [0.25, 0.5, 0.75, 1, 1.5, 4],
    [-0.1, 0.1, 0.2, 0.3, 0.7, 1.1],
    [1e-9, 1, 1000, 1e9],
    list(range(20)),
]
WORD_POOLS = [["a", "b"], ["a", "b", "c"], list("fedcba"), ["7", "10", "-2"], [f"w{n}" for n in range(13)],
              ["a"] * 20 + list("bcdefghijklm")]


@dataclass
class DrawnColumn:
    """Cells are texts; an empty one is missing."""
    name: str
    kind: str  # numeric, words or ordinal
    cells: list


@dataclass
class DrawnTable:
    seed: int
    columns: list
    target: list
    weights: list  # texts, or empty if every row counts one
    regression: bool
    extra: list = field(default_factory=list)  # rows to judge a tree by: lists of cells, the target last

    def header(self):
        return [column.name for column in self.columns] + (["weight"] if self.weights else []) + ["target"]

    def rows(self):
        cells = [column.cells for column in self.columns] + ([self.weights] if self.weights else []) + [self.target]
        return [list(row) for row in zip(*cells)]

    def csv(self):
        return csv_text(self.header(), self.rows())

    def extra_csv(self):
        return csv_text(self.header(), self.extra)

    def arguments(self):
        """The options that say what the columns are."""
        result = ["--target", "target", "--task", "regression" if self.regression else "classification"]
        for column in self.columns:
            if column.kind == "ordinal":
                result += ["--ordinal", f"{column.name}={'<'.join(LEVELS)}"]
            else:
                result += ["--numeric" if column.kind == "numeric" else "--categorical", column.name]
        return result + (["--weight", "weight"] if self.weights else [])

    def has_holes(self):
        return any(cell == "" for row in self.rows() + self.extra for cell in row)

    def without_row(self, at):
        """The same table without one row, to find the smallest that shows a difference."""
        columns = [DrawnColumn(c.name, c.kind, c.cells[:at] + c.cells[at + 1:]) for c in self.columns]
        target, weights = self.target[:at] + self.target[at + 1:], self.weights[:at] + self.weights[at + 1:]
        return DrawnTable(self.seed, columns, target, weights, self.regression, self.extra)

    def without_column(self, at):
        columns = self.columns[:at] + self.columns[at + 1:]
        extra = [row[:at] + row[at + 1:] for row in self.extra]
        return DrawnTable(self.seed, columns, self.target, self.weights, self.regression, extra)


def csv_text(header, rows):
    # The empty cell of a table of one column would be a blank line, but there is always a target.
    return "\n".join(",".join(row) for row in [header] + rows) + "\n"


def number_text(number):
    return repr(number)


def draw_cells(rng, kind, rows):
    if kind == "ordinal":
        return [rng.choice(LEVELS) for _ in range(rows)]
    if kind == "words":
        pool = rng.choice(WORD_POOLS)
        return [rng.choice(pool) for _ in range(rows)]
    if rng.random() < 0.15:  # hardly any ties
        return [number_text(rng.randrange(-400, 400) / 8) for _ in range(rows)]
    pool = rng.choice(NUMBER_POOLS)
    return [number_text(rng.choice(pool)) for _ in range(rows)]


def copy_of(rng, column):
    """The same cells, or the same order of numbers on another scale: its tests are equally good."""
    if column.kind == "numeric" and rng.random() < 0.5:
        return [cell and number_text(float(cell) * 2 + 1) for cell in column.cells]
    return list(column.cells)


def draw_column(rng, name, rows, earlier):
    if earlier and rng.random() < 0.15:
        model = rng.choice(earlier)
        return DrawnColumn(name, model.kind, copy_of(rng, model))
    kind = rng.choices(["numeric", "words", "ordinal"], [5, 4, 1])[0]
    cells = draw_cells(rng, kind, rows)
    if rng.random() < 0.06:
        cells = [cells[0]] * rows
    if rng.random() < 0.3:
        share = rng.choice([0.1, 0.3, 0.6])
        cells = ["" if rng.random() < share else cell for cell in cells]
    return DrawnColumn(name, kind, cells)


def draw_target(rng, rows, columns, regression):
    """Half of the tables have something to learn: a function of one column, with a little noise."""
    if regression:
        pool = rng.choice([[0, 1], [0, 1, 2, 3, 8], [n / 4 for n in range(30)], [n / 10 for n in range(30)]])
    else:
        pool = list("pqrs")[:rng.choice([2, 2, 2, 3, 4])]
    if rng.random() < 0.5:
        return [str(rng.choice(pool)) for _ in range(rows)]
    column = rng.choice(columns)
    answers = {cell: rng.choice(pool) for cell in sorted(set(column.cells))}
    return [str(rng.choice(pool) if rng.random() < 0.2 else answers[cell]) for cell in column.cells]


def draw_table(seed):
    rng = random.Random(seed)
    rows = rng.choice([rng.randint(2, 8), rng.randint(4, 16), rng.randint(8, 40)])
    extra = rng.randint(1, 12)
    names = rng.sample(["alpha", "beta", "gamma", "delta", "epsilon", "Zeta", "x10", "x9"], rng.randint(1, 5))
    columns = []
    for name in names:
        columns.append(draw_column(rng, name, rows + extra, columns))
    regression = rng.random() < 0.35
    target = draw_target(rng, rows + extra, columns, regression)
    weighted = rng.random() < 0.2
    weights = [str(rng.choice([1, 1, 2, 3, 0.5, 0.25, 10])) for _ in range(rows + extra)] if weighted else []
    whole = DrawnTable(seed, columns, target, weights, regression)
    drawn = parted(whole, rows)
    if not any(cell for column in drawn.columns for cell in column.cells):
        return draw_table(seed + 10**9)  # nothing is known of any row: refused
    return drawn


def parted(whole, rows):
    """The first rows to grow from; of the others, those that know no class that growing does not know."""
    known = set(whole.target[:rows])
    extra = [row for row in whole.rows()[rows:] if whole.regression or row[-1] in known]
    columns = [DrawnColumn(c.name, c.kind, c.cells[:rows]) for c in whole.columns]
    return DrawnTable(whole.seed, columns, whole.target[:rows], whole.weights[:rows], whole.regression, extra)


if __name__ == "__main__":
    drawn = draw_table(int(sys.argv[1]))
    print(" ".join(drawn.arguments()), file=sys.stderr)
    print(drawn.csv(), end="")
