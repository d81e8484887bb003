import { request as httpRequest } from 'node:http';
import { BulkJobRetention } from '../../../src/modules/jobs/bulk-job-retention.service.js';
import { ImportsService } from '../../../src/modules/imports/imports.service.js';
import { waitUntil } from '../../support/wait-until.js';
import { World } from '../../support/world.js';

const LIMIT = 2 * 1024 * 1024;
const BOUNDARY = 'xxBOUNDARYxx';

interface Left {
  readonly jobs: number;
  readonly parts: number;
}

describe('import uploads', () => {
  let world: World;

  beforeAll(async () => {
    world = await World.start({ env: { IMPORT_LIMIT: String(LIMIT) } });
  });
  afterEach(async () => {
    await world.settle();
  });

  const file = (content = 'email\nada@example.com\n') => [Buffer.from(content), 'contacts.csv'] as const;
  const left = async (): Promise<Left | undefined> =>
    (
      await world.db.query<Left>(
        `SELECT (SELECT COUNT(*) FROM bulk_jobs) AS jobs,
                (SELECT COUNT(*) FROM bulk_job_files f JOIN bulk_jobs j ON j.id = f.job_id AND j.status = 'receiving') AS parts`,
      )
    )[0];
  const part = (headers: string, content: string): string =>
    `--${BOUNDARY}\r\nContent-Disposition: form-data; ${headers}\r\n\r\n${content}\r\n`;

  /** Sends a form byte by byte. */
  function raw(body: string | Buffer, type = `multipart/form-data; boundary=${BOUNDARY}`) {
    return world.all.post('/imports').set('Content-Type', type).send(body);
  }

  /** Sends a request body in chunks. */
  function startUpload(headers: Record<string, string> = {}) {
    const { username, password } = world.all.credentials!;
    const request = httpRequest(`${world.origin}/api/v2/imports`, {
      method: 'POST',
      agent: false,
      auth: `${username}:${password}`,
      headers: { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`, ...headers },
    });
    const answer = new Promise<{ status: number; text: string }>((resolve, reject) => {
      request.once('error', reject);
      request.once('response', (response) => {
        let text = '';
        response.on('data', (chunk: Buffer) => (text += chunk.toString()));
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, text });
        });
      });
    });
    answer.catch(() => undefined);
    return { request, answer };
  }

  it('take options before and after the file', async () => {
    const form =
      part('name="dry_run"', 'yes') +
      part(
        'name="file"; filename="C:\\\\Users\\\\ada\\\\people.csv"\r\nContent-Type: text/csv',
        'mail,who\nx@example.com,Ada\n',
      ) +
      part('name="map[who]"', 'first_name') +
      part('name="map[mail]"', 'email') +
      part('name="update"', '1');
    const { body } = await raw(`${form}--${BOUNDARY}--\r\n`).expect(202);
    const { body: answer } = await world.all.get(`/imports/${body.import.id}`).expect(200);
    expect(answer.import).toMatchObject({
      file_name: 'people.csv',
      dry_run: true,
      options: { update: true, map: { mail: 'email', who: 'first_name' } },
    });
  });

  it('accept a file without a name', async () => {
    const { body } = await raw(`${part('name="file"', 'email\nx@example.com\n')}--${BOUNDARY}--`).expect(202);
    const { body: answer } = await world.all.get(`/imports/${body.import.id}`).expect(200);
    expect(answer.import).toMatchObject({ file_name: null });
  });

  it('report all invalid options at once and store nothing', async () => {
    const before = await left();
    const { body } = await world.all
      .post('/imports')
      .attach('file', ...file())
      .field('new_status', 'friend')
      .field('update', 'maybe')
      .field('tags[]', '99999')
      .field('lists', 'x')
      .field('delimiter', '::')
      .field('encoding', 'klingon')
      .field('on_bad_cell', 'ask')
      .field('date_format', 'DDMM')
      .field('consent[ip]', 'here')
      .field('map', '{"email": "address", "Address": "email", "x": "custom.none"}')
      .expect(400);
    expect(body.code).toBe('rest_invalid_param');
    expect(body.data.params).toEqual({
      new_status: expect.stringMatching(/^must be one of/),
      update: 'must be true or false',
      tags: 'unknown: 99999',
      lists: 'must hold ids only',
      delimiter: expect.stringMatching(/^must be one of/),
      encoding: expect.stringMatching(/^must be auto or/),
      on_bad_cell: expect.stringMatching(/^must be one of: skip_cell, skip_row/),
      date_format: expect.stringMatching(/^must be one of: dd\/mm\/yyyy, mm\/dd\/yyyy/),
      'consent.ip': 'must be an IP address',
      map: 'names columns that do not exist: Address, x',
      'map.email': expect.stringMatching(/^must be one of: email, /),
      'map.x': "Custom field 'none' does not exist",
    });
    expect(await left()).toEqual(before);
  });

  it.each([
    ['no file', part('name="update"', 'yes'), { file: 'is required' }],
    [
      'two files',
      part('name="file"; filename="a.csv"', 'email\n') + part('name="file"; filename="b.csv"', 'email\n'),
      { file: 'must be one file only' },
    ],
    [
      'a file by another name',
      part('name="file"; filename="a.csv"', 'email\n') + part('name="photo"; filename="b.jpg"', 'x'),
      { photo: 'is a file; the file to import must be in `file`' },
    ],
    [
      'a map that is not JSON',
      part('name="file"; filename="a.csv"', 'email\n') + part('name="map"', '{'),
      { map: expect.any(String) },
    ],
    [
      'two columns for one field',
      part('name="file"; filename="a.csv"', 'a,b\n') + part('name="map"', '{"a":"email","b":"email"}'),
      { 'map.b': 'is mapped to email, and so is a' },
    ],
  ])('refuse %s', async (_what, form, params) => {
    const before = await left();
    const { body } = await raw(`${form}--${BOUNDARY}--\r\n`).expect(400);
    expect(body.data.params).toEqual(params);
    expect(await left()).toEqual(before);
  });

  it('refuse a file part without a name, before and after the file', async () => {
    const before = await left();
    const nameless = part('filename="a.csv"', 'email\n');
    for (const form of [nameless, part('name="file"; filename="b.csv"', 'email\n') + nameless]) {
      const { body } = await raw(`${form}--${BOUNDARY}--\r\n`).expect(400);
      expect(body.data.params).toEqual({ body: 'contains a file part without a name' });
    }
    expect(await left()).toEqual(before);
  });

  it('read a field with broken characters', async () => {
    const head = part('name="file"; filename="a.csv"', 'email\n');
    const field = 'Content-Disposition: form-data; name="new_status"\r\nContent-Type: text/plain; charset=utf-16le';
    const form = Buffer.concat([
      Buffer.from(`${head}--${BOUNDARY}\r\n${field}\r\n\r\n`),
      // A lone surrogate.
      Buffer.from([0x00, 0xd8]),
      Buffer.from(`\r\n--${BOUNDARY}--\r\n`),
    ]);
    const { body } = await raw(form).expect(400);
    expect(body.data.params).toEqual({ new_status: expect.stringMatching(/^must be one of/) });
  });

  it('refuse huge column names', async () => {
    const before = await left();
    const header = `email,${'x'.repeat(1024 * 1024)}`;
    const { body } = await raw(
      `${part('name="file"; filename="a.csv"', `${header}\nada@example.com,x\n`)}--${BOUNDARY}--\r\n`,
    ).expect(400);
    expect(body.data.params).toEqual({ file: expect.stringMatching(/^has column names that are too long/) });
    expect(await left()).toEqual(before);
  });

  it('keep the file of an import that has been queued meanwhile', async () => {
    const imports = world.api.get(ImportsService, { strict: false });
    const received = await imports.receive([Buffer.from('email\nlate@example.com\n')], 'late.csv', null);
    await imports.start(received, {});
    // The state after a commit that succeeded although the request got an error.
    await imports.discard(received.jobId);
    await world.settle();
    const { body } = await world.all.get(`/imports/${received.jobId}`).expect(200);
    expect(body.import).toMatchObject({ status: 'done', total: 1, created: 1 });
  });

  it.each([
    ['without a boundary', 'multipart/form-data', 'x', 400],
    [
      'that ends too early',
      `multipart/form-data; boundary=${BOUNDARY}`,
      part('name="file"; filename="a"', 'email\n'),
      400,
    ],
    ['without a part', `multipart/form-data; boundary=${BOUNDARY}`, 'email\nx@example.com\n', 400],
    ['that is plain CSV', 'text/csv', 'email\nx@example.com\n', 415],
    ['with an empty file input', 'application/x-www-form-urlencoded', 'update=yes', 415],
  ])('refuse a form %s', async (_what, type, body, status) => {
    const before = await left();
    const answer = await raw(body, type).expect(status);
    expect(answer.body.data.status).toBe(status);
    expect(await left()).toEqual(before);
  });

  it('refuse a file that is too large, with or without Content-Length', async () => {
    const before = await left();
    const rows = 'someone@example.com\n'.repeat((3 * LIMIT) / 20);
    const { body } = await world.all
      .post('/imports')
      .attach('file', ...file(`email\n${rows}`))
      .expect(413);
    expect(body).toMatchObject({ code: 'rest_payload_too_large', data: { params: { file: expect.any(String) } } });
    const { request, answer } = startUpload({ 'Transfer-Encoding': 'chunked' });
    request.write(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nemail\n`);
    for (let sent = 0; sent < 2 * LIMIT; sent += rows.length) request.write(rows);
    request.end(`\r\n--${BOUNDARY}--\r\n`);
    expect(await answer).toMatchObject({ status: 413 });
    // The client must not have to send a single byte of this file.
    const { request: announced, answer: refused } = startUpload({ 'Content-Length': String(10 * LIMIT) });
    announced.on('error', () => undefined);
    announced.flushHeaders();
    expect(await refused).toMatchObject({ status: 413 });
    announced.destroy();
    expect(await left()).toEqual(before);
  });

  it('leave nothing behind when the sender disconnects', async () => {
    const before = await left();
    const { request } = startUpload({ 'Transfer-Encoding': 'chunked' });
    request.on('error', () => undefined);
    request.write(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nemail\n`);
    request.write('someone@example.com\n'.repeat(50_000));
    await waitUntil('parts of the file are stored', async () => ((await left())?.parts ?? 0) > 0);
    request.destroy();
    await waitUntil('they are gone', async () => JSON.stringify(await left()) === JSON.stringify(before));
  });

  it('are removed a day after their process crashed', async () => {
    const before = await left();
    const insert = (hours: number): Promise<{ insertId: number }> =>
      world.db.transaction(async (tx) => {
        const job = await tx.execute(
          `INSERT INTO bulk_jobs (kind, status, options, created_at)
           VALUES ('import', 'receiving', '{}', NOW(3) - INTERVAL :hours HOUR)`,
          { hours },
        );
        await tx.execute("INSERT INTO bulk_job_files VALUES (:id, 1, 'email')", { id: job.insertId });
        return job;
      });
    const [old, young] = [await insert(25), await insert(23)];
    await world.all.get(`/imports/${young.insertId}`).expect(404);
    await world.worker!.get(BulkJobRetention, { strict: false }).removeUnfinishedUploads();
    const jobs = await world.db.query<{ id: number }>("SELECT id FROM bulk_jobs WHERE status = 'receiving'");
    expect(jobs.map(({ id }) => id)).toEqual([young.insertId]);
    const parts = await world.db.query('SELECT part FROM bulk_job_files WHERE job_id = :id', { id: old.insertId });
    expect(parts).toEqual([]);
    await world.db.transaction((tx) => tx.execute("DELETE FROM bulk_jobs WHERE status = 'receiving'"));
    await world.db.transaction((tx) =>
      tx.execute('DELETE FROM bulk_job_files WHERE job_id = :id', { id: young.insertId }),
    );
    expect(await left()).toEqual(before);
  });

  describe('as rows in JSON', () => {
    it('are imported like a file', async () => {
      const tag = await world.given.tag();
      await world.given.customField({ type: 'checkbox', label: 'Kinds', slug: 'kinds', options: ['a', 'b'] });
      const rows = [
        { email: 'json-1@example.com', first_name: 'Ada', tags: [tag.id], custom_values: { kinds: ['b', 'a'] } },
        { email: 'json-2@example.com', first_name: null, user_id: 77, remark: true, kinds: 'a' },
        { email: 'nobody' },
      ];
      const { body } = await world.all.post('/imports').send({ rows, new_status: 'pending' }).expect(202);
      await world.settle();
      const { body: answer } = await world.all.get(`/imports/${body.import.id}`).expect(200);
      expect(answer.import).toMatchObject({
        status: 'done',
        created: 2,
        invalid: 1,
        file_name: null,
        ignored_columns: ['remark', 'kinds'],
        options: { format: 'json', map: { email: 'email', 'custom.kinds': 'custom.kinds' } },
      });
      const { body: one } = await world.all
        .get('/subscribers/0?get_by_email=json-1@example.com&with[]=subscriber.custom_values')
        .expect(200);
      expect(one.subscriber).toMatchObject({ status: 'pending', custom_values: { kinds: ['a', 'b'] } });
      expect(one.subscriber.tags).toHaveLength(1);
      const { text } = await world.all.get(`/imports/${body.import.id}/rejected`).expect(200);
      expect(text.split('\r\n')[1]).toMatch(/^nobody,.*,3,email must be one email address$/);
    });

    it.each([
      ['nothing', {}, { rows: 'is required' }],
      ['no rows', { rows: [] }, { rows: 'must hold at least one row' }],
      ['too many', { rows: Array.from({ length: 5_001 }, () => ({})) }, { rows: 'must hold at most 5000 rows' }],
      [
        'rows with too many different members',
        { rows: Array.from({ length: 5_000 }, (_, row) => ({ email: 'x@example.com', [`m${row}`]: 1 })) },
        { rows: 'must have at most 500 different members' },
      ],
      ['no list', { rows: 'email' }, { rows: 'must be an array of objects' }],
      [
        'rows of other types',
        { rows: [{ email: 'x@example.com', city: { x: 1 } }, 'y', null, ['z']] },
        {
          'rows.0.city': 'must be text, a number, or a list of them',
          'rows.1': 'must be an object',
          'rows.2': 'must be an object',
          'rows.3': 'must be an object',
        },
      ],
      [
        'no address',
        { rows: [{ name: 'Ada' }] },
        { rows: expect.stringMatching(/^has no member with the email address/) },
      ],
    ])('refuse %s', async (_what, body, params) => {
      const before = await left();
      const answer = await world.all.post('/imports').send(body).expect(400);
      expect(answer.body.data.params).toEqual(params);
      expect(await left()).toEqual(before);
    });

    it.each(['utf-16le', 'windows-1252'])('are read unchanged where a file would be read as %s', async (encoding) => {
      const email = `${encoding}@json.example`;
      const rows = [{ email, first_name: 'Zoë' }];
      await world.all.post('/imports').send({ rows, encoding }).expect(202);
      await world.settle();
      const { body } = await world.all.get(`/subscribers/0?get_by_email=${email}`).expect(200);
      expect(body.subscriber.first_name).toBe('Zoë');
    });

    it('may be larger than other bodies, up to ten megabytes', async () => {
      const row = { email: 'large@example.com', remark: 'x'.repeat(1_000) };
      await world.all
        .post('/imports')
        .send({ dry_run: true, rows: Array.from({ length: 1_900 }, () => row) })
        .expect(202);
      const book = { email: 'large@example.com', remark: 'x'.repeat(11 * 1024 * 1024) };
      await world.all
        .post('/imports')
        .send({ rows: [book] })
        .expect(413);
    });
  });

  describe('with an Idempotency-Key', () => {
    const send = (key: string, content: string, options: Record<string, string> = {}) => {
      let request = world.all.post('/imports').set('Idempotency-Key', key);
      for (const [name, value] of Object.entries(options)) request = request.field(name, value);
      return request.attach('file', ...file(content));
    };

    it('run once for the same bytes and options', async () => {
      const content = 'email\nonce@example.com\n';
      const first = await send('key-1', content, { update: 'yes' }).expect(202);
      const jobs = await left();
      const second = await send('key-1', content, { update: 'yes' }).expect(202);
      expect(second.body).toEqual(first.body);
      expect([first.headers['idempotent-replayed'], second.headers['idempotent-replayed']]).toEqual([
        undefined,
        'true',
      ]);
      expect(await left()).toEqual(jobs);
      for (const [bytes, options] of [
        [`${content}more@example.com\n`, { update: 'yes' }],
        [content, { update: 'no' }],
        [content, {}],
      ] as const) {
        const { body } = await send('key-1', bytes, options).expect(409);
        expect(body.code).toBe('idempotency_key_reused');
      }
      expect(await left()).toEqual(jobs);
    });

    it('can be corrected and sent again after a refusal', async () => {
      await send('key-2', 'name\nAda\n').expect(400);
      await send('key-2', 'email\nagain@example.com\n').expect(202);
      await send('not a key', 'email\n').expect(400);
    });

    it('run once, however many arrive at the same time', async () => {
      const jobs = await left();
      const content = 'email\nat-once@example.com\n';
      const answers = await Promise.all(Array.from({ length: 5 }, () => send('key-3', content)));
      const accepted = answers.filter(({ status }) => status === 202);
      expect(accepted.length).toBeGreaterThan(0);
      expect(new Set(accepted.map(({ body }) => body.import.id)).size).toBe(1);
      for (const { status, body } of answers) if (status !== 202) expect(body.code).toBe('idempotency_in_progress');
      expect(await left()).toEqual({ jobs: (jobs?.jobs ?? 0) + 1, parts: 0 });
    });

    it('work for rows in JSON, too', async () => {
      const post = (rows: object[]) => world.all.post('/imports').set('Idempotency-Key', 'key-4').send({ rows });
      const first = await post([{ email: 'key-4@example.com' }]).expect(202);
      const second = await post([{ email: 'key-4@example.com' }]).expect(202);
      expect(second.body).toEqual(first.body);
      expect(second.headers['idempotent-replayed']).toBe('true');
      await post([{ email: 'key-5@example.com' }]).expect(409);
    });
  });
});
