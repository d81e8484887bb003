import { randomBytes } from 'node:crypto';
import { parseConfig } from '../../../platform/config/config.js';
import { Keys } from '../../../platform/secrets/keys.js';
import { type LinkPurpose, PublicLinks } from './public-links.service.js';

const configWith = (secret: string, previous = '') =>
  parseConfig({
    APP_SECRET: secret,
    APP_SECRET_PREVIOUS: previous,
    DATABASE_URL: 'mysql://x',
    REDIS_URL: 'redis://x',
    PUBLIC_URL: 'https://m.example',
  });

const linksOf = (secret: string, previous = ''): PublicLinks => {
  const config = configWith(secret, previous);
  return new PublicLinks(new Keys(config), config);
};

const OLD = 'an old secret of thirty-two characters or more';
const NEW = 'a new secret of thirty-two characters or more!';
const target = { messageId: 4_294_967_296_123, linkId: 77 };

describe('public links', () => {
  const links = linksOf(OLD);

  it('reads back what it made, for the purpose it was made for', () => {
    expect(links.read('click', links.token('click', target))).toEqual(target);
  });

  it.each([')', '.', '),', '>', '”', '…', ' ', '\u00a0', '!)*'])(
    'reads a token that ends with %j in the text of an email',
    (end) => {
      expect(links.read('unsubscribe', links.token('unsubscribe', target) + end)).toEqual(target);
    },
  );

  it.each(['A', '_', '-', '.A', ').html', '.....', 'é', '١'])('T29 refuses a token that ends with %j', (end) => {
    expect(links.read('unsubscribe', links.token('unsubscribe', target) + end)).toBeNull();
  });

  it('shows neither the id nor any order of ids', () => {
    const bytes = Buffer.from(links.token('click', { messageId: 1, linkId: 1 }), 'base64url');
    const next = Buffer.from(links.token('click', { messageId: 2, linkId: 1 }), 'base64url');
    const same = bytes.filter((byte, index) => byte === next[index]).length;
    expect(same).toBeLessThan(10);
  });

  it('T29 refuses a token for another purpose', () => {
    const token = links.token('open', target);
    for (const purpose of ['click', 'unsubscribe', 'view'] satisfies LinkPurpose[])
      expect(links.read(purpose, token)).toBeNull();
  });

  it('T29 accepts none of many mutated, random and exchanged tokens', () => {
    const purposes: readonly LinkPurpose[] = [
      'open',
      'click',
      'decoy',
      'unsubscribe',
      'preferences',
      'confirm',
      'view',
    ];
    const tokens = purposes.map((purpose) => Buffer.from(links.token(purpose, target), 'base64url'));
    const accepted: string[] = [];
    const rounds = process.env['TEST_DEPTH'] === 'full' ? 60_000 : 12_000;
    for (let round = 0; round < rounds; round += 1) {
      const at = round % purposes.length;
      const [purpose, token] = [purposes[at]!, tokens[at]!];
      const mutated = Buffer.from(token);
      // One bit, then more and more of them: each place of the token gets its turn.
      for (let bit = 0; bit <= round % 5; bit += 1) {
        const place = (Math.floor(round / 7) * (bit + 1) + bit) % (token.length * 8);
        mutated[place >> 3] = (mutated[place >> 3] ?? 0) ^ (1 << (place & 7));
      }
      const random = randomBytes(token.length);
      // The key id is no secret, and so it is right.
      token.copy(random, 0, 0, 2);
      for (const forged of [mutated, random])
        if (!forged.equals(token) && links.read(purpose, forged.toString('base64url'))) accepted.push(purpose);
    }
    for (const purpose of purposes)
      for (const [other, token] of tokens.entries())
        if (purposes[other] !== purpose && links.read(purpose, token.toString('base64url'))) accepted.push(purpose);
    expect(accepted).toEqual([]);
  });

  it.each(['', 'x', 'a'.repeat(40), 'a'.repeat(41), '../../etc', '%00'])('T29 refuses %j', (token) => {
    expect(links.read('open', token)).toBeNull();
  });

  it('still reads links of a former secret after a rotation', () => {
    const token = links.token('unsubscribe', target);
    expect(linksOf(NEW, OLD).read('unsubscribe', token)).toEqual(target);
    expect(linksOf(NEW).read('unsubscribe', token)).toBeNull();
  });

  describe('that carry their target', () => {
    const url = 'https://shop.example/ü?a=1&b=2#c';
    const made = links.urlTo(url, target);
    const token = made.slice(made.lastIndexOf('/') + 1);
    const [own = '', written = '', signature = ''] = token.split('.');

    it('lead to it, also with what a mail program takes for a part of them', () => {
      expect(made).toMatch(/^https:\/\/m\.example\/t\/c\/[\w.-]+$/);
      for (const end of ['', ')', '.', '),']) expect(links.readClick(token + end)).toEqual({ ...target, url });
      expect(links.readClick(links.token('click', target))).toEqual(target);
      expect(linksOf(NEW, OLD).readClick(token)).toEqual({ ...target, url });
      expect(linksOf(NEW).readClick(token)).toBeNull();
    });

    it('T31 lead nowhere without a signature, with that of another link, or changed in any character', () => {
      const evil = Buffer.from('https://evil.example').toString('base64url');
      const other = links.urlTo('https://evil.example', { messageId: 1, linkId: 1 }).split('/').at(-1) ?? '';
      const [, , ofOther = ''] = other.split('.');
      const forged = [
        ...[own, `${own}.${written}`, `${own}.${written}.`, `${own}.${evil}`, `${own}.${evil}.${signature}`],
        ...[`${own}.${evil}.${ofOther}`, `${own}.${written}.${ofOther}`, `${own}..${signature}`],
        ...[
          `${links.token('click', target)}.${evil}.${signature}`,
          `${links.token('click', target)}.${written}.${signature}`,
        ],
        ...Array.from(token, (letter, at) => token.slice(0, at) + (letter === 'A' ? 'B' : 'A') + token.slice(at + 1)),
      ];
      expect(forged.filter((each) => links.readClick(each) !== null)).toEqual([]);
      for (const purpose of ['open', 'unsubscribe', 'decoy', 'click'] as const)
        expect(links.read(purpose, token)).toBeNull();
    });

    it('lead directly to a target that is too long', () => {
      const long = `${url}${'x'.repeat(1_500)}`;
      expect(links.urlTo(long, target)).toBe(long);
    });
  });

  it('makes all links of an email at once, each as it would be by itself', () => {
    const urls = links.urls([
      { purpose: 'open', messageId: 7, linkId: 0 },
      { purpose: 'click', messageId: 7, linkId: 1 },
      { purpose: 'click', messageId: 7, linkId: 2 },
    ]);
    expect(urls).toEqual([
      links.url('open', { messageId: 7, linkId: 0 }),
      links.url('click', { messageId: 7, linkId: 1 }),
      links.url('click', { messageId: 7, linkId: 2 }),
    ]);
    expect(new Set(urls.map((url) => url.slice(-20))).size).toBe(3);
  });

  it('still reads the links of emails that were sent when tokens were made of HMACs', () => {
    // Of message 12345 and link 678, made by that version under this secret.
    const click = 'xif_YcmoA1vDworpKlxmjvYRewQZYjn7LD1viIAh';
    expect(links.read('click', click)).toEqual({ messageId: 12_345, linkId: 678 });
    expect(links.read('open', click)).toBeNull();
    expect(linksOf(NEW, OLD).read('click', click)).toEqual({ messageId: 12_345, linkId: 678 });
    expect(links.read('click', `${click.slice(0, -1)}${click.endsWith('A') ? 'B' : 'A'}`)).toBeNull();
  });
});
