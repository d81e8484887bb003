import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROJECT } from '../../support/documents.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { waitUntil } from '../../support/wait-until.js';
import { World } from '../../support/world.js';
import { CarillonError, type CarillonClient, createClient } from '../../../clients/typescript/src/index.js';

const run = promisify(execFile);

/** The built client against the running service. */
describe('the typed client', () => {
  let world: World;
  let sink: SmtpSink;
  let client: CarillonClient;
  /** The sent requests, and responses that replace those of the service. */
  let requests: Request[];
  let answersFirst: (Response | Error)[];

  const watched = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    requests.push(new Request(input, init));
    const first = answersFirst.shift();
    if (first instanceof Error) throw first;
    return first ?? fetch(input, init);
  };

  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ env: { SMTP_URL: sink.url, MAIL_FROM: 'Carillon <news@carillon.example>' } });
  });
  beforeEach(() => {
    [requests, answersFirst] = [[], []];
    client = clientOf({});
  });

  function clientOf(changes: Partial<Parameters<typeof createClient>[0]>): CarillonClient {
    const { username, password } = world.all.credentials!;
    const baseUrl = `${world.origin}/api/v2`;
    return createClient({ baseUrl, username, password, longestWaitMs: 20, fetch: watched, ...changes });
  }

  const refusal = (status: number, headers: Record<string, string> = {}, body: object = {}): Response =>
    new Response(JSON.stringify(body), { status, headers });

  const failure = async (call: Promise<unknown>): Promise<CarillonError> => {
    const error = await call.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(error).toBeInstanceOf(CarillonError);
    return error as CarillonError;
  };

  it('gets errors for misspelled members in strict handling', async () => {
    const body = { title: 'Strict', descripton: 'x' } as { title: string };
    const { params } = await failure(clientOf({ strict: true }).createTag({ body }));
    expect(params).toEqual({ descripton: 'is not known; did you mean description?' });
    expect((await client.createTag({ body })).tags.title).toBe('Strict');
  });

  it('creates a list and reads the report of a campaign that was sent to it', async () => {
    const { lists: list } = await client.createList({ body: { title: 'Readers of the typed client' } });
    for (const first_name of ['Ada', 'Grace']) {
      const email = `${first_name.toLowerCase()}@typed.example.com`;
      const { contact, action_type } = await client.createContact({
        body: { email, status: 'subscribed', first_name, lists: [list.id] },
      });
      expect([contact.email, action_type]).toEqual([email, 'created']);
    }
    const { campaign } = await client.createCampaign({
      body: {
        title: 'Typed',
        email_subject: 'Hello {{ contact.first_name }}',
        email_body: '<p>Hello</p><p><a href="{{ unsubscribe_url }}">Unsubscribe</a></p>',
        lists: [list.id],
      },
    });
    await client.sendCampaign({ path: { id: campaign.id } });
    await world.settle();

    const { campaign: sent } = await client.getCampaignStatus({ path: { id: campaign.id } });
    expect(sent.status).toBe('sent');
    expect(sink.messages).toHaveLength(2);
    const report = await client.getCampaignReport({ path: { id: campaign.id } });
    expect(JSON.stringify(report)).toContain('"sent":2');
    const deliveredEmails: string[] = [];
    for await (const mail of client.each.listCampaignEmails({ path: { id: campaign.id }, query: { per_page: 1 } }))
      deliveredEmails.push(mail.status);
    expect(deliveredEmails).toEqual(['sent', 'sent']);
  });

  it('iterates over all pages, by cursor if supported and by number otherwise', async () => {
    const { tags: tag } = await client.createTag({ body: { title: 'Walked' } });
    const emails = Array.from({ length: 7 }, (_each, number) => `walked-${number}@example.com`);
    for (const email of emails) await client.createContact({ body: { email, status: 'subscribed', tags: [tag.id] } });
    requests = [];
    const walked: string[] = [];
    for await (const contact of client.each.listContacts({ query: { tags: [tag.id], per_page: 3 } }))
      walked.push(contact.email);
    expect(walked.sort()).toEqual(emails);
    expect(requests.map(({ url }) => new URL(url).searchParams.has('cursor'))).toEqual([true, true, true]);

    for (let number = 1; number <= 5; number += 1) await client.createTemplate({ body: { title: `Page ${number}` } });
    requests = [];
    const titles: string[] = [];
    for await (const { title } of client.each.listTemplates({ query: { per_page: 2 } })) titles.push(title);
    expect(new Set(titles).size).toBe(5);
    expect(requests.map(({ url }) => new URL(url).searchParams.get('page'))).toEqual(['1', '2', '3']);
  });

  it('finds the rows of every kind of page', async () => {
    const { given } = world;
    const contact = await given.contact();
    const company = await given.company();
    for (const turn of [1, 2, 3]) {
      await given.company();
      await given.campaign();
      await given.funnel();
      await given.order({ contact_id: contact.id });
      await given.note(contact.id);
      await given.trackedEvent(contact.id);
      await given.scheduledReport();
      await world.all
        .post('/suppressions')
        .send({ email: `suppressed-${turn}@example.com` })
        .expect(200);
    }
    const { each } = client;
    const ofContact = { path: { id: contact.id } };
    const walks: [least: number, of: AsyncIterable<object>][] = [
      [4, each.listCompanies({ query: { per_page: 2 } })],
      [3, each.listCampaigns({ query: { per_page: 2 } })],
      [3, each.listFunnels({ query: { per_page: 2 } })],
      [3, each.listOrders({ query: { per_page: 2 } })],
      [3, each.listSuppressions({ query: { per_page: 2 } })],
      [3, each.listContactNotes({ ...ofContact, query: { per_page: 2 } })],
      [3, each.listTrackedEvents({ ...ofContact, query: { per_page: 2 } })],
      [3, each.getContactTimeline({ ...ofContact, query: { per_page: 2 } })],
      [1, each.listContactConsents(ofContact)],
      [0, each.listCompanyNotes({ path: { id: company.id } })],
    ];
    for (const [turn, [least, rows]] of walks.entries()) {
      const ids: unknown[] = [];
      for await (const row of rows) ids.push(JSON.stringify(row));
      expect([turn, ids.length >= least, new Set(ids).size]).toEqual([turn, true, ids.length]);
    }
  });

  it('requests no page that is not read', async () => {
    for await (const contact of client.each.listContacts({ query: { per_page: 1 } })) {
      expect(contact.email).toBeTruthy();
      break;
    }
    expect(requests).toHaveLength(1);
  });

  it('returns files as streams', async () => {
    const file = await client.exportContacts({ query: { format: 'csv' } });
    expect(file.headers.get('Content-Type')).toMatch(/^text\/csv/);
    expect(await file.text()).toContain('@');
  });

  it('sends files as forms', async () => {
    const body = new FormData();
    body.set('file', new Blob(['email\r\nform@example.com\r\n'], { type: 'text/csv' }), 'contacts.csv');
    const { import: begun } = await client.createImport({ body });
    await world.settle();
    const { import: done } = await client.getImport({ path: { id: begun.id } });
    expect(done.status).toBe('done');
  });

  it('throws errors of the service with code, fields, and request id', async () => {
    const error = await failure(client.createContact({ body: { email: 'nobody', status: 'subscribed' } }));
    expect(error).toMatchObject({
      status: 400,
      code: 'rest_invalid_param',
      message: `createContact: email must be one email address (400, request ${error.requestId})`,
      params: { email: 'must be one email address' },
      retryAfterSeconds: null,
    });
    expect(error.requestId).toBe(error.data.request_id);
    expect(error.docUrl).toBe(`http://carillon.test/docs/errors#${error.code ?? 'no_code'}`);
    expect(await failure(client.getTag({ path: { id: 999_999 } }))).toMatchObject({ status: 404 });
    const twice = { body: { email: 'twice@example.com', status: 'subscribed' } } as const;
    const { contact } = await client.createContact(twice);
    expect(await failure(client.createContact(twice))).toMatchObject({
      status: 409,
      code: null,
      data: { contact_id: contact.id },
    });
    expect(requests).toHaveLength(4);
  });

  it('throws errors that name every field, and whose stack ends in the caller', async () => {
    async function askedByTheShop(call: () => Promise<unknown>): Promise<unknown> {
      // oxlint-disable-next-line typescript/return-await -- keeps this function in the stack
      return await call();
    }
    const several = await failure(
      askedByTheShop(() => client.createContact({ body: { email: 'x', status: 'gone' as 'pending' } })),
    );
    expect(several.message).toMatch(/^createContact: email must be one email address; status must be /);
    const onList = await failure(
      askedByTheShop(async () => {
        for await (const contact of client.each.listContacts({ query: { lists: [999_999], per_page: 0 } }))
          return contact;
        return null;
      }),
    );
    expect(onList.message).toMatch(/^listContacts: .* \(400, request \w+\)$/);
    for (const { name, message, stack = '' } of [several, onList]) {
      const [, first = '', ...others] = stack.slice(`${name}: ${message}`.length).split('\n');
      expect(first).toContain('typed-client.e2e-spec');
      expect([first, ...others].join('\n')).toContain('askedByTheShop');
      expect(stack).not.toContain('transport');
    }
  });

  it('has an example that runs on the built package as its comment says', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'carillon-client-'));
    try {
      cpSync(join(PROJECT, 'clients/typescript'), folder, { recursive: true });
      const compiler = join(PROJECT, 'node_modules/typescript7/bin/tsc');
      await run(process.execPath, [compiler, '-p', join(folder, 'tsconfig.build.json')]);
      const { username, password } = world.all.credentials!;
      const env = { CARILLON_URL: `${world.origin}/api/v2`, CARILLON_USERNAME: username, CARILLON_PASSWORD: password };
      const { stdout, stderr } = await run(process.execPath, [join(folder, 'examples/newsletter.ts')], { env });
      expect(stderr).toBe('');
      expect(stdout.split('\n').filter((line) => /^(?:ada|grace)@example\.com \w+$/.test(line))).toHaveLength(2);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('refuses a path with an empty id, which would match another resource', async () => {
    for (const id of [undefined, '', null])
      await expect(client.deleteList({ path: { id: id as unknown as number } })).rejects.toThrow(TypeError);
    expect(requests).toEqual([]);
  });

  it('encodes path parameters', async () => {
    await failure(client.updateCustomField({ path: { slug: '../../lists/1?x=#' }, body: { label: 'x' } }));
    expect(new URL(requests[0]!.url).pathname).toBe('/api/v2/custom-fields/contacts/..%2F..%2Flists%2F1%3Fx%3D%23');
  });

  describe('retries', () => {
    it('after 503, 429, and a broken connection, with the same key, and nothing is done twice', async () => {
      answersFirst = [
        refusal(503, { 'Retry-After': '1' }),
        refusal(429, { 'Retry-After': '1' }, { code: 'rest_too_many_requests' }),
        new TypeError('fetch failed'),
      ];
      await client.createList({ body: { title: 'Once' } });
      const keys = requests.map((request) => request.headers.get('Idempotency-Key'));
      expect(keys).toEqual([keys[0], keys[0], keys[0], keys[0]]);
      expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
      const { lists } = await client.listLists({ query: { search: 'Once' } });
      expect(lists).toHaveLength(1);
    });

    it('up to the configured number, and then throws the last error', async () => {
      answersFirst = Array.from({ length: 9 }, () => refusal(503, { 'Retry-After': '7' }));
      const error = await failure(clientOf({ retries: 2 }).listTags());
      expect(error).toMatchObject({ status: 503, retryAfterSeconds: 7, code: null });
      expect(requests).toHaveLength(3);
    });

    it('until it is aborted', async () => {
      answersFirst = [refusal(503, { 'Retry-After': '600' })];
      const calling = new AbortController();
      const call = clientOf({ longestWaitMs: 600_000 }).listTags({}, { signal: calling.signal });
      const refused = expect(call).rejects.toThrow('no more');
      await waitUntil('it is refused', () => requests.length > 0);
      calling.abort(new Error('no more'));
      await refused;
      expect(requests).toHaveLength(1);
    });

    it('no request that would be refused again', async () => {
      answersFirst = [refusal(429, { 'Retry-After': '60' }, { code: 'too_many_attempts' })];
      expect(await failure(client.listTags())).toMatchObject({ code: 'too_many_attempts' });
      await failure(clientOf({ password: 'wrong' }).listTags());
      expect(requests).toHaveLength(2);
    });

    it('if no response has started in time', async () => {
      const never = (_input: unknown, init?: RequestInit): Promise<Response> =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener('abort', () => {
            requests.push(new Request('http://late.example'));
            reject(init.signal?.reason as Error);
          });
        });
      const late = clientOf({ fetch: never, timeoutMs: 20, retries: 1 });
      await expect(late.listTags()).rejects.toThrow('no answer within 20 ms');
      expect(requests).toHaveLength(2);
    });
  });

  it('gets the first response for a repeated call with the same key', async () => {
    const call = (): Promise<{ lists: { id: number } }> =>
      client.createList({ body: { title: 'After a crash' } }, { idempotencyKey: 'order-4711' });
    expect((await call()).lists.id).toBe((await call()).lists.id);
  });

  it('reports an HTML page of a proxy as an error', async () => {
    answersFirst = [new Response('<h1>Bad gateway</h1>', { status: 502 })];
    expect(await failure(client.listTags())).toMatchObject({
      status: 502,
      message: 'listTags: the service answered without a reason (502)',
    });
  });
});
