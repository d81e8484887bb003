import type { Response } from 'express';
import type { Principal } from '../../../platform/access/permissions.js';
import { type EventFrame, heartbeat, opening } from './event-frames.js';

/** More than this is not put into the buffers of a reader who takes nothing. */
const MOST_BUFFERED = 256 * 1024;
const RETRY_MS = 2_000;

export interface StreamOptions {
  readonly principal: Principal;
  readonly types: ReadonlySet<string>;
  readonly position: number;
  readonly heartbeatMs: number;
  /** It has taken what it was offered. */
  readonly onReady: () => void;
}

interface Offer {
  readonly frames: readonly EventFrame[];
  readonly upTo: number;
}

/**
 * One reader of the stream. It is offered a page at a time and takes of it what its socket takes; so besides a little in
 * the socket's buffers there is never more than that page for it, and readers who keep up share theirs.
 */
export class EventStream {
  private place: number;
  private offer: Offer | null = null;
  private taken = 0;
  private quietSince = performance.now();
  private congestedSince: number | null = null;

  constructor(
    private readonly response: Response,
    private readonly options: StreamOptions,
  ) {
    this.place = options.position;
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      // One answer per connection: the process must not wait for a connection that will be used again.
      Connection: 'close',
      'X-Accel-Buffering': 'no',
    });
    this.write(opening(this.place, RETRY_MS));
    response.on('drain', () => {
      this.congestedSince = null;
      this.takeWhatFits();
    });
  }

  get principal(): Principal {
    return this.options.principal;
  }

  /** Everything up to here was sent, or was not asked for. */
  get position(): number {
    return this.place;
  }

  get closed(): boolean {
    return this.response.destroyed || this.response.writableEnded;
  }

  /** Whether it has taken everything that it was offered. */
  get ready(): boolean {
    return this.offer === null && !this.closed;
  }

  /** Only when it is ready. The frames are those behind its position, and there is nothing else up to `upTo`. */
  send(frames: readonly EventFrame[], upTo: number): void {
    this.offer = { frames, upTo };
    this.taken = 0;
    this.takeWhatFits();
  }

  /** Says that the line lives; hangs up on a reader who has taken nothing for two heartbeats. */
  beat(now: number): void {
    const { heartbeatMs } = this.options;
    if (this.response.writableNeedDrain) {
      this.congestedSince ??= now;
      if (now - this.congestedSince >= 2 * heartbeatMs) this.response.destroy();
      return;
    }
    if (now - this.quietSince >= heartbeatMs) this.write(heartbeat(this.place));
  }

  /** Ends it in order where the reader keeps up, and at once where he does not. */
  end(): void {
    if (this.closed) return;
    if (this.response.writableNeedDrain) this.response.destroy();
    else this.response.end();
  }

  private takeWhatFits(): void {
    if (!this.offer) return;
    for (const frame of this.offer.frames.slice(this.taken)) {
      if (this.closed || this.response.writableLength > MOST_BUFFERED) return;
      if (this.options.types.has(frame.type)) this.write(frame.text);
      this.taken += 1;
      this.place = frame.position;
    }
    this.place = this.offer.upTo;
    this.offer = null;
    this.options.onReady();
  }

  private write(text: string): void {
    if (this.closed) return;
    this.response.write(text);
    this.quietSince = performance.now();
  }
}
