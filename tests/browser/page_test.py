"""The page of `espalier report` in a real browser: does its script answer as the model does, and does the rest of it work?

    page_test.py ESPALIER PAGES DATA OUT BROWSER_PAGES     PAGES: what BROWSER_PAGES made; OUT: pictures of the pages, to be looked at
"""
import json
import pathlib
import subprocess
import sys
import unittest

import webdriver

ESPALIER, PAGES, DATA, OUT, BROWSER_PAGES = (pathlib.Path(word).resolve() for word in sys.argv[1:6])
RIGHT, LEFT, DOWN, ENTER = '\ue014', '\ue012', '\ue015', '\ue007'
CHUNK = 2000  # vectors at once

# Probabilities are compared to the last bit, but for those that are made of e^x.
COMPARE = '''
const exact = !(model.sums && model.combination === "sum");
const wrong = [];
for (const vector of arguments[0]) {
  const answer = answerOf(vector.row.map(number));
  let good = agrees(answer, vector.answer);
  const shares = vector.answer.probabilities || [];
  shares.forEach((share, i) => {
    const difference = Math.abs(share - answer.probabilities[i]);
    if (exact ? difference !== 0 : difference > 1e-12) good = false;
  });
  if (!good) wrong.push([vector, answer]);
}
return wrong.slice(0, 3);
'''


def run(*words):
    subprocess.run([str(ESPALIER), *map(str, words)], check=True, cwd=OUT, stdout=subprocess.DEVNULL)


