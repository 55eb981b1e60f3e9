"""Models of every kind whose size is estimated: scripts/fit-flash-costs measures them. Made from seeded random tables."""
import json
import random
import subprocess

WORDS = ['ash', 'birch', 'cedar', 'elm', 'fir', 'hazel', 'larch', 'maple', 'oak', 'pine', 'rowan', 'spruce', 'teak', 'willow',
         'yew', 'alder', 'aspen', 'beech', 'box', 'cherry', 'ebony', 'holly', 'ivy', 'lime', 'plum', 'thorn', 'vine', 'wych']

# What the columns of a table hold: one letter per column, repeated until there are enough.
DRAW = {
    'f': lambda r: round(r.gauss(0, 3), 3),          # real, both signs
    'p': lambda r: round(r.uniform(0, 50), 2),       # real, not negative
    'i': lambda r: r.randrange(-200000, 200000),     # large whole numbers
    'm': lambda r: r.randrange(-1500, 1500),         # of 12 bits
    's': lambda r: r.randrange(200),                 # of 8 bits
    't': lambda r: r.choice(WORDS[:3]),
    'c': lambda r: r.choice(WORDS[:8]),
    'w': lambda r: r.choice(WORDS),
}


def number_of(value):
    return WORDS.index(value) * 7 % 13 - 5 if isinstance(value, str) else value


