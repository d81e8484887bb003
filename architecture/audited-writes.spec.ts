import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { AUDITED_PARTS } from '../src/modules/audit/audited-tables.js';
import { writtenTable } from '../src/platform/database/transaction.js';

const SOURCES = join(__dirname, '..', 'src');
/** These methods take the text of a statement. */
const METHODS: ReadonlySet<string> = new Set(['execute', 'executeText']);
/** Files without these calls need not be parsed. */
const CALLS = /\b(?:execute|executeText|insertRows)\b/;

function unnamedWrites(file: string): string[] {
  const path = relative(SOURCES, file);
  const text = readFileSync(file, 'utf8');
  if (!CALLS.test(text)) return [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isUnnamed(node))
      found.push(`${path}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isUnnamed({ expression, arguments: args }: ts.CallExpression): boolean {
  if (!ts.isPropertyAccessExpression(expression)) return false;
  const [first, ...rest] = args.map((argument, index) => (index === 0 ? textOf(argument) : argument.getText()));
  const method = expression.name.text;
  if (method === 'insertRows') return isPart(first) && !rest.some((text) => text.includes('idColumn'));
  return METHODS.has(method) && isUnread(first);
}

/** Whether the table of a statement cannot be read from its text. Texts that begin with a variable are not known here. */
function isUnread(literal = ''): boolean {
  if (!/^[`'"](?!\$\{|TRUNCATE )/.test(literal)) return false;
  // A computed word may be a table or IGNORE.
  return writtenTable(literal.slice(1).replaceAll(/\$\{[^}]*\}/g, 'IGNORE')) === null;
}

/** A statement in a variable of the same file is read where it is declared. */
function textOf(argument: ts.Expression): string {
  if (!ts.isIdentifier(argument)) return argument.getText();
  for (let scope: ts.Node = argument; !ts.isSourceFile(scope);) {
    scope = scope.parent;
    if (!ts.isBlock(scope) && !ts.isSourceFile(scope)) continue;
    const declared = scope.statements
      .filter(ts.isVariableStatement)
      .flatMap(({ declarationList }) => [...declarationList.declarations])
      .find(({ name }) => name.getText() === argument.text);
    if (declared?.initializer) return declared.initializer.getText();
  }
  return argument.text;
}

const isPart = (text = ''): boolean => text.slice(1, -1) in AUDITED_PARTS;

describe('a statement that writes an audited table', () => {
  const files = readdirSync(SOURCES, { recursive: true, withFileTypes: true })
    .filter(({ name }) => name.endsWith('.ts') && !name.endsWith('.spec.ts'))
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((file) => !file.includes('/migrations/'));

  it('names its table where the audit log reads it, and the records of inserted parts', () => {
    expect(files.flatMap(unnamedWrites)).toEqual([]);
  });

  it.each([
    ['\n  INSERT IGNORE INTO tags (title) VALUES (1)', 'tags'],
    ['REPLACE INTO tags SELECT 1', 'tags'],
    ['update tags t JOIN lists l ON l.id = t.id SET t.a = 1', 'tags'],
    ['DELETE FROM tags', 'tags'],
    ['DELETE t FROM tags t JOIN lists l ON l.id = t.id', 'tags'],
    ['/* comment */ DELETE FROM tags', null],
    ['SELECT id FROM tags FOR UPDATE', null],
  ])('is read: %s', (sql, table) => {
    expect(writtenTable(sql)).toBe(table);
  });
});