class Pages(unittest.TestCase):
    """One browser for all tests that do not need another kind."""

    @classmethod
    def setUpClass(cls):
        OUT.mkdir(parents=True, exist_ok=True)
        run('train', DATA / 'iris.csv', '-t', 'species', '-o', 'iris.json', '-q')
        run('report', 'iris.json', '--data', DATA / 'iris.csv', '--property', 'petal_length <= 1.9 => setosa', '-o', 'iris.html')
        run('train', DATA / 'wine.csv', '-t', 'cultivar', '--prune', 'none', '-o', 'wine.json', '-q')
        run('report', 'wine.json', '--data', DATA / 'wine.csv', '-o', 'wine.html')
        # Groups whose column and words are not to be trusted.
        hostile = '<script>document.title="run"</script>'
        words = ["'<img src=x onerror=alert(1)>", '&lt;b&gt;', '&lt;b&gt;', '&lt;b&gt;']
        rows = [f'{i % 7},{"yes" if i % 7 > 2 else "no"},{words[i % 4]}' for i in range(200)]
        (OUT / 'groups.csv').write_text('\n'.join([f'x,y,"{hostile.replace(chr(34), chr(34) * 2)}"', *rows]) + '\n')
        run('train', 'groups.csv', '-t', 'y', '--ignore', hostile, '-o', 'groups.json', '-q')
        run('report', 'groups.json', '--data', 'groups.csv', '--by', hostile, '--by', 'x:2,4', '-o', 'groups.html')
        cls.browser = webdriver.Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.__exit__()

    def open(self, path):
        self.browser.requests()
        self.browser.open(path)
        self.assertEqual(self.browser.complaints(), [])
        asked = [url for url in self.browser.requests() if not url.startswith(('file://' + str(path), 'data:', 'chrome'))]
        self.assertEqual(asked, [], 'the page asks for something else')

    def answer(self):
        return self.browser.text('#row-answer strong')

    def test_scripts_answer_as_the_interpreter_does(self):
        pages = sorted(PAGES.glob('*.html'))
        self.assertGreater(len(pages), 12)
        vectors_in_all = 0
        for page in pages:
            with self.subTest(page=page.stem):
                self.open(page)
                self.assertEqual(self.browser.run('return wrongChecks'), 0)
                vectors = json.loads(page.with_suffix('.json').read_text())
                vectors_in_all += len(vectors)
                for at in range(0, len(vectors), CHUNK):
                    self.assertEqual(self.browser.run(COMPARE, vectors[at:at + CHUNK]), [])
        print(f'{len(pages)} pages, {vectors_in_all} boundary vectors', file=sys.stderr)

    def test_a_large_page_is_small_and_quick_and_right(self):
        run('train', DATA / 'diabetes.csv', '-t', 'progression', '--prune', 'none', '--min-leaf', '1', '--min-split', '2',
            '--max-leaves', '200', '-o', 'large.json', '-q')
        run('report', 'large.json', '--data', DATA / 'diabetes.csv', '-o', 'large.html')
        subprocess.run([str(BROWSER_PAGES), '--vectors', 'large.json', 'vectors.json'], check=True, cwd=OUT)
        page = OUT / 'large.html'
        self.assertLess(page.stat().st_size, 1_500_000)
        self.open(page)
        opened = self.browser.run('return performance.getEntriesByType("navigation")[0].domComplete')
        self.assertEqual(self.browser.run('return document.querySelectorAll("#rules-table tbody tr").length'), 200)
        self.assertEqual(self.browser.run('return document.querySelectorAll("svg.espalier-plot").length'), 2)
        vectors = json.loads((OUT / 'vectors.json').read_text())
        for at in range(0, len(vectors), CHUNK):
            self.assertEqual(self.browser.run(COMPARE, vectors[at:at + CHUNK]), [])
        print(f'200 rules: {page.stat().st_size} bytes, open after {opened:.0f} ms, {len(vectors)} boundary vectors', file=sys.stderr)
        self.assertLess(opened, 5000)  # a tenth of that on a quiet machine

    def test_a_wrong_answer_is_noticed(self):
        text = (PAGES / 'golf.html').read_text()
        self.assertIn('"l":0', text)
        wrong = OUT / 'wrong.html'
        wrong.write_text(text.replace('"l":0', '"l":1', 1))
        self.browser.open(wrong)
        self.browser.complaints()
        self.assertGreater(self.browser.run('return wrongChecks'), 0)
        self.assertTrue(self.browser.shown('#alarm'))

    def test_a_changed_script_does_not_run(self):
        text = (OUT / 'iris.html').read_text()
        changed = OUT / 'changed.html'
        changed.write_text(text.replace('"use strict";', '"use strict"; window.evil = 1;', 1))
        self.browser.open(changed)
        self.assertIsNone(self.browser.run('return window.evil || null'))
        self.assertTrue(any('Content Security Policy' in line for line in self.browser.complaints()))

    def test_hostile_names_do_nothing(self):
        self.open(PAGES / 'hostile.html')
        with_handlers = '[...document.querySelectorAll("*")].filter(e => [...e.attributes].some(a => a.name.startsWith("on"))).length'
        self.assertEqual(self.browser.run(f'return {with_handlers}'), 0)
        self.assertEqual(self.browser.run('return document.scripts.length'), 2)
        self.assertEqual(self.browser.run('return document.querySelectorAll("img, iframe, object, embed, link, audio, video").length'), 0)
        self.browser.click('#tree-open')
        self.browser.click('#row-example')
        self.assertEqual(self.browser.run('return document.scripts.length'), 2)
        self.assertEqual(self.browser.complaints(), [])

    def test_the_tree_folds_by_clicks_and_keys(self):
        self.open(OUT / 'iris.html')
        count = 'return document.querySelectorAll("#tree-frame [role=treeitem]").length'
        self.assertEqual(self.browser.run(count), 13)
        self.browser.click('#tree-frame [data-node="0"] .name')
        self.assertEqual(self.browser.run(count), 1)
        self.assertEqual(self.browser.run('return document.activeElement.dataset.node'), '0')
        self.browser.press(RIGHT)  # as it was
        self.assertEqual(self.browser.run(count), 13)
        self.browser.press(RIGHT)
        self.browser.press(DOWN)
        self.assertEqual(self.browser.run('return document.activeElement.getAttribute("aria-expanded")'), 'true')
        self.browser.press(ENTER)
        self.assertEqual(self.browser.run(count), 3)
        self.browser.press(LEFT)
        self.assertEqual(self.browser.run('return document.activeElement.dataset.node'), '0')
        self.browser.click('#tree-open')
        self.assertEqual(self.browser.run(count), 13)
        width = 'return document.querySelector("#tree-frame svg").getBoundingClientRect().width'
        before = self.browser.run(width)
        self.browser.click('#tree-larger')
        self.assertAlmostEqual(self.browser.run(width), 1.25 * before, 1)

    def test_a_typed_row_is_answered_and_its_way_marked(self):
        self.open(OUT / 'iris.html')
        columns = {'sepal_length': '5.9', 'petal_length': '4.9', 'petal_width': '1.7'}
        ids = self.browser.run('return Object.fromEntries(model.columns.map((c, i) => [c.name, "#column-" + i]))')
        for name, value in columns.items():
            self.browser.type(ids[name], value)
        # petal_length <= 4.95 and petal_width > 1.65
        self.assertEqual(self.answer(), 'virginica')
        self.assertIn('by rule 3', self.browser.text('#row-answer'))
        self.assertIn('petal_width > 1.65', self.browser.text('#row-answer'))
        self.assertEqual(self.browser.run('return document.querySelectorAll("#tree-frame .box.way").length'), 5)
        self.browser.type(ids['petal_width'], '1.6')
        self.assertEqual(self.answer(), 'versicolor')
        self.browser.type(ids['petal_width'], '1,6')
        self.assertIn('not a number', self.browser.text('#row-answer'))
        self.browser.click('#row-form [type=reset]')
        self.assertIn('Type in some values', self.browser.text('#row-answer'))
        self.browser.click('#row-example')
        self.assertEqual(self.answer(), 'setosa')

    def test_the_rules_sort_filter_and_show_themselves(self):
        self.open(OUT / 'iris.html')
        shown = 'return [...document.querySelectorAll("#rules-table tbody tr")].filter(r => !r.hidden).map(r => Number(r.dataset.rule))'
        self.assertEqual(self.browser.run(shown), [1, 2, 3, 4, 5, 6, 7])
        self.browser.click('#rules-table th:nth-child(4) button')
        self.assertEqual(self.browser.run(shown)[-1], 1)  # 50 rows
        self.browser.click('#rules-table th:nth-child(4) button')
        self.assertEqual(self.browser.run(shown)[:3], [1, 2, 7])
        self.assertEqual(self.browser.run('return document.querySelector("#rules-table th:nth-child(4)").getAttribute("aria-sort")'), 'descending')
        self.browser.type('#rules-words', 'sepal_length')
        self.assertEqual(sorted(self.browser.run(shown)), [5, 6])
        self.assertEqual(self.browser.text('#rules-told'), '2 of 7 rules')
        self.browser.type('#rules-words', '')
        self.browser.click('#rules-label option[value="2"]')
        self.assertEqual(sorted(self.browser.run(shown)), [3, 4, 6, 7])
        self.browser.click('tr[data-rule="7"] button')
        self.assertIn('rule 7', self.browser.run('return document.querySelector("#tree-frame .leaf.way").parentElement.getAttribute("aria-label")'))

    def test_everything_has_a_name_and_stands_out(self):
        self.open(OUT / 'wine.html')
        nameless = '''return [...document.querySelectorAll("button, input, select, svg[role=img], section")].filter((e) =>
          !(e.textContent.trim() || e.getAttribute("aria-label") || e.getAttribute("aria-labelledby") || (e.labels && e.labels.length > 0)))
          .map((e) => e.outerHTML.slice(0, 80))'''
        self.assertEqual(self.browser.run(nameless), [])
        self.assertEqual(self.browser.run('const ids = [...document.querySelectorAll("[id]")].map(e => e.id); return ids.length - new Set(ids).size'), 0)
        # Text against its paper: at least 4.5 to 1.
        self.assertEqual(self.browser.run(CONTRAST), [])
        with webdriver.Browser(dark=True) as dark:
            dark.open(OUT / 'wine.html')
            self.assertEqual(dark.run(CONTRAST), [])
            dark.screenshot(OUT / 'dark.png')
        self.browser.screenshot(OUT / 'light.png')

    def test_groups_are_tables_and_pictures(self):
        self.open(OUT / 'groups.html')
        self.assertEqual(self.browser.run('return document.querySelectorAll("#groups h3").length'), 2)
        heads = 'return [...document.querySelectorAll("#groups table:first-of-type tbody th")].slice(0, 3).map(e => e.textContent)'
        self.assertEqual(self.browser.run(heads), ['&lt;b&gt;', "'<img src=x onerror=alert(1)>", 'all'])
        self.assertEqual(self.browser.run('return document.querySelectorAll("#groups caption").length'), 6)
        self.assertEqual(self.browser.run('return document.querySelectorAll("#groups svg[role=img]").length'), 2)
        self.assertEqual(self.browser.run('return document.querySelectorAll("#groups svg circle.point").length'), 4 * 2 + 4 * 3 - 3)  # recall or FPR of groups of one class: none
        self.assertEqual(self.browser.run('return document.querySelectorAll("img").length'), 0)
        self.assertNotEqual(self.browser.run('return document.title'), 'run')
        self.assertEqual(self.browser.run(CONTRAST), [])
        with webdriver.Browser(scripts=False, dark=True) as still:
            still.open(OUT / 'groups.html')
            self.assertTrue(still.shown('#groups table'))
            self.assertTrue(still.shown('#groups svg'))
            self.assertIn('Whom it treats how', still.text('body'))

    def test_paper(self):
        self.open(OUT / 'iris.html')
        self.browser.pdf(OUT / 'iris.pdf')
        self.assertTrue((OUT / 'iris.pdf').read_bytes().startswith(b'%PDF'))
        self.assertLess((OUT / 'iris.pdf').stat().st_size, 2_000_000)

    def test_without_scripts_everything_is_there_to_read(self):
        with webdriver.Browser(scripts=False) as still:
            still.open(OUT / 'iris.html')
            self.assertTrue(still.shown('figure.still svg'))
            self.assertFalse(still.shown('#tree-frame'))
            self.assertFalse(still.shown('#try'))
            text = still.text('body')
            for words in ('2.45 < petal_length <= 4.95', 'petal_length <= 1.9 => setosa', 'proven', 'estimated accuracy', 'virginica'):
                self.assertIn(words, text)
            self.assertFalse(still.shown('#rules-words'))
            still.screenshot(OUT / 'still.png')


CONTRAST = '''
const channel = (c) => { c /= 255; return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4; };
const luminance = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
const parse = (text) => { const found = text.match(/[\\d.]+/g); return found ? found.map(Number) : [0, 0, 0, 0]; };
const paperOf = (e) => { for (; e; e = e.parentElement) { const c = parse(getComputedStyle(e).backgroundColor); if (c.length < 4 || c[3] > 0) return c; } return [255, 255, 255]; };
const poor = [];
for (const e of document.querySelectorAll("body *:not(script):not(style):not(svg):not(svg *)")) {
  if (![...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()) || e.offsetParent === null) continue;
  const a = luminance(parse(getComputedStyle(e).color)), b = luminance(paperOf(e));
  const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  if (ratio < 4.5) poor.push(e.tagName + " " + ratio.toFixed(2) + " " + e.textContent.slice(0, 40));
}
return poor.slice(0, 5);
'''

if __name__ == '__main__':
    if None in webdriver.programs():
        print('skipped: Chromium and chromedriver are not installed')
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
