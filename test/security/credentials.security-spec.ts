import type { Response } from 'supertest';
import { ulid } from 'ulid';
import { CredentialsService } from '../../src/modules/auth/credentials.service.js';
import { ManagersService } from '../../src/modules/auth/managers/managers.service.js';
import { parseConfig } from '../../src/platform/config/config.js';
import { Keys } from '../../src/platform/secrets/keys.js';
import { ApiClient } from '../support/api-client.js';
import { extendFailureWindows } from '../support/failed-attempts.js';
import { THOROUGH } from '../support/hostile-client.js';
import { processorMs } from '../support/processor-time.js';
import { recordOutput } from '../support/recorded-output.js';
import { responseMs } from '../support/response-time.js';
import { World } from '../support/world.js';

const WRONG = 'x'.repeat(24);

interface Sample {
  readonly mean: number;
  readonly variance: number;
  readonly median: number;
  readonly size: number;
}

/** Without the slowest tenth, which other load has delayed. */
function sampleOf(times: readonly number[]): Sample {
  const kept = [...times].sort((a, b) => a - b).slice(0, Math.ceil(times.length * 0.9));
  const mean = kept.reduce((sum, time) => sum + time, 0) / kept.length;
  const variance = kept.reduce((sum, time) => sum + (time - mean) ** 2, 0) / (kept.length - 1);
  return { mean, variance, median: kept[Math.floor(kept.length / 2)] ?? 0, size: kept.length };
}

/** Welch's t: the difference of the two means in standard errors. */
function welch(a: Sample, b: Sample): number {
  return (a.mean - b.mean) / Math.sqrt(a.variance / a.size + b.variance / b.size);
}

