import { createConnection } from 'mysql2/promise';
import { SmtpSink } from '../../support/smtp-sink.js';
import { stopAtEnd } from '../../support/stop-at-end.js';
import { waitUntil } from '../../support/wait-until.js';
import { World } from '../../support/world.js';

const DAY_MS = 86_400_000;
const CONTENT = { email_subject: 'Hello', email_body: '<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>' };

interface Person {
  readonly id: number;
  readonly email: string;
  readonly list: number;
}

interface Row {
  readonly state: string;
  readonly reason: string | null;
}

const emailStep = (settings: object = {}) => ({
  action_name: 'send_custom_email',
  settings: { ...CONTENT, ...settings },
});
const PASS = { action_name: 'track_event', settings: { event_key: 'passed_by', title: 'Passed by' } };

describe('a cap of two emails in seven days', () => {
  let sink: SmtpSink;
  let world: World;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    const env = { SMTP_URL: sink.url, FREQUENCY_CAP: '2/7d,9/30d', SEND_RETRY_SCHEDULE: '50ms,50ms,50ms' };
    world = await World.start({ env });
  });
  beforeEach(() => {
    sink.reset();
  });

  async function person(): Promise<Person> {
    const list = await world.given.list();
    const { id, email } = await world.given.contact({ lists: [list.id] });
    return { id, email, list: list.id };
  }
  async function send({ list }: Pick<Person, 'list'>, settings: object = {}): Promise<number> {
    const { id } = await world.given.campaign({ ...CONTENT, lists: [list], settings });
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    await world.settle();
    return id;
  }
  async function enroll({ id }: Pick<Person, 'id'>, ...sequences: object[]): Promise<number> {
    const funnel = await world.given.publishedFunnel({ sequences });
    await world.all
      .post(`/funnels/${funnel.id}/subscribers`)
      .send({ subscribers: [id] })
      .expect(200);
    await world.settle();
    return funnel.id;
  }
  const rowOf = async (type: string, id: number): Promise<Row | undefined> =>
    (
      await world.db.query<Row>(
        'SELECT state, reason FROM email_messages WHERE source_type = :type AND source_id = :id',
        { type, id },
      )
    )[0];
  const traceOf = async (funnel: number, { id }: Pick<Person, 'id'>) =>
    (await world.all.get(`/funnels/${funnel}/subscribers/${id}/trace`).expect(200)).body.trace;
  const received = ({ email }: Pick<Person, 'email'>): number =>
    sink.messages.filter(({ envelope }) => envelope.to.includes(email)).length;
  /** Moves the emails of a contact, and the waits of its enrollments, into the past. */
  async function pass(days: number, { id }: Pick<Person, 'id'>): Promise<void> {
    await world.db.transaction(async (tx) => {
      await tx.execute(
        `UPDATE email_messages SET sending_at = sending_at - INTERVAL :days DAY, settled_at = settled_at - INTERVAL :days DAY,
                next_attempt_at = next_attempt_at - INTERVAL :days DAY WHERE contact_id = :id`,
        { id, days },
      );
      await tx.execute('UPDATE funnel_entries SET due_at = due_at - INTERVAL :days DAY WHERE contact_id = :id', {
        id,
        days,
      });
    });
    await world.settle();
  }

  it('skips further campaign emails with a note, until the oldest email is seven days old', async () => {
    const ada = await person();
    for (let sent = 0; sent < 2; sent += 1)
      expect(await rowOf('campaign', await send(ada))).toMatchObject({ state: 'sent' });
    const third = await send(ada);
    const { body } = await world.all.get(`/campaigns/${third}/emails`).expect(200);
    expect(body.emails.data).toMatchObject([{ status: 'skipped', note: 'frequency_cap', attempts: 0, sent_at: null }]);
    const why = await world.all.get(`/campaigns/${third}/why?email=${ada.email}`).expect(200);
    expect(why.body).toMatchObject({
      verdict: 'did_not_get_it',
      explanation: 'The email was skipped: the contact had as many emails as FREQUENCY_CAP allows.',
    });
    const { body: status } = await world.all.get(`/campaigns/${third}/status`).expect(200);
    expect(status).toMatchObject({ campaign: { status: 'sent' }, stat: [{ status: 'skipped', total: 1 }] });
    expect(received(ada)).toBe(2);

    await pass(6, ada);
    expect(await rowOf('campaign', await send(ada))).toMatchObject({ state: 'skipped', reason: 'frequency_cap' });
    await pass(1, ada);
    expect(await rowOf('campaign', await send(ada))).toMatchObject({ state: 'sent' });
    expect(received(ada)).toBe(3);
  });

  it('does not hold campaigns that ignore it, whose emails count, and neither holds nor counts single and test emails', async () => {
    const ada = await person();
    await world.all
      .post('/emails')
      .send({ to: { contact_id: ada.id }, subject: 'Receipt', html: '<p>Paid</p>' })
      .expect(202);
    await send(ada, { ignore_frequency_cap: true });
    await send(ada);
    expect(received(ada)).toBe(3);
    expect(await rowOf('campaign', await send(ada))).toMatchObject({ state: 'skipped' });
    expect(await rowOf('campaign', await send(ada, { ignore_frequency_cap: true }))).toMatchObject({ state: 'sent' });
    await world.all
      .post('/emails')
      .send({ to: { contact_id: ada.id }, subject: 'Receipt', html: '<p>Paid</p>' })
      .expect(202);
    await world.settle();
    expect(received(ada)).toBe(5);
  });

  it('holds a contact at the email step of a funnel until there is a place, with the steps after it', async () => {
    const ada = await person();
    await send(ada);
    const before = Date.now();
    await send(ada);
    const funnel = await enroll(ada, emailStep(), PASS);
    const [step, next] = await traceOf(funnel, ada);
    expect([step.status, next?.status]).toEqual(['waiting', undefined]);
    const wait = new Date(step.due_at).getTime() - before;
    expect(wait).toBeLessThanOrEqual(7 * DAY_MS);
    expect(wait).toBeGreaterThan(6.9 * DAY_MS);
    expect(await rowOf('funnel', funnel)).toBeUndefined();
    await pass(7, ada);
    expect((await traceOf(funnel, ada)).map(({ status }: { status: string }) => status)).toEqual(['done', 'done']);
    expect(received(ada)).toBe(3);
  });

  it('is part of simulations, whose clock ends the waits', async () => {
    const ada = await person();
    await send(ada);
    const { id } = await world.given.publishedFunnel({
      sequences: [emailStep(), emailStep(), emailStep(), emailStep()],
    });
    const { body } = await world.all.post(`/funnels/${id}/simulate`).send({ contact_id: ada.id }).expect(200);
    const start = new Date(body.from).getTime();
    const days = body.contacts[0].steps.map(({ at }: { at: string }) => (new Date(at).getTime() - start) / DAY_MS);
    // One email has a place; the next two wait for those that have it now, and the last one for the second.
    expect(days.map((each: number) => Math.round(each))).toEqual([0, 7, 7, 14]);
    expect(received(ada)).toBe(1);
  });

  it('skips the email of a step with on_frequency_cap skip, and continues', async () => {
    const ada = await person();
    for (let sent = 0; sent < 2; sent += 1) await send(ada);
    const funnel = await enroll(ada, emailStep({ on_frequency_cap: 'skip' }), PASS);
    expect(await traceOf(funnel, ada)).toMatchObject([
      { status: 'skipped', detail: 'frequency_cap' },
      { status: 'done' },
    ]);
    expect(received(ada)).toBe(2);
    const { body } = await world.all
      .post('/funnels')
      .send({ title: 'F', trigger_name: 'custom_f', sequences: [emailStep({ on_frequency_cap: 'drop' })] })
      .expect(400);
    expect(JSON.stringify(body.data.params)).toContain('on_frequency_cap');
  });

  it('gives emails of funnels their place with the step, so that no campaign takes it', async () => {
    const ada = await person();
    const funnel = await world.given.publishedFunnel({ sequences: [emailStep(), emailStep()] });
    // Its emails are not claimed.
    sink.behave({ delay: { greeting: 200 } });
    await world.all
      .post(`/funnels/${funnel.id}/subscribers`)
      .send({ subscribers: [ada.id] })
      .expect(200);
    await waitUntil('both steps have run', async () => (await traceOf(funnel.id, ada)).length === 2);
    expect(await rowOf('campaign', await send(ada))).toMatchObject({ state: 'skipped', reason: 'frequency_cap' });
    await world.settle();
    expect(received(ada)).toBe(2);
  });

  it('counts a deferred email once, which keeps its place for its retries', async () => {
    const ada = await person();
    await send(ada);
    sink.behaveOnce({ recipients: { [ada.email]: { code: 451, text: '4.3.0 come again' } } });
    expect(await rowOf('campaign', await send(ada))).toMatchObject({ state: 'sent' });
    expect(await rowOf('campaign', await send(ada))).toMatchObject({ state: 'skipped' });
    expect(received(ada)).toBe(2);
  });

  it('counts emails in doubt, and not those that were refused', async () => {
    const [ada, bob] = [await person(), await person()];
    for (const { id, email, list } of [ada, bob]) {
      const first = await send({ list });
      await send({ list });
      await world.db.transaction((tx) =>
        tx.execute(
          `UPDATE email_messages SET state = IF(:isAda, 'unknown', 'failed'), settled_at = NULL
            WHERE source_type = 'campaign' AND source_id = :first AND contact_id = :id`,
          { first, id, isAda: email === ada.email },
        ),
      );
    }
    expect(await rowOf('campaign', await send(ada))).toMatchObject({ state: 'skipped' });
    expect(await rowOf('campaign', await send(bob))).toMatchObject({ state: 'sent' });
  });

  it('delays the email to a contact that another transaction has locked, and no other', async () => {
    const [ada, bob] = [await person(), await person()];
    await world.all
      .put(`/subscribers/${bob.id}`)
      .send({ lists: [ada.list] })
      .expect(200);
    const lock = await createConnection(world.config.database.url);
    stopAtEnd({ stop: () => lock.end() });
    await lock.beginTransaction();
    await lock.query('SELECT id FROM contacts WHERE id = ? FOR UPDATE', [ada.id]);
    const { id } = await world.given.campaign({ ...CONTENT, lists: [ada.list] });
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    await waitUntil('the other contact has the email', () => received(bob) === 1);
    expect(received(ada)).toBe(0);
    await lock.rollback();
    await waitUntil('the contact has the email', () => received(ada) === 1);
  });

  it('holds an email of a funnel in the ledger that an older worker has written', async () => {
    const ada = await person();
    const paused = await world.given.publishedFunnel({ sequences: [emailStep()] });
    sink.behave({ recipients: { [ada.email]: { code: 451, text: '4.3.0 come again' } } });
    await world.all
      .post(`/funnels/${paused.id}/subscribers`)
      .send({ subscribers: [ada.id] })
      .expect(200);
    await waitUntil('the email is deferred', async () => (await rowOf('funnel', paused.id))?.state === 'deferred');
    await world.all.put(`/funnels/${paused.id}/status`).send({ status: 'paused' }).expect(200);
    sink.behave({});
    await world.db.transaction((tx) =>
      tx.execute(
        `UPDATE email_messages SET state = 'pending', sending_at = NULL, next_attempt_at = NULL
          WHERE source_type = 'funnel' AND source_id = :id AND state IN ('deferred', 'pending')`,
        { id: paused.id },
      ),
    );
    for (let sent = 0; sent < 2; sent += 1) await send(ada);
    await world.all.put(`/funnels/${paused.id}/status`).send({ status: 'published' }).expect(200);
    await world.settle();
    expect(await rowOf('funnel', paused.id)).toMatchObject({ state: 'pending' });
    expect(received(ada)).toBe(2);
    await pass(7, ada);
    expect(await rowOf('funnel', paused.id)).toMatchObject({ state: 'sent' });
    expect(received(ada)).toBe(3);
  });
});
