import { parseConfig } from '../../platform/config/config.js';
import { Keys } from '../../platform/secrets/keys.js';
import { PublicLinks } from '../mail-content/links/public-links.service.js';
import { ReturnPaths } from '../senders/return-path.service.js';
import { messageIdOf } from '../sending/ledger/message-id.js';
import { EmailIdentity } from './email-identity.js';

const OLD = 'an older secret for tests of 32 characters and more';
const NEW = 'a secret for tests only, 32 characters and more';
const ID = 123_456_789;

function installation(env: Record<string, string>) {
  const config = parseConfig({ DATABASE_URL: 'mysql://x', REDIS_URL: 'redis://x', ...env });
  const keys = new Keys(config);
  const links = new PublicLinks(keys, config);
  const paths = new ReturnPaths(links);
  return { keys, links, paths, identity: new EmailIdentity(keys, links, paths) };
}

const before = installation({ APP_SECRET: OLD });
const { identity } = installation({ APP_SECRET: NEW, APP_SECRET_PREVIOUS: OLD });
const messageId = messageIdOf(before.keys, ID, 'https://mail.shop.example');
const bounce = before.paths.bounceAddress(ID, 'b.shop.example');
const optOut = before.paths.unsubscribeAddress(ID, 'b.shop.example');
const url = before.links.url('unsubscribe', { messageId: ID, linkId: 0 });

describe('the identity of an email', () => {
  it('is read from its headers and addresses, also with a former secret', () => {
    expect(identity.fromMessageId(messageId)).toBe(ID);
    expect(identity.fromMessageId(` ${messageId.slice(1, -1).toUpperCase()} `)).toBe(ID);
    expect(identity.fromReturnPath(bounce)).toBe(ID);
    expect(identity.fromReturnPath(`<${bounce.toUpperCase()}>`)).toBe(ID);
    expect(identity.fromAddress(optOut)).toEqual({ kind: 'unsubscribe', messageId: ID });
    expect(identity.fromListUnsubscribe(`<${url}>`)).toBe(ID);
    expect(identity.fromListUnsubscribe(`<https://x.example/>,\r\n <mailto:${optOut}?subject=unsubscribe>`)).toBe(ID);
    expect(identity.fromListUnsubscribe(`<mailto:${encodeURIComponent(optOut)}>`)).toBe(ID);
  });

  it('is read from nothing else', () => {
    const [id = '', rest = ''] = messageId.slice(1).split('.', 2);
    for (const text of [
      '',
      '<>',
      `<${id}1.${rest}`,
      `<0${id}.${rest}`,
      messageId.replace(/\.(.)/, (_all, digit: string) => `.${digit === '0' ? '1' : '0'}`),
      messageId.replace('@', 'a@'),
      `<${id}.${rest.slice(0, 12)}@mail.shop.example>`,
      `<${id}.${'g'.repeat(24)}@mail.shop.example>`,
      'x'.repeat(1_000_000),
    ])
      expect(identity.fromMessageId(text)).toBeNull();
    for (const address of [optOut, '', '@', 'b+@x.example', `b${bounce}`, 'x'.repeat(1_000_000)])
      expect(identity.fromReturnPath(address)).toBeNull();
    for (const header of [url, `<mailto:${bounce}>`, `<${url}x>`, '<mailto:%>', '<'.repeat(1_000_000)])
      expect(identity.fromListUnsubscribe(header)).toBeNull();
  });
});
