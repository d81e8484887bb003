import { request as httpRequest } from 'node:http';
import type { Response } from 'supertest';
import type { ApiClient } from '../../support/api-client.js';
import { DIALECT, WITH_DIALECT, inDialect } from '../../support/dialect-client.js';
import { processorMs } from '../../support/processor-time.js';
import { filled, routesOf } from '../../support/routes.js';
import { World } from '../../support/world.js';

describe('the base path of the other dialect', () => {
  let world: World;
  let dialect: ApiClient;
  beforeAll(async () => {
    world = await World.start({ worker: false, env: WITH_DIALECT });
    dialect = inDialect(world);
  });

  const own = () => routesOf(world).filter(({ path }) => path.startsWith(DIALECT));

  it('answers like the API if the routes do not differ', async () => {
    const list = await world.given.list();
    const contact = await world.given.contact({ lists: [list.id] });
    const withoutId = (text: string): string => text.replace(/"request_id":"\w+"(,"doc_url":"[^"]+")?/, '');
    for (const path of [
      `/lists/${list.id}`,
      `/subscribers/${contact.id}?with[]=stats`,
      `/subscribers/${contact.id}/notes`,
      '/lists/99999',
      '/subscribers?per_page=0',
      '/no-such-thing',
      '/reports/nothing',
    ]) {
      const [ours, theirs] = [await world.all.get(path), await dialect.get(path)];
      const plain = theirs.text.replace(/"photo":"https:[^"]+d=mp"/, '"photo":null');
      expect(withoutId(plain).replaceAll(DIALECT, '/api/v2')).toBe(withoutId(ours.text));
      expect(theirs.status).toBe(ours.status);
    }
  });

  it('stays in the links of pages, as the caller wrote it', async () => {
    await world.given.contact();
    await world.given.contact();
    const { body } = await dialect.get('/subscribers/?per_page=1&search=contact').expect(200);
    const next = new URL(body.next_page_url);
    expect(next.pathname).toBe(`${DIALECT}/subscribers/`);
    expect([...next.searchParams]).toEqual([
      ['per_page', '1'],
      ['search', 'contact'],
      ['page', '2'],
    ]);
    const { username, password } = world.all.credentials!;
    const second = await world.http
      .get(next.pathname + next.search)
      .auth(username, password)
      .expect(200);
    expect(second.body.current_page).toBe(2);
    expect(new URL(second.body.subscribers.prev_page_url).pathname).toBe(`${DIALECT}/subscribers/`);
    const tags = [await world.given.tag(), await world.given.tag()];
    const page = await dialect.get('/tags?per_page=1').expect(200);
    expect(page.body.tags).toMatchObject({ total: tags.length, data: [{ id: tags[1]?.id }] });
    expect(page.body.tags.next_page_url).toContain(`${DIALECT}/tags?per_page=1&page=2`);
  });

  it('is case-insensitive and accepts a trailing slash', async () => {
    const { username, password } = world.all.credentials!;
    const tag = await world.given.tag({ title: 'In any case' });
    for (const path of ['/WP-JSON/Fluent-CRM/V2/TAGS', `${DIALECT}/tags/`, `${DIALECT}/Tags/?search=any+case`]) {
      const { body } = await world.http.get(path).auth(username, password).expect(200);
      expect(body.tags.data.map(({ id }: { id: number }) => id)).toContain(tag.id);
    }
    const made = await dialect.post('/lists/').send({ title: 'With a slash' }).expect(200);
    await dialect.put(`/lists/${made.body.item.id}/`).send({ title: 'With another slash' }).expect(200);
    await dialect.post('/Subscribers/Sync-Segments/').send({ type: 'tags', subscribers: [] }).expect(400);
    await dialect.delete(`/lists/${made.body.item.id}/`).expect(200);
  });

  it('matches whole segments only', async () => {
    const { username, password } = world.all.credentials!;
    for (const path of [
      `${DIALECT}x/lists`,
      '/wp-json/fluent-crm/lists',
      `/api/v2${DIALECT}/lists`,
      `${DIALECT}?a=1`,
    ]) {
      const { body } = await world.http.get(path).auth(username, password).expect(404);
      expect(body.code).toBe('rest_no_route');
    }
  });

  it('answers HEAD with the headers of GET', async () => {
    await world.given.tag();
    const whole = await dialect.get('/tags').expect(200);
    const head = await dialect.send('head', '/tags').expect(200);
    expect(head.headers['content-length']).toBe(whole.headers['content-length']);
    expect(head.text).toBeFalsy();
  });

  it('refuses OPTIONS and methods that a route does not have', async () => {
    const options = await dialect.send('options', '/tags').expect(405);
    expect(options.headers['allow']).toBe('GET, HEAD, POST');
    const { body } = await dialect.send('patch', '/subscribers/sync-segments').send({}).expect(405);
    expect(body.code).toBe('rest_method_not_allowed');
  });

  it('has its own routes, which all check permissions', async () => {
    expect(own().map(({ method, path }) => `${method} ${path.slice(DIALECT.length)}`)).toEqual([
      'post /campaigns/estimated-contacts',
      'post /campaigns/:id/draft-recipients',
      'post /campaigns/send-test-email',
      'post /campaigns/:id/schedule',
      'get /subscribers/:id/emails',
      'get /funnels/subscriber/:id/automations',
      'post /subscribers/sync-segments',
      'get /reports/dashboard-stats',
      'delete /funnels/:id/subscribers',
      'put /funnels/:id/subscribers/:subscriberId/status',
      'post /funnels',
      'put /funnels/:id',
      'post /funnels/:id/sequences/save-email-action',
      'post /lists/bulk',
      'post /tags/bulk',
      'put /subscribers/subscribers-property',
      'put /companies/companies-property',
    ]);
    const reader = inDialect(world, await world.as('view_reports'));
    const other = inDialect(world, await world.as('view_contacts'));
    const anonymous = inDialect(world, world.anonymous);
    for (const { method, path, rule } of own()) {
      const below = filled(path, '1').slice(DIALECT.length);
      const unknown = await anonymous.send(method, below).send({}).expect(401);
      expect(unknown.body).toMatchObject({ code: 'rest_not_logged_in', data: { status: 401 } });
      const client = rule.kind === 'all_of' && rule.permissions[0] === 'view_contacts' ? reader : other;
      const refused = await client.send(method, below).send({}).expect(403);
      expect(refused.body.code).toBe('rest_forbidden');
      expect(rule.kind === 'all_of' && rule.permissions[0]).toBe(refused.body.data.required_permission);
    }
  });

  it('requires the permission of the target route', async () => {
    const reader = inDialect(world, await world.as('view_contacts'));
    await reader.get('/tags').expect(200);
    for (const path of ['/campaigns/1/schedule', '/campaigns/1/un-schedule', '/funnels/1/clone'])
      expect((await reader.post(path).send({}).expect(403)).body.data.required_permission).toBe('manage_campaigns');
  });

  it('has the same error shape', async () => {
    const missing = await dialect.get('/subscribers/0?get_by_email=nobody+at@example.com').expect(404);
    expect(missing.body).toEqual({
      code: 'rest_post_invalid_id',
      message: 'Invalid post ID.',
      data: { status: 404, request_id: missing.headers['x-request-id'] },
    });
    const faulty = await dialect.get('/tags?per_page=0&page=x').expect(400);
    expect(faulty.body).toEqual({
      code: 'rest_invalid_param',
      message: 'Invalid parameter: per_page must be at least 1',
      data: {
        status: 400,
        params: { per_page: 'must be at least 1', page: 'must be a whole number' },
        request_id: faulty.headers['x-request-id'],
      },
    });
    const json = await dialect.post('/tags').set('Content-Type', 'application/json').send('{"a":').expect(400);
    expect(json.body.code).toBe('rest_invalid_json');
    const form = await dialect.post('/subscribers/sync-segments').type('text/csv').send('type,tags').expect(415);
    expect(form.body.code).toBe('rest_unsupported_media_type');
  });

  it('repeats the response to a repeated request, separately for each base path', async () => {
    const send = (client: ApiClient) =>
      client.post('/tags').set('Idempotency-Key', 'dialect-1').send({ title: 'Once' });
    const first = await send(dialect).expect(200);
    const again = await send(dialect).expect(200);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect(again.text).toBe(first.text);
    expect(first.body.item).toEqual(first.body.tags);
    expect((await send(world.all).expect(409)).body.code).toBe('idempotency_key_reused');
  });

  it('repeats responses of its own routes without repeating effects', async () => {
    const contact = await world.given.contact();
    const tag = await world.given.tag();
    const send = (subscribers: number[]) =>
      dialect
        .post('/subscribers/sync-segments')
        .set('Idempotency-Key', 'dialect-2')
        .send({ type: 'tags', attach: [tag.slug], subscribers });
    const first = await send([contact.id]).expect(200);
    await world.all
      .put(`/subscribers/${contact.id}`)
      .send({ detach_tags: [tag.id] })
      .expect(200);
    const again = await send([contact.id]).expect(200);
    expect(again.text).toBe(first.text);
    expect(again.headers['idempotent-replayed']).toBe('true');
    const now = await world.all.get(`/subscribers/${contact.id}`).expect(200);
    expect(now.body.subscriber.tags).toEqual([]);
    await send([contact.id, contact.id]).expect(409);
  });

  it.each(['[]', 'null', '""', ''])('accepts an empty JSON body: %j', async (body) => {
    const { id } = await world.given.funnel();
    const send = (path: string) => dialect.post(path).set('Content-Type', 'application/json').send(body);
    const copy = await send(`/funnels/${id}/clone`).expect(200);
    expect(copy.body.funnel.title).toMatch(/^\[Copy\] /);
    const nothing = await send('/tags').expect(400);
    expect(nothing.body.message).toBe('Invalid parameter: title is required');
  });

  it('accepts bodies as large as the API does, also with a trailing slash', async () => {
    const { id } = await world.given.campaign();
    const email_body = `<p>${'x'.repeat(1_200_000)}</p>`;
    await dialect.put(`/campaigns/${id}/`).send({ email_body }).expect(200);
    await dialect
      .post('/subscribers/sync-segments')
      .send({ type: 'tags', note: 'x'.repeat(1_200_000) })
      .expect(413);
  });

  it('gives all rows of a list the same members', async () => {
    await world.given.customField({ type: 'text' });
    await world.given.customField({ type: 'radio', options: ['a', 'b'] });
    for (let made = 0; made < 2; made += 1) {
      await world.given.list();
      await world.given.tag();
      await world.given.contact();
      await world.given.campaign();
      await world.given.funnel();
    }
    const lists: Record<string, (body: Response['body']) => Record<string, unknown>[]> = {
      '/tags': ({ tags }) => tags.data,
      '/lists': (body) => body.lists,
      '/subscribers?custom_fields=true': ({ subscribers }) => subscribers.data,
      '/campaigns?with[]=stats': ({ campaigns }) => campaigns.data,
      '/funnels?with[]=subscribers_count': ({ funnels }) => funnels,
    };
    for (const [path, rowsOf] of Object.entries(lists)) {
      const rows = rowsOf((await dialect.get(path).expect(200)).body);
      expect(rows.length).toBeGreaterThan(1);
      expect(new Set(rows.map((row) => Object.keys(row).sort().join())).size).toBe(1);
    }
    const { body } = await dialect.get('/custom-fields/contacts').expect(200);
    const options = body.fields.map((field: Record<string, unknown>) => [
      field['type'],
      'options' in field && field['options'],
    ]);
    expect(options).toEqual([
      ['text', false],
      ['radio', ['a', 'b']],
    ]);
    // Clients add a field to a record that they read, and write all of it back.
    const more = [...body.fields, { type: 'date', label: 'Visit' }];
    const saved = await dialect.put('/custom-fields/contacts').send({ fields: more }).expect(200);
    expect(saved.body.fields).toHaveLength(3);
  });

  it('refuses thousands of slashes quickly', async () => {
    const path = `${DIALECT}${'/'.repeat(12_000)}x`;
    const used = await processorMs(async () => {
      const status = await new Promise<number>((resolve, reject) => {
        httpRequest(world.origin, { path }, (answer) => {
          answer.resume();
          resolve(answer.statusCode ?? 0);
        })
          .once('error', reject)
          .end();
      });
      expect(status).toBe(404);
    });
    expect(used).toBeLessThan(200);
  });
});

describe('rate limits of both base paths', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start({ worker: false, env: { ...WITH_DIALECT, RATE_LIMIT_PER_MINUTE: '6' } });
  });

  it('are shared', async () => {
    // Requests are counted by the minute.
    jest.spyOn(Date, 'now').mockReturnValue(Date.now());
    const [first, second] = [await world.all.get('/lists'), await inDialect(world).get('/tags')];
    expect(Number(second.headers['ratelimit-remaining'])).toBe(Number(first.headers['ratelimit-remaining']) - 1);
    const own = await inDialect(world).post('/subscribers/sync-segments').send({}).expect(400);
    expect(own.headers['ratelimit-limit']).toBe('6');
    const statuses: number[] = [];
    for (let sent = 0; sent < 5; sent += 1) statuses.push((await inDialect(world).get('/tags')).status);
    expect(statuses.at(-1)).toBe(429);
    const refused = await world.all.get('/lists').expect(429);
    expect(refused.body.code).toBe('rest_too_many_requests');
    jest.restoreAllMocks();
  });
});

describe('the other dialect alone', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start({ worker: false, env: { API_BASE_PATH: DIALECT } });
  });

  it('works like next to the API', async () => {
    const tag = await world.given.tag({ title: 'VIP' });
    const contact = await world.given.contact();
    const synced = await world.all
      .post('/subscribers/sync-segments')
      .send({ type: 'tags', attach: ['vip'], subscribers: [contact.id] })
      .expect(200);
    expect(synced.body.subscribers[0].tags).toMatchObject([{ id: tag.id }]);
    expect((await world.all.get('/tags/').expect(200)).body.tags.data).toHaveLength(1);
    const { id } = await world.given.funnel();
    await world.all.post(`/funnels/${id}/clone`).expect(200);
    await world.http.get('/api/v2/lists').expect(404);
  });
});
