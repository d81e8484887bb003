import { attributionTo, type Click, isSameAttribution, lastClick, NO_ATTRIBUTION } from './attribution.js';

const click = (clickedAt: string, changes: Partial<Click> = {}): Click => ({
  trackingEventId: 1,
  emailId: 7,
  sourceType: 'campaign',
  sourceId: 9,
  recipientKey: '42',
  clickedAt: new Date(clickedAt),
  ...changes,
});
const ORDERED = new Date('2026-01-10T12:00:00.000Z');

describe('the attributed click', () => {
  it.each([
    [
      'the last one before the order',
      ['2026-01-08T12:00:00Z', '2026-01-09T12:00:00Z', '2026-01-07T12:00:00Z'],
      '2026-01-09',
    ],
    ['not one after the order', ['2026-01-08T12:00:00Z', '2026-01-10T12:00:00.001Z'], '2026-01-08'],
    ['one at the same time', ['2026-01-10T12:00:00.000Z'], '2026-01-10'],
    ['one at the edge of the window', ['2026-01-05T12:00:00.000Z'], '2026-01-05'],
    ['none just outside of the window', ['2026-01-05T11:59:59.999Z'], undefined],
    ['none without clicks', [], undefined],
  ])('is %s', (_what, clicks, day) => {
    const found = lastClick(
      clicks.map((at) => click(at)),
      ORDERED,
      5,
    );
    expect(found?.clickedAt.toISOString().slice(0, 10)).toBe(day);
  });

  it('is the one that was recorded last of two at the same time', () => {
    const at = '2026-01-09T12:00:00Z';
    const clicks = [
      click(at, { trackingEventId: 2, emailId: 2 }),
      click(at, { trackingEventId: 3, emailId: 3 }),
      click(at),
    ];
    expect(lastClick(clicks, ORDERED, 5)?.emailId).toBe(3);
  });
});

describe('the attribution of an order', () => {
  it.each<[string, Partial<Click>, object]>([
    ['a campaign', {}, { campaignId: 9, funnelId: null, stepId: null }],
    [
      'a step of a funnel',
      { sourceType: 'funnel', sourceId: 4, recipientKey: '812:17' },
      { campaignId: null, funnelId: 4, stepId: 17 },
    ],
    [
      'a funnel without a step',
      { sourceType: 'funnel', sourceId: 4, recipientKey: 'test' },
      { campaignId: null, funnelId: 4, stepId: null },
    ],
  ])('is %s', (_what, changes, expected) => {
    const attribution = attributionTo(click('2026-01-09T12:00:00Z', changes));
    expect(attribution).toEqual({ touch: 'last_click', emailId: 7, ...expected });
    expect(isSameAttribution(attribution, { ...attribution })).toBe(true);
    expect(isSameAttribution(attribution, NO_ATTRIBUTION)).toBe(false);
  });

  it('is empty without a click', () => {
    expect(attributionTo(null)).toBe(NO_ATTRIBUTION);
  });
});
