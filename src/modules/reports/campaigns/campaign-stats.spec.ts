import { campaignRevenue, campaignStats } from './campaign-stats.js';

const figures = {
  sent: 1_000,
  bounced: 15,
  opened: 421,
  clicked: 87,
  unsubscribed: 4,
  machineOpens: 600,
  machineClicks: 13,
};

describe('campaignStats', () => {
  it('relates human activity to delivered emails', () => {
    expect(campaignStats(figures, false)).toEqual({
      sent: 1_000,
      delivered: 985,
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
    expect(campaignStats(figures, true)).toMatchObject({ opened: 1_021, clicked: 100, open_rate: 103.7 });
  });

  it('has no delivered emails on a day on which only older emails bounced', () => {
    expect(campaignStats({ ...figures, sent: 0, bounced: 3 }, false)).toMatchObject({
      delivered: 0,
      delivery_rate: 0,
      open_rate: 0,
    });
  });
});

describe('campaignRevenue', () => {
  it('is a decimal of the currency', () => {
    expect(campaignRevenue({ revenue: 12_345, orders: 5 }, 985, 'EUR')).toEqual({
      total: 123.45,
      orders: 5,
      conversion_rate: 0.5,
      currency: 'EUR',
    });
    expect(campaignRevenue({ revenue: 12_345, orders: 5 }, 0, 'JPY')).toMatchObject({
      total: 12_345,
      conversion_rate: 0,
    });
  });

  it('is 0 without a currency if there are no orders', () => {
    expect(campaignRevenue({ revenue: 0, orders: 0 }, 10, null)).toEqual({
      total: 0,
      orders: 0,
      conversion_rate: 0,
      currency: null,
    });
  });
});
