import { NestFactory } from '@nestjs/core';
import { CliModule } from '../../../src/cli.module.js';
import { ALL_SEALED_COLUMNS } from '../../../src/operations/sealed-columns.js';
import { type AppConfig, parseConfig } from '../../../src/platform/config/config.js';
import type { Database, Tx } from '../../../src/platform/database/database.js';
import { SEALED_WEBHOOK_SECRETS } from '../../../src/modules/webhooks/webhook-secrets.service.js';
import { RefreshTokens } from '../../../src/platform/oauth2/refresh-tokens.js';
import { Keys } from '../../../src/platform/secrets/keys.js';
import { Reencryption, ReencryptSecretsCommand } from '../../../src/platform/secrets/reencrypt.commands.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { waitUntil } from '../../support/wait-until.js';
import { World } from '../../support/world.js';

const FORMER = 'the former secret of these tests and long enough to be one';
const PRESENT = 'the present secret of these tests and long enough to be one';
const SEALED = /^[0-9a-f]{4}\.[\w+/]+=*$/;

describe('re-encrypting values stored under a previous secret', () => {
  let world: World;
  let sink: SmtpSink;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    world = await World.start({ worker: false, env: { APP_SECRET: FORMER } });
  });

  const under = (current: string, ...previous: string[]): AppConfig =>
    parseConfig({ ...world.env, APP_SECRET: current, APP_SECRET_PREVIOUS: previous.join() });

  /** Runs the command in a separate application. */
  async function reencrypt(
    config: AppConfig,
    options: { check?: boolean } = {},
  ): Promise<{
    output: { renewed: number; unreadable: number; columns: { column: string; renewed: number }[] };
    exitCode: unknown;
  }> {
    const cli = await NestFactory.createApplicationContext(CliModule.with(config), {
      logger: false,
      abortOnError: false,
    });
    const output = jest.spyOn(console, 'log').mockImplementation(() => undefined);
    const exitCodeOfJest = process.exitCode;
    process.exitCode = undefined;
    try {
      await cli.get(ReencryptSecretsCommand).run([], { ...options, json: true });
      return { output: JSON.parse(String(output.mock.calls[0]?.[0])), exitCode: process.exitCode };
    } finally {
      process.exitCode = exitCodeOfJest;
      output.mockRestore();
      await cli.close();
    }
  }

  /** Returns every sealed value by table and column. */
  async function sealedTexts(): Promise<Map<string, string>> {
    const texts = new Map<string, string>();
    for (const { table, column } of ALL_SEALED_COLUMNS) {
      const rows = await world.db.query<{ id: number; sealed: string }>(
        `SELECT id, ${column} AS sealed FROM ${table} WHERE ${column} IS NOT NULL ORDER BY id`,
      );
      for (const { id, sealed } of rows) texts.set(`${table}.${column}#${id}`, sealed);
    }
    return texts;
  }

  /** Creates one of each kind. */
  async function createFixtures(): Promise<void> {
    const webhook = await world.given.webhook({
      url: 'https://hooks.example.com/one',
      secret: 'whsec_first_0123456789',
    });
    await world.all
      .post(`/webhooks/${webhook.id}/rotate-secret`)
      .send({ secret: 'whsec_second_0123456789' })
      .expect(200);
    await world.given.sender({
      url: sink.url,
      username: 'us',
      password: 'hunter2',
      dkim: { domain: 'example.com', selector: 'spring', generate: true },
    });
    const oauth2 = { client_id: 'app', refresh_token: 'hunter2', token_url: 'https://login.example.com/token' };
    await world.given.sender({ url: sink.url, username: 'us', oauth2 });
    await world.all
      .post('/webhooks')
      .set('Idempotency-Key', 'once-only')
      .send({
        name: 'idempotent',
        url: 'https://hooks.example.com/two',
        events: ['*'],
      });
    const settings = { url: 'https://crm.example.com/', headers: { Authorization: 'Bearer hunter2' } };
    await world.given.funnel({ sequences: [{ action_name: 'http_request', settings }] });
    const keys = new Keys(world.config);
    const grant = { account: 'SMTP_URL', tokenUrl: '', clientId: '', clientSecret: '', refreshToken: '', scope: '' };
    await new RefreshTokens(world.db, keys).rotate(grant, 'hunter2');
    await world.db.transaction((tx) =>
      tx.execute(
        `INSERT INTO funnel_http_calls (funnel_id, entry_id, step_id, contact_id, request)
         VALUES (1, 7, 8, 9, :request)`,
        { request: keys.encrypt('funnel-http-calls', '{"url":"https://x.example"}', 'funnel-http-call:7:8') },
      ),
    );
  }

  it('knows every column with sealed values', async () => {
    await createFixtures();
    const columns = await world.db.query<{ name: string; column: string }>(
      `SELECT TABLE_NAME AS name, COLUMN_NAME AS \`column\` FROM information_schema.COLUMNS
        WHERE TABLE_SCHEMA = DATABASE() AND DATA_TYPE IN ('varchar', 'text', 'mediumtext', 'longtext')`,
    );
    const found: string[] = [];
    for (const { name, column } of columns) {
      const rows = await world.db.query<{ text: string }>(
        `SELECT \`${column}\` AS text FROM \`${name}\` WHERE \`${column}\` REGEXP '^[0-9a-f]{4}[.][A-Za-z0-9+/]{36,}'`,
      );
      if (rows.some(({ text }) => SEALED.test(text))) found.push(`${name}.${column}`);
    }
    expect(found.sort()).toEqual(ALL_SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`).sort());
  });

  it('only counts in a dry run', async () => {
    const before = await sealedTexts();
    const { output, exitCode } = await reencrypt(under(PRESENT, FORMER), { check: true });
    expect(output.renewed).toBe(before.size);
    expect(exitCode).toBe(1);
    expect(await sealedTexts()).toEqual(before);
  });

  it('reports values that need a missing former secret, and changes nothing', async () => {
    const before = await sealedTexts();
    const { output, exitCode } = await reencrypt(under(PRESENT));
    expect(output).toMatchObject({ renewed: 0, unreadable: before.size });
    expect(exitCode).toBe(1);
    expect(await sealedTexts()).toEqual(before);
    expect(JSON.stringify(output)).not.toMatch(/hunter2|whsec/);
  });

  it('T43 leaves no value that needs the former secret, and keeps all values readable', async () => {
    const before = await sealedTexts();
    const { output, exitCode } = await reencrypt(under(PRESENT, FORMER));
    expect(output).toMatchObject({ renewed: before.size, unreadable: 0 });
    expect(exitCode).toBeUndefined();
    const after = await sealedTexts();
    expect([...after.keys()]).toEqual([...before.keys()]);
    const [former, present] = [new Keys(under(FORMER)), new Keys(under(PRESENT))];
    for (const { table, column, purpose, contextOf, context } of ALL_SEALED_COLUMNS) {
      const rows = await world.db.query<Record<string, string>>(
        `SELECT id, ${contextOf.filter((name) => name !== 'id').join(', ') || 'id AS same'} FROM ${table} WHERE ${column} IS NOT NULL`,
      );
      for (const row of rows) {
        const place = `${table}.${column}#${row['id'] ?? ''}`;
        const seal = context(...contextOf.map((name) => row[name] ?? ''));
        const was = former.decrypt(purpose, before.get(place) ?? '', seal);
        expect(present.decrypt(purpose, after.get(place) ?? '', seal)).toBe(was);
      }
    }
    expect((await reencrypt(under(PRESENT, FORMER), { check: true })).exitCode).toBeUndefined();
    expect((await reencrypt(under(PRESENT))).output).toMatchObject({ renewed: 0, unreadable: 0 });
  });

  it('keeps values written concurrently', async () => {
    const { id } = await world.given.webhook({ url: 'https://hooks.example.com/three' });
    const keys = new Keys(under(PRESENT, FORMER));
    const written = keys.encrypt('webhook-secrets', 'whsec_written_meanwhile', `webhook:${id}`);
    // Between the read and the write.
    const db = {
      query: world.db.query.bind(world.db),
      transaction: async (work: (tx: Tx) => Promise<unknown>) => {
        await world.db.transaction((tx) =>
          tx.execute('UPDATE webhooks SET secret = :written WHERE id = :id', { id, written }),
        );
        return world.db.transaction(work);
      },
    } as unknown as Database;
    const columns = await new Reencryption(db, keys, SEALED_WEBHOOK_SECRETS).run();
    expect(columns[0]).toMatchObject({ column: 'secret', renewed: 0, overtaken: 1, unreadable: [] });
    const [row] = await world.db.query<{ secret: string }>('SELECT secret FROM webhooks WHERE id = :id', { id });
    expect(row?.secret).toBe(written);
  });

  it('continues where it was interrupted', async () => {
    await world.db.transaction((tx) => tx.execute('DELETE FROM webhooks'));
    for (let made = 0; made < 3; made += 1)
      await world.given.webhook({ url: `https://hooks.example.com/many-${made}` });
    const keys = new Keys(under(PRESENT, FORMER));
    const left = async (): Promise<number> =>
      (await new Reencryption(world.db, keys, SEALED_WEBHOOK_SECRETS).run({ look: true }))[0]?.renewed ?? 0;
    expect(await left()).toBe(3);
    const [first] = await world.db.query<{ id: number; secret: string }>('SELECT id, secret FROM webhooks ORDER BY id');
    const renewed = keys.encrypt(
      'webhook-secrets',
      keys.decrypt('webhook-secrets', first!.secret, `webhook:${first!.id}`),
      `webhook:${first!.id}`,
    );
    await world.db.transaction((tx) =>
      tx.execute('UPDATE webhooks SET secret = :renewed WHERE id = :id', { id: first!.id, renewed }),
    );
    expect(await new Reencryption(world.db, keys, SEALED_WEBHOOK_SECRETS).run({ goOn: () => false })).toEqual([]);
    expect(await left()).toBe(2);
    await new Reencryption(world.db, keys, SEALED_WEBHOOK_SECRETS).run();
    expect(await left()).toBe(0);
    const [kept] = await world.db.query<{ secret: string }>('SELECT secret FROM webhooks ORDER BY id LIMIT 1');
    expect(kept?.secret).toBe(renewed);
  });
});

