import EMAILS from '../../../../test/support/inbound/emails.json';
import REFUSALS from '../../../../test/support/inbound/refusals.json';
import { verdictOn } from './bounce-verdict.js';
import { readInboundEmail } from './inbound-email.js';

/** Written by people who know the systems of others, and not this program. */
describe('texts of other systems', () => {
  const COUNTS_AS: Readonly<Record<string, readonly (string | null)[]>> = {
    us: [null],
    full: ['soft'],
    unknown: ['hard'],
    none: [null, 'soft'],
  };

  it('never cost a contact unless they say that it does not exist', () => {
    const hard = REFUSALS.filter(({ text }) => verdictOn(null, text, 'recipient').bounceType === 'hard');
    expect(hard.filter(({ meaning }) => meaning !== 'unknown')).toEqual([]);
  });

  it('are understood, but for one in thirty', () => {
    const wrong = REFUSALS.filter(
      ({ text, meaning }) => !COUNTS_AS[meaning]?.includes(verdictOn(null, text, 'recipient').bounceType),
    );
    expect(REFUSALS.length).toBeGreaterThanOrEqual(130);
    expect(wrong.length).toBeLessThanOrEqual(REFUSALS.length / 30);
  });

  const PLACES = {
    MESSAGE_ID: '<1.aaaaaaaaaaaaaaaaaaaaaaaa@news.shop.example>',
    TOKEN_ADDRESS: 'u+token@bounces.shop.example',
    BOUNCE_ADDRESS: 'b+token@bounces.shop.example',
    UNSUBSCRIBE_LINK: 'https://news.shop.example/t/u/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA',
  };
  it.each(EMAILS)('$expected: $why', ({ expected, raw }) => {
    const text = raw.join('\r\n').replace(/\{\{(\w+)\}\}/g, (_whole, name: keyof typeof PLACES) => PLACES[name]);
    const { kind, canOptOut, repliesTo } = readInboundEmail(Buffer.from(text));
    if (expected === 'reply') expect([kind, repliesTo]).toEqual(['other', [PLACES.MESSAGE_ID]]);
    else if (expected.endsWith('unsubscribe')) expect(canOptOut).toBe(expected === 'unsubscribe');
    else expect(kind).toBe(expected);
  });
});
