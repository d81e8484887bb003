import type { Response } from 'express';
import type { Permission, Principal } from '../access/permissions.js';

const RETRY_MS = 2_000;

export interface StreamOptions {
  readonly principal: Principal;
  /** Permission to read the stream, rechecked while it is open. */
  readonly permission: Permission;
  readonly heartbeatMs: number;
  /** The initial position; absent for streams that cannot be resumed. */
  readonly position?: number;
}

/** A server-sent event stream (WHATWG HTML, section 9.2) to one client. */
export class ServerSentStream {
  readonly principal: Principal;
  readonly permission: Permission;
  /** An id without data, from which a disconnected client resumes. */
  private mark = '';
  private quietSince = performance.now();
  private congestedSince: number | null = null;

  constructor(
    protected readonly response: Response,
    private readonly options: StreamOptions,
  ) {
    this.principal = options.principal;
    this.permission = options.permission;
    if (options.position !== undefined) this.resumeAt(options.position);
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      // Disables keep-alive, so that shutdown does not wait for the connection.
      Connection: 'close',
      'X-Accel-Buffering': 'no',
    });
    this.write(`retry: ${RETRY_MS}\n${this.mark}\n`);
    response.on('drain', () => {
      this.congestedSince = null;
    });
  }

  get closed(): boolean {
    return this.response.destroyed || this.response.writableEnded;
  }

  /** Sends a comment after a quiet interval, for proxies. Closes the connection of a client that reads nothing for two heartbeats. */
  keepAlive(now: number): void {
    const { heartbeatMs } = this.options;
    if (this.response.writableNeedDrain) {
      this.congestedSince ??= now;
      if (now - this.congestedSince >= 2 * heartbeatMs) this.response.destroy();
      return;
    }
    if (now - this.quietSince >= heartbeatMs) this.write(`: still here\n${this.mark}\n`);
  }

  /** Ends the stream, gracefully if the client keeps up, at once otherwise. */
  end(): void {
    if (this.closed) return;
    if (this.response.writableNeedDrain) this.response.destroy();
    else this.response.end();
  }

  protected resumeAt(position: number): void {
    this.mark = `id: ${position}\n`;
  }

  protected write(text: string): void {
    if (this.closed) return;
    this.response.write(text);
    this.quietSince = performance.now();
  }
}
