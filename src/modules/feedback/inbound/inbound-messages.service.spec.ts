import { BOUNCE_SAMPLES, bounceSample } from '../../../../test/support/bounce-samples/bounce-sample.js';
import { parseConfig } from '../../../platform/config/config.js';
import type { Database } from '../../../platform/database/database.js';
import { Metrics } from '../../../platform/metrics/metrics.js';
import { Keys } from '../../../platform/secrets/keys.js';
import { PublicLinks } from '../../mail-content/links/public-links.service.js';
import { ReturnPaths } from '../../senders/return-path.service.js';
import { messageIdOf } from '../../sending/ledger/message-id.js';
import type { FeedbackReport } from '../feedback-report.js';
import type { FeedbackService } from '../feedback.service.js';
import { EmailIdentity } from '../email-identity.js';
import { InboundMessages } from './inbound-messages.service.js';
import type { Replies } from './replies.service.js';

const config = parseConfig({
  APP_SECRET: 'a secret for tests only, 32 characters and more',
  DATABASE_URL: 'mysql://x',
  REDIS_URL: 'redis://x',
});
const keys = new Keys(config);
const links = new PublicLinks(keys, config);
const paths = new ReturnPaths(links);
const EMAIL_ID = 1_042;
const TOKENS = {
  bounceAddress: paths.bounceAddress(EMAIL_ID, 'bounces.shop.example'),
  unsubscribeAddress: paths.unsubscribeAddress(EMAIL_ID, 'bounces.shop.example'),
  messageId: messageIdOf(keys, EMAIL_ID, 'https://mail.shop.example'),
  listUnsubscribe: `<${links.url('unsubscribe', { messageId: EMAIL_ID, linkId: 0 })}>`,
};

const reports: FeedbackReport[] = [];
const feedback = {
  report: (report: FeedbackReport) => {
    reports.push(report);
    return Promise.resolve('applied' as const);
  },
};
const replies = { record: () => Promise.resolve('applied' as const) };
const messages = new InboundMessages(
  {} as Database,
  new EmailIdentity(keys, links, paths),
  feedback as unknown as FeedbackService,
  replies as unknown as Replies,
  new Metrics(),
);

const hard = (code: string | null): object => ({ kind: 'bounce', bounceType: 'hard', code });
const soft = (code: string | null): object => ({ kind: 'bounce', bounceType: 'soft', code });
const notTheAddress = (code: string | null): object => ({ kind: 'bounce', bounceType: null, code });
const complaint = { kind: 'complaint' };
const unsubscribe = { kind: 'unsubscribe' };
const ignored = (kind: string): string => `ignored: ${kind}`;

/** By the name of the sample: the report that it makes, or why it makes none. */
const EXPECTED: Readonly<Record<string, object | string>> = {
  'postfix-unknown-user': hard('5.1.1'),
  'postfix-no-such-domain': hard('5.4.4'),
  'postfix-expired': soft('4.4.1'),
  'postfix-delayed': ignored('delivery_notice'),
  'postfix-blocked': notTheAddress('5.7.1'),
  'postfix-delivered': ignored('delivery_notice'),
  'sendmail-user-unknown': hard('5.1.1'),
  'sendmail-warning': ignored('delivery_notice'),
  'exim-user-unknown': hard('550'),
  'exim-mailbox-full': soft('5.2.2'),
  'exim-unrouteable': hard(null),
  'exim-content-refused': notTheAddress('550'),
  'exim-delayed': ignored('delivery_notice'),
  'qmail-no-mailbox': hard('5.1.1'),
  'qmail-over-quota': soft('5.2.2'),
  'qmail-remote-said': hard('550'),
  'exchange-online-not-found': hard('5.1.10'),
  'exchange-online-access-denied': hard('5.4.1'),
  'exchange-online-full': soft('5.2.2'),
  'exchange-online-expired': soft('5.4.300'),
  'exchange-closed-group': notTheAddress('5.7.133'),
  'exchange-2003': hard('5.1.1'),
  'exchange-5.5': hard(null),
  'gmail-no-account': hard('5.1.1'),
  'gmail-over-quota': soft('4.2.2'),
  'gmail-delay': ignored('delivery_notice'),
  'yahoo-no-account': hard('554'),
  'amazon-ses': hard('5.1.1'),
  'mimecast-rejected': hard('550'),
  'lotus-domino': hard('5.1.1'),
  'courier-unknown': hard('550'),
  'icloud-full': soft('5.2.2'),
  'outlook-com-unavailable': hard('5.5.0'),
  groupwise: hard(null),
  mdaemon: hard('5.1.1'),
  hmailserver: hard('550'),
  'gmx-exim-german': 'unrecognised: bounce',
  'yandex-inactive': notTheAddress('5.7.1'),
  't-online-full': soft(null),
  'arf-yahoo': complaint,
  'arf-fraud': complaint,
  'arf-redacted': complaint,
  'arf-not-spam': ignored('not_spam'),
  'arf-opt-out': unsubscribe,
  'arf-auth-failure': 'unrecognised: other',
  'hotmail-jmrp': complaint,
  'reply-exchange-out-of-office': ignored('auto_reply'),
  'reply-gmail-vacation': ignored('auto_reply'),
  'reply-unix-vacation': ignored('auto_reply'),
  'reply-abwesenheit': ignored('auto_reply'),
  'reply-no-longer-here': ignored('auto_reply'),
  'reply-read-receipt': ignored('auto_reply'),
  'optout-gmail': unsubscribe,
  'optout-mail-program': unsubscribe,
  'optout-answered-by-vacation': ignored('auto_reply'),
  'optout-bounced-there': ignored('bounce'),
  'person-answers': 'applied: reply',
};

