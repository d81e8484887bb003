import { SmtpSink } from '../../support/smtp-sink.js';
import { World } from '../../support/world.js';

const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();
const YESTERDAY = new Date(Date.now() - 86_400_000).toISOString();
const apiTime = (moment: string): string => moment.slice(0, 19).replace('T', ' ');

describe('paused contacts', () => {
  let world: World;
  let sink: SmtpSink;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url } });
  });

  const campaignTo = (lists: number[], more: Record<string, unknown> = {}) =>
    world.given.campaign({
      email_subject: 'Spring',
      email_body: '<p><a href="{{ unsubscribe_url }}">Bye</a></p>',
      lists,
      ...more,
    });
  const receivers = (): (string | undefined)[] => sink.messages.map(({ envelope }) => envelope.to[0]).sort();

  it('have paused_until, which is returned, published as a change, and ended by null', async () => {
    const { id } = await world.given.contact({ email: 'field@example.com', paused_until: TOMORROW });
    const get = async () => (await world.all.get(`/subscribers/${id}`).expect(200)).body.subscriber;
    expect(await get()).toMatchObject({ status: 'subscribed', paused_until: apiTime(TOMORROW) });
    const put = async (paused_until: string | null): Promise<boolean> =>
      (await world.all.put(`/subscribers/${id}`).send({ paused_until }).expect(200)).body.isDirty;
    expect(await put(TOMORROW)).toBe(false);
    expect(await put('2999-01-01T02:00:00+02:00')).toBe(true);
    expect((await get()).paused_until).toBe('2999-01-01 00:00:00');
    expect(await put(null)).toBe(true);
    expect((await get()).paused_until).toBeNull();
    const updates = await world.db.query<{ data: string }>(
      `SELECT data FROM domain_events WHERE type = 'contact.updated' AND subject_id = :id ORDER BY id`,
      { id },
    );
    expect(updates.map(({ data }) => (JSON.parse(data) as { changes: unknown }).changes)).toEqual([
      { paused_until: { old: `${TOMORROW.slice(0, 19)}.000Z`, new: '2999-01-01T00:00:00.000Z' } },
      { paused_until: { old: '2999-01-01T00:00:00.000Z', new: null } },
    ]);
  });

  it('are skipped with a reason, counted separately, and get emails again after the pause', async () => {
    const list = await world.given.list();
    const of = (email: string, paused_until: string | null) =>
      world.given.contact({ email, paused_until, lists: [list.id] });
    await of('awake@example.com', null);
    await of('over@example.com', YESTERDAY);
    const paused = await of('paused@example.com', TOMORROW);
    const { id } = await campaignTo([list.id]);
    const { body } = await world.all.get(`/campaigns/${id}/estimated-recipients-count`).expect(200);
    expect(body).toMatchObject({ estimated_count: 2, excluded: { paused: 1, suppressed: 0, not_subscribed: 0 } });
    const before = (await world.all.get(`/campaigns/${id}/why?contact_id=${paused.id}`).expect(200)).body;
    expect(before).toMatchObject({ verdict: 'did_not_get_it' });
    expect(before.explanation).toContain(apiTime(TOMORROW));

    await world.all.post(`/campaigns/${id}/send`).expect(200);
    await world.settle();
    expect(receivers()).toEqual(['awake@example.com', 'over@example.com']);
    const emails = (await world.all.get(`/campaigns/${id}/emails?status=skipped`).expect(200)).body.emails.data;
    expect(emails).toEqual([expect.objectContaining({ subscriber_id: paused.id, note: 'contact_paused' })]);

    await world.all.put(`/subscribers/${paused.id}`).send({ paused_until: null }).expect(200);
    const next = await campaignTo([list.id]);
    await world.all.post(`/campaigns/${next.id}/send`).expect(200);
    await world.settle();
    expect(receivers()).toContain('paused@example.com');
  });

  it('do not count as recipients', async () => {
    const list = await world.given.list();
    const { id: contactId } = await world.given.contact({ paused_until: TOMORROW, lists: [list.id] });
    const { id } = await campaignTo([list.id]);
    await world.all.post(`/campaigns/${id}/send`).expect(400);
    await world.all.put(`/subscribers/${contactId}`).send({ paused_until: null }).expect(200);
    await world.all.post(`/campaigns/${id}/send`).expect(200);
  });

  it('get no email from the start of the pause, even if it is already queued', async () => {
    const list = await world.given.list();
    const { id: contactId } = await world.given.contact({ email: 'late@example.com', lists: [list.id] });
    sink.behave({ recipients: { 'late@example.com': { code: 451, text: '4.7.1 Later' } } });
    const { id } = await campaignTo([list.id]);
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    await world.settle();
    sink.behave({});
    await world.all.put(`/subscribers/${contactId}`).send({ paused_until: TOMORROW }).expect(200);
    await world.db.transaction((tx) =>
      tx.execute(`UPDATE email_messages SET next_attempt_at = NOW(3) WHERE contact_id = :contactId`, { contactId }),
    );
    await world.settle();
    expect(
      await world.db.query('SELECT state, reason FROM email_messages WHERE contact_id = :contactId', { contactId }),
    ).toEqual([{ state: 'skipped', reason: 'contact_paused' }]);
  });
});
