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
  it('relates people to what was delivered', () => {
    expect(campaignStats(figures, false)).toEqual({
      sent: 1_000,
      delivered: 985,
      opened: 421,
      clicked: 87,
      unsubscribed: 4,
      bounced: 15,
      deliveryRate: 98.5,
      openRate: 42.7,
      clickRate: 8.8,
      unsubscribeRate: 0.4,
    });
  });

  it('adds the hits of machines when asked', () => {
    expect(campaignStats(figures, true)).toMatchObject({ opened: 1_021, clicked: 100, openRate: 103.7 });
  });

  it('has nothing delivered on a day when only older mails came back', () => {
    expect(campaignStats({ ...figures, sent: 0, bounced: 3 }, false)).toMatchObject({
      delivered: 0,
      deliveryRate: 0,
      openRate: 0,
    });
  });
});

describe('campaignRevenue', () => {
  it('is a decimal of its currency', () => {
    expect(campaignRevenue({ revenue: 12_345, orders: 5 }, 985, 'EUR')).toEqual({
      total: 123.45,
      orders: 5,
      conversionRate: 0.5,
      currency: 'EUR',
    });
    expect(campaignRevenue({ revenue: 12_345, orders: 5 }, 0, 'JPY')).toMatchObject({
      total: 12_345,
      conversionRate: 0,
    });
  });

  it('is nothing in no currency where nothing was ever ordered', () => {
    expect(campaignRevenue({ revenue: 0, orders: 0 }, 10, null)).toEqual({
      total: 0,
      orders: 0,
      conversionRate: 0,
      currency: null,
    });
  });
});
