import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import ts from 'typescript';
import { AUDITED_PARTS, AUDITED_TABLES, UNAUDITED_TABLES } from '../src/modules/audit/audited-tables.js';

const SOURCES = join(__dirname, '..', 'src');
const KNOWN = new Set([...Object.keys(AUDITED_TABLES), ...Object.keys(AUDITED_PARTS), ...UNAUDITED_TABLES]);
/** These files write tables with computed names, none of which is audited. */
const OTHER_TABLES = join(SOURCES, 'modules', 'rollups');
const WRITE = /^[`'"]\s*(?:INSERT|REPLACE|UPDATE|DELETE)\s+(?:IGNORE\s+)?(?:INTO\s+|(?:\w+\s+)?FROM\s+)?(\w+|\$)/i;
/** The index of the argument with the changed records, by method. */
const NAMED_AT: Readonly<Record<string, number>> = { execute: 2, executeText: 1 };
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
  const place = NAMED_AT[method];
  const table = WRITE.exec(first ?? '')?.[1];
  if (place === undefined || table === undefined) return false;
  if (table === '$') return args[place] === undefined;
  return KNOWN.has(table) && args[place]?.getText().includes(`changes: '${table}'`) !== true;
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
    .filter((file) => !file.includes('/migrations/') && !file.startsWith(OTHER_TABLES));

  it('names the changed records', () => {
    expect(files.flatMap(unnamedWrites)).toEqual([]);
  });
});
