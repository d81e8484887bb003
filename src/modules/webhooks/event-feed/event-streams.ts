import { type BeforeApplicationShutdown, Inject, Injectable, Logger } from '@nestjs/common';
import type { Response } from 'express';
import { PUBLIC_EVENT_NAMES } from '../../../events/domain-events.js';
import { lacking, type Permission, type Principal } from '../../../platform/access/permissions.js';
import { StandingPrincipals } from '../../../platform/access/standing-principals.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { isDatabaseUnavailable } from '../../../platform/errors/database-errors.js';
import { EventFeedQueries, type EventPage } from './event-feed.queries.js';
import { frameOf } from './event-frames.js';
import type { EventPlace } from './event-place.js';
import { EventStream } from './event-stream.js';

/** What reading events takes; asked for again and again while a stream is open. */
export const READ_EVENTS: Permission = 'view_contacts';

export interface StreamRequest {
  readonly principal: Principal;
  readonly types: readonly string[];
  readonly place: EventPlace;
  /** What the caller named the place by. */
  readonly placeField: string;
}

const POLL_MS = 200;
const PAGE = 100;
/** Taking a permission away holds within a second, in streams too. */
const RECHECK_MS = 600;
const RETRY_AFTER_SECONDS = '5';

/**
 * All streams of this process, fed by one reader of the log. Readers who stand at the same place, as nearly all do, share
 * one query and one text per event; whoever is behind gets pages of his own, one after the other, until he is where the
 * others are. Between two pages no stream holds anything of the database.
 */
@Injectable()
export class EventStreams implements BeforeApplicationShutdown {
  private readonly logger = new Logger(EventStreams.name);
  private readonly streams = new Set<EventStream>();
  private stopping = false;
  private wake: () => void = () => undefined;
  private opening = 0;
  private feeding: Promise<void> | null = null;
  private checkedAt = 0;

  constructor(
    private readonly log: EventFeedQueries,
    private readonly standing: StandingPrincipals,
    @Inject(APP_CONFIG) private readonly config: AppConfig,
  ) {}

  /** How many are open. */
  get size(): number {
    return this.streams.size;
  }

  /**
   * Answers with a stream, until the reader goes.
   * @throws AppError rest_invalid_param; service_unavailable when there are too many, or when the process ends.
   */
  async open({ principal, types, place, placeField }: StreamRequest, response: Response): Promise<void> {
    const wanted = new Set<string>(this.log.typesOf(types));
    if (this.streams.size + this.opening >= this.config.eventLog.streams)
      throw unavailable('Too many event streams are open.');
    this.opening += 1;
    let position: number;
    try {
      position = await this.log.positionOf(place, placeField);
    } finally {
      this.opening -= 1;
    }
    if (this.stopping) throw unavailable('The service is restarting.');
    if (response.destroyed) return;
    const { heartbeatMs } = this.config.eventLog;
    const stream = new EventStream(response, {
      principal,
      types: wanted,
      position,
      heartbeatMs,
      onReady: () => {
        this.wake();
      },
    });
    if (response.req.method === 'HEAD') {
      stream.end();
      return;
    }
    this.streams.add(stream);
    response.once('close', () => this.streams.delete(stream));
    this.feeding ??= this.feed();
  }

  /** Before the server waits for its connections to end: these would never do so by themselves. */
  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    this.wake();
    for (const stream of this.streams) stream.end();
    await this.feeding;
  }

  private async feed(): Promise<void> {
    while (this.streams.size > 0 && !this.stopping) {
      let more = false;
      try {
        await this.recheck();
        more = await this.feedAll();
      } catch (error) {
        // Streams stay open: they go on where they stood.
        if (isDatabaseUnavailable(error)) this.logger.warn('Event streams wait for the database');
        else this.logger.error({ err: error }, 'Event streams could not be fed and will be again');
      }
      const now = performance.now();
      for (const stream of this.streams) stream.beat(now);
      if (!more) await this.pause();
    }
    // In the same breath as the last look: a stream opened after it has to start another feeding.
    this.feeding = null;
  }

  /** Until it is time to look again, somebody has room again, or the process ends. */
  private async pause(): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, POLL_MS);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** @returns whether there is more for somebody who has room for it. */
  private async feedAll(): Promise<boolean> {
    const places = new Map<number, EventStream[]>();
    for (const stream of this.streams)
      if (stream.ready) places.set(stream.position, [...(places.get(stream.position) ?? []), stream]);
    let more = false;
    // The foremost first: those who are far behind must not keep the news from the others.
    for (const [position, streams] of [...places].sort(([a], [b]) => b - a)) {
      if (this.stopping) return false;
      const page = await this.pageAfter(position);
      if (page === 'removed') {
        // On reconnecting they are told where they can begin.
        for (const stream of streams) stream.end();
        continue;
      }
      const frames = page.events.map(frameOf);
      for (const stream of streams) if (stream.ready) stream.send(frames, page.upTo);
      more ||= page.hasMore && streams.some((stream) => stream.ready);
    }
    return more;
  }

  private async pageAfter(position: number): Promise<EventPage | 'removed'> {
    try {
      return await this.log.page(position, PUBLIC_EVENT_NAMES, PAGE);
    } catch (error) {
      if (error instanceof AppError) return 'removed';
      throw error;
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
      if (!permissions || lacking(permissions, { kind: 'all_of', permissions: [READ_EVENTS] }) !== null) stream.end();
    }
  }
}

function unavailable(message: string): AppError {
  return new AppError('service_unavailable', message, { headers: { 'Retry-After': RETRY_AFTER_SECONDS } });
}
