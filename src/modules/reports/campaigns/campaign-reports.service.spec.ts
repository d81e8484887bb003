import { campaignTimeline } from './campaign-reports.service.js';

const emails = (day: string, sent: number) => ({
  day,
  sent,
  bounced: 1,
  opened: 2,
  clicked: 3,
  unsubscribed: 4,
  machine_opens: 10,
  machine_clicks: 20,
});
const plain = { includeMachine: false, currency: 'EUR' };
const nothing = { sent: 0, opened: 0, clicked: 0, unsubscribed: 0, bounced: 0, orders: 0, revenue: 0 };

describe('campaignTimeline', () => {
  const figures = [emails('2026-06-03', 7), emails('2026-06-01', 5), { day: '2026-06-04', revenue: 1_999, orders: 1 }];

  it('goes from the first day with figures to the last, including empty days', () => {
    expect(campaignTimeline(figures, null, plain)).toEqual([
      { date: '2026-06-01', sent: 5, opened: 2, clicked: 3, unsubscribed: 4, bounced: 1, orders: 0, revenue: 0 },
      { date: '2026-06-02', ...nothing },
      { date: '2026-06-03', sent: 7, opened: 2, clicked: 3, unsubscribed: 4, bounced: 1, orders: 0, revenue: 0 },
      { date: '2026-06-04', ...nothing, orders: 1, revenue: 19.99 },
    ]);
    expect(campaignTimeline([], null, plain)).toEqual([]);
  });

  it('has every day of a period, and machine activity on request', () => {
    const days = campaignTimeline(
      figures,
      { from: '2026-05-31', to: '2026-06-01' },
      { ...plain, includeMachine: true },
    );
    expect(days).toEqual([
      { date: '2026-05-31', ...nothing },
      { date: '2026-06-01', sent: 5, opened: 12, clicked: 23, unsubscribed: 4, bounced: 1, orders: 0, revenue: 0 },
    ]);
  });

  it('omits empty days if there would be too many', () => {
    const far = [emails('1990-01-01', 1), emails('2026-01-01', 1)];
    expect(campaignTimeline(far, null, plain).map(({ date }) => date)).toEqual(['1990-01-01', '2026-01-01']);
  });
});
