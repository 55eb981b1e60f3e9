"""How many small faults in our own code the tests would find: called by scripts/mutation-score.

Plants changes into a copy of the tree (sites.py), builds it once, and runs the tests with one change in effect at a time:
those that get to its place, first those that have found most for the time they take, until one of them fails. A change that was not found in the time for it
counts as one that survives.

What is known so far is kept beside the tree, so that a run that was broken off can go on (--resume).
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import random
import re
import subprocess
import sys
import time

import clang.cindex as clang

import sites

ROOMS = ['compiler/lower/*.cpp', 'compiler/emit/*.cpp', 'compiler/model/interpret.cpp', 'compiler/model/blend.cpp',
         'compiler/prune/*.cpp']
TESTS = re.compile(r'^(unit/(model|prune|lower|emit|audit|learn|evaluate|report|cli)|golden|golden_sources|e2e|cli|oracle|firmware)/')
MOST = 1 << 16


def say(text):
    print(text, file=sys.stderr, flush=True)


def arguments_of(database, path):
    """What the compiler is told about a file, for libclang."""
    command = [word for word in list(database.getCompileCommands(path))[0].arguments][1:-1]
    kept, skip = [], False
    for word in command:
        if skip or word in ('-c', '--', '-Werror') or word.endswith('.cpp'):
            skip = False
        elif word == '-o':
            skip = True
        else:
            kept.append(word)
    return kept + ['-w']


def choose(tree, database, wanted, seed):
    """`wanted` places of all that there are, drawn by the seed; those that do not compile are left out."""
    index = clang.Index.create()
    found, units = [], {}
    files = sorted(path for pattern in ROOMS for path in tree.glob(pattern))
    for path in files:
        unit = units[str(path.relative_to(tree))] = sites.parse(index, str(path), arguments_of(database, str(path)))
        if sites.errors(unit, str(path)):
            raise SystemExit(f'{path} does not parse: {[d.spelling for d in unit.diagnostics][:3]}')
        found += sites.sites(unit, str(path), str(path.relative_to(tree)))
    say(f'mutation-score: {len(found)} places in {len(files)} files')
    random.Random(seed).shuffle(found)
    chosen = {}
    for site in found:
        if len(chosen) == wanted:
            break
        if any(sites.overlap(site, other) for other in chosen.values()):
            continue
        path = tree / site.file
        text = sites.changed(path.read_bytes(), [(1, site)])
        if sites.compiles(units[site.file], str(path), text.decode()):
            chosen[len(chosen) + 1] = site
    return chosen


def plant(tree, chosen):
    by_file = {}
    for mutant, site in chosen.items():
        by_file.setdefault(site.file, []).append((mutant, site))
    for name, planted in by_file.items():
        path = tree / name
        path.write_bytes(sites.plant(path.read_bytes(), planted))
    here = pathlib.Path(__file__).parent
    (tree / 'compiler/support/mutant.cpp').write_bytes((here / 'mutant.cpp').read_bytes())


class Test:
    """A test of ctest: its command, how long it takes, and which mutants it gets to."""

    def __init__(self, described):
        properties = {entry['name']: entry['value'] for entry in described.get('properties', [])}
        self.name, self.command = described['name'], described['command']
        self.directory = properties.get('WORKING_DIRECTORY')
        self.environment = dict(entry.split('=', 1) for entry in properties.get('ENVIRONMENT', []))
        self.seconds, self.reached = 0.0, frozenset()
        self.tried, self.found = 0, 0

    def promise(self):
        """How much is to be expected of it for its time, by what it has found so far."""
        return (1 + self.found) / (2 + self.tried) / (0.05 + self.seconds)

    def run(self, variables, limit):
        environment = {**os.environ, **self.environment, **variables}
        process = subprocess.Popen(self.command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   stdin=subprocess.DEVNULL, start_new_session=True, cwd=self.directory)
        try:
            return process.wait(limit)
        except subprocess.TimeoutExpired:
            return -1
        finally:
            try:
                os.killpg(process.pid, 9)
            except ProcessLookupError:
                pass
            process.wait()

    def rehearse(self, marks):
        """Runs without a mutant; `marks` is a file of its own. False if the test fails as it is."""
        marks.write_bytes(bytes(MOST))
        begun = time.monotonic()
        status = self.run({'ESPALIER_MUTANTS_REACHED': str(marks)}, 1800)
        self.seconds = time.monotonic() - begun
        self.reached = frozenset(i for i, byte in enumerate(marks.read_bytes()) if byte)
        marks.unlink()
        return status == 0


def all_tests(build):
    listed = subprocess.run(['ctest', '--test-dir', str(build), '--show-only=json-v1'], check=True, stdout=subprocess.PIPE)
    described = json.loads(listed.stdout)['tests']
    return [Test(entry) for entry in described if 'command' in entry and TESTS.match(entry['name'])]


def rehearse(tests, build, jobs):
    """Those that pass without a mutant and get to one."""
    marks = build / 'reached'
    marks.mkdir(exist_ok=True)
    useful = []
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        waiting = {pool.submit(test.rehearse, marks / str(number)): test for number, test in enumerate(tests)}
        for done, future in enumerate(concurrent.futures.as_completed(waiting), 1):
            test = waiting[future]
            if not future.result():
                say(f'mutation-score: {test.name} fails without a mutant and is left out')
            elif test.reached:
                useful.append(test)
            if done % 200 == 0:
                say(f'mutation-score: {done} of {len(tests)} tests without a mutant')
    return useful


def rehearse_once(build, jobs, kept):
    """The same, or what an earlier run has found out."""
    tests = all_tests(build)
    if not kept.exists():
        useful = rehearse(tests, build, jobs)
        kept.write_text(json.dumps({test.name: [test.seconds, sorted(test.reached)] for test in useful}))
        return useful
    known = json.loads(kept.read_text())
    useful = [test for test in tests if test.name in known]
    for test in useful:
        test.seconds, test.reached = known[test.name][0], frozenset(known[test.name][1])
    return useful


def judge(mutant, tests, limit):
    """The name of the test that finds the mutant; empty: none does in `limit` seconds."""
    end = time.monotonic() + limit
    for test in sorted((test for test in tests if mutant in test.reached), key=Test.promise, reverse=True):
        test.tried += 1
        if test.run({'ESPALIER_MUTANT': str(mutant)}, 20 + 5 * test.seconds) != 0:
            test.found += 1
            return test.name
        if time.monotonic() > end:
            break
    return ''


def earlier_results(path, tests):
    """Of a run that was broken off: mutants and the tests that found them, which are told so."""
    results = dict(json.loads(line) for line in path.read_text().splitlines()) if path.exists() else {}
    by_name = {test.name: test for test in tests}
    for finder in filter(None, results.values()):
        if finder in by_name:
            by_name[finder].tried += 1
            by_name[finder].found += 1
    return results


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('tree', type=pathlib.Path, help='a copy of the project; it is changed')
    parser.add_argument('--database', required=True, help='directory of compile_commands.json, file by file')
    parser.add_argument('--sample', type=int, default=300)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--jobs', type=int, default=os.cpu_count())
    parser.add_argument('--limit', type=float, default=120, help='seconds for one fault (default 120)')
    parser.add_argument('--json', type=pathlib.Path)
    options = parser.parse_args()
    tree = options.tree.resolve()
    kept = tree.parent
    build = tree / 'build/ci'
    if (kept / 'chosen.json').exists():
        chosen = {int(m): sites.Site(**site) for m, site in json.loads((kept / 'chosen.json').read_text()).items()}
    else:
        database = clang.CompilationDatabase.fromDirectory(options.database)
        chosen = choose(tree, database, options.sample, options.seed)
        plant(tree, chosen)
        subprocess.run(['cmake', '--preset', 'ci', '-DESPALIER_WERROR=OFF'], cwd=tree, check=True, stdout=subprocess.DEVNULL)
        (kept / 'chosen.json').write_text(json.dumps({m: vars(site) for m, site in chosen.items()}))
    say('mutation-score: building')
    subprocess.run(['cmake', '--build', str(build)], check=True, stdout=sys.stderr)

    tests = rehearse_once(build, options.jobs, kept / 'rehearsed.json')
    say(f'mutation-score: {len(tests)} tests get to a mutant, in {sum(test.seconds for test in tests) / 60:.0f} min')

    results = earlier_results(kept / 'results.jsonl', tests)
    with (concurrent.futures.ThreadPoolExecutor(options.jobs) as pool,
          open(kept / 'results.jsonl', 'a', encoding='utf-8') as file):
        waiting = {pool.submit(judge, mutant, tests, options.limit): mutant for mutant in chosen if mutant not in results}
        for done, future in enumerate(concurrent.futures.as_completed(waiting), 1 + len(results)):
            mutant = waiting[future]
            results[mutant] = future.result()
            print(json.dumps([mutant, results[mutant]]), file=file, flush=True)
            if not results[mutant]:
                site = chosen[mutant]
                say(f'mutation-score: not found: {site.file}:{site.line}: {site.original} -> {site.changed}')
            if done % 10 == 0 or done == len(chosen):
                killed = sum(1 for finder in results.values() if finder)
                say(f'mutation-score: {done} of {len(chosen)}, {killed} found')

    report(chosen, results, tests, options)


def report(chosen, results, tests, options):
    explained = json.loads((pathlib.Path(__file__).parent / 'survivors.json').read_text())
    killed = [m for m in chosen if results[m]]
    reached = {m for test in tests for m in test.reached}
    print(f'{len(killed)} of {len(chosen)} mutants found: {100 * len(killed) / len(chosen):.1f} % (seed {options.seed})')
    for mutant, site in sorted(chosen.items(), key=lambda pair: (pair[1].file, pair[1].line)):
        if results[mutant]:
            continue
        key = f'{site.file}: {" ".join(site.original.split())} -> {" ".join(site.changed.split())}'
        why = explained.get(key) or ('not explained' if mutant in reached else 'no test gets there')
        print(f'survives  {site.file}:{site.line}: {key.split(": ", 1)[1]}\n          {why}')
    if options.json:
        rows = [dict(vars(site), mutant=m, found_by=results[m]) for m, site in chosen.items()]
        options.json.write_text(json.dumps(rows, indent=1))


if __name__ == '__main__':
    main()
