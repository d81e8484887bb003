import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { EmailSource } from '../../../events/email-state.js';
import type { ClaimedMessage } from '../ledger/claimed-message.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { ulid } from '../../../platform/ids/ulid.js';
import { RequestRedis } from '../../../platform/redis/redis.js';

/** The position of a database in its series of heartbeats. */
interface Heartbeat {
  readonly series: string;
  readonly number: number;
}

/** Messages of one source that a process claimed. */
export interface ClaimedKeys {
  readonly source: EmailSource;
  readonly keys: readonly string[];
  /** Of the claims; absent in claims of earlier versions, as is the process. */
  readonly fences?: readonly number[];
  readonly by?: string;
}

/** Since when no claim is missing in this run of this Redis server. */
interface Extent {
  readonly server: string;
  readonly since: number;
}

const FILE = 'sending-beat.json';
/** Processes must not share a temporary file. */
const TEMPORARY = `${FILE}.${process.pid}`;
/** The longest replication lag after which lost claims are still known. */
const RETAINED_MS = 300_000;
/** A claim reads the time before it commits. */
const CLAIM_TAKES_MS = 10_000;
const MAX_UNWRITTEN = 1_000;
const PAUSE_MS = 200;
const TRIES = 5;
/** If the claims are not known, nothing is sent until an operator decides, so a busy machine gets 20 seconds. */
const MOST_TRIES = 80;

/**
 * Remembers outside of the database what is needed to detect a rollback of the last seconds: its last heartbeat (in
 * Redis for all processes, and in a file of the data folder), and the messages claimed in the last minutes (in Redis).
 * All times are the database's.
 *
 * Each claim is written before its first byte leaves, unless Redis is unavailable. A restarted Redis may have lost
 * claims, so it counts from its restart.
 */
@Injectable()
export class SendingMemory {
  /** The last heartbeat of this process. */
  latest: Heartbeat = { series: '', number: 0 };
  /** The database server that is known to have all claims. Empty before the first heartbeat. */
  server = '';
  /** Ids of messages that this process has claimed, and whose result it has not stored yet. */
  readonly unfinished = new Set<number>();
  /** This process. */
  readonly owner = ulid();
  private unwritten: { readonly at: number; readonly member: string }[] = [];

  constructor(
    private readonly redis: RequestRedis,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** Returns the highest remembered number per series. */
  async recall(): Promise<ReadonlyMap<string, number>> {
    const known = [...(await this.fromRedis()), ...(await this.fromFile())];
    const highest = new Map<string, number>();
    for (const { series, number } of known) highest.set(series, Math.max(number, highest.get(series) ?? 0));
    return highest;
  }

  /** Never fails; a failed write is repeated with the next heartbeat. */
  async remember({ series, number }: Heartbeat, now: Date): Promise<void> {
    this.latest = { series, number };
    await Promise.allSettled([this.toRedis(this.latest), this.toFile(this.latest)]);
    // Without Redis, nothing is stored.
    await patiently(() => this.keepClaims(now)).catch(() => undefined);
  }

  /** Never fails; a failed write is repeated with the next claim or heartbeat. */
  async addClaim(messages: readonly ClaimedMessage[]): Promise<void> {
    const [first] = messages;
    if (!first) return;
    for (const { id } of messages) this.unfinished.add(id);
    const claimed: ClaimedKeys = {
      source: first.source,
      keys: messages.map(({ key }) => key),
      fences: messages.map(({ fence }) => fence),
      by: this.owner,
    };
    this.unwritten.push({ at: first.takenAt.getTime(), member: JSON.stringify(claimed) });
    await this.writeClaims().catch(() => undefined);
  }

  /** @returns all claims since then; null if that is not known for sure. */
  async claimsSince(at: Date): Promise<readonly ClaimedKeys[] | null> {
    return patiently(async () => {
      await this.writeClaims();
      const extent = await this.extent();
      if (extent?.server !== (await this.redisServer()) || extent.since > at.getTime()) return null;
      const from = at.getTime() - CLAIM_TAKES_MS;
      const members = await this.redis.client.zrangebyscore(this.claimsKey, from, '+inf');
      return members.map((member) => JSON.parse(member) as ClaimedKeys);
    }, MOST_TRIES).catch(() => null);
  }

  // The previous version uses the same keys and file.
  private get heartbeatKey(): string {
    return `${this.config.redis.prefix}:sending-beat`;
  }

  private get claimsKey(): string {
    return `${this.config.redis.prefix}:sending-claims`;
  }

  private async fromRedis(): Promise<Heartbeat[]> {
    return patiently(() => this.redis.client.get(this.heartbeatKey))
      .then(read)
      .catch(() => []);
  }

  private async fromFile(): Promise<Heartbeat[]> {
    return readFile(join(this.config.dataDir, FILE), 'utf8')
      .then(read)
      .catch(() => []);
  }

  /** Ignores a smaller number that arrives late. */
  private async toRedis({ series, number }: Heartbeat): Promise<void> {
    const [known] = await this.fromRedis();
    if (known?.series === series && known.number >= number) return;
    await this.redis.client.set(this.heartbeatKey, JSON.stringify({ series, number }));
  }

  /** Replaces the file atomically. */
  private async toFile(heartbeat: Heartbeat): Promise<void> {
    const { dataDir } = this.config;
    await mkdir(dataDir, { recursive: true });
    await writeFile(join(dataDir, TEMPORARY), JSON.stringify(heartbeat));
    await rename(join(dataDir, TEMPORARY), join(dataDir, FILE));
  }

  /** Stores since when no claim is missing, and deletes old claims. */
  private async keepClaims(now: Date): Promise<void> {
    const server = await this.redisServer();
    const extent = await this.extent();
    const isComplete = extent?.server === server && this.unwritten.length < MAX_UNWRITTEN;
    const since = isComplete ? Math.max(extent.since, now.getTime() - RETAINED_MS) : now.getTime();
    if (!isComplete) this.unwritten = [];
    await this.writeClaims();
    await this.redis.client.zremrangebyscore(this.claimsKey, '-inf', since - CLAIM_TAKES_MS);
    await this.redis.client.set(`${this.claimsKey}:extent`, JSON.stringify({ server, since } satisfies Extent));
  }

  private async writeClaims(): Promise<void> {
    const batch = this.unwritten.slice(-MAX_UNWRITTEN);
    if (batch.length === 0) return;
    await this.redis.client.zadd(this.claimsKey, ...batch.flatMap(({ at, member }) => [at, member]));
    this.unwritten = this.unwritten.filter((one) => !batch.includes(one));
  }

  private async extent(): Promise<Extent | null> {
    const text = await this.redis.client.get(`${this.claimsKey}:extent`);
    return text === null ? null : (JSON.parse(text) as Extent);
  }

  /** The server that has the claims. Differs after each restart and on each replica. */
  private async redisServer(): Promise<string> {
    const info = await this.redis.client.eval(`return redis.call('INFO', 'server')`, 1, this.claimsKey);
    return /^run_id:(\w+)/m.exec(String(info))?.[1] ?? '';
  }
}

/** A process that starts, or a machine that is busy, may need longer for an answer than requests wait for one. */
async function patiently<Answer>(ask: () => Promise<Answer>, most = TRIES): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask();
    } catch (error) {
      if (tries === most) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

function read(text: string | null): Heartbeat[] {
  if (text === null) return [];
  const { series, number } = JSON.parse(text) as Partial<Heartbeat>;
  return typeof series === 'string' && typeof number === 'number' ? [{ series, number }] : [];
}
