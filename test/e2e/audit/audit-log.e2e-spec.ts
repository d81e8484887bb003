import { TransactionHandle } from '../../../src/platform/database/transaction.js';
import { RecentRequests } from '../../../src/platform/http/recent-requests.js';
import { World } from '../../support/world.js';

interface Entry {
  readonly id: number;
  readonly source: string;
  readonly manager: { readonly id: number; readonly username: string } | null;
  readonly method: string | null;
  readonly route: string;
  readonly request_id: string | null;
  readonly action: string;
  readonly record: { readonly type: string; readonly id: number | null } | null;
  readonly records: number;
  readonly changes: Readonly<Record<string, { readonly before: unknown; readonly after: unknown }>> | null;
}

const TEMPLATE = {
  title: 'Audited template',
  email_subject: 'Hello',
  email_body: '<p>Hello <a href="{{ unsubscribe_url }}">leave</a></p>',
};
const SEGMENT = {
  title: 'Audited segment',
  filters: [[{ source: ['subscriber', 'city'], operator: '=', value: 'Paris' }]],
};
const CAMPAIGN = {
  title: 'Audited campaign',
  email_subject: 'Hello',
  email_body: '<p>Hello <a href="{{ unsubscribe_url }}">leave</a></p>',
};

describe('the audit log', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
  });

  const entriesOf = async (filter: Readonly<Record<string, string | number>>): Promise<Entry[]> =>
    (await world.all.get('/audit-log').query(filter).expect(200)).body.audit_log as Entry[];
  const of = async (type: string, id: number): Promise<Entry[]> => entriesOf({ record_type: type, record_id: id });

  it('records exports with their manager and source, and no other reads', async () => {
    const { id } = await world.given.contact({ email: 'exported@example.com' });
    const campaign = await world.given.campaign();
    for (const path of [`/subscribers/${id}`, '/subscribers', '/reports/overview'])
      await world.all.get(path).expect(200);
    await world.all.get(`/subscribers/${id}/export`).expect(200);
    await world.all.get('/reports/subscribers/export').expect(200);
    await world.all.get(`/reports/campaigns/${campaign.id}/export`).expect(200);
    const entries = await entriesOf({ action: 'exported' });
    const manager = expect.objectContaining({ username: world.all.credentials?.username }) as unknown;
    expect(entries).toMatchObject([
      { route: '/reports/campaigns/:id/export', record: { type: 'campaign', id: campaign.id }, manager, changes: null },
      { route: '/reports/subscribers/export', record: { type: 'contact', id: null }, manager, changes: null },
      { route: '/subscribers/:id/export', record: { type: 'contact', id }, manager, changes: null },
    ]);
    expect(entries.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('lists the last thousand requests, those of one second included, newest first', async () => {
    const { id } = await world.given.contact();
    await world.all.get(`/subscribers/${id}?with[]=stats`).expect(200);
    const { body } = await world.all.get('/audit-log/requests').expect(200);
    expect(body.requests).toContainEqual({
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as unknown,
      manager: world.all.credentials?.username,
      method: 'GET',
      path: `/api/v2/subscribers/${id}`,
      status: 200,
      duration_ms: expect.any(Number) as unknown,
      request_id: expect.any(String) as unknown,
    });
    const sent = { atMs: Date.now(), manager: 'shop', method: 'GET', status: 200, duration_ms: 1, request_id: 'r' };
    for (let number = 0; number < 1_200; number += 1)
      world.api.get(RecentRequests, { strict: false }).add({ ...sent, url: `/api/v2/subscribers/${number}?search=x` });
    const { body: full } = await world.all.get('/audit-log/requests').expect(200);
    const paths = (full.requests as { readonly manager: string; readonly path: string }[])
      .filter(({ manager }) => manager === 'shop')
      .map(({ path }) => path);
    expect(paths).toEqual(Array.from({ length: paths.length }, (_, index) => `/api/v2/subscribers/${1_199 - index}`));
    expect(paths.length).toBeGreaterThan(990);
  });

  describe('of one record', () => {
    it('shows the manager, the action, the request, and the values before and after', async () => {
      const made = await world.all
        .post('/subscribers')
        .set('X-Request-Id', 'request-that-creates')
        .send({ email: 'ada@example.com', first_name: 'Ada', status: 'pending' })
        .expect(200);
      const id = made.body.contact.id as number;
      await world.all
        .put(`/subscribers/${id}`)
        .set('X-Request-Id', 'request-that-changes')
        .send({ subscriber: { first_name: 'Augusta', status: 'subscribed' } })
        .expect(200);

      const [changed, created, ...others] = await of('contact', id);
      expect(others).toEqual([]);
      expect(created).toMatchObject({
        source: 'api',
        method: 'POST',
        route: '/subscribers',
        request_id: made.headers['x-request-id'],
        client_request_id: 'request-that-creates',
        action: 'created',
        records: 1,
        changes: {
          email: { before: null, after: 'ada@example.com' },
          first_name: { before: null, after: 'Ada' },
          status: { before: null, after: 'pending' },
        },
      });
      expect(changed).toMatchObject({
        method: 'PUT',
        route: '/subscribers/:id',
        client_request_id: 'request-that-changes',
        action: 'updated',
        manager: { id: expect.any(Number), username: expect.any(String) },
      });
      expect(changed?.changes).toEqual({
        first_name: { before: 'Ada', after: 'Augusta' },
        status: { before: 'pending', after: 'subscribed' },
      });
    });

    it('shows memberships and custom values as fields of the contact', async () => {
      const list = await world.given.list();
      const tag = await world.given.tag();
      const contact = await world.given.contact({ lists: [list.id] });
      await world.all
        .put(`/subscribers/${contact.id}`)
        .send({ subscriber: { attach_tags: [tag.id], detach_lists: [list.id] } })
        .expect(200);
      const [changed] = await of('contact', contact.id);
      expect(changed?.changes).toEqual({
        lists: { before: [list.id], after: [] },
        tags: { before: [], after: [tag.id] },
      });
    });

    it.each([
      ['list', '/lists', { title: 'Audited list' }, { title: 'Renamed list' }],
      ['tag', '/tags', { title: 'Audited tag' }, { title: 'Renamed tag' }],
      ['template', '/templates', TEMPLATE, { ...TEMPLATE, title: 'Renamed template' }],
      ['segment', '/segments', SEGMENT, { ...SEGMENT, title: 'Renamed segment' }],
      ['company', '/companies', { name: 'Audited' }, { name: 'Renamed' }],
      ['campaign', '/campaigns', CAMPAIGN, { title: 'Renamed campaign' }],
    ])('records a %s from creation to deletion', async (type, route, before, after) => {
      const made = await world.all.post(route).send(before).expect(200);
      const [first] = await entriesOf({ request_id: String(made.headers['x-request-id']) });
      const id = first?.record?.id ?? 0;
      await world.all.put(`${route}/${id}`).send(after).expect(200);
      await world.all.delete(`${route}/${id}`).expect(200);
      const entries = await of(type, id);
      expect(entries.map(({ method }) => method)).toEqual(['DELETE', 'PUT', 'POST']);
      const name = type === 'company' ? 'name' : 'title';
      const texts: Record<string, unknown> = { ...before };
      const renamed: Record<string, unknown> = { ...after };
      expect(entries[1]?.changes?.[name]).toEqual({ before: texts[name], after: renamed[name] });
    });

    it('shows the same whether writers give the states of a contact or the log reads them', async () => {
      const [one, two] = [(await world.given.list()).id, (await world.given.list()).id];
      const tag = (await world.given.tag()).id;
      const entriesFor = async (email: string): Promise<unknown> => {
        const subscriber = {
          ...{ first_name: 'Ada', last_name: 'Low', status: 'subscribed', phone: '+49 30 1', city: 'Ulm', state: 'BW' },
          ...{ address_line_1: 'A 1', address_line_2: 'B', country: 'DE', postal_code: '89073' },
          ...{ date_of_birth: '1999-12-31', contact_type: 'customer', user_id: 4_711 },
        };
        const made = await world.all.post('/subscribers').send({ ...subscriber, email, lists: [two, one] });
        const id = (made.body as { contact: { id: number } }).contact.id;
        const put = (body: object) => world.all.put(`/subscribers/${id}`).send({ subscriber: body }).expect(200);
        await put({ detach_lists: [one], attach_tags: [tag], date_of_birth: null, user_id: 4_712 });
        await put({ status: 'unsubscribed', last_name: 'Lov', user_id: null });
        return (await of('contact', id)).map(({ action, changes }) => ({ action, changes }));
      };
      const given = await entriesFor('states@example.com');
      const read = jest.spyOn(TransactionHandle.prototype, 'known').mockImplementation(() => undefined);
      const found = await entriesFor('statez@example.com');
      read.mockRestore();
      expect(given).toHaveLength(3);
      expect(JSON.stringify(found).replaceAll('statez', 'states')).toBe(JSON.stringify(given));
    });

    it('shows the job that a manager cancelled', async () => {
      const action = { action_name: 'change_status', status: 'pending', filter: { search: 'nobody@' } };
      const { body } = await world.all.post('/subscribers/do-bulk-action').send(action).expect(202);
      const { id } = body.bulk_action as { id: number };
      await world.all.post(`/bulk-actions/${id}/cancel`).expect(200);
      const [last] = await of('job', id);
      expect(last).toMatchObject({ action: 'updated', route: '/bulk-actions/:id/cancel', record: { type: 'job', id } });
      expect(last?.changes).toMatchObject({ status: { before: 'queued', after: 'cancelled' } });
    });

    it('has no entry for a call that changed nothing or was refused', async () => {
      const contact = await world.given.contact({ first_name: 'Same' });
      const before = await of('contact', contact.id);
      await world.all
        .put(`/subscribers/${contact.id}`)
        .send({ subscriber: { first_name: 'Same' } })
        .expect(200);
      await world.all
        .put(`/subscribers/${contact.id}`)
        .send({ subscriber: { status: 'nonsense' } })
        .expect(400);
      expect(await of('contact', contact.id)).toEqual(before);
    });

    it('has one entry for a request that is repeated with its idempotency key', async () => {
      const send = async (): Promise<unknown> =>
        world.all.post('/tags').set('Idempotency-Key', 'audit-once').send({ title: 'Once' }).expect(200);
      await send();
      await send();
      const entries = await entriesOf({ route: '/tags', action: 'created' });
      expect(entries.filter(({ changes }) => changes?.['title']?.after === 'Once')).toHaveLength(1);
    });
  });

  describe('of many records at once', () => {
    it('counts them in one entry instead of listing them', async () => {
      const contacts = Array.from({ length: 120 }, (_, number) => ({
        email: `many${number}@example.com`,
        status: 'subscribed',
      }));
      const { headers } = await world.all.post('/subscribers/bulk-add-update').send({ contacts }).expect(200);
      const entries = await entriesOf({ request_id: String(headers['x-request-id']) });
      expect(entries.filter(({ record }) => record?.type === 'contact')).toEqual([
        expect.objectContaining({
          action: 'changed',
          record: { type: 'contact', id: null },
          records: 120,
          changes: null,
        }),
      ]);
    });

    it('lists a few', async () => {
      const ids = [(await world.given.contact()).id, (await world.given.contact()).id];
      const { headers } = await world.all
        .post('/subscribers/do-bulk-action')
        .send({ action_name: 'delete_contacts', subscriber_ids: ids })
        .expect(200);
      const entries = await entriesOf({ request_id: String(headers['x-request-id']), record_type: 'contact' });
      expect(entries.map(({ record, action }) => [record?.id, action]).sort()).toEqual(
        ids.map((id) => [id, 'deleted']).sort(),
      );
    });
  });

  describe('without sensitive values', () => {
    it('never shows a secret, only that it changed', async () => {
      const { body } = await world.all
        .post('/webhooks')
        .send({ name: 'Secretive', url: 'https://hooks.example.com/T0P/s3cret-path', events: ['*'] })
        .expect(200);
      await world.all.post(`/webhooks/${body.webhook.id}/rotate-secret`).expect(200);
      const entries = await of('webhook', body.webhook.id as number);
      expect(entries).toHaveLength(2);
      const text = JSON.stringify(entries);
      expect(text).not.toContain('s3cret-path');
      expect(text).not.toContain('whsec_');
      expect(entries[0]?.changes?.['secret']).toEqual({ before: '[withheld]', after: '[withheld]' });
    });

    it('removes the values of erased contacts', async () => {
      const contact = await world.given.contact({ email: 'forget.me@example.com', first_name: 'Rosalind' });
      await world.all
        .put(`/subscribers/${contact.id}`)
        .send({ subscriber: { last_name: 'Franklin' } })
        .expect(200);
      expect(JSON.stringify(await of('contact', contact.id))).toContain('Rosalind');
      await world.all.post(`/subscribers/${contact.id}/erase`).send({ mode: 'anonymize' }).expect(200);
      const entries = await of('contact', contact.id);
      expect(entries.length).toBeGreaterThanOrEqual(3);
      expect(entries.map(({ changes }) => changes)).toEqual(entries.map(() => null));
      const stored = await world.db.query<{ changes: string }>(
        'SELECT changes FROM audit_log WHERE changes IS NOT NULL',
      );
      expect(JSON.stringify(stored)).not.toMatch(/forget\.me|Rosalind|Franklin/);
    });

    it('keeps no values of a deleted contact', async () => {
      const contact = await world.given.contact({ first_name: 'Short-lived' });
      await world.all.delete(`/subscribers/${contact.id}`).expect(200);
      const [deleted] = await of('contact', contact.id);
      expect(deleted).toMatchObject({ action: 'deleted', changes: null });
    });
  });

  describe('as a list', () => {
    it('goes from newest to oldest, page by page, without gaps', async () => {
      for (let number = 0; number < 5; number += 1) await world.given.tag();
      const whole = await entriesOf({ record_type: 'tag', per_page: 1_000 });
      const walked: Entry[] = [];
      let cursor: string | null = '*';
      while (cursor !== null) {
        const { body } = await world.all
          .get('/audit-log')
          .query({ record_type: 'tag', per_page: 2, cursor })
          .expect(200);
        walked.push(...(body.audit_log as Entry[]));
        cursor = body.next_cursor as string | null;
      }
      expect(walked).toEqual(whole);
      expect(walked.map(({ id }) => id)).toEqual([...walked.map(({ id }) => id)].sort((a, b) => b - a));
    });

    it('can be filtered by day, manager, and source', async () => {
      const [one] = await entriesOf({ per_page: 1 });
      const username = one?.manager?.username ?? '';
      expect((await entriesOf({ manager: username })).length).toBeGreaterThan(0);
      expect(await entriesOf({ manager: 'nobody' })).toEqual([]);
      expect(await entriesOf({ source: 'command_line' })).toEqual([]);
      expect(await entriesOf({ to: '2020-01-01' })).toEqual([]);
      expect((await entriesOf({ from: '2020-01-01' })).length).toBeGreaterThan(0);
    });

    it.each([
      [{ record_id: '1' }, 'record_id'],
      [{ from: 'yesterday' }, 'from'],
      [{ action: 'smashed' }, 'action'],
      [{ cursor: 'nonsense' }, 'cursor'],
      [{ per_page: '0' }, 'per_page'],
    ])('refuses %j', async (query, field) => {
      const { body } = await world.all.get('/audit-log').query(query).expect(400);
      expect(Object.keys(body.data.params)).toEqual([field]);
    });

    it('needs manage_contacts', async () => {
      const viewer = await world.as('view_contacts');
      await viewer.get('/audit-log').expect(403);
      await world.anonymous.get('/audit-log').expect(401);
    });
  });
});
