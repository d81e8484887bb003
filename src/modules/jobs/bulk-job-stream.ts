import type { Response } from 'express';
import type { Permission, Principal } from '../../platform/access/permissions.js';
import type { WatchedJob } from './bulk-job-columns.js';

const RETRY_MS = 2_000;

export interface BulkJobStreamOptions {
  readonly jobId: number;
  readonly principal: Principal;
  /** What watching takes; asked for again and again while the stream is open. */
  readonly permission: Permission;
  /** The job as its kind shows it elsewhere. */
  readonly present: (job: WatchedJob) => object;
  readonly heartbeatMs: number;
}

/** One reader who watches one job. Whoever takes nothing misses what lies in between: the next figures hold them all. */
export class BulkJobStream {
  private last = '';
  private quietSince = performance.now();
  private congestedSince: number | null = null;

  constructor(
    private readonly response: Response,
    private readonly options: BulkJobStreamOptions,
  ) {
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      // One answer per connection: the process must not wait for a connection that will be used again.
      Connection: 'close',
      'X-Accel-Buffering': 'no',
    });
    this.write(`retry: ${RETRY_MS}\n\n`);
    response.on('drain', () => {
      this.congestedSince = null;
    });
  }

  get jobId(): number {
    return this.options.jobId;
  }

  get principal(): Principal {
    return this.options.principal;
  }

  get permission(): Permission {
    return this.options.permission;
  }

  get closed(): boolean {
    return this.response.destroyed || this.response.writableEnded;
  }

  /** Tells how the job stands, where that is news; and that it is over, which ends the stream. */
  tell(job: WatchedJob): void {
    if (this.closed || this.response.writableNeedDrain) return;
    const text = JSON.stringify(this.options.present(job));
    if (text !== this.last) this.write(`event: progress\ndata: ${text}\n\n`);
    this.last = text;
    if (job.status === 'queued' || job.status === 'running') return;
    this.write(`event: end\ndata: ${text}\n\n`);
    this.end();
  }

  /** Says that the line lives; hangs up on a reader who has taken nothing for two heartbeats. */
  beat(now: number): void {
    const { heartbeatMs } = this.options;
    if (this.response.writableNeedDrain) {
      this.congestedSince ??= now;
      if (now - this.congestedSince >= 2 * heartbeatMs) this.response.destroy();
      return;
    }
    if (now - this.quietSince >= heartbeatMs) this.write(': still here\n\n');
  }

  /** Ends it in order where the reader keeps up, and at once where he does not. */
  end(): void {
    if (this.closed) return;
    if (this.response.writableNeedDrain) this.response.destroy();
    else this.response.end();
  }

  private write(text: string): void {
    if (this.closed) return;
    this.response.write(text);
    this.quietSince = performance.now();
  }
}
