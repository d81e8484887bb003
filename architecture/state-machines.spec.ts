import { execFileSync, type ExecFileException } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { getMetadataArgsStorage } from 'typeorm';
import { StateMachine } from '../src/platform/work/states.js';

const files = readdirSync(join(__dirname, '..', 'src'), { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(ts|sql)$/.test(entry.name) && !entry.name.endsWith('.spec.ts'))
  .map((entry) => join(entry.parentPath, entry.name));
const having = (text: string): string[] => files.filter((file) => readFileSync(file, 'utf8').includes(text));
const exportsOf = (file: string): unknown[] => Object.values(jest.requireActual<object>(file));

const machines = having('new StateMachine(')
  .flatMap(exportsOf)
  .filter((exported) => exported instanceof StateMachine);

describe('the state machines', () => {
  it('are found', () => {
    expect(machines.map(({ table }) => table)).toEqual(
      expect.arrayContaining(['campaigns', 'email_messages', 'sendings', 'webhook_deliveries']),
    );
    expect(new Set(machines.map(({ table }) => table)).size).toBe(machines.length);
    expect(machines.length).toBeGreaterThanOrEqual(15);
  });

  it.each(machines.map((machine) => [machine.table, machine] as const))(
    '%s: has the states of its column',
    (table, { column, states }) => {
      for (const file of having(`@Entity('${table}'`)) exportsOf(file);
      const { tables, columns } = getMetadataArgsStorage();
      const entity = tables.find(({ name }) => name === table)?.target;
      const stored = columns.find(({ target, propertyName }) => target === entity && propertyName === column);
      expect(stored?.options.enum).toEqual(states);
    },
  );
});

describe('the lint rule on literal states', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'literal-states-'));
    const jsPlugins = [join(__dirname, '..', 'scripts', 'lint-rules.mjs')];
    const config = { jsPlugins, categories: { correctness: 'off' }, rules: { 'house/literal-state': 'error' } };
    writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
  });
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  /** Returns the lines of a source that the rule refuses, from 1. */
  function refusedLines(name: string, source: string): number[] {
    const file = join(folder, `${name}.ts`);
    writeFileSync(file, source);
    const oxlint = join(__dirname, '..', 'node_modules', 'oxlint', 'bin', 'oxlint');
    let output: string;
    try {
      const options = ['--config', join(folder, 'config.json'), '--format', 'unix', file];
      output = execFileSync(process.execPath, [oxlint, ...options], { encoding: 'utf8' });
    } catch (error) {
      output = (error as ExecFileException).stdout ?? '';
    }
    return [...output.matchAll(/\.ts:(\d+):\d+: .*house\(literal-state\)/g)].map(([, line]) => Number(line));
  }

  it('refuses them in assignments', () => {
    const refused = [
      `"UPDATE webhooks SET status = 'failed' WHERE id = 1"`,
      "`UPDATE t m JOIN r SET m.reason = IF(m.state = 'a', 1, 2), m.state = IF(m.id IN (:over), 'b', m.state)`",
      "`INSERT INTO t (state) VALUES ('a') ON DUPLICATE KEY UPDATE state = 'a'`",
      "`UPDATE t SET a = 1 ${isFirst ? `, state = 'a', ${rest}` : ''} WHERE id = 1`",
      "`UPDATE t SET state = '${state}' WHERE id = 1`",
      `"state = 'a', attempts = attempts + 1"`,
      `LEASE.take(tx, ids, holder, "state = 'a'")`,
      `MACHINE.move(tx, 'event', { set: "state = 'a'" })`,
    ];
    expect(refusedLines('refused', refused.join(';\n'))).toEqual(refused.map((_, index) => index + 1));
  });

  it('permits conditions, parameters, and states of machines', () => {
    const permitted = [
      `"state = 'a'"`,
      `"state = 'a' AND next_attempt_at IS NULL"`,
      "`SELECT state = 'a', b FROM t ORDER BY state = 'b', c FOR UPDATE`",
      "`UPDATE t SET ${MACHINE.becomes('event')}, a = IF(state = 'a', 1, 2), b = 'c' WHERE state = 'a' AND b IN (1, 2)`",
      '`UPDATE t SET state = :state, status_changed_at = NOW(3), status = NULL WHERE id = 1`',
    ];
    expect(refusedLines('permitted', permitted.join(';\n'))).toEqual([]);
  });

  it('refuses none in files of statements', () => {
    const statements = files.filter((file) => file.endsWith('.sql'));
    expect(statements.length).toBeGreaterThan(10);
    const blocks = statements.flatMap((file) =>
      readFileSync(file, 'utf8')
        .split(/^(?=-- name:)/m)
        .map((block) => [basename(file), JSON.stringify(block)] as const),
    );
    const refused = refusedLines('statements', blocks.map(([, text]) => text).join(';\n'));
    expect(refused.map((line) => blocks[line - 1])).toEqual([]);
  });
});
