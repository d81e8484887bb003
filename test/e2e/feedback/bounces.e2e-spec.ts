import { FeedbackService } from '../../../src/modules/feedback/feedback.service.js';
import type { FeedbackOutcome, FeedbackReport } from '../../../src/modules/feedback/feedback-report.js';
import { SoftBounces } from '../../../src/modules/sending/bounces/soft-bounces.js';
import { insertSubscribers } from '../../support/builders/audience.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { World } from '../../support/world.js';

const BODY = '<p>Hello</p><p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>';
type ReportFields = FeedbackReport extends infer One ? (One extends unknown ? Partial<One> : never) : never;

interface MailRow {
  id: number;
  state: string;
  bounce_type: string | null;
  smtp_code: string | null;
  reason: string | null;
}

describe('reports about an email', () => {
  let world: World;
  let sink: SmtpSink;
  let feedback: FeedbackService;
  let reported = 0;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url } });
    feedback = world.api.get(FeedbackService, { strict: false });
  });
  beforeEach(() => {
    sink.reset();
  });

  const person = async (email: string, listId: number): Promise<number> =>
    (await world.given.contact({ email, lists: [listId] })).id;
  const sendToList = async (listId: number): Promise<{ campaign: number; emails: Map<number, number> }> => {
    const { id } = await world.given.campaign({ email_subject: 'Spring', email_body: BODY, lists: [listId] });
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    await world.settle();
    const rows = await world.db.query<{ id: number; contact_id: number }>(
      `SELECT id, contact_id FROM email_messages WHERE source_type = 'campaign' AND source_id = :id`,
      { id },
    );
    return { campaign: id, emails: new Map(rows.map((row) => [row.contact_id, row.id])) };
  };
  const report = (emailId: number | undefined, report: ReportFields = {}): Promise<FeedbackOutcome> =>
    feedback.report({
      provider: 'generic',
      eventKey: `event ${(reported += 1)}`,
      kind: 'bounce',
      bounceType: 'hard',
      code: '5.1.1',
      diagnostic: '550 5.1.1 no such user',
      reason: null,
      at: null,
      ...report,
      emailId: emailId ?? 0,
    } as FeedbackReport);
  const mail = async (id: number | undefined): Promise<MailRow | undefined> =>
    (
      await world.db.query<MailRow>(
        'SELECT id, state, bounce_type, smtp_code, reason FROM email_messages WHERE id = :id',
        { id: id ?? 0 },
      )
    )[0];
  const statusOf = async (id: number): Promise<string> =>
    (await world.all.get(`/subscribers/${id}`).expect(200)).body.subscriber.status;
  const events = async (type: string, mailId: number | undefined): Promise<{ email: Record<string, unknown> }[]> =>
    (
      await world.db.query<{ data: string }>(
        'SELECT data FROM domain_events WHERE type = :type AND subject_id = :id ORDER BY id',
        { type, id: mailId ?? 0 },
      )
    ).map(({ data }) => JSON.parse(data) as { email: Record<string, unknown> });
  /** How many emails of a campaign are in which state, by its counters. */
  const ledgerOf = async (id: number): Promise<Record<string, number>> => {
    const { body } = await world.all.get(`/campaigns/${id}/status`).expect(200);
    const stat = body.stat as { status: string; total: number }[];
    return Object.fromEntries(stat.filter(({ total }) => total > 0).map(({ status, total }) => [status, total]));
  };
  const statsOf = async (id: number): Promise<Record<string, number>> => {
    const { body } = await world.all.get('/campaigns?with[]=stats&per_page=100').expect(200);
    return body.campaigns.data.find((one: { id: number }) => one.id === id).stats;
  };

  it('bounce email and contact, and are counted and announced once, however often they are repeated', async () => {
    const list = await world.given.list();
    const ada = await person('ada@example.com', list.id);
    await person('eve@example.com', list.id);
    const { campaign, emails } = await sendToList(list.id);
    const same = { eventKey: 'the same' };
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => report(emails.get(ada), same)));
    expect(outcomes.sort()).toEqual(['applied', ...Array.from({ length: 7 }, () => 'known')]);
    expect(await report(emails.get(ada))).toBe('no_effect');
    await world.settle();

    expect(await mail(emails.get(ada))).toMatchObject({ state: 'bounced', bounce_type: 'hard', smtp_code: '5.1.1' });
    expect(await statusOf(ada)).toBe('bounced');
    expect(await events('email.bounced', emails.get(ada))).toEqual([
      {
        email: expect.objectContaining({
          ...{ to: 'ada@example.com', bounce_type: 'hard', code: '5.1.1', reported_by: 'generic' },
          diagnostic: '550 5.1.1 no such user',
        }),
      },
    ]);
    expect(await statsOf(campaign)).toMatchObject({ sent: 2, bounced: 1 });
    expect(await ledgerOf(campaign)).toEqual({ sent: 1, bounced: 1 });
  });

  it('a complaint outranks a bounce, and nothing outranks a complaint', async () => {
    const list = await world.given.list();
    const both = await person('both@example.com', list.id);
    const angry = await person('angry@example.com', list.id);
    const { campaign, emails } = await sendToList(list.id);
    expect(await report(emails.get(both), { bounceType: 'soft', code: '4.2.2' })).toBe('applied');
    expect(await report(emails.get(both), { kind: 'complaint' })).toBe('applied');
    expect(await report(emails.get(angry), { kind: 'complaint' })).toBe('applied');
    expect(await report(emails.get(angry))).toBe('no_effect');
    expect(await report(emails.get(angry), { kind: 'complaint' })).toBe('no_effect');
    await world.settle();
    for (const id of [both, angry]) {
      expect(await statusOf(id)).toBe('complained');
      expect((await mail(emails.get(id)))?.state).toBe('complained');
      expect(await events('email.spam_complaint', emails.get(id))).toHaveLength(1);
    }
    expect(await statsOf(campaign)).toMatchObject({ sent: 2, bounced: 1, complained: 2 });
    expect(await ledgerOf(campaign)).toEqual({ complained: 2 });
  });

  it('do not affect a contact if a former or another address bounced', async () => {
    const list = await world.given.list();
    const moved = await person('old@example.com', list.id);
    const blocked = await person('blocked@example.com', list.id);
    const gone = await person('gone@example.com', list.id);
    const { campaign, emails } = await sendToList(list.id);
    await world.all.put(`/subscribers/${moved}`).send({ email: 'new@example.com' }).expect(200);
    await world.all.delete(`/subscribers/${gone}`).expect(200);
    await world.settle();
    expect(await report(emails.get(moved))).toBe('applied');
    expect(await report(emails.get(blocked), { bounceType: 'soft', code: '5.7.1' })).toBe('applied');
    expect(await report(emails.get(gone))).toBe('applied');
    expect([await statusOf(moved), await statusOf(blocked)]).toEqual(['subscribed', 'subscribed']);
    expect(await mail(emails.get(blocked))).toMatchObject({ state: 'bounced', bounce_type: null });
    // Server replies often contain the address, which must not be stored.
    expect(await mail(emails.get(gone))).toMatchObject({ state: 'bounced', bounce_type: 'hard', reason: null });
    expect((await events('email.bounced', emails.get(gone)))[0]?.email).toMatchObject({ to: null, diagnostic: null });
    await world.settle();
    expect(await statsOf(campaign)).toMatchObject({ sent: 3, bounced: 3 });
  });

  it('bounce a contact after three soft bounces among the last five emails, until a manager resets it', async () => {
    const list = await world.given.list();
    const full = await person('full@example.com', list.id);
    const softly = async (): Promise<void> => {
      const { emails } = await sendToList(list.id);
      expect(await report(emails.get(full), { bounceType: 'soft', code: '4.2.2', diagnostic: '452 full' })).toBe(
        'applied',
      );
    };
    await softly();
    await sendToList(list.id);
    await softly();
    expect(await statusOf(full)).toBe('subscribed');
    await softly();
    expect(await statusOf(full)).toBe('bounced');
    const [changed] = await world.db.query<{ data: string }>(
      `SELECT data FROM domain_events WHERE type = 'contact.status_changed' AND subject_id = :full ORDER BY id DESC LIMIT 1`,
      { full },
    );
    expect(JSON.parse(changed!.data)).toMatchObject({
      source: 'bounce',
      reason: 'soft bounces on 3 of the last 5 mails',
    });

    await world.all.put(`/subscribers/${full}`).send({ status: 'subscribed' }).expect(200);
    await softly();
    expect(await statusOf(full)).toBe('subscribed');
  });

  it('count all soft bounces that happen at the same moment', async () => {
    const list = await world.given.list();
    const full = await person('full-at-once@example.com', list.id);
    const ids: number[] = [];
    for (let count = 0; count < 3; count += 1) ids.push((await sendToList(list.id)).emails.get(full)!);
    await report(ids[0], { bounceType: 'soft', code: '4.2.2', diagnostic: '452 4.2.2 mailbox full' });
    let ended = 0;
    let go = (): void => undefined;
    const bothEnded = new Promise<void>((resolve) => {
      go = resolve;
    });
    await Promise.all(
      ids.slice(1).map((id) =>
        world.db.transaction(async (tx) => {
          await tx.execute(`UPDATE email_messages SET state = 'bounced', bounce_type = 'soft' WHERE id = :id`, { id });
          ended += 1;
          if (ended === 2) go();
          await bothEnded;
          await world.api.get(SoftBounces, { strict: false }).evaluate(tx, [full]);
        }),
      ),
    );
    expect(await statusOf(full)).toBe('bounced');
  });

  it('count soft refusals of the mail server in the same way, and hard ones immediately', async () => {
    const list = await world.given.list();
    const full = await person('quota@example.com', list.id);
    const none = await person('nobody@example.com', list.id);
    sink.behave({
      recipients: {
        'quota@example.com': { code: 552, text: '5.2.2 Mailbox full' },
        'nobody@example.com': { code: 550, text: '5.1.1 No such user' },
      },
    });
    const first = await sendToList(list.id);
    expect(await mail(first.emails.get(full))).toMatchObject({ state: 'failed', bounce_type: 'soft' });
    expect(await mail(first.emails.get(none))).toMatchObject({ state: 'bounced', bounce_type: 'hard' });
    expect(await report(first.emails.get(none))).toBe('no_effect');
    await sendToList(list.id);
    expect(await statusOf(full)).toBe('subscribed');
    await sendToList(list.id);
    expect(await statusOf(full)).toBe('bounced');
  });

  it.each([
    ['bounce', 'bounced'],
    ['complaint', 'complained'],
  ] as const)('resolve an email in doubt: after a %s, it was sent', async (kind, state) => {
    const list = await world.given.list();
    const back = await person(`back-${kind}@example.com`, list.id);
    const held = await person(`held-${kind}@example.com`, list.id);
    const { campaign, emails } = await sendToList(list.id);
    // As if a worker had crashed after the final dot, and as if the other was never sent.
    await world.db.transaction(async (tx) => {
      await tx.execute(`UPDATE email_messages SET state = 'unknown', message_id = NULL WHERE id = :id`, {
        id: emails.get(back) ?? 0,
      });
      await tx.execute(`UPDATE email_messages SET state = 'skipped' WHERE id = :id`, { id: emails.get(held) ?? 0 });
      await tx.execute(`DELETE FROM domain_events WHERE type = 'email.sent' AND subject_id = :id`, {
        id: emails.get(back) ?? 0,
      });
      await tx.execute(
        `UPDATE sending_tallies SET sent = sent - 2, unknown = unknown + 1, skipped = skipped + 1
          WHERE source_type = 'campaign' AND source_id = :campaign LIMIT 1`,
        { campaign },
      );
    });
    expect(await report(emails.get(held))).toBe('no_effect');
    expect(await report(emails.get(held), { kind: 'complaint' })).toBe('no_effect');
    expect(await report(emails.get(back), { kind })).toBe('applied');
    expect((await mail(emails.get(back)))?.state).toBe(state);
    const [sent, ...others] = await events('email.sent', emails.get(back));
    const [stored] = await world.db.query('SELECT message_id FROM email_messages WHERE id = :id', {
      id: emails.get(back) ?? 0,
    });
    expect(stored).toEqual({ message_id: sent?.email['message_id'] });
    expect(sent?.email['message_id']).toMatch(/^<.+@.+>$/);
    expect(others).toEqual([]);
    expect(await ledgerOf(campaign)).toEqual({ [state]: 1, skipped: 1 });
    expect([await statusOf(back), await statusOf(held)]).toEqual([state, 'subscribed']);
  });

  it('store no text of or about a deleted contact', async () => {
    const list = await world.given.list();
    const forgotten = await person('forgotten@example.com', list.id);
    const { emails } = await sendToList(list.id);
    const id = emails.get(forgotten) ?? 0;
    // As if no code was known when it bounced.
    await world.db.transaction((tx) =>
      tx.execute(`UPDATE email_messages SET state = 'unknown', smtp_code = NULL WHERE id = :id`, { id }),
    );
    await report(id, { kind: 'unsubscribe', reason: 'Write to forgotten@example.org instead' });
    await report(id, { code: null, diagnostic: 'No mailbox forgotten@example.com here' });
    const kept = () =>
      world.db.query('SELECT state, email, smtp_code, reason, unsubscribe_reason FROM email_messages WHERE id = :id', {
        id,
      });
    expect(JSON.stringify(await kept())).toMatch(/No mailbox.*instead/);
    await world.all.delete(`/subscribers/${forgotten}`).expect(200);
    await world.settle();
    expect(await kept()).toEqual([
      { state: 'bounced', email: null, smtp_code: null, reason: null, unsubscribe_reason: null },
    ]);
  });

  it('T40 are limited per email, and ignored for unknown emails', async () => {
    const list = await world.given.list();
    const loud = await person('loud@example.com', list.id);
    const { emails } = await sendToList(list.id);
    for (let time = 0; time < 30; time += 1) await report(emails.get(loud), { bounceType: 'soft', code: '4.2.2' });
    expect(await report(4_000_000_000)).toBe('no_effect');
    const [{ reports } = { reports: 0 }] = await world.db.query<{ reports: number }>(
      'SELECT COUNT(*) AS reports FROM feedback_reports WHERE message_id IN (:ids)',
      { ids: [emails.get(loud) ?? 0, 4_000_000_000] },
    );
    expect(reports).toBe(20);
    expect(await statusOf(loud)).toBe('subscribed');
  });

  it('stop a campaign if too many emails bounce while it is being sent', async () => {
    const list = await world.given.list();
    await insertSubscribers(world.db, list.id, 'stale', 54);
    const { campaign, emails } = await sendToList(list.id);
    // As if there were more to send.
    await world.db.transaction(async (tx) => {
      await tx.execute(
        `UPDATE campaigns SET status = 'working', snapshot_done = 0, snapshot_position = 4294967295 WHERE id = :campaign`,
        { campaign },
      );
      await tx.execute(`UPDATE sendings SET state = 'open' WHERE source_type = 'campaign' AND source_id = :campaign`, {
        campaign,
      });
      await tx.execute(
        `INSERT INTO email_messages (source_type, source_id, recipient_key, content_id, next_attempt_at)
         SELECT 'campaign', id, 'later', content_id, NOW(3) + INTERVAL 1 HOUR FROM campaigns WHERE id = :campaign`,
        { campaign },
      );
    });
    const stateOf = async (): Promise<unknown> =>
      (await world.all.get(`/campaigns/${campaign}`).expect(200)).body.campaign;
    const ids = [...emails.values()];
    for (const id of ids.slice(0, 5)) await report(id);
    await world.settle();
    expect(await stateOf()).toMatchObject({ status: 'working' });
    // The sixth of 54 is more than a tenth; an email in transit does not also count as delivered.
    await report(ids[5]);
    await world.settle();
    expect(await stateOf()).toMatchObject({
      status: 'paused',
      settings: { sending: { waiting_reason: 'bounce_rate' } },
    });
  });
});
