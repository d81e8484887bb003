import { setTimeout as sleep } from 'node:timers/promises';
import { DailyCaps } from '../../../src/modules/senders/daily-caps.js';
import { SendRates } from '../../../src/modules/sending/pacing/send-rates.js';
import { Clock } from '../../../src/platform/clock/clock.js';
import { insertSubscribers } from '../../support/builders/audience.js';
import { type Period, periodOf } from '../../support/period-of.js';
import { RawSmtpSink } from '../../support/raw-smtp-sink.js';
import { waitUntil } from '../../support/wait-until.js';
import { waitingReason } from '../../support/waiting-reason.js';
import { World } from '../../support/world.js';

const ENGINES = 8;
const BODY = '<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>';

/** The minimum that was sent within one window of this length. */
function minimumWithin(windowMs: number, emails: readonly Period[]): number {
  const counts = emails.map(
    ({ from: begin }) => emails.filter(({ from, to }) => from >= begin && to < begin + windowMs).length,
  );
  return Math.max(...counts);
}

describe('rate limits and daily caps', () => {
  let world: World;
  let sink: RawSmtpSink;

  beforeAll(async () => {
    sink = await RawSmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url, SEND_CONCURRENCY: '8' } });
  });

  async function sendTo(group: string, readers: number, settings: Record<string, unknown>): Promise<number> {
    const list = await world.given.list();
    await insertSubscribers(world.db, list.id, group, readers);
    const { id } = await world.given.campaign({
      email_subject: 'Spring',
      email_body: BODY,
      lists: [list.id],
      settings,
    });
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    return id;
  }

  const messagesTo = (group: string): number =>
    sink.messages.filter(({ envelope }) => envelope.to[0]?.startsWith(`${group}-`)).length;

  it('a rate applies to all processes: at most one email too many per window', async () => {
    const limit = { scope: 'test:engines', emails: 100, perMs: 1_000 };
    const emails: Period[] = [];
    const engine = async (): Promise<void> => {
      const rates = new SendRates(world.db);
      while (emails.length < 400) {
        // The database clock was read between request and response.
        const [{ startsInMs, waitMs }, asked] = await periodOf(() => rates.take([limit], 5));
        for (const start of startsInMs) emails.push({ from: asked.from + start, to: asked.to + start });
        await sleep(startsInMs.length > 0 ? (startsInMs.at(-1) ?? 0) : waitMs);
      }
    };
    await Promise.all(Array.from({ length: ENGINES }, engine));
    for (const seconds of [1, 2, 3])
      expect(minimumWithin(seconds * 1_000, emails)).toBeLessThanOrEqual(seconds * 100 + 1);
  });

  it('a process that asks several times at once leases once', async () => {
    const limit = { scope: 'test:at-once', emails: 50, perMs: 1_000 };
    const rates = new SendRates(world.db);
    const granted = await Promise.all([1, 2, 3, 4].map(() => rates.take([limit], 1)));
    expect(granted.map(({ startsInMs }) => startsInMs.length)).toEqual([1, 1, 1, 1]);
    // The rest of the lease is still there.
    expect((await rates.take([limit], 1)).startsInMs).toHaveLength(1);
  });

  it('a daily cap applies to all processes: it is reached exactly, whatever is released in between', async () => {
    const sender = { id: 4_000_000, dailyCap: 100, dailyCapBulk: null, warmup: null, warmupSince: null };
    let used = 0;
    const engine = async (number: number): Promise<void> => {
      const caps = new DailyCaps(world.db, new Clock(), world.config);
      for (;;) {
        const reservation = await caps.reserve(sender, 'campaign', 7);
        if (reservation.emails === 0) return;
        const unused = Math.min(reservation.emails - 1, number % 3);
        await caps.release(reservation, unused);
        used += reservation.emails - unused;
      }
    };
    await Promise.all(Array.from({ length: ENGINES }, (_, number) => engine(number)));
    expect(used).toBe(100);
    expect(await new DailyCaps(world.db, new Clock(), world.config).today(sender)).toEqual({ emails: 100, cap: 100 });
  });

  it('a warm-up cap grows with each day on which the sender sent', async () => {
    const sender = {
      id: 4_000_001,
      dailyCap: 1_000,
      dailyCapBulk: null,
      warmup: { start: 50, factor: 2 },
      warmupSince: '2020-01-01',
    };
    const caps = new DailyCaps(world.db, new Clock(), world.config);
    expect((await caps.today(sender)).cap).toBe(50);
    await world.db.transaction((tx) =>
      tx.insertRows(
        'sender_days',
        ['sender_id', 'day', 'mails', 'bulk'],
        [
          [sender.id, '2020-02-01', 50, 50],
          [sender.id, '2020-02-02', 9, 0],
          [sender.id, '2020-03-01', 100, 100],
          [sender.id, '2019-12-31', 10, 10],
        ],
      ),
    );
    expect((await caps.today(sender)).cap).toBe(200);
  });

  it('emails are evenly spaced under the rate of a sender', async () => {
    const { id } = await world.given.sender({ url: sink.url, rate: 20 });
    const campaign = await sendTo('paced', 40, { mailer_settings: { sender_id: id } });
    await world.settle();
    const ends = await world.db.query<{ ms: number }>(
      `SELECT TIMESTAMPDIFF(MICROSECOND, s.created_at, m.settled_at) / 1000 AS ms
         FROM email_messages m JOIN sendings s ON s.source_type = m.source_type AND s.source_id = m.source_id
        WHERE m.source_type = 'campaign' AND m.source_id = :campaign ORDER BY m.settled_at`,
      { campaign },
    );
    expect(ends).toHaveLength(40);
    // No email ends before its start time. Timers of the process may be early by a millisecond.
    expect(ends.filter(({ ms }, index) => ms < index * 50 - 5)).toEqual([]);
  });

  it('sending stops at the daily cap of a sender, reports it, and continues when the cap is lifted', async () => {
    const { id } = await world.given.sender({ url: sink.url, daily_cap: 5 });
    const campaign = await sendTo('capped', 9, { mailer_settings: { sender_id: id } });
    expect(await waitingReason(world, campaign)).toBe('daily cap');
    await world.settle();
    expect(messagesTo('capped')).toBe(5);
    const { body } = await world.all.get(`/senders/${id}`).expect(200);
    expect(body.sender).toMatchObject({ sent_today: 5, cap_today: 5 });
    await world.all.put(`/senders/${id}`).send({ daily_cap: null }).expect(200);
    await world.settle();
    expect(messagesTo('capped')).toBe(9);
  });

  it('a warm-up day goes to the best-engaged recipients, in proportion for each provider', async () => {
    const { id: senderId } = await world.given.sender({
      ...{ url: sink.url, daily_cap: 100 },
      warmup: { start: 4, factor: 2 },
    });
    const list = await world.given.list();
    const addressOf = (number: number): string => `ranked-${number}@${number <= 10 ? 'large' : 'small'}.example`;
    await insertSubscribers(world.db, list.id, 'ranked', 20, addressOf);
    const contacts = await world.db.query<{ id: number; email: string }>(
      `SELECT id, email FROM contacts WHERE email LIKE 'ranked-%'`,
    );
    const clickedAt: Record<string, string> = {
      ...{ [addressOf(7)]: '2026-01-03', [addressOf(9)]: '2026-01-02', [addressOf(2)]: '2026-01-01' },
      ...{ [addressOf(20)]: '2025-12-02', [addressOf(15)]: '2025-12-01' },
    };
    await world.db.transaction((tx) =>
      tx.insertRows(
        'email_messages',
        [
          ...['source_type', 'source_id', 'recipient_key', 'content_id', 'contact_id', 'email', 'state'],
          'first_human_click_at',
        ],
        contacts
          .filter(({ email }) => email in clickedAt)
          .map(({ id, email }) => ['single', 999, String(id), 1, id, email, 'sent', clickedAt[email] ?? null]),
      ),
    );
    const { id } = await world.given.campaign({
      ...{ email_subject: 'Spring', email_body: BODY, lists: [list.id] },
      settings: { mailer_settings: { sender_id: senderId } },
    });
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    expect(await waitingReason(world, id)).toBe('daily cap');
    const sent = await world.db.query<{ email: string }>(
      `SELECT email FROM email_messages WHERE source_type = 'campaign' AND source_id = :id AND state <> 'pending'`,
      { id },
    );
    expect(sent.map(({ email }) => email).sort()).toEqual([7, 9, 15, 20].map(addressOf).sort());
    await world.all.post(`/campaigns/${id}/cancel`).expect(200);
  });

  it('unsent emails are returned to the daily cap', async () => {
    const { id } = await world.given.sender({ url: sink.url, daily_cap: 100, pool_size: 1 });
    sink.script = ({ moment }) => (moment === 'mail' ? { hangUp: 'reset' } : undefined);
    const campaign = await sendTo('broken', 3, { mailer_settings: { sender_id: id } });
    expect(await waitingReason(world, campaign)).toMatch(/^mail server unreachable/);
    sink.script = () => undefined;
    await world.all.post(`/campaigns/${campaign}/cancel`).expect(200);
    await waitUntil('none counts', async () => {
      const { body } = await world.all.get(`/senders/${id}`).expect(200);
      return body.sender.sent_today === 0;
    });
  });

  it('a campaign has its own throttle and send window', async () => {
    const throttled = await sendTo('throttled', 5, { throttle: { per_hour: 6 } });
    expect(await waitingReason(world, throttled)).toBe('rate limit');
    // The campaign waits as soon as the first email is claimed, which may be before it arrives.
    await waitUntil('the first email arrives', () => messagesTo('throttled') > 0);
    expect(messagesTo('throttled')).toBe(1);
    const at = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString().slice(11, 16);
    const closed = await sendTo('closed', 2, {
      send_window: {
        days: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
        from: at(2),
        to: at(3),
        timezone: 'UTC',
      },
    });
    expect(await waitingReason(world, closed)).toBe('outside the send window');
    expect(messagesTo('closed')).toBe(0);
  });
});
