import { campaignRevenueShape, campaignStatsShape } from '../campaigns/dto/campaign-reports.shapes.js';
import { countersOf, figuresOf } from './figure-catalog.js';
import { restOf, sumOf, withCounters } from './sums.js';

const figures = {
  sent: 1_000,
  bounced: 15,
  opened: 421,
  clicked: 87,
  unsubscribed: 4,
  machine_opens: 600,
  machine_clicks: 13,
};

const human = { includeMachine: false, currency: null };
const euros = { includeMachine: false, currency: 'EUR' };

describe('figures of emails', () => {
  it('relates opens and clicks to tracked emails, and the rest to all', () => {
    const partly = { ...figures, untracked_sent: 310, untracked_bounced: 5 };
    expect(figuresOf(campaignStatsShape, partly, human)).toMatchObject({
      ...{ delivered: 985, tracked: 680, delivery_rate: 98.5, open_rate: 61.9, unsubscribe_rate: 0.4 },
    });
  });

  it('relates human activity to delivered emails', () => {
    expect(figuresOf(campaignStatsShape, figures, human)).toEqual({
      sent: 1_000,
      delivered: 985,
      tracked: 985,
      opened: 421,
      clicked: 87,
      unsubscribed: 4,
      bounced: 15,
      delivery_rate: 98.5,
      open_rate: 42.7,
      click_rate: 8.8,
      unsubscribe_rate: 0.4,
    });
  });

  it('adds machine activity on request', () => {
    expect(figuresOf(campaignStatsShape, figures, { ...human, includeMachine: true })).toMatchObject({
      opened: 1_021,
      clicked: 100,
      open_rate: 103.7,
    });
  });

  it('has no delivered emails on a day on which only older emails bounced', () => {
    expect(figuresOf(campaignStatsShape, { ...figures, sent: 0, bounced: 3 }, human)).toMatchObject({
      delivered: 0,
      delivery_rate: 0,
      open_rate: 0,
    });
  });
});

describe('figures with amounts', () => {
  it('is a decimal of the currency', () => {
    expect(figuresOf(campaignRevenueShape, { ...figures, revenue: 12_345, orders: 5 }, euros)).toEqual({
      total: 123.45,
      orders: 5,
      conversion_rate: 0.5,
    });
    expect(
      figuresOf(campaignRevenueShape, { revenue: 12_345, orders: 5 }, { ...human, currency: 'JPY' }),
    ).toMatchObject({
      total: 12_345,
      conversion_rate: 0,
    });
  });

  it('is 0 without a currency if there are no orders', () => {
    expect(figuresOf(campaignRevenueShape, { sent: 10 }, human)).toEqual({
      total: 0,
      orders: 0,
      conversion_rate: 0,
    });
  });
});

describe('sums', () => {
  it('are read by the counters of a rollup that figures need, and by no others', () => {
    const counters = countersOf('campaign_daily_stats', campaignStatsShape, campaignRevenueShape);
    expect(counters).toEqual([
      ...['sent', 'bounced', 'opened', 'clicked', 'unsubscribed'],
      ...['machine_opens', 'machine_clicks', 'untracked_sent', 'untracked_bounced'],
    ]);
    expect(countersOf('campaign_revenue_stats', campaignRevenueShape)).toEqual(['orders', 'revenue']);
    expect(() => countersOf('campaigns', campaignStatsShape)).toThrow('no rollup is called campaigns');
  });

  it('fill queries in, with and without an alias', () => {
    expect(withCounters('SELECT {sums}, {sums c}, {counters}, {counters c}, {zeros}', ['sent'])).toBe(
      'SELECT COALESCE(SUM(sent), 0) AS sent, COALESCE(SUM(c.sent), 0) AS sent, sent, c.sent, 0 AS sent',
    );
  });

  it('are added up, and what rows leave is the rest', () => {
    const rows = [{ sent: 3, bounced: 1 }, { sent: 2 }];
    expect(sumOf(['sent', 'bounced'], rows)).toEqual({ sent: 5, bounced: 1 });
    expect(restOf(['sent', 'bounced'], { sent: 10, bounced: 1 }, rows)).toEqual({ sent: 5, bounced: 0 });
  });
});
