import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { LOGGED_EVENT_NAMES } from '../../../events/domain-events.js';
import { type Principal, ActivePrincipals } from '../../../platform/access/permissions.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { StreamFeed } from '../../../platform/server-sent-events/stream-feed.js';
import type { EventPosition } from '../event-position.js';
import { EventFeedQueries, type EventPage } from './event-feed.queries.js';
import { EventStream, frameOf } from './event-stream.js';

export interface StreamRequest {
  readonly principal: Principal;
  readonly types: readonly string[];
  readonly place: EventPosition;
  /** The parameter that holds the place. */
  readonly placeField: string;
}

const POLL_MS = 200;
const PAGE = 100;

/**
 * Serves streams. Clients at the same position, as nearly all are, share one query and one text per event; a client that lags
 * gets its own pages until it has caught up. Between pages no stream holds database resources.
 */
@Injectable()
export class EventStreams extends StreamFeed<EventStream> {
  private readonly heartbeatMs: number;

  constructor(
    private readonly log: EventFeedQueries,
    principals: ActivePrincipals,
    @Inject(APP_CONFIG) { eventLog }: AppConfig,
  ) {
    super(principals, { name: 'event streams', maxStreams: eventLog.streams, pollMs: POLL_MS });
    this.heartbeatMs = eventLog.heartbeatMs;
  }

  /**
   * Streams events until the client disconnects.
   * @throws AppError rest_invalid_param; service_unavailable if too many streams are open or the process stops.
   */
  async open({ principal, types: names, place, placeField }: StreamRequest, response: Response): Promise<void> {
    const types = new Set<string>(this.log.typesOf(names));
    const { heartbeatMs } = this;
    const onReady = (): void => {
      this.wake();
    };
    await this.answer(
      response,
      principal,
      () => this.log.positionOf(place, placeField),
      (position) => new EventStream(response, { principal, types, position, heartbeatMs, onReady }),
    );
  }

  protected override async feed(): Promise<boolean> {
    const places = new Map<number, EventStream[]>();
    for (const stream of this.streams)
      if (stream.ready) places.set(stream.position, [...(places.get(stream.position) ?? []), stream]);
    let hasMore = false;
    // Newest positions first: lagging clients must not delay new events for the others.
    for (const [position, streams] of [...places].sort(([a], [b]) => b - a)) {
      if (this.stopping) return false;
      const page = await this.pageAfter(position);
      if (page === 'removed') {
        // On reconnect they get the oldest available cursor.
        for (const stream of streams) stream.end();
        continue;
      }
      const frames = page.events.map(frameOf);
      for (const stream of streams) if (stream.ready) stream.send(frames, page.upTo);
      hasMore ||= page.hasMore && streams.some((stream) => stream.ready);
    }
    return hasMore;
  }

  private async pageAfter(position: number): Promise<EventPage | 'removed'> {
    try {
      return await this.log.page(position, LOGGED_EVENT_NAMES, PAGE);
    } catch (error) {
      if (error instanceof AppError) return 'removed';
      throw error;
    }
  }
}
