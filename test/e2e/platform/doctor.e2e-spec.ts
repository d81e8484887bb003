import { DoctorModule, createDoctor } from '../../../src/operations/doctor.module.js';
import { Doctor } from '../../../src/platform/doctor/doctor.js';
import { ENGINE_QUERY } from '../../../src/platform/database/supported-engine.js';
import { DoctorCommand, inWords } from '../../../src/platform/doctor/doctor.commands.js';
import type { Finding, Verdict } from '../../../src/platform/doctor/check.js';
import { freePort } from '../../support/free-port.js';
import { NameServer } from '../../support/name-server.js';
import { PrivateRedis } from '../../support/private-redis.js';
import { SmtpSink } from '../../support/smtp-sink.js';
import { StatementProxy } from '../../support/statement-proxy.js';
import { emptyDatabase } from '../../support/test-database.js';
import { World } from '../../support/world.js';

const GOOD_SECRET = 'b2f7c19e0d8a4653917c2e6fd05ab84c7e3190fd62a1c5b8';

describe('the doctor', () => {
  let world: World;
  let sink: SmtpSink;
  let names: NameServer;

  beforeAll(async () => {
    sink = await SmtpSink.start();
    names = await NameServer.start();
    world = await World.start({
      env: { SMTP_URL: sink.url, APP_SECRET: GOOD_SECRET, MAIL_FROM: 'Us <us@shop.com>', DNS_SERVERS: names.address },
    });
  });
  beforeEach(() => {
    sink.reset();
    names.txt.clear();
    names.mx.clear();
    names.addresses.clear();
    for (const domain of ['shop.com', 'example.com']) names.txt.set(`_dmarc.${domain}`, ['v=DMARC1; p=none']);
    names.refuses = false;
  });

  const examine = (changes: Readonly<Record<string, string>> = {}): Promise<Finding[]> =>
    createDoctor().examine({ ...world.env, ...changes });
  const of = (findings: readonly Finding[], area: string, check: string): Finding | undefined =>
    findings.find((finding) => finding.area === area && finding.check === check);
  const verdicts = (findings: readonly Finding[], area: string): Set<Verdict> =>
    new Set(findings.filter((finding) => finding.area === area).map(({ verdict }) => verdict));
  const failed = (findings: readonly Finding[]): string[] =>
    findings
      .filter(({ verdict }) => verdict === 'failed')
      .map(({ area, check, found }) => `${area}/${check}: ${found}`);

  describe('in a healthy installation', () => {
    it('reports no failure and runs all checks', async () => {
      const findings = await examine();
      expect(failed(findings)).toEqual([]);
      expect(findings.filter(({ verdict }) => verdict === 'skipped')).toEqual([]);
      for (const [area, check] of [
        ['configuration', 'variables'],
        ['database', 'connection'],
        ['database', 'version'],
        ['database', 'session'],
        ['database', 'max_allowed_packet'],
        ['database', 'innodb_flush_log_at_trx_commit'],
        ['database', 'innodb_buffer_pool_size'],
        ['database', 'clock of this machine'],
        ['database', 'migrations'],
        ['database', 'writes'],
        ['database', 'privileges'],
        ['redis', 'connection'],
        ['redis', 'version'],
        ['redis', 'maxmemory-policy'],
        ['disk', 'DATA_DIR'],
        ['disk', 'spool'],
        ['processes', 'api'],
        ['processes', 'worker'],
        ['work', 'parked events'],
        ['work', 'due times'],
        ['mail', 'SMTP_URL'],
        ['mail', 'abandoned emails'],
        ['webhooks', 'webhooks'],
        ['imports and bulk actions', 'stuck'],
      ] as const)
        expect(of(findings, area, check)).toMatchObject({ verdict: 'ok' });
    });

    it('sends no email, and logs in if credentials are set', async () => {
      await examine();
      expect(sink.connections).toBe(1);
      expect(sink.messages).toEqual([]);
      expect(sink.recipientsSeen).toEqual([]);
    });
  });

  describe('while a service is unavailable', () => {
    it('reports that the database is unavailable, and runs the other checks', async () => {
      const port = await freePort();
      const findings = await examine({ DATABASE_URL: `mysql://carillon:hunter2@127.0.0.1:${port}/carillon` });
      expect(of(findings, 'database', 'connection')).toMatchObject({
        verdict: 'failed',
        found: expect.stringContaining(`127.0.0.1:${port}/carillon does not answer (ECONNREFUSED`),
        advice: expect.stringContaining('DATABASE_URL'),
      });
      expect(of(findings, 'processes', 'all')).toMatchObject({ verdict: 'skipped' });
      expect(of(findings, 'redis', 'connection')).toMatchObject({ verdict: 'ok' });
      expect(of(findings, 'mail', 'SMTP_URL')).toMatchObject({ verdict: 'ok' });
      expect(JSON.stringify(findings)).not.toContain('hunter2');
    });

    it('reports that Redis is unavailable, and runs the other checks', async () => {
      const redis = await PrivateRedis.start();
      const { url } = redis;
      await redis.kill();
      try {
        const findings = await examine({ REDIS_URL: url });
        expect(of(findings, 'redis', 'connection')).toMatchObject({ verdict: 'failed' });
        expect(of(findings, 'redis', 'all')).toMatchObject({ verdict: 'skipped' });
        expect(of(findings, 'database', 'migrations')).toMatchObject({ verdict: 'ok' });
        expect(JSON.stringify(findings)).not.toContain(new URL(url).password);
      } finally {
        await redis.stop();
      }
    });

    it('reports that the mail server is unavailable or refuses the connection', async () => {
      const port = await freePort();
      const away = await examine({ SMTP_URL: `smtp://127.0.0.1:${port}` });
      expect(of(away, 'mail', 'SMTP_URL')).toMatchObject({
        verdict: 'failed',
        found: expect.stringContaining('ECONNREFUSED'),
      });
      sink.behave({ greeting: { code: 554, text: '5.7.1 You are blocked, us@shop.com' } });
      const unwanted = of(await examine(), 'mail', 'SMTP_URL');
      expect(unwanted).toMatchObject({
        verdict: 'failed',
        found: expect.stringContaining('554 5.7.1 You are blocked'),
      });
      expect(unwanted?.found).not.toContain('us@shop.com');
    });

    it('reports that the mail server offers no login', async () => {
      const { port } = new URL(sink.url);
      const findings = await examine({ SMTP_URL: `smtp://us:hunter2@127.0.0.1:${port}` });
      expect(of(findings, 'mail', 'SMTP_URL')).toMatchObject({
        verdict: 'failed',
        found: expect.stringContaining('no TLS, no login'),
      });
      expect(JSON.stringify(findings)).not.toContain('hunter2');
    });

    it('reports that name servers do not respond', async () => {
      names.refuses = true;
      expect(of(await examine(), 'domains', 'SPF of shop.com')).toMatchObject({ verdict: 'warning' });
    });
  });

  describe('about the configuration', () => {
    it('names every invalid variable without its value, and runs the other checks', async () => {
      const findings = await examine({ PORT: 'hunter2', APP_TIMEZONE: 'Mars/Hunter3', METRICS_TOKEN: 'hunter4' });
      expect(of(findings, 'configuration', 'PORT')).toMatchObject({ verdict: 'failed' });
      expect(of(findings, 'configuration', 'APP_TIMEZONE')).toMatchObject({ verdict: 'failed' });
      expect(of(findings, 'database', 'migrations')).toMatchObject({ verdict: 'ok' });
      expect(JSON.stringify(findings)).not.toMatch(/hunter/i);
    });

    it('runs no other check if no database is configured', async () => {
      const findings = await examine({ DATABASE_URL: '' });
      expect(of(findings, 'configuration', 'DATABASE_URL')).toMatchObject({ verdict: 'failed', found: 'is required' });
      for (const area of ['database', 'redis', 'disk', 'processes', 'work', 'mail', 'domains', 'webhooks'])
        expect(findings.filter((finding) => finding.area === area)).toMatchObject([
          { verdict: 'skipped', found: 'not checked: the configuration is invalid' },
        ]);
    });

    it('checks the requirements of production for recipients and the law', async () => {
      const production = { NODE_ENV: 'production', WEBHOOK_ALLOW_PRIVATE_NETWORKS: '' };
      const findings = await examine({
        ...production,
        PUBLIC_URL: 'http://mail.shop.com',
        MAIL_FROM: 'us@localhost.localdomain',
      });
      expect(of(findings, 'configuration', 'PUBLIC_URL')).toMatchObject({ verdict: 'failed' });
      expect(of(findings, 'configuration', 'MAIL_FROM')).toMatchObject({ verdict: 'failed' });
      expect(of(findings, 'configuration', 'BUSINESS_ADDRESS')).toMatchObject({ verdict: 'warning' });
      const good = {
        PUBLIC_URL: 'https://mail.shop.com',
        BUSINESS_ADDRESS: '1 High Street, Ely',
        METRICS_TOKEN: 'token',
      };
      expect(verdicts(await examine({ ...production, ...good }), 'configuration')).toEqual(new Set(['ok']));
      const missing = await examine({ ...production, PUBLIC_URL: '' });
      expect(of(missing, 'configuration', 'PUBLIC_URL')).toMatchObject({ verdict: 'failed' });
      expect(of(missing, 'database', 'migrations')).toMatchObject({ verdict: 'ok' });
    });

    it.each([
      ['ab'.repeat(20), 'failed'],
      ['correct horse battery staple is my password', 'warning'],
      // A comma-separated list cannot contain one.
      ['b2f7c19e0d8a4653917c2e6fd05ab84c,7e3190fd62a1c5b8', 'warning'],
      [GOOD_SECRET, 'ok'],
    ])('checks a secret without showing it (%#)', async (secret, verdict) => {
      const finding = of(await examine({ APP_SECRET: secret }), 'configuration', 'APP_SECRET');
      expect(finding).toMatchObject({ verdict });
      expect(JSON.stringify(finding)).not.toContain(secret);
    });
  });

  describe('about the database', () => {
    it('reports missing migrations, and how to run them', async () => {
      const [last] = await world.db.query<{ id: number; name: string; timestamp: number }>(
        'SELECT id, name, timestamp FROM schema_migrations ORDER BY id DESC LIMIT 1',
      );
      await world.db.transaction((tx) => tx.execute('DELETE FROM schema_migrations WHERE id = :id', { id: last!.id }));
      try {
        expect(of(await examine(), 'database', 'migrations')).toMatchObject({
          verdict: 'failed',
          found: expect.stringMatching(/^1 of \d+ are missing$/),
          advice: expect.stringContaining('migrate'),
        });
      } finally {
        await world.db.transaction((tx) =>
          tx.execute('INSERT INTO schema_migrations (id, name, timestamp) VALUES (:id, :name, :timestamp)', {
            ...last!,
          }),
        );
      }
    });

    it('checks an empty one without an error', async () => {
      const empty = await emptyDatabase();
      try {
        const findings = await examine({ DATABASE_URL: empty.url });
        expect(failed(findings)).toEqual(['database/migrations: the database is empty']);
        expect(of(findings, 'processes', 'all')).toMatchObject({
          verdict: 'skipped',
          found: 'not checked: migrations are missing',
        });
      } finally {
        await empty.stop();
      }
    });

    it('reports a schema that is newer than the build', async () => {
      await world.db.transaction((tx) =>
        tx.execute(`INSERT INTO schema_migrations (name, timestamp) VALUES ('Tomorrow1999999999999', 1999999999999)`),
      );
      try {
        expect(of(await examine(), 'database', 'migrations')).toMatchObject({ verdict: 'warning' });
      } finally {
        await world.db.transaction((tx) =>
          tx.execute(`DELETE FROM schema_migrations WHERE name = 'Tomorrow1999999999999'`),
        );
      }
    });

    it('refuses TiDB with the words of the product, which does not start on it', async () => {
      const url = world.env['DATABASE_URL'] ?? '';
      const proxy = await StatementProxy.before(url);
      proxy.watch = ({ moment, sql }) =>
        moment === 'asked' && sql === ENGINE_QUERY
          ? { instead: `SELECT '8.0.11-TiDB-v8.5.0' AS version, '' AS comment` }
          : undefined;
      const found = 'DATABASE_URL: TiDB 8.0.11-TiDB-v8.5.0 does not lock rows as MariaDB and MySQL do.';
      const findings = await examine({ DATABASE_URL: proxy.through(url) });
      expect(failed(findings)).toEqual([expect.stringContaining(`database/version: ${found}`)]);
      expect(of(findings, 'database', 'all')).toMatchObject({ found: 'not checked: there is no usable database' });
      const before = proxy.connections;
      await expect(World.start({ throughDatabase: () => proxy.through(url) })).rejects.toThrow(found);
      // Nothing changes by another attempt.
      expect(proxy.connections).toBe(before + 1);
    });

    it('reports a wrong password without showing it', async () => {
      const url = new URL(world.env['DATABASE_URL'] ?? '');
      url.password = 'hunter2';
      const findings = await examine({ DATABASE_URL: url.href });
      expect(of(findings, 'database', 'connection')).toMatchObject({
        verdict: 'failed',
        advice: expect.stringContaining('user or password'),
      });
      expect(JSON.stringify(findings)).not.toContain('hunter2');
    });
  });

  describe('about Redis', () => {
    it('F8 warns of an eviction policy that deletes jobs, and of missing persistence', async () => {
      const redis = await PrivateRedis.start();
      try {
        const { Redis } = await import('ioredis');
        const client = new Redis(redis.url);
        await client.config('SET', 'maxmemory', '100mb');
        await client.config('SET', 'maxmemory-policy', 'allkeys-lru');
        await client.config('SET', 'appendonly', 'no');
        client.disconnect();
        const findings = await examine({ REDIS_URL: redis.url });
        expect(of(findings, 'redis', 'maxmemory-policy')).toMatchObject({ verdict: 'failed', found: 'allkeys-lru' });
        expect(of(findings, 'redis', 'persistence')).toMatchObject({ verdict: 'warning' });
      } finally {
        await redis.stop();
      }
    });
  });

  describe('about senders and their domains', () => {
    it('connects to every sender, and names those whose server does not respond', async () => {
      const well = await world.given.sender({ url: sink.url });
      const port = await freePort();
      const failingSender = await world.given.sender({ url: `smtp://127.0.0.1:${port}` });
      const findings = (await examine()).filter(({ check }) => check.startsWith('sender '));
      expect(findings.find(({ check }) => check.startsWith(`sender ${well.id} `))).toMatchObject({ verdict: 'ok' });
      expect(findings.find(({ check }) => check.startsWith(`sender ${failingSender.id} `))).toMatchObject({
        verdict: 'failed',
      });
      await world.all.delete(`/senders/${failingSender.id}`).expect(200);
    });

    it('compares DNS records with the DKIM keys of senders', async () => {
      const { body } = await world.all
        .post('/senders')
        .send({
          name: 'signed',
          from_email: 'news@letters.shop.com',
          host: '127.0.0.1',
          port: Number(new URL(sink.url).port),
          return_path_domain: 'bounces.shop.com',
          dkim: { domain: 'letters.shop.com', selector: 'spring', generate: true },
        })
        .expect(200);
      const record = body.sender.dkim.dns_record.value as string;
      const at = 'DKIM at spring._domainkey.letters.shop.com';

      names.txt.delete('_dmarc.shop.com');
      const nothing = await examine();
      expect(of(nothing, 'domains', at)).toMatchObject({ verdict: 'failed', advice: expect.stringContaining(record) });
      expect(of(nothing, 'domains', 'SPF of bounces.shop.com')).toMatchObject({
        verdict: 'warning',
        found: 'not found',
      });
      expect(of(nothing, 'domains', 'MX of bounces.shop.com')).toMatchObject({ verdict: 'failed' });
      expect(of(nothing, 'domains', 'DMARC of letters.shop.com')).toMatchObject({ verdict: 'failed' });

      names.txt.set('spring._domainkey.letters.shop.com', ['v=DKIM1; k=rsa; p=MIGfMA0GCSq']);
      names.txt.set('bounces.shop.com', ['v=spf1 mx -all', 'v=spf1 a -all']);
      names.txt.set('_dmarc.shop.com', ['v=DMARC1; p=none']);
      const wrong = await examine();
      expect(of(wrong, 'domains', at)).toMatchObject({
        verdict: 'failed',
        found: expect.stringContaining('not the signing key'),
      });
      expect(of(wrong, 'domains', 'SPF of bounces.shop.com')).toMatchObject({ verdict: 'failed' });
      expect(of(wrong, 'domains', 'DMARC of letters.shop.com')).toMatchObject({
        verdict: 'warning',
        found: 'p=none (of shop.com)',
      });

      names.txt.set('spring._domainkey.letters.shop.com', [record]);
      names.txt.set('bounces.shop.com', ['v=spf1 mx -all']);
      names.addresses.set('mx.shop.com', ['192.0.2.1']);
      names.txt.set('_dmarc.letters.shop.com', ['v=DMARC1; p=reject']);
      names.mx.set('bounces.shop.com', ['mx.shop.com']);
      const right = await examine();
      for (const check of [at, 'SPF of bounces.shop.com', 'DMARC of letters.shop.com', 'MX of bounces.shop.com'])
        expect(of(right, 'domains', check)).toMatchObject({ verdict: 'ok' });
      await world.all.delete(`/senders/${body.sender.id}`).expect(200);
    });

    it('checks the domains of SMTP_URL', async () => {
      names.txt.set('shop.com', ['v=spf1 inlcude:spf.shop.com -all']);
      names.mx.set('bounces.shop.com', ['.']);
      const findings = await examine();
      expect(of(findings, 'domains', 'SPF of shop.com')).toMatchObject({
        verdict: 'failed',
        found: '"inlcude:spf.shop.com" of shop.com is not valid',
      });
      const returning = await examine({ RETURN_PATH_DOMAIN: 'bounces.shop.com' });
      expect(of(returning, 'domains', 'SPF of bounces.shop.com')).toMatchObject({ found: 'not found' });
      expect(of(returning, 'domains', 'MX of bounces.shop.com')).toMatchObject({ verdict: 'failed' });
    });

    it('names senders whose password cannot be decrypted with any secret', async () => {
      const { id } = await world.given.sender({ url: sink.url });
      await world.all.put(`/senders/${id}`).send({ username: 'us', password: 'hunter2' }).expect(200);
      const findings = await examine({ APP_SECRET: 'f7c19e0d8a4653917c2e6fd05ab84c7e3190fd62a1c5b8b2' });
      const finding = findings.find(({ check }) => check.startsWith(`sender ${id} `));
      expect(finding).toMatchObject({ verdict: 'failed', found: expect.stringContaining('APP_SECRET_PREVIOUS') });
      expect(JSON.stringify(findings)).not.toContain('hunter2');
      await world.all.delete(`/senders/${id}`).expect(200);
    });
  });

  it('reports work that waits for a manager', async () => {
    const { id } = await world.given.webhook({ url: 'https://127.0.0.1:9443/hook' });
    await world.db.transaction(async (tx) => {
      await tx.execute(`UPDATE webhooks SET status = 'failed' WHERE id = :id`, { id });
      await tx.execute(`UPDATE sending_beats SET restored_at = NOW(3)`);
    });
    try {
      const findings = await examine();
      expect(of(findings, 'webhooks', `webhook ${id}`)).toMatchObject({ verdict: 'warning' });
      expect(of(findings, 'mail', 'restored backup')).toMatchObject({
        verdict: 'failed',
        advice: expect.stringContaining('sending:accept-restore'),
      });
    } finally {
      await world.db.transaction(async (tx) => {
        await tx.execute(`UPDATE sending_beats SET restored_at = NULL`);
        await tx.execute('DELETE FROM webhooks WHERE id = :id', { id });
      });
    }
  });

  it('reports due times of a clock that was ahead', async () => {
    await world.db.transaction((tx) =>
      tx.execute(
        `INSERT INTO funnel_watches (funnel_id, watched_key, next_at) VALUES (999999, '', NOW(3) + INTERVAL 3 DAY)`,
      ),
    );
    const late = { verdict: 'warning', found: '1 of reports and funnels are later than a period' };
    expect(of(await examine(), 'work', 'due times')).toMatchObject(late);
    await world.db.transaction((tx) => tx.execute('DELETE FROM funnel_watches WHERE funnel_id = 999999'));
  });

  it('continues after a check that throws, and reports it', async () => {
    const broken = {
      area: 'odd',
      needs: [],
      run: () => Promise.reject(new Error('no such thing for ada@example.com')),
    };
    const findings = await new Doctor([broken]).examine(world.env);
    expect(of(findings, 'odd', 'all')).toMatchObject({
      verdict: 'failed',
      found: 'check failed: no such thing for ***@***',
    });
  });

  describe('on the command line', () => {
    async function run(env: Readonly<Record<string, string>>, options: { json?: boolean } = {}) {
      const log = jest.spyOn(console, 'log').mockImplementation(() => undefined);
      const exitCodeOfJest = process.exitCode;
      process.exitCode = undefined;
      try {
        await new DoctorCommand(createDoctor(), () => env).run([], options);
        return { lines: log.mock.calls.map(([line]) => String(line)), exitCode: process.exitCode };
      } finally {
        process.exitCode = exitCodeOfJest;
        log.mockRestore();
      }
    }

    it('exits with 0 without failures, and prints a line for each finding', async () => {
      const { lines, exitCode } = await run(world.env);
      expect(exitCode).toBeUndefined();
      expect(lines).toContain('database');
      expect(lines.filter((line) => /^ {2}ok {7}connection: /.test(line))).toHaveLength(2);
      expect(lines.at(-1)).toMatch(/^\d+ ok, \d+ warning, 0 failed, 0 skipped$/);
    });

    it('exits with 1 after a failure, and can print JSON', async () => {
      const { lines, exitCode } = await run({ ...world.env, PORT: 'http' }, { json: true });
      expect(exitCode).toBe(1);
      expect(lines).toHaveLength(1);
      const report = JSON.parse(lines[0]!);
      expect(report).toMatchObject({ verdict: 'failed', counts: { failed: 1 } });
      expect(report.findings).toContainEqual({
        area: 'configuration',
        check: 'PORT',
        verdict: 'failed',
        found: expect.any(String),
        advice: expect.any(String),
      });
    });

    it('prints the remedy below each finding', () => {
      const lines = inWords([
        { area: 'disk', check: 'room', verdict: 'failed', found: 'none', advice: 'Make some.' },
        { area: 'disk', check: 'spool', verdict: 'ok', found: 'empty', advice: null },
        { area: 'redis', check: 'all', verdict: 'skipped', found: 'away', advice: null },
      ]);
      expect(lines).toEqual([
        'disk',
        '  failed   room: none',
        '           -> Make some.',
        '  ok       spool: empty',
        '',
        'redis',
        '  skipped  all: away',
        '',
        '1 ok, 0 warning, 1 failed, 1 skipped',
      ]);
    });

    it('needs no service to start', () => {
      expect(Reflect.getMetadata('imports', DoctorModule)).toBeUndefined();
    });
  });

  // Must be the last test: passport keeps strategies globally, so the latest environment in a process authenticates all
  // requests.
  it('reports that no worker is running, and that work waits', async () => {
    const alone = await World.start({ worker: false, env: { APP_SECRET: GOOD_SECRET } });
    try {
      await alone.given.contact();
      await alone.db.transaction(async (tx) => {
        await tx.execute('UPDATE domain_events SET occurred_at = NOW(3) - INTERVAL 20 MINUTE');
        await tx.execute(
          `INSERT INTO bulk_jobs (kind, status, options, claimed_until) VALUES ('import', 'running', '{}', NOW(3) - INTERVAL 5 MINUTE)`,
        );
      });
      const findings = await createDoctor().examine(alone.env);
      expect(of(findings, 'processes', 'worker')).toMatchObject({ verdict: 'failed', found: 'none is running' });
      expect(of(findings, 'processes', 'api')).toMatchObject({ verdict: 'ok' });
      expect(of(findings, 'work', 'events')).toMatchObject({
        verdict: 'warning',
        found: '1 due, the oldest for 20 minutes',
      });
      expect(of(findings, 'imports and bulk actions', 'import 1')).toMatchObject({ verdict: 'warning' });
    } finally {
      await alone.stop();
    }
  });
});
