import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { namedSql } from './named-sql.js';

describe('a named query', () => {
  const folder = mkdtempSync(join(tmpdir(), 'named-sql-'));
  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it('is the text up to the next name, with its comment', () => {
    writeFileSync(
      join(folder, 'queries.sql'),
      '-- name: first\n-- One row.\nSELECT 1\n\n-- name: the-second\nSELECT 2\n',
    );
    expect(namedSql(folder, 'first')).toBe('-- One row.\nSELECT 1');
    expect(namedSql(folder, 'the-second')).toBe('SELECT 2');
    expect(() => namedSql(folder, 'third')).toThrow('has no query named third');
  });
});
