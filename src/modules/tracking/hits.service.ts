import { join } from 'node:path';
import { createHmac } from 'node:crypto';
import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Clock } from '../../platform/clock/clock.js';
import { succeedsWithin, within } from '../../platform/clock/within.js';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import { Database } from '../../platform/database/database.js';
import { isDatabaseUnavailable } from '../../platform/errors/database-errors.js';
import { Metrics } from '../../platform/metrics/metrics.js';
import { Keys } from '../../platform/secrets/keys.js';
import { FileSpool } from '../../platform/spool/file-spool.js';
import type { HitRequest } from './evidence.js';
import { type GatheredHit, keptAgent, newHitUid, writeHit } from './gathered-hit.js';
import { HitStream } from './hit-stream.service.js';
import { machineReason } from './human-or-machine.js';

export { explanationOf } from './evidence.js';

/** What was touched. */
export type Touched =
  | { readonly kind: 'open'; readonly messageId: number }
  | { readonly kind: 'click'; readonly messageId: number; readonly linkId: number }
  /** The link that nobody can see. */
  | { readonly kind: 'decoy'; readonly messageId: number };

interface Waiting {
  readonly hit: GatheredHit;
  readonly kept: () => void;
}

/** A reader waits no longer than this for our bookkeeping; it then goes on without him. */
const READER_WAITS_MS = 300;
/** A database that does not answer within this is as good as away, and is not asked again for a while. */
const DATABASE_WAITS_MS = 150;
const DATABASE_RESTS_MS = 5_000;
const HITS_PER_BATCH = 200;
const LOOK_INTO_SPOOL_MS = 1_000;

/**
 * Takes opens and clicks in, and tells nobody: that is done in bulk by `TrackingConsumer`. What waits when a batch leaves goes
 * with it, so many readers at once cost one command.
 *
 * A hit is kept by Redis; without Redis by the database; without both by a file of this process. Each may have kept what
 * it did not confirm, so a hit may come to the ledger twice; its `uid` tells.
 */
@Injectable()
export class HitsService implements OnApplicationBootstrap, BeforeApplicationShutdown, OnApplicationShutdown {
  private readonly logger = new Logger(HitsService.name);
  private readonly spool: FileSpool<string>;
  private readonly clientKey: Buffer;
  private readonly taken;
  private waiting: Waiting[] = [];
  /** On the monotonic clock: until then hits go past the database, which was too slow. */
  private databaseRestsUntil = 0;
  private flushing: Promise<void> | null = null;
  private timer: NodeJS.Timeout | null = null;
  private draining: Promise<void> | null = null;

  constructor(
    private readonly db: Database,
    private readonly stream: HitStream,
    private readonly clock: Clock,
    keys: Keys,
    metrics: Metrics,
    @Inject(APP_CONFIG) config: AppConfig,
  ) {
    this.spool = new FileSpool(join(config.dataDir, 'spool', 'hits'));
    this.clientKey = keys.current('hit-clients').key;
    this.taken = metrics.counter('carillon_hits_taken_total', 'Opens and clicks taken in, by where they wait', ['by']);
  }

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.draining ??= this.drainSpool().finally(() => (this.draining = null));
    }, LOOK_INTO_SPOOL_MS);
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.draining;
  }

  async onApplicationShutdown(): Promise<void> {
    await this.flushing;
  }

  /** Judges what a request says by itself and keeps it. It never fails and never keeps a reader waiting. */
  async take(touched: Touched, request: Omit<HitRequest, 'kind'>): Promise<void> {
    const kind = touched.kind === 'open' ? 'open' : 'click';
    const isDecoy = touched.kind === 'decoy';
    const hit: GatheredHit = {
      uid: newHitUid(),
      messageId: touched.messageId,
      kind,
      linkId: touched.kind === 'click' ? touched.linkId : null,
      isDecoy,
      isHead: request.method !== 'GET',
      at: this.clock.now().getTime(),
      reason: machineReason({ ...request, kind }) ?? (isDecoy ? 'decoy' : null),
      userAgent: keptAgent(request.userAgent),
      client: this.clientOf(request),
    };
    const kept = new Promise<void>((resolve) => {
      this.waiting.push({ hit, kept: resolve });
    });
    this.flushing ??= this.flush();
    await within(READER_WAITS_MS, kept);
  }

  /** Brings what waits in files to the database. Quiet while that is away. */
  private async drainSpool(): Promise<void> {
    try {
      await this.spool.drain((lines) => this.writeInbox(lines));
    } catch (error) {
      if (!isDatabaseUnavailable(error))
        this.logger.error({ err: error }, 'Hits wait in files and will be tried again');
    }
  }

  private clientOf({ ip, userAgent }: Pick<HitRequest, 'ip' | 'userAgent'>): string {
    return createHmac('sha256', this.clientKey)
      .update(`${ip}\n${userAgent ?? ''}`)
      .digest('hex')
      .slice(0, 16);
  }

  private async flush(): Promise<void> {
    // Whoever comes in the same turn of the event loop goes along.
    await Promise.resolve();
    try {
      while (this.waiting.length > 0) {
        const batch = this.waiting.splice(0, HITS_PER_BATCH);
        const by = await this.keep(batch.map(({ hit }) => hit));
        this.taken.inc({ by }, batch.length);
        for (const { kept } of batch) kept();
      }
    } finally {
      // In one step with the last look: whoever comes after it has to begin anew, or would wait for the next reader.
      this.flushing = null;
    }
  }

  private async keep(hits: readonly GatheredHit[]): Promise<'redis' | 'database' | 'file' | 'nobody'> {
    try {
      await this.stream.append(hits);
      return 'redis';
    } catch {
      // Full, silent or away: the next one has it.
    }
    const lines = hits.map(writeHit);
    if (performance.now() >= this.databaseRestsUntil) {
      if (await succeedsWithin(DATABASE_WAITS_MS, this.writeInbox(lines))) return 'database';
      // Whoever waits for an answer must not be the one who finds out again.
      this.databaseRestsUntil = performance.now() + DATABASE_RESTS_MS;
    }
    try {
      await Promise.all(lines.map((line) => this.spool.append(line)));
      return 'file';
    } catch (error) {
      this.logger.error({ err: error }, 'Hits could not be kept anywhere');
      return 'nobody';
    }
  }

  private async writeInbox(lines: readonly string[]): Promise<void> {
    await this.db.transaction((tx) =>
      tx.insertRows(
        'email_hit_inbox',
        ['entry'],
        lines.map((line) => [line]),
      ),
    );
  }
}
