import type { LoggedEvent } from './event-feed.queries.js';

/** One event as a stream carries it; the text is made once and shared by all streams. */
export interface EventFrame {
  readonly position: number;
  readonly type: string;
  readonly text: string;
}

/** `data` is copied, never parsed: it is what the webhook calls carry, byte for byte. JSON has no raw line breaks. */
export function frameOf({ position, uid, type, data, occurred_at }: LoggedEvent): EventFrame {
  const timestamp = occurred_at.toISOString();
  const body = `{"uid":"${uid}","type":"${type}","timestamp":"${timestamp}","cursor":"${position}","data":${data}}`;
  return { position, type, text: `id: ${position}\nevent: ${type}\ndata: ${body}\n\n` };
}

/** An id without data moves the place to resume at and raises nothing; a comment keeps proxies from hanging up. */
export const heartbeat = (position: number): string => `: still here\nid: ${position}\n\n`;

/** What every stream begins with, so that a reader cut off before the first event resumes at the right place. */
export const opening = (position: number, retryMs: number): string => `retry: ${retryMs}\nid: ${position}\n\n`;
