import { createHmac } from 'node:crypto';
import { SuppressionsService } from '../../../src/modules/contacts/suppression/suppressions.service.js';
import { Keys } from '../../../src/platform/secrets/keys.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { World } from '../../support/world.js';

describe('suppressions', () => {
  let world: World;
  let sink: SmtpSink;
  let suppressions: SuppressionsService;
  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({
      env: { SMTP_URL: sink.url, APP_SECRET_PREVIOUS: 'an older secret for tests, 32 characters and more' },
    });
    suppressions = world.api.get(SuppressionsService, { strict: false });
  });

  const suppress = (email: string, reason: string): Promise<void> =>
    world.db.transaction((tx) => suppressions.suppress(tx, email, reason));
  const reasons = async (): Promise<string[]> =>
    (await world.db.query<{ reason: string }>('SELECT reason FROM suppressions ORDER BY id')).map(
      ({ reason }) => reason,
    );

  it('match addresses, and all addresses of a suppressed domain', async () => {
    await suppress('ada@example.com', 'unsubscribed');
    const domain = world.api.get(Keys, { strict: false }).hmac('suppression', 'blocked.org');
    await world.db.transaction((tx) =>
      tx.execute(`INSERT INTO suppressions (kind, value_hash, reason) VALUES ('domain', :domain, 'manual')`, {
        domain,
      }),
    );
    const asked = ['ada@example.com', 'eve@example.com', 'a@blocked.org', 'b@blocked.org', 'a@sub.blocked.org'];
    expect(await suppressions.isSuppressed(world.db, asked)).toEqual(
      new Set(['ada@example.com', 'a@blocked.org', 'b@blocked.org']),
    );
    expect(await suppressions.isSuppressed(world.db, [])).toEqual(new Set());
  });

  it('keep the strongest reason', async () => {
    await suppress('ada@example.com', 'complained');
    await suppress('ada@example.com', 'bounced');
    expect(await reasons()).toEqual(['complained', 'manual']);
  });

  it('outlive the rotation of the secret', async () => {
    const [, old] = world.api.get(Keys, { strict: false }).all('suppression');

    const hash = createHmac('sha256', old?.key ?? '')
      .update('early@example.com')
      .digest();
    await world.db.transaction((tx) =>
      tx.execute(`INSERT INTO suppressions (kind, value_hash, reason) VALUES ('address', :hash, 'bounced')`, { hash }),
    );
    expect(await suppressions.isSuppressed(world.db, ['early@example.com'])).toEqual(new Set(['early@example.com']));
    await world.db.transaction((tx) => suppressions.lift(tx, ['early@example.com']));
    expect(await suppressions.isSuppressed(world.db, ['early@example.com'])).toEqual(new Set());
  });

  const add = async (body: object): Promise<{ added: number; suppressions: Record<string, unknown>[] }> =>
    (await world.all.post('/suppressions').send(body).expect(200)).body;
  const page = async (query: string): Promise<{ total: number; data: Record<string, unknown>[] }> =>
    (await world.all.get(`/suppressions?${query}`).expect(200)).body.suppressions;

  it('are added one by one or in bulk, listed, found, and removed', async () => {
    const first = await add({ email: ' Grace@Example.COM', note: 'by phone' });
    expect(first).toMatchObject({
      message: 'Successfully saved the suppressions.',
      added: 1,
      suppressions: [{ kind: 'address', value: 'grace@example.com', reason: 'manual', note: 'by phone' }],
    });
    const many = await add({
      domain: '@Example.ORG.',
      values: ['grace@example.com', 'münchen.example', 'x@example.net'],
    });
    expect(many.added).toBe(3);
    expect(many.suppressions.map(({ kind, value }) => `${String(kind)} ${String(value)}`).sort()).toEqual([
      'address grace@example.com',
      'address x@example.net',
      'domain example.org',
      'domain xn--mnchen-3ya.example',
    ]);
    expect((await add({ values: ['grace@example.com'] })).suppressions).toMatchObject([{ note: 'by phone' }]);

    const domains = await page('kind=domain&per_page=2');
    expect(domains).toMatchObject({ total: 3, data: [{ kind: 'domain' }, { kind: 'domain' }] });
    const walk = (await world.all.get('/suppressions?cursor=*&per_page=2').expect(200)).body.suppressions;
    const rest = await page(`cursor=${walk.next_cursor}&per_page=1000`);
    const ids = [...walk.data, ...rest.data].map(({ id }) => Number(id));
    expect(new Set(ids).size).toBe((await page('')).total);

    expect(await page('value=GRACE@example.com')).toMatchObject({ total: 1, data: [{ value: 'grace@example.com' }] });
    const { body } = await world.all.delete('/suppressions?value=grace@example.com').expect(200);
    expect(body).toEqual({ message: 'Successfully removed the suppression.', removed: 1 });
    expect(await page('value=grace@example.com')).toMatchObject({ total: 0 });
    const id = Number(many.suppressions.find(({ value }) => value === 'x@example.net')?.['id']);
    await world.all.delete(`/suppressions/${id}`).expect(200);
    await world.all.delete(`/suppressions/${id}`).expect(404);
  });

  it('report all invalid values, and store nothing of the request', async () => {
    const refused = async (body: object): Promise<unknown> =>
      (await world.all.post('/suppressions').send(body).expect(400)).body.data.params;
    expect(await refused({})).toEqual({ values: 'is required' });
    expect(await refused({ values: [] })).toEqual({ values: 'is required' });
    expect(await refused({ domain: 'localhost', values: ['fine@example.com', 'a@b@c', '127.0.0.1'] })).toEqual({
      domain: 'must be a domain',
      'values.1': 'must be one email address or a domain',
      'values.2': 'must be one email address or a domain',
    });
    expect(await page('value=fine@example.com')).toMatchObject({ total: 0 });
    expect(await refused({ values: Array.from({ length: 1_001 }, (_, index) => `a${index}@example.com`) })).toEqual({
      values: 'must hold at most 1000 items',
    });
    await world.all.delete('/suppressions').expect(400);
    await world.all.get('/suppressions?value=nothing').expect(400);
  });

  it('become readable and permanent when a manager adds the value of a hashed entry', async () => {
    const left = await world.given.contact({ email: 'left@example.com', status: 'unsubscribed' });
    await world.all.delete(`/subscribers/${left.id}`).expect(200);
    expect(await page('value=left@example.com')).toMatchObject({ data: [{ value: null, reason: 'unsubscribed' }] });
    expect(await add({ email: 'left@example.com' })).toMatchObject({
      added: 0,
      suppressions: [{ value: 'left@example.com', reason: 'manual' }],
    });
    const again = await world.given.contact({ email: 'left@example.com', status: 'unsubscribed' });
    await world.all.delete(`/subscribers/${again.id}`).expect(200);
    expect(await page('value=left@example.com')).toMatchObject({ data: [{ reason: 'manual' }] });
  });

  it('exclude contacts from campaigns until a manager subscribes them explicitly', async () => {
    const list = await world.given.list();
    const contact = await world.given.contact({ email: 'here@example.com', lists: [list.id] });
    await world.given.contact({ email: 'there@blocked.example', lists: [list.id] });
    await add({ values: ['here@example.com', 'blocked.example'] });
    const send = async (): Promise<{ email: string; state: string; reason: string | null }[]> => {
      const { id } = await world.given.campaign({
        email_subject: 'Spring',
        email_body: '<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
        lists: [list.id],
      });
      const estimate = await world.all.get(`/campaigns/${id}/estimated-recipients-count`).expect(200);
      await world.all.post(`/campaigns/${id}/send`).expect(200);
      await world.settle();
      const { body } = await world.all.get(`/campaigns/${id}`).expect(200);
      expect(body.campaign.recipients_count).toBe(estimate.body.estimated_count);
      return world.db.query(
        `SELECT email, state, reason FROM email_messages WHERE source_type = 'campaign' AND source_id = :id ORDER BY email`,
        { id },
      );
    };
    await world.given.contact({ email: 'free@example.com', lists: [list.id] });
    expect(await send()).toEqual([{ email: 'free@example.com', state: 'sent', reason: null }]);
    const created = await world.all
      .post('/subscribers')
      .send({ email: 'new@blocked.example', status: 'subscribed' })
      .expect(200);
    expect(created.body).toMatchObject({ suppressed: true });

    // As after a bounce: lifts the suppression of the address only.
    await world.all.put(`/subscribers/${contact.id}`).send({ status: 'bounced' }).expect(200);
    await world.all.put(`/subscribers/${contact.id}`).send({ status: 'subscribed' }).expect(200);
    expect(await send()).toEqual([
      { email: 'free@example.com', state: 'sent', reason: null },
      { email: 'here@example.com', state: 'sent', reason: null },
    ]);
  });

  it('skip a recipient who was suppressed after the recipients were selected', async () => {
    const list = await world.given.list();
    await world.given.contact({ email: 'slow@example.com', lists: [list.id] });
    const { id } = await world.given.campaign({
      email_subject: 'Spring',
      email_body: '<p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
      lists: [list.id],
    });
    sink.behave({ recipients: { 'slow@example.com': { code: 451, text: '4.7.1 Greylisted' } } });
    await world.all.post(`/campaigns/${id}/send`).expect(200);
    await world.settle();
    sink.behave({});
    await add({ email: 'slow@example.com' });
    await world.db.transaction((tx) =>
      tx.execute(`UPDATE email_messages SET next_attempt_at = NOW(3) WHERE source_id = :id AND state = 'deferred'`, {
        id,
      }),
    );
    await world.settle();
    const { body } = await world.all.get(`/campaigns/${id}/emails`).expect(200);
    expect(body.emails.data).toMatchObject([
      { email_address: 'slow@example.com', status: 'skipped', note: 'suppressed', attempts: 1 },
    ]);
  });
});
