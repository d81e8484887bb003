import { getQueueToken } from '@nestjs/bull';
import Redis from 'ioredis';
import type { Queue } from 'bull';
import { QUEUE } from '../../../src/platform/queue/queues.js';
import { PrivateRedis } from '../../support/private-redis.js';
import { World } from '../../support/world.js';

const PASSWORD = 'a password for queues';
const basic = (pair: string): string => `Basic ${Buffer.from(pair).toString('base64')}`;
const RIGHT = basic(`anybody:${PASSWORD}`);

describe('the queue dashboard', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start({ env: { QUEUE_DASHBOARD_PASSWORD: PASSWORD } });
  });

  const get = (path: string, authorization?: string) => {
    const request = world.http.get(path);
    return authorization === undefined ? request : request.set('Authorization', authorization);
  };

  it('requires its password on every path, and accepts no credential of the API', async () => {
    const { username, password } = world.all.credentials!;
    for (const path of ['/admin/queues', '/admin/queues/api/queues', '/admin/queues/static/no-such-file.js']) {
      const nothing = await get(path).expect(401);
      expect(nothing.headers['www-authenticate']).toBe('Basic realm="queues", charset="UTF-8"');
      expect(nothing.body.code).toBe('rest_not_logged_in');
    }
    for (const header of ['Bearer x', 'Basic', 'Basic !!!', basic('anybody:'), basic(PASSWORD)])
      await get('/admin/queues', header).expect(401);
    expect((await get('/admin/queues', basic(`${username}:${password}`)).expect(401)).body.code).toBe(
      'incorrect_password',
    );
    await get('/admin/queues', RIGHT).expect(200).expect('Content-Type', /html/);
  });

  it('is not below the API, whatever the credential is', async () => {
    const { body } = await world.all.get('/admin/queues').expect(404);
    expect(body.code).toBe('rest_no_route');
  });

  it('shows every queue, read-only', async () => {
    const { body } = await get('/admin/queues/api/queues', RIGHT).expect(200);
    const queues = body.queues as { name: string; readOnlyMode: boolean }[];
    expect(queues.map(({ name }) => name).sort()).toEqual(Object.values(QUEUE).sort());
    expect(queues.every(({ readOnlyMode }) => readOnlyMode)).toBe(true);
    for (const method of ['put', 'post', 'patch', 'delete'] as const)
      for (const action of ['pause', 'clean/completed', 'empty', 'retry/failed', 'obliterate', 'add'])
        await world.http[method](`/admin/queues/api/queues/${QUEUE.emailSending}/${action}`)
          .set('Authorization', RIGHT)
          .expect(404);
    await world.http.put('/admin/queues/api/queues/pause').set('Authorization', RIGHT).expect(404);
    const queue = world.worker!.get<Queue>(getQueueToken(QUEUE.emailSending), { strict: false });
    expect(await queue.isPaused()).toBe(false);
  });

  it('shows no personal data: jobs contain only ids', async () => {
    const queue = world.worker!.get<Queue>(getQueueToken(QUEUE.funnelSteps), { strict: false });
    await queue.pause(true);
    const list = await world.given.list();
    await world.given
      .funnel({ trigger_name: 'list_applied', settings: { lists: [list.id] }, status: 'published' })
      .catch(() => null);
    await world.given.contact({ email: 'ada.lovelace@example.com', first_name: 'Ada', lists: [list.id] });
    await queue.add({ key: 7 });
    const { text } = await get(`/admin/queues/api/queues?activeQueue=${QUEUE.funnelSteps}&status=latest`, RIGHT).expect(
      200,
    );
    expect(text).not.toMatch(/ada|lovelace|@|password|redis:\/\//i);
    expect(text).toContain('"key":7');
    const redis = new Redis(world.config.redis.url);
    const found: string[] = [];
    for await (const keys of redis.scanStream({ match: `{${world.config.redis.prefix}:*` }))
      for (const key of keys as string[]) {
        const value = (await redis.type(key)) === 'hash' ? JSON.stringify(await redis.hgetall(key)) : '';
        found.push(key + value);
      }
    redis.disconnect();
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter((one) => /ada|lovelace|@/i.test(one))).toEqual([]);
    await queue.resume(true);
  });

  it('cannot be cached, framed, or indexed, and runs no external scripts', async () => {
    const { headers } = await get('/admin/queues', RIGHT).expect(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-robots-tag']).toBe('noindex');
    expect(headers['content-security-policy']).toContain("default-src 'self'");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['content-security-policy']).not.toContain("script-src 'unsafe");
  });

  // Passport keeps strategies globally: the latest environment in a process authenticates all requests. The following tests
  // do not use the API.
  it('does not exist without a configured password', async () => {
    const bare = await World.start({ worker: false });
    for (const path of ['/admin/queues', '/admin/queues/', '/admin/queues/api/queues']) {
      const { body } = await bare.http.get(path).set('Authorization', RIGHT).expect(404);
      expect(body.code).toBe('rest_no_route');
    }
    await bare.stop();
  });

  it('reports that Redis is unavailable, without waiting for it', async () => {
    const redis = await PrivateRedis.start();
    const withoutRedis = await World.start({
      worker: false,
      env: { QUEUE_DASHBOARD_PASSWORD: PASSWORD, REDIS_URL: redis.url },
    });
    try {
      await withoutRedis.http.get('/admin/queues/api/queues').set('Authorization', RIGHT).expect(200);
      await redis.kill();
      const { body } = await withoutRedis.http.get('/admin/queues/api/queues').set('Authorization', RIGHT).expect(503);
      expect(body.code).toBe('service_unavailable');
    } finally {
      await withoutRedis.stop();
      await redis.stop();
    }
  });
});