describe('an inbound email', () => {
  beforeEach(() => {
    reports.length = 0;
  });

  it('has an expectation for every sample', () => {
    expect(Object.keys(EXPECTED).sort()).toEqual(BOUNCE_SAMPLES);
  });

  it.each(Object.entries(EXPECTED))('is classified correctly: %s', async (name, expected) => {
    const { outcome, kind, emailId } = await messages.take(bounceSample(name, TOKENS));
    if (typeof expected === 'string') {
      expect(`${outcome}: ${kind}`).toBe(expected);
      expect(reports).toEqual([]);
    } else {
      expect(reports).toEqual([expect.objectContaining({ ...expected, provider: 'message', emailId: EMAIL_ID })]);
    }
    expect(emailId).toBe(outcome === 'unrecognised' ? null : EMAIL_ID);
  });

  it.each(BOUNCE_SAMPLES)('has no effect without a token of this installation: %s', async (name) => {
    const stranger = new ReturnPaths(new PublicLinks(new Keys(otherConfig), otherConfig));
    const forged = {
      bounceAddress: stranger.bounceAddress(EMAIL_ID, 'bounces.shop.example'),
      unsubscribeAddress: stranger.unsubscribeAddress(EMAIL_ID, 'bounces.shop.example'),
      messageId: messageIdOf(new Keys(otherConfig), EMAIL_ID, 'https://mail.shop.example'),
      listUnsubscribe: '<https://mail.shop.example/t/u/AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA>',
    };
    expect((await messages.take(bounceSample(name, forged))).outcome).toBe('unrecognised');
    expect(reports).toEqual([]);
  });

  describe('from a person', () => {
    const reply = (...headers: string[]): Buffer =>
      Buffer.from(['From: Ada <ada@reader.example>', ...headers, 'Subject: Re: Spring', '', 'Lovely!'].join('\r\n'));
    const kindOf = async (...headers: string[]): Promise<string> => (await messages.take(reply(...headers))).kind;
    const direct = `In-Reply-To: ${TOKENS.messageId}`;

    it('is a reply to the email that it names, or to the last one of its conversation', async () => {
      expect(await kindOf(direct)).toBe('reply');
      expect(await kindOf(`In-Reply-To:\r\n ${TOKENS.messageId}`)).toBe('reply');
      expect(await kindOf(`References: <first@x.example> ${TOKENS.messageId}`)).toBe('reply');
      // Answers to the reply of the person.
      expect(await kindOf(`References: ${TOKENS.messageId} <hello-1@reader.example>`)).toBe('other');
      expect(await kindOf('In-Reply-To: <hello-1@reader.example>', `References: ${TOKENS.messageId}`)).toBe('other');
      expect(await kindOf(`To: ${TOKENS.bounceAddress}`)).toBe('other');
    });

    it('is an opt-out at the address for that', async () => {
      expect(await kindOf(direct, `To: ${TOKENS.unsubscribeAddress}`)).toBe('unsubscribe');
    });

    it.each([
      'Auto-Submitted: auto-replied',
      'Auto-Submitted: auto-generated',
      'Precedence: bulk',
      'Precedence: junk',
      'Precedence: auto_reply',
      'X-Autoreply: yes',
      'X-Autorespond: yes',
      'X-Auto-Response-Suppress: All\r\nAuto-Submitted: auto-replied',
      'Return-Path: <>',
      'List-Id: <l.example.com>',
      'From: MAILER-DAEMON@mx.example.com',
      'Subject: Out of office: Spring',
      'Subject: Automatische Antwort: Spring',
    ])('is no reply if a program wrote it: %j', async (header) => {
      const raw = Buffer.from(
        [header, direct, 'From: Ada <ada@reader.example>', 'Subject: Re: x', '', 'x'].join('\r\n'),
      );
      expect((await messages.take(raw)).kind).not.toBe('reply');
    });
  });

  it('is the same event on every path', async () => {
    const sample = bounceSample('postfix-unknown-user', TOKENS);
    const relayed = Buffer.concat([Buffer.from('Received: from elsewhere by here\r\n'), sample]);
    await messages.take(sample);
    await messages.take(relayed);
    expect(reports[0]?.eventKey).toBe(reports[1]?.eventKey);
  });

  it('is identified by its envelope recipient', async () => {
    const raw = Buffer.from('From: MAILER-DAEMON@x.example\r\nSubject: failure notice\r\n\r\nno such user');
    expect(await messages.take(raw)).toMatchObject({ outcome: 'unrecognised', kind: 'bounce' });
    expect(await messages.take(raw, TOKENS.bounceAddress)).toMatchObject({ outcome: 'applied', emailId: EMAIL_ID });
  });

  it('has no effect for a test email, which is not in the ledger', async () => {
    const none = { ...TOKENS, bounceAddress: paths.bounceAddress(0, 'x.example'), messageId: '<test.1@x>' };
    const raw = bounceSample('qmail-no-mailbox', { ...none, listUnsubscribe: '<https://x.example/t/u/none>' });
    expect((await messages.take(raw)).outcome).toBe('unrecognised');
  });
});

const otherConfig = parseConfig({
  APP_SECRET: 'a secret of another system, with 32 characters or more',
  DATABASE_URL: 'mysql://x',
  REDIS_URL: 'redis://x',
});
