import { Inject, Injectable } from '@nestjs/common';
import type { Response } from 'express';
import { LOGGED_EVENT_NAMES } from '../../../events/domain-events.js';
import { type Principal, ActivePrincipals, type Permission } from '../../../platform/access/permissions.js';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/config.js';
import { AppError } from '../../../platform/errors/app-error.js';
import { ServerSentStream, type StreamOptions } from '../../../platform/server-sent-events/server-sent-stream.js';
import { StreamFeed } from '../../../platform/server-sent-events/stream-feed.js';
import type { EventPosition } from '../webhook-events.js';
import { EventFeedQueries, type EventPage, type LoggedEvent } from './event-feed.queries.js';

export const READ_EVENTS: Permission = 'view_contacts';
/** The maximum buffered for a client that reads nothing. */
const MAX_BUFFERED = 256 * 1024;

/** One event in stream format; the text is built once and shared by all streams. */
export interface EventFrame {
  readonly position: number;
  readonly type: string;
  readonly text: string;
}

/** Copies `data` without parsing it: the bytes are those of webhook calls. JSON has no raw line breaks. */
export function frameOf({ position, uid, type, data, occurred_at }: LoggedEvent): EventFrame {
  const timestamp = occurred_at.toISOString();
  const body = `{"uid":"${uid}","type":"${type}","timestamp":"${timestamp}","cursor":"${position}","data":${data}}`;
  return { position, type, text: `id: ${position}\nevent: ${type}\ndata: ${body}\n\n` };
}

interface EventStreamOptions extends Omit<StreamOptions, 'permission'> {
  readonly types: ReadonlySet<string>;
  readonly position: number;
  /** Called when all frames offered to the stream are written. */
  readonly onReady: () => void;
}

interface Offer {
  readonly frames: readonly EventFrame[];
  readonly upTo: number;
}

/** Gets a page at a time at the pace of its socket, so holds no more than that page and a small buffer. */
export class EventStream extends ServerSentStream {
  private place: number;
  private offer: Offer | null = null;
  private taken = 0;
  private readonly types: ReadonlySet<string>;
  private readonly onReady: () => void;

  constructor(response: Response, { types, onReady, ...options }: EventStreamOptions) {
    super(response, { ...options, permission: READ_EVENTS });
    this.place = options.position;
    this.types = types;
    this.onReady = onReady;
    response.on('drain', () => {
      this.takeWhatFits();
    });
  }

  /** All requested events up to here were sent. */
  get position(): number {
    return this.place;
  }

  /** Whether all frames offered were written. */
  get ready(): boolean {
    return this.offer === null && !this.closed;
  }

  /** Call only when ready. The frames start after the position and are complete up to `upTo`. */
  send(frames: readonly EventFrame[], upTo: number): void {
    this.offer = { frames, upTo };
    this.taken = 0;
    this.takeWhatFits();
  }

  private takeWhatFits(): void {
    if (!this.offer) return;
    for (const frame of this.offer.frames.slice(this.taken)) {
      if (this.closed || this.response.writableLength > MAX_BUFFERED) return;
      if (this.types.has(frame.type)) this.write(frame.text);
      this.taken += 1;
      this.moveTo(frame.position);
    }
    this.moveTo(this.offer.upTo);
    this.offer = null;
    this.onReady();
  }

  private moveTo(position: number): void {
    this.place = position;
    this.resumeAt(position);
  }
}

export interface StreamRequest {
  readonly principal: Principal;
  readonly types: readonly string[];
  readonly place: EventPosition;
  /** The parameter that holds the place. */
  readonly placeField: string;
}

const POLL_MS = 200;
const PAGE = 100;

/** Clients at the same position share one query and the texts. Between pages no stream holds database resources. */
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

  /** @throws AppError rest_invalid_param; service_unavailable if too many streams are open or the process stops. */
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
    const ready = [...this.streams].filter((stream) => stream.ready);
    const places = Map.groupBy(ready, ({ position }) => position);
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
