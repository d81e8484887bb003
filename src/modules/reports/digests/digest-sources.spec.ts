import type { ModuleRef } from '@nestjs/core';
import { DigestSources } from './digest-sources.js';

const FUNNELS = 203;
const REQUEST = {
  period: { from: '2026-06-01', to: '2026-06-30' },
  audience: { lists: [], tags: [] },
  settings: { campaignId: null, funnelId: null, currency: null },
};

describe('the digest of all funnels', () => {
  it('sums all funnels, not only the listed ones', async () => {
    const list = jest.fn(({ page, perPage }: { page: number; perPage: number }) => {
      const here = Math.max(0, Math.min(perPage, FUNNELS - (page - 1) * perPage));
      const subscribers = { total_entered: 2, currently_active: 1, completed: 1, completion_rate: 50 };
      const items = Array.from({ length: here }, () => ({ funnel_title: 'Welcome', subscribers }));
      return Promise.resolve({
        funnels: { items, total: FUNNELS },
        meta: { as_of: `2026-06-0${4 - page}T00:00:00.000Z` },
      });
    });
    const sources = new DigestSources({ get: () => ({ list }) } as unknown as ModuleRef);
    const { headlines, tables, asOf } = await sources.of('funnels').build(REQUEST, false);
    expect(headlines.map(({ label, value }) => [label, value])).toEqual([
      ['Funnels', 203],
      ['Entered (all time)', 406],
      ['Active now', 203],
      ['Completed (all time)', 203],
      ['Completed (of entered)', 50],
    ]);
    expect(tables[0]?.rows).toHaveLength(100);
    expect(asOf).toBe('2026-06-01T00:00:00.000Z');
    expect(list).toHaveBeenCalledTimes(3);
  });
});
