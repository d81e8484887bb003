import { type Count, type Moves, ROLLUPS } from './counters.js';
import { engagementUnit } from './engagement.js';
import { Tally } from './tally.js';

const at = (day: string) => ({ day, hour: `${day} 08:00:00` });
const DAY = '2026-06-10';

const tallyOf = (...counts: (Partial<Count> & { readonly moves: Moves })[]): Tally => {
  const tally = new Tally();
  for (const count of counts) tally.add({ at: at(DAY), ...count });
  return tally;
};

/** The rows of a table with what is not zero in them. */
function rows(tally: Tally, table: string): Record<string, unknown>[] {
  const rollup = ROLLUPS.find((one) => one.table === table)!;
  const names = [...rollup.key, ...rollup.counters];
  return tally
    .rowsOf(rollup)
    .map((row) =>
      Object.fromEntries(names.map((name, index) => [name, row[index]]).filter(([, value]) => value !== 0)),
    );
}

describe('Tally', () => {
  it('makes one row of everything with the same key', () => {
    const tally = tallyOf(
      { campaignId: 9, contactId: 5, moves: { sent: 1 } },
      { campaignId: 9, contactId: 6, moves: { sent: 1, bounced: 1 } },
      { stepId: 17, contactId: 6, moves: { sent: 1 } },
    );
    expect(rows(tally, 'campaign_daily_stats')).toEqual([{ campaign_id: 9, day: DAY, sent: 2, bounced: 1 }]);
    expect(rows(tally, 'funnel_step_daily_stats')).toEqual([{ step_id: 17, day: DAY, sent: 1 }]);
    expect(rows(tally, 'daily_stats')).toEqual([{ day: DAY, sent: 3, bounced: 1 }]);
    expect(rows(tally, 'hourly_stats')).toEqual([{ hour: `${DAY} 08:00:00`, sent: 3, bounced: 1 }]);
    expect(rows(tally, 'contact_daily_stats')).toEqual([
      { contact_id: 5, day: DAY, sent: 1 },
      { contact_id: 6, day: DAY, sent: 2, bounced: 1 },
    ]);
  });

  it('writes rows in the order of their key, numbers as numbers and not as text', () => {
    const tally = tallyOf(
      { campaignId: 10, at: at('2026-06-01'), moves: { sent: 1 } },
      { campaignId: 9, at: at('2026-06-02'), moves: { sent: 1 } },
      { campaignId: 9, at: at('2026-06-01'), moves: { sent: 1 } },
    );
    expect(rows(tally, 'campaign_daily_stats').map((row) => [row['campaign_id'], row['day']])).toEqual([
      [9, '2026-06-01'],
      [9, '2026-06-02'],
      [10, '2026-06-01'],
    ]);
  });

  it('makes no row where a count has no owner or moves nothing', () => {
    const tally = tallyOf({ contactId: 5, moves: { deleted_contacts: 1 } }, { campaignId: 9, moves: {} });
    for (const table of ['campaign_daily_stats', 'contact_daily_stats', 'contact_totals', 'reason_daily_stats'])
      expect(rows(tally, table)).toEqual([]);
    expect(rows(tally, 'daily_stats')).toEqual([{ day: DAY, deleted_contacts: 1 }]);
  });

  it('adds up what a contact did in points of the day, and takes away to nothing what it did not do', () => {
    const unit = engagementUnit(DAY);
    const tally = tallyOf(
      { contactId: 5, moves: { opened: 1 } },
      { contactId: 5, moves: { clicked: 1 } },
      { contactId: 6, moves: { opened: 1 } },
      { contactId: 6, moves: { opened: -1 } },
    );
    expect(rows(tally, 'contact_totals')).toEqual([
      { contact_id: 5, opened: 1, clicked: 1, activity: 2, engagement: String(4n * unit) },
      { contact_id: 6, engagement: '0' },
    ]);
  });
});
