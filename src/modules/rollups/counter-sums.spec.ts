import { type Count, type Deltas, ROLLUPS } from './counters.js';
import { engagementUnit } from './engagement.js';
import { CounterSums } from './counter-sums.js';

const at = (day: string) => ({ day, hour: `${day} 08:00:00` });
const DAY = '2026-06-10';

const sumsOf = (...counts: (Partial<Count> & { readonly deltas: Deltas })[]): CounterSums => {
  const sums = new CounterSums();
  for (const count of counts) sums.add({ at: at(DAY), ...count });
  return sums;
};

/** Returns the rows of a table without zero counters. */
function rows(sums: CounterSums, table: string): Record<string, unknown>[] {
  const rollup = ROLLUPS.find((one) => one.table === table)!;
  const names = [...rollup.key, ...rollup.counters];
  return sums
    .rowsOf(rollup)
    .map((row) =>
      Object.fromEntries(names.map((name, index) => [name, row[index]]).filter(([, value]) => value !== 0)),
    );
}

describe('CounterSums', () => {
  it('merges counts with the same key into one row', () => {
    const sums = sumsOf(
      { campaignId: 9, contactId: 5, deltas: { sent: 1 } },
      { campaignId: 9, contactId: 6, deltas: { sent: 1, bounced: 1 } },
      { stepId: 17, contactId: 6, deltas: { sent: 1 } },
    );
    expect(rows(sums, 'campaign_daily_stats')).toEqual([{ campaign_id: 9, day: DAY, sent: 2, bounced: 1 }]);
    expect(rows(sums, 'funnel_step_daily_stats')).toEqual([{ step_id: 17, day: DAY, sent: 1 }]);
    expect(rows(sums, 'daily_stats')).toEqual([{ day: DAY, sent: 3, bounced: 1 }]);
    expect(rows(sums, 'hourly_stats')).toEqual([{ hour: `${DAY} 08:00:00`, sent: 3, bounced: 1 }]);
    expect(rows(sums, 'contact_daily_stats')).toEqual([
      { contact_id: 5, day: DAY, sent: 1 },
      { contact_id: 6, day: DAY, sent: 2, bounced: 1 },
    ]);
  });

  it('writes rows in the order of their key, numbers as numbers and not as text', () => {
    const sums = sumsOf(
      { campaignId: 10, at: at('2026-06-01'), deltas: { sent: 1 } },
      { campaignId: 9, at: at('2026-06-02'), deltas: { sent: 1 } },
      { campaignId: 9, at: at('2026-06-01'), deltas: { sent: 1 } },
    );
    expect(rows(sums, 'campaign_daily_stats').map((row) => [row['campaign_id'], row['day']])).toEqual([
      [9, '2026-06-01'],
      [9, '2026-06-02'],
      [10, '2026-06-01'],
    ]);
  });

  it('writes no row for a count without a key or a change', () => {
    const sums = sumsOf({ contactId: 5, deltas: { deleted_contacts: 1 } }, { campaignId: 9, deltas: {} });
    for (const table of ['campaign_daily_stats', 'contact_daily_stats', 'contact_totals', 'reason_daily_stats'])
      expect(rows(sums, table)).toEqual([]);
    expect(rows(sums, 'daily_stats')).toEqual([{ day: DAY, deleted_contacts: 1 }]);
  });

  it('sums points of a contact by day, and subtracts corrections to exactly 0', () => {
    const unit = engagementUnit(DAY);
    const sums = sumsOf(
      { contactId: 5, deltas: { opened: 1 } },
      { contactId: 5, deltas: { clicked: 1 } },
      { contactId: 6, deltas: { opened: 1 } },
      { contactId: 6, deltas: { opened: -1 } },
    );
    expect(rows(sums, 'contact_totals')).toEqual([
      { contact_id: 5, opened: 1, clicked: 1, activity: 2, engagement: String(4n * unit) },
      { contact_id: 6, engagement: '0' },
    ]);
  });
});
