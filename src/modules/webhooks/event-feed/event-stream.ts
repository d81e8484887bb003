import type { Response } from 'express';
import type { Permission } from '../../../platform/access/permissions.js';
import { ServerSentStream, type StreamOptions } from '../../../platform/server-sent-events/server-sent-stream.js';
import type { LoggedEvent } from './event-feed.queries.js';

/** The permission to read events. */
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

/**
 * One client of the event log. It gets one page at a time and reads at the pace of its socket, so a slow client never holds
 * more than that page and a small buffer. Clients at the same position share the page.
 */
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
