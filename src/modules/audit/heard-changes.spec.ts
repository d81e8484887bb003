import type { Change } from '../../platform/database/database.js';
import { changesByTable } from './heard-changes.js';

const heard = (sql: string, params: Change['params'] = {}, affectedRows = 1, insertId = 0): Change => ({
  sql,
  params,
  written: { affectedRows, insertId },
});

function toldOf(change: Change): unknown {
  return [...changesByTable([change])].map(([table, { named, inserted, hasOthers }]) => ({
    table,
    named: Object.fromEntries([...named].map(([column, ids]) => [column, [...ids]])),
    inserted: [...inserted],
    hasOthers,
  }));
}

describe('what a statement says about the rows it changes', () => {
  it.each([
    ['UPDATE tags SET title = :title WHERE id = :id', { id: 7 }, 'tags', { id: [7] }],
    ['\n  UPDATE contacts c SET c.status = :to WHERE c.id IN (:ids)', { ids: [1, 2] }, 'contacts', { id: [1, 2] }],
    [
      'DELETE FROM notes WHERE subject_id = :id AND id IN (:ids)',
      { id: 3, ids: [4] },
      'notes',
      { subject_id: [3], id: [4] },
    ],
    ['UPDATE campaigns SET a = 1 WHERE id = :id AND (b = 1 OR c = 2)', { id: 5 }, 'campaigns', { id: [5] }],
    [
      'INSERT IGNORE INTO contact_tags (contact_id, tag_id) VALUES :rows ',
      {
        rows: [
          [1, 8],
          [2, 8],
        ],
      },
      'contact_tags',
      { contact_id: [1, 2], tag_id: [8] },
    ],
  ])('%s', (sql, params, table, named) => {
    expect(toldOf(heard(sql, params, 2))).toEqual([{ table, named, inserted: [], hasOthers: false }]);
  });

  it('an inserted row has a new id, unless it was there and was changed', () => {
    const insert = 'INSERT INTO lists (title) VALUES (:values)';
    expect(toldOf(heard(insert, {}, 1, 12))).toEqual([{ table: 'lists', named: {}, inserted: [12], hasOthers: false }]);
    expect(toldOf(heard(insert, {}, 2, 12))).toEqual([{ table: 'lists', named: {}, inserted: [], hasOthers: true }]);
  });

  it.each([
    'UPDATE tags SET total_count = 0',
    'UPDATE tags SET title = :id WHERE slug = :slug',
    'UPDATE tags SET title = 1 WHERE id = :id OR slug = :slug',
  ])('there may be any others: %s', (sql) => {
    expect(toldOf(heard(sql, { id: 1, slug: 'x' }))).toEqual([
      { table: 'tags', named: {}, inserted: [], hasOthers: true },
    ]);
  });

  it('nothing, where no row was met', () => {
    expect(changesByTable([heard('DELETE FROM tags WHERE id = :id', { id: 1 }, 0)]).size).toBe(0);
  });
});
