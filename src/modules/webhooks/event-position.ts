/** A position in the event log: after an event, before the oldest, or after the newest. */
export type EventPosition = number | 'oldest' | 'latest';

/** @returns null for invalid text. */
export function parseEventPosition(text: string): EventPosition | null {
  if (text === 'oldest' || text === 'latest') return text;
  const position = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
  return Number.isSafeInteger(position) ? position : null;
}
