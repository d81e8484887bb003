import { createHash, randomBytes } from 'node:crypto';
import { FeedbackService } from '../../src/modules/feedback/feedback.service.js';
import { InboundMessages } from '../../src/modules/feedback/inbound/inbound-messages.service.js';
import { PublicLinks } from '../../src/modules/mail-content/links/public-links.service.js';
import { ReturnPaths } from '../../src/modules/senders/return-path.service.js';
import { messageIdOf } from '../../src/modules/sending/ledger/message-id.js';
import { Keys } from '../../src/platform/secrets/keys.js';
import { BOUNCE_SAMPLES, bounceSample, type SampleTokens } from '../support/bounce-samples/bounce-sample.js';
import { insertSubscribers } from '../support/builders/audience.js';
import { World } from '../support/world.js';

const PEOPLE = 20;
const FORGERIES = 1_000;
const MB = 1024 * 1024;

describe('forged delivery reports', () => {
  let world: World;
  let messages: InboundMessages;
  let paths: ReturnPaths;
  let links: PublicLinks;
  let keys: Keys;
  let emails: { id: number; email: string }[];

  beforeAll(async () => {
    world = await World.start({ worker: false });
    messages = world.api.get(InboundMessages, { strict: false });
    paths = world.api.get(ReturnPaths, { strict: false });
    links = world.api.get(PublicLinks, { strict: false });
    keys = world.api.get(Keys, { strict: false });
    await insertSubscribers(world.db, (await world.given.list()).id, 'victim', PEOPLE);
    await world.db.transaction((tx) =>
      tx.execute(
        `INSERT INTO email_messages (source_type, source_id, recipient_key, content_id, contact_id, email, state, sending_at)
         SELECT 'campaign', 1, id, 0, id, email, 'sent', NOW(3) FROM contacts ORDER BY id`,
      ),
    );
    emails = await world.db.query('SELECT id, email FROM email_messages ORDER BY id');
  });

  const tokensOf = (id: number): SampleTokens => ({
    bounceAddress: paths.bounceAddress(id, 'bounces.example.com'),
    unsubscribeAddress: paths.unsubscribeAddress(id, 'bounces.example.com'),
    messageId: messageIdOf(keys, id, world.config.http.publicUrl),
    listUnsubscribe: `<${links.url('unsubscribe', { messageId: id, linkId: 0 })}>`,
  });
  /** Returns everything that a report could change. */
  const everything = async (): Promise<string> => {
    const rows = await Promise.all([
      world.db.query('SELECT id, status, updated_at FROM contacts ORDER BY id'),
      world.db.query('SELECT * FROM email_messages ORDER BY id'),
      world.db.query('SELECT * FROM sending_tallies'),
      world.db.query('SELECT id, kind, outcome FROM feedback_reports ORDER BY id'),
      world.db.query('SELECT COUNT(*) AS events FROM domain_events'),
    ]);
    return createHash('sha256').update(JSON.stringify(rows)).digest('hex');
  };

  it('T40 change nothing without a valid token: 1,000 forgeries, 0 changes', async () => {
    const before = await everything();
    const outcomes = new Set<string>();
    for (let number = 0; number < FORGERIES; number += 1) {
      const victim = emails[number % PEOPLE]!;
      const sample = BOUNCE_SAMPLES[number % BOUNCE_SAMPLES.length]!;
      const raw = bounceSample(sample, forgedTokens(tokensOf(victim.id), number))
        .toString('latin1')
        .replaceAll('ada@reader.example', victim.email);
      outcomes.add((await messages.take(Buffer.from(raw, 'latin1'))).outcome);
    }
    expect([...outcomes]).toEqual(['unrecognised']);
    expect(await everything()).toBe(before);
  });

  it('T40 change no contact by a token of another purpose', async () => {
    const before = await everything();
    const [{ id } = { id: 0 }] = emails;
    const purposes = ['open', 'click', 'decoy', 'view', 'preferences', 'confirm'] as const;
    for (const purpose of purposes) {
      const url = links
        .url(purpose, { messageId: id, linkId: 0 })
        .replace(/\/t\/\w\//, '/t/u/')
        .replace('.gif', '');
      const none = { ...tokensOf(id), bounceAddress: 'x@example.com', messageId: '<x@example.com>' };
      const raw = bounceSample('postfix-no-such-domain', { ...none, listUnsubscribe: `<${url}>` });
      expect((await messages.take(raw)).outcome).toBe('unrecognised');
    }
    // The opt-out address does not accept bounces, and the reverse.
    const swappedTokens = { ...tokensOf(id), messageId: '<x@example.com>', listUnsubscribe: '<https://x.example/>' };
    const swapped = {
      ...swappedTokens,
      bounceAddress: swappedTokens.unsubscribeAddress.replace(/^u/, 'b'),
      unsubscribeAddress: swappedTokens.bounceAddress.replace(/^b/, 'u'),
    };
    for (const sample of ['postfix-unknown-user', 'optout-gmail'])
      expect((await messages.take(bounceSample(sample, swapped))).outcome).toBe('unrecognised');
    expect(await everything()).toBe(before);
  });

  it('T40 change only the email of their token, once, however often they are repeated', async () => {
    const [, mine, other] = emails;
    const statuses = (): Promise<{ status: string }[]> =>
      world.db.query('SELECT status FROM contacts WHERE email IN (:emails) ORDER BY id', {
        emails: [mine!.email, other!.email],
      });
    // Names another contact in every other field.
    const raw = bounceSample('postfix-unknown-user', tokensOf(mine!.id))
      .toString()
      .replaceAll('ada@reader.example', other!.email);
    for (let time = 0; time < 200; time += 1)
      await messages.take(Buffer.from(raw.replace('<20261120091503.', `<${time}.`)));
    expect(await statuses()).toEqual([{ status: 'bounced' }, { status: 'subscribed' }]);
    const [{ reports, events } = { reports: 0, events: 0 }] = await world.db.query<{ reports: number; events: number }>(
      `SELECT (SELECT COUNT(*) FROM feedback_reports WHERE message_id = :id) AS reports,
              (SELECT COUNT(*) FROM domain_events WHERE type = 'email.bounced' AND subject_id = :id) AS events`,
      { id: mine!.id },
    );
    expect(events).toBe(1);
    expect(reports).toBeLessThanOrEqual(20);
  });

  const head = 'From: MAILER-DAEMON@x.example\r\nSubject: failure notice\r\nMIME-Version: 1.0\r\n';
  const nest = (levels: number, boundary: (level: number) => string): string =>
    Array.from(
      { length: levels },
      (_, level) => `Content-Type: multipart/mixed; boundary="${boundary(level)}"\r\n\r\n--${boundary(level)}\r\n`,
    ).join('');
  const bombs: Readonly<Record<string, () => string>> = {
    '10,000 nested parts': () => head + nest(10_000, (level) => `b${level}`),
    'half a million parts side by side': () => `${head}${nest(1, () => 'b')}${'--b\r\n\r\n'.repeat(500_000)}`,
    'more than 5 MB': () => `${head}\r\n${'a'.repeat(6 * MB)}`,
    'a header of 5 MB': () => `${head}X: ${'a'.repeat(5 * MB - 200)}`,
    '40,000 headers': () => `${head}${'X: a\r\n'.repeat(40_000)}\r\n`,
    'not an email': () => '\u0000'.repeat(MB),
  };
  it.each(Object.keys(bombs))('T41 are set aside if they are decompression or nesting bombs: %s', async (name) => {
    const { body } = await world.all
      .post('/feedback/message')
      .set('Content-Type', 'message/rfc822')
      .send(Buffer.from(bombs[name]!(), 'latin1'))
      .expect(200);
    expect(body).toMatchObject({ outcome: 'quarantined', kind: 'unreadable', email_id: null });
    await world.http.get('/health/live').expect(200);
  });

  it('T41 are parsed as far as possible if they only resemble bombs', async () => {
    const slow = {
      'near misses of a delimiter at every level': head + nest(9, () => 'b') + '\n--b x'.repeat((5 * MB) / 6 - 500),
      'an unknown charset': `${head}Content-Type: text/plain; charset="utf-9'\\"; DROP"\r\n\r\nno such user`,
      'an unterminated charset': `${head}Content-Type: text/plain; charset="${'x'.repeat(100_000)}"\r\n\r\nno such user`,
      'invalid UTF-8': `${head}Content-Type: text/plain; charset=utf-8\r\n\r\n${'\u00ff\u00fe'.repeat(100_000)}`,
      'only tags': `${head}Content-Type: text/html\r\n\r\n${'<'.repeat(5 * MB - 500)}`,
      'only dashes and empty lines': `${head}\r\n${'--   \n'.repeat(800_000)}`,
      'a hundred thousand tokens': `${head}\r\nno such user ${`b+${'a'.repeat(50)}@x.example `.repeat(75_000)}`,
    };
    for (const text of Object.values(slow)) {
      const { outcome, kind } = await messages.take(Buffer.from(text, 'latin1'));
      expect({ outcome, kind }).toEqual({ outcome: 'unrecognised', kind: 'bounce' });
    }
  });

  it('T42 cannot inject into SQL statements or log lines', async () => {
    const feedback = world.api.get(FeedbackService, { strict: false });
    const [, , , target] = emails;
    const words = `550 5.1.1 '; DROP TABLE contacts; -- \r\nX: y\u0000\u001b[31m\u2028${'é'.repeat(5_000)}`;
    expect(
      await feedback.report({
        ...{ provider: 'generic', eventKey: "x'; --", emailId: target!.id, at: new Date(8.64e15) },
        ...{ kind: 'bounce', bounceType: 'hard', code: "5.1.1'; --", diagnostic: words },
      }),
    ).toBe('applied');
    const [row] = await world.db.query<{ smtp_code: string; reason: string; late: number }>(
      'SELECT smtp_code, reason, bounced_at > NOW(3) AS late FROM email_messages WHERE id = :id',
      { id: target!.id },
    );
    expect(row).toMatchObject({ smtp_code: '5.1.1', late: 0 });
    // oxlint-disable-next-line no-control-regex
    expect(row?.reason).not.toMatch(/[\u0000-\u001f\u2028]/);
    expect(Array.from(row?.reason ?? '').length).toBeLessThanOrEqual(190);
  });
});

/** Forgeries by an attacker who has seen real tokens but not the secret, each with another variation by number. */
function forgedTokens(real: SampleTokens, number: number): SampleTokens {
  const flipped = (text: string, alphabet: string): string => {
    const at = 3 + (number % (text.indexOf('@') - 4));
    const other = alphabet[(alphabet.indexOf(text[at] ?? '') + 1 + (number % 7)) % alphabet.length] ?? 'a';
    return text[at] === other ? forgedText(text) : text.slice(0, at) + other + text.slice(at + 1);
  };
  switch (number % 4) {
    case 0:
      return {
        bounceAddress: flipped(real.bounceAddress, 'abcdefghijklmnopqrstuvwxyz234567'),
        unsubscribeAddress: flipped(real.unsubscribeAddress, 'abcdefghijklmnopqrstuvwxyz234567'),
        messageId: forgedText(real.messageId),
        listUnsubscribe: real.listUnsubscribe.replace(/\/t\/u\/./, (start) => `${start.slice(0, -1)}_`),
      };
    case 1:
      return {
        bounceAddress: `b+${randomBytes(24)
          .toString('hex')
          .slice(0, 48)
          .replace(/[0189]/g, 'a')}@bounces.example.com`,
        unsubscribeAddress: `u+${'a'.repeat(48)}@bounces.example.com`,
        messageId: `<${(number + 1).toString(36)}.${randomBytes(12).toString('hex')}@carillon.test>`,
        listUnsubscribe: `<http://carillon.test/t/u/${randomBytes(30).toString('base64url')}>`,
      };
    case 2:
      return {
        bounceAddress: real.bounceAddress.slice(0, 30) + real.bounceAddress.slice(31),
        unsubscribeAddress: `u+@bounces.example.com`,
        messageId: real.messageId.replace(/^<\w+/, '<zz'),
        listUnsubscribe: '<mailto:u+@bounces.example.com>, <http://carillon.test/t/u/>',
      };
    default:
      return {
        bounceAddress: `news+${number}@shop.example`,
        unsubscribeAddress: 'unsubscribe@shop.example',
        messageId: `<${number}@carillon.test>`,
        listUnsubscribe: '<https://carillon.test/unsubscribe?id=1>',
      };
  }
}

/** Changes a digit in the middle of the MAC. */
function forgedText(text: string): string {
  const at = text.indexOf('.') + 5;
  return text.slice(0, at) + (text[at] === 'a' ? 'b' : 'a') + text.slice(at + 1);
}