describe('application passwords after a rotation', () => {
  it('are stored under the current secret after their next use, and the previous one is no longer needed', async () => {
    const world = await World.start({ worker: false, env: { APP_SECRET: FORMER } });
    const { username, password } = world.all.credentials!;
    const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
    const storedHash = async (): Promise<string | undefined> =>
      (await world.db.query<{ hash: string }>('SELECT HEX(password_hash) AS hash FROM api_keys'))[0]?.hash;
    const createManager = async (secret: Record<string, string>): Promise<number> => {
      const again = await World.start({
        worker: false,
        env: { ...secret, DATABASE_URL: world.env['DATABASE_URL'] ?? '' },
      });
      try {
        const before = await storedHash();
        const response = await fetch(`${again.origin}/api/v2/lists`, { headers: { authorization } });
        await response.arrayBuffer();
        // It is written after the response.
        if ('APP_SECRET_PREVIOUS' in secret)
          await waitUntil(
            'the password is stored under the current secret',
            async () => (await storedHash()) !== before,
          );
        return response.status;
      } finally {
        await again.stop();
      }
    };
    try {
      expect(await createManager({ APP_SECRET: PRESENT })).toBe(401);
      expect(await createManager({ APP_SECRET: PRESENT, APP_SECRET_PREVIOUS: FORMER })).toBe(200);
      expect(await createManager({ APP_SECRET: PRESENT })).toBe(200);
      expect(await createManager({ APP_SECRET: FORMER })).toBe(401);
    } finally {
      await world.stop();
    }
  });
});