class Table:
    """A table in which the target depends on the columns by nested comparisons, with noise."""

    def __init__(self, path, kinds, columns, labels, seed, holes=0.0, noise=0.15, rows=2500):
        self.path, self.labels = path, labels
        r = random.Random(seed)
        letters = [kinds[i % len(kinds)] for i in range(columns)]
        sample = [[DRAW[k](r) for k in letters] for _ in range(rows)]
        middle = []
        for i in range(columns):
            ordered = sorted(number_of(row[i]) for row in sample)
            middle.append([ordered[len(ordered) * q // 8] for q in range(1, 8)])
        with open(path, 'w') as out:
            out.write(','.join(f'x{i}' for i in range(columns)) + ',y\n')
            for row in sample:
                score = 0
                for i in range(columns):
                    j = (i + 1) % columns
                    score += (i % 3 + 1) * (number_of(row[i]) > middle[i][(i + score) % 7]) * \
                        (1 + (number_of(row[j]) > middle[j][(3 + score) % 7]))
                if r.random() < noise:
                    score += r.randrange(7)
                cells = ['' if r.random() < holes else str(v) for v in row]
                target = f'k{score % labels}' if labels else str(round(score * 1.37 + r.gauss(0, 1), 2))
                out.write(','.join(cells) + f',{target}\n')


class Maker:
    """Trains and merges models with the tool."""

    def __init__(self, tool, directory):
        self.tool, self.directory, self.made = tool, directory, 0
        self.tables = {}

    def table(self, kinds, columns, labels, seed, holes=0.0, noise=0.15):
        key = (kinds, columns, labels, seed, holes, noise)
        if key not in self.tables:
            path = f'{self.directory}/t{len(self.tables)}.csv'
            Table(path, *key)
            self.tables[key] = path
        return self.tables[key]

    def train(self, table, *options):
        self.made += 1
        path = f'{self.directory}/m{self.made}.json'
        subprocess.run([self.tool, 'train', table, '-t', 'y', '-o', path, '--folds', '0', '--prune', 'none', '-q', *options],
                       check=True, stderr=subprocess.DEVNULL)
        return path

    def merge(self, paths, combination, arithmetic):
        """Several single trees of the same columns as one model."""
        models = [json.load(open(path)) for path in paths]
        first = models[0]
        regression = first['task'] == 'regression'
        forest = {k: first[k] for k in ('format', 'task', 'target', 'labels', 'features', 'missing') if k in first}
        forest['version'] = 2
        for i, feature in enumerate(forest['features']):
            if 'range' not in feature:
                continue
            ranges = [m['features'][i]['range'] for m in models]
            feature['range'] = [min(a for a, _ in ranges), max(b for _, b in ranges)]
        forest['combination'] = combination
        if combination != 'vote':
            forest['sums'] = {'arithmetic': arithmetic}
            if arithmetic == 'whole' and (regression or combination == 'sum'):
                forest['sums']['exponent'] = 6
            if combination == 'sum':
                forest['sums'].update(base=[0.0], link='identity' if regression else 'logistic')
        forest['trees'] = []
        for model in models:
            nodes = []
            for node in model['trees'][0]['nodes']:
                nodes.append(self.merged_node(node, combination, arithmetic, regression))
            forest['trees'].append({'nodes': nodes})
        forest['provenance'] = {'tool': 'flash_corpus.py', 'data_sha256': '', 'rows': 0, 'options': {}}
        self.made += 1
        path = f'{self.directory}/m{self.made}.json'
        json.dump(forest, open(path, 'w'))
        return path

    @staticmethod
    def merged_node(node, combination, arithmetic, regression):
        kept = {k: v for k, v in node.items() if k not in ('label', 'counts', 'value', 'weight', 'deviation')}
        if node['test'] != 'leaf':
            return kept
        if combination == 'vote':
            return {**kept, 'label': node['label']}
        if not regression and combination == 'mean':
            total = sum(node['counts'])
            shares = [int(65536 * c / total) for c in node['counts']]
            shares[0] += 65536 - sum(shares)
            return {**kept, 'shares': shares if arithmetic == 'whole' else [c / total for c in node['counts']]}
        value = node['value'] if regression else 0.5 - (node['counts'][0] + 1) / (sum(node['counts']) + 2)
        return {**kept, 'value': round(value * 64) / 64 if arithmetic == 'whole' else value}


def types(kind, columns):
    return [f'x{i}={kind}' for i in range(columns)]


def models(maker):
    """Name, path, input types of each model."""
    seed = 0
    # Complete rows: each kind of column, each size, classes and numbers.
    for n, leaves in enumerate([2, 3, 4, 6, 9, 14, 22, 35, 55, 90, 150, 260, 400]):
        for k, (kinds, columns, kind) in enumerate([
                ('f', 6, ''), ('p', 10, ''), ('i', 8, ''), ('m', 8, ''), ('s', 8, ''), ('c', 8, ''), ('w', 5, ''),
                ('t', 12, ''), ('fic', 9, ''), ('sfptmc', 14, ''), ('m', 7, 'int16'), ('s', 9, 'uint8'), ('s', 9, 'int16'),
                ('f', 8, 'double'), ('fs', 28, ''), ('i', 40, ''), ('s', 3, ''), ('i', 4, ''), ('m', 5, ''), ('p', 3, ''), ('c', 4, ''),
                ('ts', 6, '')]):
            seed += 1
            if (n + k) % 2 and leaves not in (9, 35, 150):
                continue
            labels = [2, 4, 9, 0][(n + 2 * k + seed // 5) % 4]
            table = maker.table(kinds, columns, labels, seed)
            path = maker.train(table, '--max-leaves', str(leaves), '--min-leaf', '2')
            yield f'{kinds} {kind or "-"} x{columns}, {labels} labels, {leaves} leaves', path, types(kind, columns) if kind else []
    # Missing values: sentinels, surrogates, their own category, blends.
    for n, leaves in enumerate([2, 4, 7, 12, 25, 60, 130]):
        for k, (policy, kinds, columns) in enumerate([
                ('majority', 'f', 6), ('majority', 'ic', 8), ('learned', 's', 8), ('own-category', 'fc', 7),
                ('surrogate', 'f', 6), ('surrogate', 'i', 7), ('surrogate', 's', 7), ('surrogate', 'fsc', 9), ('surrogate', 'c', 6),
                ('fractional', 'f', 6), ('fractional', 'i', 6), ('fractional', 's', 7), ('fractional', 'c', 5),
                ('fractional', 'fsc', 9)]):
            seed += 1
            labels = [3, 2, 0, 5][(n + k) % 4]
            table = maker.table(kinds, columns, labels, seed, 0.06)
            path = maker.train(table, '--max-leaves', str(leaves), '--min-leaf', '2', '--missing', policy)
            yield f'{policy} {kinds} x{columns}, {labels} labels, {leaves} leaves', path, []
    # Blends of pure leaves, without smoothing, of branches by category.
    for n, leaves in enumerate([2, 3, 5, 9, 20, 45, 80]):
        for k, kinds in enumerate(['f', 's', 'c', 't', 'ic']):
            seed += 1
            labels = [2, 4, 0][(n + k) % 3]
            table = maker.table(kinds, 4, labels, seed, 0.03, 0.0)
            path = maker.train(table, '--max-leaves', str(leaves), '--missing', 'fractional',
                               *(['--smoothing', 'none'] if labels else []), *(['--categorical-split', 'multiway'] if n % 2 else []))
            yield f'pure fractional {kinds} x4, {labels} labels, {leaves} leaves', path, []
    # Several trees.
    for n, (trees, leaves) in enumerate([(2, 3), (3, 2), (5, 3), (3, 6), (4, 12), (6, 20), (10, 8), (16, 15), (30, 6)]):
        for k, (combination, arithmetic, labels) in enumerate([
                ('vote', '', 3), ('mean', 'whole', 3), ('mean', 'whole', 0), ('sum', 'whole', 2), ('sum', 'whole', 0),
                ('mean', 'float32', 3), ('mean', 'float32', 0), ('sum', 'float32', 2), ('sum', 'float32', 0)]):
            seed += 1
            kinds = ['f', 'i', 'fsc', 's', 'c'][(n + k) % 5]
            paths = [maker.train(maker.table(kinds, 7, labels, 1000 + (seed + t) % 60), '--max-leaves', str(leaves), '--min-leaf', '3')
                     for t in range(trees)]
            yield (f'{combination} {arithmetic} {kinds}, {trees} trees of {leaves} leaves, {labels} labels',
                   maker.merge(paths, combination, arithmetic), [])
