import type { Occurred } from '../feedback-report.js';
import { momentOf } from './untrusted-json.js';

type Values = readonly (string | null)[];

/** Each may contain a token that only this installation can create; recipient addresses are never used. */
export interface EmailReferences {
  /** Values of Message-ID, with or without brackets. */
  readonly messageIds?: Values;
  readonly returnPaths?: Values;
  readonly optOutHeaders?: Values;
}

interface ProviderEvent {
  /** The provider's id of the event, the same when it is repeated. */
  readonly key: string;
  readonly at: Date | null;
  readonly references: EmailReferences;
  readonly occurred: Occurred;
}

/** `ignored`: an event without effect. `unreadable`: not a format of this provider. */
export type ReadItem = ProviderEvent | 'ignored' | 'unreadable';

export const COMPLAINT: Occurred = { kind: 'complaint' };
export const UNSUBSCRIBED: Occurred = { kind: 'unsubscribe', reason: null };

/** @param at as the provider writes it. */
export function eventOf(
  occurred: Occurred | null,
  key: string | null,
  at: unknown,
  references: EmailReferences,
): ReadItem {
  if (occurred === null) return 'ignored';
  return key === null ? 'unreadable' : { key, at: momentOf(at), references, occurred };
}
