import type { Redis } from 'ioredis';
import { primariesOf } from '../../redis/address/redis-address.js';
import { type Check, type Examined, type Finding, Findings } from '../check.js';

const OLDEST = 6;
const NEARLY_FULL = 0.8;

/** Redis data may be lost at the cost of time, but opens and clicks pass through it. */
export class RedisCheck implements Check<'redis'> {
  readonly area = 'redis';
  readonly needs = ['redis'] as const;

  async run({ redis }: Examined<'redis'>): Promise<readonly Finding[]> {
    const checked = await Promise.all(primariesOf(redis).map((server) => this.checkServer(server)));
    return checked.flat();
  }

  private async checkServer(redis: Redis): Promise<readonly Finding[]> {
    const findings = new Findings(this.area);
    const info = membersOf(await redis.info());
    const version = info.get('redis_version') ?? 'unknown';
    if (Number.parseInt(version, 10) >= OLDEST) findings.ok('version', version);
    else findings.failed('version', version, `Redis ${OLDEST} or later is needed.`);
    checkEviction(findings, info);
    checkPersistence(findings, info);
    return findings.all;
  }
}

/** `INFO` is allowed to accounts that may not read the configuration. */
function checkEviction(findings: Findings, info: ReadonlyMap<string, string>): void {
  const policy = info.get('maxmemory_policy') ?? 'unknown';
  const [used, most] = [Number(info.get('used_memory') ?? 0), Number(info.get('maxmemory') ?? 0)];
  const advice = 'Set maxmemory-policy to noeviction, or queued opens and clicks may be evicted.';
  if (policy === 'noeviction') findings.ok('maxmemory-policy', policy);
  else if (most > 0) findings.failed('maxmemory-policy', policy, advice);
  else findings.warning('maxmemory-policy', `${policy}, without a memory limit`, advice);
  const found = `${info.get('used_memory_human') ?? '?'} of ${most === 0 ? 'any amount' : (info.get('maxmemory_human') ?? '?')}`;
  const raise = 'Raise maxmemory. A full Redis refuses writes; work continues more slowly through the database.';
  findings.judge('memory', most > 0 && used > most * NEARLY_FULL ? 'warning' : 'ok', found, raise);
}

function checkPersistence(findings: Findings, info: ReadonlyMap<string, string>): void {
  const advice = 'Set appendonly yes and appendfsync everysec, or queued opens and clicks are lost when Redis stops.';
  if (info.get('aof_enabled') !== '1') findings.warning('persistence', 'no append-only file', advice);
  else if (info.get('aof_last_write_status') === 'err')
    findings.failed('persistence', 'writing the append-only file failed', 'Check the disk of Redis.');
  else findings.ok('persistence', 'an append-only file');
}

function membersOf(info: string): ReadonlyMap<string, string> {
  return new Map(
    info.split(/\r?\n/).flatMap((line) => {
      const colon = line.indexOf(':');
      return colon === -1 ? [] : [[line.slice(0, colon), line.slice(colon + 1)] as const];
    }),
  );
}
