/**
 * Writes docs/threats-and-faults.md: for every threat and fault that we know of (docs/security/threats.json) the tests that
 * cover it. A test declares this by an id at the beginning of its title: `it('T17 no column can be set …')`;
 * an id in the title of a `describe` holds for everything in it. So `npm test -- e2e -- -t T17` runs what is about one row.
 *
 *   node scripts/threat-list.mjs           writes it
 *   node scripts/threat-list.mjs --check   fails when it is not current
 *
 * A row without a test fails in either case.
 */
import fs from 'node:fs';
import path from 'node:path';
import { format } from 'oxfmt';
import ts from 'typescript';
import { inProject } from './project.mjs';

const ROWS = inProject('docs/security/threats.json');
const PAGE = inProject('docs/threats-and-faults.md');
const FOLDERS = ['src', 'test'];
const SPEC = /[.-]spec\.ts$/;
const TAGGED = /^(?:[TF]\d+ )+/;
/** Searched first, because parsing a whole program is slow. */
const MAY_BE_TAGGED = /['"`](?:[TF]\d+ )+/;
const TELLS_TITLES = new Set(['it', 'test', 'describe']);

const { threats, faults } = JSON.parse(fs.readFileSync(ROWS, 'utf8'));
const rows = { ...threats, ...faults };
const tests = FOLDERS.flatMap((folder) => specsIn(folder)).flatMap((file) => taggedTests(file));
const missing = Object.keys(rows).filter((row) => !tests.some(({ ids }) => ids.has(row)));
const unknown = tests.filter(({ ids }) => [...ids].some((id) => !(id in rows)));

if (missing.length > 0) fail(`No test covers ${missing.join(', ')}.`);
else if (unknown.length > 0)
  fail(`Ids that ${path.relative(inProject(), ROWS)} does not define: ${unknown.map(({ title }) => title).join('; ')}`);
else await writeOrCheck(await page());

async function writeOrCheck(text) {
  if (!process.argv.includes('--check')) {
    fs.writeFileSync(PAGE, text);
    return;
  }
  const present = fs.existsSync(PAGE) ? fs.readFileSync(PAGE, 'utf8') : '';
  if (present !== text) fail('docs/threats-and-faults.md is not current. Run: node scripts/threat-list.mjs');
}

async function page() {
  const text = [
    '# Threats and faults',
    '',
    '<!-- Written by scripts/threat-list.mjs from docs/security/threats.json and the titles of tests. -->',
    '',
    'This page lists threats and faults with the tests that cover them. `npm run test:security` runs the tests of threats in',
    'their long form, `npm run test:chaos` those of faults; a short form of both is part of `npm test`.',
    '',
    '## Threats',
    '',
    ...Object.entries(threats).flatMap(section),
    '## Faults',
    '',
    ...Object.entries(faults).flatMap(section),
  ].join('\n');
  return (await format(PAGE, text)).code;
}

function section([id, title]) {
  const own = tests.filter(({ ids }) => ids.has(id));
  const files = [...new Set(own.map(({ file }) => file))];
  return [
    `### ${id}: ${title}`,
    '',
    ...files.flatMap((file) => [
      `- [${file}](../${file})`,
      ...own.filter((test) => test.file === file).map((test) => `  - ${asText(test.title)}`),
    ]),
    '',
  ];
}

/** Titles may contain Markdown syntax. */
function asText(title) {
  return title.replace(/[\\`*_[\]<>|~#]/g, (sign) => `\\${sign}`);
}

function specsIn(folder) {
  return fs
    .readdirSync(inProject(folder), { recursive: true })
    .map((name) => path.posix.join(folder, name.split(path.sep).join('/')))
    .filter((name) => SPEC.test(name))
    .sort();
}

/** Returns the tests of a file that have ids: the ids, and the title with those of its parents. */
function taggedTests(file) {
  const text = fs.readFileSync(inProject(file), 'utf8');
  if (!MAY_BE_TAGGED.test(text)) return [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const found = [];
  const visit = (node, around) => {
    const title = ts.isCallExpression(node) ? titleOf(node) : null;
    if (title === null) {
      ts.forEachChild(node, (child) => visit(child, around));
      return;
    }
    const ids = [...around.ids, ...(TAGGED.exec(title.text)?.[0].trim().split(' ') ?? [])];
    const titles = [...around.titles, title.text.replace(TAGGED, '')];
    if (title.kind === 'describe') ts.forEachChild(node, (child) => visit(child, { ids, titles }));
    else if (ids.length > 0) found.push({ file, ids: new Set(ids), title: titles.join(' › ') });
  };
  visit(source, { ids: [], titles: [] });
  return found;
}

/** Returns the title in `it('…')`, `it.each(…)('…')`, and `describe('…')`; null for other calls. */
function titleOf({ expression, arguments: [first] }) {
  if (first === undefined || !(ts.isStringLiteralLike(first) || ts.isTemplateExpression(first))) return null;
  let called = expression;
  while (ts.isCallExpression(called) || ts.isPropertyAccessExpression(called) || ts.isTaggedTemplateExpression(called))
    called = ts.isTaggedTemplateExpression(called) ? called.tag : called.expression;
  // `(IS_LONG ? it : it.skip)('…')`
  if (ts.isParenthesizedExpression(called)) {
    const name = /\b(it|test|describe)\b/.exec(called.getText())?.[1];
    return name ? { kind: name === 'describe' ? 'describe' : 'test', text: textOf(first) } : null;
  }
  if (!ts.isIdentifier(called) || !TELLS_TITLES.has(called.text)) return null;
  return { kind: called.text === 'describe' ? 'describe' : 'test', text: textOf(first) };
}

function textOf(literal) {
  return ts.isStringLiteralLike(literal) ? literal.text : literal.getText().slice(1, -1);
}

function fail(message) {
  console.error(message);
  process.exitCode = 1;
}
