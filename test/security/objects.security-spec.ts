import fc from 'fast-check';
import { SendingCounters } from '../../src/modules/sending/counters/sending-counters.js';
import { unexpectedAnswers, HostileClient, sampleOf, THOROUGH } from '../support/hostile-client.js';
import { apiRoutesOf, filled } from '../support/routes.js';
import { World } from '../support/world.js';

interface Column {
  readonly name: string;
  readonly type: string;
}

type Row = Readonly<Record<string, unknown>>;

/** A resource with partial updates: its table and the routes that create and update it. */
interface Resource {
  readonly table: string;
  readonly collection: string;
  readonly item: string;
}

const RESOURCES: readonly Resource[] = [
  { table: 'contacts', collection: '/subscribers', item: '/subscribers/:id' },
  { table: 'lists', collection: '/lists', item: '/lists/:id' },
  { table: 'tags', collection: '/tags', item: '/tags/:id' },
  { table: 'companies', collection: '/companies', item: '/companies/:id' },
  { table: 'custom_fields', collection: '/custom-fields/contacts', item: '/custom-fields/contacts/:slug' },
  { table: 'campaigns', collection: '/campaigns', item: '/campaigns/:id' },
  { table: 'webhooks', collection: '/webhooks', item: '/webhooks/:id' },
];

const camelCase = (name: string): string => name.replace(/_(\w)/g, (_whole, letter: string) => letter.toUpperCase());

