import type { FunnelReportsService } from '../../funnels/funnel-reports.service.js';
import { FunnelsDigest } from './funnels.digest.js';

const FUNNELS = 203;

describe('the mail about all funnels', () => {
  it('adds up all of them, not only those that it has room for', async () => {
    const list = jest.fn(({ page, perPage }: { page: number; perPage: number }) => {
      const here = Math.max(0, Math.min(perPage, FUNNELS - (page - 1) * perPage));
      const subscribers = { totalEntered: 2, currentlyActive: 1, completed: 1, completionRate: 50 };
      const items = Array.from({ length: here }, () => ({ title: 'Welcome', subscribers }));
      return Promise.resolve({
        page: { items, total: FUNNELS },
        measured: { asOf: `2026-06-0${4 - page}T00:00:00.000Z` },
      });
    });
    const digest = new FunnelsDigest({ list } as unknown as FunnelReportsService);
    const { headlines, tables, asOf } = await digest.take();
    expect(headlines.map(({ label, value }) => [label, value])).toEqual([
      ['Funnels', 203],
      ['Entered, ever', 406],
      ['Active now', 203],
      ['Completed, ever', 203],
      ['Completion rate', 50],
    ]);
    expect(tables[0]?.rows).toHaveLength(100);
    expect(asOf).toBe('2026-06-01T00:00:00.000Z');
    expect(list).toHaveBeenCalledTimes(3);
  });
});
