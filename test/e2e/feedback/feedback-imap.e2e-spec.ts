import { FeedbackService } from '../../../src/modules/feedback/feedback.service.js';
import { MailboxPollScheduler } from '../../../src/modules/feedback/imap/mailbox-poll.scheduler.js';
import { MailboxPoller } from '../../../src/modules/feedback/imap/mailbox-poller.service.js';
import { mailboxAddress, MailboxSession } from '../../../src/modules/feedback/imap/mailbox-session.js';
import { Clock } from '../../../src/platform/clock/clock.js';
import { insertSubscribers, memberOf } from '../../support/builders/audience.js';
import { ImapServer } from '../../support/imap-server.js';
import { SnsSigner } from '../../support/provider-events/sns-signer.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { World } from '../../support/world.js';

const LOGIN = { username: 'bounces@shop.example', password: 'a b:c/d@e "quoted" \\ secret' };
const BODY = '<p>Hi <a href="{{ unsubscribe_url }}">Unsubscribe</a></p>';
const READERS = 12;

describe('the feedback mailbox', () => {
  let world: World;
  let sink: SmtpSink;
  let server: ImapServer;
  let poller: MailboxPoller;
  let used = 0;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    server = await ImapServer.start(LOGIN);
    world = await World.start({
      env: {
        SMTP_URL: sink.url,
        RETURN_PATH_DOMAIN: 'bounces.shop.example',
        IMAP_URL: server.url,
        IMAP_DONE_FOLDER: 'Done',
      },
    });
    poller = world.worker!.get(MailboxPoller, { strict: false });
    const list = await world.given.list();
    await insertSubscribers(world.db, list.id, 'reader', READERS);
    const { id } = await world.given.campaign({ email_subject: 'Spring', email_body: BODY, lists: [list.id] });
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    await world.settle();
  });
  beforeEach(() => {
    server.folders.set('INBOX', []);
    server.folders.set('Done', []);
    server.commands.length = 0;
    server.breakAt = null;
  });

  /** An address without bounces. */
  const nextReader = (): string => memberOf('reader', (used += 1));

  /** A bounce for this recipient. */
  function bounceOf(reader: string): string {
    const { from } = sink.messages.find(({ envelope }) => envelope.to[0] === reader)!.envelope;
    return [
      'From: MAILER-DAEMON@mx.example.com (Mail Delivery System)',
      `To: ${from}`,
      'Subject: Undelivered Mail Returned to Sender',
      'Auto-Submitted: auto-replied',
      'MIME-Version: 1.0',
      'Content-Type: multipart/report; report-type=delivery-status; boundary="b1"',
      '',
      '--b1',
      'Content-Type: text/plain',
      '',
      'I could not deliver your message.',
      '--b1',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; mx.example.com',
      '',
      `Final-Recipient: rfc822; ${reader}`,
      'Action: failed',
      'Status: 5.1.1',
      'Diagnostic-Code: smtp; 550 5.1.1 User unknown',
      '',
      '--b1--',
      '',
    ].join('\r\n');
  }

  const letter = (subject: string): string =>
    `From: Ada <ada@example.com>\r\nTo: bounces@shop.example\r\nSubject: ${subject}\r\n\r\nDear all\r\n`;

  async function statusOf(reader: string): Promise<string | undefined> {
    const [row] = await world.db.query<{ status: string }>('SELECT status FROM contacts WHERE email = :reader', {
      reader,
    });
    return row?.status;
  }

  const bodyFetches = (): number => server.commands.filter((command) => command.includes('BODY.PEEK[]')).length;

  it('is read: reports are marked and moved, other messages stay unchanged and are not read again', async () => {
    const reader = nextReader();
    const [first, second] = [server.deliver(letter('Hello')), server.deliver(bounceOf(reader))];
    const third = server.deliver(letter('Hello again'));
    expect(await poller.poll()).toBe(3);
    expect(await statusOf(reader)).toBe('bounced');
    expect(server.flagsIn('Done')).toEqual({ [second]: ['\\Seen'] });
    expect(server.flagsIn('INBOX')).toEqual({ [first]: [], [third]: [] });

    expect(await poller.poll()).toBe(0);
    expect(bodyFetches()).toBe(3);
    const later = nextReader();
    server.deliver(bounceOf(later));
    expect(await poller.poll()).toBe(1);
    expect(await statusOf(later)).toBe('bounced');
  });

  it('keeps replies unread for the person who answers them', async () => {
    const reader = nextReader();
    const sent = sink.messages.find(({ envelope }) => envelope.to[0] === reader)!;
    const messageId = (await sent.header('message-id')) ?? '';
    const uid = server.deliver(letter(`Re: Spring\r\nIn-Reply-To: ${messageId}`));
    expect(await poller.poll()).toBe(1);
    expect(server.flagsIn('INBOX')).toEqual({ [uid]: [] });
    const events = await world.db.query(`SELECT id FROM domain_events WHERE type = 'email.replied'`);
    expect(events).toHaveLength(1);
  });

  it('is read from the beginning when UIDVALIDITY changes, and known reports have no effect', async () => {
    const [known, fresh] = [nextReader(), nextReader()];
    server.deliver(bounceOf(known));
    expect(await poller.poll()).toBe(1);
    server.deliver(bounceOf(known));
    server.deliver(bounceOf(fresh));
    server.renumber();
    expect(await poller.poll()).toBe(2);
    const events = await world.db.query(`SELECT id FROM domain_events WHERE type = 'email.bounced'`);
    expect(await statusOf(fresh)).toBe('bounced');
    expect(events).toHaveLength(4);
  });

  it('is read by one process at a time', async () => {
    const reader = nextReader();
    server.deliver(bounceOf(reader));
    const until = async (sql: string): Promise<void> =>
      world.db.transaction(async (tx) => {
        await tx.execute(`UPDATE feedback_mailboxes SET lease_owner = 'SOMEBODYELSE', lease_until = ${sql}`);
      });
    await until('NOW(3) + INTERVAL 1 HOUR');
    const before = server.connections;
    expect(await poller.poll()).toBe(0);
    expect(server.connections).toBe(before);
    // A crashed reader keeps the mailbox until its lease expires.
    await until('NOW(3) - INTERVAL 1 SECOND');
    expect(await poller.poll()).toBe(1);
    expect(await statusOf(reader)).toBe('bounced');
  });

  it('continues where it was interrupted', async () => {
    const [first, second] = [nextReader(), nextReader()];
    server.deliver(bounceOf(first));
    server.deliver(bounceOf(second));
    const secondUid = Math.max(...Object.keys(server.flagsIn('INBOX')).map(Number));
    server.breakAt = new RegExp(`FETCH ${secondUid} .*PEEK`);
    await expect(poller.poll()).rejects.toMatchObject({ name: 'MailboxError' });
    expect([await statusOf(first), await statusOf(second)]).toEqual(['bounced', 'subscribed']);
    server.breakAt = null;
    expect(await poller.poll()).toBe(1);
    expect(await statusOf(second)).toBe('bounced');
  });

  it('continues after a message that fails, and after one that is too large', async () => {
    const [stumbled, fine] = [nextReader(), nextReader()];
    const uids = [server.deliver(bounceOf(stumbled)), server.deliver(Buffer.alloc(6 * 1024 * 1024, 'x'))];
    server.deliver(bounceOf(fine));
    const fault = jest
      .spyOn(world.worker!.get(FeedbackService, { strict: false }), 'report')
      .mockRejectedValueOnce(new Error('an internal error'));
    expect(await poller.poll()).toBe(3);
    fault.mockRestore();
    expect([await statusOf(stumbled), await statusOf(fine)]).toEqual(['subscribed', 'bounced']);
    expect(server.flagsIn('INBOX')).toEqual(Object.fromEntries(uids.map((uid) => [uid, []])));
  });

  it('is not blocked by a message that the server does not return', async () => {
    const stuck = server.deliver(letter('Damaged'));
    const behind = nextReader();
    server.deliver(bounceOf(behind));
    server.breakAt = new RegExp(`FETCH ${stuck} .*PEEK`);
    for (let attempt = 0; attempt < 3; attempt += 1)
      await expect(poller.poll()).rejects.toMatchObject({ name: 'MailboxError' });
    expect(await statusOf(behind)).toBe('subscribed');
    expect(await poller.poll()).toBe(2);
    expect(await statusOf(behind)).toBe('bounced');
    expect(server.flagsIn('INBOX')).toEqual({ [stuck]: [] });
  });

  it('logs once that it is unavailable, without its password, and is polled less often', async () => {
    const scheduler = world.worker!.get(MailboxPollScheduler, { strict: false });
    const logged: unknown[][] = [];
    const logger = (scheduler as unknown as { logger: Record<string, (...words: unknown[]) => void> }).logger;
    const spies = ['log', 'warn', 'error'].map((level) =>
      jest.spyOn(logger, level).mockImplementation((...words: unknown[]) => void logged.push([level, ...words])),
    );
    const clock = scheduler as unknown as { notBefore: number };
    await server.refuse();
    const now = new Date();
    const time = jest.spyOn(world.worker!.get(Clock, { strict: false }), 'now').mockReturnValue(now);
    try {
      const waits: number[] = [];
      for (let attempt = 0; attempt < 8; attempt += 1) {
        clock.notBefore = 0;
        await scheduler.run();
        waits.push(Math.round((clock.notBefore - now.getTime()) / 60_000));
      }
      expect(waits).toEqual([1, 2, 4, 8, 16, 30, 30, 30]);
      const before = clock.notBefore;
      await scheduler.run();
      expect(clock.notBefore).toBe(before);
    } finally {
      await server.accept();
    }
    clock.notBefore = 0;
    await scheduler.run();
    expect(logged).toEqual([
      ['warn', { reason: 'ECONNREFUSED' }, 'Feedback mailbox unavailable'],
      ['log', 'Feedback mailbox available again'],
    ]);
    for (const spy of [...spies, time]) spy.mockRestore();
  });

  it('never sends its password over an unencrypted connection', async () => {
    const { certificate: cert, privateKeyPem: key } = await SnsSigner.make();
    const foreignServer = await ImapServer.start({ ...LOGIN, tls: { cert, key } });
    const wrong = await ImapServer.start({ ...LOGIN, password: 'another' });
    try {
      const foreign = mailboxAddress(foreignServer.url);
      await expect(MailboxSession.open({ ...foreign, host: '0.0.0.0' })).rejects.toMatchObject({
        reason: 'DEPTH_ZERO_SELF_SIGNED_CERT',
      });
      expect(foreignServer.commands).toEqual([]);
      // Mail servers of this machine have certificates that they made themselves.
      await (await MailboxSession.open(foreign)).close();
      // Any other host requires TLS.
      const elsewhere = { ...mailboxAddress(server.url), host: '0.0.0.0' };
      server.commands.length = 0;
      await expect(MailboxSession.open(elsewhere)).rejects.toMatchObject({ name: 'MailboxError' });
      expect(server.commands.filter((command) => /^(LOGIN|AUTHENTICATE)/.test(command))).toEqual([]);

      const refused = await MailboxSession.open({ ...mailboxAddress(wrong.url), password: LOGIN.password }).catch(
        (error: unknown) => error,
      );
      expect(refused).toMatchObject({ reason: 'login refused' });
      expect(JSON.stringify(refused) + String(refused)).not.toContain('secret');
    } finally {
      await foreignServer.refuse();
      await wrong.refuse();
    }
  });
});
