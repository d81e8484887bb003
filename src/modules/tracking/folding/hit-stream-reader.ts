import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import Redis from 'ioredis';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { ulid } from '../../../platform/ids/ulid.js';
import { backgroundRedisOptions } from '../../../platform/redis/redis.js';
import { type GatheredHit, onClock, readHit } from '../gathered-hit.js';
import { HITS_FIELD, hitKeys } from '../hit-stream.service.js';

/** One entry of the stream. */
export interface HitBatch {
  /** Of the entry, to remove it by. */
  readonly entryId: string;
  readonly hits: readonly GatheredHit[];
  /** When Redis took it in, on this process's monotonic clock. */
  readonly takenInAt: number;
}

type Entry = [id: string, fields: string[] | null];

const GROUP = 'fold';
/** There is one reader at a time, and whoever is it takes over what the one before had in hand. */
const CONSUMER = 'folder';
const LEADS_FOR_MS = 10_000;

/** Takes or keeps the lead; answers whether it is ours, and Redis's time in milliseconds. */
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
 * The reading end of the stream. Its entries belong to a group of Redis until they are removed, so what a reader has in
 * hand when it dies is read again. The lead sees to it that hits of one mail meet in one process; it is no lock, and two
 * readers for a moment do no harm.
 */
@Injectable()
export class HitStreamReader implements OnApplicationShutdown {
  private readonly keys: ReturnType<typeof hitKeys>;
  private readonly name = ulid();
  private client: Redis | null = null;
  private isLeading = false;
  /** What the monotonic clock showed when Redis's clock began. */
  private epoch = 0;

  constructor(@Inject(APP_CONFIG) private readonly config: AppConfig) {
    this.keys = hitKeys(config);
  }

  onApplicationShutdown(): void {
    this.client?.disconnect();
  }

  /** Whether Redis can be asked. Commands to one that is away would wait for it. */
  get ready(): boolean {
    this.client ??= this.connect();
    return this.client.status === 'ready';
  }

  /** @returns `new` when the lead has just become ours: then what was in hand elsewhere is to be read first. */
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

  /** Lets another one lead at once. */
  async resign(): Promise<void> {
    this.isLeading = false;
    if (this.ready) await this.redis.eval(RESIGN, 1, this.keys.leader, this.name);
  }

  /** What was read before and not removed, from the oldest on. */
  async readAgain(count: number, after: string): Promise<HitBatch[]> {
    return this.read(() =>
      this.redis.xreadgroup('GROUP', GROUP, CONSUMER, 'COUNT', count, 'STREAMS', this.keys.stream, after),
    );
  }

  /** What is new; waits for something so long. */
  async readNew(count: number, blockMs: number): Promise<HitBatch[]> {
    return this.read(() =>
      this.redis.xreadgroup(
        ...(['GROUP', GROUP, CONSUMER, 'COUNT', count, 'BLOCK', Math.max(1, Math.ceil(blockMs))] as const),
        ...(['STREAMS', this.keys.stream, '>'] as const),
      ),
    );
  }

  /** They are in the ledger. */
  async remove(batches: readonly HitBatch[]): Promise<void> {
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
    const client = new Redis(this.config.redis.url, backgroundRedisOptions());
    client.on('error', () => undefined);
    // What Redis handed out last may have been lost with the connection; whoever leads anew asks for it again.
    client.on('close', () => (this.isLeading = false));
    return client;
  }

  private async read(ask: () => Promise<unknown>): Promise<HitBatch[]> {
    let answer: unknown;
    try {
      answer = await ask();
    } catch (error) {
      // After a flush, and the very first time.
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

  private toBatch([entryId, fields]: Entry): HitBatch {
    const takenInAt = Number(entryId.split('-')[0]);
    const written = fields?.[fields.indexOf(HITS_FIELD) + 1 || fields.length];
    const hits = linesOf(written)
      .map(readHit)
      .filter((hit) => hit !== null);
    return { entryId, hits: onClock(hits, takenInAt), takenInAt: this.epoch + takenInAt };
  }
}

/** Nothing in Redis is trusted. */
function linesOf(written: string | undefined): string[] {
  try {
    const lines: unknown = JSON.parse(written ?? '[]');
    return Array.isArray(lines) ? lines.filter((line) => typeof line === 'string') : [];
  } catch {
    return [];
  }
}
