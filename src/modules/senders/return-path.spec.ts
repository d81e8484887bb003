import { parseConfig } from '../../platform/config/config.js';
import { Keys } from '../../platform/secrets/keys.js';
import { PublicLinks } from '../mail-content/links/public-links.service.js';
import { ReturnPaths } from './return-path.service.js';

const config = parseConfig({
  APP_SECRET: 'a secret for tests only, 32 characters and more',
  DATABASE_URL: 'mysql://x',
  REDIS_URL: 'redis://x',
});
const links = new PublicLinks(new Keys(config), config);
const paths = new ReturnPaths(links);
const localPartOf = (address: string): string => address.slice(0, address.indexOf('@'));

describe('a VERP address', () => {
  it('identifies the email and the purpose in any case, and fits the length limit', () => {
    const bounce = localPartOf(paths.bounceAddress(2 ** 40, 'bounces.example.com'));
    const optOut = localPartOf(paths.unsubscribeAddress(7, 'bounces.example.com'));
    expect(bounce).toMatch(/^b\+[a-z2-7]+$/);
    expect(bounce.length).toBeLessThanOrEqual(64);
    expect(paths.readReturnPath(bounce.toUpperCase())).toEqual({ kind: 'bounce', messageId: 2 ** 40 });
    expect(paths.readReturnPath(optOut)).toEqual({ kind: 'unsubscribe', messageId: 7 });
  });

  it('cannot be forged, and a bounce address cannot be changed into an opt-out address', () => {
    const bounce = localPartOf(paths.bounceAddress(7, 'x.example'));
    const token = Buffer.from(links.token('unsubscribe', { messageId: 7, linkId: 0 }), 'base64url');
    expect(token.length).toBeGreaterThan(0);
    for (const made of [
      `u${bounce.slice(1)}`,
      `${bounce.slice(0, -2)}aa`,
      `${bounce}a`,
      'b+',
      'b',
      '',
      'b+7',
      `c${bounce.slice(1)}`,
    ])
      expect(paths.readReturnPath(made)).toBeNull();
  });
});
