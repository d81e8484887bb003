import { ContactsService } from '../../../src/modules/contacts/contacts.service.js';
import type { ChangeSource } from '../../../src/events/contact.events.js';
import { World } from '../../support/world.js';

describe('the consent log', () => {
  let world: World;

  beforeAll(async () => {
    world = await World.start({ worker: false });
  });

  const logOf = async (id: number, query = '') =>
    (await world.all.get(`/subscribers/${id}/consents${query}`).expect(200)).body.consents;
  const stepsOf = async (id: number) =>
    (await logOf(id)).data.map(({ action, old_status, new_status, source }: Record<string, unknown>) => [
      action,
      old_status,
      new_status,
      source,
    ]);
  const put = (id: number, body: Record<string, unknown>) => world.all.put(`/subscribers/${id}`).send(body).expect(200);
  const signal = (id: number, to: 'unsubscribed' | 'bounced' | 'complained', source: ChangeSource) => {
    const contacts = world.api.get(ContactsService, { strict: false });
    const cause = { source, reason: `by ${source}`, evidence: { ip: '::ffff:203.0.113.9' } };
    return world.db.transaction((tx) => contacts.changeStatusIn(tx, id, to, cause));
  };

  it.each([
    ['subscribed', 'granted'],
    ['pending', 'requested'],
    ['unsubscribed', 'withdrawn'],
    ['complained', 'withdrawn'],
    ['bounced', 'changed'],
  ])('starts with the creation of a contact: %s is %s', async (status, action) => {
    const { id } = await world.given.contact({ status });
    expect(await stepsOf(id)).toEqual([[action, null, status, 'api']]);
  });

  it('has an entry for each change of status from any source, and none without a change', async () => {
    const { id } = await world.given.contact();
    await put(id, { city: 'Rome' });
    await put(id, { status: 'subscribed' });
    await signal(id, 'unsubscribed', 'one_click');
    await signal(id, 'unsubscribed', 'page');
    await put(id, { status: 'subscribed' });
    await signal(id, 'bounced', 'bounce');
    // Weaker than the current status.
    await signal(id, 'unsubscribed', 'mailto');
    await signal(id, 'complained', 'complaint');
    expect(await stepsOf(id)).toEqual([
      ['withdrawn', 'bounced', 'complained', 'complaint'],
      ['changed', 'subscribed', 'bounced', 'bounce'],
      ['granted', 'unsubscribed', 'subscribed', 'api'],
      ['withdrawn', 'subscribed', 'unsubscribed', 'one_click'],
      ['granted', null, 'subscribed', 'api'],
    ]);
    expect((await logOf(id)).data[3]).toMatchObject({ ip: '203.0.113.9', reason: 'by one_click', text_version: null });
  });

  it('stores the evidence that a caller sends, even if nothing else changes', async () => {
    const consent = { ip: ' 2001:db8::7 ', text_version: 'form 3', proof: '{"page":"https://shop.example/"}' };
    const { id } = await world.given.contact({ email: 'proof@example.com', consent });
    const { body } = await world.all
      .put(`/subscribers/${id}`)
      .send({ subscriber: { status: 'subscribed', consent: { text_version: 'form 4' } } })
      .expect(200);
    expect(body.isDirty).toBe(false);
    const { data } = await logOf(id);
    expect(data).toEqual([
      expect.objectContaining({
        action: 'granted',
        old_status: 'subscribed',
        new_status: 'subscribed',
        text_version: 'form 4',
        ip: null,
        proof: null,
      }),
      {
        id: expect.any(Number),
        purpose: 'email',
        action: 'granted',
        list_id: null,
        old_status: null,
        new_status: 'subscribed',
        source: 'api',
        reason: null,
        text_version: 'form 3',
        ip: '2001:db8::7',
        proof: '{"page":"https://shop.example/"}',
        occurred_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      },
    ]);
    // Evidence is not part of events.
    const events = await world.db.query<{ data: string }>('SELECT data FROM domain_events WHERE subject_id = :id', {
      id,
    });
    expect(JSON.stringify(events)).not.toMatch(/2001:db8|shop\.example|form 3/);
  });

  it('has an entry for each change of the tracking consent, with the evidence of the write', async () => {
    const tracking = async (id: number) =>
      (await logOf(id)).data.map((entry: Record<string, unknown>) => [
        ...['purpose', 'action', 'old_status', 'new_status', 'text_version'].map((name) => entry[name]),
      ]);
    const consent = { text_version: 'form 5' };
    const { id } = await world.given.contact({ tracking_consent: 'granted', consent });
    await put(id, { tracking_consent: 'denied', consent: { text_version: 'form 6' } });
    await put(id, { tracking_consent: 'denied' });
    await put(id, { tracking_consent: 'unknown', status: 'unsubscribed', consent: { text_version: 'form 7' } });
    expect(await tracking(id)).toEqual([
      ['tracking', 'changed', 'denied', 'unknown', 'form 7'],
      ['email', 'withdrawn', 'subscribed', 'unsubscribed', 'form 7'],
      ['tracking', 'withdrawn', 'granted', 'denied', 'form 6'],
      ['tracking', 'granted', null, 'granted', 'form 5'],
      ['email', 'granted', null, 'subscribed', 'form 5'],
    ]);
    expect((await world.all.get(`/subscribers/${id}`).expect(200)).body.subscriber.tracking_consent).toBe('unknown');
    const { id: plain } = await world.given.contact();
    expect(await tracking(plain)).toHaveLength(1);
    await world.all.put(`/subscribers/${plain}`).send({ tracking_consent: 'maybe' }).expect(400);
  });

  it('keeps a denied tracking consent in bulk calls, unless the status is forced', async () => {
    const { id, email } = await world.given.contact({ tracking_consent: 'denied' });
    const consent = { text_version: 'list of a fair' };
    const bulk = async (force: boolean) =>
      (
        await world.all
          .post('/subscribers/bulk-add-update')
          .send({
            contacts: [{ email, city: 'Rome', tracking_consent: 'granted', consent }],
            force_update: true,
            force_update_status: force,
          })
          .expect(200)
      ).body;
    const consentOf = async () => (await world.all.get(`/subscribers/${id}`).expect(200)).body.subscriber;
    expect(await bulk(false)).toMatchObject({ kept_status: [id] });
    expect(await consentOf()).toMatchObject({ city: 'Rome', tracking_consent: 'denied' });
    expect((await logOf(id)).total).toBe(2);
    expect(await bulk(true)).toMatchObject({ kept_status: [] });
    expect(await consentOf()).toMatchObject({ tracking_consent: 'granted' });
    expect((await logOf(id)).data[0]).toMatchObject({ purpose: 'tracking', text_version: 'list of a fair' });
  });

  it('is paginated by page and cursor, and deleted with its contact', async () => {
    const { id } = await world.given.contact();
    for (const status of ['pending', 'unsubscribed', 'subscribed']) await put(id, { status });
    const first = await logOf(id, '?per_page=3');
    expect(first).toMatchObject({ total: 4, last_page: 2, per_page: 3 });
    const walk = await logOf(id, '?per_page=3&cursor=*');
    const rest = await logOf(id, `?per_page=3&cursor=${walk.next_cursor}`);
    expect(rest.next_cursor).toBeNull();
    expect([...walk.data, ...rest.data].map((entry: { new_status: string }) => entry.new_status)).toEqual([
      'subscribed',
      'unsubscribed',
      'pending',
      'subscribed',
    ]);
    await world.all.get(`/subscribers/${id}/consents?cursor=x`).expect(400);
    await world.all.delete(`/subscribers/${id}`).expect(200);
    await world.all.get(`/subscribers/${id}/consents`).expect(404);
    expect(await world.db.query('SELECT id FROM contact_consents WHERE contact_id = :id', { id })).toEqual([]);
  });
});
