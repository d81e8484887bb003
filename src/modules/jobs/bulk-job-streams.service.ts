import { type BeforeApplicationShutdown, Inject, Injectable, Logger } from '@nestjs/common';
import type { Response } from 'express';
import { lacking, type Permission, type Principal } from '../../platform/access/permissions.js';
import { StandingPrincipals } from '../../platform/access/standing-principals.js';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import { AppError } from '../../platform/errors/app-error.js';
import { isDatabaseUnavailable } from '../../platform/errors/database-errors.js';
import type { WatchedJob } from './bulk-job-columns.js';
import { BulkJobLedger } from './bulk-job-ledger.js';
import { BulkJobsService } from './bulk-jobs.service.js';
import type { BulkJobKind } from './bulk-job-status.js';
import { BulkJobStream } from './bulk-job-stream.js';

export interface WatchRequest {
  readonly kind: BulkJobKind;
  readonly jobId: number;
  readonly principal: Principal;
  /** What the route takes; asked for again and again while the stream is open. */
  readonly permission: Permission;
  /** The job as its kind shows it elsewhere. */
  readonly present: (job: WatchedJob) => object;
}

const POLL_MS = 500;
/** Taking a permission away holds within a second, in streams too. */
const RECHECK_MS = 600;
const RETRY_AFTER_SECONDS = '5';

/** All streams of this process that tell how jobs stand, fed by one look at all the jobs that are watched. */
@Injectable()
export class BulkJobStreams implements BeforeApplicationShutdown {
  private readonly logger = new Logger(BulkJobStreams.name);
  private readonly streams = new Set<BulkJobStream>();
  private stopping = false;
  private wake: () => void = () => undefined;
  private opening = 0;
  private feeding: Promise<void> | null = null;
  private checkedAt = 0;

  constructor(
    private readonly jobs: BulkJobsService,
    private readonly ledger: BulkJobLedger,
    private readonly standing: StandingPrincipals,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** How many are open. */
  get size(): number {
    return this.streams.size;
  }

  /**
   * Answers with a stream, until the job is over or the reader goes.
   * @throws AppError rest_post_invalid_id; service_unavailable when there are too many, or when the process ends.
   */
  async open({ kind, jobId, ...options }: WatchRequest, response: Response): Promise<void> {
    const { streams: most, heartbeatMs } = this.config.eventLog;
    if (this.streams.size + this.opening >= most) throw unavailable('Too many streams of progress are open.');
    this.opening += 1;
    let job: WatchedJob;
    try {
      job = await this.jobs.get(kind, jobId);
    } finally {
      this.opening -= 1;
    }
    if (this.stopping) throw unavailable('The service is restarting.');
    if (response.destroyed) return;
    const stream = new BulkJobStream(response, { ...options, jobId, heartbeatMs });
    if (response.req.method === 'HEAD') {
      stream.end();
      return;
    }
    stream.tell(job);
    if (stream.closed) return;
    this.streams.add(stream);
    response.once('close', () => this.streams.delete(stream));
    this.feeding ??= this.feed();
  }

  /** Before the server waits for its connections to end: these might go on for long. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    this.wake();
    for (const stream of this.streams) stream.end();
    await this.feeding;
  }

  private async feed(): Promise<void> {
    while (this.streams.size > 0 && !this.stopping) {
      await this.pause();
      try {
        await this.recheck();
        await this.look();
      } catch (error) {
        // Streams stay open: the next look tells them all that they have missed.
        if (isDatabaseUnavailable(error)) this.logger.warn('Streams of progress wait for the database');
        else this.logger.error({ err: error }, 'Streams of progress could not be fed and will be again');
      }
      const now = performance.now();
      for (const stream of this.streams) stream.beat(now);
    }
    // In the same breath as the last look: a stream opened after it has to start another feeding.
    this.feeding = null;
  }

  private async pause(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, POLL_MS);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private async look(): Promise<void> {
    const watched = new Set([...this.streams].map(({ jobId }) => jobId));
    const jobs = new Map((await this.ledger.lookAt([...watched])).map((job) => [job.id, job]));
    for (const stream of this.streams) {
      const job = jobs.get(stream.jobId);
      if (job) stream.tell(job);
      else stream.end();
    }
  }

  /** Ends the streams of those whose key or permission was taken away. */
  private async recheck(): Promise<void> {
    const now = performance.now();
    if (now - this.checkedAt < RECHECK_MS) return;
    this.checkedAt = now;
    const credentials = new Set([...this.streams].map(({ principal }) => principal.credentialId));
    const held = await this.standing.permissionsOf([...credentials]);
    for (const stream of this.streams) {
      const permissions = held.get(stream.principal.credentialId);
      if (!permissions || lacking(permissions, { kind: 'all_of', permissions: [stream.permission] }) !== null)
        stream.end();
    }
  }
}

function unavailable(message: string): AppError {
  return new AppError('service_unavailable', message, { headers: { 'Retry-After': RETRY_AFTER_SECONDS } });
}
