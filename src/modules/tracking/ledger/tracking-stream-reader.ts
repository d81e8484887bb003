import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { ulid } from '../../../platform/ids/ulid.js';
import { connectRedis } from '../../../platform/redis/address/redis-address.js';
import { backgroundRedisOptions } from '../../../platform/redis/redis.js';
import { fromJson } from '../../../platform/values/json.js';
import { alignedToClock, EVENTS_FIELD, readEvent, trackingKeys, type TrackingEvent } from '../tracking-event.js';

export interface TrackingBatch {
  /** The id of the entry, to remove it. */
  readonly entryId: string;
  readonly events: readonly TrackingEvent[];
  /** When Redis received it, on this process's monotonic clock. */
  readonly takenInAt: number;
}

type Entry = [id: string, fields: string[] | null];

const GROUP = 'fold';
/** Only one process reads at a time; it takes over the pending entries of the previous one. */
const CONSUMER = 'folder';
const LEADS_FOR_MS = 10_000;

/** Takes or keeps the leadership; returns whether this process has it, and Redis's time in milliseconds. */
const LEAD = `
local holder = redis.call('GET', KEYS[1])
local leads = 0
if not holder or holder == ARGV[1] then
  redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
  leads = 1
end
local time = redis.call('TIME')
return {leads, time[1] * 1000 + math.floor(time[2] / 1000)}`;

const RESIGN = `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end`;

/**
 * Reads the stream. Entries belong to a consumer group until they are removed, so pending ones are read again after a
 * crash. The leadership brings the events of one email to one process; it is not a lock, and two readers for a moment
 * are harmless.
 */
@Injectable()
export class TrackingStreamReader implements OnApplicationShutdown {
  private readonly keys: ReturnType<typeof trackingKeys>;
  private readonly name = ulid();
  private client: Redis | null = null;
  private isLeading = false;
  /** The monotonic time of Redis's epoch. */
  private epoch = 0;

  constructor(@Inject(APP_CONFIG) private readonly config: AppConfig) {
    this.keys = trackingKeys(config);
  }

  onApplicationShutdown(): void {
    this.client?.disconnect();
  }

  /** Commands to an unavailable Redis would block. */
  get ready(): boolean {
    return this.redis.status === 'ready';
  }

  /** @returns `new` if this process has just become the leader; then it must read pending entries first. */
  async lead(): Promise<'no' | 'new' | 'still'> {
    const [leads, now] = (await this.redis.eval(LEAD, 1, this.keys.leader, this.name, LEADS_FOR_MS)) as [
      number,
      number,
    ];
    this.epoch = performance.now() - now;
    const was = this.isLeading;
    this.isLeading = leads === 1;
    if (!this.isLeading) return 'no';
    return was ? 'still' : 'new';
  }

  async resign(): Promise<void> {
    this.isLeading = false;
    if (this.ready) await this.redis.eval(RESIGN, 1, this.keys.leader, this.name);
  }

  /** Returns pending entries, oldest first. */
  async readAgain(count: number, after: string): Promise<TrackingBatch[]> {
    return this.read(() =>
      this.redis.xreadgroup('GROUP', GROUP, CONSUMER, 'COUNT', count, 'STREAMS', this.keys.stream, after),
    );
  }

  /** Returns new entries; waits up to `blockMs`. */
  async readNew(count: number, blockMs: number): Promise<TrackingBatch[]> {
    return this.read(() =>
      this.redis.xreadgroup(
        ...(['GROUP', GROUP, CONSUMER, 'COUNT', count, 'BLOCK', Math.max(1, Math.ceil(blockMs))] as const),
        ...(['STREAMS', this.keys.stream, '>'] as const),
      ),
    );
  }

  /** Removes entries that are in the ledger. */
  async remove(batches: readonly TrackingBatch[]): Promise<void> {
    const ids = batches.map(({ entryId }) => entryId);
    if (ids.length === 0) return;
    await this.redis
      .multi()
      .xack(this.keys.stream, GROUP, ...ids)
      .xdel(this.keys.stream, ...ids)
      .exec();
  }

  private get redis(): Redis {
    this.client ??= this.connect();
    return this.client;
  }

  private connect(): Redis {
    const client = connectRedis(this.config.redis.url, backgroundRedisOptions());
    client.on('error', () => undefined);
    // The last delivery may have been lost with the connection; the next leader reads it again.
    client.on('close', () => (this.isLeading = false));
    return client;
  }

  private async read(ask: () => Promise<unknown>): Promise<TrackingBatch[]> {
    let answer: unknown;
    try {
      answer = await ask();
    } catch (error) {
      // After a flush, and on first use.
      if (!(error instanceof Error && error.message.startsWith('NOGROUP'))) {
        this.isLeading = false;
        throw error;
      }
      await this.redis.xgroup('CREATE', this.keys.stream, GROUP, '0', 'MKSTREAM').catch(() => undefined);
      answer = await ask();
    }
    const [[, entries] = []] = (answer ?? []) as [stream: string, entries: Entry[]][];
    return (entries ?? []).map((entry) => this.toBatch(entry));
  }

  private toBatch([entryId, fields]: Entry): TrackingBatch {
    const takenInAt = Number(entryId.split('-')[0]);
    const written = fields?.[fields.indexOf(EVENTS_FIELD) + 1 || fields.length];
    const events = linesOf(written)
      .map(readEvent)
      .filter((event) => event !== null);
    return { entryId, events: alignedToClock(events, takenInAt), takenInAt: this.epoch + takenInAt };
  }
}

/** Data in Redis is untrusted. */
function linesOf(written: string | undefined): string[] {
  const lines = fromJson(written);
  return Array.isArray(lines) ? lines.filter((line) => typeof line === 'string') : [];
}
