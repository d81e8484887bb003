/** Where to begin in the event log: behind an event, at the oldest one that is there, or behind the newest. */
export type EventPlace = number | 'oldest' | 'latest';

/** @returns null for a text that is no place. */
export function readPlace(text: string): EventPlace | null {
  if (text === 'oldest' || text === 'latest') return text;
  const position = /^\d{1,16}$/.test(text) ? Number(text) : NaN;
  return Number.isSafeInteger(position) ? position : null;
}
