import { type BeforeApplicationShutdown, Logger } from '@nestjs/common';
import type { Response } from 'express';
import { missingPermissions, type Principal, type ActivePrincipals } from '../access/permissions.js';
import { unavailable } from '../errors/app-error.js';
import { isDatabaseUnavailable } from '../errors/database-errors.js';
import type { ServerSentStream } from './server-sent-stream.js';

/** Revoked permissions take effect within a second, in streams too. */
const RECHECK_MS = 600;

interface StreamFeedOptions {
  /** Plural noun for messages: `event streams`. */
  readonly name: string;
  readonly maxStreams: number;
  readonly pollMs: number;
}

/** All streams of one kind in this process, served by one loop while there are any. */
export abstract class StreamFeed<Stream extends ServerSentStream> implements BeforeApplicationShutdown {
  protected readonly streams = new Set<Stream>();
  protected stopping = false;
  private readonly logger = new Logger(this.constructor.name);
  /** The credentials of streams that are being opened. */
  private readonly opening: number[] = [];
  private feeding: Promise<void> | null = null;
  private checkedAt = 0;
  private endPause: () => void = () => undefined;

  protected constructor(
    private readonly principals: ActivePrincipals,
    private readonly options: StreamFeedOptions,
  ) {}

  get size(): number {
    return this.streams.size;
  }

  /** Before the server waits for connections to close: streams do not close by themselves. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    this.wake();
    for (const stream of this.streams) stream.end();
    await this.feeding;
  }

  /** Sends each stream its new messages. @returns whether more are available. */
  protected abstract feed(): Promise<boolean>;

  /** Polls immediately. */
  protected wake(): void {
    this.endPause();
  }

  /**
   * Answers with a stream. A credential has at most a quarter of them. @param prepare reads the initial state and may refuse.
   * @throws AppError service_unavailable if too many streams are open, or at shutdown.
   */
  protected async answer<Beginning>(
    response: Response,
    { credentialId }: Principal,
    prepare: () => Promise<Beginning>,
    begin: (beginning: Beginning) => Stream,
  ): Promise<void> {
    const { maxStreams, name } = this.options;
    const taken = [...this.opening, ...Array.from(this.streams, ({ principal }) => principal.credentialId)];
    const own = taken.filter((id) => id === credentialId);
    if (taken.length >= maxStreams || own.length >= Math.ceil(maxStreams / 4))
      throw unavailable(`Too many ${name} are open.`);
    this.opening.push(credentialId);
    let beginning: Beginning;
    try {
      beginning = await prepare();
    } finally {
      this.opening.splice(this.opening.indexOf(credentialId), 1);
    }
    if (this.stopping) throw unavailable('The service is restarting.');
    if (response.destroyed) return;
    const stream = begin(beginning);
    if (response.req.method === 'HEAD') stream.end();
    if (stream.closed) return;
    this.streams.add(stream);
    response.once('close', () => this.streams.delete(stream));
    this.feeding ??= this.feedAll();
  }

  private async feedAll(): Promise<void> {
    while (this.streams.size > 0 && !this.stopping) {
      let hasMore = false;
      try {
        await this.recheckPermissions();
        hasMore = await this.feed();
      } catch (error) {
        // Streams stay open: the next poll sends what they missed.
        const { name } = this.options;
        if (isDatabaseUnavailable(error)) this.logger.warn(`Update of ${name} is waiting for the database`);
        else this.logger.error({ err: error }, `Update of ${name} failed; retrying`);
      }
      const now = performance.now();
      for (const stream of this.streams) stream.keepAlive(now);
      if (!hasMore) await this.pause();
    }
    // In the same tick as the last check, so that a stream opened later restarts the loop.
    this.feeding = null;
  }

  private async pause(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.options.pollMs);
      this.endPause = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Ends streams whose key or permission was revoked. */
  private async recheckPermissions(): Promise<void> {
    const now = performance.now();
    if (now - this.checkedAt < RECHECK_MS) return;
    this.checkedAt = now;
    // Streams that open during the query are checked next time.
    const streams = [...this.streams];
    const credentials = new Set(streams.map(({ principal }) => principal.credentialId));
    const held = await this.principals.permissionsOf([...credentials]);
    for (const stream of streams) {
      const permissions = held.get(stream.principal.credentialId);
      const required = { kind: 'all_of', permissions: [stream.permission] } as const;
      if (!permissions || missingPermissions(permissions, required) !== null) stream.end();
    }
  }
}
