/**
 * Checks that code and documentation use the terms of docs/concepts.md and plain technical English. `scripts/language-rules.json` lists
 * the patterns that are refused, with what to write instead, and the allowed exceptions.
 *
 *   node scripts/language.mjs [path ...]   fails with `file:line: "found": advice` for each finding; --count prints one line per rule
 *
 * Prose is checked in comments, in strings that contain a blank, and in documents outside of code. Rules marked `identifiers` also
 * apply to the words of names in code.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import ts from 'typescript';
import { inProject } from './project.mjs';

const { rules, exceptions } = JSON.parse(fs.readFileSync(inProject('scripts/language-rules.json'), 'utf8'));
const RULES = rules.map((rule) => ({ ...rule, expression: new RegExp(`\\b(?:${rule.pattern})\\b`, 'gi') }));
const EXCEPTIONS = exceptions.map(({ file, text }) => ({
  file: new RegExp(`^(?:${file})$`),
  text: new RegExp(text, 'i'),
}));
const CHECKED =
  /^(?:src|test|architecture|scripts|clients|docs|docker|deploy)\/|^[^/]+\.(?:md|mjs|cjs)$|^\.env\.example$/;
const SKIPPED = new RegExp(
  [
    '\\.png$|/generated/|^src/migrations/|^test/fixtures/|src/languages/(?!en|languages)[a-z]+\\.ts$',
    '^docs/(openapi\\.json|threats-and-faults\\.md)|^scripts/language-rules\\.json$',
    '^test/(support/(bounce-samples|inbound|foreign-exports|hit-corpus|provider-events)|golden)/',
  ].join('|'),
);

const counting = process.argv.includes('--count');
const paths = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...paths], {
  cwd: inProject(),
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => CHECKED.test(file) && !SKIPPED.test(file) && fs.existsSync(inProject(file)));
const findings = files.flatMap(findingsIn);
if (counting)
  for (const { pattern } of RULES) console.log(`${findings.filter((f) => f.pattern === pattern).length}\t${pattern}`);
else for (const { file, line, found, advice } of findings) console.log(`${file}:${line}: "${found}": ${advice}`);
console.log(`${findings.length} finding(s) in ${files.length} files`);
process.exitCode = findings.length > 0 ? 1 : 0;

function findingsIn(file) {
  const text = fs.readFileSync(inProject(file), 'utf8');
  const parts = /\.(?:ts|mjs|cjs)$/.test(file) ? partsOfCode(file, text) : partsOfDocument(file, text);
  return parts.flatMap(({ start, text: part, isName = false }) =>
    RULES.filter(({ identifiers }) => !isName || identifiers).flatMap(({ expression, pattern, use }) =>
      [...part.matchAll(expression)]
        .filter(({ index }) => !isAllowed(file, part.slice(Math.max(0, index - 60), index + 60)))
        .map((match) => ({
          file,
          line: text.slice(0, start + (isName ? 0 : match.index)).split('\n').length,
          found: match[0],
          pattern,
          advice: use,
        })),
    ),
  );
}

function isAllowed(file, context) {
  return EXCEPTIONS.some((exception) => exception.file.test(file) && exception.text.test(context));
}

/** Comments, strings with a blank, and the words of identifiers. */
function partsOfCode(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const parts = new Map();
  const comment = (start, end) => parts.set(start, { start, text: text.slice(start, end) });
  const visit = (node) => {
    ts.forEachLeadingCommentRange(text, node.getFullStart(), comment);
    ts.forEachTrailingCommentRange(text, node.getEnd(), comment);
    const start = node.getStart(source);
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node))
      parts.set(start, { start, text: node.text.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2'), isName: true });
    else if ((ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node)) && node.text.includes(' '))
      parts.set(start, { start, text: text.slice(start, node.getEnd()) });
    for (const child of node.getChildren(source)) visit(child);
  };
  visit(source);
  return [...parts.values()];
}

/** A document without its blocks and pieces of code, whose places stay the same. */
function partsOfDocument(file, text) {
  const blank = (code) => code.replaceAll(/[^\n]/g, ' ');
  const prose = file.endsWith('.md')
    ? text.replaceAll(/^```[\s\S]*?^```/gm, blank).replaceAll(/`[^`\n]*`/g, blank)
    : text;
  return [{ start: 0, text: prose.replaceAll(/\]\([^)\s]*\)/g, blank) }];
}
