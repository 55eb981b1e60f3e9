"""The report as text: what the terminal shows and docs/performance.md has, both as Markdown."""
import math

BUSY = 1.2  # times the processor time


def amount(value, unit):
    if unit == "MB":
        return f"{value:,.0f} MB"
    return f"{value:.3g} s" if value < 100 else f"{value:,.0f} s"


def times(ratio):
    """Rounded down: what is shown was reached."""
    digits = 2 if ratio < 10 else 1 if ratio < 100 else 0
    return f"{math.floor(ratio * 10**digits) / 10**digits:.{digits}f}x"


def asked(ratio):
    return "–" if ratio is None else f"{ratio:.3g}x"


def markdown(header, lines):
    """A table whose columns are as wide as they must be; all but the first column to the right."""
    cells = [header, *lines]
    widths = [max(3, *(len(line[i]) for line in cells)) for i in range(len(header))]
    rule = ["-" * widths[0]] + ["-" * (width - 1) + ":" for width in widths[1:]]
    padded = [[cell.ljust(width) if i == 0 else cell.rjust(width) for i, (cell, width) in enumerate(zip(line, widths))]
              for line in [header, rule, *lines]]
    return "".join(f"| {' | '.join(line)} |\n" for line in padded)


def ratios(report):
    lines = [[row["what"], row["set"], row["against"], amount(row["espalier"], row["unit"]), amount(row["peer"], row["unit"]),
              times(row["ratio"]), asked(row["must"]), asked(row["stretch"]), row["verdict"]] for row in report["rows"]]
    return markdown(["", "set", "against", "Espalier", "peer", "ratio", "must", "stretch", ""], lines) if lines else ""


def growth(report):
    found = report["growth"]
    if found is None:
        return ""
    points = ", ".join(f"{seconds:.3g} s for {rows:,} rows" for rows, seconds in found["points"])
    asked = f"; must n^{found['must']}, stretch n^{found['stretch']}: {found['verdict']}" if found["must"] else ""
    return f"Growth of the exact fit with rows, {found['set']}: n^{found['exponent']:.2f} ({points}){asked}.\n"


def equality(report):
    lines = [[f"{entry['set']}, {entry['mode']}, against {entry['against']}", *(f"{nodes:,}" for nodes in entry["nodes"]),
              *(f"{value:,.4f}" for value in entry["impurity"]), f"{entry['difference']:.1g}",
              "equal" if entry["same"] else "different"] for entry in report["equality"]]
    header = ["tree", "nodes", "theirs", "impurity", "theirs", "relative difference", ""]
    return markdown(header, lines) if lines else ""


def all_figures(result):
    def seconds(entry, part):
        return f"{entry[part]['cpu']:.3f}" if part in entry else "–"

    lines = [[f"{entry['set']} {entry['who']}, {entry['mode']}", f"{entry['rows']:,}", seconds(entry, "load"),
              seconds(entry, "fit"), seconds(entry, "process"), f"{entry['peak_mb']:,.0f}",
              f"{entry['tree']['nodes']:,}" if "tree" in entry else "–", str(entry["repetitions"])]
             for entry in result["figures"]]
    return markdown(["", "rows", "read s", "fit s", "process s", "peak MB", "nodes", "best of"], lines)


def machine(result):
    described = result["machine"]
    versions = ", ".join(f"{name} {version}" for name, version in result["versions"].items())
    return (f"{described['processor']}, {described['cores']} cores, {described['memory_gb']:.0f} GB, {described['system']}; "
            f"{described['build']}; {versions}.\n")


def busy(result):
    """The runs that had to share their processor. With one to itself, the wall clock shows a process's processor time."""
    shared = []
    for entry in result["figures"]:
        slower = entry["process"]["wall"] / entry["process"]["cpu"]
        if slower >= BUSY:
            shared.append(f"{entry['set']} {entry['who']}, {entry['mode']} ({slower:.1f})")
    if not shared:
        return ""
    return ("The machine was busy with other work as well, which lengthens processor time, too. Figures of these runs are rough (in brackets "
            f"the wall clock, in processor time): {'; '.join(shared)}.\n")


def left_out(result):
    return "".join(f"Not measured: {text}.\n" for text in result["left_out"])


def whole(result):
    warning = "SMALL TABLES: what is asked for is asked of whole sets, and these ratios say little.\n\n" if result["small"] else ""
    parts = [ratios(result["report"]), growth(result["report"]), equality(result["report"]), all_figures(result), left_out(result),
             busy(result), machine(result)]
    return warning + "\n".join(part for part in parts if part)