describe('credentials', () => {
  describe('in response times', () => {
    let world: World;
    beforeAll(async () => {
      world = await World.start({
        worker: false,
        env: { AUTH_FAILURES_PER_MINUTE: '100000', AUTH_FAILURES_PER_ADDRESS: '100000' },
      });
    });

    it('T23 do not reveal whether the name is unknown, the password wrong, or nearly correct', async () => {
      const { username, password } = world.all.credentials ?? { username: '', password: '' };
      const nearly = `${password.replaceAll(' ', '').slice(0, -1)}!`;
      const guesses = [
        ['nobody-at-all', WRONG],
        [username, WRONG],
        [username, nearly],
      ] as const;
      const rounds = THOROUGH ? 2_000 : 200;
      const sampled = async (): Promise<Sample[]> => {
        const times: number[][] = guesses.map(() => []);
        for (let round = -20; round < rounds; round += 1)
          // Alternating, and in another order each round, so that external load affects all variants equally.
          for (let turn = 0; turn < guesses.length; turn += 1) {
            const index = (turn + Math.max(round, 0)) % guesses.length;
            const [name, secret] = guesses[index] ?? guesses[0];
            const client = new ApiClient(world.api, world.config, { username: name, password: secret });
            const time = await responseMs(() => client.get('/tags').expect(401));
            if (round >= 0) times[index]?.push(time);
          }
        return times.map(sampleOf);
      };
      const difference = async (): Promise<string> => {
        const [unknown, wrong, close] = (await sampled()) as [Sample, Sample, Sample];
        const report =
          `T23 medians (unknown name, wrong password, nearly right): ` +
          `${[unknown, wrong, close].map(({ median }) => `${median.toFixed(3)} ms`).join(', ')}; Welch's t of the first two ` +
          `${welch(unknown, wrong).toFixed(2)}, of the last two ${welch(wrong, close).toFixed(2)}`;
        console.info(report);
        // Both statistics must agree: single figures vary on a shared machine.
        const differ = (one: Sample, other: Sample): boolean =>
          Math.abs(one.median - other.median) / other.median > 0.15 && Math.abs(welch(one, other)) > 4.5;
        return differ(unknown, wrong) || differ(wrong, close) ? report : '';
      };
      // A difference that the code makes shows in each sample, one that other load makes does not.
      let found = await difference();
      for (let more = 0; more < 2 && found !== ''; more += 1) found = await difference();
      expect(found).toBe('');
    });

    it('T25 are checked in less than a tenth of a millisecond of the processor', async () => {
      const keys = world.api.get(Keys, { strict: false });
      const stored = keys.hmac('password-pepper', 'the right one of 24 characters');
      const rounds = 20_000;
      const ms = await processorMs(() => {
        for (let round = 0; round < rounds; round += 1) keys.verifyHmac('password-pepper', WRONG, stored);
      });
      expect(ms).toBeLessThan(rounds / 10);
    });
  });

  describe('under password guessing', () => {
    let world: World;
    beforeAll(async () => {
      world = await World.start({ worker: false, env: { AUTH_FAILURES_PER_ADDRESS: '100000' } });
    });

    const guess = (username: string, password: string = WRONG): ApiClient =>
      new ApiClient(world.api, world.config, { username, password });

    it('T24 are refused with 429 after ten wrong passwords, and the correct one always passes', async () => {
      const { username } = world.all.credentials ?? { username: '' };
      const { cache } = world.api.get<CredentialsService, { cache: Map<unknown, unknown> }>(CredentialsService, {
        strict: false,
      });
      const outcomes: Response[] = [];
      for (let attempt = 0; attempt < (THOROUGH ? 1_000 : 200); attempt += 1) {
        outcomes.push(await guess(username, `${WRONG}${attempt}`).get('/tags'));
        if (attempt === 0) await extendFailureWindows(world);
        if (attempt % 50 > 0) continue;
        // Without the verification of the last time, the password is checked again.
        cache.clear();
        await world.all.get('/tags').expect(200);
      }
      expect(outcomes.slice(0, 10).map(({ status, body }) => [status, body.code])).toEqual(
        Array.from({ length: 10 }, () => [401, 'incorrect_password']),
      );
      for (const { status, body, headers } of outcomes.slice(10)) {
        expect([status, body.code]).toEqual([429, 'too_many_attempts']);
        expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      }
    });

    it('T24 with another spelling of the name or a forged address get no further attempts', async () => {
      const { username, password } = await named();
      for (let attempt = 0; attempt < 10; attempt += 1) {
        await guess(username).get('/tags').expect(401);
        if (attempt === 0) await extendFailureWindows(world);
      }
      for (let attempt = 0; attempt < 20; attempt += 1)
        await guess(username)
          .get('/tags')
          .set('X-Forwarded-For', `203.0.113.${attempt}`)
          .set('X-Real-IP', `203.0.113.${attempt}`)
          .set('Forwarded', `for=203.0.113.${attempt}`)
          .expect(429);
      // A name with trailing spaces is another name: even the correct password is refused.
      await guess(`${username} `, password).get('/tags').expect(401);
      await guess(username, password).get('/tags').expect(200);
    });

    it('T24 that are missing do not count as a guess', async () => {
      const { username, password } = await named();
      for (let attempt = 0; attempt < 20; attempt += 1) await world.anonymous.get('/tags').expect(401);
      for (let attempt = 0; attempt < 10; attempt += 1) await guess(username).get('/tags').expect(401);
      await guess(username, password).get('/tags').expect(200);
    });

    /** A client with an unused name. */
    async function named(): Promise<{ username: string; password: string }> {
      const username = `victim-${ulid().toLowerCase()}`;
      const issued = await world.api
        .get(ManagersService, { strict: false })
        .create({ username, email: null, role: 'manager', permissions: ['view_contacts'] });
      return { username, password: issued.application_password };
    }
  });

  describe('in a query', () => {
    const CANARY = 'canary0canary1canary2can';

    it('T26 are ignored unless they are enabled', async () => {
      const world = await World.start({ worker: false });
      const { username, password } = world.all.credentials ?? { username: '', password: '' };
      const pair = `${username}:${password.replaceAll(' ', '')}`;
      const { status, body } = await world.anonymous.get(`/tags?_wp_http_referer=${pair}`);
      expect([status, body.code]).toEqual([401, 'rest_not_logged_in']);
    });

    it('T26 work if enabled, and appear in no log, metric, response, or link', async () => {
      const lines = recordOutput();
      const answers: string[] = [];
      const world = await World.start({ worker: false, env: { ALLOW_QUERY_CREDENTIALS: 'true', LOG_LEVEL: 'trace' } });
      const { username, password } = world.all.credentials ?? { username: '', password: '' };
      const good = `_wp_http_referer=${username}:${password.replaceAll(' ', '')}`;
      const bad = `_wp_http_referer=${username}:${CANARY}`;
      for (let contact = 0; contact < 3; contact += 1) await world.given.contact();
      for (const [path, status] of [
        [`/subscribers?per_page=1&${good}`, 200],
        [`/subscribers?${good}&per_page=0`, 400],
        [`/no-such-thing?${good}`, 404],
        [`/subscribers?${bad}`, 401],
        [`/subscribers/0?${bad}&get_by_email=x`, 401],
        [`/subscribers/%zz?${bad}`, 400],
      ] as const) {
        const response = await world.anonymous.get(path);
        expect([path.slice(0, 16), response.status]).toEqual([path.slice(0, 16), status]);
        answers.push(response.text + JSON.stringify(response.headers));
      }
      const posted = await world.anonymous.post(`/tags?${bad}`).set('Content-Type', 'application/json').send('{"a":');
      answers.push(posted.text, (await world.http.get('/metrics')).text);
      const secrets = [CANARY, password, password.replaceAll(' ', ''), '_wp_http_referer'];
      for (const text of [...answers, ...lines]) for (const secret of secrets) expect(text).not.toContain(secret);
      await world.stop();
      expect(lines.filter((line) => line.includes('"path":"/api/v2/subscribers"')).length).toBeGreaterThan(2);
    });

    it('T26 prevent a start in production', () => {
      const env = {
        NODE_ENV: 'production',
        ALLOW_QUERY_CREDENTIALS: 'true',
        PUBLIC_URL: 'https://mail.example.com',
        APP_SECRET: 'a secret for tests only, 32 characters and more',
        DATABASE_URL: 'mysql://root@127.0.0.1/carillon',
        REDIS_URL: 'redis://127.0.0.1:6379',
      };
      expect(() => parseConfig(env)).toThrow('ALLOW_QUERY_CREDENTIALS must not be on in production');
      expect(parseConfig({ ...env, ALLOW_QUERY_CREDENTIALS: 'false' }).auth.allowQueryCredentials).toBe(false);
    });
  });
});
