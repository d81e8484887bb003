import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { type Permission, type Principal, ActivePrincipals } from '../../platform/access/permissions.js';
import { APP_CONFIG, type AppConfig } from '../../platform/config/config.js';
import { ServerSentStream, type StreamOptions } from '../../platform/server-sent-events/server-sent-stream.js';
import { StreamFeed } from '../../platform/server-sent-events/stream-feed.js';
import type { WatchedJob } from './watched-job.js';
import { BulkJobLedger } from './bulk-job-ledger.js';
import type { BulkJobKind } from './bulk-job-status.js';
import { BulkJobsService } from './bulk-jobs.service.js';

interface WatchRequest {
  readonly kind: BulkJobKind;
  readonly jobId: number;
  readonly principal: Principal;
  /** The permission of the route; rechecked while the stream is open. */
  readonly permission: Permission;
  /** Formats the job as its other endpoints do. */
  readonly present: (job: WatchedJob) => object;
}

const POLL_MS = 500;

/** One client that watches one job. A slow client misses updates; each update is complete. */
class BulkJobStream extends ServerSentStream {
  readonly jobId: number;
  private readonly present: WatchRequest['present'];
  private last = '';

  constructor(response: Response, { jobId, present, ...options }: StreamOptions & WatchRequest) {
    super(response, options);
    this.jobId = jobId;
    this.present = present;
  }

  /** Sends the job if it has changed. Ends the stream when the job has ended. */
  send(job: WatchedJob): void {
    if (this.closed || this.response.writableNeedDrain) return;
    const text = JSON.stringify(this.present(job));
    if (text !== this.last) this.write(`event: progress\ndata: ${text}\n\n`);
    this.last = text;
    if (job.status === 'queued' || job.status === 'running') return;
    this.write(`event: end\ndata: ${text}\n\n`);
    this.end();
  }
}

/** The progress streams: one query reads all watched jobs. */
@Injectable()
export class BulkJobStreams extends StreamFeed<BulkJobStream> {
  private readonly heartbeatMs: number;

  constructor(
    private readonly jobs: BulkJobsService,
    private readonly ledger: BulkJobLedger,
    principals: ActivePrincipals,
    @Inject(APP_CONFIG) { eventLog }: AppConfig,
  ) {
    super(principals, { name: 'progress streams', maxStreams: eventLog.streams, pollMs: POLL_MS });
    this.heartbeatMs = eventLog.heartbeatMs;
  }

  /** Streams the progress until the job ends or the client disconnects. */
  async open(request: WatchRequest, response: Response): Promise<void> {
    await this.answer(
      response,
      request.principal,
      () => this.jobs.get(request.kind, request.jobId),
      (job) => {
        const stream = new BulkJobStream(response, { ...request, heartbeatMs: this.heartbeatMs });
        stream.send(job);
        return stream;
      },
    );
  }

  protected override async feed(): Promise<boolean> {
    const watched = new Set([...this.streams].map(({ jobId }) => jobId));
    const jobs = new Map((await this.ledger.findMany([...watched])).map((job) => [job.id, job]));
    for (const stream of this.streams) {
      const job = jobs.get(stream.jobId);
      if (job) stream.send(job);
      else stream.end();
    }
    return false;
  }
}