describe('objects', () => {
  let world: World;
  let client: HostileClient;

  beforeAll(async () => {
    world = await World.start({ worker: false });
    client = new HostileClient(world);
    await client.createFixtures();
  });

  const operationOf = (method: string, path: string) => {
    const found = client.operations.find((operation) => operation.method === method && operation.path === path);
    if (!found) throw new Error(`no such operation: ${method} ${path}`);
    return found;
  };

  /** The documented fields that a client may set. */
  const writable = (method: string, path: string): Set<string> =>
    new Set(
      operationOf(method, path).bodyFields.flatMap(({ path: [name] }) => [String(name), camelCase(String(name))]),
    );

  const columnsOf = (table: string): Promise<Column[]> =>
    world.db.query<Column>(
      `SELECT COLUMN_NAME AS name, DATA_TYPE AS type FROM information_schema.COLUMNS
        WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = :table`,
      { table },
    );

  /** A value that fits the column and occurs nowhere else. */
  function valueFor({ type }: Column): unknown {
    if (/int|decimal/.test(type)) return 42;
    if (/date|time/.test(type)) return '2001-02-03 04:05:06';
    if (/binary|blob/.test(type)) return 'planted';
    return type === 'enum' ? 'failed' : 'planted';
  }

  /** Without `updated_at`, which a write without changes may set. */
  async function rowsOf(table: string): Promise<Row[]> {
    const rows = await world.db.query<Row>(`SELECT * FROM ${table} ORDER BY 1`);
    return rows.map((row) => ({ ...row, updated_at: null }));
  }

  /** Undocumented columns, in snake case and camel case. */
  async function foreignMembers({ table }: Resource, offered: ReadonlySet<string>): Promise<Record<string, unknown>> {
    const foreign = (await columnsOf(table)).filter(({ name }) => !offered.has(name));
    return Object.fromEntries(
      foreign.flatMap((column) => [
        [column.name, valueFor(column)],
        [camelCase(column.name), valueFor(column)],
      ]),
    );
  }

  it.each(RESOURCES)('T17 no column of $table can be set by its name in an update', async (resource) => {
    const { table, item } = resource;
    const members = await foreignMembers(resource, writable('put', item));
    expect(Object.keys(members).length).toBeGreaterThanOrEqual(3);
    const before = await rowsOf(table);
    for (const body of [
      members,
      { ...members, subscriber: members },
      { settings: members },
      { data: members },
      { contact: members },
    ]) {
      const wrapped =
        table === 'contacts'
          ? body
          : Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'subscriber'));
      const { status } = await client.send({ method: 'put', path: client.target({ path: item }), body: wrapped });
      expect([200, 400]).toContain(status);
      expect(await rowsOf(table)).toEqual(before);
    }
  });

  it.each(RESOURCES)('T17 no column of $table can be set by its name in a create', async (resource) => {
    const { table, collection } = resource;
    const members = await foreignMembers(resource, writable('post', collection));
    const known = new Set((await rowsOf(table)).map((row) => row['id']));
    const operation = operationOf('post', collection);
    const { status, body } = await client.send({
      method: 'post',
      path: collection,
      body: { ...members, ...client.validBody(operation) },
    });
    expect([status, body]).toEqual([200, body]);
    const [made] = (await rowsOf(table)).filter((row) => !known.has(row['id']));
    expect(made).toBeDefined();
    expect(Number(made?.['id'])).not.toBe(42);
    for (const [name, value] of Object.entries(members))
      if (name !== 'id' && made && name in made) expect([name, shown(made[name])]).not.toEqual([name, shown(value)]);
  });

  it.each(RESOURCES)('T17 unknown members never change anything in $table', async ({ table, item }) => {
    const offered = writable('put', item);
    const before = await rowsOf(table);
    await fc.assert(
      fc.asyncProperty(fc.dictionary(fc.string({ maxLength: 20 }), fc.jsonValue({ maxDepth: 3 })), async (extra) => {
        const body = Object.fromEntries(Object.entries(extra).filter(([name]) => !offered.has(name)));
        const { status } = await client.send({ method: 'put', path: client.target({ path: item }), body });
        expect([200, 400]).toContain(status);
        expect(await rowsOf(table)).toEqual(before);
      }),
      { numRuns: THOROUGH ? 300 : 15 },
    );
  });

  it('T17 secrets, passwords, and permissions cannot be written by a client', () => {
    for (const { path, bodyFields } of client.operations)
      for (const field of bodyFields) {
        const name = field.path.join('.');
        if (path.startsWith('/webhooks') && name === 'secret') continue;
        if (path.startsWith('/senders') && ['password', 'oauth2.client_secret'].includes(name)) continue;
        const isOffLimits = /secret|password|permission|role|hash$/.test(name);
        expect({ path, name, isOffLimits }).toEqual({ path, name, isOffLimits: false });
      }
  });

  const PROTOTYPES = [Object.prototype, Array.prototype, Function.prototype, String.prototype];
  const membersOfPrototypes = (): string[][] =>
    PROTOTYPES.map((prototype) => Reflect.ownKeys(prototype).map(String).sort());

  it('T18 no write reaches a prototype, at any position in its body', async () => {
    const before = membersOfPrototypes();
    const prototypeMembers = '{"isAdmin":true,"toString":"x","polluted":{"a":1}}';
    const attempts = [
      `{"__proto__":${prototypeMembers}}`,
      `{"constructor":{"prototype":${prototypeMembers}}}`,
      `{"\\u005f_proto__":${prototypeMembers}}`,
      `{"__proto__":{"__proto__":${prototypeMembers}}}`,
      `{"custom_values":{"__proto__":${prototypeMembers},"constructor":{"prototype":${prototypeMembers}}}}`,
      `{"subscriber":{"__proto__":${prototypeMembers},"custom_values":{"__proto__":${prototypeMembers}}}}`,
      `{"settings":{"__proto__":${prototypeMembers},"mailer_settings":{"__proto__":${prototypeMembers}}}}`,
      `{"data":{"__proto__":${prototypeMembers}},"fields":[{"__proto__":${prototypeMembers}}]}`,
      `[{"__proto__":${prototypeMembers}}]`,
    ];
    const writes = client.operations.filter(({ method }) => method === 'post' || method === 'put');
    for (const [turn, operation] of writes.entries())
      for (const attempt of sampleOf(attempts, turn, 3)) {
        const valid = JSON.stringify(client.validBody(operation)).slice(1, -1);
        const body = valid === '' || attempt.startsWith('[') ? attempt : `{${valid},${attempt.slice(1)}`;
        const answer = await client.send({ method: operation.method, path: client.target(operation), body });
        expect(unexpectedAnswers([answer])).toEqual([]);
      }
    expect(membersOfPrototypes()).toEqual(before);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  it('T18 no query reaches a prototype', async () => {
    const before = membersOfPrototypes();
    const attempts = [
      '__proto__[isAdmin]=1',
      '__proto__.isAdmin=1',
      'constructor[prototype][isAdmin]=1',
      'a[__proto__][isAdmin]=1',
      '[__proto__][isAdmin]=1',
      'tags[constructor][prototype][isAdmin]=1',
      'search[__proto__][isAdmin]=1',
      '__proto__=x&__proto__[]=y',
    ];
    for (const [turn, operation] of client.operations.entries())
      for (const attempt of sampleOf(attempts.slice(0, operation.method === 'get' ? undefined : 2), turn, 3)) {
        const path = `${filled(operation.path, '4294967295')}?${attempt}`;
        expect(unexpectedAnswers([await client.send({ method: operation.method, path })])).toEqual([]);
      }
    expect(membersOfPrototypes()).toEqual(before);
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  it('T18 a custom value named like a prototype member is not stored', async () => {
    const before = await rowsOf('contact_custom_values');
    for (const name of ['toString', 'hasOwnProperty', 'valueOf', '__defineGetter__', 'constructor', 'prototype']) {
      const { status } = await world.all.put('/subscribers/1').send({ custom_values: { [name]: 'x' } });
      expect([200, 400]).toContain(status);
    }
    expect(await rowsOf('contact_custom_values')).toEqual(before);
  });

  it('T18 no custom field may have a name that is stripped from bodies', async () => {
    for (const label of ['constructor', 'Prototype']) {
      const { body } = await world.all.post('/custom-fields/contacts').send({ type: 'text', label }).expect(400);
      expect(body.data.params).toHaveProperty('slug');
    }
  });

  describe('below another parent', () => {
    /** A webhook with one permanently failed delivery. */
    async function webhookWithDelivery(): Promise<{ webhook: number; delivery: number }> {
      const { id: webhook } = await world.given.webhook({ url: 'https://hooks.example.com/other' });
      const delivery = await world.db.transaction(async (tx) => {
        const written = await tx.execute(
          `INSERT INTO webhook_deliveries (webhook_id, event, status, attempts, failures, next_attempt_at)
           VALUES (:webhook, 'contact.created', 'failed', 5, 5, NULL)`,
          { webhook },
        );
        return written.insertId;
      });
      return { webhook, delivery };
    }

    it('T28 every route with two ids is tested with a foreign parent below', () => {
      const nestedRoutes = apiRoutesOf(world).filter(({ path }) => (path.match(/:\w+/g) ?? []).length > 1);
      expect(nestedRoutes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
        'delete /companies/:id/notes/:noteId',
        'delete /funnels/:id/subscribers/:subscriberId',
        'delete /subscribers/:id/notes/:noteId',
        'delete /webhooks/:id/replays/:replayId',
        'get /campaigns/:id/emails/:emailId/hits',
        'get /funnels/:id/sequences/:sequenceId',
        'get /funnels/:id/sequences/:sequenceId/lint',
        'get /funnels/:id/subscribers/:subscriberId/trace',
        'get /funnels/:id/versions/:version',
        'get /webhooks/:id/deliveries/:deliveryId',
        'get /webhooks/:id/replays/:replayId',
        'post /campaigns/:id/emails/:emailId/settle',
        'post /funnels/:id/sequences/:sequenceId/send-test-email',
        'post /funnels/:id/versions/:version/restore',
        'post /webhooks/:id/deliveries/:deliveryId/redeliver',
        'put /companies/:id/notes/:noteId',
        'put /subscribers/:id/notes/:noteId',
      ]);
    });

    it('T28 a delivery of another webhook, or of an unknown one, is not found, and nothing is written', async () => {
      const [mine, other] = [await webhookWithDelivery(), await webhookWithDelivery()];
      const before = await rowsOf('webhook_deliveries');
      for (const parent of [other.webhook, 4_294_967_295]) {
        for (const [method, end] of [
          ['get', ''],
          ['post', '/redeliver'],
        ] as const) {
          const { status, body } = await world.all.send(
            method,
            `/webhooks/${parent}/deliveries/${mine.delivery}${end}`,
          );
          expect({ parent, end, status, code: body.code }).toEqual({
            parent,
            end,
            status: 404,
            code: 'rest_post_invalid_id',
          });
        }
      }
      expect(await rowsOf('webhook_deliveries')).toEqual(before);
      await world.all.get(`/webhooks/${mine.webhook}/deliveries/${mine.delivery}`).expect(200);
      const { body } = await world.all.get(`/webhooks/${other.webhook}/deliveries`).expect(200);
      expect(body.deliveries.map(({ id }: { id: number }) => id)).toEqual([other.delivery]);
    });

    it('T28 a replay of another webhook, or of an unknown one, is not found and not stopped', async () => {
      const [mine, other] = [await webhookWithDelivery(), await webhookWithDelivery()];
      const started = await world.all.post(`/webhooks/${mine.webhook}/replay`).send({ from: '2026-01-01' }).expect(200);
      const before = await rowsOf('webhook_replays');
      for (const parent of [other.webhook, 4_294_967_295])
        for (const method of ['get', 'delete'] as const) {
          const path = `/webhooks/${parent}/replays/${started.body.replay.id}`;
          const { status, body } = await world.all.send(method, path);
          expect({ method, path, status, code: body.code }).toEqual({
            method,
            path,
            status: 404,
            code: 'rest_post_invalid_id',
          });
        }
      expect(await rowsOf('webhook_replays')).toEqual(before);
    });

    it('T28 a note of another subject, or of another kind of subject with the same id, is not found or written', async () => {
      const note = { title: 'Mine', description: 'x', type: 'call', created_at: '2026-01-31 09:30:00' };
      const [contact, other] = [await world.given.contact(), await world.given.contact()];
      const company = await world.given.company();
      const noteBelow = async (path: string): Promise<number> =>
        (await world.all.post(`${path}/notes`).send({ note }).expect(200)).body.note.id;
      const ofContact = await noteBelow(`/subscribers/${contact.id}`);
      const ofCompany = await noteBelow(`/companies/${company.id}`);
      const before = await rowsOf('notes');
      for (const path of [
        `/subscribers/${other.id}/notes/${ofContact}`,
        `/subscribers/${contact.id}/notes/${ofCompany}`,
        `/subscribers/${company.id}/notes/${ofCompany}`,
        `/companies/${company.id}/notes/${ofContact}`,
        `/subscribers/4294967295/notes/${ofContact}`,
      ])
        for (const method of ['put', 'delete'] as const) {
          const { status, body } = await world.all.send(method, path).send({ note });
          expect({ method, path, status, code: body.code }).toEqual({
            method,
            path,
            status: 404,
            code: 'rest_post_invalid_id',
          });
        }
      expect(await rowsOf('notes')).toEqual(before);
    });

    it('T28 records of a campaign are shown under that campaign only', async () => {
      const [mine, other] = [await world.given.campaign(), await world.given.campaign()];
      const contact = await world.given.contact({ email: 'mine@example.com' });
      const mail = await world.db.transaction(async (tx) => {
        const written = await tx.execute(
          `INSERT INTO email_messages (source_type, source_id, contact_id, recipient_key, content_id, email, state)
           VALUES ('campaign', :campaign, :contact, :key, 0, 'mine@example.com', 'unknown')`,
          { campaign: mine.id, contact: contact.id, key: String(contact.id) },
        );
        const source = { type: 'campaign', id: mine.id } as const;
        const sendingCounters = world.api.get(SendingCounters, { strict: false });
        await sendingCounters.change(tx, source, { enrolled: 1, unknown: 1 });
        return written.insertId;
      });
      const emailsOf = async (id: number): Promise<unknown[]> =>
        (await world.all.get(`/campaigns/${id}/emails`).expect(200)).body.emails.data;
      expect(await emailsOf(mine.id)).toHaveLength(1);
      expect(await emailsOf(other.id)).toHaveLength(0);
      const { body } = await world.all.get('/campaigns/4294967295/emails').expect(404);
      expect(body.code).toBe('rest_post_invalid_id');
      for (const parent of [other.id, 4_294_967_295]) {
        await world.all.get(`/campaigns/${parent}/emails/${mail}/hits`).expect(404);
        await world.all.post(`/campaigns/${parent}/emails/${mail}/settle`).send({ as: 'sent' }).expect(404);
      }
      expect(await emailsOf(mine.id)).toMatchObject([{ id: mail, status: 'unknown' }]);
    });

    it('T28 records of a funnel are found under that funnel only', async () => {
      const wait = { wait_type: 'unit_wait', wait_time_amount: 1, wait_time_unit: 'days' };
      const sequences = [{ action_name: 'wait_times', settings: wait }];
      const [mine, other] = [await world.given.funnel({ sequences }), await world.given.funnel({ sequences })];
      const contact = await world.given.contact();
      await world.all.put(`/funnels/${mine.id}/sequences`).send({ sequences: mine.sequences }).expect(200);
      await world.all.put(`/funnels/${mine.id}/status`).send({ status: 'published' }).expect(200);
      await world.all
        .post(`/funnels/${mine.id}/subscribers`)
        .send({ subscribers: [contact.id] })
        .expect(200);
      const tables = ['funnels', 'funnel_versions', 'funnel_entries', 'funnel_counts'];
      const before = await Promise.all(tables.map(rowsOf));
      for (const parent of [other.id, 4_294_967_295])
        for (const [method, end] of [
          ['get', `sequences/${mine.sequences[0]?.id}`],
          ['get', `sequences/${mine.sequences[0]?.id}/lint`],
          ['post', `sequences/${mine.sequences[0]?.id}/send-test-email`],
          ['get', `subscribers/${contact.id}/trace`],
          ['get', 'versions/2'],
          ['post', 'versions/2/restore'],
          ['delete', `subscribers/${contact.id}`],
        ] as const) {
          const { status, body } = await world.all
            .send(method, `/funnels/${parent}/${end}`)
            .send({ emails: ['you@example.com'] });
          expect({ parent, end, status, code: body.code }).toEqual({
            parent,
            end,
            status: 404,
            code: 'rest_post_invalid_id',
          });
        }
      const named = await world.all
        .put(`/funnels/${other.id}/sequences`)
        .send({ sequences: mine.sequences })
        .expect(400);
      expect(named.body.data.params).toHaveProperty(['sequences.0.id']);
      expect(await Promise.all(tables.map(rowsOf))).toEqual(before);
    });

    it('T28 under an unknown parent nothing is found and nothing is written', async () => {
      const tables = [
        'contacts',
        'lists',
        'tags',
        'campaigns',
        'webhooks',
        'webhook_deliveries',
        'custom_fields',
        'notes',
        'tracked_events',
        'domain_events',
      ];
      const before = await Promise.all(tables.map(rowsOf));
      // A trigger is identified by name, not by id.
      const below = apiRoutesOf(world).filter(({ path }) => path.includes(':') && !path.startsWith('/triggers/'));
      for (const { method, path } of below) {
        const { status, body } = await world.all
          .send(method, filled(path, '4294967295'))
          // Required members, so that nothing else is invalid.
          .query({ contact_id: 1 })
          .send({
            title: 'x',
            scheduled_at: '2999-01-01 00:00:00',
            // Only the response that creates a webhook has it.
            ...(path === '/webhooks/:id' ? {} : { from: '2026-01-01' }),
            as: 'sent',
            key: 'a',
            emails: ['x@example.com'],
            mode: 'delete',
            ...(path.startsWith('/funnels/') ? { status: 'draft', sequences: [], subscribers: [1], sample: 1 } : {}),
          });
        expect({ method, path, status, code: body.code }).toEqual({
          method,
          path,
          status: 404,
          code: 'rest_post_invalid_id',
        });
      }
      expect(await Promise.all(tables.map(rowsOf))).toEqual(before);
    });
  });
});

/** Values of a row and of a request in comparable form. */
function shown(value: unknown): string {
  if (value instanceof Date) return value.toISOString().slice(0, 19).replace('T', ' ');
  return value instanceof Buffer ? value.toString() : String(value);
}
