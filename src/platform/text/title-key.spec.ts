import { titleKey } from './title-key.js';

describe('the key of a title', () => {
  it.each([
    ['VIP', 'vip'],
    ['Straße', 'STRASSE'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['Ｆｕｌｌ', 'full'],
    ['ﬁne', 'FINE'],
    ['two  blanks', 'Two\u00a0Blanks'],
    ['e\u0301', 'É'],
  ])('is the same for "%s" and "%s"', (one, other) => {
    expect(titleKey(one)).toBe(titleKey(other));
  });

  it.each([
    ['resume', 'résumé'],
    ['🎉', '🚀'],
    ['a b', 'ab'],
  ])('differs for "%s" and "%s"', (one, other) => {
    expect(titleKey(one)).not.toBe(titleKey(other));
  });

  it('fits its column and still tells titles apart that unfold beyond it', () => {
    const [one, other] = [`${'ﷺ'.repeat(189)}a`, `${'ﷺ'.repeat(189)}b`].map(titleKey);
    expect(Array.from(one ?? '')).toHaveLength(760);
    expect(one).not.toBe(other);
  });
});
