import type { EventName, StoredEvent } from '../../events/domain-events.js';
import type { Tx } from '../database/database.js';
import { createMarker } from '../discovery/marker.js';

/** Work after the relay's commit, such as a queue notification. A crash may lose it; periodic tasks compensate. */
export type AfterRelay = () => void | Promise<void>;

/**
 * Reacts to events of other modules, each exactly once, in the relay's transaction. It writes rows only, in multi-row statements. If a row
 * stays locked for a second, its work is rolled back and repeated later (`LateSubscribers`).
 */
export interface EventSubscriber<Name extends EventName = EventName> {
  /** Stable: parked events are stored under this name. */
  readonly name: string;
  readonly wants: readonly Name[];
  /** Types that it receives even if silent, because its rows must stay complete. */
  readonly wantsSilent?: readonly Name[];
  /** Receives an event only after all other subscribers, whose rows it needs. */
  readonly afterOthers?: true;
  onEvents(tx: Tx, events: readonly StoredEvent<Name>[]): Promise<AfterRelay | undefined>;
  /** Returns which of these events it references; they are kept beyond their retention. `ids` are ascending. */
  stillNeeds?(tx: Tx, ids: readonly number[]): Promise<readonly number[]>;
}

/** Marks a provider of a worker module as an `EventSubscriber` for the relay. */
export const Subscribes = createMarker<EventSubscriber>();
