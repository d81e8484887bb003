import { type Count, ROLLUPS, type Rollup } from './counters.js';
import { Tally } from './tally.js';

const [campaigns, steps, days, contacts] = ROLLUPS as [Rollup, Rollup, Rollup, Rollup];

const tallyOf = (...counts: Partial<Count>[]): Tally => {
  const tally = new Tally();
  for (const count of counts)
    tally.add({ day: '2026-06-10', campaignId: null, contactId: null, stepId: null, counters: [], ...count });
  return tally;
};

/** A row as the names of what is not zero. */
const read = (rollup: Rollup, row: readonly unknown[]): Record<string, unknown> => {
  const names = [...(rollup.ownerColumn === null ? [] : [rollup.ownerColumn]), 'day', ...rollup.counters];
  return Object.fromEntries(names.map((name, index) => [name, row[index]]).filter(([, value]) => value !== 0));
};
const rows = (tally: Tally, rollup: Rollup) => tally.rowsOf(rollup).map((row) => read(rollup, row));

describe('Tally', () => {
  it('makes one row of everything with the same key', () => {
    const tally = tallyOf(
      { campaignId: 9, contactId: 5, counters: ['sent'] },
      { campaignId: 9, contactId: 6, counters: ['sent', 'bounced'] },
      { stepId: 17, contactId: 6, counters: ['sent'] },
    );
    expect(rows(tally, campaigns)).toEqual([{ campaign_id: 9, day: '2026-06-10', sent: 2, bounced: 1 }]);
    expect(rows(tally, steps)).toEqual([{ step_id: 17, day: '2026-06-10', sent: 1 }]);
    expect(rows(tally, days)).toEqual([{ day: '2026-06-10', sent: 3, bounced: 1 }]);
    expect(rows(tally, contacts)).toEqual([
      { contact_id: 5, day: '2026-06-10', sent: 1 },
      { contact_id: 6, day: '2026-06-10', sent: 2, bounced: 1 },
    ]);
  });

  it('writes rows in the order of their key, as numbers and not as text', () => {
    const tally = tallyOf(
      { campaignId: 10, day: '2026-06-01', counters: ['sent'] },
      { campaignId: 9, day: '2026-06-02', counters: ['sent'] },
      { campaignId: 9, day: '2026-06-01', counters: ['sent'] },
    );
    expect(rows(tally, campaigns).map((row) => [row['campaign_id'], row['day']])).toEqual([
      [9, '2026-06-01'],
      [9, '2026-06-02'],
      [10, '2026-06-01'],
    ]);
  });

  it('makes no row where a count has no owner or moves nothing', () => {
    const tally = tallyOf({ contactId: 5, counters: ['deleted_contacts'] }, { campaignId: 9, counters: [] });
    expect(tally.rowsOf(campaigns)).toEqual([]);
    expect(tally.rowsOf(contacts)).toEqual([]);
    expect(rows(tally, days)).toEqual([{ day: '2026-06-10', deleted_contacts: 1 }]);
  });
});
