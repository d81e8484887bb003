import { redisAddress } from './redis-address.js';

describe('the address of Redis', () => {
  it.each([
    ['redis://127.0.0.1:6380/2', '127.0.0.1:6380'],
    ['rediss://:secret@cache.example.com', 'cache.example.com:6379'],
  ])('of one server is given to the client as it is: %s', (url, where) => {
    expect(redisAddress(url)).toEqual({ where, options: url });
  });

  it('names Sentinels, the group, and the credentials of its servers', () => {
    expect(
      redisAddress('redis+sentinel://app:p%40ss@s1:26380,s2,[::1]:26381/primary/3?sentinel_password=other'),
    ).toEqual({
      where: 'primary by s1:26380,s2,[::1]:26381',
      options: expect.objectContaining({
        sentinels: [
          { host: 's1', port: 26_380 },
          { host: 's2', port: 26_379 },
          { host: '::1', port: 26_381 },
        ],
        ...{ name: 'primary', db: 3, username: 'app', password: 'p@ss', sentinelPassword: 'other' },
      }),
    });
  });

  it('asks for TLS to both', () => {
    expect(redisAddress('rediss+sentinel://s1/primary')?.options).toMatchObject({
      ...{ tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true, db: 0 },
    });
  });

  it('names some nodes of a cluster', () => {
    expect(redisAddress('rediss+cluster://:p%40ss@n1,n2:7001')).toEqual({
      where: 'n1,n2:7001',
      options: { tls: {}, password: 'p@ss' },
      nodes: [
        { host: 'n1', port: 6_379 },
        { host: 'n2', port: 7_001 },
      ],
    });
  });

  it.each([
    'redis+cluster://n1/name',
    'redis+cluster://n1/0',
    'redis+cluster://',
    '',
    'http://host',
    'redis+sentinel://s1',
    'redis+sentinel:///primary',
    'redis+sentinel://s1/a/b',
  ])('cannot be %j', (url) => {
    expect(redisAddress(url)).toBeNull();
  });
});
